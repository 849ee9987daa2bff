/* stablehlo.fft */
#include "ops/hooks.h"

const struct op_def op_fft = {
    .name = "stablehlo.fft",
    .summary = "Fourier transforms",
    .traits = OP_PURE,
    .operands = OPERANDS({"operand", VALUE_FLOAT_COMPLEX, OP_ONE}),
    .results = RESULTS({"result", VALUE_FLOAT_COMPLEX, OP_ONE}),
    .regions = {0, 0},
    .attrs = ATTRS({.name = "fft_type",
                    .kind = OP_ATTR_DIALECT,
                    .required = true,
                    .dialect_attr = "stablehlo.fft_type"},
                   {.name = "fft_length", .kind = OP_ATTR_INT_ARRAY, .required = true}),
    .form = "$operand , type = $fft_type , length = $fft_length @attrs : @function_type",
    .parse = parse_by_form,
    .print = print_by_form,
    .verify = verify_nothing,
    .infer = infer_nothing,
    .rule = rule_none,
    .partition = partition_by_rule,
    .emit = emit_unsupported,
    .canonicalize = canonicalize_nothing,
};
