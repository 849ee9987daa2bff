/* stablehlo.sort */
#include "ops/hooks.h"

const struct op_def op_sort = {
    .name = "stablehlo.sort",
    .summary = "sorts along a dimension",
    .traits = OP_SAME_SHAPE | OP_PURE,
    .operands = OPERANDS({"inputs", VALUE_TENSOR, OP_MANY}),
    .results = RESULTS({"results", VALUE_TENSOR, OP_MANY}),
    .regions = {1, 1},
    .attrs =
        ATTRS({.name = "dimension", .kind = OP_ATTR_INT, .otherwise = OP_ATTR_DEFAULT_MINUS_ONE},
              {.name = "is_stable", .kind = OP_ATTR_BOOL, .otherwise = OP_ATTR_DEFAULT_FALSE}),
    .parse = parse_generic_only,
    .print = print_generic_only,
    .verify = verify_nothing,
    .infer = infer_operands,
    .rule = rule_none,
    .partition = partition_by_rule,
    .emit = emit_unsupported,
    .canonicalize = canonicalize_nothing,
};
