/* stablehlo.cross-replica-sum */
#include "ops/build.h"
#include "ops/hooks.h"
#include "ops/traffic_builder.h"

static void cross_replica_sum_traffic(const struct op *op, struct traffic_builder *builder) {
    traffic_in_groups(op, builder, TRAFFIC_ALL_REDUCE);
}

/* An all_reduce that adds. */
static struct op *cross_replica_sum_modern(struct op *op, struct module *module) {
    struct op *made = op_stand_in(module, op, OP_ALL_REDUCE, 1);
    op_set_property(module, made, "replica_groups", op_property(op, "replica_groups"));
    struct builder at = builder_before(module, op);
    build_binary_body(&at, &made->regions[0], OP_ADD, type_element(op_result(op, 0)->type));
    return made;
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
    .modern = cross_replica_sum_modern,
    .canonicalize = canonicalize_nothing,
    .bound = bound_by_rule,
    .fill = fill_in_place,
    .reify = reify_elementwise,
    .fold = fold_by_scalar,
    .flops = flops_by_scalar,
    .traffic = cross_replica_sum_traffic,
};
