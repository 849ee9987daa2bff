/* Attributes: constructors, which intern, and their contents read alike. */
#include "ir/context.h"
#include "ir/op_def.h"
#include "ir/uniquer.h"

#include <stdlib.h>
#include <string.h>

static bool same_bytes(const void *a, const void *b, size_t size) {
    return a == b || size == 0 || (a && b && memcmp(a, b, size) == 0);
}

#define LOCATION_WORDS 4

static uint32_t word_count(const struct attr *attr) {
    if (!attr->words) {
        return 0;
    }
    return attr->kind == ATTR_LOCATION ? LOCATION_WORDS : attr->count;
}

static uint32_t item_count(const struct attr *attr) {
    return attr->items ? attr->count : 0;
}

bool attr_equal_contents(const void *a, const void *b) {
    const struct attr *x = a, *y = b;
    if (x->kind != y->kind || x->splat != y->splat || x->count != y->count || x->type != y->type ||
        x->integer != y->integer || x->text != y->text || x->length != y->length ||
        x->def != y->def || !same_bytes(&x->real, &y->real, sizeof x->real)) {
        return false;
    }
    if (x->kind == ATTR_LOCATION && x->payload != y->payload) {
        return false;
    }
    return !x->items == !y->items && !x->names == !y->names && !x->words == !y->words &&
           same_bytes(x->items, y->items, item_count(x) * sizeof *x->items) &&
           same_bytes(x->names, y->names, x->names ? x->count * sizeof *x->names : 0) &&
           same_bytes(x->words, y->words, word_count(x) * sizeof *x->words) &&
           same_bytes(x->data, y->data, x->data ? x->length : 0);
}

static uint64_t hash_attr(const struct attr *attr) {
    uint64_t real;
    memcpy(&real, &attr->real, sizeof real);
    const uint64_t head[] = {
        (uint64_t)attr->kind | (uint64_t)attr->splat << 8 | (uint64_t)attr->count << 32,
        (uint64_t)(uintptr_t)attr->type,
        (uint64_t)attr->integer,
        real ^ (uint64_t)attr->length << 32,
        (uint64_t)(uintptr_t)attr->text,
        (uint64_t)(uintptr_t)attr->def,
    };
    uint64_t hash = hash_bytes(head, sizeof head, 2);
    if (attr->items) {
        hash = hash_bytes(attr->items, item_count(attr) * sizeof *attr->items, hash);
    }
    if (attr->names) {
        hash = hash_bytes(attr->names, attr->count * sizeof *attr->names, hash);
    }
    if (attr->words) {
        hash = hash_bytes(attr->words, word_count(attr) * sizeof *attr->words, hash);
    }
    return attr->data ? hash_bytes(attr->data, attr->length, hash) : hash;
}

/* Arrays given by the caller may be short-lived: the unique copy has its own. */
static void own_arrays(struct context *context, struct attr *attr) {
    struct arena *arena = context->arena;
    if (attr->items) {
        attr->items = arena_copy(arena, attr->items, item_count(attr) * sizeof *attr->items);
    }
    if (attr->names) {
        attr->names = arena_copy(arena, attr->names, attr->count * sizeof *attr->names);
    }
    if (attr->words) {
        attr->words = arena_copy(arena, attr->words, word_count(attr) * sizeof *attr->words);
    }
    if (attr->data) {
        attr->data = attr->length >= ELEMENTS_SHARED_FROM
                         ? context_hold_bytes(context, attr->data, attr->length)
                         : arena_copy(arena, attr->data, attr->length);
    }
}

bool attr_is_encoding(const struct attr *attr) {
    static const char prefix[] = "#sparse_tensor.encoding<";
    return attr->kind == ATTR_OPAQUE && strncmp(attr->text, prefix, sizeof prefix - 1) == 0;
}

const struct attr *attr_unique(struct context *context, const struct attr *attr) {
    uint64_t hash = hash_attr(attr);
    const struct attr *known = uniquer_find(context->attrs, attr, hash);
    if (known) {
        return known;
    }
    struct attr *copy = arena_copy(context->arena, attr, sizeof *attr);
    own_arrays(context, copy);
    if (copy->kind == ATTR_DIALECT && copy->def->payload) {
        copy->payload = copy->def->payload(context->arena, copy->words, copy->count);
    }
    attr_list_integers(context->arena, copy);
    context->has_aliases = context->has_aliases || copy->kind == ATTR_AFFINE ||
                           copy->kind == ATTR_LOCATION || attr_is_encoding(copy);
    uniquer_add(context->attrs, copy, hash);
    return copy;
}

