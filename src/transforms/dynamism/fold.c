/* Folds computations on constant integers: what programs work out sizes with. */
#include <string.h>

#include "ops/verify/compat.h"
#include "transforms/dynamism/dynamism.h"

enum { MOST_ELEMENTS = 1 << 16, MOST_OPERANDS = 64 }; /* more is data, not sizes */

/* A tensor of integers; `items` has one where `splat` is set. */
struct integers {
    const struct type *type;
    bool splat;
    int64_t count;
    int64_t *items;
};

struct folding {
    struct module *module;
    struct op *op;
    struct arena *scratch;
    struct integers operands[MOST_OPERANDS];
};

/* --- reading and writing ---------------------------------------------------------------------- */

static bool is_foldable(const struct type *type) {
    if (!type_is_static(type)) {
        return false;
    }
    const struct type *element = type->element;
    return element->kind == TYPE_INDEX || (element->kind == TYPE_INTEGER && element->width <= 64);
}

static bool read_constant(struct arena *scratch, const struct value *value, struct integers *read) {
    const struct op *op = value->op;
    const struct attr *attr = op && op_has(op, OP_CONSTANT_LIKE) ? op_property(op, "value") : NULL;
    attr = op && op_is(op, OP_SHAPE_CONST_SHAPE) ? op_property(op, "shape") : attr;
    if (!attr || attr->kind != ATTR_DENSE || !is_foldable(attr->type)) {
        return false;
    }
    int64_t count = type_count(attr->type);
    if (!attr->splat && count > MOST_ELEMENTS) {
        return false;
    }
    *read =
        (struct integers){.type = attr->type, .splat = attr->splat && count > 0, .count = count};
    int64_t stored = read->splat ? 1 : count;
    read->items = ARENA_ARRAY(scratch, int64_t, (size_t)stored + 1);
    for (int64_t i = 0; i < stored; i++) {
        int64_t item = attr_dense_integer(attr, i);
        read->items[i] = type_bits(attr->type->element) == 1 ? item & 1 : item;
    }
    return true;
}

/* As constants hold an element: no bits beyond its own. */
static uint64_t stored_bits(const struct type *element, int64_t value) {
    uint32_t bits = type_bits(element);
    return bits >= 64 ? (uint64_t)value : (uint64_t)value & ((UINT64_C(1) << bits) - 1);
}

/* The operation becomes a constant of these items (one: of all elements). */
static bool become_constant(struct folding *folding, const int64_t *items, int64_t stored) {
    const struct type *type = op_result(folding->op, 0)->type;
    uint32_t bytes = type_bytes(type->element);
    uint8_t *data = ARENA_ARRAY(folding->scratch, uint8_t, (size_t)stored * bytes + 1);
    for (int64_t i = 0; i < stored; i++) {
        uint64_t value = stored_bits(type->element, items[i]);
        memcpy(data + (size_t)i * bytes, &value, bytes);
    }
    struct builder at = builder_before(folding->module, folding->op);
    bool splat = stored == 1 && type_count(type) > 0;
    const struct attr *dense =
        attr_dense(folding->module->context, type, data, (size_t)stored * bytes, splat);
    struct value *constant = build_constant(&at, dense);
    constant->op->explicit_location = folding->op->explicit_location;
    value_replace_uses(op_result(folding->op, 0), constant);
    op_erase(folding->op);
    return true;
}

static bool become_operand(struct folding *folding, uint32_t index) {
    value_replace_uses(op_result(folding->op, 0), op_operand(folding->op, index));
    op_erase(folding->op);
    return true;
}

/* All operands, where they are constants. */
static bool read_operands(struct folding *folding) {
    struct op *op = folding->op;
    if (op->operand_count > MOST_OPERANDS) {
        return false;
    }
    for (uint32_t i = 0; i < op->operand_count; i++) {
        if (!read_constant(folding->scratch, op_operand(op, i), &folding->operands[i])) {
            return false;
        }
    }
    return true;
}

