/* #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : dense, d1 : compressed) }>: how a tensor is
 * laid out. Read, and kept as the text that MLIR prints: nothing here looks into it. */
#include "frontend/affine.h"
#include "frontend/parser.h"

#include <string.h>

struct encoding {
    struct affine_names names;
    uint32_t dims, levels;
    struct buffer map;
    int64_t position_width, coordinate_width;
    const struct attr *explicit_value, *implicit_value;
};

/* --- levels: d0 floordiv 2 : compressed(nonunique) -------------------------------------------- */

static bool is_one_of(const char *word, const char *const *words) {
    while (*words && strcmp(*words, word) != 0) {
        words++;
    }
    return *words != NULL;
}

static bool parse_property(struct asm_parser *parser, void *data) {
    static const char *const known[] = {"nonunique", "nonordered", "soa", NULL};
    bool *given = data;
    struct location location = asm_location(parser);
    const char *word;
    if (!parse_any_keyword(parser, &word)) {
        return false;
    }
    for (int i = 0; known[i]; i++) {
        if (strcmp(known[i], word) == 0) {
            given[i] = true;
            return true;
        }
    }
    return asm_error_at(parser, location, "unknown level property: %s", word);
}

static void print_properties(struct buffer *out, const bool *given) {
    static const char *const known[] = {"nonunique", "nonordered", "soa"};
    const char *separator = "(";
    for (int i = 0; i < 3; i++) {
        if (given[i]) {
            buffer_printf(out, "%s%s", separator, known[i]);
            separator = ", ";
        }
    }
    buffer_add(out, *separator == ',' ? ")" : "");
}

static bool parse_format(struct asm_parser *parser, struct buffer *out) {
    static const char *const formats[] = {
        "batch", "dense", "compressed", "loose_compressed", "singleton", "structured", NULL};
    struct location location = asm_location(parser);
    const char *format;
    if (!parse_any_keyword(parser, &format)) {
        return false;
    }
    if (!is_one_of(format, formats)) {
        return asm_error_at(parser, location, "unknown level format: %s", format);
    }
    buffer_add(out, format);
    if (strcmp(format, "structured") == 0) {
        uint32_t count;
        const int64_t *sizes;
        if (!parse_int_list(parser, "[", "]", false, &count, &sizes)) {
            return false;
        }
        if (count != 2) {
            return asm_error_at(parser, location, "expected exactly 2 structured sizes");
        }
        buffer_printf(out, "[%lld, %lld]", (long long)sizes[0], (long long)sizes[1]);
    }
    bool given[3] = {false};
    if (peek_token(parser, "(") && !parse_list(parser, "(", ")", parse_property, given)) {
        return false;
    }
    print_properties(out, given);
    return true;
}

/* A name before `=` is that of the level, and goes. */
static bool skip_level_name(struct asm_parser *parser) {
    const char *begin = parser->token.begin;
    const char *name;
    if (!optional_any_keyword(parser, &name) || !optional_token(parser, "=")) {
        reset_to(parser, begin);
    }
    return true;
}

static bool parse_level(struct asm_parser *parser, void *data) {
    struct encoding *encoding = data;
    skip_level_name(parser);
    const struct affine_expr *expression = affine_parse(parser, &encoding->names);
    if (!expression || !parse_token(parser, ":")) {
        return false;
    }
    buffer_add(&encoding->map, encoding->levels++ ? ", " : "");
    affine_print(&encoding->map, expression);
    buffer_add(&encoding->map, " : ");
    return parse_format(parser, &encoding->map);
}

/* --- the map ---------------------------------------------------------------------------------- */

static bool parse_name(struct asm_parser *parser, void *data) {
    const char *name;
    (void)data;
    return parse_any_keyword(parser, &name);
}

static bool parse_symbol_name(struct asm_parser *parser, void *data) {
    struct encoding *encoding = data;
    const char *name;
    if (!parse_any_keyword(parser, &name)) {
        return false;
    }
    *vector_push(&encoding->names.symbols) = name;
    return true;
}

/* d0, or d0 : #sparse_tensor<slice(...)> */
static bool parse_dim(struct asm_parser *parser, void *data) {
    struct encoding *encoding = data;
    const char *name;
    if (!parse_any_keyword(parser, &name)) {
        return false;
    }
    *vector_push(&encoding->names.dims) = name;
    buffer_printf(&encoding->map, "%sd%u", encoding->dims ? ", " : "", encoding->dims);
    encoding->dims++;
    if (!optional_token(parser, ":")) {
        return true;
    }
    const char *begin = parser->token.begin;
    advance(parser);
    if (!peek_token(parser, "<") || !skip_balanced(parser)) {
        return wrong_token(parser, "a slice");
    }
    buffer_add(&encoding->map, " : ");
    buffer_add_bytes(&encoding->map, begin, (size_t)(parser->previous_end - begin));
    return true;
}

