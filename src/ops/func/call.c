/* func.call */
#include "ops/hooks.h"
#include "ops/verify/fault.h"

static bool verify_callee(const struct op *op, struct context *context) {
    const struct attr *callee = op_property(op, "callee");
    const struct op *function = symbol_lookup_from(op, callee);
    if (!function || !op_has(function, OP_FUNCTION)) {
        return op_fault(op, context, "'%s' does not reference a valid function%s", callee->text,
                        symbol_suggestion(op, callee->text, "func.func", context->arena));
    }
    const struct type *type = op_property(function, "function_type")->type;
    if (type->input_count != op->operand_count) {
        return op_fault(op, context,
                        "incorrect number of operands for callee: expected %u, found %u",
                        type->input_count, op->operand_count);
    }
    for (uint32_t i = 0; i < op->operand_count; i++) {
        if (op_operand(op, i)->type != type->items[i]) {
            return op_fault(op, context,
                            "operand type mismatch: expected operand type '%s', but provided '%s' "
                            "for operand number %u",
                            say_type(context, type->items[i]),
                            say_type(context, op_operand(op, i)->type), i);
        }
    }
    if (type->count - type->input_count != op->result_count) {
        return op_fault(op, context,
                        "incorrect number of results for callee: expected %u, found %u",
                        type->count - type->input_count, op->result_count);
    }
    for (uint32_t i = 0; i < op->result_count; i++) {
        const struct type *expected = type->items[type->input_count + i];
        if (op_result(op, i)->type != expected) {
            return op_fault(op, context,
                            "result type mismatch at index %u: expected '%s', found '%s'", i,
                            say_type(context, expected), say_type(context, op_result(op, i)->type));
        }
    }
    return true;
}

const struct op_def op_func_call = {
    .name = "func.call",
    .summary = "calls a function",
    .traits = OP_CALL,
    .operands = OPERANDS({"operands", VALUE_ANY, OP_MANY}),
    .results = RESULTS({"results", VALUE_ANY, OP_MANY}),
    .regions = {0, 0},
    .attrs = ATTRS({.name = "callee", .kind = OP_ATTR_SYMBOL, .required = true},
                   {.name = "arg_attrs", .kind = OP_ATTR_ARRAY},
                   {.name = "res_attrs", .kind = OP_ATTR_ARRAY},
                   {.name = "no_inline", .kind = OP_ATTR_UNIT}),
    .form = "$callee ( $operands ) @attrs : @function_type",
    .parse = parse_by_form,
    .print = print_by_form,
    .verify = verify_nothing,
    .verify_symbols = verify_callee,
    .infer = infer_nothing,
    .rule = rule_none,
    .needs = needs_nothing,
    .emit = emit_expanded,
    .canonicalize = canonicalize_nothing,
    COMMON_HOOKS,
};
