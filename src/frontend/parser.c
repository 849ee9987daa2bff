/* Tokens, words, numbers, strings and lists: the verbs that forms are written with. */
#include "frontend/parser.h"

#include <ctype.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

struct context *asm_context(struct asm_parser *parser) {
    return parser->context;
}

struct module *asm_module(struct asm_parser *parser) {
    return parser->module;
}

struct arena *asm_arena(struct asm_parser *parser) {
    return parser->module->arena;
}

struct arena *asm_scratch(struct asm_parser *parser) {
    return parser->frame_count ? parser->frames[parser->frame_count - 1]->scratch : parser->scratch;
}

struct location asm_location(struct asm_parser *parser) {
    return lexer_location(&parser->lexer, parser->token.begin);
}

const char *asm_custom_op(struct asm_parser *parser) {
    return parser->custom_op ? arena_printf(parser->scratch, "custom op '%s' ", parser->custom_op)
                             : "";
}

static bool report(struct asm_parser *parser, struct location location, const char *format,
                   va_list arguments) {
    struct buffer text = {0};
    buffer_add(&text, asm_custom_op(parser));
    buffer_vprintf(&text, format, arguments);
    diag_error(parser->context->diagnostics, location, "%s", text.text);
    buffer_free(&text);
    return false;
}

bool asm_error(struct asm_parser *parser, const char *format, ...) {
    if (parser->token.kind == TOKEN_ERROR) {
        return false; /* the lexer said so */
    }
    struct location location = asm_location(parser);
    if (parser->token.kind == TOKEN_END && parser->previous_end) {
        location = lexer_location(&parser->lexer, parser->previous_end);
    }
    va_list arguments;
    va_start(arguments, format);
    report(parser, location, format, arguments);
    va_end(arguments);
    return false;
}

bool asm_error_at(struct asm_parser *parser, struct location location, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    report(parser, location, format, arguments);
    va_end(arguments);
    return false;
}

bool asm_spoilt(struct asm_parser *parser, const char *attr, const char *part, const char *type) {
    return asm_error(parser, "failed to parse %s parameter '%s' which is to be a `%s`", attr, part,
                     type);
}

bool expected(struct asm_parser *parser, const char *what) {
    if (parser->token.kind == TOKEN_END) {
        return asm_error(parser, "expected %s, but the text ends here", what);
    }
    return asm_error(parser, "expected %s", what);
}

bool wrong_token(struct asm_parser *parser, const char *what) {
    if (parser->token.kind == TOKEN_ERROR) {
        return false;
    }
    struct location location = asm_location(parser);
    if (parser->previous_end) {
        location = lexer_location(&parser->lexer, parser->previous_end);
    }
    return diag_error(parser->context->diagnostics, location, "expected %s%s", what,
                      parser->token.kind == TOKEN_END ? ", but the text ends here" : "");
}

/* --- tokens ----------------------------------------------------------------------------------- */

void advance(struct asm_parser *parser) {
    parser->previous_end = parser->token.end;
    lexer_next(&parser->lexer, &parser->token);
}

void reset_to(struct asm_parser *parser, const char *at) {
    parser->lexer.cursor = at;
    parser->previous_end = at;
    lexer_next(&parser->lexer, &parser->token);
}

bool enter(struct asm_parser *parser) {
    if (parser->depth == MAX_DEPTH) {
        return asm_error(parser, "nested more than %d deep", MAX_DEPTH);
    }
    parser->depth++;
    parser->aliases.deepest =
        parser->depth > parser->aliases.deepest ? parser->depth : parser->aliases.deepest;
    return true;
}

void leave(struct asm_parser *parser) {
    parser->depth--;
}

const char *intern_token(struct asm_parser *parser, const char *begin, const char *end) {
    return intern_bytes(parser->context->strings, begin, (size_t)(end - begin));
}

const char *intern_dialect_symbol(struct asm_parser *parser, const char *begin, const char *end) {
    const char *dot = memchr(begin, '.', (size_t)(end - begin));
    const char *open = memchr(begin, '<', (size_t)(end - begin));
    if (!open || (dot && dot < open) || !isalpha((unsigned char)open[1])) {
        return intern_token(parser, begin, end);
    }
    const char *at = open + 1;
    while (isalnum((unsigned char)*at) || *at == '.' || *at == '_') {
        at++;
    }
    if (at != end - 1 && (*at != '<' || end[-2] != '>')) {
        return intern_token(parser, begin, end);
    }
    char *plain = arena_printf(parser->scratch, "%.*s", (int)(end - 1 - begin), begin);
    plain[open - begin] = '.';
    return intern(parser->context->strings, plain);
}

