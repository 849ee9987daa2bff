/* Sets of parts of the runtime, their files, and the files that say what the set is. */
#include "codegen/folder/parts.h"

#include "symbols.h"

#include <string.h>

static const struct part {
    const char *name, *files, *needs;
} part_rows[] = {
#define PART(name, files, needs) {#name, files, needs},
#include "runtime.def"
};

enum { PART_COUNT = sizeof part_rows / sizeof part_rows[0] };

struct runtime_parts {
    struct arena *arena;
    struct string_list {
        const char *text;
        struct string_list *next;
    } * strips;            /* rows, each behind those it calls */
    bool used[PART_COUNT]; /* parts */
    bool *files;           /* of embedded_runtime, by position */
};

const char *runtime_part_name(size_t index) {
    return index < PART_COUNT ? part_rows[index].name : NULL;
}

struct runtime_parts *runtime_parts_new(struct arena *arena) {
    struct runtime_parts *parts = ARENA_NEW(arena, struct runtime_parts);
    size_t count = 0;
    while (embedded_runtime[count].name != NULL) {
        count++;
    }
    parts->arena = arena;
    parts->files = ARENA_ARRAY(arena, bool, count + 1);
    return parts;
}

static bool is_word(const char *word, size_t length, const char *name) {
    return strlen(name) == length && strncmp(name, word, length) == 0;
}

/* Calls `add` for each name of a list between spaces. */
static void for_each_word(struct runtime_parts *parts, const char *list,
                          void (*add)(struct runtime_parts *, const char *, size_t)) {
    for (const char *word = list; *word != '\0'; word += strspn(word, " ")) {
        size_t length = strcspn(word, " ");
        add(parts, word, length);
        word += length;
    }
}

/* A file and what it includes. */
static void add_file(struct runtime_parts *parts, const char *name, size_t length) {
    size_t at = 0;
    while (embedded_runtime[at].name != NULL && !is_word(name, length, embedded_runtime[at].name)) {
        at++;
    }
    if (embedded_runtime[at].name == NULL) {
        sdyc_bug("the runtime has no file %.*s", (int)length, name);
    }
    if (!parts->files[at]) {
        parts->files[at] = true;
        for_each_word(parts, embedded_runtime[at].includes, add_file);
    }
}

static void add_strip(struct runtime_parts *parts, const char *row, size_t length) {
    struct string_list **end = &parts->strips;
    for (; *end != NULL; end = &(*end)->next) {
        if (is_word(row, length, (*end)->text)) {
            return;
        }
    }
    *end = ARENA_NEW(parts->arena, struct string_list);
    (*end)->text = arena_printf(parts->arena, "%.*s", (int)length, row);
    runtime_parts_add(parts, "STRIPS");
}

/* Parts do not need each other in a circle. */
static void add_part(struct runtime_parts *parts, const char *name, size_t length) {
    if (memchr(name, '(', length) != NULL) {
        add_strip(parts, name, length);
        return;
    }
    size_t at = 0;
    while (at < PART_COUNT && !is_word(name, length, part_rows[at].name)) {
        at++;
    }
    if (at == PART_COUNT) {
        sdyc_bug("the runtime has no part %.*s", (int)length, name);
    }
    if (!parts->used[at]) {
        parts->used[at] = true;
        for_each_word(parts, part_rows[at].files, add_file);
        for_each_word(parts, part_rows[at].needs, add_part);
    }
}

void runtime_parts_add(struct runtime_parts *parts, const char *names) {
    for_each_word(parts, names, add_part);
}

const char *runtime_part_of(const char *symbol) {
    const struct sdyrt_symbol *known = sdyrt_find_symbol(symbol);
    if (known == NULL || known->part == NULL) {
        sdyc_bug("no part of the runtime has %s", symbol);
    }
    return known->part;
}

void runtime_parts_add_header(struct runtime_parts *parts, const char *header) {
    add_file(parts, header, strlen(header));
}

bool runtime_parts_have(const struct runtime_parts *parts, const struct embedded_file *file) {
    return parts->files[file - embedded_runtime];
}

bool runtime_file_is_source(const struct embedded_file *file) {
    const char *dot = strrchr(file->name, '.');
    return dot != NULL && strcmp(dot, ".c") == 0;
}

static void print_parts(const struct runtime_parts *parts, struct buffer *out) {
    buffer_add(out, "/* The parts of the runtime that this program uses. Made by sdyc. */\n");
    for (size_t i = 0; i < PART_COUNT; i++) {
        buffer_printf(out, "#define SDYRT_HAS_%s %d\n", part_rows[i].name, parts->used[i]);
    }
}

static void print_strips(const struct runtime_parts *parts, struct buffer *out) {
    buffer_add(out, "/* The strips that this program uses. Made by sdyc. */\n");
    for (const struct string_list *row = parts->strips; row != NULL; row = row->next) {
        buffer_printf(out, "SDYRT_%s\n", row->text);
    }
}

void runtime_parts_print(const struct runtime_parts *parts, const struct embedded_file *file,
                         struct buffer *out) {
    if (strcmp(file->name, "parts_list.h") == 0) {
        print_parts(parts, out);
    } else if (strcmp(file->name, "strips_rows.def") == 0) {
        print_strips(parts, out);
    } else {
        buffer_add(out, file->text);
    }
}
