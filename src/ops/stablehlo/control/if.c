/* stablehlo.if */
#include "ops/hooks.h"
#include "ops/stablehlo/control/branches.h"

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
    .partition = partition_as_typed,
    .emit = emit_unsupported,
    .canonicalize = canonicalize_nothing,
};
