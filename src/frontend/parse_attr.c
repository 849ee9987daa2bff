/* Attributes. */
#include "frontend/parser.h"

#include <stdlib.h>
#include <string.h>

static bool parse_value(struct asm_parser *parser, const struct type *type,
                        const struct attr **attr);

/* --- lists and dictionaries ------------------------------------------------------------------- */

struct attr_items {
    VECTOR(const struct attr *) items;
};

static bool parse_array_item(struct asm_parser *parser, void *data) {
    struct attr_items *items = data;
    const struct attr *item;
    if (!parse_attr(parser, &item)) {
        return false;
    }
    *vector_push(&items->items) = item;
    return true;
}

static bool parse_array(struct asm_parser *parser, const struct attr **attr) {
    struct attr_items items = {0};
    bool parsed = parse_list(parser, "[", "]", parse_array_item, &items);
    if (parsed) {
        *attr = attr_array(parser->context, (uint32_t)items.items.count, items.items.items);
    }
    vector_free(&items.items);
    return parsed;
}

static bool parse_key(struct asm_parser *parser, const char **name) {
    if (parser->token.kind == TOKEN_WORD) {
        return parse_any_keyword(parser, name);
    }
    if (parser->token.kind != TOKEN_STRING) {
        return wrong_token(parser, "attribute name");
    }
    return parse_string_name(parser, name) &&
           (**name != '\0' || asm_error(parser, "expected valid attribute name"));
}

struct dict_items {
    VECTOR(struct named_attr) items;
};

static bool has_key(const struct dict_items *dict, const char *name) {
    for (size_t i = 0; i < dict->items.count && i < 32; i++) {
        if (dict->items.items[i].name == name) {
            return true;
        }
    }
    return false;
}

static bool parse_dict_item(struct asm_parser *parser, void *data) {
    struct dict_items *dict = data;
    struct location location = asm_location(parser);
    struct named_attr item;
    if (!parse_key(parser, &item.name)) {
        return false;
    }
    if (has_key(dict, item.name)) {
        return asm_error_at(parser, location, "duplicate key '%s' in dictionary attribute",
                            item.name);
    }
    item.value = NULL;
    if (!optional_token(parser, "=")) {
        item.value = attr_unit(parser->context);
    } else if (!parse_attr(parser, &item.value)) {
        return false;
    }
    *vector_push(&dict->items) = item;
    return true;
}

static int compare_items(const void *a, const void *b) {
    const struct named_attr *x = a, *y = b;
    return strcmp(x->name, y->name);
}

static bool sort_items(struct asm_parser *parser, struct location location,
                       struct dict_items *dict) {
    size_t count = dict->items.count;
    if (count > 1) {
        qsort(dict->items.items, count, sizeof *dict->items.items, compare_items);
    }
    for (size_t i = 1; i < count; i++) {
        if (dict->items.items[i - 1].name == dict->items.items[i].name) {
            return asm_error_at(parser, location, "duplicate key '%s' in dictionary attribute",
                                dict->items.items[i].name);
        }
    }
    return true;
}

static bool parse_items(struct asm_parser *parser, struct dict_items *dict) {
    struct location location = asm_location(parser);
    if (!parse_token(parser, "{")) {
        return false;
    }
    bool more = !peek_token(parser, "}");
    while (more) {
        if (!parse_dict_item(parser, dict)) {
            return false;
        }
        more = optional_token(parser, ",");
    }
    return parse_token_for(parser, "}", " in attribute dictionary") &&
           sort_items(parser, location, dict);
}

static bool parse_dict(struct asm_parser *parser, const struct attr **attr) {
    struct dict_items dict = {0};
    bool parsed = parse_items(parser, &dict);
    if (parsed) {
        *attr = attr_dict(parser->context, (uint32_t)dict.items.count, dict.items.items);
    }
    vector_free(&dict.items);
    return parsed;
}

