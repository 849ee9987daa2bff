/* A file: its header, its sections, and the tables of strings, dialects and names. */
#include <stdlib.h>

#include "frontend/bytecode/write/writer.h"

enum { NEWEST_TARGET = VHLO_CURRENT, OLDEST_TARGET = VHLO_VERSION(0, 9) };

/* --- strings and dialects --------------------------------------------------------------------- */

uint64_t string_number(struct writer *writer, const char *text, size_t length) {
    text = intern_bytes(writer->context->strings, text, length);
    void *number = pointer_map_get(&writer->strings, text);
    if (number) {
        return (uint64_t)(uintptr_t)number - 1;
    }
    *vector_push(&writer->string_list) = (struct bytecode_string){.text = text, .length = length};
    pointer_map_put(&writer->strings, text, (void *)(uintptr_t)writer->string_list.count);
    return writer->string_list.count - 1;
}

uint64_t dialect_number(struct writer *writer, const char *name, size_t length) {
    name = intern_bytes(writer->context->strings, name, length);
    void *number = pointer_map_get(&writer->dialects, name);
    if (number) {
        return (uint64_t)(uintptr_t)number - 1;
    }
    *vector_push(&writer->dialect_list) = name;
    pointer_map_put(&writer->dialects, name, (void *)(uintptr_t)writer->dialect_list.count);
    return writer->dialect_list.count - 1;
}

/* The sizes of all, the last one first, then their bytes. */
static void put_strings(struct section_writer *file, struct writer *writer) {
    struct section_writer section = {.writer = writer};
    size_t count = writer->string_list.count;
    put_number(&section, count);
    for (size_t i = count; i-- > 0;) {
        put_number(&section, writer->string_list.items[i].length + 1);
    }
    for (size_t i = 0; i < count; i++) {
        buffer_add_bytes(&section.bytes, writer->string_list.items[i].text,
                         writer->string_list.items[i].length + 1);
    }
    put_section(file, SECTION_STRINGS, &section);
}

static void put_name(struct section_writer *section, const struct written_name *name) {
    if (section->writer->version < BYTECODE_PROPERTIES) {
        put_number(section, name->string);
    } else {
        put_flagged(section, name->string, name->is_registered);
    }
}

/* Neighbours of one dialect make a group. */
static void put_names(struct section_writer *section, struct writer *writer) {
    const struct written_name *names = writer->name_list.items;
    size_t count = writer->name_list.count, end;
    for (size_t i = 0; i < count; i = end) {
        for (end = i; end < count && names[end].dialect == names[i].dialect;) {
            end++;
        }
        put_number(section, names[i].dialect);
        put_number(section, end - i);
        for (size_t k = i; k < end; k++) {
            put_name(section, &names[k]);
        }
    }
}

static void put_dialects(struct section_writer *file, struct writer *writer) {
    struct section_writer section = {.writer = writer};
    put_number(&section, writer->dialect_list.count);
    for (size_t i = 0; i < writer->dialect_list.count; i++) {
        const char *name = writer->dialect_list.items[i];
        uint64_t number = string_number(writer, name, strlen(name));
        if (writer->version < BYTECODE_DIALECT_VERSIONS) {
            put_number(&section, number);
        } else {
            put_flagged(&section, number, false);
        }
    }
    if (writer->version >= BYTECODE_OPTIONAL_LOCATIONS) {
        put_number(&section, writer->name_list.count);
    }
    put_names(&section, writer);
    put_section(file, SECTION_DIALECTS, &section);
}

/* --- versions --------------------------------------------------------------------------------- */

/* Of the format, that StableHLO of a version writes. */
static uint64_t format_of(uint16_t target) {
    return target < VHLO_VERSION(0, 10)   ? 0
           : target < VHLO_VERSION(0, 12) ? 1
           : target < VHLO_VERSION(0, 14) ? 3
           : target < VHLO_VERSION(0, 15) ? 4
                                          : BYTECODE_NEWEST;
}

