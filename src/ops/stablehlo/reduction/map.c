/* stablehlo.map */
#include "ops/hooks.h"

const struct op_def op_map = {
    .name = "stablehlo.map",
    .summary = "applies a region to each element",
    .traits = OP_PURE | OP_SINGLE_BLOCK | OP_SAME_SHAPE | OP_INFERRED,
    .operands = OPERANDS({"inputs", VALUE_TENSOR, OP_MANY}),
    .results = RESULTS({"result", VALUE_TENSOR, OP_ONE}),
    .regions = {1, 1},
    .region_names = {"computation"},
    .ends_with = "stablehlo.return",
    .attrs = ATTRS({.name = "dimensions", .kind = OP_ATTR_INT_ARRAY, .required = true}),
    .parse = parse_generic_only,
    .print = print_generic_only,
    .verify = verify_map,
    .infer = infer_map,
    .rule = rule_none,
    .partition = partition_by_rule,
    .emit = emit_unsupported,
    .canonicalize = canonicalize_nothing,
};
