/* Types. */
#include "frontend/parser.h"
#include "ir/context.h"

#include <string.h>

static bool parse_type_inner(struct asm_parser *parser, const struct type **type);

/* --- integers and floats ---------------------------------------------------------------------- */

#define MAX_INTEGER_WIDTH ((1u << 24) - 1)

/* i32, si8, ui4 */
static bool integer_type(struct asm_parser *parser, const char *text, size_t length,
                         const struct type **type) {
    enum signedness sign = SIGNLESS;
    const char *digits = text + 1;
    if (length > 2 && text[1] == 'i' && (text[0] == 's' || text[0] == 'u')) {
        sign = text[0] == 's' ? SIGNED : UNSIGNED;
        digits++;
    } else if (text[0] != 'i') {
        return false;
    }
    if (digits == text + length) {
        return false;
    }
    uint32_t width = 0;
    for (const char *c = digits; c < text + length; c++) {
        if (*c < '0' || *c > '9') {
            return false;
        }
        width = width > MAX_INTEGER_WIDTH ? width : width * 10 + (uint32_t)(*c - '0');
    }
    if (width > MAX_INTEGER_WIDTH) {
        return asm_error(parser, "integer bitwidth is limited to %u bits", MAX_INTEGER_WIDTH);
    }
    *type = type_integer(parser->context, width, sign);
    return true;
}

static bool scalar_type(struct asm_parser *parser, const char *text, size_t length,
                        const struct type **type) {
    enum float_kind kind;
    if (integer_type(parser, text, length, type)) {
        return true;
    }
    if (float_kind_find(text, length, &kind)) {
        *type = type_float(parser->context, kind);
        return true;
    }
    if (length == 5 && memcmp(text, "index", 5) == 0) {
        *type = type_index(parser->context);
        return true;
    }
    if (length == 4 && memcmp(text, "none", 4) == 0) {
        *type = type_none(parser->context);
        return true;
    }
    return false;
}

/* --- shapes ----------------------------------------------------------------------------------- */

static bool is_digit(char character) {
    return character >= '0' && character <= '9';
}

static bool parse_dim_digits(struct asm_parser *parser, const char **cursor, int64_t *dim) {
    const char *begin = *cursor;
    int64_t value = 0;
    while (is_digit(**cursor)) {
        if (__builtin_mul_overflow(value, 10, &value) ||
            __builtin_add_overflow(value, **cursor - '0', &value)) {
            return asm_error_at(parser, lexer_location(&parser->lexer, begin),
                                "invalid dimension: integer value too large");
        }
        (*cursor)++;
    }
    *dim = value;
    return true;
}

/* Character by character: `x` sticks to what follows it. The text ends with a NUL, so that looking
 * one further is safe. */
bool parse_shape(struct asm_parser *parser, struct text_shape *shape) {
    shape->rank = 0;
    const char *cursor = parser->token.begin;
    while (is_digit(*cursor) || *cursor == '?') {
        int64_t dim = DIM_DYNAMIC;
        const char *begin = cursor;
        if (*cursor == '?') {
            cursor++;
        } else if (!parse_dim_digits(parser, &cursor, &dim)) {
            return false;
        }
        while (*cursor == ' ') {
            cursor++;
        }
        if (*cursor != 'x') {
            reset_to(parser, cursor);
            return asm_error(parser, "expected 'x' in dimension list");
        }
        if (shape->rank == MAX_RANK) {
            return asm_error_at(parser, lexer_location(&parser->lexer, begin),
                                "a tensor of more than %d dimensions", MAX_RANK);
        }
        shape->dims[shape->rank++] = dim;
        cursor++;
        while (*cursor == ' ') {
            cursor++;
        }
    }
    if (cursor != parser->token.begin) {
        reset_to(parser, cursor);
    }
    return true;
}

