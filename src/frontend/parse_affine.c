/* affine_map<(d0)[s0] -> (d0 + s0)> and affine_set<(d0) : (d0 >= 0)>: read, simplified, and kept
 * as the text that MLIR prints. */
#include "frontend/affine.h"
#include "frontend/parser.h"

struct reader {
    struct asm_parser *parser;
    struct affine_names names;
    struct buffer text;
};

static const struct affine_expr *parse_sum(struct reader *reader);

/* --- expressions ------------------------------------------------------------------------------ */

static const struct affine_expr *parse_name(struct reader *reader) {
    struct asm_parser *parser = reader->parser;
    const char *name = intern_token(parser, parser->token.begin, parser->token.end);
    const struct affine_names *names = &reader->names;
    for (size_t i = 0; i < names->dims.count; i++) {
        if (names->dims.items[i] == name) {
            advance(parser);
            return affine_leaf(parser->scratch, AFFINE_DIM, (int64_t)i);
        }
    }
    for (size_t i = 0; i < names->symbols.count; i++) {
        if (names->symbols.items[i] == name) {
            advance(parser);
            return affine_leaf(parser->scratch, AFFINE_SYMBOL, (int64_t)i);
        }
    }
    asm_error(parser, "use of undeclared identifier '%s'", name);
    return NULL;
}

static const struct affine_expr *parse_operand_expression(struct reader *reader) {
    struct asm_parser *parser = reader->parser;
    int64_t value;
    if (optional_token(parser, "-")) {
        return affine_binary(parser->scratch, AFFINE_MUL, parse_operand_expression(reader),
                             affine_leaf(parser->scratch, AFFINE_CONSTANT, -1));
    }
    if (optional_token(parser, "(")) {
        if (!enter(parser)) {
            return NULL;
        }
        const struct affine_expr *inner = parse_sum(reader);
        leave(parser);
        return inner && parse_token(parser, ")") ? inner : NULL;
    }
    if (parser->token.kind == TOKEN_WORD) {
        return parse_name(reader);
    }
    if (parser->token.kind == TOKEN_INTEGER) {
        return parse_integer(parser, &value) ? affine_leaf(parser->scratch, AFFINE_CONSTANT, value)
                                             : NULL;
    }
    expected(parser, "affine expression");
    return NULL;
}

static bool optional_product(struct asm_parser *parser, enum affine_kind *kind) {
    *kind = AFFINE_MUL;
    if (optional_token(parser, "*")) {
        return true;
    }
    *kind = AFFINE_MOD;
    if (optional_keyword(parser, "mod")) {
        return true;
    }
    *kind = AFFINE_FLOORDIV;
    if (optional_keyword(parser, "floordiv")) {
        return true;
    }
    *kind = AFFINE_CEILDIV;
    return optional_keyword(parser, "ceildiv");
}

static const struct affine_expr *parse_product(struct reader *reader) {
    struct asm_parser *parser = reader->parser;
    const struct affine_expr *left = parse_operand_expression(reader);
    enum affine_kind kind;
    struct location location = asm_location(parser);
    while (left && optional_product(parser, &kind)) {
        const struct affine_expr *right = parse_operand_expression(reader);
        if (!right) {
            return NULL;
        }
        left = affine_binary(parser->scratch, kind, left, right);
        if (!left) {
            asm_error_at(parser, location,
                         "non-affine expression: at least one of the operands has to be either "
                         "a constant or symbolic");
        }
        location = asm_location(parser);
    }
    return left;
}

static const struct affine_expr *parse_sum(struct reader *reader) {
    struct asm_parser *parser = reader->parser;
    const struct affine_expr *left = parse_product(reader);
    while (left) {
        bool minus = optional_token(parser, "-");
        if (!minus && !optional_token(parser, "+")) {
            return left;
        }
        const struct affine_expr *right = parse_product(reader);
        if (right && minus) {
            right = affine_binary(parser->scratch, AFFINE_MUL, right,
                                  affine_leaf(parser->scratch, AFFINE_CONSTANT, -1));
        }
        left = affine_binary(parser->scratch, AFFINE_ADD, left, right);
    }
    return NULL;
}

const struct affine_expr *affine_parse(struct asm_parser *parser,
                                       const struct affine_names *names) {
    struct reader reader = {.parser = parser, .names = *names};
    return parse_sum(&reader);
}

