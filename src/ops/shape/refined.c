/* Hooks `fold` of shapes and of casts: what becomes of them where types have been refined. */
#include "ops/fold_builder.h"
#include "ops/op_def.h"
#include "ops/shape/folds.h"
#include "ops/verify/compat.h"

bool fold_shape_of_static(struct op *op, struct fold_builder *builder) {
    const struct type *type = op_operand(op, 0)->type;
    return type_is_static(type) && fold_become_shape(op, builder, type->rank, type->dims);
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

bool fold_common_shape(struct op *op, struct fold_builder *builder) {
    uint32_t rank;
    int64_t dims[MAX_RANK];
    return common_shape(op, &rank, dims) && fold_become_shape(op, builder, rank, dims);
}

bool fold_assumed(struct op *op, struct fold_builder *builder) {
    uint32_t rank;
    int64_t dims[MAX_RANK];
    const struct op *witness = op_operand(op, 0)->op;
    (void)builder;
    if (!witness || !op_is(witness, OP_SHAPE_CSTR_BROADCASTABLE) ||
        !common_shape(witness, &rank, dims)) {
        return false;
    }
    op_inline_block(op, op->regions[0].first);
    return true;
}

bool fold_equal_cast(struct op *op, struct fold_builder *builder) {
    (void)builder;
    return op->operand_count == 1 && op->result_count == 1 &&
           op_operand(op, 0)->type == op_result(op, 0)->type && fold_become_operand(op, 0);
}

bool fold_refining_cast(struct op *op, struct fold_builder *builder) {
    fold_refine_result(op, builder, op_operand(op, 0)->type);
    return fold_equal_cast(op, builder);
}