static bool check_element_count(struct asm_parser *parser, struct location location,
                                const struct text_shape *shape, const struct type *element) {
    int64_t count = type_bytes(element) ? type_bytes(element) : 1;
    for (uint32_t i = 0; i < shape->rank; i++) {
        int64_t dim = shape->dims[i];
        if (dim > 0 && !multiply_checked(count, dim, &count)) {
            return asm_error_at(parser, location, "a tensor of more bytes than 64 bits can count");
        }
    }
    return true;
}

static bool is_tensor_element(const struct type *type) {
    switch (type->kind) {
    case TYPE_TENSOR:
    case TYPE_UNRANKED:
    case TYPE_MEMREF:
    case TYPE_FUNCTION:
    case TYPE_TUPLE:
    case TYPE_NONE:
        return false;
    default:
        return true;
    }
}

static bool parse_element(struct asm_parser *parser, const struct type **element) {
    struct location location = asm_location(parser);
    if (!parse_type(parser, element)) {
        return false;
    }
    return is_tensor_element(*element) ||
           asm_error_at(parser, location, "invalid tensor element type");
}

static bool parse_unranked(struct asm_parser *parser, const struct type **type) {
    const char *cursor = parser->token.end;
    while (*cursor == ' ') {
        cursor++;
    }
    if (*cursor != 'x') {
        reset_to(parser, cursor);
        return asm_error(parser, "expected 'x' in dimension list");
    }
    reset_to(parser, cursor + 1);
    const struct type *element;
    if (!parse_element(parser, &element) || !parse_token_for(parser, ">", " in tensor type")) {
        return false;
    }
    *type = type_unranked(parser->context, element);
    return true;
}

static bool check_encoding(struct asm_parser *parser, const struct text_shape *shape,
                           const struct type *element, const struct attr *encoding) {
    if (!encoding || encoding->kind != ATTR_DIALECT || !encoding->def->check_encoding) {
        return true;
    }
    const struct type *plain =
        type_tensor(parser->context, element, shape->rank, shape->dims, NULL);
    return encoding->def->check_encoding(parser, encoding, plain);
}

/* `, #encoding`; what begins no attribute is left to what follows. */
static bool optional_encoding(struct asm_parser *parser, const struct attr **encoding) {
    return !optional_token(parser, ",") || parser->token.kind == TOKEN_PERCENT ||
           (parser->token.kind == TOKEN_PUNCTUATION && !strchr("-#[{(", *parser->token.begin)) ||
           parse_attr(parser, encoding);
}

static bool parse_tensor_body(struct asm_parser *parser, const struct type **type) {
    if (!parse_token_for(parser, "<", " in tensor type")) {
        return false;
    }
    if (peek_token(parser, "*")) {
        return parse_unranked(parser, type);
    }
    struct text_shape shape;
    const struct type *element;
    const struct attr *encoding = NULL;
    struct location location = asm_location(parser);
    if (!parse_shape(parser, &shape) || !parse_element(parser, &element) ||
        !optional_encoding(parser, &encoding) ||
        !check_encoding(parser, &shape, element, encoding) ||
        !parse_token_for(parser, ">", " in tensor type") ||
        !check_element_count(parser, location, &shape, element)) {
        return false;
    }
    *type = type_tensor(parser->context, element, shape.rank, shape.dims, encoding);
    return true;
}

static bool parse_tensor(struct asm_parser *parser, const struct type **type) {
    const char *begin = parser->token.begin;
    size_t body = plain_body_length(parser->token.end, parser->lexer.end);
    size_t length = body ? token_length(parser->token) + body : 0;
    *type = spelling_find(parser, begin, length);
    if (*type) {
        reset_to(parser, begin + length);
        return true;
    }
    advance(parser);
    if (!parse_tensor_body(parser, type)) {
        return false;
    }
    spelling_keep(parser, begin, length, *type);
    return true;
}

/* --- the other builtin types ------------------------------------------------------------------ */

