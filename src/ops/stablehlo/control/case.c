/* stablehlo.case */
#include "ops/hooks.h"
#include "ops/stablehlo/control/branches.h"
#include "ops/verify/compat.h"

/* The branch that a constant index takes stands in the place of all. */
static bool take_known_branch(struct op *op, struct module *module) {
    struct int_list index;
    (void)module;
    if (!constant_integers(op_operand(op, 0), &index) || index.count == 0 || index.items[0] < 0 ||
        index.items[0] >= (int64_t)op->region_count) {
        return false;
    }
    op_inline_block(op, op->regions[index.items[0]].first);
    return true;
}

static bool case_emit(const struct op *op, struct kernel_builder *builder) {
    return kernel_branch(builder, op);
}

const struct op_def op_case = {
    .name = "stablehlo.case",
    .summary = "runs one of several regions",
    .traits = OP_PURE | OP_SINGLE_BLOCK | OP_REGION_FLOW | OP_INFERRED,
    .operands = OPERANDS({"index", VALUE_I32, OP_ONE}),
    .results = RESULTS({"results", VALUE_TENSOR_PER_AXIS | VALUE_TOKEN, OP_MANY}),
    .regions = {0, OP_VARIADIC},
    .region_names = {"branches"},
    .ends_with = "stablehlo.return",
    .attrs = no_attrs,
    .parse = parse_generic_only,
    .print = print_generic_only,
    .verify = branches_verify,
    .infer = branches_infer,
    .flow = OP_FLOW_BRANCHES,
    .rule = rule_none,
    .needs = needs_nothing,
    .emit = case_emit,
    .canonicalize = take_known_branch,
    .bound = bound_branches,
    .fill = fill_in_place,
    .reify = reify_elementwise,
    .fold = fold_by_scalar,
    .flops = flops_by_scalar,
    .traffic = traffic_none,
};
