/* stablehlo.composite */
#include <ctype.h>

#include "ops/hooks.h"

static bool is_word_char(char c) {
    return isalnum((unsigned char)c) || c == '_';
}

/* namespace.name, where more dots may follow; only the namespace begins with a letter. */
static bool is_namespaced(const char *text) {
    size_t parts = 0;
    if (!isalpha((unsigned char)*text)) {
        return false;
    }
    while (is_word_char(*text)) {
        text++;
    }
    while (*text == '.') {
        size_t length = 0;
        for (text++; is_word_char(*text) || *text == '$'; text++) {
            length++;
        }
        if (length == 0) {
            return false;
        }
        parts++;
    }
    return parts > 0 && *text == '\0';
}

static bool verify_decomposition(const struct op *op, struct context *context) {
    const struct attr *symbol = op_attr(op, "decomposition");
    if (!is_namespaced(op_attr(op, "name")->text)) {
        return op_fault(op, context,
                        "name must be a valid namespaced op name, i.e. it must match the following "
                        "regular expression: ^[a-zA-Z][a-zA-Z0-9_]*([.][a-zA-Z0-9_$]+)+$ e.g. "
                        "\"my_namespace.my_op\"; found \"%s\"",
                        op_attr(op, "name")->text);
    }
    const struct op *function = symbol_lookup_from(op, symbol);
    if (!function || !op_has(function, OP_FUNCTION)) {
        return op_fault(op, context, "'%s' does not reference a valid function", symbol->text);
    }
    const struct type *type = op_attr(function, "function_type")->type;
    uint32_t results = type->count - type->input_count;
    if (op->operand_count != type->input_count) {
        return op_fault(op, context, "has %u operand(s), but decomposition has %u",
                        op->operand_count, type->input_count);
    }
    for (uint32_t i = 0; i < op->operand_count; i++) {
        if (operand_type(op, i) != type->items[i]) {
            return op_fault(
                op, context, "operand at index %u has type '%s', but decomposition has type '%s'",
                i, say_type(context, operand_type(op, i)), say_type(context, type->items[i]));
        }
    }
    if (op->result_count != results) {
        return op_fault(op, context, "has %u result(s), but decomposition has %u", op->result_count,
                        results);
    }
    for (uint32_t i = 0; i < results; i++) {
        const struct type *expected = type->items[type->input_count + i];
        if (op_result(op, i)->type != expected) {
            return op_fault(op, context,
                            "result at index %u has type '%s', but decomposition has type '%s'", i,
                            say_type(context, op_result(op, i)->type), say_type(context, expected));
        }
    }
    return true;
}

const struct op_def op_composite = {
    .name = "stablehlo.composite",
    .summary = "an operation by its decomposition",
    .traits = 0,
    .operands = OPERANDS({"inputs", VALUE_TENSOR_PER_AXIS | VALUE_TOKEN | VALUE_TUPLE, OP_MANY}),
    .results = RESULTS({"results", VALUE_TENSOR_PER_AXIS | VALUE_TOKEN | VALUE_TUPLE, OP_MANY}),
    .regions = {0, OP_VARIADIC},
    .attrs = ATTRS(
        {.name = "name", .kind = OP_ATTR_STRING, .required = true},
        {.name = "composite_attributes", .kind = OP_ATTR_DICT, .otherwise = OP_ATTR_DEFAULT_EMPTY},
        {.name = "decomposition", .kind = OP_ATTR_SYMBOL, .required = true},
        {.name = "version", .kind = OP_ATTR_I32, .otherwise = OP_ATTR_DEFAULT_ZERO}),
    .form = "$name @operands @optional_regions @attrs : @function_type",
    .parse = parse_by_form,
    .print = print_by_form,
    .verify = verify_nothing,
    .verify_symbols = verify_decomposition,
    .infer = infer_nothing,
    .rule = rule_none,
    .needs = needs_all_whole,
    .emit = emit_expanded,
    .canonicalize = canonicalize_nothing,
    COMMON_HOOKS,
};
