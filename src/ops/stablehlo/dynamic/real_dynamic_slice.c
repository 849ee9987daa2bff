/* stablehlo.real_dynamic_slice */
#include "ops/hooks.h"

const struct op_def op_real_dynamic_slice = {
    .name = "stablehlo.real_dynamic_slice",
    .summary = "slices by amounts known at run time",
    .traits = OP_PURE | OP_ELEMENTS_STAY,
    .operands = OPERANDS({"operand", VALUE_TENSOR, OP_ONE},
                         {"start_indices", VALUE_INDEX | VALUE_INT | VALUE_RANK_1, OP_ONE},
                         {"limit_indices", VALUE_INDEX | VALUE_INT | VALUE_RANK_1, OP_ONE},
                         {"strides", VALUE_INDEX | VALUE_INT | VALUE_RANK_1, OP_ONE}),
    .results = RESULTS({"result", VALUE_TENSOR, OP_ONE}),
    .regions = {0, 0},
    .attrs = no_attrs,
    .form = "@operands @attrs : @function_type",
    .parse = parse_by_form,
    .print = print_by_form,
    .verify = verify_real_dynamic_slice,
    .infer = infer_nothing,
    .rule = rule_none,
    .partition = partition_replicate,
    .emit = emit_unsupported,
    .canonicalize = canonicalize_nothing,
};