static bool parse_complex(struct asm_parser *parser, const struct type **type) {
    advance(parser);
    const struct type *element;
    struct location location;
    if (!parse_token_for(parser, "<", " in complex type") ||
        (location = asm_location(parser), false) || !parse_type(parser, &element) ||
        !parse_token_for(parser, ">", " in complex type")) {
        return false;
    }
    if (element->kind != TYPE_INTEGER && element->kind != TYPE_FLOAT) {
        return asm_error_at(parser, location, "invalid element type for complex");
    }
    *type = type_complex(parser->context, element);
    return true;
}

/* The types of a list; those that fit into `few` take no memory of the heap. */
#define FEW_TYPES 8
struct type_items {
    const struct type *few[FEW_TYPES];
    uint32_t few_count;
    VECTOR(const struct type *) types; /* all, where there are more */
};

static bool parse_type_item(struct asm_parser *parser, void *data) {
    struct type_items *items = data;
    const struct type *type;
    if (!parse_type(parser, &type)) {
        return false;
    }
    if (items->few_count < FEW_TYPES) {
        items->few[items->few_count++] = type;
        return true;
    }
    if (items->types.count == 0) {
        for (uint32_t i = 0; i < FEW_TYPES; i++) {
            *vector_push(&items->types) = items->few[i];
        }
    }
    *vector_push(&items->types) = type;
    return true;
}

static uint32_t items_count(const struct type_items *items) {
    return items->types.count ? (uint32_t)items->types.count : items->few_count;
}

static const struct type *const *items_types(const struct type_items *items) {
    return items->types.count ? items->types.items : items->few;
}

static bool parse_tuple(struct asm_parser *parser, const struct type **type) {
    advance(parser);
    struct type_items items = {0};
    bool parsed = parse_token_for(parser, "<", " in tuple type");
    bool more = parsed && !optional_token(parser, ">");
    while (more && (parsed = parse_type_item(parser, &items)) &&
           (more = optional_token(parser, ","))) {
    }
    parsed = parsed && (!items_count(&items) || parse_token_for(parser, ">", " in tuple type"));
    if (parsed) {
        *type = type_tuple(parser->context, items_count(&items), items_types(&items));
    }
    vector_free(&items.types);
    return parsed;
}

/* Kept as text: its contents are checked for balance only. */
static bool parse_kept(struct asm_parser *parser, const struct type **type) {
    const char *begin = parser->token.begin;
    advance(parser);
    if (!peek_token(parser, "<")) {
        return wrong_token(parser, "'<'");
    }
    if (!skip_balanced(parser)) {
        return false;
    }
    *type =
        type_dialect(parser->context, intern_dialect_symbol(parser, begin, parser->previous_end));
    return true;
}

static bool parse_vector(struct asm_parser *parser, const struct type **type) {
    const char *body = parser->token.end;
    size_t length = plain_body_length(body, parser->lexer.end);
    if (length && memchr(body, '[', length)) {
        return parse_kept(parser, type); /* scalable */
    }
    advance(parser);
    struct text_shape shape;
    const struct type *element;
    struct location location = asm_location(parser);
    if (!parse_token(parser, "<") || !parse_shape(parser, &shape) ||
        !parse_type(parser, &element) || !parse_token(parser, ">") ||
        !check_element_count(parser, location, &shape, element)) {
        return false;
    }
    for (uint32_t i = 0; i < shape.rank; i++) {
        if (shape.dims[i] <= 0) {
            return asm_error_at(parser, location, "vector types must have positive constant sizes");
        }
    }
    if (element->kind != TYPE_INTEGER && element->kind != TYPE_FLOAT &&
        element->kind != TYPE_INDEX) {
        return asm_error_at(parser, location, "vector elements must be int/index/float type");
    }
    *type = type_vector(parser->context, element, shape.rank, shape.dims);
    return true;
}

