/* stablehlo.real_dynamic_slice */
#include "ops/hooks.h"

static bool real_dynamic_slice_verify(const struct op *op, struct context *context) {
    static const char *const names[] = {"start_indices", "limit_indices", "strides"};
    const struct type *operand = operand_type(op, 0);
    for (uint32_t i = 0; i < 3; i++) {
        int64_t size = operand_type(op, i + 1)->dims[0];
        if (size != DIM_DYNAMIC && size != (int64_t)operand->rank) {
            return fault(op, context,
                         "has mismatched number of operand rank (%u) and %s size (%lld)",
                         operand->rank, names[i], (long long)size);
        }
    }
    return true;
}

const struct op_def op_real_dynamic_slice = {
    .name = "stablehlo.real_dynamic_slice",
    .summary = "slices by amounts known at run time",
    .traits = OP_PURE,
    .operands = OPERANDS({"operand", VALUE_TENSOR, OP_ONE},
                         {"start_indices", VALUE_INDEX | VALUE_INT | VALUE_RANK_1, OP_ONE},
                         {"limit_indices", VALUE_INDEX | VALUE_INT | VALUE_RANK_1, OP_ONE},
                         {"strides", VALUE_INDEX | VALUE_INT | VALUE_RANK_1, OP_ONE}),
    .results = RESULTS({"result", VALUE_TENSOR, OP_ONE}),
    .regions = {0, 0},
    .attrs = no_attrs,
    .agreements = AGREEMENTS({{"operand", "result"}, OP_AGREE_ELEMENT_TYPE},
                             {{"start_indices", "limit_indices", "strides"}, OP_AGREE_TYPE}),
    .form = "@operands @attrs : @function_type",
    .parse = parse_by_form,
    .print = print_by_form,
    .verify = real_dynamic_slice_verify,
    .infer = infer_nothing,
    .rule = rule_none,
    .partition = partition_replicate,
    .emit = emit_unsupported,
    .canonicalize = canonicalize_nothing,
};
