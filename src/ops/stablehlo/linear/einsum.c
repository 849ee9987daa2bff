/* stablehlo.einsum, stablehlo.unary_einsum */
#include "ops/hooks.h"

const struct op_def op_einsum = {
    .name = "stablehlo.einsum",
    .summary = "Einstein summation of two tensors",
    .traits = OP_PURE,
    .operands = OPERANDS({"lhs", VALUE_TENSOR, OP_ONE}, {"rhs", VALUE_TENSOR, OP_ONE}),
    .results = RESULTS({"result", VALUE_TENSOR, OP_ONE}),
    .regions = {0, 0},
    .attrs = ATTRS({.name = "einsum_config", .kind = OP_ATTR_STRING, .required = true}),
    .form = "$lhs , $rhs , config = $einsum_config @attrs : @function_type",
    .parse = parse_by_form,
    .print = print_by_form,
    .verify = verify_nothing,
    .infer = infer_nothing,
    .rule = rule_none,
    .needs = needs_all_whole,
    .emit = emit_expanded,
    .canonicalize = canonicalize_nothing,
    COMMON_HOOKS,
};

const struct op_def op_unary_einsum = {
    .name = "stablehlo.unary_einsum",
    .summary = "Einstein summation of one tensor",
    .traits = OP_PURE,
    .operands = OPERANDS({"operand", VALUE_TENSOR, OP_ONE}),
    .results = RESULTS({"result", VALUE_TENSOR, OP_ONE}),
    .regions = {0, 0},
    .attrs = ATTRS({.name = "einsum_config", .kind = OP_ATTR_STRING, .required = true}),
    .form = "$operand , config = $einsum_config @attrs : @function_type",
    .parse = parse_by_form,
    .print = print_by_form,
    .verify = verify_nothing,
    .infer = infer_nothing,
    .rule = rule_none,
    .needs = needs_all_whole,
    .emit = emit_expanded,
    .canonicalize = canonicalize_nothing,
    COMMON_HOOKS,
};