/* --- maps and sets ---------------------------------------------------------------------------- */

static bool parse_dim_name(struct asm_parser *parser, void *data) {
    struct affine_names *names = data;
    const char *name;
    if (!parse_any_keyword(parser, &name)) {
        return false;
    }
    *vector_push(&names->dims) = name;
    return true;
}

static bool parse_symbol_name(struct asm_parser *parser, void *data) {
    struct affine_names *names = data;
    const char *name;
    if (!parse_any_keyword(parser, &name)) {
        return false;
    }
    *vector_push(&names->symbols) = name;
    return true;
}

static bool parse_result(struct asm_parser *parser, void *data) {
    (void)parser;
    struct reader *reader = data;
    const struct affine_expr *expression = parse_sum(reader);
    if (!expression) {
        return false;
    }
    buffer_add(&reader->text, reader->text.text[reader->text.length - 1] == '(' ? "" : ", ");
    affine_print(&reader->text, expression);
    return true;
}

static bool parse_relation(struct asm_parser *parser, const char **relation) {
    if (optional_token(parser, "=")) {
        *relation = " == 0";
        return parse_token(parser, "=");
    }
    bool less = optional_token(parser, "<");
    *relation = less ? "<=" : " >= 0";
    return (less || parse_token(parser, ">")) && parse_token(parser, "=");
}

/* a - b >= 0, a == b, a <= b: all to one side. */
static bool parse_constraint(struct asm_parser *parser, void *data) {
    struct reader *reader = data;
    const char *relation;
    const struct affine_expr *left = parse_sum(reader);
    if (!left || !parse_relation(parser, &relation)) {
        return false;
    }
    const struct affine_expr *right = parse_sum(reader);
    if (!right) {
        return false;
    }
    if (*relation == '<') {
        const struct affine_expr *swap = left;
        left = right;
        right = swap;
        relation = " >= 0";
    }
    struct arena *arena = parser->scratch;
    right = affine_binary(arena, AFFINE_MUL, right, affine_leaf(arena, AFFINE_CONSTANT, -1));
    buffer_add(&reader->text, reader->text.text[reader->text.length - 1] == '(' ? "" : ", ");
    affine_print(&reader->text, affine_binary(arena, AFFINE_ADD, left, right));
    buffer_add(&reader->text, relation);
    return true;
}

static void print_names(struct buffer *out, const char *open, const char *close, char letter,
                        size_t count) {
    buffer_add(out, open);
    for (size_t i = 0; i < count; i++) {
        buffer_printf(out, "%s%c%zu", i ? ", " : "", letter, i);
    }
    buffer_add(out, close);
}

static bool parse_body(struct reader *reader, bool is_set) {
    struct asm_parser *parser = reader->parser;
    struct affine_names *names = &reader->names;
    if (!parse_token(parser, "<") || !parse_list(parser, "(", ")", parse_dim_name, names) ||
        (peek_token(parser, "[") && !parse_list(parser, "[", "]", parse_symbol_name, names)) ||
        !parse_token(parser, is_set ? ":" : "->")) {
        return false;
    }
    buffer_add(&reader->text, is_set ? "affine_set<" : "affine_map<");
    print_names(&reader->text, "(", ")", 'd', names->dims.count);
    if (names->symbols.count) {
        print_names(&reader->text, "[", "]", 's', names->symbols.count);
    }
    buffer_add(&reader->text, is_set ? " : (" : " -> (");
    if (!parse_list(parser, "(", ")", is_set ? parse_constraint : parse_result, reader) ||
        !parse_token(parser, ">")) {
        return false;
    }
    buffer_add(&reader->text, ")>");
    return true;
}

bool parse_affine(struct asm_parser *parser, const struct attr **attr) {
    struct reader reader = {.parser = parser};
    bool is_set = token_text_is(parser, "affine_set");
    advance(parser);
    bool parsed = parse_body(&reader, is_set);
    if (parsed) {
        *attr = attr_text(parser->context, ATTR_AFFINE, reader.text.text, reader.text.length, NULL);
    }
    buffer_free(&reader.text);
    vector_free(&reader.names.dims);
    vector_free(&reader.names.symbols);
    return parsed;
}
