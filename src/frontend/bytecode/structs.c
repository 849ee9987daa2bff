/* Attributes that are structs of fields, and enumerations: from the tables of ops/attrs. */
#include "frontend/bytecode/bytecode.h"
#include "ops/attrs/attrs.h"
#include "ops/attrs/struct_attr.h"

static bool read_flag(struct cursor *cursor, int64_t *value) {
    uint8_t byte;
    bool read = read_byte(cursor, &byte);
    *value = byte != 0;
    return read;
}

static bool read_field(struct cursor *cursor, const struct attr_field *field, char *payload) {
    void *to = payload + field->offset;
    switch (field->kind) {
    case FIELD_INT:
        return read_signed(cursor, (int64_t *)to);
    case FIELD_DIMS:
        return read_ints(cursor, (struct int_list *)to);
    case FIELD_BOOL:
        return read_flag(cursor, (int64_t *)to);
    case FIELD_TYPE:
        return read_type(cursor, (const struct type **)to);
    case FIELD_ATTR:
        return read_attr(cursor, (const struct attr **)to);
    case FIELD_STRING:
        return read_name(cursor, (const char **)to);
    }
    return false;
}

const struct attr *checked_struct(struct cursor *cursor, const struct attr_def *def,
                                  const void *payload) {
    struct bytecode *file = cursor->file;
    const struct attr_struct *layout = (const struct attr_struct *)def->details;
    if (layout->check &&
        !layout->check(file->parser, bytecode_location(file, cursor->at), payload)) {
        file->failed = true;
        return NULL;
    }
    return struct_attr_make(file->context, def, payload);
}

static const struct attr *read_struct(struct cursor *cursor, const struct attr_def *def) {
    const struct attr_struct *layout = (const struct attr_struct *)def->details;
    char *payload = arena_alloc(cursor->file->scratch, layout->size);
    for (const struct attr_field *field = layout->fields; field->name; field++) {
        if (!read_field(cursor, field, payload)) {
            return NULL;
        }
    }
    return checked_struct(cursor, def, payload);
}

static const struct attr *read_enum(struct cursor *cursor, const struct attr_def *def,
                                    uint64_t first) {
    const char *const *cases = (const char *const *)def->details;
    uint64_t number, count = 0;
    while (cases[count]) {
        count++;
    }
    if (!read_number(cursor, &number)) {
        return NULL;
    }
    if (number < first || number - first >= count) {
        cursor_error(cursor, "#%s has no case %llu", def->name, (unsigned long long)number);
        return NULL;
    }
    return attr_enum(cursor->file->context, def, (int64_t)(number - first));
}

const struct attr *read_coded(struct cursor *cursor, const struct attr_codes *codes,
                              uint64_t code) {
    if (code >= codes->count) {
        return NULL;
    }
    const struct attr_code *by = &codes->items[code];
    return by->cases    ? read_enum(cursor, by->cases, by->first)
           : by->fields ? read_struct(cursor, by->fields)
           : by->read   ? by->read(cursor)
                        : NULL;
}
