/* stablehlo.async_start, stablehlo.async_done */
#include "ops/hooks.h"

const struct op_def op_async_start = {
    .name = "stablehlo.async_start",
    .summary = "starts a computation",
    .traits = OP_SINGLE_BLOCK | OP_ISOLATED,
    .operands = OPERANDS({"operands", VALUE_TENSOR, OP_MANY}),
    .results = RESULTS({"result", VALUE_FUTURE, OP_ONE}),
    .regions = {1, 1},
    .attrs = no_attrs,
    .parse = parse_generic_only,
    .print = print_generic_only,
    .verify = verify_nothing,
    .infer = infer_nothing,
    .rule = rule_none,
    .partition = partition_replicate,
    .emit = emit_expanded,
    .canonicalize = canonicalize_nothing,
};

const struct op_def op_async_done = {
    .name = "stablehlo.async_done",
    .summary = "waits for a computation",
    .traits = 0,
    .operands = OPERANDS({"operand", VALUE_FUTURE, OP_ONE}),
    .results = RESULTS({"result", VALUE_TENSOR, OP_ONE}),
    .regions = {0, 0},
    .attrs = no_attrs,
    .parse = parse_generic_only,
    .print = print_generic_only,
    .verify = verify_nothing,
    .infer = infer_nothing,
    .rule = rule_none,
    .partition = partition_replicate,
    .emit = emit_expanded,
    .canonicalize = canonicalize_nothing,
};
