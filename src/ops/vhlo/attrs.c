/* Attributes of VHLO that stand for those of the builtin dialect: #vhlo.string_v1<"text">. */
#include "ops/vhlo/attrs.h"

#include <string.h>

#include "ops/attrs/attrs.h"
#include "ops/attrs/mesh_forms.h"

/* --- what they hold --------------------------------------------------------------------------- */

const void *vhlo_attr_payload(struct arena *arena, const int64_t *words, uint32_t count) {
    (void)arena;
    (void)count;
    return (const void *)(intptr_t)words[0];
}

static bool is_vhlo_attr(const struct attr *attr) {
    return attr->kind == ATTR_DIALECT && attr->def->payload == vhlo_attr_payload;
}

const struct attr *vhlo_attr_holding(struct context *context, const struct attr_def *def,
                                     const struct attr *held) {
    const int64_t word = (int64_t)(intptr_t)held;
    return attr_dialect(context, def, 1, &word);
}

const struct attr *vhlo_parse_held(struct asm_parser *parser, const struct attr_def *def) {
    const struct attr *attr;
    struct location location = asm_location(parser);
    if (!parse_attr(parser, &attr)) {
        return NULL;
    }
    if (attr->def != def) {
        asm_error_at(parser, location, "expected #%s here", def->name);
        return NULL;
    }
    return vhlo_attr_held(attr);
}

/* --- lists and dictionaries ------------------------------------------------------------------- */

struct items {
    VECTOR(const struct attr *) values;
    VECTOR(struct named_attr) entries;
};

static bool parse_item(struct asm_parser *parser, void *data) {
    struct items *items = data;
    return parse_attr(parser, vector_push(&items->values));
}

static const struct attr *parse_array(struct asm_parser *parser, const struct attr_def *def) {
    struct items items = {0};
    const struct attr *attr = NULL;
    struct context *context = asm_context(parser);
    if (parse_token(parser, "<") && parse_list(parser, "[", "]", parse_item, &items) &&
        parse_token(parser, ">")) {
        attr = attr_array(context, (uint32_t)items.values.count, items.values.items);
    }
    vector_free(&items.values);
    return attr ? vhlo_attr_holding(context, def, attr) : NULL;
}

static void print_array(struct asm_printer *printer, const struct attr *attr) {
    asm_text(printer, "<");
    asm_attr(printer, vhlo_attr_held(attr));
    asm_text(printer, ">");
}

static bool parse_entry(struct asm_parser *parser, void *data) {
    struct items *items = data;
    struct location location = asm_location(parser);
    const struct attr *key, *value;
    if (!parse_attr(parser, &key)) {
        return false;
    }
    if (key->def != &attr_vhlo_string) {
        return asm_error_at(parser, location, "expected VHLO key attribute");
    }
    if (!parse_token(parser, "=") || !parse_attr(parser, &value)) {
        return false;
    }
    *vector_push(&items->entries) =
        (struct named_attr){.name = vhlo_attr_held(key)->text, .value = value};
    return true;
}

static const struct attr *parse_dict(struct asm_parser *parser, const struct attr_def *def) {
    struct items items = {0};
    const struct attr *attr = NULL;
    struct context *context = asm_context(parser);
    if (parse_token(parser, "<") && parse_list(parser, "{", "}", parse_entry, &items) &&
        parse_token(parser, ">")) {
        attr = attr_dict(context, (uint32_t)items.entries.count, items.entries.items);
    }
    vector_free(&items.entries);
    return attr ? vhlo_attr_holding(context, def, attr) : NULL;
}

static void print_dict(struct asm_printer *printer, const struct attr *attr) {
    const struct attr *dict = vhlo_attr_held(attr);
    asm_text(printer, "<{");
    for (uint32_t i = 0; i < dict->count; i++) {
        asm_text(printer, i ? ", #vhlo.string_v1<" : "#vhlo.string_v1<");
        asm_string(printer, dict->names[i], strlen(dict->names[i]));
        asm_text(printer, "> = ");
        asm_attr(printer, dict->items[i]);
    }
    asm_text(printer, "}>");
}

VHLO_ATTR(array, "array", parse_array, print_array, .since = 0)
VHLO_ATTR(dict, "dict", parse_dict, print_dict, .since = 0)

/* --- values ----------------------------------------------------------------------------------- */

static const struct attr *parse_bool(struct asm_parser *parser, const struct attr_def *def) {
    struct context *context = asm_context(parser);
    if (!parse_token(parser, "<")) {
        return NULL;
    }
    bool value = optional_keyword(parser, "true");
    if (!value && !parse_keyword(parser, "false")) {
        return NULL;
    }
    return parse_token(parser, ">") ? vhlo_attr_holding(context, def, attr_bool(context, value))
                                    : NULL;
}

static void print_bool(struct asm_printer *printer, const struct attr *attr) {
    asm_text(printer, vhlo_attr_held(attr)->integer ? "<true>" : "<false>");
}

