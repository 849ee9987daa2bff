/* Dense, sparse and array literals. The type of dense<...> stands after its elements: they are
 * skipped first and read when the type is known, straight into their storage. */
#include "frontend/parser.h"

#include <stdlib.h>
#include <string.h>

struct elements {
    struct asm_parser *parser;
    const struct type *type;    /* of the whole */
    const struct type *element; /* of one */
    size_t element_bytes;
    struct buffer data;
    VECTOR(const struct attr *) strings;
    int64_t count;
    uint32_t rank; /* of the literal so far: lists closed */
    int64_t shape[MAX_RANK];
    bool rank_known;
    const char *literal; /* behind the `<` of dense<>, else NULL */
    bool skips;          /* reads brackets and commas, and passes over values */
};

static bool judge_structure(const struct elements *elements);
static bool wrong_pairs(const struct elements *elements);

/* --- one element ------------------------------------------------------------------------------ */

static void add_bytes(struct elements *elements, const void *bytes, size_t size) {
    buffer_add_bytes(&elements->data, bytes, size);
}

static void store_integer(const struct type *type, const struct attr *value, unsigned char *out) {
    size_t size = type_bytes(type);
    if (value->words) {
        memcpy(out, value->words, size);
        return;
    }
    uint64_t fill = value->integer < 0 ? UINT64_MAX : 0;
    for (size_t at = 0; at < size; at += 8) {
        uint64_t word = at == 0 ? (uint64_t)value->integer : fill;
        memcpy(out + at, &word, size - at < 8 ? size - at : 8);
    }
    /* Bits beyond the width are zero: i4 -1 is 0x0F. */
    uint32_t used = type_bits(type) % 8;
    if (used) {
        out[size - 1] &= (unsigned char)((1u << used) - 1);
    }
}

/* Small decimal numbers, which nearly all are, without an attribute for each. */
static bool quick_integer(struct elements *elements, const struct type *type, bool negative) {
    struct token token = elements->parser->token;
    size_t length = token_length(token);
    if (type->kind != TYPE_INTEGER || type->width > 64 || length > 9) {
        return false;
    }
    int64_t value = 0;
    for (const char *c = token.begin; c < token.end; c++) {
        if (*c < '0' || *c > '9') {
            return false;
        }
        value = value * 10 + (*c - '0');
    }
    uint32_t magnitude_bits = type->width - (type->width > 0);
    if (type->width < 31 && value >= INT64_C(1) << magnitude_bits) {
        return false;
    }
    if (negative && type->signedness == UNSIGNED && value) {
        return false;
    }
    int64_t stored = negative ? -value : value;
    uint64_t mask = type->width == 64 ? UINT64_MAX : (UINT64_C(1) << type->width) - 1;
    uint64_t bits = (uint64_t)stored & mask;
    add_bytes(elements, &bits, type_bytes(type));
    advance(elements->parser);
    return true;
}

static bool parse_scalar(struct elements *elements, const struct type *type) {
    struct asm_parser *parser = elements->parser;
    unsigned char bytes[(1u << 12) + 8];
    if (parser->token.kind == TOKEN_WORD) {
        bool value = token_text_is(parser, "true");
        if (!value && !token_text_is(parser, "false")) {
            return expected(parser, "element literal of primitive type");
        }
        if (!type_is_integer(type, 1) && !judge_structure(elements)) {
            return false;
        }
        if (type->kind == TYPE_FLOAT) {
            return expected(parser, "floating point literal");
        }
        if (!type_is_integer(type, 1)) {
            return asm_error(parser, "expected i1 type for 'true' or 'false' values");
        }
        bytes[0] = value;
        add_bytes(elements, bytes, 1);
        advance(parser);
        return true;
    }
    bool negative = optional_token(parser, "-");
    if (parser->token.kind == TOKEN_INTEGER && quick_integer(elements, type, negative)) {
        return true;
    }
    if (parser->token.kind == TOKEN_FLOAT && type->kind == TYPE_FLOAT) {
        double value = strtod(parser->token.begin, NULL);
        float_store(type->float_kind, negative ? -value : value, bytes);
        add_bytes(elements, bytes, type_bytes(type));
        advance(parser);
        return true;
    }
    if (parser->token.kind == TOKEN_INTEGER && type->kind == TYPE_FLOAT) {
        bool is_hex = token_length(parser->token) > 1 && parser->token.begin[1] == 'x';
        return (is_hex || judge_structure(elements)) &&
               parse_hex_float_bits(parser, type, negative, bytes) &&
               (add_bytes(elements, bytes, type_bytes(type)), true);
    }
    if (parser->token.kind == TOKEN_FLOAT) {
        return judge_structure(elements) &&
               asm_error(parser, "expected integer elements, but parsed floating-point");
    }
    if (parser->token.kind != TOKEN_INTEGER) {
        return expected(parser, negative ? "integer or floating point literal"
                                         : "element literal of primitive type");
    }
    if (type_bytes(type) > sizeof bytes - 8) {
        return asm_error(parser, "elements of more than %zu bytes", sizeof bytes - 8);
    }
    const struct attr *value;
    if (!parse_integer_of(parser, type, negative, &value)) {
        return false;
    }
    store_integer(type, value, bytes);
    add_bytes(elements, bytes, type_bytes(type));
    return true;
}

