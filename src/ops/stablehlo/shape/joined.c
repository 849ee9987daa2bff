#include "ops/stablehlo/shape/joined.h"

static bool is_whole_step(const struct op *slice) {
    struct int_list strides = op_ints(slice, "strides");
    for (uint32_t d = 0; d < strides.count; d++) {
        if (strides.items[d] != 1) {
            return false;
        }
    }
    return true;
}

/* Whether nothing else is made of the value than what is looked through: else it is stored anyway,
 * and what it is made of may be dear to make again. */
static bool is_only_joined(const struct value *value) {
    FOR_EACH_USE (use, value) {
        const struct op *user = use->user;
        bool is_seen_through =
            op_is(user, OP_CONCATENATE) || op_is(user, OP_SLICE) || op_is(user, OP_REVERSE);
        if (!is_seen_through || user->block != value->op->block) {
            return false;
        }
    }
    return true;
}

/* Whether the value is a concatenation, or slices and reversals of one. */
static bool leads_to_joined(const struct value *value) {
    while (value->op != NULL) {
        const struct op *op = value->op;
        if (op_is(op, OP_CONCATENATE)) {
            return is_only_joined(value);
        }
        if (!(op_is(op, OP_SLICE) && is_whole_step(op)) && !op_is(op, OP_REVERSE)) {
            return false;
        }
        value = op_operand(op, 0);
    }
    return false;
}

static bool find_boxes(struct joined *joined, const struct value *value, struct joined_box box);

/* Of dimension d of the box those points that are elements [begin, end) of its source. */
static void restrict_box(struct joined_box *box, uint32_t d, int64_t begin, int64_t end) {
    int64_t start = box->start[d], low = begin - start, high = end - start;
    if (box->step[d] < 0) {
        low = start - end + 1;
        high = start - begin + 1;
    }
    low = low > 0 ? low : 0;
    high = high < box->extent[d] ? high : box->extent[d];
    box->first[d] += low;
    box->start[d] += box->step[d] * low;
    box->extent[d] = high > low ? high - low : 0;
}

static bool find_operands(struct joined *joined, uint32_t along, uint32_t count,
                          const struct value *const *operands, const struct joined_box *box) {
    int64_t begin = 0;
    for (uint32_t i = 0; i < count; i++) {
        int64_t end = begin + operands[i]->type->dims[along];
        struct joined_box part = *box;
        restrict_box(&part, along, begin, end);
        part.start[along] -= begin;
        if (part.extent[along] > 0 && !find_boxes(joined, operands[i], part)) {
            return false;
        }
        begin = end;
    }
    return true;
}

static bool find_joined(struct joined *joined, const struct op *op, const struct joined_box *box) {
    const struct value *operands[JOINED_MOST];
    uint32_t along = (uint32_t)op_int(op, "dimension", 0);
    if (op->operand_count > JOINED_MOST) {
        return false;
    }
    for (uint32_t i = 0; i < op->operand_count; i++) {
        operands[i] = op_operand(op, i);
    }
    return find_operands(joined, along, op->operand_count, operands, box);
}

/* Adds the box of the value, or what it is made of. */
static bool find_boxes(struct joined *joined, const struct value *value, struct joined_box box) {
    while (leads_to_joined(value)) {
        const struct op *op = value->op;
        if (op_is(op, OP_CONCATENATE)) {
            return find_joined(joined, op, &box);
        }
        struct int_list list = op_ints(op, op_is(op, OP_SLICE) ? "start_indices" : "dimensions");
        for (uint32_t i = 0; i < list.count; i++) {
            if (op_is(op, OP_SLICE)) {
                box.start[i] += list.items[i];
            } else {
                uint32_t d = (uint32_t)list.items[i];
                box.start[d] = value->type->dims[d] - 1 - box.start[d];
                box.step[d] = -box.step[d];
            }
        }
        value = op_operand(op, 0);
    }
    if (joined->count == JOINED_MOST) {
        return false;
    }
    box.source = value;
    joined->boxes[joined->count++] = box;
    return true;
}

bool joined_find(struct joined *joined, uint32_t along, uint32_t count,
                 const struct value *const *operands) {
    struct joined_box whole = {0};
    joined->count = 0;
    for (uint32_t d = 0; d < operands[0]->type->rank; d++) {
        whole.step[d] = 1;
        whole.extent[d] = operands[0]->type->dims[d];
    }
    whole.extent[along] = 0;
    for (uint32_t i = 0; i < count; i++) {
        whole.extent[along] += operands[i]->type->dims[along];
    }
    return find_operands(joined, along, count, operands, &whole);
}