bool token_text_is(const struct asm_parser *parser, const char *spelling) {
    return token_is(parser->token, spelling);
}

static inline bool is_punctuation(const struct asm_parser *parser, const char *spelling) {
    return *parser->token.begin == *spelling && parser->token.kind == TOKEN_PUNCTUATION &&
           token_is(parser->token, spelling);
}

/* What begins a name or a string stands for the whole. */
bool peek_token(struct asm_parser *parser, const char *spelling) {
    if (spelling[1] == '\0' && strchr("%@#\"", spelling[0])) {
        return *parser->token.begin == spelling[0];
    }
    return is_punctuation(parser, spelling);
}

bool optional_token(struct asm_parser *parser, const char *spelling) {
    if (!is_punctuation(parser, spelling)) {
        return false;
    }
    advance(parser);
    return true;
}

bool parse_token_for(struct asm_parser *parser, const char *spelling, const char *purpose) {
    char what[80];
    if (optional_token(parser, spelling)) {
        return true;
    }
    snprintf(what, sizeof what, "'%s'%s", spelling, purpose);
    return wrong_token(parser, what);
}

bool parse_token(struct asm_parser *parser, const char *spelling) {
    return parse_token_for(parser, spelling, "");
}

bool optional_keyword(struct asm_parser *parser, const char *keyword) {
    if (parser->token.kind != TOKEN_WORD || !token_is(parser->token, keyword)) {
        return false;
    }
    advance(parser);
    return true;
}

bool parse_keyword(struct asm_parser *parser, const char *keyword) {
    if (optional_keyword(parser, keyword)) {
        return true;
    }
    if (parser->token.kind == TOKEN_WORD) {
        const char *found = intern_token(parser, parser->token.begin, parser->token.end);
        if (nearest_name(found, &keyword, 1)) {
            return asm_error(parser, "expected '%s'; did you mean '%s' instead of '%s'?", keyword,
                             keyword, found);
        }
    }
    char what[64];
    snprintf(what, sizeof what, "'%s'", keyword);
    return expected(parser, what);
}

bool optional_any_keyword(struct asm_parser *parser, const char **keyword) {
    if (parser->token.kind != TOKEN_WORD) {
        return false;
    }
    *keyword = intern_token(parser, parser->token.begin, parser->token.end);
    advance(parser);
    return true;
}

bool parse_any_keyword(struct asm_parser *parser, const char **keyword) {
    return optional_any_keyword(parser, keyword) || expected(parser, "valid keyword");
}

/* --- numbers ---------------------------------------------------------------------------------- */

/* Up to nine decimal digits, as nearly all numbers are. */
static bool small_integer(struct token token, int64_t *value) {
    if (token_length(token) > 9) {
        return false;
    }
    *value = 0;
    for (const char *c = token.begin; c < token.end; c++) {
        if (*c > '9') {
            return false; /* hexadecimal */
        }
        *value = *value * 10 + (*c - '0');
    }
    return true;
}

static bool digits_to_integer(struct asm_parser *parser, bool negative, int64_t *value) {
    char text[80];
    size_t length = token_length(parser->token);
    if (small_integer(parser->token, value)) {
        *value = negative ? -*value : *value;
        return true;
    }
    if (length >= sizeof text) {
        return asm_error(parser, "integer value too large");
    }
    memcpy(text, parser->token.begin, length);
    text[length] = '\0';
    bool hex = length > 2 && text[1] == 'x';
    errno = 0;
    unsigned long long magnitude = strtoull(hex ? text + 2 : text, NULL, hex ? 16 : 10);
    uint64_t limit = (uint64_t)INT64_MAX + negative;
    if (errno == ERANGE || magnitude > limit) {
        return asm_error(parser, "integer value too large");
    }
    *value = negative ? (int64_t)(0 - (uint64_t)magnitude) : (int64_t)magnitude;
    return true;
}

bool parse_integer(struct asm_parser *parser, int64_t *value) {
    bool negative = optional_token(parser, "-");
    if (parser->token.kind != TOKEN_INTEGER) {
        return expected(parser, "integer value");
    }
    if (!digits_to_integer(parser, negative, value)) {
        return false;
    }
    advance(parser);
    return true;
}

bool optional_integer(struct asm_parser *parser, int64_t *value) {
    if (parser->token.kind != TOKEN_INTEGER && !peek_token(parser, "-")) {
        return false;
    }
    return parse_integer(parser, value);
}

