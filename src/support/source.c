#include "support/support.h"

#include <errno.h>
#include <string.h>
#include <sys/stat.h>

/* Offsets in the text are 32 bits. */
#define LARGEST_SOURCE ((size_t)UINT32_MAX - 16)

static bool read_stream(FILE *stream, struct buffer *text) {
    char chunk[64 * 1024];
    size_t got;
    while ((got = fread(chunk, 1, sizeof chunk, stream)) > 0) {
        buffer_add_bytes(text, chunk, got);
        if (text->length > LARGEST_SOURCE) {
            errno = EFBIG;
            return false;
        }
    }
    return !ferror(stream);
}

/* A file of known size goes straight to its place. */
static bool read_file(FILE *stream, struct arena *arena, size_t size, struct source *source) {
    if (size > LARGEST_SOURCE) {
        errno = EFBIG;
        return false;
    }
    char *text = arena_alloc(arena, size + 1);
    source->length = fread(text, 1, size, stream);
    source->text = text;
    return !ferror(stream);
}

/* Standard input, pipes: read to the end. */
static bool read_any(FILE *stream, struct arena *arena, struct source *source) {
    struct buffer text = {0};
    bool read = read_stream(stream, &text);
    if (read) {
        char *copy = arena_alloc(arena, text.length + 1);
        if (text.length) {
            memcpy(copy, text.text, text.length);
        }
        source->text = copy;
        source->length = text.length;
    }
    buffer_free(&text);
    return read;
}

static void close_file(void *file) {
    fclose(file);
}

static bool read_path(FILE *stream, struct arena *arena, struct source *source) {
    struct stat status;
    struct memory_cleanup cleanup;
    memory_cleanup_push(&cleanup, close_file, stream);
    bool is_file =
        fstat(fileno(stream), &status) == 0 && S_ISREG(status.st_mode) && status.st_size > 0;
    bool read = is_file ? read_file(stream, arena, (size_t)status.st_size, source)
                        : read_any(stream, arena, source);
    memory_cleanup_pop(&cleanup);
    int error = errno;
    fclose(stream);
    errno = error;
    return read;
}

/* What bytecode of MLIR begins with; no text does, for it is no UTF-8. */
static void recognise(struct source *source) {
    static const char magic[4] = {'M', 'L', (char)0xEF, 'R'};
    source->is_bytecode =
        source->length >= sizeof magic && memcmp(source->text, magic, sizeof magic) == 0;
}

static bool source_error(struct diagnostics *diagnostics, const char *name) {
    if (errno == ENOMEM) {
        memory_fail(0);
    }
    return diag_error(diagnostics, (struct location){0}, "cannot read '%s': %s", name,
                      strerror(errno));
}

bool source_read(struct arena *arena, const char *path, struct source *source,
                 struct diagnostics *diagnostics) {
    bool is_stdin = strcmp(path, "-") == 0;
    *source = (struct source){.name = arena_printf(arena, "%s", is_stdin ? "<stdin>" : path),
                              .text = "",
                              .first_line = 1};
    FILE *stream = is_stdin ? stdin : fopen(path, "rb");
    bool read =
        stream && (is_stdin ? read_any(stream, arena, source) : read_path(stream, arena, source));
    recognise(source);
    return read || source_error(diagnostics, source->name);
}

bool source_take(struct arena *arena, const char *name, const char *text, size_t length,
                 struct source *source, struct diagnostics *diagnostics) {
    *source = (struct source){
        .name = arena_printf(arena, "%s", name), .text = "", .length = length, .first_line = 1};
    if (length > LARGEST_SOURCE) {
        errno = EFBIG;
        return source_error(diagnostics, source->name);
    }
    char *copy = arena_alloc(arena, length + 1);
    if (length) {
        memcpy(copy, text, length);
    }
    source->text = copy;
    recognise(source);
    return true;
}

struct line_column location_line_column(struct location location) {
    struct line_column at = {0, 0};
    if (!location.source || location.source->is_bytecode) {
        return at;
    }
    const char *cursor = location.source->text;
    const char *target = cursor + location.offset;
    at.line = location.source->first_line;
    for (const char *end; (end = memchr(cursor, '\n', (size_t)(target - cursor)));) {
        cursor = end + 1;
        at.line++;
    }
    at.column = (int32_t)(target - cursor) + 1;
    return at;
}

/* --- lines ------------------------------------------------------------------------------------ */

void line_index_build(struct line_index *index, const struct source *source) {
    index->source = source;
    *vector_push(&index->begins) = 0;
    for (const char *at = source->text;
         (at = memchr(at, '\n', source->length - (size_t)(at - source->text)));) {
        at++;
        *vector_push(&index->begins) = (uint32_t)(at - source->text);
    }
}

void line_index_free(struct line_index *index) {
    vector_free(&index->begins);
    index->source = NULL;
}

size_t line_index_find(const struct line_index *index, uint32_t offset) {
    size_t low = 0, high = index->begins.count;
    while (high - low > 1) {
        size_t middle = low + (high - low) / 2;
        if (index->begins.items[middle] <= offset) {
            low = middle;
        } else {
            high = middle;
        }
    }
    return low;
}

struct line_column line_index_place(struct line_index *index, struct location location) {
    if (!location.source || location.source->is_bytecode) {
        return (struct line_column){0, 0};
    }
    if (index->source != location.source) {
        line_index_free(index);
        line_index_build(index, location.source);
    }
    size_t line = line_index_find(index, location.offset);
    return (struct line_column){(int32_t)line + location.source->first_line,
                                (int32_t)(location.offset - index->begins.items[line]) + 1};
}