bool attr_any(const struct context *context, bool (*is_so)(const struct attr *attr)) {
    for (size_t i = 0; i < context->attrs->capacity; i++) {
        const struct attr *attr = context->attrs->slots[i].item;
        if (attr && is_so(attr)) {
            return true;
        }
    }
    return false;
}

const struct attr *attr_unit(struct context *context) {
    return attr_unique(context, &(struct attr){.kind = ATTR_UNIT});
}

const struct attr *attr_bool(struct context *context, bool value) {
    return attr_integer(context, type_integer(context, 1, SIGNLESS), value);
}

/* The low `width` bits, extended by the sign of the type; i1 counts as unsigned. */
static int64_t extend(const struct type *type, int64_t value) {
    if (type->kind != TYPE_INTEGER || type->width >= 64) {
        return value;
    }
    uint32_t unused = 64 - type->width;
    if (type->width == 0) {
        return 0;
    }
    if (type->signedness == UNSIGNED || (type->width == 1 && type->signedness == SIGNLESS)) {
        return (int64_t)(((uint64_t)value << unused) >> unused);
    }
    return (int64_t)((uint64_t)value << unused) >> unused;
}

const struct attr *attr_integer(struct context *context, const struct type *type, int64_t value) {
    return attr_unique(
        context,
        &(struct attr){.kind = ATTR_INTEGER, .type = type, .integer = extend(type, value)});
}

const struct attr *attr_wide_integer(struct context *context, const struct type *type,
                                     uint32_t words_count, const int64_t *words) {
    return attr_unique(context, &(struct attr){.kind = ATTR_INTEGER,
                                               .type = type,
                                               .count = words_count,
                                               .integer = words[0],
                                               .words = words});
}

const struct attr *attr_i64(struct context *context, int64_t value) {
    return attr_integer(context, type_integer(context, 64, SIGNLESS), value);
}

const struct attr *attr_float(struct context *context, const struct type *type, double value) {
    unsigned char bytes[16];
    if (type->kind == TYPE_FLOAT) {
        /* Rounded to the type, so that equal attributes are one. */
        float_store(type->float_kind, value, bytes);
        value = float_load(type->float_kind, bytes);
    }
    return attr_unique(context, &(struct attr){.kind = ATTR_FLOAT, .type = type, .real = value});
}

const struct attr *attr_string(struct context *context, const char *text, size_t length) {
    return attr_typed_string(context, text, length, NULL);
}

const struct attr *attr_typed_string(struct context *context, const char *text, size_t length,
                                     const struct type *type) {
    return attr_unique(context, &(struct attr){.kind = ATTR_STRING,
                                               .type = type,
                                               .text = intern_bytes(context->strings, text, length),
                                               .length = length});
}

const struct attr *attr_type(struct context *context, const struct type *type) {
    return attr_unique(context, &(struct attr){.kind = ATTR_TYPE, .type = type});
}

const struct attr *attr_array(struct context *context, uint32_t count,
                              const struct attr *const *items) {
    return attr_unique(context, &(struct attr){.kind = ATTR_ARRAY, .count = count, .items = items});
}

int named_attr_compare(const void *a, const void *b) {
    const struct named_attr *x = a, *y = b;
    return strcmp(x->name, y->name);
}

static bool names_are_sorted(uint32_t count, const struct named_attr *items) {
    for (uint32_t i = 1; i < count; i++) {
        if (strcmp(items[i - 1].name, items[i].name) > 0) {
            return false;
        }
    }
    return true;
}

const struct attr *attr_dict(struct context *context, uint32_t count,
                             const struct named_attr *items) {
    struct arena *scratch = NULL;
    struct named_attr few_items[16];
    const struct attr *few_values[16];
    const char *few_names[16];
    struct named_attr *sorted = few_items;
    const struct attr **values = few_values;
    const char **names = few_names;
    if (count > 16) {
        scratch = arena_new();
        sorted = ARENA_ARRAY(scratch, struct named_attr, count);
        values = ARENA_ARRAY(scratch, const struct attr *, count);
        names = ARENA_ARRAY(scratch, const char *, count);
    }
    if (count) {
        memcpy(sorted, items, count * sizeof *sorted);
    }
    if (!names_are_sorted(count, sorted)) {
        qsort(sorted, count, sizeof *sorted, named_attr_compare);
    }
    for (uint32_t i = 0; i < count; i++) {
        names[i] = intern(context->strings, sorted[i].name);
        values[i] = sorted[i].value;
    }
    const struct attr *dict = attr_unique(
        context,
        &(struct attr){.kind = ATTR_DICT, .count = count, .items = values, .names = names});
    arena_free(scratch);
    return dict;
}

