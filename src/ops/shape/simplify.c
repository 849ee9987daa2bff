/* Canonical forms of shape.broadcast, shape.cstr_broadcastable and shape.assuming. */
#include "ops/op_def.h"
#include "ops/shape/folds.h"

/* --- operands --------------------------------------------------------------------------------- */

static bool is_constant(const struct value *value) {
    struct int_list list;
    return constant_shape(value, &list);
}

/* Constants come last, and otherwise all keep their order. */
static bool order_operands(struct op *op, struct module *module) {
    struct arena *scratch = arena_new();
    struct value **ordered = ARENA_ARRAY(scratch, struct value *, (size_t)op->operand_count + 1);
    uint32_t count = 0;
    bool changed = false;
    for (int constants = 0; constants < 2; constants++) {
        for (uint32_t i = 0; i < op->operand_count; i++) {
            if (is_constant(op_operand(op, i)) == constants) {
                changed = changed || count != i;
                ordered[count++] = op_operand(op, i);
            }
        }
    }
    if (changed) {
        op_set_operands(module, op, count, ordered);
    }
    arena_free(scratch);
    return changed;
}

static bool is_empty_shape(const struct value *value) {
    return value->type->kind == TYPE_TENSOR && value->type->rank == 1 && value->type->dims[0] == 0;
}

/* What was there before, and shapes of scalars, say nothing. */
static bool drop_operands(struct op *op) {
    bool changed = false;
    for (uint32_t i = op->operand_count; i-- > 0 && op->operand_count > 1;) {
        bool again = is_empty_shape(op_operand(op, i));
        for (uint32_t j = 0; j < i && !again; j++) {
            again = op_operand(op, j) == op_operand(op, i);
        }
        if (again) {
            op_erase_operand(op, i);
            changed = true;
        }
    }
    return changed;
}

/* --- broadcast -------------------------------------------------------------------------------- */

/* Several constants become the one that they broadcast to. They come last. */
static bool merge_constants(struct op *op, struct module *module) {
    uint32_t first = op->operand_count;
    while (first > 0 && is_constant(op_operand(op, first - 1))) {
        first--;
    }
    if (op->operand_count - first < 2) {
        return false;
    }
    struct builder at = builder_before(module, op);
    struct value *both[2] = {op_operand(op, first), op_operand(op, first + 1)};
    if (!type_is_static(both[0]->type) || !type_is_static(both[1]->type)) {
        return false;
    }
    int64_t extents = both[0]->type->dims[0] > both[1]->type->dims[0] ? both[0]->type->dims[0]
                                                                      : both[1]->type->dims[0];
    const struct type *type =
        type_tensor(module->context, type_index(module->context), 1, &extents, NULL);
    struct op *merged = build_value(&at, OP_SHAPE_BROADCAST, 2, both, type)->op;
    struct shape_fold fold = shape_fold_of(module->context, merged);
    op_erase(merged);
    if (!fold.constant) {
        return false;
    }
    struct value *constant = build_value(&at, OP_SHAPE_CONST_SHAPE, 0, NULL, type);
    op_set_property(module, constant->op, "shape", fold.constant);
    op_set_operand(op, first, constant);
    op_erase_operand(op, first + 1);
    return true;
}

static bool forward_operand(struct op *op, struct module *module) {
    if (op->operand_count != 1 || !type_is_tensor(op_result(op, 0)->type) ||
        !type_is_tensor(op_operand(op, 0)->type)) {
        return false;
    }
    struct builder at = builder_before(module, op);
    struct value *value = op_operand(op, 0);
    if (value->type != op_result(op, 0)->type) {
        value = build_unary(&at, OP_TENSOR_CAST, value, op_result(op, 0)->type);
    }
    value_replace_uses(op_result(op, 0), value);
    op_erase(op);
    return true;
}

bool simplify_broadcast(struct op *op, struct module *module) {
    return shape_fold_in_place(op, module) || order_operands(op, module) || drop_operands(op) ||
           merge_constants(op, module) || forward_operand(op, module);
}

/* --- cstr_broadcastable ----------------------------------------------------------------------- */

/* The extents of a shape, as far as they are known. */
static bool known_extents(const struct value *value, struct int_list *list) {
    const struct op *op = value->op;
    if (op && op_is(op, OP_SHAPE_SHAPE_OF) && type_is_tensor(op_operand(op, 0)->type)) {
        const struct type *type = op_operand(op, 0)->type;
        *list = (struct int_list){.items = type->dims, .count = type->rank};
        return true;
    }
    return constant_shape(value, list);
}

/* One dimension, from the last: one extent is not known and all others are 1, or all that are not
 * 1 are equal. */
static bool dimension_broadcasts(const struct op *op, uint32_t from_last) {
    int64_t seen = 1;
    for (uint32_t i = 0; i < op->operand_count; i++) {
        struct int_list list;
        known_extents(op_operand(op, i), &list);
        int64_t extent = from_last < list.count ? list.items[list.count - 1 - from_last] : 1;
        bool is_open = extent == DIM_DYNAMIC || seen == DIM_DYNAMIC;
        if (extent != 1 && seen != 1 && (is_open || extent != seen)) {
            return false;
        }
        seen = extent != 1 ? extent : seen;
    }
    return true;
}

static bool is_known_broadcastable(const struct op *op) {
    uint32_t rank = 0, other = 0;
    bool all = true;
    for (uint32_t i = 0; i < op->operand_count; i++) {
        struct int_list list = {0};
        bool known = known_extents(op_operand(op, i), &list);
        rank = list.count > rank ? list.count : rank;
        all = all && known;
        other += !(is_constant(op_operand(op, i)) && list.count == 0);
    }
    for (uint32_t dim = 0; dim < rank && all; dim++) {
        all = dimension_broadcasts(op, dim);
    }
    return all || other <= 1;
}

bool simplify_broadcastable(struct op *op, struct module *module) {
    if (!is_known_broadcastable(op)) {
        return order_operands(op, module) || drop_operands(op);
    }
    struct builder at = builder_before(module, op);
    struct value *witness =
        build_value(&at, OP_SHAPE_CONST_WITNESS, 0, NULL, op_result(op, 0)->type);
    op_set_property(module, witness->op, "passing", attr_bool(module->context, true));
    value_replace_uses(op_result(op, 0), witness);
    op_erase(op);
    return true;
}

/* --- assuming --------------------------------------------------------------------------------- */

/* What is so needs no assumption. */
bool simplify_assuming(struct op *op, struct module *module) {
    const struct op *witness = op_operand(op, 0)->op;
    (void)module;
    if (!witness || !op_is(witness, OP_SHAPE_CONST_WITNESS) ||
        op_property(witness, "passing")->integer == 0) {
        return false;
    }
    op_inline_block(op, op->regions[0].first);
    return true;
}
