/* Resources: what the text has behind its operations as {-# dialect_resources: ... #-}. */
#include "frontend/bytecode/write/writer.h"

enum { RESOURCE_BLOB, RESOURCE_BOOL, RESOURCE_STRING };

/* Of a resource by its key, in the order in which they are first referred to. */
uint64_t resource_number(struct writer *writer, const char *key) {
    key = intern(writer->context->strings, key);
    void *number = pointer_map_get(&writer->resources, key);
    if (number) {
        return (uint64_t)(uintptr_t)number - 1;
    }
    *vector_push(&writer->resource_list) = key;
    pointer_map_put(&writer->resources, key, (void *)(uintptr_t)writer->resource_list.count);
    return writer->resource_list.count - 1;
}

static void put_resource_blob(struct section_writer *data, const struct attr *blob) {
    /* MLIR reads no alignment of 0, though it prints such where there are no bytes. */
    uint64_t alignment = blob->integer ? (uint64_t)blob->integer : 1;
    put_number(data, alignment);
    put_number(data, blob->length);
    put_align(data, alignment);
    buffer_add_bytes(&data->bytes, blob->data, blob->length);
}

static void put_resource(struct section_writer *offsets, struct section_writer *data,
                         const char *key, const struct attr *value) {
    size_t begin = data->bytes.length;
    uint8_t kind = RESOURCE_BLOB;
    if (value && value->kind == ATTR_BLOB) {
        put_resource_blob(data, value);
    } else if (value && value->kind == ATTR_STRING) {
        kind = RESOURCE_STRING;
        put_string(data, value->text, value->length);
    } else if (value) {
        kind = RESOURCE_BOOL;
        put_byte(data, value->integer != 0);
    }
    put_string(offsets, key, strlen(key));
    put_number(offsets, data->bytes.length - begin);
    put_byte(offsets, kind);
}

static void put_group(struct section_writer *offsets, struct section_writer *data,
                      const struct attr *group) {
    put_number(offsets, group->count);
    for (uint32_t i = 0; i < group->count; i++) {
        put_resource(offsets, data, group->names[i], group->items[i]);
    }
}

static void put_external(struct section_writer *offsets, struct section_writer *data,
                         const struct attr *groups) {
    put_number(offsets, groups ? groups->count : 0);
    for (uint32_t i = 0; groups && i < groups->count; i++) {
        put_string(offsets, groups->names[i], strlen(groups->names[i]));
        put_group(offsets, data, groups->items[i]);
    }
}

/* First those that attributes refer to, by their numbers; what the module has of them may have been
 * left out. */
static void put_referred(struct section_writer *offsets, struct section_writer *data,
                         const struct attr *builtin) {
    struct writer *writer = offsets->writer;
    if (writer->resource_list.count == 0) {
        return;
    }
    put_number(offsets, dialect_number(writer, "builtin", strlen("builtin")));
    put_number(offsets, writer->resource_list.count);
    for (size_t i = 0; i < writer->resource_list.count; i++) {
        const char *key = writer->resource_list.items[i];
        put_resource(offsets, data, key, builtin ? attr_dict_get(builtin, key) : NULL);
    }
}

static void put_of_dialects(struct section_writer *offsets, struct section_writer *data,
                            const struct attr *groups) {
    struct writer *writer = offsets->writer;
    put_referred(offsets, data, groups ? attr_dict_get(groups, "builtin") : NULL);
    for (uint32_t i = 0; groups && i < groups->count; i++) {
        struct attr_list rest = {0};
        const struct attr *group = groups->items[i];
        for (uint32_t k = 0; k < group->count; k++) {
            if (!pointer_map_get(&writer->resources, group->names[k]) ||
                strcmp(groups->names[i], "builtin") != 0) {
                attr_list_set(&rest, writer->context, writer->tables, group->names[k],
                              group->items[k]);
            }
        }
        if (rest.count) {
            put_number(offsets, dialect_number(writer, groups->names[i], strlen(groups->names[i])));
            put_group(offsets, data, attr_dict(writer->context, rest.count, rest.items));
        }
    }
}

void put_resource_sections(struct section_writer *file, struct writer *writer) {
    const struct attr_list *resources = &writer->module->resources;
    struct section_writer offsets = {.writer = writer}, data = {.writer = writer};
    if (resources->count == 0 && writer->resource_list.count == 0) {
        return;
    }
    put_external(&offsets, &data, attr_list_get(resources, "external_resources"));
    put_of_dialects(&offsets, &data, attr_list_get(resources, "dialect_resources"));
    put_section(file, SECTION_RESOURCE_OFFSETS, &offsets);
    put_section(file, SECTION_RESOURCES, &data);
}