static bool parse_memref(struct asm_parser *parser, const struct type **type) {
    advance(parser);
    struct text_shape shape = {0};
    const struct type *element;
    if (!parse_token(parser, "<")) {
        return false;
    }
    bool unranked = peek_token(parser, "*");
    if (unranked) {
        reset_to(parser, parser->token.end + 1);
    } else if (!parse_shape(parser, &shape)) {
        return false;
    }
    if (!parse_type(parser, &element)) {
        return false;
    }
    const char *rest = parser->token.begin;
    while (optional_token(parser, ",")) {
        const struct attr *layout;
        if (!parse_attr(parser, &layout)) {
            return false;
        }
    }
    const char *end = parser->token.begin;
    if (!parse_token(parser, ">")) {
        return false;
    }
    struct buffer text = {0};
    buffer_add(&text, unranked ? "*x" : "");
    buffer_add_bytes(&text, rest, (size_t)(end - rest));
    *type = type_memref(parser->context, element, shape.rank, shape.dims, text.text);
    buffer_free(&text);
    return true;
}

#define LONGEST_LIST 200

bool parse_type_list(struct asm_parser *parser, uint32_t *count, const struct type *const **types) {
    struct type_items items = {0};
    bool parsed = parse_list(parser, "(", ")", parse_type_item, &items);
    if (parsed) {
        *count = items_count(&items);
        *types = arena_copy(asm_scratch(parser), items_types(&items),
                            items_count(&items) * sizeof(const struct type *));
    }
    vector_free(&items.types);
    return parsed;
}

/* After `->`: `T` or `(T, T)`. A single function type stands in parentheses. */
static bool parse_results(struct asm_parser *parser, uint32_t *count,
                          const struct type *const **types) {
    if (peek_token(parser, "(")) {
        return parse_type_list(parser, count, types);
    }
    const struct type *type;
    if (!parse_type_inner(parser, &type)) {
        return false;
    }
    const struct type **one = ARENA_ARRAY(asm_scratch(parser), const struct type *, 1);
    *one = type;
    *count = 1;
    *types = one;
    return true;
}

/* Of `(T, T)` where it is short; else 0. */
static size_t list_length(const char *text, const char *end) {
    uint32_t depth = 0;
    for (const char *c = text + 1; c < end && c - text < LONGEST_LIST; c++) {
        if (*c == ')' && depth == 0) {
            return (size_t)(c + 1 - text);
        }
        if (*c == '(' || *c == '"' || *c == '-' || *c == '\n') {
            return 0;
        }
        depth += *c == '<';
        depth -= *c == '>';
    }
    return 0;
}

/* Of `(T, T) -> tensor<...>` or `(T, T) -> (T, T)`, where it is short; else 0. */
static size_t signature_length(const struct asm_parser *parser) {
    static const char arrow[] = " -> ", tensor[] = "tensor";
    const char *begin = parser->token.begin, *end = parser->lexer.end;
    size_t length = *begin == '(' ? list_length(begin, end) : 0;
    const char *results = begin + length + sizeof arrow - 1;
    if (!length || results + sizeof tensor > end ||
        memcmp(begin + length, arrow, sizeof arrow - 1) != 0) {
        return 0;
    }
    if (*results == '(') {
        length = list_length(results, end);
    } else if (memcmp(results, tensor, sizeof tensor - 1) == 0) {
        results += sizeof tensor - 1;
        length = plain_body_length(results, end);
    } else {
        length = 0;
    }
    return length ? (size_t)(results + length - begin) : 0;
}

static bool parse_both_lists(struct asm_parser *parser, struct signature *signature) {
    if (!enter(parser)) {
        return false;
    }
    bool parsed = parse_type_list(parser, &signature->input_count, &signature->inputs) &&
                  parse_token_for(parser, "->", " in function type") &&
                  parse_results(parser, &signature->result_count, &signature->results);
    leave(parser);
    return parsed;
}

