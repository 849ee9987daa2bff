/* Resources in text: dense_resource<key>, and the dictionary {-# ... #-} that has what is behind
 * the keys, mostly at the end. */
#include "frontend/parser.h"

#include <string.h>

#define OF_DIALECTS "dialect_resources"

/* Sections have groups, which have entries. */
enum level { SECTIONS, GROUPS, ENTRIES };

/* --- attributes ------------------------------------------------------------------------------- */

/* An attribute that waits for its elements. */
struct resource_use {
    struct attr *attr;
    struct resource_use *next; /* of the same key, another type */
};

bool resource_takes_type(const struct type *type) {
    switch (type->kind) {
    case TYPE_TENSOR:
    case TYPE_UNRANKED:
    case TYPE_MEMREF:
    case TYPE_VECTOR:
    case TYPE_DIALECT: /* a scalable vector is one */
        return true;
    default:
        return false;
    }
}

const struct attr *resource_attr(struct asm_parser *parser, const char *key,
                                 const struct type *type) {
    key = intern(parser->context->strings, key);
    struct resource_use *first = pointer_map_get(&parser->resources, key), *use = first;
    while (use && use->attr->type != type) {
        use = use->next;
    }
    if (!use) {
        use = ARENA_NEW(parser->scratch, struct resource_use);
        *use = (struct resource_use){attr_resource(parser->context, key, type), first};
        pointer_map_put(&parser->resources, key, use);
    }
    return use->attr;
}

static bool parse_key(struct asm_parser *parser, const char **key) {
    return parser->token.kind == TOKEN_STRING ? parse_string_name(parser, key)
                                              : parse_any_keyword(parser, key);
}

bool parse_resource(struct asm_parser *parser, const struct type *type, const struct attr **attr) {
    const char *key;
    advance(parser);
    if (!parse_token(parser, "<") || !parse_key(parser, &key) || !parse_token(parser, ">") ||
        !(type || parse_token(parser, ":"))) {
        return false;
    }
    struct location location = asm_location(parser);
    if (!type && !parse_type(parser, &type)) {
        return false;
    }
    if (!resource_takes_type(type)) {
        return asm_error_at(parser, location, "`dense_resource` expected a shaped type");
    }
    *attr = resource_attr(parser, key, type);
    return true;
}

void fill_resources(struct asm_parser *parser) {
    const struct attr *groups = attr_list_get(&parser->module->resources, OF_DIALECTS);
    const struct attr *blobs = groups ? attr_dict_get(groups, "builtin") : NULL;
    for (uint32_t i = 0; blobs && parser->resources.count && i < blobs->count; i++) {
        struct resource_use *use = pointer_map_get(&parser->resources, blobs->names[i]);
        for (; use; use = use->next) {
            attr_resource_fill(parser->context, use->attr, blobs->items[i]);
        }
    }
}

/* --- blobs ------------------------------------------------------------------------------------ */

/* Whether all is hexadecimal digits, two for each byte; `bytes` has room for half as many. */
static bool decode_hex(const char *digits, size_t length, unsigned char *bytes) {
    signed char values[256];
    for (int c = 0; c < 256; c++) {
        values[c] = (signed char)hex_value((char)c);
    }
    int fault = length % 2 ? -1 : 0;
    for (size_t i = 0; i + 1 < length; i += 2) {
        int high = values[(unsigned char)digits[i]], low = values[(unsigned char)digits[i + 1]];
        fault |= high | low;
        bytes[i / 2] = (unsigned char)((unsigned)high << 4 | (unsigned)low);
    }
    return fault >= 0;
}

/* What is wrong with a token as "0x<alignment in 4 bytes><data>"; NULL: nothing, and it is the
 * blob. */
