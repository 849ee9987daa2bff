/* torch_index_select: a gather of whole slices along one dimension. */
#include "ops/expand_builder.h"
#include "transforms/chlo/expression.h"

bool expand_torch_index_select(struct formula *formula) {
    struct op *op = formula->op;
    struct module *module = formula->at.module;
    const struct type *type = op_operand(op, 0)->type, *index = op_operand(op, 1)->type;
    int64_t dim = op_int(op, "dim", 0), batches = op_int(op, "batch_dims", 0);
    dim += dim < 0 ? type->rank : 0;
    batches += batches < 0 ? index->rank : 0;
    if (dim < batches || dim >= (int64_t)type->rank || batches > (int64_t)index->rank) {
        return false;
    }
    int64_t offset[MAX_RANK], batch[MAX_RANK], sizes[MAX_RANK];
    uint32_t offsets = 0;
    for (int64_t d = 0; d < (int64_t)type->rank; d++) {
        sizes[d] = d < batches || d == dim ? 1 : type->dims[d];
        batch[d] = d;
        if (d >= batches && d != dim) {
            offset[offsets++] = d < dim ? d : d - 1 + (int64_t)index->rank - batches;
        }
    }
    struct gather_dims dims = {.offset = {offset, offsets},
                               .collapsed_slice = {&dim, 1},
                               .operand_batching = {batch, (uint32_t)batches},
                               .start_indices_batching = {batch, (uint32_t)batches},
                               .start_index_map = {&dim, 1},
                               .index_vector_dim = index->rank};
    struct value *operands[2] = {op_operand(op, 0), op_operand(op, 1)};
    struct op *gather =
        build_row(&formula->at, OP_GATHER, 2, operands, 1, &op_result(op, 0)->type, 0);
    op_set_property(module, gather, "dimension_numbers", attr_gather_dims(module->context, &dims));
    op_set_property(module, gather, "slice_sizes",
                    attr_i64_array(module->context, type->rank, sizes));
    return replace_with_value(formula, op_result(gather, 0));
}