bool parse_signature(struct asm_parser *parser, struct signature *signature) {
    const char *begin = parser->token.begin;
    size_t length = signature_length(parser);
    const struct type *known = spelling_find(parser, begin, length);
    if (known) {
        reset_to(parser, begin + length);
        *signature = signature_of(known);
        return true;
    }
    if (!peek_token(parser, "(")) {
        struct location location = asm_location(parser);
        bool other = parser->token.kind == TOKEN_WORD || parser->token.kind == TOKEN_EXCLAIM;
        if (!other || !parser->custom_op) {
            return other ? expected(parser, "function type")
                         : wrong_token(parser, "non-function type");
        }
        const struct type *type;
        return parse_type(parser, &type) &&
               asm_error_at(parser, location,
                            "invalid kind of type specified: expected builtin.function, but found "
                            "'%s'",
                            type_text(parser, type));
    }
    if (!parse_both_lists(parser, signature)) {
        return false;
    }
    if (length) {
        known = type_function(parser->context, signature->input_count, signature->inputs,
                              signature->result_count, signature->results);
        spelling_keep(parser, begin, length, known);
    }
    return true;
}

bool parse_function_type(struct asm_parser *parser, const struct type **function) {
    struct signature signature;
    if (!parse_signature(parser, &signature)) {
        return false;
    }
    *function = type_function(parser->context, signature.input_count, signature.inputs,
                              signature.result_count, signature.results);
    return true;
}

/* --- dialect types and aliases ---------------------------------------------------------------- */

static bool parse_type_alias(struct asm_parser *parser, const char *name,
                             const struct type **type) {
    *type = pointer_map_get(&parser->aliases.types, name);
    if (!*type) {
        return asm_error(parser, "undefined symbol alias id '%s'%s", name,
                         suggest_key(parser, name, &parser->aliases.types));
    }
    if (!alias_use(parser, &parser->aliases.type_places, name)) {
        return false;
    }
    advance(parser);
    return true;
}

const char *type_text(struct asm_parser *parser, const struct type *type) {
    struct buffer text = {0};
    print_type(&text, type);
    const char *copy = arena_printf(parser->scratch, "%s", text.text);
    buffer_free(&text);
    return copy;
}

/* !stablehlo.future<T, ...>: a dialect type with items. */
static bool parse_future(struct asm_parser *parser, const struct type **type) {
    struct type_items items = {0};
    advance(parser);
    struct location location = asm_location(parser);
    if (!parse_token(parser, "<")) {
        return false;
    }
    bool parsed;
    do {
        parsed = parse_type_item(parser, &items) ||
                 asm_spoilt(parser, "StableHLO_Future", "types", "::llvm::ArrayRef<::mlir::Type>");
    } while (parsed && optional_token(parser, ","));
    parsed = parsed && parse_token(parser, ">");
    for (uint32_t i = 0; parsed && i < items_count(&items); i++) {
        const struct type *item = items_types(&items)[i];
        parsed = item->kind == TYPE_TENSOR ||
                 asm_error_at(parser, location,
                              "future element type must be a ranked tensor, but got '%s'",
                              type_text(parser, item));
    }
    if (parsed) {
        *type = type_future(parser->context, items_count(&items), items_types(&items));
    }
    vector_free(&items.types);
    return parsed;
}

/* !stablehlo<token>, as !stablehlo.token was written. */
static bool parse_nested_token(struct asm_parser *parser, const struct type **type) {
    struct location location = asm_location(parser);
    const char *name;
    advance(parser);
    if (!check_balanced(parser) || !parse_token(parser, "<") || !parse_any_keyword(parser, &name)) {
        return false;
    }
    if (strcmp(name, "token") != 0) {
        return asm_error_at(parser, location, "unknown stablehlo type: %s", name);
    }
    *type = type_token(parser->context);
    return parse_token(parser, ">");
}

