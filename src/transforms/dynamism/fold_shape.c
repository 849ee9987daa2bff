/* Folds what the dialect shape says of known shapes, and casts between equal types. */
#include "ops/shape/folds.h"
#include "ops/verify/compat.h"
#include "transforms/dynamism/dynamism.h"

static bool become_shape(struct module *module, struct op *op, uint32_t rank, const int64_t *dims) {
    struct context *context = module->context;
    struct builder at = builder_before(module, op);
    const int64_t extent = rank;
    const struct type *type = type_tensor(context, type_index(context), 1, &extent, NULL);
    const struct type *result = op_result(op, 0)->type;
    result = type_element(result)->kind == TYPE_INDEX ? type : result;
    struct value *shape = build_value(&at, OP_SHAPE_CONST_SHAPE, 0, NULL, result);
    op_set_property(module, shape->op, "shape",
                    attr_dense(context, type, dims, rank * sizeof *dims, false));
    value_replace_uses(op_result(op, 0), shape);
    op_erase(op);
    return true;
}

static bool fold_shape_of(struct module *module, struct op *op) {
    const struct type *type = op_operand(op, 0)->type;
    return type_is_static(type) && become_shape(module, op, type->rank, type->dims);
}

/* The shape that all of constant shapes broadcast to; false where one is not known, or where two
 * do not go together. */
static bool common_shape(const struct op *op, uint32_t *rank, int64_t *dims) {
    struct int_list shape;
    *rank = 0;
    for (uint32_t i = 0; i < op->operand_count; i++) {
        if (!constant_integers(op_operand(op, i), &shape) || shape.count > MAX_RANK) {
            return false;
        }
        *rank = shape.count > *rank ? shape.count : *rank;
    }
    for (uint32_t d = 0; d < *rank; d++) {
        dims[d] = 1;
    }
    for (uint32_t i = 0; i < op->operand_count; i++) {
        constant_integers(op_operand(op, i), &shape);
        for (uint32_t k = 0; k < shape.count; k++) {
            int64_t *dim = &dims[*rank - shape.count + k];
            if (*dim != 1 && shape.items[k] != 1 && *dim != shape.items[k]) {
                return false;
            }
            *dim = *dim == 1 ? shape.items[k] : *dim;
        }
    }
    return true;
}

static bool fold_broadcast(struct module *module, struct op *op) {
    uint32_t rank;
    int64_t dims[MAX_RANK];
    return common_shape(op, &rank, dims) && become_shape(module, op, rank, dims);
}

/* The body of what may assume that known shapes go together stands in its place. */
static bool fold_assuming(struct module *module, struct op *op) {
    uint32_t rank;
    int64_t dims[MAX_RANK];
    const struct op *witness = op_operand(op, 0)->op;
    (void)module;
    if (!witness || !op_is(witness, OP_SHAPE_CSTR_BROADCASTABLE) ||
        !common_shape(witness, &rank, dims)) {
        return false;
    }
    op_inline_block(op, op->regions[0].first);
    return true;
}

static bool fold_cast(struct module *module, struct op *op) {
    if (op->operand_count != 1 || op->result_count != 1) {
        return false;
    }
    struct value *source = op_operand(op, 0), *result = op_result(op, 0);
    if (op_is(op, OP_TENSOR_CAST)) {
        refine_values(module->context, 1, &result, &source->type, true);
    }
    if (source->type != result->type) {
        return false;
    }
    value_replace_uses(result, source);
    op_erase(op);
    return true;
}

bool fold_shapes(struct module *module, struct op *op) {
    static const struct {
        enum op_id id;
        bool (*fold)(struct module *module, struct op *op);
    } folds[] = {
        {OP_SHAPE_SHAPE_OF, fold_shape_of},         {OP_SHAPE_BROADCAST, fold_broadcast},
        {OP_SHAPE_ASSUMING, fold_assuming},         {OP_TENSOR_CAST, fold_cast},
        {OP_UNREALIZED_CONVERSION_CAST, fold_cast},
    };
    for (size_t i = 0; i < sizeof folds / sizeof *folds; i++) {
        if (op_is(op, folds[i].id)) {
            return folds[i].fold(module, op);
        }
    }
    return shape_fold_in_place(op, module);
}