/* --- strings ---------------------------------------------------------------------------------- */

static int hex_digit(char character) {
    if (character >= '0' && character <= '9') {
        return character - '0';
    }
    return (character | 32) - 'a' + 10;
}

/* The contents between the quotes; the lexer checked the escapes. */
static bool unescape(struct asm_parser *parser, const char *begin, const char *end,
                     const char **text, size_t *length) {
    size_t size = (size_t)(end - begin);
    if (!memchr(begin, '\\', size)) {
        *text = intern_bytes(parser->context->strings, begin, size);
        *length = size;
        return true;
    }
    char *out = arena_alloc(parser->scratch, size + 1);
    size_t count = 0;
    for (const char *cursor = begin; cursor < end; cursor++) {
        if (*cursor != '\\') {
            out[count++] = *cursor;
            continue;
        }
        char next = *++cursor;
        if (next == '"' || next == '\\') {
            out[count++] = next;
        } else if (next == 'n') {
            out[count++] = '\n';
        } else if (next == 't') {
            out[count++] = '\t';
        } else {
            out[count++] = (char)(hex_digit(next) * 16 + hex_digit(cursor[1]));
            cursor++;
        }
    }
    *text = intern_bytes(parser->context->strings, out, count);
    *length = count;
    return true;
}

bool optional_string(struct asm_parser *parser, const char **text, size_t *length) {
    if (parser->token.kind != TOKEN_STRING) {
        return false;
    }
    unescape(parser, parser->token.begin + 1, parser->token.end - 1, text, length);
    advance(parser);
    return true;
}

bool parse_string(struct asm_parser *parser, const char **text, size_t *length) {
    return optional_string(parser, text, length) || expected(parser, "string");
}

bool parse_string_name(struct asm_parser *parser, const char **name) {
    struct location location = asm_location(parser);
    size_t length;
    return parse_string(parser, name, &length) &&
           (!memchr(*name, '\0', length) ||
            asm_error_at(parser, location, "a name cannot have NUL characters in it"));
}

bool optional_symbol(struct asm_parser *parser, const char **name) {
    if (parser->token.kind != TOKEN_AT) {
        return false;
    }
    const char *begin = parser->token.begin + 1;
    if (*begin == '"') {
        size_t length;
        unescape(parser, begin + 1, parser->token.end - 1, name, &length);
    } else {
        *name = intern_token(parser, begin, parser->token.end);
    }
    advance(parser);
    return true;
}

bool parse_symbol(struct asm_parser *parser, const char **name) {
    return optional_symbol(parser, name) ||
           expected(parser, "valid '@'-identifier for symbol name");
}

/* --- lists ------------------------------------------------------------------------------------ */

bool parse_list(struct asm_parser *parser, const char *open, const char *close,
                bool (*item)(struct asm_parser *parser, void *data), void *data) {
    if (!parse_token(parser, open)) {
        return false;
    }
    if (optional_token(parser, close)) {
        return true;
    }
    do {
        if (!item(parser, data)) {
            return false;
        }
    } while (optional_token(parser, ","));
    return parse_token(parser, close);
}

#define FEW 16
struct int_items {
    int64_t few[FEW]; /* the first of them */
    uint32_t few_count;
    VECTOR(int64_t) values; /* the rest */
    bool dynamic;
};

static bool parse_int_item(struct asm_parser *parser, void *data) {
    struct int_items *items = data;
    int64_t value = DIM_DYNAMIC;
    if (!(items->dynamic && optional_token(parser, "?")) && !parse_integer(parser, &value)) {
        return false;
    }
    if (items->few_count < FEW) {
        items->few[items->few_count++] = value;
    } else {
        *vector_push(&items->values) = value;
    }
    return true;
}

bool parse_int_list(struct asm_parser *parser, const char *open, const char *close, bool dynamic,
                    uint32_t *count, const int64_t **values) {
    struct int_items items;
    items.few_count = 0;
    items.dynamic = dynamic;
    memset(&items.values, 0, sizeof items.values);
    bool parsed = parse_list(parser, open, close, parse_int_item, &items);
    if (parsed) {
        *count = items.few_count + (uint32_t)items.values.count;
        int64_t *all = ARENA_ARRAY(asm_scratch(parser), int64_t, *count);
        memcpy(all, items.few, items.few_count * sizeof *all);
        if (items.values.count) {
            memcpy(all + FEW, items.values.items, items.values.count * sizeof *all);
        }
        *values = all;
    }
    vector_free(&items.values);
    return parsed;
}
