/* The table of attributes and types: numbered as they are met, written when all operations are. */
#include "frontend/bytecode/write/writer.h"

/* --- numbers ---------------------------------------------------------------------------------- */

/* "sdy" of "sdy.sharding", or of the text `#sdy.sharding<...>`. */
static uint64_t dialect_of(struct writer *writer, const char *name) {
    name += *name == '#' || *name == '!';
    return dialect_number(writer, name, strcspn(name, ".<"));
}

static uint64_t attr_dialect_of(struct writer *writer, const struct attr *attr,
                                enum entry_form form) {
    return form == ENTRY_VHLO || form == ENTRY_API_VERSION ? dialect_of(writer, "vhlo")
           : attr->kind == ATTR_DIALECT                    ? dialect_of(writer, attr->def->name)
           : attr->kind == ATTR_OPAQUE                     ? dialect_of(writer, attr->text)
                                                           : dialect_of(writer, "builtin");
}

static uint64_t type_dialect_of(struct writer *writer, const struct type *type,
                                enum entry_form form) {
    bool is_future = type->kind == TYPE_DIALECT && type->count;
    bool is_named = type->kind == TYPE_DIALECT && type->text[0] == '!';
    return form == ENTRY_VHLO                      ? dialect_of(writer, "vhlo")
           : type->kind == TYPE_TOKEN || is_future ? dialect_of(writer, "stablehlo")
           : type->kind == TYPE_QUANTIZED          ? dialect_of(writer, "quant")
           : is_named                              ? dialect_of(writer, type->text)
                                                   : dialect_of(writer, "builtin");
}

static uint64_t number_of(struct writer *writer, struct written_entries *entries, const void *what,
                          enum entry_form form) {
    void *number = pointer_map_get(&entries->numbers[form], what);
    if (number) {
        return (uint64_t)(uintptr_t)number - 1;
    }
    struct written_entry *entry = vector_push(&entries->items);
    *entry = (struct written_entry){.what = what, .form = form, .user = writer->op};
    pointer_map_put(&entries->numbers[form], what, (void *)(uintptr_t)entries->items.count);
    return entries->items.count - 1;
}

/* Where something has no form in VHLO it stays what it is, if that is allowed. */
static enum entry_form form_of_attr(struct writer *writer, const struct attr *attr,
                                    enum entry_form form) {
    if (form != ENTRY_VHLO || vhlo_has_attr(attr)) {
        return form;
    }
    if (!writer->allow_other_dialects) {
        struct buffer text = {0};
        print_attr(&text, attr);
        writer_error(writer, "attribute %.200s has no form in a portable artifact", text.text);
        buffer_free(&text);
    }
    return ENTRY_NATIVE;
}

static enum entry_form form_of_type(struct writer *writer, const struct type *type,
                                    enum entry_form form) {
    if (form != ENTRY_VHLO || vhlo_has_type(type)) {
        return form == ENTRY_VHLO ? ENTRY_VHLO : ENTRY_NATIVE;
    }
    if (!writer->allow_other_dialects) {
        struct buffer text = {0};
        print_type(&text, type);
        writer_error(writer, "type '%.200s' has no form in a portable artifact", text.text);
        buffer_free(&text);
    }
    return ENTRY_NATIVE;
}

uint64_t attr_number(struct writer *writer, const struct attr *attr, enum entry_form form) {
    return number_of(writer, &writer->attrs, attr, form_of_attr(writer, attr, form));
}

uint64_t type_number(struct writer *writer, const struct type *type, enum entry_form form) {
    return number_of(writer, &writer->types, type, form_of_type(writer, type, form));
}

void put_attr_as(struct section_writer *emitter, const struct attr *attr, enum entry_form form) {
    put_number(emitter, attr_number(emitter->writer, attr, form));
}

void put_attr(struct section_writer *emitter, const struct attr *attr) {
    put_attr_as(emitter, attr, emitter->form);
}

void put_type(struct section_writer *emitter, const struct type *type) {
    put_number(emitter, type_number(emitter->writer, type, emitter->form));
}

