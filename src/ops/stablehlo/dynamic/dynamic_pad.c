/* stablehlo.dynamic_pad */
#include "ops/hooks.h"

const struct op_def op_dynamic_pad = {
    .name = "stablehlo.dynamic_pad",
    .summary = "pads by amounts known at run time",
    .traits = OP_PURE,
    .operands = OPERANDS({"operand", VALUE_TENSOR, OP_ONE},
                         {"padding_value", VALUE_TENSOR | VALUE_RANK_0, OP_ONE},
                         {"edge_padding_low", VALUE_DIMENSIONS, OP_ONE},
                         {"edge_padding_high", VALUE_DIMENSIONS, OP_ONE},
                         {"interior_padding", VALUE_DIMENSIONS, OP_ONE}),
    .results = RESULTS({"result", VALUE_TENSOR, OP_ONE}),
    .regions = {0, 0},
    .attrs = no_attrs,
    .form = "@operands @attrs : @function_type",
    .parse = parse_by_form,
    .print = print_by_form,
    .verify = verify_dynamic_pad,
    .infer = infer_nothing,
    .rule = rule_none,
    .partition = partition_replicate,
    .emit = emit_unsupported,
    .canonicalize = canonicalize_nothing,
};
