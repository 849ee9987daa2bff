/* stablehlo.tuple, stablehlo.get_tuple_element */
#include <string.h>

#include "ops/expand_builder.h"
#include "ops/hooks.h"

static bool get_tuple_element_verify(const struct op *op, struct context *context) {
    int64_t index = op_int(op, "index", 0);
    if (index >= (int64_t)operand_type(op, 0)->count) {
        return fault(op, context, "index %lld is out of bounds of operand with size %u",
                     (long long)index, operand_type(op, 0)->count);
    }
    return true;
}

static bool get_tuple_element_infer(const struct op *op, struct context *context,
                                    const struct type **types) {
    (void)context;
    types[0] = operand_type(op, 0)->items[op_int(op, "index", 0)];
    return true;
}

static bool tuple_infer(const struct op *op, struct context *context, const struct type **types) {
    struct arena *scratch = arena_new();
    const struct type **items = ARENA_ARRAY(scratch, const struct type *, op->operand_count + 1);
    for (uint32_t i = 0; i < op->operand_count; i++) {
        items[i] = operand_type(op, i);
    }
    types[0] = type_tuple(context, op->operand_count, items);
    arena_free(scratch);
    return true;
}

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
    .infer = tuple_infer,
    .rule = rule_none,
    .needs = needs_nothing,
    .emit = emit_expanded,
    .canonicalize = canonicalize_nothing,
    COMMON_HOOKS,
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
    .verify = get_tuple_element_verify,
    .infer = get_tuple_element_infer,
    .rule = rule_none,
    .needs = needs_nothing,
    .emit = emit_expanded,
    .expand = expand_get_tuple_element,
    .canonicalize = canonicalize_nothing,
    COMMON_HOOKS,
};
