/* Attributes and types of the builtin dialect, by the codes that the reader has. */
#include "frontend/bytecode/write/writer.h"

/* --- numbers ---------------------------------------------------------------------------------- */

static uint64_t low_bits(uint64_t bits, uint32_t width) {
    return width < 64 ? bits & ((UINT64_C(1) << width) - 1) : bits;
}

static void put_bits(struct section_writer *emitter, uint64_t bits, uint32_t width) {
    if (width <= 8) {
        put_byte(emitter, (uint8_t)low_bits(bits, width));
    } else {
        put_signed(emitter, (int64_t)low_bits(bits, width));
    }
}

void put_integer_value(struct section_writer *emitter, const struct attr *attr) {
    uint32_t width = attr->type->kind == TYPE_INTEGER ? attr->type->width : 64;
    if (width <= 64) {
        put_bits(emitter, (uint64_t)attr->integer, width);
        return;
    }
    put_number(emitter, attr->count);
    for (uint32_t i = 0; i < attr->count; i++) {
        put_signed(emitter, attr->words[i]);
    }
}

void put_float_value(struct section_writer *emitter, const struct attr *attr) {
    enum float_kind kind = attr->type->float_kind;
    put_bits(emitter, float_to_bits(kind, attr->real), type_bits(attr->type));
}

void put_f64(struct section_writer *emitter, double value) {
    int64_t bits;
    memcpy(&bits, &value, sizeof bits);
    put_signed(emitter, bits);
}

/* --- elements --------------------------------------------------------------------------------- */

/* Eight to a byte; one for all as a byte of ones or of zeros. */
static void put_bools(struct section_writer *emitter, const struct attr *attr) {
    const uint8_t *from = attr->data;
    size_t count = (size_t)type_count(attr->type);
    if (attr->splat && count != 1) {
        uint8_t all = from[0] ? 0xFF : 0;
        put_blob(emitter, &all, 1);
        return;
    }
    put_number(emitter, (count + 7) / 8);
    for (size_t i = 0; i < count; i += 8) {
        uint8_t byte = 0;
        for (size_t bit = 0; bit < 8 && i + bit < count; bit++) {
            byte |= (uint8_t)((from[i + bit] ? 1u : 0u) << bit);
        }
        put_byte(emitter, byte);
    }
}

void put_dense_value(struct section_writer *emitter, const struct attr *attr) {
    if (type_is_integer(attr->type->element, 1)) {
        put_bools(emitter, attr);
    } else {
        put_blob(emitter, attr->data, attr->length);
    }
}

static void put_dense_strings(struct section_writer *emitter, const struct attr *attr) {
    bool splat = attr->count == 1 && type_count(attr->type) > 0;
    put_number(emitter, splat);
    for (uint32_t i = 0; i < attr->count; i++) {
        put_string(emitter, attr->items[i]->text, attr->items[i]->length);
    }
}

/* --- lists and names -------------------------------------------------------------------------- */

static void put_name(struct section_writer *emitter, const char *name) {
    enum entry_form form = emitter->form == ENTRY_VHLO ? ENTRY_VHLO : ENTRY_NATIVE;
    put_attr_as(emitter, attr_string(emitter->writer->context, name, strlen(name)), form);
}

void put_dictionary(struct section_writer *emitter, const struct attr *dictionary) {
    put_number(emitter, dictionary->count);
    for (uint32_t i = 0; i < dictionary->count; i++) {
        const struct named_attr item = {dictionary->names[i], dictionary->items[i]};
        put_name(emitter, item.name);
        put_attr_as(emitter, item.value,
                    emitter->form == ENTRY_OF_VHLO ? property_form(&item) : emitter->form);
    }
}

/* --- locations -------------------------------------------------------------------------------- */

static void write_file_location(struct section_writer *emitter, const struct attr *location) {
    const int64_t *words = location->words;
    bool is_point = words[2] < 0 && words[3] < 0;
    put_number(emitter, is_point ? 11 : 22);
    put_attr(emitter, attr_string(emitter->writer->context, location->text, location->length));
    if (is_point) {
        put_number(emitter, (uint64_t)words[0]);
        put_number(emitter, (uint64_t)words[1]);
        return;
    }
    bool is_line = words[2] == words[0];
    put_number(emitter, is_line ? 3 : 4);
    for (uint32_t i = 0; i < 4; i++) {
        if (i != 2 || !is_line) {
            put_number(emitter, (uint64_t)words[i]);
        }
    }
}

static void write_name_location(struct section_writer *emitter, const struct attr *location) {
    struct context *context = emitter->writer->context;
    put_number(emitter, 14);
    put_attr(emitter, attr_string(context, location->text, location->length));
    put_attr(emitter, location->count ? location->items[0] : location_unknown(context));
}

static void write_fused_location(struct section_writer *emitter, const struct attr *location) {
    put_number(emitter, location->payload ? 13 : 12);
    put_attrs(emitter, location->count, location->items);
    if (location->payload) {
        put_attr(emitter, location->payload);
    }
}

static void write_location(struct section_writer *emitter, const struct attr *location) {
    switch (location_kind(location)) {
    case LOCATION_FILE:
        write_file_location(emitter, location);
        return;
    case LOCATION_NAME:
        write_name_location(emitter, location);
        return;
    case LOCATION_CALLSITE:
        put_number(emitter, 10);
        put_attr(emitter, location->items[0]);
        put_attr(emitter, location->items[1]);
        return;
    case LOCATION_FUSED:
        write_fused_location(emitter, location);
        return;
    case LOCATION_UNKNOWN:
    case LOCATION_ALIAS: /* only while text is read */
        break;
    }
    put_number(emitter, 15);
}

