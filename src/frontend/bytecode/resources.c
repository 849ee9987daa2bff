/* Resources: large constants and what else is kept beside the operations. They become what the
 * text has behind them: {-# dialect_resources: {builtin: {key: "0x..."}} #-}. */
#include "frontend/bytecode/bytecode.h"

#include <string.h>

enum resource_kind { RESOURCE_BLOB, RESOURCE_BOOL, RESOURCE_STRING };

/* What one dialect has, or one external user. A file may have it in several pieces. */
struct resource_group {
    const char *name;
    VECTOR(struct named_attr) items;
    struct pointer_map keys; /* of the items */
};

struct resource_reader {
    struct cursor offsets, data;
    VECTOR(const char *) keys; /* of dialects' resources, to be referred to */
    VECTOR(struct resource_group) groups;
    struct pointer_map places; /* name -> place in the groups + 1 */
};

static const struct attr *read_value(struct cursor *value, uint8_t kind) {
    struct context *context = value->file->context;
    if (kind == RESOURCE_BOOL) {
        uint8_t byte;
        return read_byte(value, &byte) ? attr_bool(context, byte != 0) : NULL;
    }
    if (kind == RESOURCE_STRING) {
        struct bytecode_string string;
        return read_string(value, &string) ? attr_string(context, string.text, string.length)
                                           : NULL;
    }
    uint64_t alignment, size;
    const unsigned char *bytes;
    if (kind != RESOURCE_BLOB) {
        cursor_error(value, "there is no kind of resource %u", kind);
        return NULL;
    }
    if (!read_number(value, &alignment) || !read_number(value, &size)) {
        return NULL;
    }
    if (alignment > UINT32_MAX) {
        cursor_error(value, "an alignment of %llu is too large", (unsigned long long)alignment);
        return NULL;
    }
    /* MLIR writes no alignment where there are no bytes; we write 1, for it reads none of 0. */
    alignment = alignment || size ? alignment : 1;
    if (!skip_alignment(value, alignment) || !read_bytes(value, size, &bytes)) {
        return NULL;
    }
    return attr_blob(context, (uint32_t)alignment, bytes, (size_t)size);
}

static bool read_resource(struct resource_reader *reader, struct resource_group *group,
                          bool is_dialect) {
    const char *key;
    uint64_t size;
    uint8_t kind;
    struct cursor value = {.file = reader->data.file};
    if (!read_name(&reader->offsets, &key) || !read_number(&reader->offsets, &size) ||
        !read_byte(&reader->offsets, &kind) || !read_bytes(&reader->data, size, &value.at)) {
        return false;
    }
    value.end = reader->data.at;
    if (is_dialect) {
        *vector_push(&reader->keys) = key;
    }
    if (size == 0) {
        return true; /* declared, but left out */
    }
    if (is_dialect && kind != RESOURCE_BLOB && strcmp(group->name, "builtin") == 0) {
        return cursor_error(&value, "resource '%s' of dialect 'builtin' is no blob", key);
    }
    if (pointer_map_get(&group->keys, key)) {
        return cursor_error(&value, "there is a second resource '%s'", key);
    }
    pointer_map_put(&group->keys, key, reader);
    struct named_attr *item = vector_push(&group->items);
    item->name = key;
    item->value = read_value(&value, kind);
    return item->value && expect_end(&value, "a resource");
}

/* The group of a name, perhaps a new one. */
static struct resource_group *group_of(struct resource_reader *reader, const char *name) {
    size_t place = (size_t)(uintptr_t)pointer_map_get(&reader->places, name);
    if (place) {
        return &reader->groups.items[place - 1];
    }
    struct resource_group *group = vector_push(&reader->groups);
    *group = (struct resource_group){.name = name};
    pointer_map_put(&reader->places, name, (void *)(uintptr_t)reader->groups.count);
    return group;
}

static bool read_group(struct resource_reader *reader, const char *name, bool is_dialect) {
    uint64_t count;
    struct resource_group *group = group_of(reader, name);
    if (!read_count(&reader->offsets, "resources", &count)) {
        return false;
    }
    for (uint64_t i = 0; i < count; i++) {
        if (!read_resource(reader, group, is_dialect)) {
            return false;
        }
    }
    return true;
}

static void forget_groups(struct resource_reader *reader) {
    for (size_t i = 0; i < reader->groups.count; i++) {
        vector_free(&reader->groups.items[i].items);
        pointer_map_free(&reader->groups.items[i].keys);
    }
    reader->groups.count = 0;
    pointer_map_free(&reader->places);
}

/* What was read of one kind becomes a section of the module's resources. */
static void keep_groups(struct resource_reader *reader, const char *name) {
    struct bytecode *file = reader->data.file;
    struct named_attr *kept = memory_array(reader->groups.count + 1, sizeof *kept);
    uint32_t count = 0;
    for (size_t i = 0; i < reader->groups.count; i++) {
        const struct resource_group *group = &reader->groups.items[i];
        if (group->items.count) {
            kept[count].name = group->name;
            kept[count++].value =
                attr_dict(file->context, (uint32_t)group->items.count, group->items.items);
        }
    }
    if (count) {
        attr_list_set(&file->module->resources, file->context, file->module->arena, name,
                      attr_dict(file->context, count, kept));
    }
    memory_free(kept);
    forget_groups(reader);
}

static bool read_external(struct resource_reader *reader) {
    uint64_t count;
    const char *name;
    if (!read_count(&reader->offsets, "groups of resources", &count)) {
        return false;
    }
    for (uint64_t i = 0; i < count; i++) {
        if (!read_name(&reader->offsets, &name) || !read_group(reader, name, false)) {
            return false;
        }
    }
    keep_groups(reader, "external_resources");
    return true;
}

static bool read_of_dialects(struct resource_reader *reader) {
    struct bytecode *file = reader->data.file;
    while (reader->offsets.at < reader->offsets.end) {
        uint64_t dialect;
        if (!read_index(&reader->offsets, file->dialect_count, "dialect", &dialect) ||
            !read_group(reader, intern(file->context->strings, file->dialects[dialect].name),
                        true)) {
            return false;
        }
    }
    keep_groups(reader, "dialect_resources");
    return true;
}

bool read_resources(struct bytecode *file) {
    struct resource_reader reader = {.offsets = file->sections[SECTION_RESOURCE_OFFSETS],
                                     .data = file->sections[SECTION_RESOURCES]};
    if (!reader.offsets.at && !reader.data.at) {
        return true;
    }
    if (!reader.offsets.at || !reader.data.at) {
        return bytecode_error(file, (const unsigned char *)file->source->text,
                              "resources without their offsets, or offsets without resources");
    }
    bool good = read_external(&reader) && read_of_dialects(&reader);
    if (good && reader.keys.count) {
        file->resources = arena_copy(file->tables, reader.keys.items,
                                     reader.keys.count * sizeof *reader.keys.items);
        file->resource_count = reader.keys.count;
    }
    forget_groups(&reader);
    vector_free(&reader.keys);
    vector_free(&reader.groups);
    return good;
}
