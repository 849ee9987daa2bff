/* Properties and attributes of operations. */
#include "frontend/bytecode/write/writer.h"

/* --- which form ------------------------------------------------------------------------------- */

/* Properties that operations have had only for a while, which releases of MLIR's tools do not know:
 * they are left out where they are absent, as those write them. */
static bool is_recent(const char *name) {
    static const char *const recent[] = {"has_dynamic_root", "reduction_op", "result_tilings"};
    bool found = false;
    for (size_t i = 0; i < sizeof recent / sizeof *recent; i++) {
        found = found || strcmp(name, recent[i]) == 0;
    }
    return found;
}

/* Not of dialects that MLIR's tools do not have. */
bool has_known_properties(const struct op_def *def) {
    static const char *const dialects[] = {"check.", "interpreter.", "sdyc."};
    bool is_own = false;
    for (size_t i = 0; i < sizeof dialects / sizeof *dialects; i++) {
        is_own = is_own || strncmp(def->name, dialects[i], strlen(dialects[i])) == 0;
    }
    return def != &op_unregistered && !is_own;
}

/* --- one after the other ---------------------------------------------------------------------- */

static void put_sizes(struct section_writer *emitter, const struct op *op, const char *name) {
    const struct attr *sizes = op_property(op, name);
    struct int_list list = op_ints(op, name);
    if (emitter->writer->version < BYTECODE_SEGMENT_SIZES) {
        if (sizes) {
            put_attr(emitter, sizes);
        } else {
            writer_error(emitter->writer, "'%s' needs the attribute '%s'", op->name, name);
        }
        return;
    }
    put_flagged(emitter, list.count, false);
    for (uint32_t i = 0; i < list.count; i++) {
        put_number(emitter, (uint64_t)list.items[i]);
    }
}

static void put_native(struct section_writer *emitter, const struct op *op,
                       const struct written_name *name) {
    struct writer *writer = emitter->writer;
    for (uint32_t i = 0; i < name->property_count; i++) {
        const struct property *property = &name->properties[i];
        const struct attr *value = op_property(op, property->name);
        if (!value && is_recent(property->name)) {
            continue;
        }
        if (property->is_optional) {
            put_flagged(emitter, value ? attr_number(writer, value, ENTRY_NATIVE) : 0,
                        value != NULL);
        } else if (value) {
            put_attr(emitter, value);
        } else {
            writer_error(writer, "'%s' needs the attribute '%s'", op->name, property->name);
        }
    }
    if (op->def->traits & OP_SEGMENTS) {
        put_sizes(emitter, op, "operandSegmentSizes");
        if (has_result_sizes(op->def)) {
            put_sizes(emitter, op, "resultSegmentSizes");
        }
    }
}

static void put_vhlo(struct section_writer *emitter, const struct attr_list *properties) {
    for (uint32_t i = 0; i < properties->count; i++) {
        put_attr_as(emitter, properties->items[i].value, property_form(&properties->items[i]));
    }
}

/* Equal properties stand once in the file. */
static uint64_t property_number(struct writer *writer, const struct section_writer *properties) {
    const char *bytes =
        intern_bytes(writer->bytes, properties->bytes.text, properties->bytes.length);
    void *number = pointer_map_get(&writer->property_numbers, bytes);
    if (number) {
        return (uint64_t)(uintptr_t)number - 1;
    }
    *vector_push(&writer->properties) =
        (struct bytecode_string){.text = bytes, .length = properties->bytes.length};
    pointer_map_put(&writer->property_numbers, bytes, (void *)(uintptr_t)writer->properties.count);
    return writer->properties.count - 1;
}

static uint8_t put_as_bytes(struct section_writer *emitter, const struct op *op,
                            const struct written_name *name, const struct attr_list *properties) {
    struct section_writer bytes = {.writer = emitter->writer, .form = emitter->form};
    buffer_add(&bytes.bytes, "");
    if (name->vhlo) {
        put_vhlo(&bytes, properties);
    } else {
        put_native(&bytes, op, name);
    }
    bool any = bytes.bytes.length > 0;
    if (any) {
        put_number(emitter, property_number(emitter->writer, &bytes));
    }
    buffer_free(&bytes.bytes);
    return any ? PART_PROPERTIES : 0;
}

/* --- dictionaries ----------------------------------------------------------------------------- */

static uint8_t put_as_dictionary(struct section_writer *emitter, const struct attr_list *attrs,
                                 uint8_t part) {
    if (attrs->count == 0) {
        return 0;
    }
    put_attr_as(emitter, attr_dict(emitter->writer->context, attrs->count, attrs->items),
                emitter->form == ENTRY_VHLO ? ENTRY_OF_VHLO : ENTRY_NATIVE);
    return part;
}

static void add_all(struct writer *writer, struct attr_list *to, const struct attr_list *from) {
    for (uint32_t i = 0; i < from->count; i++) {
        attr_list_set(to, writer->context, writer->scratch, from->items[i].name,
                      from->items[i].value);
    }
}

/* What an operation of VHLO has besides its properties. */
static void add_leftovers(struct writer *writer, const struct op *op, const struct vhlo_op *row,
                          struct attr_list *attrs) {
    for (uint32_t i = 0; i < op->properties.count; i++) {
        const struct named_attr *property = &op->properties.items[i];
        if (!vhlo_has_property(row, property->name)) {
            attr_list_set(attrs, writer->context, writer->scratch, property->name, property->value);
        }
    }
}

/* --- all -------------------------------------------------------------------------------------- */

uint8_t put_op_attrs(struct section_writer *emitter, const struct op *op,
                     const struct written_name *name) {
    struct writer *writer = emitter->writer;
    struct attr_list properties = op->properties, attrs = op->attrs;
    emitter->form = name->vhlo ? ENTRY_VHLO : ENTRY_NATIVE;
    if (name->vhlo) {
        properties = (struct attr_list){0};
        const struct vhlo_work work = vhlo_work_of(writer);
        vhlo_properties_of(&work, op, name->vhlo, name->vhlo_version, &properties);
        add_leftovers(writer, op, name->vhlo, &attrs);
    }
    if (writer->version < BYTECODE_PROPERTIES) {
        add_all(writer, &attrs, &properties);
        return put_as_dictionary(emitter, &attrs, PART_ATTRS);
    }
    uint8_t parts = put_as_dictionary(emitter, &attrs, PART_ATTRS);
    return parts | (name->is_registered ? put_as_bytes(emitter, op, name, &properties)
                                        : put_as_dictionary(emitter, &properties, PART_PROPERTIES));
}

void put_property_section(struct section_writer *file, struct writer *writer) {
    struct section_writer section = {.writer = writer};
    put_number(&section, writer->properties.count);
    for (size_t i = 0; i < writer->properties.count; i++) {
        put_blob(&section, writer->properties.items[i].text, writer->properties.items[i].length);
    }
    put_section(file, SECTION_PROPERTIES, &section);
}