bool parse_attr_dict(struct asm_parser *parser, struct attr_list *list) {
    if (!enter(parser)) {
        return false;
    }
    struct dict_items dict = {0};
    bool parsed = parse_items(parser, &dict);
    struct arena *arena = parser->module->arena;
    if (parsed && list->count == 0) {
        list->count = (uint32_t)dict.items.count;
        list->items =
            arena_copy(arena, dict.items.items, dict.items.count * sizeof *dict.items.items);
    } else if (parsed) {
        for (size_t i = 0; i < dict.items.count; i++) {
            attr_list_set(list, parser->context, arena, dict.items.items[i].name,
                          dict.items.items[i].value);
        }
    }
    vector_free(&dict.items);
    leave(parser);
    return parsed;
}

bool optional_attr_dict(struct asm_parser *parser, struct attr_list *list) {
    return !peek_token(parser, "{") || parse_attr_dict(parser, list);
}

bool optional_attr_dict_with_keyword(struct asm_parser *parser, struct attr_list *list) {
    return !optional_keyword(parser, "attributes") || parse_attr_dict(parser, list);
}

/* --- symbols ---------------------------------------------------------------------------------- */

/* @a::@b::@c */
static bool parse_symbol_ref(struct asm_parser *parser, const struct attr **attr) {
    const char *root;
    if (!parse_symbol(parser, &root)) {
        return false;
    }
    struct attr_items nested = {0};
    bool parsed = true;
    while (parsed && optional_token(parser, "::")) {
        const char *name;
        parsed = optional_symbol(parser, &name) ||
                 expected(parser, "nested symbol reference identifier");
        if (parsed) {
            *vector_push(&nested.items) = attr_symbol(parser->context, name);
        }
    }
    if (parsed) {
        *attr = attr_nested_symbol(parser->context, root, (uint32_t)nested.items.count,
                                   nested.items.items);
    }
    vector_free(&nested.items);
    return parsed;
}

/* --- attributes of dialects ------------------------------------------------------------------- */

static char closing(char open) {
    return open == '(' ? ')' : open == '[' ? ']' : open == '{' ? '}' : '>';
}

/* Past one string; NULL where it does not end. */
static const char *skip_string(const char *cursor, const char *end) {
    for (cursor++; cursor < end && *cursor != '\n'; cursor++) {
        if (*cursor == '\\') {
            cursor++;
        } else if (*cursor == '"') {
            return cursor;
        }
    }
    return NULL;
}

/* What is skipped is kept as it is, as a text without NUL characters. */
static bool skip_to(struct asm_parser *parser, const char *end) {
    const char *begin = parser->token.begin;
    if (memchr(begin, '\0', (size_t)(end - begin))) {
        return asm_error(parser, "NUL character in pretty dialect name");
    }
    reset_to(parser, end);
    return true;
}

#define DEEPEST_TEXT 256

/* Where the body that begins at the next token ends; NULL after an error. */
static const char *balanced_end(struct asm_parser *parser) {
    char stack[DEEPEST_TEXT];
    uint32_t depth = 0;
    const char *end = parser->lexer.end;
    for (const char *c = parser->token.begin; c < end; c++) {
        if (*c == '"') {
            c = skip_string(c, end);
            if (!c) {
                break;
            }
        } else if (strchr("<([{", *c) && *c) {
            if (depth == DEEPEST_TEXT) {
                asm_error(parser, "nested more than %d deep", DEEPEST_TEXT);
                return NULL;
            }
            stack[depth++] = *c;
        } else if (*c == '-' && c + 1 < end && c[1] == '>') {
            c++;
        } else if (strchr(">)]}", *c) && *c) {
            if (closing(stack[depth - 1]) != *c) {
                break;
            }
            if (--depth == 0) {
                return c + 1;
            }
        }
    }
    asm_error(parser, "unbalanced '%c' character in pretty dialect name",
              depth ? stack[depth - 1] : *parser->token.begin);
    return NULL;
}

