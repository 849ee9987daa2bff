/* Pieces of syntax that say types. */
#include <string.h>

#include "ops/form/pieces.h"
#include "ops/op_def.h"

static void give_all(struct form_reader *reader, const struct type *type) {
    for (uint32_t i = 0; i < reader->group_count; i++) {
        for (uint32_t k = 0; k < reader->operands[i].ref_count; k++) {
            form_add_type(reader, &reader->operands[i], type);
        }
    }
}

/* Types of the operands, and of the one result, where they differ. */
static bool assign_all(struct form_reader *reader, const struct type *function,
                       struct location location) {
    uint32_t count = 0;
    for (uint32_t i = 0; i < reader->group_count; i++) {
        count += reader->operands[i].ref_count;
    }
    if (count != function->input_count) {
        return asm_error_at(reader->parser, location, "%u operands present, but expected %u", count,
                            function->input_count);
    }
    if (function->count - function->input_count != 1) {
        return asm_error_at(reader->parser, location, "expected single output");
    }
    return form_assign_function(reader, function, location);
}

/* `type` where operands and result agree, else a function type. */
static bool parse_same_type(struct form_reader *reader) {
    struct location location = asm_location(reader->parser);
    const struct type *type;
    if (!parse_type(reader->parser, &type)) {
        return false;
    }
    if (type->kind == TYPE_FUNCTION) {
        return assign_all(reader, type, location);
    }
    give_all(reader, type);
    form_add_type(reader, &reader->results[0], type);
    return true;
}

static void print_same_type(struct asm_printer *printer, const struct op *op) {
    const struct type *result = op_result(op, 0)->type;
    for (uint32_t i = 0; i < op->operand_count; i++) {
        if (op_operand(op, i)->type != result) {
            asm_function_type(printer, op);
            return;
        }
    }
    asm_type(printer, result);
}

static const struct type *real_type(struct context *context, const struct type *type) {
    const struct type *element = type_element(type);
    return element->kind == TYPE_COMPLEX ? type_with_element(context, type, element->element)
                                         : type;
}

static bool parse_complex_type(struct form_reader *reader) {
    struct location location = asm_location(reader->parser);
    const struct type *type;
    if (!parse_type(reader->parser, &type)) {
        return false;
    }
    if (type->kind == TYPE_FUNCTION) {
        return assign_all(reader, type, location);
    }
    if (!type_is_tensor(type) || type_element(type)->kind != TYPE_COMPLEX) {
        return asm_error_at(reader->parser, location, "expected tensor with complex element type");
    }
    give_all(reader, real_type(asm_context(reader->parser), type));
    form_add_type(reader, &reader->results[0], type);
    return true;
}

static bool same_shape_and_element(const struct type *a, const struct type *b,
                                   const struct type *element) {
    return a->kind == TYPE_TENSOR && b->kind == TYPE_TENSOR && a->element == element &&
           a->rank == b->rank && a->encoding == b->encoding &&
           (a->rank == 0 || memcmp(a->dims, b->dims, a->rank * sizeof *a->dims) == 0);
}

static void print_complex_type(struct asm_printer *printer, const struct op *op) {
    const struct type *result = op_result(op, 0)->type;
    const struct type *element = type_element(result);
    if (element->kind == TYPE_COMPLEX &&
        same_shape_and_element(op_operand(op, 0)->type, result, element->element) &&
        op_operand(op, 1)->type == op_operand(op, 0)->type) {
        asm_type(printer, result);
    } else {
        asm_function_type(printer, op);
    }
}

/* `pred type, type` where both values have the result's type. */
static bool parse_select_type(struct form_reader *reader) {
    struct location location = asm_location(reader->parser);
    const struct type *first, *second, *more;
    uint32_t count = 1;
    if (!parse_type(reader->parser, &first)) {
        return false;
    }
    for (; optional_token(reader->parser, ","); count++) {
        if (!parse_type(reader->parser, count == 1 ? &second : &more)) {
            return false;
        }
    }
    if (count == 1 && first->kind == TYPE_FUNCTION) {
        return assign_all(reader, first, location);
    }
    if (count != 2) {
        return asm_error_at(reader->parser, location,
                            "expected functional type or list of two types");
    }
    form_add_type(reader, &reader->operands[0], first);
    form_add_type(reader, &reader->operands[1], second);
    form_add_type(reader, &reader->operands[2], second);
    form_add_type(reader, &reader->results[0], second);
    return true;
}

