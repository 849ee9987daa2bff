/* stablehlo.uniform_quantize, stablehlo.uniform_dequantize */
#include "ops/hooks.h"

const struct op_def op_uniform_quantize = {
    .name = "stablehlo.uniform_quantize",
    .summary = "quantizes",
    .traits = OP_PURE | OP_ELEMENTWISE | OP_SAME_SHAPE,
    .operands = OPERANDS({"operand", VALUE_FLOAT_QUANTIZED | VALUE_PER_AXIS, OP_ONE}),
    .results = RESULTS({"result", VALUE_QUANTIZED | VALUE_PER_AXIS, OP_ONE}),
    .regions = {0, 0},
    .attrs = no_attrs,
    .form = "$operand @attrs : @same_type",
    .parse = parse_by_form,
    .print = print_by_form,
    .verify = verify_uniform_quantize,
    .infer = infer_nothing,
    .rule = rule_none,
    .partition = partition_replicate,
    .emit = emit_unsupported,
    .canonicalize = canonicalize_nothing,
};

const struct op_def op_uniform_dequantize = {
    .name = "stablehlo.uniform_dequantize",
    .summary = "takes quantized elements to floats",
    .traits = OP_PURE | OP_ELEMENTWISE | OP_SAME_SHAPE,
    .operands = OPERANDS({"operand", VALUE_QUANTIZED | VALUE_PER_AXIS, OP_ONE}),
    .results = RESULTS({"result", VALUE_FLOAT, OP_ONE}),
    .regions = {0, 0},
    .attrs = no_attrs,
    .form = "$operand @attrs : @same_type",
    .parse = parse_by_form,
    .print = print_by_form,
    .verify = verify_nothing,
    .infer = infer_uniform_dequantize,
    .rule = rule_none,
    .partition = partition_replicate,
    .emit = emit_unsupported,
    .canonicalize = canonicalize_nothing,
};