bool skip_balanced(struct asm_parser *parser) {
    const char *end = balanced_end(parser);
    return end && skip_to(parser, end);
}

bool check_balanced(struct asm_parser *parser) {
    return *parser->token.begin != '<' || balanced_end(parser);
}

static bool parse_hash(struct asm_parser *parser, const struct attr **attr);

/* Where the attribute is known, its name may be written all the same: `#sdy.mesh<...>`. */
bool parse_attr_body(struct asm_parser *parser, const struct attr_def *def,
                     const struct attr **attr) {
    if (parser->token.kind == TOKEN_HASH) {
        struct location location = asm_location(parser);
        return parse_hash(parser, attr) &&
               (((*attr)->kind == ATTR_DIALECT && (*attr)->def == def) ||
                asm_error_at(parser, location, "expected an attribute '#%s'", def->name));
    }
    *attr = def->parse(parser, def);
    return *attr != NULL;
}

static bool unknown_dialect_attr(struct asm_parser *parser, struct location location,
                                 const char *name) {
    int length = (int)strcspn(name, ".");
    const char *dialect = strncmp(name, "stablehlo.", 10) == 0 ? "StableHLO"
                          : strncmp(name, "chlo.", 5) == 0     ? "chlo"
                                                               : NULL;
    if (dialect) {
        return asm_error_at(parser, location, "unknown %s attribute: `%s`%s", dialect,
                            name + length + 1, suggest_attribute(parser, name));
    }
    if (name[length]) {
        return asm_error_at(parser, location, "unknown attribute `%s` in dialect `%.*s`%s",
                            name + length + 1, length, name, suggest_attribute(parser, name));
    }
    return asm_error_at(parser, location, "expected an attribute of dialect '%s'", name);
}

/* #stablehlo<precision HIGH> */
static bool parse_angled(struct asm_parser *parser, struct location location, const char *dialect,
                         const struct attr **attr) {
    const char *mnemonic;
    advance(parser);
    if (!check_balanced(parser) || !parse_token(parser, "<") ||
        !parse_any_keyword(parser, &mnemonic)) {
        return false;
    }
    const char *name = arena_printf(parser->scratch, "%s.%s", dialect, mnemonic);
    const struct attr_def *def = attr_def_find(name);
    if (!def) {
        return unknown_dialect_attr(parser, location, name);
    }
    return parse_attr_body(parser, def, attr) && parse_token(parser, ">");
}

/* An attribute nobody knows: its text, and a type if one follows. */
static bool parse_opaque(struct asm_parser *parser, struct location location, const char *name,
                         const struct attr **attr) {
    const char *begin = parser->token.begin;
    if (!parser->context->allow_unregistered_dialects) {
        return asm_error_at(parser, location,
                            "attribute '#%s' created with unregistered dialect. If this is "
                            "intended, please use -allow-unregistered-dialect",
                            name);
    }
    bool has_body = *parser->token.end == '<';
    advance(parser);
    if (has_body && !skip_balanced(parser)) {
        return false;
    }
    const char *text = intern_dialect_symbol(parser, begin, parser->previous_end);
    const struct type *type = NULL;
    if (optional_token(parser, ":") && !parse_type(parser, &type)) {
        return false;
    }
    *attr = attr_text(parser->context, ATTR_OPAQUE, text, strlen(text), type);
    return true;
}

static bool parse_alias(struct asm_parser *parser, const char *name, const struct attr **attr) {
    *attr = pointer_map_get(&parser->aliases.attrs, name);
    if (!*attr) {
        return asm_error(parser, "undefined symbol alias id '%s'%s", name,
                         suggest_key(parser, name, &parser->aliases.attrs));
    }
    if (!alias_use(parser, &parser->aliases.attr_places, name)) {
        return false;
    }
    advance(parser);
    return true;
}

