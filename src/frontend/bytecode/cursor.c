/* Bytes, numbers and counts, each checked against what is left of its section. */
#include "frontend/bytecode/bytecode.h"

#define ALIGNMENT_BYTE 0xCB

struct location bytecode_location(const struct bytecode *file, const unsigned char *at) {
    return (struct location){.source = file->source,
                             .offset = (uint32_t)((const char *)at - file->source->text)};
}

static bool report(struct bytecode *file, const unsigned char *at, const char *format,
                   va_list arguments) {
    if (file->failed) {
        return false;
    }
    file->failed = true;
    struct buffer text = {0};
    buffer_vprintf(&text, format, arguments);
    diag_error(file->context->diagnostics, bytecode_location(file, at), "%s", text.text);
    buffer_free(&text);
    return false;
}

bool bytecode_error(struct bytecode *file, const unsigned char *at, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    report(file, at, format, arguments);
    va_end(arguments);
    return false;
}

bool cursor_error(struct cursor *cursor, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    report(cursor->file, cursor->at, format, arguments);
    va_end(arguments);
    return false;
}

bool read_bytes(struct cursor *cursor, uint64_t count, const unsigned char **bytes) {
    if (count > cursor_left(cursor)) {
        return cursor_error(cursor, "%llu bytes are to follow, but %zu are left",
                            (unsigned long long)count, cursor_left(cursor));
    }
    *bytes = cursor->at;
    cursor->at += count;
    return true;
}

/* As many zeros as the first byte ends with, so many bytes follow it. */
bool read_number_slow(struct cursor *cursor, uint64_t *value) {
    const unsigned char *bytes = NULL;
    uint8_t first;
    if (!read_byte(cursor, &first)) {
        return false;
    }
    uint32_t more = first ? (uint32_t)__builtin_ctz(first) : 8;
    if (!read_bytes(cursor, more, &bytes)) {
        return false;
    }
    uint64_t above = 0;
    for (uint32_t i = 0; i < more; i++) {
        above |= (uint64_t)bytes[i] << (8 * i);
    }
    *value = more == 8   ? above
             : more == 7 ? above
                         : above << (7 - more) | (uint64_t)first >> (more + 1);
    return true;
}

bool read_signed(struct cursor *cursor, int64_t *value) {
    uint64_t number;
    if (!read_number(cursor, &number)) {
        return false;
    }
    *value = (int64_t)(number >> 1 ^ -(number & 1));
    return true;
}

bool claim(struct cursor *cursor, uint64_t count, const char *what) {
    struct bytecode *file = cursor->file;
    if (count > cursor_left(cursor) || file->claimed + count > 8 * file->source->length) {
        return cursor_error(cursor, "%llu %s are to follow, but %zu bytes are left",
                            (unsigned long long)count, what, cursor_left(cursor));
    }
    file->claimed += count;
    return true;
}

bool read_count(struct cursor *cursor, const char *what, uint64_t *count) {
    return read_number(cursor, count) && claim(cursor, *count, what);
}

bool read_index_slow(struct cursor *cursor, uint64_t limit, const char *what, uint64_t *index) {
    const unsigned char *at = cursor->at;
    if (!read_number(cursor, index)) {
        return false;
    }
    return *index < limit ||
           bytecode_error(cursor->file, at, "there is no %s %llu: there are %llu", what,
                          (unsigned long long)*index, (unsigned long long)limit);
}

bool read_string(struct cursor *cursor, struct bytecode_string *string) {
    uint64_t index;
    if (!read_index(cursor, cursor->file->string_count, "string", &index)) {
        return false;
    }
    *string = cursor->file->strings[index];
    return true;
}

bool name_of_string(struct cursor *cursor, struct bytecode_string *string, const char **name) {
    if (!string->is_interned) {
        string->text = intern_bytes(cursor->file->context->strings, string->text, string->length);
        string->is_interned = true;
    }
    *name = string->text;
    return strlen(string->text) == string->length ||
           cursor_error(cursor, "a name with a NUL character in it");
}

bool read_name(struct cursor *cursor, const char **name) {
    uint64_t index;
    return read_index(cursor, cursor->file->string_count, "string", &index) &&
           name_of_string(cursor, &cursor->file->strings[index], name);
}

bool read_blob(struct cursor *cursor, struct cursor *blob) {
    uint64_t size;
    *blob = (struct cursor){.file = cursor->file};
    if (!read_number(cursor, &size) || !read_bytes(cursor, size, &blob->at)) {
        return false;
    }
    blob->end = cursor->at;
    return true;
}

bool skip_alignment(struct cursor *cursor, uint64_t alignment) {
    if (alignment == 0 || (alignment & (alignment - 1))) {
        return cursor_error(cursor, "an alignment of %llu is no power of two",
                            (unsigned long long)alignment);
    }
    const unsigned char *begin = (const unsigned char *)cursor->file->source->text;
    while ((uint64_t)(cursor->at - begin) & (alignment - 1)) {
        uint8_t padding;
        if (!read_byte(cursor, &padding)) {
            return false;
        }
        if (padding != ALIGNMENT_BYTE) {
            cursor->at--;
            return cursor_error(cursor, "padding is to be 0xCB, but this is 0x%02X", padding);
        }
    }
    return true;
}

bool read_section(struct cursor *cursor, enum bytecode_section *kind, struct cursor *contents) {
    const unsigned char *begin = cursor->at;
    uint8_t id;
    uint64_t size, alignment;
    if (!read_byte(cursor, &id) || !read_number(cursor, &size)) {
        return false;
    }
    bool is_aligned = id & 0x80;
    id &= 0x7F;
    if (id >= SECTION_COUNT) {
        return bytecode_error(cursor->file, begin, "there is no section of kind %u", id);
    }
    *kind = (enum bytecode_section)id;
    if (is_aligned && (!read_number(cursor, &alignment) || !skip_alignment(cursor, alignment))) {
        return false;
    }
    *contents = (struct cursor){.file = cursor->file};
    if (!read_bytes(cursor, size, &contents->at)) {
        return false;
    }
    contents->end = cursor->at;
    return true;
}

bool expect_end(struct cursor *cursor, const char *what) {
    return cursor->at == cursor->end ||
           cursor_error(cursor, "%zu bytes are left at the end of %s", cursor_left(cursor), what);
}