/* A number, a word or a string, whatever the type. */
static bool skip_scalar(struct asm_parser *parser) {
    bool negative = optional_token(parser, "-");
    enum token_kind kind = parser->token.kind;
    bool is_number = kind == TOKEN_INTEGER || kind == TOKEN_FLOAT;
    bool is_word = token_text_is(parser, "true") || token_text_is(parser, "false");
    if (!is_number && (negative || (!is_word && kind != TOKEN_STRING))) {
        return expected(parser, negative ? "integer or floating point literal"
                                         : "element literal of primitive type");
    }
    advance(parser);
    return true;
}

/* Counts the numbers of a pair as two. */
static bool skip_element(struct elements *elements) {
    struct asm_parser *parser = elements->parser;
    if (!optional_token(parser, "(")) {
        return skip_scalar(parser);
    }
    elements->count++;
    return skip_scalar(parser) && parse_token(parser, ",") && skip_scalar(parser) &&
           parse_token(parser, ")");
}

/* 1.0, or (1.0,2.0) of a complex type, or a string of any other type. */
static bool parse_element(struct elements *elements) {
    struct asm_parser *parser = elements->parser;
    const struct type *type = elements->element;
    elements->count++;
    if (elements->skips) {
        return skip_element(elements);
    }
    if (type->kind == TYPE_COMPLEX) {
        return (peek_token(parser, "(") || wrong_pairs(elements)) && parse_token(parser, "(") &&
               parse_scalar(elements, type->element) && parse_token(parser, ",") &&
               parse_scalar(elements, type->element) && parse_token(parser, ")");
    }
    if (type->kind == TYPE_INTEGER || type->kind == TYPE_FLOAT || type->kind == TYPE_INDEX) {
        return parse_scalar(elements, type);
    }
    const char *text;
    size_t length;
    if (!optional_string(parser, &text, &length)) {
        return asm_error(parser, "expected string token, got %.*s",
                         (int)token_length(parser->token), parser->token.begin);
    }
    *vector_push(&elements->strings) = attr_string(parser->context, text, length);
    return true;
}

/* --- nested lists ----------------------------------------------------------------------------- */

static bool wrong_list(struct elements *elements, struct location location) {
    return asm_error_at(elements->parser, location,
                        "tensor literal is invalid; ranks are not consistent between elements");
}

/* One list at `depth`; all lists of one depth must be equally long and hold the same kind. */
static bool parse_elements_list(struct elements *elements, uint32_t depth) {
    struct asm_parser *parser = elements->parser;
    if (depth == MAX_RANK) {
        return asm_error(parser, "a literal of more than %d dimensions", MAX_RANK);
    }
    advance(parser);
    int64_t count = 0;
    if (!peek_token(parser, "]")) {
        do {
            bool list = peek_token(parser, "[");
            if (elements->rank_known && list != (depth + 1 < elements->rank)) {
                return wrong_list(elements, asm_location(parser));
            }
            if (!list && !elements->rank_known) {
                elements->rank_known = true;
                elements->rank = depth + 1;
            }
            if (!(list ? parse_elements_list(elements, depth + 1) : parse_element(elements))) {
                return false;
            }
            count++;
        } while (optional_token(parser, ","));
    } else if (!elements->rank_known) {
        elements->rank_known = true;
        elements->rank = depth + 1;
    }
    if (!parse_token(parser, "]")) {
        return false;
    }
    if (elements->shape[depth] >= 0 && elements->shape[depth] != count) {
        return wrong_list(elements, asm_location(parser));
    }
    elements->shape[depth] = count;
    return true;
}

