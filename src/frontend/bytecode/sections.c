/* The header of a file, its sections, and the tables of strings, dialects and names. */
#include "frontend/bytecode/bytecode.h"

static const char *const section_names[] = {
    [SECTION_STRINGS] = "strings",
    [SECTION_DIALECTS] = "dialects",
    [SECTION_ENTRIES] = "attributes and types",
    [SECTION_ENTRY_OFFSETS] = "offsets of attributes and types",
    [SECTION_OPERATIONS] = "operations",
    [SECTION_RESOURCES] = "resources",
    [SECTION_RESOURCE_OFFSETS] = "offsets of resources",
    [SECTION_VERSION] = "version of a dialect",
    [SECTION_PROPERTIES] = "properties",
};

/* --- the file --------------------------------------------------------------------------------- */

static bool read_header(struct cursor *cursor) {
    struct bytecode *file = cursor->file;
    const unsigned char *at = cursor->at + BYTECODE_MAGIC_LENGTH;
    cursor->at = at;
    if (!read_number(cursor, &file->version)) {
        return false;
    }
    if (file->version > BYTECODE_NEWEST) {
        return bytecode_error(file, at, "bytecode of version %llu: versions up to %d are known",
                              (unsigned long long)file->version, BYTECODE_NEWEST);
    }
    const unsigned char *producer = memchr(cursor->at, 0, cursor_left(cursor));
    if (!producer) {
        return cursor_error(cursor, "the name of the producer has no end");
    }
    cursor->at = producer + 1;
    return true;
}

static bool require(struct cursor *cursor, enum bytecode_section kind) {
    return cursor->file->sections[kind].at ||
           cursor_error(cursor, "there is no section of %s", section_names[kind]);
}

bool read_sections(struct cursor *cursor) {
    struct bytecode *file = cursor->file;
    if (!read_header(cursor)) {
        return false;
    }
    while (cursor->at < cursor->end) {
        enum bytecode_section kind;
        struct cursor contents;
        const unsigned char *at = cursor->at;
        if (!read_section(cursor, &kind, &contents)) {
            return false;
        }
        if (file->sections[kind].at) {
            return bytecode_error(file, at, "a second section of %s", section_names[kind]);
        }
        file->sections[kind] = contents;
    }
    return require(cursor, SECTION_STRINGS) && require(cursor, SECTION_DIALECTS) &&
           require(cursor, SECTION_ENTRIES) && require(cursor, SECTION_ENTRY_OFFSETS) &&
           require(cursor, SECTION_OPERATIONS) &&
           (file->version < BYTECODE_PROPERTIES || require(cursor, SECTION_PROPERTIES));
}

/* --- strings ---------------------------------------------------------------------------------- */

/* The sizes of all strings, the last one first, then their bytes. */
bool read_strings(struct bytecode *file) {
    struct cursor cursor = file->sections[SECTION_STRINGS];
    const unsigned char *end = cursor.end;
    if (!read_count(&cursor, "strings", &file->string_count)) {
        return false;
    }
    file->strings = ARENA_ARRAY(file->tables, struct bytecode_string, file->string_count);
    for (uint64_t i = file->string_count; i-- > 0;) {
        uint64_t size;
        if (!read_number(&cursor, &size)) {
            return false;
        }
        if (size == 0 || cursor.at > end || size > (uint64_t)(end - cursor.at) || end[-1] != '\0') {
            return cursor_error(&cursor, "string %llu does not fit into the section",
                                (unsigned long long)i);
        }
        end -= size;
        file->strings[i] = (struct bytecode_string){.text = (const char *)end, .length = size - 1};
    }
    cursor.end = end;
    return expect_end(&cursor, "the sizes of strings");
}

/* --- dialects and names of operations --------------------------------------------------------- */

static const struct dialect_codec *const codecs[] = {
    &builtin_codec, &vhlo_codec, &stablehlo_codec, &chlo_codec, &sdy_codec, &quant_codec,
};

static const struct dialect_codec *find_codec(const char *name) {
    for (size_t i = 0; i < sizeof codecs / sizeof *codecs; i++) {
        if (strcmp(codecs[i]->name, name) == 0) {
            return codecs[i];
        }
    }
    return NULL;
}

