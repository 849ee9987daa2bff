/* func.return */
#include "ops/hooks.h"
#include "ops/verify/fault.h"

static bool verify_return(const struct op *op, struct context *context) {
    const struct op *function = op_parent(op);
    if (!function || !op_has(function, OP_FUNCTION)) {
        return op_fault(op, context, "expects parent op 'func.func'");
    }
    const char *name = op_property(function, "sym_name")->text;
    const struct type *type = op_property(function, "function_type")->type;
    uint32_t count = type->count - type->input_count;
    if (op->operand_count != count) {
        return op_fault(op, context, "has %u operands, but enclosing function (@%s) returns %u",
                        op->operand_count, name, count);
    }
    for (uint32_t i = 0; i < count; i++) {
        const struct type *expected = type->items[type->input_count + i];
        if (op_operand(op, i)->type != expected) {
            return fault(op, context,
                         "type of return operand %u ('%s') doesn't match function result type "
                         "('%s') in function @%s",
                         i, say_type(context, op_operand(op, i)->type), say_type(context, expected),
                         name);
        }
    }
    return true;
}

const struct op_def op_func_return = {
    .name = "func.return",
    .summary = "ends a function",
    .traits = OP_PURE | OP_TERMINATOR,
    .operands = OPERANDS({"operands", VALUE_ANY, OP_MANY}),
    .results = no_values,
    .regions = {0, 0},
    .attrs = no_attrs,
    .form = "@attrs (? $operands : @type:operands ?)",
    .parse = parse_by_form,
    .print = print_by_form,
    .verify = verify_return,
    .infer = infer_nothing,
    .rule = rule_none,
    .needs = needs_nothing,
    .emit = emit_structure,
    .canonicalize = canonicalize_nothing,
    COMMON_HOOKS,
};
