/* Properties of VHLO's operations as StableHLO has them: every one is written there, defaults too;
 * structs are written as their fields, symbols as strings, lists of integers as tensors. */
#include "ops/vhlo/vhlo.h"

#include <string.h>

#include "ops/attrs/attrs.h"
#include "ops/attrs/struct_attr.h"

/* --- defaults --------------------------------------------------------------------------------- */

static bool is_integer(const struct attr *attr, int64_t value) {
    return attr->kind == ATTR_INTEGER && attr->integer == value;
}

static bool is_splat_of(const struct attr *attr, int64_t value) {
    return attr->kind == ATTR_DENSE && attr->splat && attr->type->element->kind == TYPE_INTEGER &&
           type_count(attr->type) > 0 && attr_dense_integer(attr, 0) == value;
}

static bool is_empty(const struct attr *attr) {
    switch (attr->kind) {
    case ATTR_STRING:
        return attr->length == 0;
    case ATTR_ARRAY:
    case ATTR_DICT:
        return attr->count == 0;
    case ATTR_DENSE:
        return attr->length == 0;
    default:
        return false;
    }
}

static bool is_first_case(const struct attr *attr) {
    bool all = attr->kind == ATTR_ARRAY;
    for (uint32_t i = 0; all && i < attr->count; i++) {
        all = attr_case(attr->items[i], 1) == 0;
    }
    return all || attr_case(attr, 1) == 0;
}

static bool is_default_accuracy(const struct attr *attr) {
    const struct result_accuracy *accuracy = attr_payload(attr, &attr_result_accuracy);
    return accuracy && accuracy->mode == 0;
}

bool property_is_default(const struct attr *value, enum property_default otherwise) {
    switch (otherwise) {
    case DEFAULT_FALSE:
    case DEFAULT_ZERO:
        return is_integer(value, 0);
    case DEFAULT_API:
        return is_integer(value, 1);
    case DEFAULT_MINUS_ONE:
        return is_integer(value, -1);
    case DEFAULT_ONES:
        return is_splat_of(value, 1);
    case DEFAULT_ZEROS:
        return is_splat_of(value, 0);
    case DEFAULT_NO_TEXT:
    case DEFAULT_NO_ITEMS:
    case DEFAULT_NO_NAMES:
    case DEFAULT_NO_ELEMENTS:
    case DEFAULT_NO_LAYOUTS:
        return is_empty(value);
    case DEFAULT_FIRST:
        return is_first_case(value);
    case DEFAULT_ACCURACY:
        return is_default_accuracy(value);
    case DEFAULT_NONE:
        break;
    }
    return false;
}

/* --- forms ------------------------------------------------------------------------------------ */

static const struct attr *wrong(const struct vhlo_work *work, const char *name, const char *what) {
    vhlo_refuse(work, "property '%s' is to be %s", name, what);
    return NULL;
}

#define LONGEST_LIST (1 << 16) /* one value may stand for all of a list */

/* A tensor of integers as a list. */
static bool tensor_ints(const struct vhlo_work *work, const char *name, const struct attr *value,
                        struct int_list *ints) {
    if (value->kind == ATTR_DENSE && value->type->element->kind == TYPE_INTEGER &&
        value->type->element->width <= 64) {
        int64_t count = type_count(value->type);
        if (count > LONGEST_LIST) {
            return vhlo_refuse(work, "property '%s' is too long a list", name);
        }
        int64_t *items = ARENA_ARRAY(work->scratch, int64_t, (size_t)count);
        for (int64_t i = 0; i < count; i++) {
            items[i] = attr_dense_integer(value, i);
        }
        *ints = (struct int_list){.items = items, .count = (uint32_t)count};
        return true;
    }
    wrong(work, name, "a tensor of integers");
    return false;
}

static const struct attr *as_ints(const struct vhlo_work *work, const char *name,
                                  const struct attr *value) {
    struct int_list ints;
    return tensor_ints(work, name, value, &ints)
               ? attr_i64_array(work->context, ints.count, ints.items)
               : NULL;
}

static const struct attr *as_bools(const struct vhlo_work *work, const char *name,
                                   const struct attr *value) {
    struct int_list ints;
    if (!tensor_ints(work, name, value, &ints)) {
        return NULL;
    }
    uint8_t *bytes = ARENA_ARRAY(work->scratch, uint8_t, ints.count);
    for (uint32_t i = 0; i < ints.count; i++) {
        bytes[i] = ints.items[i] != 0;
    }
    return attr_dense_array(work->context, type_integer(work->context, 1, SIGNLESS), ints.count,
                            bytes);
}

static const struct attr *as_symbol(const struct vhlo_work *work, const char *name,
                                    const struct attr *value) {
    bool is_name = value->kind == ATTR_STRING && strlen(value->text) == value->length;
    return is_name ? attr_symbol(work->context, value->text) : wrong(work, name, "a name");
}

static const struct attr *as_symbols(const struct vhlo_work *work, const char *name,
                                     const struct attr *value) {
    if (value->kind != ATTR_ARRAY) {
        return wrong(work, name, "a list of names");
    }
    const struct attr **items = ARENA_ARRAY(work->scratch, const struct attr *, value->count);
    for (uint32_t i = 0; i < value->count; i++) {
        items[i] = as_symbol(work, name, value->items[i]);
        if (!items[i]) {
            return NULL;
        }
    }
    return attr_array(work->context, value->count, items);
}

