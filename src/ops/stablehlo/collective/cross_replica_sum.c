/* stablehlo.cross-replica-sum */
#include "ops/hooks.h"

const struct op_def op_cross_replica_sum = {
    .name = "stablehlo.cross-replica-sum",
    .summary = "sums over replicas",
    .traits = OP_PURE | OP_COLLECTIVE | OP_COMPATIBLE_TYPES,
    .operands = OPERANDS({"operand", VALUE_TENSOR, OP_ONE}),
    .results = RESULTS({"result", VALUE_TENSOR, OP_ONE}),
    .regions = {0, 0},
    .attrs = ATTRS({.name = "replica_groups", .kind = OP_ATTR_INT_MATRIX, .required = true}),
    .parse = parse_generic_only,
    .print = print_generic_only,
    .verify = verify_nothing,
    .infer = infer_first_operand,
    .rule = rule_pointwise,
    .needs = needs_all_whole,
    .emit = emit_expanded,
    .canonicalize = canonicalize_nothing,
};