/* --- attributes ------------------------------------------------------------------------------- */

static void write_string(struct section_writer *emitter, const struct attr *attr) {
    put_number(emitter, attr->type ? 3 : 2);
    put_string(emitter, attr->text, attr->length);
    if (attr->type) {
        put_type(emitter, attr->type);
    }
}

static void write_symbol(struct section_writer *emitter, const struct attr *attr) {
    put_number(emitter, attr->count ? 5 : 4);
    put_name(emitter, attr->text);
    if (attr->count) {
        put_attrs(emitter, attr->count, attr->items);
    }
}

/* Those whose contents follow a type: of the value, or of the elements. */
static void write_typed(struct section_writer *emitter, uint64_t code, const struct attr *attr) {
    put_number(emitter, code);
    put_type(emitter, attr->type);
    switch (attr->kind) {
    case ATTR_INTEGER:
        put_integer_value(emitter, attr);
        break;
    case ATTR_FLOAT:
        put_float_value(emitter, attr);
        break;
    case ATTR_DENSE_RESOURCE:
        put_number(emitter, resource_number(emitter->writer, attr->text));
        break;
    case ATTR_DENSE_ARRAY:
        put_number(emitter, attr->count);
        put_blob(emitter, attr->data, attr->count * (size_t)type_bytes(attr->type));
        break;
    case ATTR_DENSE:
        if (attr_is_resource(attr)) {
            put_number(emitter, resource_number(emitter->writer, attr->text));
        } else {
            put_dense_value(emitter, attr);
        }
        break;
    case ATTR_DENSE_STRING:
        put_dense_strings(emitter, attr);
        break;
    case ATTR_SPARSE:
        put_attr(emitter, attr->items[0]);
        put_attr(emitter, attr->items[1]);
        break;
    default:
        break;
    }
}

/* The IR has no more of a wide float than an f64 of it. */
static bool is_wide_float(const struct type *type) {
    return type->kind == TYPE_FLOAT && type_bits(type) > 64;
}

bool write_builtin_attr(struct section_writer *emitter, const struct attr *attr) {
    static const uint8_t typed[] = {
        [ATTR_INTEGER] = 8,      [ATTR_FLOAT] = 9,  [ATTR_DENSE_RESOURCE] = 16,
        [ATTR_DENSE_ARRAY] = 17, [ATTR_DENSE] = 18, [ATTR_DENSE_STRING] = 19,
        [ATTR_SPARSE] = 20,      [ATTR_OPAQUE] = 0,
    };
    switch (attr->kind) {
    case ATTR_UNIT:
        put_number(emitter, 7);
        return true;
    case ATTR_STRING:
        write_string(emitter, attr);
        return true;
    case ATTR_TYPE:
        put_number(emitter, 6);
        put_type(emitter, attr->type);
        return true;
    case ATTR_ARRAY:
        put_number(emitter, 0);
        put_attrs(emitter, attr->count, attr->items);
        return true;
    case ATTR_DICT:
        put_number(emitter, 1);
        put_dictionary(emitter, attr);
        return true;
    case ATTR_SYMBOL:
        write_symbol(emitter, attr);
        return true;
    case ATTR_LOCATION:
        write_location(emitter, attr);
        return true;
    default:
        if (!typed[attr->kind] || (attr->kind == ATTR_FLOAT && is_wide_float(attr->type))) {
            return false;
        }
        write_typed(emitter, typed[attr_is_resource(attr) ? ATTR_DENSE_RESOURCE : attr->kind],
                    attr);
        return true;
    }
}

/* --- types ------------------------------------------------------------------------------------ */

static void write_tensor(struct section_writer *emitter, const struct type *type) {
    put_number(emitter, type->encoding ? 14 : 13);
    if (type->encoding) {
        put_attr(emitter, type->encoding);
    }
    put_ints(emitter, (struct int_list){.items = type->dims, .count = type->rank});
    put_type(emitter, type->element);
}

static void write_function(struct section_writer *emitter, const struct type *type) {
    put_number(emitter, 2);
    put_types(emitter, type->input_count, type->items);
    put_types(emitter, type->count - type->input_count, type->items + type->input_count);
}

bool write_builtin_type(struct section_writer *emitter, const struct type *type) {
    switch (type->kind) {
    case TYPE_INTEGER:
        put_number(emitter, 0);
        put_number(emitter, (uint64_t)type->width << 2 | type->signedness);
        return true;
    case TYPE_INDEX:
        put_number(emitter, 1);
        return true;
    case TYPE_FUNCTION:
        write_function(emitter, type);
        return true;
    case TYPE_FLOAT:
        put_number(emitter, builtin_float_code(type->float_kind));
        return true;
    case TYPE_COMPLEX:
        put_number(emitter, 9);
        put_type(emitter, type->element);
        return true;
    case TYPE_NONE:
        put_number(emitter, 12);
        return true;
    case TYPE_TENSOR:
        write_tensor(emitter, type);
        return true;
    case TYPE_TUPLE:
        put_number(emitter, 15);
        put_types(emitter, type->count, type->items);
        return true;
    case TYPE_UNRANKED:
        put_number(emitter, 18);
        put_type(emitter, type->element);
        return true;
    case TYPE_VECTOR:
        put_number(emitter, 19);
        put_ints(emitter, (struct int_list){.items = type->dims, .count = type->rank});
        put_type(emitter, type->element);
        return true;
    default:
        return false;
    }
}