const struct attr *attr_dict_get(const struct attr *dict, const char *name) {
    for (uint32_t i = 0; dict && dict->kind == ATTR_DICT && i < dict->count; i++) {
        if (strcmp(dict->names[i], name) == 0) {
            return dict->items[i];
        }
    }
    return NULL;
}

const struct attr *attr_symbol(struct context *context, const char *name) {
    return attr_nested_symbol(context, name, 0, NULL);
}

const struct attr *attr_nested_symbol(struct context *context, const char *name, uint32_t count,
                                      const struct attr *const *nested) {
    return attr_unique(context, &(struct attr){.kind = ATTR_SYMBOL,
                                               .text = intern(context->strings, name),
                                               .length = strlen(name),
                                               .count = count,
                                               .items = count ? nested : NULL});
}

bool attr_is_repeated(const void *data, size_t bytes, size_t element) {
    return bytes >= element && element && bytes % element == 0 &&
           (bytes == element || memcmp(data, (const char *)data + element, bytes - element) == 0);
}

const struct attr *attr_dense(struct context *context, const struct type *type, const void *data,
                              size_t bytes, bool splat) {
    size_t element = type_bytes(type->element);
    splat = splat || attr_is_repeated(data, bytes, element);
    return attr_unique(context, &(struct attr){.kind = ATTR_DENSE,
                                               .splat = splat,
                                               .type = type,
                                               .length = splat ? element : bytes,
                                               .data = data ? data : ""});
}

bool type_holds_strings(const struct type *element) {
    return element->kind != TYPE_INTEGER && element->kind != TYPE_FLOAT &&
           element->kind != TYPE_INDEX && element->kind != TYPE_COMPLEX;
}

const struct attr *attr_dense_strings(struct context *context, const struct type *type,
                                      uint32_t count, const struct attr *const *items) {
    bool splat = count > 0;
    for (uint32_t i = 1; i < count; i++) {
        splat = splat && items[i] == items[0];
    }
    return attr_unique(context, &(struct attr){.kind = ATTR_DENSE_STRING,
                                               .splat = splat,
                                               .type = type,
                                               .count = splat ? 1 : count,
                                               .items = items});
}

const struct attr *attr_dense_array(struct context *context, const struct type *element,
                                    uint32_t count, const void *data) {
    return attr_unique(context, &(struct attr){.kind = ATTR_DENSE_ARRAY,
                                               .type = element,
                                               .count = count,
                                               .length = (size_t)count * type_bytes(element),
                                               .data = data ? data : ""});
}

const struct attr *attr_i64_array(struct context *context, uint32_t count, const int64_t *values) {
    return attr_dense_array(context, type_integer(context, 64, SIGNLESS), count, values);
}

const struct attr *attr_dialect(struct context *context, const struct attr_def *def, uint32_t count,
                                const int64_t *words) {
    return attr_unique(context, &(struct attr){.kind = ATTR_DIALECT,
                                               .def = def,
                                               .count = count,
                                               .words = count ? words : NULL});
}

const struct attr *attr_text(struct context *context, enum attr_kind kind, const char *text,
                             size_t length, const struct type *type) {
    return attr_unique(context, &(struct attr){.kind = kind,
                                               .type = type,
                                               .text = intern_bytes(context->strings, text, length),
                                               .length = length});
}

const struct attr *attr_sparse(struct context *context, const struct type *type,
                               const struct attr *indices, const struct attr *values) {
    const struct attr *items[] = {indices, values};
    return attr_unique(
        context, &(struct attr){.kind = ATTR_SPARSE, .type = type, .count = 2, .items = items});
}

/* --- contents --------------------------------------------------------------------------------- */

static const unsigned char *dense_element(const struct attr *attr, int64_t index,
                                          const struct type **element) {
    *element = attr->kind == ATTR_DENSE ? attr->type->element : attr->type;
    size_t size = type_bytes(*element);
    size_t at = attr->splat ? 0 : (size_t)index * size;
    if (index < 0 || at + size > attr->length) {
        sdyc_bug("element %lld of a dense attribute of %zu bytes", (long long)index, attr->length);
    }
    return (const unsigned char *)attr->data + at;
}