static const struct attr *converted(const struct vhlo_work *work, const struct property *property,
                                    const struct attr *value) {
    switch (property->form) {
    case FORM_INTS:
        return as_ints(work, property->name, value);
    case FORM_BOOLS:
        return as_bools(work, property->name, value);
    case FORM_FLAG:
        return type_is_integer(value->type ? value->type : type_none(work->context), 1)
                   ? attr_unit(work->context)
                   : wrong(work, property->name, "a boolean");
    case FORM_CHANNEL:
        return value->kind == ATTR_INTEGER ? attr_channel(work->context, value->integer, 0)
                                           : wrong(work, property->name, "an integer");
    case FORM_SYMBOL:
        return as_symbol(work, property->name, value);
    case FORM_SYMBOLS:
        return as_symbols(work, property->name, value);
    default:
        return value;
    }
}

/* --- structs ---------------------------------------------------------------------------------- */

struct parts {
    const struct named_attr *items;
    uint32_t count;
};

static const struct attr *part(struct parts parts, const char *name) {
    for (uint32_t i = 0; i < parts.count; i++) {
        if (strcmp(parts.items[i].name, name) == 0) {
            return parts.items[i].value;
        }
    }
    return NULL;
}

static bool is_none(const struct attr *attr) {
    return attr->kind == ATTR_TYPE && attr->type->kind == TYPE_NONE;
}

/* A field of the struct; one that earlier versions do not have is empty. */
static bool take_field(const struct vhlo_work *work, const struct attr_field *field,
                       const char *name, const struct attr *value, char *payload) {
    void *to = payload + field->offset;
    switch (field->kind) {
    case FIELD_DIMS:
        return tensor_ints(work, name, value, (struct int_list *)to);
    case FIELD_INT:
    case FIELD_BOOL:
        if (value->kind != ATTR_INTEGER) {
            return wrong(work, name, "an integer") != NULL;
        }
        *(int64_t *)to = value->integer;
        return true;
    case FIELD_TYPE:
        if (value->kind != ATTR_TYPE) {
            return wrong(work, name, "a type") != NULL;
        }
        *(const struct type **)to = value->type;
        return true;
    default:
        return false;
    }
}

/* False after an error; NULL where none of its fields is there, or says anything. */
static bool join(const struct vhlo_work *work, const struct property_struct *to, struct parts parts,
                 const struct attr **attr) {
    const struct attr_struct *layout = (const struct attr_struct *)to->def->details;
    char *payload = arena_alloc(work->scratch, layout->size);
    bool any = false;
    *attr = NULL;
    for (uint32_t i = 0; layout->fields[i].name; i++) {
        const char *name = to->fields ? to->fields[i] : layout->fields[i].name;
        const struct attr *value = part(parts, name);
        if (value && is_none(value)) {
            return true;
        }
        if (value && !take_field(work, &layout->fields[i], name, value, payload)) {
            return false;
        }
        any = any || value;
    }
    if (any) {
        *attr = work->make(work->data, to->def, payload);
    }
    return !any || *attr;
}

/* --- all of them ------------------------------------------------------------------------------ */

static void insert(struct attr_list *list, const char *name, const struct attr *value) {
    uint32_t at = list->count++;
    while (at > 0 && strcmp(list->items[at - 1].name, name) > 0) {
        list->items[at] = list->items[at - 1];
        at--;
    }
    list->items[at] = (struct named_attr){.name = name, .value = value};
}

/* Attributes that are left out together: not where one of them says something. */
static bool pair_is_empty(uint32_t count, const struct property *properties,
                          const struct named_attr *from) {
    for (uint32_t i = 0; i < count; i++) {
        if (properties[i].otherwise == DEFAULT_NO_LAYOUTS && from[i].value &&
            !is_empty(from[i].value)) {
            return false;
        }
    }
    return true;
}

static bool convert_one(const struct vhlo_work *work, const struct property *property,
                        const struct attr *value, struct attr_list *to) {
    bool is_false_flag = property->form == FORM_FLAG && is_integer(value, 0);
    if (property->form == FORM_PART || property->form == FORM_LEFT_OUT || is_false_flag) {
        return true;
    }
    const struct attr *attr = converted(work, property, value);
    const char *name = property->form == FORM_CHANNEL
                           ? intern(work->context->strings, "channel_handle")
                           : property->name;
    if (attr) {
        insert(to, name, attr);
    }
    return attr != NULL;
}

bool vhlo_to_stablehlo_properties(const struct vhlo_work *work, const struct vhlo_op *row,
                                  uint32_t count, const struct property *properties,
                                  const struct named_attr *from, struct attr_list *to) {
    struct context *context = work->context;
    bool has_pair = !pair_is_empty(count, properties, from);
    struct parts parts = {from, count};
    to->items = ARENA_ARRAY(work->arena, struct named_attr, (size_t)count + 2);
    for (uint32_t i = 0; i < count; i++) {
        const struct property *property = &properties[i];
        bool keeps = property->otherwise == DEFAULT_NO_LAYOUTS && has_pair;
        if (!from[i].value || (!keeps && property_is_default(from[i].value, property->otherwise))) {
            continue;
        }
        if (!convert_one(work, property, from[i].value, to)) {
            return false;
        }
    }
    for (const struct property_struct *each = row->structs; each->name; each++) {
        const struct attr *attr;
        if (!join(work, each, parts, &attr)) {
            return false;
        }
        if (attr) {
            insert(to, intern(context->strings, each->name), attr);
        }
    }
    return true;
}