static const char *read_blob_token(struct asm_parser *parser, const struct attr **blob) {
    enum { WIDTH = 4 };
    struct token token = parser->token;
    const char *digits = token.begin + 3;
    if (token.kind != TOKEN_STRING || token_length(token) < 4 ||
        memcmp(token.begin + 1, "0x", 2) != 0) {
        return "";
    }
    size_t length = (size_t)(token.end - 1 - digits);
    unsigned char head[WIDTH];
    unsigned char *data = arena_alloc(parser->context->arena, length < 8 ? 0 : length / 2 - WIDTH);
    if (length < 2 * WIDTH) {
        unsigned char few[WIDTH];
        return decode_hex(digits, length, few) ? " to encode alignment in first 4 bytes" : "";
    }
    if (!decode_hex(digits, 2 * WIDTH, head) ||
        !decode_hex(digits + 2 * WIDTH, length - 2 * WIDTH, data)) {
        return "";
    }
    uint32_t alignment = (uint32_t)head[0] | (uint32_t)head[1] << 8 | (uint32_t)head[2] << 16 |
                         (uint32_t)head[3] << 24;
    size_t size = length / 2 - WIDTH;
    /* MLIR writes no alignment where there are no bytes. */
    if ((alignment & (alignment - 1)) || (alignment == 0 && size > 0)) {
        return arena_printf(parser->scratch,
                            " to encode alignment in first 4 bytes, but got non-power-of-2 value: "
                            "%u",
                            alignment);
    }
    *blob = attr_blob(parser->context, alignment, data, size);
    return NULL;
}

/* --- the dictionary --------------------------------------------------------------------------- */

struct resource_dict {
    VECTOR(struct named_attr) items;
    struct pointer_map places; /* name -> place in the list + 1 */
};

/* The item of a name; a new one has no value. */
static struct named_attr *item_of(struct resource_dict *dict, const char *name) {
    size_t place = (size_t)(uintptr_t)pointer_map_get(&dict->places, name);
    if (place) {
        return &dict->items.items[place - 1];
    }
    struct named_attr *item = vector_push(&dict->items);
    item->name = name;
    pointer_map_put(&dict->places, name, (void *)(uintptr_t)dict->items.count);
    return item;
}

static bool parse_dict(struct asm_parser *parser, enum level level, bool blobs,
                       const struct attr **dict);

/* The builtin dialect has blobs alone; others may have other literals too. */
static bool parse_entry(struct asm_parser *parser, const char *key, bool blobs,
                        const struct attr **value) {
    const char *fault = read_blob_token(parser, value);
    if (!fault) {
        advance(parser);
        return true;
    }
    return blobs ? asm_error(parser, "expected hex string blob for key '%s'%s", key, fault)
                 : parse_attr(parser, value);
}

/* Adds what stands behind a key. Of two the later counts, of two dictionaries each entry. */
static bool parse_item(struct asm_parser *parser, enum level level, bool blobs,
                       struct resource_dict *dict) {
    const char *key;
    if (!parse_key(parser, &key) || !parse_token(parser, ":")) {
        return false;
    }
    struct named_attr *item = item_of(dict, key);
    if (level == ENTRIES) {
        return parse_entry(parser, key, blobs, &item->value);
    }
    const char *wanted = level == SECTIONS ? OF_DIALECTS : "builtin";
    bool of_builtin = (level == SECTIONS || blobs) && strcmp(key, wanted) == 0;
    return parse_dict(parser, level + 1, of_builtin, &item->value);
}

/* `*dict` is what is known already, or NULL, and becomes all. */
static bool parse_dict(struct asm_parser *parser, enum level level, bool blobs,
                       const struct attr **dict) {
    struct resource_dict made = {0};
    const char *close = level == SECTIONS ? "#-}" : "}";
    for (uint32_t i = 0; *dict && i < (*dict)->count; i++) {
        item_of(&made, (*dict)->names[i])->value = (*dict)->items[i];
    }
    bool parsed = parse_token(parser, level == SECTIONS ? "{-#" : "{");
    while (parsed && !peek_token(parser, close)) {
        parsed = parse_item(parser, level, blobs, &made);
        if (parsed && !optional_token(parser, ",")) {
            break;
        }
    }
    parsed = parsed && parse_token(parser, close);
    if (parsed) {
        *dict = attr_dict(parser->context, (uint32_t)made.items.count, made.items.items);
    }
    vector_free(&made.items);
    pointer_map_free(&made.places);
    return parsed;
}

bool parse_resources(struct asm_parser *parser) {
    struct attr_list *known = &parser->module->resources;
    struct named_attr *items = known->items;
    const struct attr *sections =
        known->count ? attr_dict(parser->context, known->count, items) : NULL;
    if (!parse_dict(parser, SECTIONS, false, &sections)) {
        return false;
    }
    for (uint32_t i = 0; i < sections->count; i++) {
        attr_list_set(known, parser->context, parser->module->arena, sections->names[i],
                      sections->items[i]);
    }
    return true;
}