static int64_t load_integer(const struct type *element, const unsigned char *bytes) {
    uint64_t value = 0;
    uint32_t size = type_bytes(element);
    for (uint32_t i = 0; i < size && i < 8; i++) {
        value |= (uint64_t)bytes[i] << (8 * i);
    }
    return extend(element, (int64_t)value);
}

int64_t attr_dense_integer(const struct attr *attr, int64_t index) {
    const struct type *element;
    const unsigned char *bytes = dense_element(attr, index, &element);
    return load_integer(element, bytes);
}

double attr_dense_real(const struct attr *attr, int64_t index) {
    const struct type *element;
    const unsigned char *bytes = dense_element(attr, index, &element);
    if (element->kind == TYPE_COMPLEX) {
        element = element->element;
    }
    if (element->kind == TYPE_FLOAT) {
        return float_load(element->float_kind, bytes);
    }
    int64_t value = load_integer(element, bytes);
    return element->signedness == UNSIGNED ? (double)(uint64_t)value : (double)value;
}

static bool holds_integers(const struct type *element) {
    return element->kind == TYPE_INTEGER || element->kind == TYPE_INDEX;
}

bool attr_integers(const struct attr *attr, uint32_t *count, const int64_t **values) {
    if (!attr->integers) {
        return false;
    }
    *count = attr->integer_count;
    *values = attr->integers;
    return true;
}

/* Lists longer than this are data, which nobody reads as a list of numbers. */
#define LONGEST_INTEGER_LIST 65536

static void list_array_integers(struct arena *arena, struct attr *attr) {
    for (uint32_t i = 0; i < attr->count; i++) {
        if (attr->items[i]->kind != ATTR_INTEGER) {
            return;
        }
    }
    int64_t *values = ARENA_ARRAY(arena, int64_t, attr->count);
    for (uint32_t i = 0; i < attr->count; i++) {
        values[i] = attr->items[i]->integer;
    }
    attr->integers = values;
    attr->integer_count = attr->count;
}

static void list_dense_integers(struct arena *arena, struct attr *attr) {
    const struct type *element = type_element(attr->type);
    int64_t count = attr->count;
    if (attr->kind == ATTR_DENSE) {
        count = type_count(attr->type);
    }
    if (!holds_integers(element) || type_bits(element) > 64 || count > LONGEST_INTEGER_LIST) {
        return;
    }
    attr->integer_count = (uint32_t)count;
    if (type_bits(element) == 64 && !attr->splat) {
        attr->integers = attr->data;
        return;
    }
    int64_t *values = ARENA_ARRAY(arena, int64_t, (size_t)count);
    attr->integers = values;
    for (int64_t i = 0; i < count; i++) {
        values[i] = attr_dense_integer(attr, i);
    }
}

void attr_list_integers(struct arena *arena, struct attr *attr) {
    if (attr->kind == ATTR_ARRAY) {
        list_array_integers(arena, attr);
    } else if (attr->kind == ATTR_DENSE || attr->kind == ATTR_DENSE_ARRAY) {
        list_dense_integers(arena, attr);
    }
}

/* --- lists ------------------------------------------------------------------------------------ */

const struct attr *attr_list_get(const struct attr_list *list, const char *name) {
    for (uint32_t i = 0; i < list->count; i++) {
        const char *own = list->items[i].name;
        if (own == name || (own[0] == name[0] && strcmp(own, name) == 0)) {
            return list->items[i].value;
        }
    }
    return NULL;
}

/* Lists are copied on every change, so that operations may share one; but a shorter one is the
 * beginning of the longer. */
void attr_list_set(struct attr_list *list, struct context *context, struct arena *arena,
                   const char *name, const struct attr *value) {
    uint32_t at = 0;
    while (at < list->count && strcmp(list->items[at].name, name) < 0) {
        at++;
    }
    bool present = at < list->count && strcmp(list->items[at].name, name) == 0;
    if (!present && !value) {
        return;
    }
    if (!value && at + 1 == list->count) {
        list->count--;
        return;
    }
    uint32_t count = list->count + (value && !present) - (!value && present);
    struct named_attr *items = ARENA_ARRAY(arena, struct named_attr, count);
    uint32_t next = 0;
    for (uint32_t i = 0; i < at; i++) {
        items[next++] = list->items[i];
    }
    if (value) {
        items[next++] = (struct named_attr){.name = intern(context->strings, name), .value = value};
    }
    for (uint32_t i = at + present; i < list->count; i++) {
        items[next++] = list->items[i];
    }
    list->items = items;
    list->count = count;
}
