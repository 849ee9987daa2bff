/* stablehlo.select_and_scatter */
#include "ops/hooks.h"

const struct op_def op_select_and_scatter = {
    .name = "stablehlo.select_and_scatter",
    .summary = "scatters to selected elements of windows",
    .traits = OP_PURE,
    .operands = OPERANDS({"operand", VALUE_TENSOR, OP_ONE}, {"source", VALUE_TENSOR, OP_ONE},
                         {"init_value", VALUE_TENSOR, OP_ONE}),
    .results = RESULTS({"result", VALUE_TENSOR, OP_ONE}),
    .regions = {2, 2},
    .attrs = ATTRS({.name = "window_dimensions", .kind = OP_ATTR_INT_ARRAY},
                   {.name = "window_strides", .kind = OP_ATTR_INT_ARRAY},
                   {.name = "padding", .kind = OP_ATTR_INT_MATRIX}),
    .parse = parse_generic_only,
    .print = print_generic_only,
    .verify = verify_nothing,
    .infer = infer_nothing,
    .rule = rule_none,
    .partition = partition_by_rule,
    .emit = emit_unsupported,
    .canonicalize = canonicalize_nothing,
};
