/* stablehlo.custom_call */
#include "ops/hooks.h"

const struct op_def op_custom_call = {
    .name = "stablehlo.custom_call",
    .summary = "calls something outside the module",
    .traits = 0,
    .operands = OPERANDS(
        {"inputs", VALUE_ANY_TENSOR | VALUE_TOKEN | VALUE_TUPLE | VALUE_BUFFER | VALUE_FUTURE,
         OP_MANY}),
    .results = RESULTS({"results",
                        VALUE_ANY_TENSOR | VALUE_TOKEN | VALUE_TUPLE | VALUE_BUFFER | VALUE_FUTURE,
                        OP_MANY}),
    .regions = {0, 0},
    .attrs = ATTRS(
        {.name = "call_target_name", .kind = OP_ATTR_STRING, .required = true},
        {.name = "has_side_effect", .kind = OP_ATTR_BOOL, .otherwise = OP_ATTR_DEFAULT_FALSE},
        {.name = "backend_config", .kind = OP_ATTR_ANY},
        {.name = "api_version", .kind = OP_ATTR_I32, .otherwise = OP_ATTR_DEFAULT_ONE},
        {.name = "called_computations", .kind = OP_ATTR_ARRAY, .otherwise = OP_ATTR_DEFAULT_EMPTY},
        {.name = "operand_layouts", .kind = OP_ATTR_ARRAY},
        {.name = "result_layouts", .kind = OP_ATTR_ARRAY},
        {.name = "output_operand_aliases",
         .kind = OP_ATTR_ARRAY,
         .dialect_attr = "stablehlo.output_operand_alias",
         .otherwise = OP_ATTR_DEFAULT_EMPTY},
        {.name = "result_tilings", .kind = OP_ATTR_ARRAY}),
    .form = "@target ( $inputs ) @attrs : @function_type",
    .parse = parse_by_form,
    .print = print_by_form,
    .verify = verify_nothing,
    .infer = infer_nothing,
    .rule = rule_none,
    .partition = partition_by_rule,
    .emit = emit_unsupported,
    .canonicalize = canonicalize_nothing,
};