static const struct attr *parse_float(struct asm_parser *parser, const struct attr_def *def) {
    struct context *context = asm_context(parser);
    const struct attr *number;
    const struct type *type;
    if (!parse_token(parser, "<") ||
        !parse_attr_of(parser, type_float(context, FLOAT_F64), &number) ||
        !parse_token(parser, ":")) {
        return NULL;
    }
    struct location location = asm_location(parser);
    if (!parse_type(parser, &type) || !parse_token(parser, ">")) {
        return NULL;
    }
    const struct type *meaning = vhlo_type_meaning(type);
    if (!meaning || meaning->kind != TYPE_FLOAT || number->kind != ATTR_FLOAT) {
        asm_error_at(parser, location, "expected VHLO type");
        return NULL;
    }
    return vhlo_attr_holding(context, def, attr_float(context, meaning, number->real));
}

static void print_float(struct asm_printer *printer, const struct attr *attr) {
    const struct attr *number = vhlo_attr_held(attr);
    asm_text(printer, "<");
    asm_attr_without_type(printer, number);
    asm_text(printer, " : ");
    vhlo_add_type(asm_out(printer), number->type);
    asm_text(printer, ">");
}

/* One of the builtin dialect as it stands there. */
static const struct attr *parse_of_kind(struct asm_parser *parser, const struct attr_def *def,
                                        enum attr_kind kind, const char *what) {
    const struct attr *attr;
    if (!parse_token(parser, "<")) {
        return NULL;
    }
    struct location location = asm_location(parser);
    if (!parse_attr(parser, &attr)) {
        return NULL;
    }
    if (attr->kind != kind || (attr->type && !vhlo_has_type(attr->type))) {
        asm_error_at(parser, location, "expected %s of a type that VHLO has", what);
        return NULL;
    }
    return parse_token(parser, ">") ? vhlo_attr_holding(asm_context(parser), def, attr) : NULL;
}

static const struct attr *parse_integer_attr(struct asm_parser *parser,
                                             const struct attr_def *def) {
    return parse_of_kind(parser, def, ATTR_INTEGER, "an integer");
}

static const struct attr *parse_string_attr(struct asm_parser *parser, const struct attr_def *def) {
    return parse_of_kind(parser, def, ATTR_STRING, "a string");
}

static const struct attr *parse_tensor(struct asm_parser *parser, const struct attr_def *def) {
    return parse_of_kind(parser, def, ATTR_DENSE, "a tensor");
}

static const struct attr *parse_type_attr(struct asm_parser *parser, const struct attr_def *def) {
    const struct type *type;
    struct context *context = asm_context(parser);
    if (!parse_token(parser, "<")) {
        return NULL;
    }
    struct location location = asm_location(parser);
    if (!parse_type(parser, &type) || !parse_token(parser, ">")) {
        return NULL;
    }
    if (!vhlo_type_meaning(type)) {
        asm_error_at(parser, location, "expected VHLO type");
        return NULL;
    }
    return vhlo_attr_holding(context, def, attr_type(context, type));
}

VHLO_ATTR(bool, "bool", parse_bool, print_bool, .since = 0)
VHLO_ATTR(float, "float", parse_float, print_float, .since = 0)
VHLO_ATTR(integer, "integer", parse_integer_attr, print_array, .since = 0)
VHLO_ATTR(string, "string", parse_string_attr, print_array, .since = 0)
VHLO_ATTR(tensor, "tensor", parse_tensor, print_array, .since = 0)
VHLO_ATTR(type, "type", parse_type_attr, print_array, .since = 0)

/* --- from StableHLO --------------------------------------------------------------------------- */

/* array<i64: ...> and array<i1: ...>, which VHLO has as tensors. */
static bool is_list(const struct attr *attr) {
    return attr->kind == ATTR_DENSE_ARRAY &&
           (type_is_integer(attr->type, 64) || type_is_integer(attr->type, 1));
}

/* The definition of VHLO's form of an attribute of StableHLO. */
static const struct attr_def *struct_def(const struct attr *attr) {
    const struct attr_def *const *each = vhlo_struct_attrs;
    while (*each && ((const struct vhlo_attr_info *)(*each)->details)->meaning != attr->def) {
        each++;
    }
    return *each;
}

bool vhlo_has_attr(const struct attr *attr) {
    const struct replica_group_axes *groups = attr_payload(attr, &attr_replica_group_mesh_axes);
    if (groups && !mesh_groups_have_axes(groups)) {
        return false;
    }
    switch (attr->kind) {
    case ATTR_ARRAY:
    case ATTR_DICT:
    case ATTR_TYPE:
        return true;
    case ATTR_INTEGER:
        return type_bits(attr->type) <= 64;
    case ATTR_FLOAT:
    case ATTR_DENSE:
        return vhlo_has_type(attr->type);
    case ATTR_STRING:
        return !attr->type;
    case ATTR_SYMBOL:
        return attr->count == 0;
    case ATTR_DENSE_ARRAY:
        return is_list(attr);
    case ATTR_DIALECT:
        return struct_def(attr) != NULL;
    default:
        return false;
    }
}

