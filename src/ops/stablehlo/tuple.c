/* stablehlo.tuple, stablehlo.get_tuple_element */
#include "ops/hooks.h"

const struct op_def op_tuple = {
    .name = "stablehlo.tuple",
    .summary = "makes a tuple",
    .traits = OP_PURE,
    .operands = OPERANDS(
        {"val", VALUE_TENSOR_PER_AXIS | VALUE_TOKEN | VALUE_TUPLE | VALUE_BUFFER, OP_MANY}),
    .results = RESULTS({"result", VALUE_TUPLE, OP_ONE}),
    .regions = {0, 0},
    .attrs = no_attrs,
    .form = "$val @attrs : @tuple_type",
    .parse = parse_by_form,
    .print = print_by_form,
    .verify = verify_nothing,
    .infer = infer_tuple,
    .rule = rule_none,
    .partition = partition_as_typed,
    .emit = emit_unsupported,
    .canonicalize = canonicalize_nothing,
};

const struct op_def op_get_tuple_element = {
    .name = "stablehlo.get_tuple_element",
    .summary = "takes an item of a tuple",
    .traits = OP_PURE | OP_INFERRED,
    .operands = OPERANDS({"operand", VALUE_TUPLE, OP_ONE}),
    .results = RESULTS(
        {"result", VALUE_TENSOR_PER_AXIS | VALUE_TOKEN | VALUE_TUPLE | VALUE_BUFFER, OP_ONE}),
    .regions = {0, 0},
    .attrs = ATTRS(
        {.name = "index", .kind = OP_ATTR_I32, .required = true, .limit = OP_ATTR_NON_NEGATIVE}),
    .form = "$operand [ $index ] @attrs : @function_type",
    .parse = parse_by_form,
    .print = print_by_form,
    .verify = verify_get_tuple_element,
    .infer = infer_get_tuple_element,
    .rule = rule_none,
    .partition = partition_as_typed,
    .emit = emit_unsupported,
    .canonicalize = canonicalize_nothing,
};