static bool check_shape(struct elements *elements, struct location location) {
    const struct type *type = elements->type;
    bool same = elements->rank == type->rank;
    for (uint32_t i = 0; same && i < type->rank; i++) {
        same = elements->shape[i] == type->dims[i];
    }
    if (same) {
        return true;
    }
    struct buffer inferred = {0}, wanted = {0};
    for (uint32_t i = 0; i < elements->rank; i++) {
        buffer_printf(&inferred, "%s%lld", i ? ", " : "", (long long)elements->shape[i]);
    }
    for (uint32_t i = 0; i < type->rank; i++) {
        buffer_printf(&wanted, "%s%lld", i ? ", " : "", (long long)type->dims[i]);
    }
    asm_error_at(elements->parser, location,
                 "inferred shape of elements literal ([%s]) does not match type ([%s])",
                 inferred.text ? inferred.text : "", wanted.text ? wanted.text : "");
    buffer_free(&inferred);
    buffer_free(&wanted);
    return false;
}

static void forget_shape(struct elements *elements) {
    for (uint32_t i = 0; i < MAX_RANK; i++) {
        elements->shape[i] = -1;
    }
}

/* Reads the literal of a dense<> again, without its values, and counts these. */
static bool reread(const struct elements *elements, int64_t *count) {
    struct asm_parser *parser = elements->parser;
    struct elements again = {.parser = parser, .type = elements->type, .skips = true};
    const char *value = parser->token.begin;
    forget_shape(&again);
    reset_to(parser, elements->literal);
    struct location location = asm_location(parser);
    bool is_list = peek_token(parser, "[");
    bool good = (is_list ? parse_elements_list(&again, 0) : parse_element(&again)) &&
                parse_token(parser, ">") && (!is_list || check_shape(&again, location));
    if (good) {
        reset_to(parser, value);
    }
    *count = again.count;
    return good;
}

/* A value is wrong, at the token: brackets, commas and the shape, which MLIR judges first, are
 * reported instead where they are wrong too. Only a dense<> has a literal to read again. */
static bool judge_structure(const struct elements *elements) {
    int64_t count;
    return !elements->literal || reread(elements, &count);
}

/* There is a single number where a complex one is due. */
static bool wrong_pairs(const struct elements *elements) {
    struct asm_parser *parser = elements->parser;
    int64_t count;
    if (!elements->literal) {
        return true;
    }
    if (!reread(elements, &count)) {
        return false;
    }
    reset_to(parser, elements->literal);
    bool is_list = peek_token(parser, "[");
    int64_t wanted = is_list ? 2 * type_count(elements->type) : 2;
    return asm_error(
        parser, "parsed %lld elements, but type ('%s') expected %lld elements", (long long)count,
        type_text(parser, is_list ? elements->type : elements->element), (long long)wanted);
}

/* --- hexadecimal ------------------------------------------------------------------------------ */

