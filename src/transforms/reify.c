/* Extents as values: the builder of hooks `reify`. */
#include "ops/reify_builder.h"

#include "ops/build.h"
#include "ops/shape/folds.h"

/* --- sizes ------------------------------------------------------------------------------------ */

static struct context *context_of(const struct reified_extents *to) {
    return to->at->module->context;
}

static struct value *constant(struct reified_extents *to, const struct type *type, int64_t number) {
    struct value *value = build_value(to->at, OP_ARITH_CONSTANT, 0, NULL, type);
    op_set_property(to->at->module, value->op, "value", attr_integer(context_of(to), type, number));
    return value;
}

struct value *reify_folded(struct reified_extents *to, struct value *value) {
    struct shape_fold fold = shape_fold_of(context_of(to), value->op);
    if (fold.constant) {
        fold.value = constant(to, value->type, fold.constant->integer);
    }
    if (fold.value) {
        op_erase(value->op);
    }
    return fold.value ? fold.value : value;
}

struct value *reify_compute(struct reified_extents *to, enum op_id id, struct value *a,
                            struct value *b) {
    return reify_folded(to, build_binary(to->at, id, a, b));
}

struct value *reify_cast(struct reified_extents *to, struct value *value) {
    return value->type == to->type
               ? value
               : reify_folded(to, build_unary(to->at, OP_ARITH_INDEX_CAST, value, to->type));
}

struct value *reify_number(struct reified_extents *to, int64_t value) {
    return reify_cast(to, constant(to, type_index(context_of(to)), value));
}

struct value *reify_dimension(struct reified_extents *to, struct value *value, int64_t dim) {
    const struct type *index = type_index(context_of(to));
    struct value *operands[2] = {value, constant(to, index, dim)};
    return reify_cast(to, reify_folded(to, build_value(to->at, OP_TENSOR_DIM, 2, operands, index)));
}

struct value *reify_element(struct reified_extents *to, struct value *list, int64_t place) {
    struct value *operands[2] = {list, constant(to, type_index(context_of(to)), place)};
    return reify_folded(to,
                        build_value(to->at, OP_TENSOR_EXTRACT, 2, operands, list->type->element));
}

void reify_add(struct reified_extents *to, struct value *extent) {
    if (to->count < MAX_RANK) {
        to->items[to->count++] = extent;
    }
}

struct value *reify_list(const struct reified_extents *to) {
    int64_t count = to->count;
    return build_value(to->at, OP_TENSOR_FROM_ELEMENTS, to->count, to->items,
                       type_tensor(context_of(to), to->type, 1, &count, NULL));
}

struct reified_extents reify_extents(struct builder *at) {
    return (struct reified_extents){.at = at, .type = type_index(at->module->context)};
}

/* --- operations ------------------------------------------------------------------------------- */

struct value *reify_shape_of(struct builder *at, struct value *value) {
    struct context *context = at->module->context;
    const int64_t rank = value->type->kind == TYPE_UNRANKED ? DIM_DYNAMIC : value->type->rank;
    return build_unary(at, OP_SHAPE_SHAPE_OF, value,
                       type_tensor(context, type_index(context), 1, &rank, NULL));
}

struct value *reify_first(struct op *op, struct builder *at) {
    return reify_shape_of(at, op_operand(op, 0));
}

struct value *reify_second(struct op *op, struct builder *at) {
    return reify_shape_of(at, op_operand(op, 1));
}

struct value *reify_listed(struct op *op, struct builder *at) {
    struct value *list = op_operand(op, op->operand_count - 1);
    struct context *context = at->module->context;
    const struct type *type = type_with_element(context, list->type, type_index(context));
    return type == list->type ? list : build_unary(at, OP_ARITH_INDEX_CAST, list, type);
}

struct value *reify_elementwise(struct op *op, struct builder *at) {
    return op_has(op, OP_ELEMENTWISE) && op->operand_count > 0 ? reify_first(op, at) : NULL;
}
