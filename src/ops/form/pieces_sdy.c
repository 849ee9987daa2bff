/* Pieces of syntax of the sdy dialect, and the lookup of all pieces. */
#include <string.h>

#include "ops/form/pieces.h"
#include "ops/op_def.h"
#include "sharding/sharding.h"

/* --- in_shardings=[<@mesh, [{"a"}]>] ---------------------------------------------------------- */

static bool parse_shardings(struct form_reader *reader, const char *name) {
    const struct attr *shardings = parse_sharding_list(reader->parser);
    if (!shardings) {
        return false;
    }
    form_set(reader->state, reader->parser, name, shardings);
    return true;
}

static bool parse_in_shardings(struct form_reader *reader) {
    return parse_shardings(reader, "in_shardings");
}

static bool parse_out_shardings(struct form_reader *reader) {
    return parse_shardings(reader, "out_shardings");
}

static void print_in_shardings(struct asm_printer *printer, const struct op *op) {
    print_sharding_list(printer, op_property(op, "in_shardings"));
}

static void print_out_shardings(struct asm_printer *printer, const struct op *op) {
    print_sharding_list(printer, op_property(op, "out_shardings"));
}

/* --- words that stand for 32-bit numbers ------------------------------------------------------ */

static const char *const directions[] = {"NONE", "FORWARD", "BACKWARD", "BOTH", NULL};
static const char *const reductions[] = {"sum", "max", "min", NULL};

static void set_i32(struct form_reader *reader, const char *name, int64_t value) {
    struct context *context = asm_context(reader->parser);
    const struct type *i32 = type_integer(context, 32, SIGNLESS);
    form_set(reader->state, reader->parser, name, attr_integer(context, i32, value));
}

/* A word of the list, bare or as a string. */
static bool parse_direction(struct form_reader *reader) {
    struct asm_parser *parser = reader->parser;
    struct location location = asm_location(parser);
    const char *text = "";
    size_t length = 0;
    bool quoted = optional_string(parser, &text, &length);
    for (int64_t i = 0; directions[i]; i++) {
        bool found =
            quoted ? strlen(directions[i]) == length && memcmp(directions[i], text, length) == 0
                   : optional_keyword(parser, directions[i]);
        if (found) {
            set_i32(reader, "allowed_direction", i);
            return true;
        }
    }
    return asm_error_at(parser, location,
                        "expected string or keyword containing one of the following enum values "
                        "for attribute 'allowed_direction' [NONE, FORWARD, BACKWARD, BOTH]");
}

static void print_direction(struct asm_printer *printer, const struct op *op) {
    int64_t value = op_int(op, "allowed_direction", 0);
    asm_text(printer, "%s", value >= 0 && value < 4 ? directions[value] : "?");
}

static bool parse_reduction(struct form_reader *reader) {
    set_i32(reader, "reduction_op", 0);
    for (int64_t i = 0; reductions[i]; i++) {
        if (optional_keyword(reader->parser, reductions[i])) {
            set_i32(reader, "reduction_op", i);
        }
    }
    return true;
}

static void print_reduction(struct asm_printer *printer, const struct op *op) {
    int64_t value = op_int(op, "reduction_op", 0);
    if (value > 0 && value < 3) {
        asm_text(printer, " %s", reductions[value]);
    }
}

/* --- a body with its arguments: `(%arg0: tensor<4xf32>) { ... }` ------------------------------ */

typedef VECTOR(struct block_argument_ref) argument_vector;

static bool parse_arguments(struct asm_parser *parser, argument_vector *arguments) {
    if (!parse_token_for(parser, "(", " in argument list")) {
        return false;
    }
    if (optional_token(parser, ")")) {
        return true;
    }
    do {
        struct block_argument_ref *argument = vector_push(arguments);
        *argument = (struct block_argument_ref){0};
        if (!parse_block_argument(parser, argument)) {
            return false;
        }
    } while (optional_token(parser, ","));
    return parse_token_for(parser, ")", " in argument list");
}

static bool parse_body(struct form_reader *reader) {
    argument_vector arguments = {0};
    reader->state->sees_outside = true;
    bool good =
        parse_arguments(reader->parser, &arguments) &&
        parse_region(reader->parser, reader->state, (uint32_t)arguments.count, arguments.items);
    vector_free(&arguments);
    return good;
}

static void print_body(struct asm_printer *printer, const struct op *op) {
    const struct block *block = op->regions[0].first;
    asm_text(printer, " (");
    for (uint32_t i = 0; block && i < block->argument_count; i++) {
        asm_text(printer, "%s", i ? ", " : "");
        asm_block_argument(printer, block->arguments[i], true);
        asm_argument_location(printer, block->arguments[i]);
    }
    asm_text(printer, ") ");
    asm_region(printer, &op->regions[0], false, true);
}

const struct form_piece form_sdy_pieces[] = {
    {.name = "in_shardings",
     .parse = parse_in_shardings,
     .print = print_in_shardings,
     .attrs = {"in_shardings"}},
    {.name = "out_shardings",
     .parse = parse_out_shardings,
     .print = print_out_shardings,
     .attrs = {"out_shardings"}},
    {.name = "direction",
     .parse = parse_direction,
     .print = print_direction,
     .attrs = {"allowed_direction"}},
    {.name = "reduction_op",
     .parse = parse_reduction,
     .print = print_reduction,
     .tight = true,
     .attrs = {"reduction_op"}},
    {.name = "body", .parse = parse_body, .print = print_body, .tight = true},
    {0},
};

const struct form_piece *form_piece_find(const char *name, size_t length) {
    static const struct form_piece *const tables[] = {form_type_pieces, form_attr_pieces,
                                                      form_sdy_pieces, form_fixed_pieces};
    for (size_t i = 0; i < sizeof tables / sizeof *tables; i++) {
        for (const struct form_piece *piece = tables[i]; piece->name; piece++) {
            if (strlen(piece->name) == length && memcmp(piece->name, name, length) == 0) {
                return piece;
            }
        }
    }
    return NULL;
}
