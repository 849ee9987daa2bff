/* stablehlo.optimization_barrier */
#include "ops/hooks.h"

const struct op_def op_optimization_barrier = {
    .name = "stablehlo.optimization_barrier",
    .summary = "keeps order: values pass together",
    .traits = OP_PURE | OP_PAIRWISE_TYPES | OP_REGION_FLOW,
    .operands = OPERANDS({"operand", VALUE_TENSOR | VALUE_TOKEN, OP_MANY}),
    .results = RESULTS({"result", VALUE_TENSOR | VALUE_TOKEN, OP_MANY}),
    .regions = {0, 0},
    .attrs = no_attrs,
    .form = "@attrs @barrier",
    .parse = parse_by_form,
    .print = print_by_form,
    .verify = verify_nothing,
    .infer = infer_operands,
    .flow = OP_FLOW_OPERANDS,
    .rule = rule_none,
    .needs = needs_nothing,
    .emit = emit_identity,
    .canonicalize = canonicalize_nothing,
    .bound = bound_pairwise,
    .fill = fill_in_place,
    .reify = reify_elementwise,
    .fold = fold_by_scalar,
    .flops = flops_by_scalar,
    .traffic = traffic_none,
};