static int64_t item(const struct integers *integers, int64_t index) {
    return integers->items[integers->splat ? 0 : index];
}

/* --- elements --------------------------------------------------------------------------------- */

/* What an operation makes of an element of each operand; false: it has no value. */
typedef bool element_fold(const struct op *op, const struct type *element, const int64_t *in,
                          int64_t *out);

static bool is_less(const struct type *element, int64_t a, int64_t b) {
    bool is_unsigned = element->signedness == UNSIGNED || type_bits(element) == 1;
    return is_unsigned ? (uint64_t)a < (uint64_t)b : a < b;
}

static bool fold_add(const struct op *op, const struct type *element, const int64_t *in,
                     int64_t *out) {
    (void)op;
    *out = type_bits(element) == 1 ? in[0] | in[1] : (int64_t)((uint64_t)in[0] + (uint64_t)in[1]);
    return true;
}

static bool fold_subtract(const struct op *op, const struct type *element, const int64_t *in,
                          int64_t *out) {
    (void)op;
    (void)element;
    *out = (int64_t)((uint64_t)in[0] - (uint64_t)in[1]);
    return true;
}

static bool fold_multiply(const struct op *op, const struct type *element, const int64_t *in,
                          int64_t *out) {
    (void)op;
    (void)element;
    *out = (int64_t)((uint64_t)in[0] * (uint64_t)in[1]);
    return true;
}

static bool fold_divide(const struct op *op, const struct type *element, const int64_t *in,
                        int64_t *out) {
    if (in[1] == 0) {
        return false;
    }
    bool is_remainder = op_is(op, OP_REMAINDER);
    if (element->signedness == UNSIGNED) {
        uint64_t a = (uint64_t)in[0], b = (uint64_t)in[1];
        *out = (int64_t)(is_remainder ? a % b : a / b);
    } else if (in[1] == -1) { /* the least number has no opposite */
        *out = is_remainder ? 0 : (int64_t)(0 - (uint64_t)in[0]);
    } else {
        *out = is_remainder ? in[0] % in[1] : in[0] / in[1];
    }
    return true;
}

static bool fold_least(const struct op *op, const struct type *element, const int64_t *in,
                       int64_t *out) {
    bool first = is_less(element, in[0], in[1]) == op_is(op, OP_MINIMUM);
    *out = first ? in[0] : in[1];
    return true;
}

static bool fold_clamp(const struct op *op, const struct type *element, const int64_t *in,
                       int64_t *out) {
    (void)op;
    *out = is_less(element, in[1], in[0]) ? in[0] : in[1];
    *out = is_less(element, in[2], *out) ? in[2] : *out;
    return true;
}

static bool fold_bits(const struct op *op, const struct type *element, const int64_t *in,
                      int64_t *out) {
    (void)element;
    *out = op_is(op, OP_AND) ? in[0] & in[1] : op_is(op, OP_OR) ? in[0] | in[1] : in[0] ^ in[1];
    return true;
}

static bool fold_sign(const struct op *op, const struct type *element, const int64_t *in,
                      int64_t *out) {
    (void)op;
    *out = in[0] == 0 ? 0 : element->signedness != UNSIGNED && in[0] < 0 ? -1 : 1;
    return true;
}

static bool fold_negate(const struct op *op, const struct type *element, const int64_t *in,
                        int64_t *out) {
    (void)element;
    *out = op_is(op, OP_NOT) ? ~in[0] : (int64_t)(0 - (uint64_t)in[0]);
    return true;
}

static bool fold_abs(const struct op *op, const struct type *element, const int64_t *in,
                     int64_t *out) {
    (void)op;
    *out = element->signedness != UNSIGNED && in[0] < 0 ? (int64_t)(0 - (uint64_t)in[0]) : in[0];
    return true;
}

static bool fold_convert(const struct op *op, const struct type *element, const int64_t *in,
                         int64_t *out) {
    (void)element;
    *out = type_bits(op_result(op, 0)->type->element) == 1 ? in[0] != 0 : in[0];
    return true;
}

