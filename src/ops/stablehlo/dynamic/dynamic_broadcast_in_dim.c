/* stablehlo.dynamic_broadcast_in_dim */
#include "ops/hooks.h"

const struct op_def op_dynamic_broadcast_in_dim = {
    .name = "stablehlo.dynamic_broadcast_in_dim",
    .summary = "repeats to a shape known at run time",
    .traits = OP_PURE,
    .operands = OPERANDS({"operand", VALUE_TENSOR_PER_AXIS, OP_ONE},
                         {"output_dimensions", VALUE_DIMENSIONS, OP_ONE}),
    .results = RESULTS({"result", VALUE_TENSOR_PER_AXIS, OP_ONE}),
    .regions = {0, 0},
    .attrs = ATTRS({.name = "broadcast_dimensions", .kind = OP_ATTR_INT_ARRAY, .required = true},
                   {.name = "known_expanding_dimensions", .kind = OP_ATTR_INT_ARRAY},
                   {.name = "known_nonexpanding_dimensions", .kind = OP_ATTR_INT_ARRAY}),
    .form = "$operand , $output_dimensions , dims = $broadcast_dimensions @attrs : @function_type",
    .parse = parse_by_form,
    .print = print_by_form,
    .verify = verify_dynamic_broadcast_in_dim,
    .infer = infer_nothing,
    .rule = rule_none,
    .partition = partition_replicate,
    .emit = emit_unsupported,
    .canonicalize = canonicalize_nothing,
};