/* A list or a dictionary of what `of` gives for its items; where that is NULL, of the items. */
static const struct attr *with_items(struct context *context, const struct attr *attr,
                                     const struct attr *(*of)(struct context *context,
                                                              const struct attr *item)) {
    struct arena *scratch = arena_new();
    const struct attr **items = ARENA_ARRAY(scratch, const struct attr *, attr->count);
    struct named_attr *entries = ARENA_ARRAY(scratch, struct named_attr, attr->count);
    for (uint32_t i = 0; i < attr->count; i++) {
        const struct attr *item = of(context, attr->items[i]);
        items[i] = item ? item : attr->items[i];
        if (attr->kind == ATTR_DICT) {
            entries[i] = (struct named_attr){.name = attr->names[i], .value = items[i]};
        }
    }
    const struct attr *made = attr->kind == ATTR_DICT ? attr_dict(context, attr->count, entries)
                                                      : attr_array(context, attr->count, items);
    arena_free(scratch);
    return made;
}

static const struct attr *holding_items(struct context *context, const struct attr *attr) {
    return vhlo_attr_holding(context, attr->kind == ATTR_DICT ? &attr_vhlo_dict : &attr_vhlo_array,
                             with_items(context, attr, vhlo_attr_of));
}

static const struct attr *holding_list(struct context *context, const struct attr *attr) {
    const int64_t dims[] = {attr->count};
    const struct type *type = type_tensor(context, attr->type, 1, dims, NULL);
    bool splat = attr->count > 0;
    for (uint32_t i = 1; i < attr->count; i++) {
        size_t size = type_bytes(attr->type);
        splat = splat && memcmp(attr->data, (const char *)attr->data + i * size, size) == 0;
    }
    size_t bytes = (size_t)type_bytes(attr->type) * (splat ? 1 : attr->count);
    return vhlo_attr_holding(context, &attr_vhlo_tensor,
                             attr_dense(context, type, attr->data, bytes, splat));
}

const struct attr *vhlo_attr_of(struct context *context, const struct attr *attr) {
    const struct type *type;
    if (!vhlo_has_attr(attr)) {
        return NULL;
    }
    switch (attr->kind) {
    case ATTR_ARRAY:
    case ATTR_DICT:
        return holding_items(context, attr);
    case ATTR_TYPE:
        type = vhlo_type_of(context, attr->type);
        return type ? vhlo_attr_holding(context, &attr_vhlo_type, attr_type(context, type)) : NULL;
    case ATTR_INTEGER:
        return vhlo_attr_holding(
            context, type_is_integer(attr->type, 1) ? &attr_vhlo_bool : &attr_vhlo_integer, attr);
    case ATTR_FLOAT:
        return vhlo_attr_holding(context, &attr_vhlo_float, attr);
    case ATTR_DENSE: /* VHLO knows no resources */
        return vhlo_attr_holding(
            context, &attr_vhlo_tensor,
            attr_dense(context, attr->type, attr->data, attr->length, attr->splat));
    case ATTR_STRING:
        return vhlo_attr_holding(context, &attr_vhlo_string, attr);
    case ATTR_SYMBOL:
        return vhlo_attr_holding(context, &attr_vhlo_string,
                                 attr_string(context, attr->text, strlen(attr->text)));
    case ATTR_DENSE_ARRAY:
        return holding_list(context, attr);
    default:
        return vhlo_attr_holding(context, struct_def(attr), attr);
    }
}

const struct attr *vhlo_property_of(struct context *context, const struct named_attr *property) {
    bool is_api = strcmp(property->name, "api_version") == 0 &&
                  property->value->kind == ATTR_INTEGER &&
                  type_is_integer(property->value->type, 32);
    return is_api ? vhlo_attr_holding(context, &attr_vhlo_api_version, property->value)
                  : vhlo_attr_of(context, property->value);
}

/* --- to StableHLO ----------------------------------------------------------------------------- */

const struct attr *vhlo_attr_meaning(struct context *context, const struct attr *attr) {
    if (!is_vhlo_attr(attr)) {
        return NULL;
    }
    const struct attr *held = vhlo_attr_held(attr);
    if (held->kind == ATTR_ARRAY || held->kind == ATTR_DICT) {
        return with_items(context, held, vhlo_attr_meaning);
    }
    return held->kind == ATTR_TYPE ? attr_type(context, vhlo_type_meaning(held->type)) : held;
}

/* --- versions --------------------------------------------------------------------------------- */

uint16_t vhlo_attr_since(const struct attr *attr) {
    uint16_t since = 0, item;
    if (attr->kind == ATTR_DIALECT) {
        const struct attr_def *def = struct_def(attr);
        return def ? ((const struct vhlo_attr_info *)def->details)->since : 0;
    }
    if (attr->type) {
        since = vhlo_type_since(attr->type);
    }
    for (uint32_t i = 0; (attr->kind == ATTR_ARRAY || attr->kind == ATTR_DICT) && i < attr->count;
         i++) {
        item = vhlo_attr_since(attr->items[i]);
        since = item > since ? item : since;
    }
    return since;
}