int hex_value(char c) {
    if (c >= '0' && c <= '9') {
        return c - '0';
    }
    c |= 32;
    return c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

static bool decode_hex(struct elements *elements, const char *text, size_t length) {
    if (length < 2 || text[0] != '0' || text[1] != 'x' || length % 2) {
        return false;
    }
    for (size_t i = 2; i < length; i += 2) {
        int high = hex_value(text[i]), low = hex_value(text[i + 1]);
        if (high < 0 || low < 0) {
            return false;
        }
        buffer_add_char(&elements->data, (char)(high << 4 | low));
    }
    return true;
}

/* Eight booleans a byte, as older writers have them, become one a byte. */
static void unpack_bits(struct elements *elements, int64_t count) {
    struct buffer packed = elements->data;
    elements->data = (struct buffer){0};
    for (int64_t i = 0; i < count; i++) {
        bool bit = ((unsigned char)packed.text[i / 8] >> (i % 8)) & 1;
        buffer_add_char(&elements->data, bit);
    }
    buffer_free(&packed);
}

static void normalize_bools(struct elements *elements) {
    for (size_t i = 0; i < elements->data.length; i++) {
        elements->data.text[i] = elements->data.text[i] != 0;
    }
}

/* dense<"0x..."> : all elements, or one for all. */
static bool parse_hex_elements(struct elements *elements, int64_t count) {
    struct asm_parser *parser = elements->parser;
    struct token token = parser->token;
    if (!decode_hex(elements, token.begin + 1, token_length(token) - 2)) {
        return asm_error(parser, "expected string containing hex digits starting with `0x`");
    }
    size_t size = elements->data.length;
    bool bools = type_is_integer(elements->element, 1);
    if (bools && count > 1 && size != (size_t)count && size == ((size_t)count + 7) / 8) {
        unpack_bits(elements, count);
        size = elements->data.length;
    } else if (bools) {
        normalize_bools(elements);
    }
    if (size != (size_t)count * elements->element_bytes && size != elements->element_bytes) {
        return asm_error(parser, "elements hex data size is invalid for provided type: '%s'",
                         type_text(parser, elements->type));
    }
    elements->count = (int64_t)(size / (elements->element_bytes ? elements->element_bytes : 1));
    advance(parser);
    return true;
}

/* --- literals --------------------------------------------------------------------------------- */

/* The elements where the parser stands, of the type. */
static bool parse_literal(struct elements *elements) {
    struct asm_parser *parser = elements->parser;
    struct location location = asm_location(parser);
    const struct type *type = elements->type;
    int64_t count = type_count(type);
    forget_shape(elements);
    if (peek_token(parser, ">")) {
        return count == 0 ||
               asm_error_at(parser, location,
                            "parsed zero elements, but type ('%s') expected at least 1",
                            type_text(parser, type));
    }
    if (parser->token.kind == TOKEN_STRING && !type_holds_strings(elements->element)) {
        return parse_hex_elements(elements, count);
    }
    if (peek_token(parser, "[")) {
        return parse_elements_list(elements, 0) && check_shape(elements, location);
    }
    return parse_element(elements);
}

static const struct attr *build_dense(struct elements *elements) {
    struct context *context = elements->parser->context;
    if (type_holds_strings(elements->element)) {
        return attr_dense_strings(context, elements->type, (uint32_t)elements->strings.count,
                                  elements->strings.items);
    }
    bool splat = elements->count == 1;
    if (type_count(elements->type) == 0 && !splat) {
        return attr_dense(context, elements->type, "", 0, false);
    }
    return attr_dense(context, elements->type, elements->data.text, elements->data.length, splat);
}

static void release(struct elements *elements) {
    buffer_free(&elements->data);
    vector_free(&elements->strings);
}

static bool check_type(struct asm_parser *parser, struct location location,
                       const struct type *type) {
    switch (type->kind) {
    case TYPE_VECTOR:
        return true;
    case TYPE_TENSOR:
    case TYPE_UNRANKED:
        return type_is_static(type) ||
               asm_error_at(parser, location, "elements literal type must have static shape");
    default:
        return asm_error_at(parser, location, "elements literal must be a shaped type");
    }
}

/* The type after a literal whose `<` is the token; leaves the parser behind the type. */
static bool type_after(struct asm_parser *parser, const struct type **type,
                       struct location *location) {
    if (!skip_balanced(parser)) {
        return false;
    }
    *location = asm_location(parser);
    if (!*type && (!parse_token(parser, ":") ||
                   (*location = asm_location(parser), !parse_type(parser, type)))) {
        return false;
    }
    return check_type(parser, *location, *type);
}

/* Of `dense<...> : tensor<...>`, where it is short; else 0. */
static size_t spelling_length(const struct asm_parser *parser) {
    static const char between[] = " : tensor";
    const size_t between_length = sizeof between - 1;
    const char *end = parser->lexer.end;
    const char *cursor = parser->token.end;
    size_t body = plain_body_length(cursor, end);
    cursor += body;
    if (!body || (size_t)(end - cursor) < between_length ||
        memcmp(cursor, between, between_length) != 0) {
        return 0;
    }
    cursor += between_length;
    body = plain_body_length(cursor, end);
    return body ? (size_t)(cursor + body - parser->token.begin) : 0;
}

static bool parse_literal_and_type(struct asm_parser *parser, const struct type *type,
                                   const struct attr **attr) {
    advance(parser);
    if (!peek_token(parser, "<")) {
        return wrong_token(parser, "'<' after 'dense'");
    }
    const char *literal = parser->token.end;
    struct location location;
    if (!type_after(parser, &type, &location)) {
        return false;
    }
    const char *after = parser->token.begin;
    const char *before = parser->previous_end;
    struct elements elements = {.parser = parser,
                                .type = type,
                                .element = type->element,
                                .element_bytes = type_bytes(type->element),
                                .literal = literal};
    reset_to(parser, literal);
    bool parsed = parse_literal(&elements) && parse_token(parser, ">");
    if (parsed) {
        *attr = build_dense(&elements);
        reset_to(parser, after);
        parser->previous_end = before;
    }
    release(&elements);
    return parsed;
}

bool parse_dense(struct asm_parser *parser, const struct type *type, const struct attr **attr) {
    const char *begin = parser->token.begin;
    size_t length = type ? 0 : spelling_length(parser);
    *attr = spelling_find(parser, begin, length);
    if (*attr) {
        reset_to(parser, begin + length);
        return true;
    }
    if (!parse_literal_and_type(parser, type, attr)) {
        return false;
    }
    spelling_keep(parser, begin, length, *attr);
    return true;
}

/* --- sparse ----------------------------------------------------------------------------------- */

/* A literal of any shape that its brackets tell. */
static const struct attr *parse_free_literal(struct asm_parser *parser,
                                             const struct type *element) {
    struct elements elements = {
        .parser = parser, .element = element, .element_bytes = type_bytes(element)};
    forget_shape(&elements);
    bool parsed =
        peek_token(parser, "[") ? parse_elements_list(&elements, 0) : parse_element(&elements);
    const struct attr *attr = NULL;
    if (parsed) {
        elements.type = type_tensor(parser->context, element, elements.rank, elements.shape, NULL);
        attr = attr_dense(parser->context, elements.type, elements.data.text, elements.data.length,
                          elements.rank == 0);
    }
    release(&elements);
    return attr;
}

/* Index `at` of the literal lies in the shape; a single number is one for all dimensions. */
static bool check_sparse_index(struct asm_parser *parser, struct location location,
                               const struct type *type, const struct attr *indices, int64_t at) {
    struct buffer index = {0};
    bool inside = true, single = indices->type->rank == 0;
    for (uint32_t i = 0; i < type->rank; i++) {
        int64_t place = attr_dense_integer(indices, single ? 0 : at * type->rank + i);
        inside = inside && place >= 0 && place < type->dims[i];
        buffer_printf(&index, "%s%llu", i ? ", " : "", (unsigned long long)place);
    }
    if (!inside) {
        asm_error_at(parser, location,
                     "sparse index #%lld is not contained within the value shape, with "
                     "index=[%s], and type='%s'",
                     (long long)at, index.text, type_text(parser, type));
    }
    buffer_free(&index);
    return inside;
}

static void add_shape(struct buffer *text, const struct type *type) {
    for (uint32_t i = 0; i < type->rank; i++) {
        buffer_printf(text, "%s%lld", i ? ", " : "", (long long)type->dims[i]);
    }
}

static bool check_sparse_shapes(struct asm_parser *parser, struct location location,
                                const struct type *type, const struct type *indices,
                                const struct type *values) {
    if (attr_sparse_shapes_fit(type, indices, values)) {
        return true;
    }
    struct buffer text = {0};
    buffer_add(&text, "expected shape ([");
    add_shape(&text, type);
    buffer_add(&text, "]); inferred shape of indices literal ([");
    add_shape(&text, indices);
    buffer_add(&text, "]); inferred shape of values literal ([");
    add_shape(&text, values);
    asm_error_at(parser, location, "%s])", text.text);
    buffer_free(&text);
    return false;
}

static bool check_sparse(struct asm_parser *parser, struct location location,
                         const struct type *type, const struct attr *indices,
                         const struct attr *values) {
    if (!check_sparse_shapes(parser, location, type, indices->type, values->type)) {
        return false;
    }
    int64_t count = indices->type->rank ? indices->type->dims[0] : 1;
    for (int64_t i = 0; i < count; i++) {
        if (!check_sparse_index(parser, location, type, indices, i)) {
            return false;
        }
    }
    return true;
}

bool parse_sparse(struct asm_parser *parser, const struct type *type, const struct attr **attr) {
    struct location start = asm_location(parser);
    advance(parser);
    if (!peek_token(parser, "<")) {
        return wrong_token(parser, "'<' after 'sparse'");
    }
    const char *literal = parser->token.end;
    struct location location;
    if (!type_after(parser, &type, &location)) {
        return false;
    }
    const char *after = parser->token.begin;
    const struct type *element = type->element;
    if (type_holds_strings(element)) {
        return asm_error_at(parser, location, "sparse elements must be numbers");
    }
    reset_to(parser, literal);
    const struct attr *indices = NULL, *values = NULL;
    if (!peek_token(parser, ">")) {
        indices = parse_free_literal(parser, type_integer(parser->context, 64, SIGNLESS));
        if (!indices || !parse_token(parser, ",") ||
            !(values = parse_free_literal(parser, element))) {
            return false;
        }
    }
    if (!parse_token(parser, ">") ||
        (indices && !check_sparse(parser, start, type, indices, values))) {
        return false;
    }
    reset_to(parser, after);
    if (!indices) {
        const int64_t none[] = {0, type->rank};
        const struct type *i64 = type_integer(parser->context, 64, SIGNLESS);
        indices = attr_dense(parser->context, type_tensor(parser->context, i64, 2, none, NULL), "",
                             0, false);
        values = attr_dense(parser->context, type_tensor(parser->context, element, 1, none, NULL),
                            "", 0, false);
    }
    *attr = attr_sparse(parser->context, type, indices, values);
    return true;
}

/* --- array<i64: 1, 2> ------------------------------------------------------------------------- */

bool is_array_element(const struct type *type) {
    if (type->kind == TYPE_FLOAT) {
        return true;
    }
    return type->kind == TYPE_INTEGER && (type->width == 1 || type->width % 8 == 0) &&
           type->width <= 64;
}

/* An array's integers are plain: no truth values but of i1, which has no others. */
static bool parse_array_element(struct elements *elements) {
    struct asm_parser *parser = elements->parser;
    bool is_word = token_text_is(parser, "true") || token_text_is(parser, "false");
    if (type_is_integer(elements->element, 1)) {
        return is_word ? parse_element(elements)
                       : asm_error(parser, "expected 'true' or 'false' values for i1 type");
    }
    if (elements->element->kind == TYPE_INTEGER && parser->token.kind != TOKEN_INTEGER &&
        !is_word && !peek_token(parser, "-")) {
        return asm_error(parser, "expected integer literal");
    }
    return parse_element(elements);
}

bool parse_dense_array(struct asm_parser *parser, const struct attr **attr) {
    advance(parser);
    const struct type *element;
    struct location location;
    if (!parse_token(parser, "<")) {
        return false;
    }
    location = asm_location(parser);
    if (!parse_type(parser, &element)) {
        return asm_error(parser, "expected an integer or floating point type");
    }
    if (!is_array_element(element)) {
        return element->kind == TYPE_INTEGER
                   ? asm_error_at(parser, location, "element type bitwidth must be a multiple of 8")
                   : asm_error_at(parser, location, "expected integer or float type, got: '%s'",
                                  type_text(parser, element));
    }
    struct elements elements = {.parser = parser, .element = element};
    bool parsed = true;
    if (!peek_token(parser, ">")) {
        parsed = parse_token_for(parser, ":", " after dense array type");
        while (parsed && (parsed = parse_array_element(&elements)) && optional_token(parser, ",")) {
        }
    }
    parsed = parsed && parse_token_for(parser, ">", " to close an array attribute");
    if (parsed) {
        *attr = attr_dense_array(parser->context, element, (uint32_t)elements.count,
                                 elements.data.text);
    }
    release(&elements);
    return parsed;
}