static void print_select_type(struct asm_printer *printer, const struct op *op) {
    const struct type *result = op_result(op, 0)->type;
    if (op_operand(op, 1)->type != result || op_operand(op, 2)->type != result) {
        asm_function_type(printer, op);
        return;
    }
    asm_type(printer, op_operand(op, 0)->type);
    asm_text(printer, ", ");
    asm_type(printer, result);
}

static bool parse_tuple_type(struct form_reader *reader) {
    struct location location = asm_location(reader->parser);
    const struct type *type;
    if (!parse_type(reader->parser, &type)) {
        return false;
    }
    if (type->kind != TYPE_TUPLE) {
        return asm_error_at(reader->parser, location, "expected tuple type");
    }
    for (uint32_t i = 0; i < type->count; i++) {
        form_add_type(reader, &reader->operands[0], type->items[i]);
    }
    form_add_type(reader, &reader->results[0], type);
    return true;
}

static void print_tuple_type(struct asm_printer *printer, const struct op *op) {
    asm_type(printer, op_result(op, 0)->type);
}

/* `()` for none, else `%a, %b : type, type`: results have the operands' types. */
static bool parse_barrier(struct form_reader *reader) {
    struct operand_ref ref;
    if (!optional_operand(reader->parser, &ref)) {
        return !optional_token(reader->parser, "(") || parse_token(reader->parser, ")");
    }
    form_add_ref(reader, 0, ref);
    while (optional_token(reader->parser, ",")) {
        if (!parse_operand(reader->parser, &ref)) {
            return false;
        }
        form_add_ref(reader, 0, ref);
    }
    if (!parse_token(reader->parser, ":")) {
        return false;
    }
    const struct type *type;
    struct location location = asm_location(reader->parser);
    do {
        if (!parse_type(reader->parser, &type)) {
            return asm_error_at(reader->parser, location, "expected type list");
        }
        form_add_type(reader, &reader->operands[0], type);
        form_add_type(reader, &reader->results[0], type);
    } while (optional_token(reader->parser, ","));
    return true;
}

static void print_barrier(struct asm_printer *printer, const struct op *op) {
    if (op->operand_count == 0) {
        asm_text(printer, "()");
        return;
    }
    asm_text(printer, " ");
    asm_operands(printer, op, 0, op->operand_count);
    asm_text(printer, " : ");
    for (uint32_t i = 0; i < op->operand_count; i++) {
        asm_text(printer, "%s", i ? ", " : "");
        asm_type(printer, op_operand(op, i)->type);
    }
}

static bool add_type_of_value(struct form_reader *reader, struct form_group *group) {
    const struct attr *value = attr_list_get(&reader->state->properties, "value");
    if (!value->type) {
        return asm_error_at(reader->parser, reader->state->location,
                            "invalid kind of attribute specified");
    }
    form_add_type(reader, group, value->type);
    return true;
}

/* The result has the type of the attribute `value`. */
static bool parse_result_of_value(struct form_reader *reader) {
    return add_type_of_value(reader, &reader->results[0]);
}

/* The operand has it. */
static bool parse_operand_of_value(struct form_reader *reader) {
    return add_type_of_value(reader, &reader->operands[0]);
}

/* The result is a witness, always. */
static bool parse_witness(struct form_reader *reader) {
    form_add_type(reader, &reader->results[0],
                  type_dialect(asm_context(reader->parser), "!shape.witness"));
    return true;
}

static void print_unwritten_type(struct asm_printer *printer, const struct op *op) {
    (void)printer;
    (void)op;
}

const struct form_piece form_type_pieces[] = {
    {.name = "same_type", .parse = parse_same_type, .print = print_same_type},
    {.name = "complex_type", .parse = parse_complex_type, .print = print_complex_type},
    {.name = "select_type", .parse = parse_select_type, .print = print_select_type},
    {.name = "tuple_type", .parse = parse_tuple_type, .print = print_tuple_type},
    {.name = "witness", .parse = parse_witness, .print = print_unwritten_type, .tight = true},
    {.name = "barrier", .parse = parse_barrier, .print = print_barrier, .tight = true},
    {.name = "result_of_value",
     .parse = parse_result_of_value,
     .print = print_unwritten_type,
     .tight = true},
    {.name = "operand_of_value",
     .parse = parse_operand_of_value,
     .print = print_unwritten_type,
     .tight = true},
    {0},
};
