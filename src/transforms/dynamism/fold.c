/* Folds computations on constant integers: what programs work out sizes with. */
#include <string.h>

#include "ops/fold_builder.h"
#include "ops/scalar.h"
#include "support/limits.h"
#include "transforms/dynamism/dynamism.h"

struct fold_builder {
    struct module *module;
    struct arena *scratch;
    struct fold_integers operands[64];
};

/* --- reading and writing ---------------------------------------------------------------------- */

static bool is_foldable(const struct type *type) {
    if (!type_is_static(type)) {
        return false;
    }
    const struct type *element = type->element;
    return element->kind == TYPE_INDEX || (element->kind == TYPE_INTEGER && element->width <= 64);
}

static bool read_constant(struct arena *scratch, const struct value *value,
                          struct fold_integers *read) {
    const struct op *op = value->op;
    const struct attr *attr = op && op_has(op, OP_CONSTANT_LIKE) ? op_property(op, "value") : NULL;
    attr = op && op_is(op, OP_SHAPE_CONST_SHAPE) ? op_property(op, "shape") : attr;
    if (!attr || attr->kind != ATTR_DENSE || !is_foldable(attr->type)) {
        return false;
    }
    int64_t count = type_count(attr->type);
    if (!attr->splat && count > LIMIT_FOLDED) {
        return false;
    }
    *read = (struct fold_integers){
        .type = attr->type, .splat = attr->splat && count > 0, .count = count};
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

bool fold_become_constant(struct op *op, struct fold_builder *builder, const int64_t *items,
                          int64_t stored) {
    const struct type *type = op_result(op, 0)->type;
    uint32_t bytes = type_bytes(type->element);
    uint8_t *data = ARENA_ARRAY(builder->scratch, uint8_t, (size_t)stored * bytes + 1);
    for (int64_t i = 0; i < stored; i++) {
        uint64_t value = stored_bits(type->element, items[i]);
        memcpy(data + (size_t)i * bytes, &value, bytes);
    }
    struct builder at = builder_before(builder->module, op);
    bool splat = stored == 1 && type_count(type) > 0;
    const struct attr *dense =
        attr_dense(builder->module->context, type, data, (size_t)stored * bytes, splat);
    struct value *constant = build_constant(&at, dense);
    constant->op->explicit_location = op->explicit_location;
    value_replace_uses(op_result(op, 0), constant);
    op_erase(op);
    return true;
}

bool fold_become_operand(struct op *op, uint32_t index) {
    value_replace_uses(op_result(op, 0), op_operand(op, index));
    op_erase(op);
    return true;
}

bool fold_become_splat(struct op *op, struct fold_builder *builder) {
    const struct fold_integers *from = &builder->operands[0];
    return from->count > 0 && (from->splat || from->count == 1) &&
           fold_become_constant(op, builder, from->items, type_count(op_result(op, 0)->type) > 0);
}

bool fold_become_shape(struct op *op, struct fold_builder *builder, uint32_t rank,
                       const int64_t *dims) {
    struct context *context = builder->module->context;
    struct builder at = builder_before(builder->module, op);
    const int64_t extent = rank;
    const struct type *type = type_tensor(context, type_index(context), 1, &extent, NULL);
    const struct type *result = op_result(op, 0)->type;
    result = type_element(result)->kind == TYPE_INDEX ? type : result;
    struct value *shape = build_value(&at, OP_SHAPE_CONST_SHAPE, 0, NULL, result);
    op_set_property(builder->module, shape->op, "shape",
                    attr_dense(context, type, dims, rank * sizeof *dims, false));
    value_replace_uses(op_result(op, 0), shape);
    op_erase(op);
    return true;
}

void fold_refine_result(struct op *op, struct fold_builder *builder, const struct type *type) {
    struct value *result = op_result(op, 0);
    refine_values(builder->module->context, 1, &result, &type, true);
}

static bool gives_integers(const struct op *op) {
    return op->result_count == 1 && is_foldable(op_result(op, 0)->type);
}

bool fold_read_operand(struct op *op, struct fold_builder *builder, uint32_t index) {
    return gives_integers(op) && index < sizeof builder->operands / sizeof *builder->operands &&
           read_constant(builder->scratch, op_operand(op, index), &builder->operands[index]);
}

bool fold_read_operands(struct op *op, struct fold_builder *builder) {
    if (!gives_integers(op) ||
        op->operand_count > sizeof builder->operands / sizeof *builder->operands) {
        return false;
    }
    for (uint32_t i = 0; i < op->operand_count; i++) {
        if (!fold_read_operand(op, builder, i)) {
            return false;
        }
    }
    return true;
}

const struct fold_integers *fold_operand(const struct fold_builder *builder, uint32_t index) {
    return &builder->operands[index];
}

int64_t fold_item(const struct fold_integers *integers, int64_t index) {
    return integers->items[integers->splat ? 0 : index];
}

int64_t *fold_room(struct fold_builder *builder, int64_t count) {
    return count > LIMIT_FOLDED ? NULL : ARENA_ARRAY(builder->scratch, int64_t, (size_t)count + 1);
}

/* --- elements --------------------------------------------------------------------------------- */

bool fold_is_less(const struct type *element, int64_t a, int64_t b) {
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
    bool is_remainder = op->def->scalar == SCALAR_REMAINDER;
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
    bool first = fold_is_less(element, in[0], in[1]) == (op->def->scalar == SCALAR_MINIMUM);
    *out = first ? in[0] : in[1];
    return true;
}

static bool fold_clamp(const struct op *op, const struct type *element, const int64_t *in,
                       int64_t *out) {
    (void)op;
    *out = fold_is_less(element, in[1], in[0]) ? in[0] : in[1];
    *out = fold_is_less(element, in[2], *out) ? in[2] : *out;
    return true;
}

static bool fold_bits(const struct op *op, const struct type *element, const int64_t *in,
                      int64_t *out) {
    (void)element;
    *out = op->def->scalar == SCALAR_AND  ? in[0] & in[1]
           : op->def->scalar == SCALAR_OR ? in[0] | in[1]
                                          : in[0] ^ in[1];
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
    *out = op->def->scalar == SCALAR_NOT ? ~in[0] : (int64_t)(0 - (uint64_t)in[0]);
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

/* By the scalar function of the operation. */
static fold_element *const element_folds[SCALAR_COUNT] = {
    [SCALAR_ADD] = fold_add,           [SCALAR_SUBTRACT] = fold_subtract,
    [SCALAR_MULTIPLY] = fold_multiply, [SCALAR_DIVIDE] = fold_divide,
    [SCALAR_REMAINDER] = fold_divide,  [SCALAR_MAXIMUM] = fold_least,
    [SCALAR_MINIMUM] = fold_least,     [SCALAR_CLAMP] = fold_clamp,
    [SCALAR_AND] = fold_bits,          [SCALAR_OR] = fold_bits,
    [SCALAR_XOR] = fold_bits,          [SCALAR_SIGN] = fold_sign,
    [SCALAR_NEGATE] = fold_negate,     [SCALAR_NOT] = fold_negate,
    [SCALAR_CONVERT] = fold_convert,   [SCALAR_SELECT] = fold_select,
    [SCALAR_ABS] = fold_abs,
};

bool fold_elements(struct op *op, struct fold_builder *builder, fold_element *fold) {
    if (op->operand_count > 3 || !fold_read_operands(op, builder)) {
        return false;
    }
    int64_t count = type_count(op_result(op, 0)->type), in[3];
    bool splat = true;
    for (uint32_t i = 0; i < op->operand_count; i++) {
        splat = splat && builder->operands[i].splat;
    }
    int64_t stored = splat && count > 0 ? 1 : count;
    int64_t *items = fold_room(builder, stored);
    if (!items) {
        return false;
    }
    const struct fold_integers *last = &builder->operands[op->operand_count - 1];
    for (int64_t i = 0; i < stored; i++) {
        for (uint32_t k = 0; k < op->operand_count; k++) {
            in[k] = fold_item(&builder->operands[k], builder->operands[k].count == 1 ? 0 : i);
        }
        if (!fold(op, last->type->element, in, &items[i])) {
            return false;
        }
    }
    return fold_become_constant(op, builder, items, stored);
}

bool fold_by_scalar(struct op *op, struct fold_builder *builder) {
    fold_element *fold = element_folds[op->def->scalar];
    return fold && fold_elements(op, builder, fold);
}

bool fold_integers(struct module *module, struct op *op) {
    struct fold_builder builder = {.module = module, .scratch = arena_new()};
    bool folded = op->def->fold(op, &builder);
    arena_free(builder.scratch);
    return folded;
}
