/* stablehlo.composite */
#include "ops/hooks.h"

const struct op_def op_composite = {
    .name = "stablehlo.composite",
    .summary = "an operation by its decomposition",
    .traits = 0,
    .operands = OPERANDS({"inputs", VALUE_TENSOR_PER_AXIS | VALUE_TOKEN | VALUE_TUPLE, OP_MANY}),
    .results = RESULTS({"results", VALUE_TENSOR_PER_AXIS | VALUE_TOKEN | VALUE_TUPLE, OP_MANY}),
    .regions = {0, OP_VARIADIC},
    .attrs = ATTRS(
        {.name = "name", .kind = OP_ATTR_STRING, .required = true},
        {.name = "composite_attributes", .kind = OP_ATTR_DICT, .otherwise = OP_ATTR_DEFAULT_EMPTY},
        {.name = "decomposition", .kind = OP_ATTR_SYMBOL, .required = true},
        {.name = "version", .kind = OP_ATTR_I32, .otherwise = OP_ATTR_DEFAULT_ZERO}),
    .form = "$name @operands @optional_regions @attrs : @function_type",
    .parse = parse_by_form,
    .print = print_by_form,
    .verify = verify_composite,
    .infer = infer_nothing,
    .rule = rule_none,
    .partition = partition_replicate,
    .emit = emit_unsupported,
    .canonicalize = canonicalize_nothing,
};