static bool fold_select(const struct op *op, const struct type *element, const int64_t *in,
                        int64_t *out) {
    (void)op;
    (void)element;
    *out = in[0] ? in[1] : in[2];
    return true;
}

static bool fold_compare(const struct op *op, const struct type *element, const int64_t *in,
                         int64_t *out) {
    bool is_unsigned =
        attr_case(op_property(op, "compare_type"), COMPARE_NO_TYPE) == COMPARE_UNSIGNED;
    bool equal = in[0] == in[1];
    bool less = is_unsigned ? (uint64_t)in[0] < (uint64_t)in[1] : is_less(element, in[0], in[1]);
    *out = comparison_holds(attr_case(op_property(op, "comparison_direction"), 0), less, equal,
                            !less && !equal);
    return true;
}

static const struct {
    enum op_id id;
    element_fold *fold;
} element_folds[] = {
    {OP_ADD, fold_add},
    {OP_SUBTRACT, fold_subtract},
    {OP_MULTIPLY, fold_multiply},
    {OP_DIVIDE, fold_divide},
    {OP_REMAINDER, fold_divide},
    {OP_MAXIMUM, fold_least},
    {OP_MINIMUM, fold_least},
    {OP_CLAMP, fold_clamp},
    {OP_AND, fold_bits},
    {OP_OR, fold_bits},
    {OP_XOR, fold_bits},
    {OP_SIGN, fold_sign},
    {OP_NEGATE, fold_negate},
    {OP_NOT, fold_negate},
    {OP_CONVERT, fold_convert},
    {OP_SELECT, fold_select},
    {OP_COMPARE, fold_compare},
    {OP_ABS, fold_abs},
    {OP_ARITH_INDEX_CAST, fold_convert},
};

static bool fold_elements(struct folding *folding, element_fold *fold) {
    const struct op *op = folding->op;
    int64_t count = type_count(op_result(op, 0)->type), in[3];
    bool splat = true;
    for (uint32_t i = 0; i < op->operand_count; i++) {
        splat = splat && folding->operands[i].splat;
    }
    int64_t stored = splat && count > 0 ? 1 : count;
    if (op->operand_count > 3 || stored > MOST_ELEMENTS) {
        return false;
    }
    const struct integers *last = &folding->operands[op->operand_count - 1];
    int64_t *items = ARENA_ARRAY(folding->scratch, int64_t, (size_t)stored + 1);
    for (int64_t i = 0; i < stored; i++) {
        for (uint32_t k = 0; k < op->operand_count; k++) {
            in[k] = item(&folding->operands[k], folding->operands[k].count == 1 ? 0 : i);
        }
        if (!fold(op, last->type->element, in, &items[i])) {
            return false;
        }
    }
    return become_constant(folding, items, stored);
}

/* --- whole tensors ---------------------------------------------------------------------------- */

static bool fold_reshape(struct folding *folding) {
    const struct integers *from = &folding->operands[0];
    return become_constant(folding, from->items, from->splat ? 1 : from->count);
}

static bool fold_splat(struct folding *folding) {
    const struct integers *from = &folding->operands[0];
    return from->count > 0 && (from->splat || from->count == 1) &&
           become_constant(folding, from->items, type_count(op_result(folding->op, 0)->type) > 0);
}

/* Row by row: what stands in front of the dimension is what all pieces have alike. */
static bool fold_concatenate(struct folding *folding) {
    const struct op *op = folding->op;
    const struct type *type = op_result(op, 0)->type;
    int64_t count = type_count(type), rows = 1, next = 0;
    if (count > MOST_ELEMENTS) {
        return false;
    }
    for (int64_t d = 0; d < op_int(op, "dimension", 0); d++) {
        rows *= type->dims[d];
    }
    int64_t *items = ARENA_ARRAY(folding->scratch, int64_t, (size_t)count + 1);
    for (int64_t row = 0; row < rows; row++) {
        for (uint32_t i = 0; i < op->operand_count; i++) {
            const struct integers *piece = &folding->operands[i];
            int64_t length = piece->count / rows;
            for (int64_t k = 0; k < length; k++) {
                items[next++] = item(piece, row * length + k);
            }
        }
    }
    return become_constant(folding, items, count);
}