static bool parse_named_attr(struct asm_parser *parser, const struct attr **attr) {
    struct location location = asm_location(parser);
    const char *name = intern_token(parser, parser->token.begin + 1, parser->token.end);
    bool has_body = *parser->token.end == '<';
    if (!strchr(name, '.') && !has_body) {
        return parse_alias(parser, name, attr);
    }
    name = former_name(parser, name);
    const char *dot = strchr(name, '.');
    const struct attr_def *def = attr_def_find(name);
    if (def) {
        advance(parser);
        return check_balanced(parser) && parse_attr_body(parser, def, attr);
    }
    if (strcmp(name, "sparse_tensor.encoding") == 0) {
        return parse_encoding(parser, attr);
    }
    size_t dialect_length = dot ? (size_t)(dot - name) : strlen(name);
    if (!dialect_is_known(name, dialect_length)) {
        return parse_opaque(parser, location, name, attr);
    }
    if (!dot) {
        return parse_angled(parser, location, name, attr);
    }
    return unknown_dialect_attr(parser, location, name);
}

/* The body of a registered attribute is all of its text; what follows may be part of others. */
static bool parse_hash(struct asm_parser *parser, const struct attr **attr) {
    const char *begin = parser->token.begin;
    size_t body = plain_body_length(parser->token.end, parser->lexer.end);
    size_t length = body ? token_length(parser->token) + body : 0;
    *attr = spelling_find(parser, begin, length);
    if (*attr) {
        reset_to(parser, begin + length);
        return true;
    }
    if (!parse_named_attr(parser, attr)) {
        return false;
    }
    if ((*attr)->kind == ATTR_DIALECT) {
        spelling_keep(parser, begin, length, *attr);
    }
    return true;
}

/* --- words ------------------------------------------------------------------------------------ */

static bool parse_typed_string(struct asm_parser *parser, const struct type *type,
                               const struct attr **attr) {
    const char *text;
    size_t length;
    if (!parse_string(parser, &text, &length) ||
        (!type && optional_token(parser, ":") && !parse_type(parser, &type))) {
        return false;
    }
    if (type && type->kind == TYPE_NONE) {
        type = NULL;
    }
    *attr = attr_typed_string(parser->context, text, length, type);
    return true;
}

/* Kept as text: strided<...>, distinct[0]<...>. */
static bool keep_text(struct asm_parser *parser, const char *begin, const struct attr **attr) {
    *attr = attr_text(parser->context, ATTR_AFFINE, begin, (size_t)(parser->previous_end - begin),
                      NULL);
    return true;
}

/* strided<[1, ?], offset: 3> */
static bool parse_strided(struct asm_parser *parser, const struct attr **attr) {
    const char *begin = parser->token.begin;
    advance(parser);
    return (!peek_token(parser, "<") || skip_balanced(parser)) && keep_text(parser, begin, attr);
}

/* distinct[0]<1 : i32> */
static bool parse_distinct(struct asm_parser *parser, const struct attr **attr) {
    const char *begin = parser->token.begin;
    advance(parser);
    if (!parse_token_for(parser, "[", " after 'distinct'")) {
        return false;
    }
    if (parser->token.kind != TOKEN_INTEGER) {
        return wrong_token(parser, "distinct ID");
    }
    advance(parser);
    if (!parse_token_for(parser, "]", " to close distinct ID")) {
        return false;
    }
    if (!peek_token(parser, "<")) {
        return parse_token_for(parser, "<", " after distinct ID");
    }
    return skip_balanced(parser) && keep_text(parser, begin, attr);
}

static bool parse_bool(struct asm_parser *parser, bool value, const struct attr **attr) {
    advance(parser);
    *attr = attr_bool(parser->context, value);
    return true;
}

static bool parse_unit(struct asm_parser *parser, const struct attr **attr) {
    advance(parser);
    *attr = attr_unit(parser->context);
    return true;
}

static bool parse_type_attr(struct asm_parser *parser, const struct attr **attr) {
    const struct type *type;
    if (!parse_type(parser, &type)) {
        return false;
    }
    *attr = attr_type(parser->context, type);
    return true;
}

