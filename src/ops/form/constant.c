/* The form of constants. */
#include "ops/form/constant.h"

#include <string.h>

#include "ops/form/form.h"
#include "ops/verify/compat.h"
#include "ops/verify/fault.h"
#include "ops/verify/value_type.h"

/* `() <{value = ...}> : () -> type`: written where attribute and result have different types. */
static bool parse_long_form(struct asm_parser *parser, struct op_state *state) {
    const struct type *type;
    if (!parse_token(parser, ")")) {
        return false;
    }
    if (optional_token(parser, "<") &&
        (!parse_attr_dict(parser, &state->properties) || !parse_token(parser, ">"))) {
        return false;
    }
    drop_unknown_properties(parser, state);
    if (!optional_attr_dict(parser, &state->attrs) || !parse_token(parser, ":") ||
        !parse_token(parser, "(") || !parse_token(parser, ")") || !parse_token(parser, "->") ||
        !parse_type(parser, &type)) {
        return false;
    }
    *vector_push(&state->result_types) = type;
    return true;
}

bool parse_constant(struct asm_parser *parser, struct op_state *state) {
    if (optional_token(parser, "(")) {
        return parse_long_form(parser, state);
    }
    if (!optional_attr_dict(parser, &state->attrs)) {
        return false;
    }
    struct location location = asm_location(parser);
    const struct attr *value;
    if (!parse_attr(parser, &value)) {
        return false;
    }
    bool any = state->def->results[0].type & VALUE_ANY; /* of arith */
    if (!value->type || !(any || type_is_tensor(value->type) || value->type->kind == TYPE_VECTOR)) {
        return asm_error_at(parser, location,
                            "invalid kind of attribute specified: a constant "
                            "needs one with a shape, such as dense<...>");
    }
    form_set(state, parser, "value", value);
    *vector_push(&state->result_types) = value->type;
    return true;
}

void print_constant(struct asm_printer *printer, const struct op *op) {
    static const char *const elided[] = {"value"};
    const struct attr *value = op_property(op, "value");
    if (value->type != op_result(op, 0)->type) {
        asm_text(printer, "() <{value = ");
        asm_attr(printer, value);
        asm_text(printer, "}>");
        form_print_attrs(printer, op, 1, elided, false);
        asm_text(printer, " : ");
        asm_function_type(printer, op);
        return;
    }
    form_print_attrs(printer, op, 1, elided, false);
    asm_text(printer, " ");
    asm_attr(printer, value);
}

bool verify_constant(const struct op *op, struct context *context) {
    if (!op_property(op, "value")->type) {
        return op_fault(op, context, "requires a 'value' that has a type");
    }
    return true;
}

bool infer_constant(const struct op *op, struct context *context, const struct type **types) {
    (void)context;
    types[0] = op_property(op, "value")->type;
    /* A quantized constant is written by its stored integers. */
    const struct quantized *quantized = type_as_quantized(type_element(op_result(op, 0)->type));
    return !quantized || type_element(types[0]) != quantized->storage ||
           !shapes_compatible(types[0], op_result(op, 0)->type);
}

const struct attr *dense_of_number(struct context *context, const struct attr *number,
                                   uint32_t rank, const int64_t *dims) {
    uint8_t data[32] = {0};
    if (number->kind == ATTR_FLOAT) {
        float_store(number->type->float_kind, number->real, data);
    } else if (number->kind == ATTR_INTEGER && type_bytes(number->type) <= sizeof number->integer) {
        memcpy(data, &number->integer, sizeof number->integer);
    } else {
        return NULL;
    }
    return attr_dense(context, type_tensor(context, number->type, rank, dims, NULL), data,
                      type_bytes(number->type), true);
}
