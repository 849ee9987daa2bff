/* stablehlo.uniform_quantize, stablehlo.uniform_dequantize */
#include "ops/hooks.h"

static bool uniform_quantize_verify(const struct op *op, struct context *context) {
    const struct quantized *from = type_as_quantized(operand_type(op, 0)->element);
    const struct type *expected = from ? from->expressed : operand_type(op, 0)->element;
    const struct type *found = type_as_quantized(op_result(op, 0)->type->element)->expressed;
    if (expected != found) {
        return fault(op, context, "Expressed type of result expected to be '%s', but got '%s'",
                     say_type(context, expected), say_type(context, found));
    }
    return true;
}

static bool uniform_dequantize_infer(const struct op *op, struct context *context,
                                     const struct type **types) {
    const struct type *operand = operand_type(op, 0);
    const struct type *expressed = type_as_quantized(operand->element)->expressed;
    types[0] = type_unbounded(context, operand, expressed);
    return true;
}

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
    .verify = uniform_quantize_verify,
    .infer = infer_nothing,
    .speculatable = speculatable_by_first,
    .rule = rule_none,
    .needs = needs_all_whole,
    .emit = emit_expanded,
    .canonicalize = canonicalize_nothing,
    COMMON_HOOKS,
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
    .infer = uniform_dequantize_infer,
    .speculatable = speculatable_by_first,
    .rule = rule_none,
    .needs = needs_all_whole,
    .emit = emit_expanded,
    .canonicalize = canonicalize_nothing,
    COMMON_HOOKS,
};