/* "1.4.0"; what stands last does not matter. */
static bool parse_target(const char *text, uint32_t *major, uint32_t *minor) {
    uint32_t numbers[3];
    for (uint32_t i = 0; i < 3; i++) {
        size_t digits = strspn(text, "0123456789");
        if (digits == 0 || digits > 5 || text[digits] != (i < 2 ? '.' : '\0')) {
            return false;
        }
        numbers[i] = (uint32_t)strtoul(text, NULL, 10);
        text += digits + 1;
    }
    *major = numbers[0];
    *minor = numbers[1];
    return true;
}

static void set_target(struct writer *writer, const char *text) {
    uint32_t major = NEWEST_TARGET >> 8, minor = NEWEST_TARGET & 255;
    if (strcmp(text, "current") != 0 && !parse_target(text, &major, &minor)) {
        writer_error(writer, "'%s' is no version of StableHLO: it is to be of the form 1.4.0",
                     text);
        return;
    }
    uint64_t target = (uint64_t)major * 256 + minor;
    if (minor > 255 || target < OLDEST_TARGET || target > NEWEST_TARGET) {
        writer_error(writer, "version %s of StableHLO is not between 0.9.0 and %d.%d.0", text,
                     NEWEST_TARGET >> 8, NEWEST_TARGET & 255);
        return;
    }
    writer->target = (uint16_t)target;
    writer->version = format_of(writer->target);
}

/* --- the file --------------------------------------------------------------------------------- */

static void put_header(struct section_writer *file, struct writer *writer, const char *target) {
    buffer_add_bytes(&file->bytes, "ML\xEFR", BYTECODE_MAGIC_LENGTH);
    put_number(file, writer->version);
    if (!writer->target) {
        buffer_add(&file->bytes, "sdyc");
    } else if (strcmp(target, "current") == 0) {
        buffer_printf(&file->bytes, "StableHLO_v%d.%d.0", NEWEST_TARGET >> 8, NEWEST_TARGET & 255);
    } else {
        buffer_printf(&file->bytes, "StableHLO_v%s", target);
    }
    put_byte(file, 0);
}

static void put_sections(struct section_writer *file, struct writer *writer) {
    write_operations(file, writer);
    write_entries(writer);
    put_entry_sections(file, writer);
    put_resource_sections(file, writer);
    if (writer->version >= BYTECODE_PROPERTIES) {
        put_property_section(file, writer);
    }
    put_dialects(file, writer);
    put_strings(file, writer); /* last: all before it number strings */
}

static void free_entries(struct written_entries *entries) {
    for (size_t i = 0; i < ENTRY_FORMS; i++) {
        pointer_map_free(&entries->numbers[i]);
    }
    vector_free(&entries->items);
    buffer_free(&entries->bytes);
}

static void free_writer(struct writer *writer) {
    struct pointer_map *const maps[] = {
        &writer->strings,   &writer->dialects, &writer->names,  &writer->property_numbers,
        &writer->resources, &writer->casts,    &writer->blocks,
    };
    for (size_t i = 0; i < sizeof maps / sizeof *maps; i++) {
        pointer_map_free(maps[i]);
    }
    vector_free(&writer->string_list);
    vector_free(&writer->dialect_list);
    vector_free(&writer->name_list);
    vector_free(&writer->properties);
    vector_free(&writer->resource_list);
    free_entries(&writer->attrs);
    free_entries(&writer->types);
    line_index_free(&writer->lines);
    interner_free(writer->bytes);
    arena_free(writer->scratch);
    arena_free(writer->tables);
}

bool write_bytecode(struct buffer *out, struct module *module,
                    const struct bytecode_options *options) {
    struct arena *tables = arena_new();
    struct writer writer = {.module = module,
                            .context = module->context,
                            .tables = tables,
                            .scratch = arena_new(),
                            .bytes = interner_new(tables),
                            .version = BYTECODE_NEWEST,
                            .allow_other_dialects = options->allow_other_dialects,
                            .op = module->op};
    struct section_writer file = {.writer = &writer};
    if (options->target) {
        set_target(&writer, options->target);
    }
    if (!writer.failed) {
        put_header(&file, &writer, options->target);
        put_sections(&file, &writer);
    }
    if (!writer.failed) {
        buffer_add_bytes(out, file.bytes.text, file.bytes.length);
    }
    buffer_free(&file.bytes);
    free_writer(&writer);
    return !writer.failed;
}