static bool parse_location_attr(struct asm_parser *parser, const struct attr **attr) {
    advance(parser);
    return parse_location_body(parser, attr);
}

static bool next_is(const struct asm_parser *parser, char character) {
    return parser->token.end < parser->lexer.end && *parser->token.end == character;
}

static bool parse_word(struct asm_parser *parser, const struct type *type,
                       const struct attr **attr) {
    if (token_text_is(parser, "dense")) {
        return parse_dense(parser, type, attr);
    }
    if (token_text_is(parser, "true")) {
        return parse_bool(parser, true, attr);
    }
    if (token_text_is(parser, "false")) {
        return parse_bool(parser, false, attr);
    }
    if (token_text_is(parser, "array")) {
        return parse_dense_array(parser, attr);
    }
    if (token_text_is(parser, "unit")) {
        return parse_unit(parser, attr);
    }
    if (token_text_is(parser, "dense_resource")) {
        return parse_resource(parser, type, attr);
    }
    if (token_text_is(parser, "sparse")) {
        return parse_sparse(parser, type, attr);
    }
    if (token_text_is(parser, "affine_map") || token_text_is(parser, "affine_set")) {
        return parse_affine(parser, attr);
    }
    if (token_text_is(parser, "strided")) {
        return parse_strided(parser, attr);
    }
    if (token_text_is(parser, "distinct")) {
        return parse_distinct(parser, attr);
    }
    if (token_text_is(parser, "loc") && next_is(parser, '(')) {
        return parse_location_attr(parser, attr);
    }
    if (starts_type(parser)) {
        return parse_type_attr(parser, attr);
    }
    static const char *const words[] = {"dense",  "array",      "true",       "false",
                                        "unit",   "affine_map", "affine_set", "dense_resource",
                                        "sparse", "tensor"};
    const char *found = intern_token(parser, parser->token.begin, parser->token.end);
    const char *near = nearest_name(found, words, sizeof words / sizeof *words);
    if (near) {
        return asm_error(parser, "expected attribute value; did you mean '%s'?", near);
    }
    return wrong_token(parser, "attribute value");
}

static bool parse_value(struct asm_parser *parser, const struct type *type,
                        const struct attr **attr) {
    switch (parser->token.kind) {
    case TOKEN_WORD:
        return parse_word(parser, type, attr);
    case TOKEN_INTEGER:
    case TOKEN_FLOAT:
        return parse_number_attr(parser, type, attr);
    case TOKEN_STRING:
        return parse_typed_string(parser, type, attr);
    case TOKEN_AT:
        return parse_symbol_ref(parser, attr);
    case TOKEN_HASH:
        return parse_hash(parser, attr);
    case TOKEN_EXCLAIM:
        return parse_type_attr(parser, attr);
    default:
        break;
    }
    if (peek_token(parser, "[")) {
        return parse_array(parser, attr);
    }
    if (peek_token(parser, "{")) {
        return parse_dict(parser, attr);
    }
    if (peek_token(parser, "-")) {
        return parse_number_attr(parser, type, attr);
    }
    if (peek_token(parser, "(")) {
        return parse_type_attr(parser, attr);
    }
    return wrong_token(parser, "attribute value");
}

static bool parse_attr_typed(struct asm_parser *parser, const struct type *type,
                             const struct attr **attr) {
    if (!enter(parser)) {
        return false;
    }
    const char *custom_op = parser->custom_op;
    parser->custom_op = NULL;
    bool parsed = parse_value(parser, type, attr);
    parser->custom_op = custom_op;
    leave(parser);
    return parsed;
}

bool parse_attr(struct asm_parser *parser, const struct attr **attr) {
    return parse_attr_typed(parser, NULL, attr);
}

bool parse_attr_of(struct asm_parser *parser, const struct type *type, const struct attr **attr) {
    return parse_attr_typed(parser, type, attr);
}
