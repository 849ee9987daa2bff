/* Pieces of syntax of other dialects: types that are always the same and so are not written, and
 * flags in front of the attributes. */
#include "ops/attrs/attrs.h"
#include "ops/form/pieces.h"
#include "ops/op_def.h"
#include "ops/verify/fault.h"

/* --- types ------------------------------------------------------------------------------------ */

static void print_nothing(struct asm_printer *printer, const struct op *op) {
    (void)printer;
    (void)op;
}

/* Of all operands. */
static bool of_type(struct form_reader *reader, const struct type *type) {
    for (uint32_t i = 0; i < reader->group_count; i++) {
        for (uint32_t k = 0; k < reader->operands[i].ref_count; k++) {
            form_add_type(reader, &reader->operands[i], type);
        }
    }
    return true;
}

/* Of the one result. */
static bool gives_type(struct form_reader *reader, const struct type *type) {
    form_add_type(reader, &reader->results[0], type);
    return true;
}

#define FIXED(name, give, type)                                                                    \
    static bool name(struct form_reader *reader) {                                                 \
        struct context *context = asm_context(reader->parser);                                     \
        return give(reader, type);                                                                 \
    }
FIXED(of_i1, of_type, type_integer(context, 1, SIGNLESS))
FIXED(of_index, of_type, type_index(context))
FIXED(of_witness, of_type, type_dialect(context, "!shape.witness"))
FIXED(gives_i1, gives_type, type_integer(context, 1, SIGNLESS))
FIXED(gives_index, gives_type, type_index(context))
FIXED(gives_shape, gives_type, type_dialect(context, "!shape.shape"))
FIXED(gives_size, gives_type, type_dialect(context, "!shape.size"))

/* Of a function that is called: of all operands and results. */
static bool parse_callee_type(struct form_reader *reader) {
    struct location location = asm_location(reader->parser);
    const struct type *type;
    if (!parse_type(reader->parser, &type)) {
        return false;
    }
    if (type->kind != TYPE_FUNCTION) {
        return asm_error_at(reader->parser, location,
                            "invalid kind of type specified: expected builtin.function, but found "
                            "'%s'",
                            say_type(asm_context(reader->parser), type));
    }
    form_add_type(reader, &reader->operands[0], type);
    for (uint32_t i = 0; i < type->count; i++) {
        bool is_input = i < type->input_count;
        form_add_type(reader, is_input ? &reader->operands[1] : &reader->results[0],
                      type->items[i]);
    }
    return true;
}

static void print_callee_type(struct asm_printer *printer, const struct op *op) {
    asm_type(printer, op_operand(op, 0)->type);
}

/* --- flags ------------------------------------------------------------------------------------ */

/* `keyword<flags>`, or nothing. */
static bool parse_flags(struct form_reader *reader, const char *keyword, const char *property,
                        const struct attr_def *def) {
    if (!optional_keyword(reader->parser, keyword)) {
        return true;
    }
    const struct attr *flags = def->parse(reader->parser, def);
    if (flags) {
        form_set(reader->state, reader->parser, property, flags);
    }
    return flags != NULL;
}

static void print_flags(struct asm_printer *printer, const struct op *op, const char *keyword,
                        const char *property) {
    const struct attr *flags = op_property(op, property);
    if (flags && attr_case(flags, 0)) {
        asm_text(printer, " %s", keyword);
        flags->def->print(printer, flags);
    }
}

#define FLAG_PIECE(name, property)                                                                 \
    static bool parse_##name(struct form_reader *reader) {                                         \
        return parse_flags(reader, #name, property, &attr_arith_##name);                           \
    }                                                                                              \
    static void print_##name(struct asm_printer *printer, const struct op *op) {                   \
        print_flags(printer, op, #name, property);                                                 \
    }
FLAG_PIECE(fastmath, "fastmath")
FLAG_PIECE(overflow, "overflowFlags")

static bool parse_exact(struct form_reader *reader) {
    if (optional_keyword(reader->parser, "exact")) {
        form_set(reader->state, reader->parser, "isExact", attr_unit(asm_context(reader->parser)));
    }
    return true;
}

static void print_exact(struct asm_printer *printer, const struct op *op) {
    asm_text(printer, "%s", op_property(op, "isExact") ? " exact" : "");
}

#define FIXED_PIECE(id)                                                                            \
    { .name = #id, .parse = id, .print = print_nothing, .tight = true }
const struct form_piece form_fixed_pieces[] = {
    FIXED_PIECE(of_i1),
    FIXED_PIECE(of_index),
    FIXED_PIECE(of_witness),
    FIXED_PIECE(gives_i1),
    FIXED_PIECE(gives_index),
    FIXED_PIECE(gives_shape),
    FIXED_PIECE(gives_size),
    {.name = "callee_type", .parse = parse_callee_type, .print = print_callee_type},
    {.name = "fastmath",
     .parse = parse_fastmath,
     .print = print_fastmath,
     .tight = true,
     .attrs = {"fastmath"}},
    {.name = "overflow",
     .parse = parse_overflow,
     .print = print_overflow,
     .tight = true,
     .attrs = {"overflowFlags"}},
    {.name = "exact",
     .parse = parse_exact,
     .print = print_exact,
     .tight = true,
     .attrs = {"isExact"}},
    {0},
};