/* The number of the operand's element at a point of the result, both row-major. */
static int64_t sliced_from(const struct op *op, const struct type *from, const struct type *to,
                           int64_t point) {
    struct int_list starts = op_ints(op, "start_indices"), strides = op_ints(op, "strides");
    int64_t number = 0, scale = 1;
    for (uint32_t d = from->rank; d-- > 0;) {
        number += (starts.items[d] + point % to->dims[d] * strides.items[d]) * scale;
        point /= to->dims[d];
        scale *= from->dims[d];
    }
    return number;
}

static bool fold_slice(struct folding *folding) {
    const struct op *op = folding->op;
    const struct integers *from = &folding->operands[0];
    const struct type *type = op_result(op, 0)->type;
    int64_t count = type_count(type), stored = from->splat && count > 0 ? 1 : count;
    if (stored > MOST_ELEMENTS) {
        return false;
    }
    int64_t *items = ARENA_ARRAY(folding->scratch, int64_t, (size_t)stored + 1);
    for (int64_t i = 0; i < stored; i++) {
        items[i] = item(from, from->splat ? 0 : sliced_from(op, from->type, type, i));
    }
    return become_constant(folding, items, stored);
}

static const struct {
    enum op_id id;
    bool (*fold)(struct folding *folding);
} tensor_folds[] = {
    {OP_RESHAPE, fold_reshape},
    {OP_BROADCAST_IN_DIM, fold_splat},
    {OP_CONCATENATE, fold_concatenate},
    {OP_SLICE, fold_slice},
};

/* --- sizes ------------------------------------------------------------------------------------ */

static bool fold_get_dimension_size(struct folding *folding) {
    const struct type *type = op_operand(folding->op, 0)->type;
    int64_t size = type->dims[op_int(folding->op, "dimension", 0)];
    return size != DIM_DYNAMIC && become_constant(folding, &size, 1);
}

/* Of the size that the dimension has. */
static bool fold_set_dimension_size(struct folding *folding) {
    struct op *op = folding->op;
    struct int_list size;
    const struct type *type = op_result(op, 0)->type;
    return op_operand(op, 0)->type == type && constant_integers(op_operand(op, 1), &size) &&
           size.count == 1 && size.items[0] == type->dims[op_int(op, "dimension", 0)] &&
           become_operand(folding, 0);
}

/* A part of a tensor whose elements are alike. */
static bool fold_dynamic_slice(struct folding *folding) {
    return read_constant(folding->scratch, op_operand(folding->op, 0), &folding->operands[0]) &&
           fold_splat(folding);
}

static bool fold(struct folding *folding) {
    const struct op *op = folding->op;
    if (op_is(op, OP_SET_DIMENSION_SIZE)) {
        return fold_set_dimension_size(folding);
    }
    if (op->result_count != 1 || !is_foldable(op_result(op, 0)->type)) {
        return false;
    }
    if (op_is(op, OP_GET_DIMENSION_SIZE)) {
        return fold_get_dimension_size(folding);
    }
    if (op_is(op, OP_DYNAMIC_SLICE)) {
        return fold_dynamic_slice(folding);
    }
    for (size_t i = 0; i < sizeof element_folds / sizeof *element_folds; i++) {
        if (op_is(op, element_folds[i].id)) {
            return read_operands(folding) && fold_elements(folding, element_folds[i].fold);
        }
    }
    for (size_t i = 0; i < sizeof tensor_folds / sizeof *tensor_folds; i++) {
        if (op_is(op, tensor_folds[i].id)) {
            return read_operands(folding) && tensor_folds[i].fold(folding);
        }
    }
    return false;
}

bool fold_integers(struct module *module, struct op *op) {
    struct folding folding = {.module = module, .op = op, .scratch = arena_new()};
    bool folded = fold(&folding);
    arena_free(folding.scratch);
    return folded;
}