static bool parse_dialect_type(struct asm_parser *parser, const struct type **type) {
    struct location location = asm_location(parser);
    const char *begin = parser->token.begin;
    const char *name = intern_token(parser, begin + 1, parser->token.end);
    bool has_body = *parser->token.end == '<';
    name = strchr(name, '.') || has_body ? former_name(parser, name) : name;
    if (strcmp(name, "stablehlo.token") == 0) {
        advance(parser);
        *type = type_token(parser->context);
        return true;
    }
    if (strcmp(name, "stablehlo") == 0 && has_body) {
        return parse_nested_token(parser, type);
    }
    if (strcmp(name, "stablehlo.future") == 0) {
        return parse_future(parser, type);
    }
    if (strcmp(name, "quant.uniform") == 0 || (strcmp(name, "quant") == 0 && has_body)) {
        advance(parser);
        return check_balanced(parser) && parse_quantized(parser, type);
    }
    if (strncmp(name, "vhlo.", 5) == 0) {
        return parse_vhlo_type(parser, name + 5, type);
    }
    if (!strchr(name, '.') && !has_body) {
        return parse_type_alias(parser, name, type);
    }
    if (!check_type_name(parser, location, name)) {
        return false;
    }
    advance(parser);
    if (has_body && !skip_balanced(parser)) {
        return false;
    }
    *type =
        type_dialect(parser->context, intern_dialect_symbol(parser, begin, parser->previous_end));
    return true;
}

/* --- any type --------------------------------------------------------------------------------- */

static bool parse_word_type(struct asm_parser *parser, const struct type **type) {
    size_t length = token_length(parser->token);
    const char *text = parser->token.begin;
    if (token_text_is(parser, "tensor")) {
        return parse_tensor(parser, type);
    }
    if (scalar_type(parser, text, length, type)) {
        advance(parser);
        return true;
    }
    if (token_text_is(parser, "complex")) {
        return parse_complex(parser, type);
    }
    if (token_text_is(parser, "tuple")) {
        return parse_tuple(parser, type);
    }
    if (token_text_is(parser, "memref")) {
        return parse_memref(parser, type);
    }
    if (token_text_is(parser, "vector")) {
        return parse_vector(parser, type);
    }
    static const char *const names[] = {"tensor", "complex", "tuple", "memref", "vector",
                                        "index",  "none",    "bf16",  "f16",    "f32",
                                        "f64",    "i1",      "i32",   "i64"};
    const char *found = intern_token(parser, text, parser->token.end);
    const char *near = nearest_name(found, names, sizeof names / sizeof *names);
    if (near && strlen(found) > 1) {
        return asm_error(parser, "expected non-function type; did you mean '%s'?", near);
    }
    return wrong_token(parser, "non-function type");
}

static bool parse_type_inner(struct asm_parser *parser, const struct type **type) {
    if (!enter(parser)) {
        return false;
    }
    bool parsed;
    if (parser->token.kind == TOKEN_WORD) {
        parsed = parse_word_type(parser, type);
    } else if (parser->token.kind == TOKEN_EXCLAIM) {
        parsed = parse_dialect_type(parser, type);
    } else {
        parsed = wrong_token(parser, "non-function type");
    }
    leave(parser);
    return parsed;
}

bool parse_type(struct asm_parser *parser, const struct type **type) {
    const char *custom_op = parser->custom_op;
    parser->custom_op = NULL;
    bool parsed = peek_token(parser, "(") ? parse_function_type(parser, type)
                                          : parse_type_inner(parser, type);
    parser->custom_op = custom_op;
    return parsed;
}

bool starts_type(struct asm_parser *parser) {
    static const char *const words[] = {"tensor", "complex", "tuple", "memref",
                                        "vector", "index",   "none"};
    if (parser->token.kind == TOKEN_EXCLAIM) {
        return true;
    }
    if (parser->token.kind != TOKEN_WORD) {
        return peek_token(parser, "(");
    }
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        if (token_text_is(parser, words[i])) {
            return true;
        }
    }
    const struct type *type;
    return scalar_type(parser, parser->token.begin, token_length(parser->token), &type);
}
