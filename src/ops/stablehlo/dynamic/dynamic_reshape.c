/* stablehlo.dynamic_reshape */
#include "ops/hooks.h"

const struct op_def op_dynamic_reshape = {
    .name = "stablehlo.dynamic_reshape",
    .summary = "reshapes to a shape known at run time",
    .traits = OP_PURE,
    .operands = OPERANDS({"operand", VALUE_TENSOR_PER_AXIS, OP_ONE},
                         {"output_shape", VALUE_DIMENSIONS, OP_ONE}),
    .results = RESULTS({"result", VALUE_TENSOR_PER_AXIS, OP_ONE}),
    .regions = {0, 0},
    .attrs = no_attrs,
    .form = "@operands @attrs : @function_type",
    .parse = parse_by_form,
    .print = print_by_form,
    .verify = verify_dynamic_reshape,
    .infer = infer_nothing,
    .rule = rule_none,
    .partition = partition_replicate,
    .emit = emit_unsupported,
    .canonicalize = canonicalize_nothing,
};
