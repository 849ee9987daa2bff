/* stablehlo.dot */
#include "ops/hooks.h"

const struct op_def op_dot = {
    .name = "stablehlo.dot",
    .summary = "product of vectors and matrices",
    .traits = OP_PURE,
    .operands = OPERANDS({"lhs", VALUE_TENSOR, OP_ONE}, {"rhs", VALUE_TENSOR_PER_AXIS, OP_ONE}),
    .results = RESULTS({"result", VALUE_TENSOR_PER_AXIS, OP_ONE}),
    .regions = {0, 0},
    .attrs = ATTRS(
        {.name = "precision_config", .kind = OP_ATTR_ARRAY, .dialect_attr = "stablehlo.precision"}),
    .form = "$lhs , $rhs @precision @attrs : @function_type",
    .parse = parse_by_form,
    .print = print_by_form,
    .verify = verify_nothing,
    .infer = infer_nothing,
    .rule = rule_none,
    .partition = partition_by_rule,
    .emit = emit_unsupported,
    .canonicalize = canonicalize_nothing,
};