void put_attrs(struct section_writer *emitter, uint32_t count, const struct attr *const *attrs) {
    put_number(emitter, count);
    for (uint32_t i = 0; i < count; i++) {
        put_attr(emitter, attrs[i]);
    }
}

void put_types(struct section_writer *emitter, uint32_t count, const struct type *const *types) {
    put_number(emitter, count);
    for (uint32_t i = 0; i < count; i++) {
        put_type(emitter, types[i]);
    }
}

void put_ints(struct section_writer *emitter, struct int_list ints) {
    put_number(emitter, ints.count);
    for (uint32_t i = 0; i < ints.count; i++) {
        put_signed(emitter, ints.items[i]);
    }
}

/* --- contents --------------------------------------------------------------------------------- */

static bool write_attr(struct section_writer *emitter, const struct attr *attr) {
    switch (emitter->form) {
    case ENTRY_NATIVE:
        return write_builtin_attr(emitter, attr) || write_dialect_attr(emitter, attr);
    case ENTRY_API_VERSION:
    case ENTRY_VHLO:
        write_vhlo_attr(emitter, attr);
        return true;
    default:
        put_number(emitter, 1);
        put_dictionary(emitter, attr);
        return true;
    }
}

static bool write_type(struct section_writer *emitter, const struct type *type) {
    if (emitter->form == ENTRY_VHLO) {
        write_vhlo_type(emitter, type);
        return true;
    }
    return write_builtin_type(emitter, type) || write_dialect_type(emitter, type);
}

static void write_entry(struct writer *writer, struct written_entries *entries, size_t index) {
    struct written_entry entry = entries->items.items[index];
    struct section_writer emitter = {.writer = writer, .bytes = entries->bytes, .form = entry.form};
    bool is_attr = entries == &writer->attrs;
    size_t begin = emitter.bytes.length;
    writer->op = entry.user;
    entry.dialect = is_attr ? attr_dialect_of(writer, entry.what, entry.form)
                            : type_dialect_of(writer, entry.what, entry.form);
    entry.is_text =
        !(is_attr ? write_attr(&emitter, entry.what) : write_type(&emitter, entry.what));
    if (entry.is_text) {
        if (is_attr) {
            print_attr(&emitter.bytes, entry.what);
        } else {
            print_type(&emitter.bytes, entry.what);
        }
        put_byte(&emitter, 0);
    }
    entry.size = emitter.bytes.length - begin;
    entries->bytes = emitter.bytes;
    entries->items.items[index] = entry;
}

void write_entries(struct writer *writer) {
    size_t attr = 0, type = 0;
    while (!writer->failed &&
           (attr < writer->attrs.items.count || type < writer->types.items.count)) {
        if (attr < writer->attrs.items.count) {
            write_entry(writer, &writer->attrs, attr++);
        } else {
            write_entry(writer, &writer->types, type++);
        }
    }
}

/* --- sections --------------------------------------------------------------------------------- */

/* Neighbours of one dialect make a group. */
static void put_offsets(struct section_writer *offsets, const struct written_entries *entries) {
    const struct written_entry *items = entries->items.items;
    size_t end;
    for (size_t i = 0; i < entries->items.count; i = end) {
        for (end = i; end < entries->items.count && items[end].dialect == items[i].dialect;) {
            end++;
        }
        put_number(offsets, items[i].dialect);
        put_number(offsets, end - i);
        for (size_t k = i; k < end; k++) {
            put_flagged(offsets, items[k].size, !items[k].is_text);
        }
    }
}

void put_entry_sections(struct section_writer *file, struct writer *writer) {
    struct section_writer offsets = {.writer = writer}, data = {.writer = writer};
    put_number(&offsets, writer->attrs.items.count);
    put_number(&offsets, writer->types.items.count);
    put_offsets(&offsets, &writer->attrs);
    put_offsets(&offsets, &writer->types);
    buffer_add_bytes(&data.bytes, writer->attrs.bytes.text, writer->attrs.bytes.length);
    buffer_add_bytes(&data.bytes, writer->types.bytes.text, writer->types.bytes.length);
    put_section(file, SECTION_ENTRIES, &data);
    put_section(file, SECTION_ENTRY_OFFSETS, &offsets);
}
