/* stablehlo.cross-replica-sum */
#include "ops/hooks.h"
#include "ops/traffic_builder.h"

static void cross_replica_sum_traffic(const struct op *op, struct traffic_builder *builder) {
    traffic_in_groups(op, builder, TRAFFIC_ALL_REDUCE);
}

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
    .bound = bound_by_rule,
    .fill = fill_in_place,
    .reify = reify_elementwise,
    .fold = fold_by_scalar,
    .flops = flops_by_scalar,
    .traffic = cross_replica_sum_traffic,
};
