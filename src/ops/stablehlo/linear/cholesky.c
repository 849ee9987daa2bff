/* stablehlo.cholesky */
#include "ops/hooks.h"

const struct op_def op_cholesky = {
    .name = "stablehlo.cholesky",
    .summary = "Cholesky decomposition",
    .traits = OP_PURE | OP_COMPATIBLE_ELEMENTS,
    .operands = OPERANDS({"a", VALUE_FLOAT_COMPLEX_QUANTIZED, OP_ONE}),
    .results = RESULTS({"result", VALUE_FLOAT_COMPLEX_QUANTIZED, OP_ONE}),
    .regions = {0, 0},
    .attrs = ATTRS({.name = "lower", .kind = OP_ATTR_BOOL, .otherwise = OP_ATTR_DEFAULT_FALSE}),
    .form = "$a (? , lower = $lower ?) @attrs : @same_type",
    .parse = parse_by_form,
    .print = print_by_form,
    .verify = verify_nothing,
    .infer = infer_first_operand,
    .rule = rule_none,
    .partition = partition_by_rule,
    .emit = emit_unsupported,
    .canonicalize = canonicalize_nothing,
};
