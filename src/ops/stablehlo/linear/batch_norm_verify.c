/* Verifier and type inference of batch normalization. */
#include "ops/checks.h"
#include "ops/verifiers.h"

/* Tensors of the data's rank and of one entry a feature; each kind has one shape. */
bool verify_batch_norm(const struct op *op, struct context *context) {
    const struct type *data = op_operand(op, 0)->type, *feature = op_operand(op, 1)->type;
    int64_t index = op_int(op, "feature_index", 0);
    for (uint32_t i = 1; i < op->operand_count; i++) {
        const struct type *type = op_operand(op, i)->type;
        bool is_data = op->operand_count == 5 && op->result_count == 3 && i == 4;
        if (!shapes_compatible(type, is_data ? data : feature)) {
            return fault(op, context, "expects %s operands to have compatible shapes.",
                         is_data ? "multi-dimensional" : "single-dimensional");
        }
    }
    if (index >= (int64_t)data->rank) {
        return fault(op, context,
                     "expects featureIndex to be smaller than the rank of multi-dimensional "
                     "operands; got featureIndex %lld, and rank %u.",
                     (long long)index, data->rank);
    }
    if (!dims_compatible(data->dims[index], feature->dims[0])) {
        return fault(op, context,
                     "expects the size of single-dimensional operands to be compatible with "
                     "feature count, but the size of single-dimensional operands is %lld and the "
                     "feature count is %lld.",
                     (long long)feature->dims[0], (long long)data->dims[index]);
    }
    return true;
}

/* The data, then one entry a feature. */
bool infer_batch_norm_training(const struct op *op, struct context *context,
                               const struct type **types) {
    (void)context;
    types[0] = op_operand(op, 0)->type;
    types[1] = types[2] = op_operand(op, 1)->type;
    return true;
}

bool infer_batch_norm_grad(const struct op *op, struct context *context,
                           const struct type **types) {
    return infer_batch_norm_training(op, context, types);
}
