/* stablehlo.reduce_precision */
#include "ops/hooks.h"

const struct op_def op_reduce_precision = {
    .name = "stablehlo.reduce_precision",
    .summary = "rounds to fewer bits",
    .traits = OP_PURE | OP_ELEMENTWISE | OP_COMPATIBLE_TYPES,
    .operands = OPERANDS({"operand", VALUE_FLOAT_QUANTIZED, OP_ONE}),
    .results = RESULTS({"output", VALUE_FLOAT_QUANTIZED, OP_ONE}),
    .regions = {0, 0},
    .attrs = ATTRS(
        {.name = "exponent_bits", .kind = OP_ATTR_I32, .required = true, .limit = OP_ATTR_POSITIVE},
        {.name = "mantissa_bits",
         .kind = OP_ATTR_I32,
         .required = true,
         .limit = OP_ATTR_NON_NEGATIVE}),
    .form = "$operand , format = @exponent_mantissa @attrs : @same_type",
    .parse = parse_by_form,
    .print = print_by_form,
    .verify = verify_nothing,
    .infer = infer_first_operand,
    .rule = rule_pointwise,
    .partition = partition_by_rule,
    .emit = emit_unsupported,
    .canonicalize = canonicalize_nothing,
};
