/* stablehlo.if */
#include "ops/hooks.h"
#include "ops/stablehlo/control/branches.h"

static bool if_emit(const struct op *op, struct kernel_builder *builder) {
    return kernel_branch(builder, op);
}

const struct op_def op_if = {
    .name = "stablehlo.if",
    .summary = "runs one of two regions",
    .traits = OP_PURE | OP_SINGLE_BLOCK | OP_REGION_FLOW | OP_INFERRED,
    .operands = OPERANDS({"pred", VALUE_PRED, OP_ONE}),
    .results = RESULTS({"results", VALUE_TENSOR_PER_AXIS | VALUE_TOKEN, OP_MANY}),
    .regions = {2, 2},
    .region_names = {"true_branch", "false_branch"},
    .ends_with = "stablehlo.return",
    .attrs = no_attrs,
    .parse = parse_generic_only,
    .print = print_generic_only,
    .verify = branches_verify,
    .infer = branches_infer,
    .flow = OP_FLOW_BRANCHES,
    .rule = rule_none,
    .needs = needs_nothing,
    .emit = if_emit,
    .canonicalize = canonicalize_nothing,
    .bound = bound_branches,
    .fill = fill_in_place,
    .reify = reify_elementwise,
    .fold = fold_by_scalar,
    .flops = flops_by_scalar,
    .traffic = traffic_none,
};