static void print_symbols(struct encoding *encoding) {
    for (size_t i = 0; i < encoding->names.symbols.count; i++) {
        buffer_printf(&encoding->map, "%ss%zu", i ? ", " : "[", i);
    }
    buffer_add(&encoding->map, encoding->names.symbols.count ? "](" : "(");
}

static bool parse_map(struct asm_parser *parser, struct encoding *encoding) {
    if (peek_token(parser, "[") && !parse_list(parser, "[", "]", parse_symbol_name, encoding)) {
        return false;
    }
    if (peek_token(parser, "{") && !parse_list(parser, "{", "}", parse_name, NULL)) {
        return false;
    }
    print_symbols(encoding);
    if (!parse_list(parser, "(", ")", parse_dim, encoding) || !parse_token(parser, "->")) {
        return false;
    }
    buffer_add(&encoding->map, ") -> (");
    if (!parse_list(parser, "(", ")", parse_level, encoding)) {
        return false;
    }
    buffer_add(&encoding->map, ")");
    return true;
}

/* --- the attribute ---------------------------------------------------------------------------- */

static bool parse_member(struct asm_parser *parser, void *data) {
    struct encoding *encoding = data;
    struct location location = asm_location(parser);
    const char *key;
    if (!parse_any_keyword(parser, &key) || !parse_token(parser, "=")) {
        return false;
    }
    if (strcmp(key, "map") == 0) {
        return parse_map(parser, encoding);
    }
    if (strcmp(key, "posWidth") == 0) {
        return parse_integer(parser, &encoding->position_width);
    }
    if (strcmp(key, "crdWidth") == 0) {
        return parse_integer(parser, &encoding->coordinate_width);
    }
    if (strcmp(key, "explicitVal") == 0) {
        return parse_attr(parser, &encoding->explicit_value);
    }
    if (strcmp(key, "implicitVal") == 0) {
        return parse_attr(parser, &encoding->implicit_value);
    }
    return asm_error_at(parser, location, "unexpected key: %s", key);
}

static bool check_width(struct asm_parser *parser, struct location location, const char *what,
                        int64_t width) {
    return width == 0 || width == 8 || width == 16 || width == 32 || width == 64 ||
           asm_error_at(parser, location, "unexpected %s bitwidth: %lld", what, (long long)width);
}

static bool check(struct asm_parser *parser, struct location location,
                  const struct encoding *encoding) {
    if (encoding->map.length == 0) {
        return asm_error_at(parser, location, "expected a map from dimensions to levels");
    }
    return check_width(parser, location, "position", encoding->position_width) &&
           check_width(parser, location, "coordinate", encoding->coordinate_width);
}

static const struct attr *encoding_attr(struct asm_parser *parser,
                                        const struct encoding *encoding) {
    struct buffer text = {0};
    buffer_printf(&text, "#sparse_tensor.encoding<{ map = %s", encoding->map.text);
    if (encoding->position_width) {
        buffer_printf(&text, ", posWidth = %lld", (long long)encoding->position_width);
    }
    if (encoding->coordinate_width) {
        buffer_printf(&text, ", crdWidth = %lld", (long long)encoding->coordinate_width);
    }
    if (encoding->explicit_value) {
        buffer_add(&text, ", explicitVal = ");
        print_attr(&text, encoding->explicit_value);
    }
    if (encoding->implicit_value) {
        buffer_add(&text, ", implicitVal = ");
        print_attr(&text, encoding->implicit_value);
    }
    buffer_add(&text, " }>");
    const struct attr *attr = attr_text(parser->context, ATTR_OPAQUE, text.text, text.length, NULL);
    buffer_free(&text);
    return attr;
}

bool parse_encoding(struct asm_parser *parser, const struct attr **attr) {
    struct encoding encoding = {0};
    struct location location = asm_location(parser);
    advance(parser);
    bool parsed = parse_token(parser, "<") &&
                  parse_list(parser, "{", "}", parse_member, &encoding) &&
                  parse_token(parser, ">") && check(parser, location, &encoding);
    if (parsed) {
        *attr = encoding_attr(parser, &encoding);
    }
    vector_free(&encoding.names.dims);
    vector_free(&encoding.names.symbols);
    buffer_free(&encoding.map);
    return parsed;
}
