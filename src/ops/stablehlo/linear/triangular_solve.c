/* stablehlo.triangular_solve */
#include "ops/hooks.h"

const struct op_def op_triangular_solve = {
    .name = "stablehlo.triangular_solve",
    .summary = "solves triangular systems",
    .traits = OP_PURE | OP_COMPATIBLE_ELEMENTS,
    .operands = OPERANDS({"a", VALUE_FLOAT_COMPLEX, OP_ONE}, {"b", VALUE_FLOAT_COMPLEX, OP_ONE}),
    .results = RESULTS({"result", VALUE_FLOAT_COMPLEX, OP_ONE}),
    .regions = {0, 0},
    .attrs = ATTRS({.name = "left_side", .kind = OP_ATTR_BOOL, .required = true},
                   {.name = "lower", .kind = OP_ATTR_BOOL, .required = true},
                   {.name = "unit_diagonal", .kind = OP_ATTR_BOOL, .required = true},
                   {.name = "transpose_a",
                    .kind = OP_ATTR_DIALECT,
                    .required = true,
                    .dialect_attr = "stablehlo.transpose"}),
    .parse = parse_generic_only,
    .print = print_generic_only,
    .verify = verify_nothing,
    .infer = infer_nothing,
    .rule = rule_none,
    .partition = partition_by_rule,
    .emit = emit_unsupported,
    .canonicalize = canonicalize_nothing,
};
