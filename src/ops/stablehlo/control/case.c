/* stablehlo.case */
#include "ops/hooks.h"

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
    .verify = verify_conditional,
    .infer = infer_conditional,
    .flow = OP_FLOW_BRANCHES,
    .rule = rule_none,
    .partition = partition_as_typed,
    .emit = emit_unsupported,
    .canonicalize = canonicalize_nothing,
};