static bool read_dialect(struct cursor *cursor, struct bytecode_dialect *dialect) {
    struct bytecode *file = cursor->file;
    const unsigned char *at = cursor->at;
    uint64_t index;
    bool has_version = false;
    bool read = file->version < BYTECODE_DIALECT_VERSIONS
                    ? read_number(cursor, &index)
                    : read_flagged(cursor, &index, &has_version);
    if (!read) {
        return false;
    }
    if (index >= file->string_count) {
        return bytecode_error(file, at, "there is no string %llu: there are %llu",
                              (unsigned long long)index, (unsigned long long)file->string_count);
    }
    dialect->name = file->strings[index].text;
    dialect->codec = find_codec(dialect->name);
    enum bytecode_section kind;
    struct cursor version;
    if (has_version && !read_section(cursor, &kind, &version)) {
        return false;
    }
    return true;
}

static bool read_name_of_op(struct cursor *cursor, struct bytecode_op *op) {
    struct bytecode *file = cursor->file;
    const unsigned char *at = cursor->at;
    uint64_t index;
    if (file->version < BYTECODE_PROPERTIES) {
        op->is_registered = true;
        return read_string(cursor, &op->name);
    }
    if (!read_flagged(cursor, &index, &op->is_registered)) {
        return false;
    }
    if (index >= file->string_count) {
        return bytecode_error(file, at, "there is no string %llu: there are %llu",
                              (unsigned long long)index, (unsigned long long)file->string_count);
    }
    op->name = file->strings[index];
    return true;
}

/* Names come in groups, a dialect each. */
static bool read_names(struct cursor *cursor) {
    struct bytecode *file = cursor->file;
    VECTOR(struct bytecode_op) ops = {0};
    bool good = true;
    while (good && cursor->at < cursor->end) {
        uint64_t dialect, count;
        good = read_index(cursor, file->dialect_count, "dialect", &dialect) &&
               read_count(cursor, "names of operations", &count);
        for (uint64_t i = 0; good && i < count; i++) {
            struct bytecode_op *op = vector_push(&ops);
            op->dialect = &file->dialects[dialect];
            good = read_name_of_op(cursor, op);
        }
    }
    file->op_count = ops.count;
    file->ops = ARENA_ARRAY(file->tables, struct bytecode_op, ops.count);
    if (ops.count) {
        memcpy(file->ops, ops.items, ops.count * sizeof *ops.items);
    }
    vector_free(&ops);
    return good;
}

bool read_dialects(struct bytecode *file) {
    struct cursor cursor = file->sections[SECTION_DIALECTS];
    if (!read_count(&cursor, "dialects", &file->dialect_count)) {
        return false;
    }
    file->dialects = ARENA_ARRAY(file->tables, struct bytecode_dialect, file->dialect_count);
    for (uint64_t i = 0; i < file->dialect_count; i++) {
        if (!read_dialect(&cursor, &file->dialects[i])) {
            return false;
        }
    }
    uint64_t expected; /* how many names there are in all: they are counted as they come */
    return (file->version < BYTECODE_OPTIONAL_LOCATIONS || read_number(&cursor, &expected)) &&
           read_names(&cursor);
}

/* --- properties ------------------------------------------------------------------------------- */

bool read_property_offsets(struct bytecode *file) {
    struct cursor cursor = file->sections[SECTION_PROPERTIES];
    if (!cursor.at) {
        return true;
    }
    if (cursor.at == cursor.end) {
        return true;
    }
    if (!read_count(&cursor, "properties", &file->property_count)) {
        return false;
    }
    file->properties = ARENA_ARRAY(file->tables, struct bytecode_properties, file->property_count);
    for (uint64_t i = 0; i < file->property_count; i++) {
        struct cursor blob;
        if (!read_blob(&cursor, &blob)) {
            return false;
        }
        file->properties[i].data = blob.at;
        file->properties[i].size = cursor_left(&blob);
    }
    return expect_end(&cursor, "the properties");
}
