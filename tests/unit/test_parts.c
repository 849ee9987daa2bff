/* The parts of the runtime: each is complete without the others, whose text is taken out, and
 * parts_list.h names all of them. */
#include "codegen/folder/parts.h"

#include "symbols.h"

#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static void write_file(const char *folder, const char *name, const struct buffer *text) {
    char path[128];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    FILE *file = fopen(path, "wb");
    assert_non_null(file);
    assert_int_equal(fwrite(text->text, 1, text->length, file), text->length);
    assert_int_equal(fclose(file), 0);
}

static void write_files(const char *folder, const struct runtime_parts *parts) {
    for (const struct embedded_file *file = embedded_runtime; file->name != NULL; file++) {
        if (runtime_parts_have(parts, file)) {
            struct buffer text = {0};
            runtime_parts_print(parts, file, &text);
            write_file(folder, file->name, &text);
            buffer_free(&text);
        }
    }
}

/* --- objects ---------------------------------------------------------------------------------- */

/* A file has the same text in every part. What it is compiled to depends on the parts that it, or
 * what it includes, names, and on the rows of strips: each such object is compiled once. */
enum { FILES = 1024, PARTS = 512 };
#define FLAGS      "-std=gnu11 -O0 -Wall -Wextra -Wpedantic -Werror -fopenmp-simd -fPIC"
#define INTRINSICS "immintrin.h"
#define HAS_CLANG  "clang --version >/dev/null 2>&1"

/* Which parts are named by a file, and those that it includes; what else they ask for. */
struct names {
    bool is_known, has_strips, has_intrinsics;
    bool parts[PARTS];
};

static struct objects {
    char folder[64];
    const char *compiler, *flags;
    bool has_vectors;          /* the precompiled header of intrinsics */
    struct names names[FILES]; /* by position in embedded_runtime */
    char **keys;               /* of the object I.o in the folder */
    size_t count, capacity;
} objects;

static bool is_letter(char c) {
    return c == '_' || (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z');
}

/* As a word, or behind SDYRT_HAS_. */
static bool names_part(const char *text, const char *part) {
    static const char prefix[] = "SDYRT_HAS_";
    size_t length = strlen(part), before = sizeof prefix - 1;
    for (const char *at = text; (at = strstr(at, part)) != NULL; at++) {
        size_t start = (size_t)(at - text);
        bool begins = start == 0 || !is_letter(at[-1]) ||
                      (start >= before && strncmp(at - before, prefix, before) == 0);
        if (begins && !is_letter(at[length])) {
            return true;
        }
    }
    return false;
}

static size_t position_of(const char *name, size_t length) {
    size_t at = 0;
    while (strncmp(embedded_runtime[at].name, name, length) != 0 ||
           embedded_runtime[at].name[length] != '\0') {
        at++;
        assert_non_null(embedded_runtime[at].name);
    }
    return at;
}

static const struct names *names_of(size_t at) {
    assert_true(at < FILES);
    const struct embedded_file *file = &embedded_runtime[at];
    struct names *names = &objects.names[at];
    if (names->is_known) {
        return names;
    }
    names->is_known = true;
    names->has_strips = strcmp(file->name, "strips_rows.def") == 0;
    names->has_intrinsics = objects.has_vectors && strstr(file->text, "<" INTRINSICS ">") != NULL;
    for (size_t i = 0; runtime_part_name(i) != NULL && strcmp(file->name, "parts_list.h") != 0;
         i++) {
        assert_true(i < PARTS);
        names->parts[i] = names_part(file->text, runtime_part_name(i));
    }
    for (const char *word = file->includes; *word != '\0'; word += strspn(word, " ")) {
        size_t length = strcspn(word, " ");
        const struct names *more = names_of(position_of(word, length));
        names->has_strips |= more->has_strips;
        names->has_intrinsics |= more->has_intrinsics;
        for (size_t i = 0; i < PARTS; i++) {
            names->parts[i] |= more->parts[i];
        }
        word += length;
    }
    return names;
}

/* The text that a file has which depends on the parts. */
static char *printed(const struct runtime_parts *parts, const char *name) {
    struct buffer text = {0};
    runtime_parts_print(parts, &embedded_runtime[position_of(name, strlen(name))], &text);
    return text.text;
}

/* What the object of a source depends on: its command, the parts that are there of those that it
 * names, the rows of strips. */
static char *key_of(const struct runtime_parts *parts, size_t at, const char *command) {
    const struct names *names = names_of(at);
    struct buffer key = {0};
    char *list = printed(parts, "parts_list.h"), line[128];
    buffer_printf(&key, "%s %s:", command, embedded_runtime[at].name);
    for (size_t i = 0; runtime_part_name(i) != NULL; i++) {
        snprintf(line, sizeof line, "SDYRT_HAS_%s 1\n", runtime_part_name(i));
        if (names->parts[i] && strstr(list, line) != NULL) {
            buffer_printf(&key, " %s", runtime_part_name(i));
        }
    }
    memory_free(list);
    if (names->has_strips) {
        char *rows = printed(parts, "strips_rows.def");
        buffer_printf(&key, "\n%s", rows);
        memory_free(rows);
    }
    return key.text;
}

/* The number of an object, which is added where there is none; takes the key. */
static size_t object_of(char *key, bool *is_new) {
    for (size_t i = 0; i < objects.count; i++) {
        if (strcmp(objects.keys[i], key) == 0) {
            memory_free(key);
            *is_new = false;
            return i;
        }
    }
    if (objects.count == objects.capacity) {
        objects.capacity = 2 * objects.capacity + 64;
        objects.keys = memory_resize(objects.keys, objects.capacity, sizeof *objects.keys);
    }
    *is_new = true;
    objects.keys[objects.count] = key;
    return objects.count++;
}

/* That of the environment, else clang, which takes a third of gcc's time without optimisation,
 * else the system's. Clang warns of inline functions, too, that a part does not call. */
static void find_compiler(void) {
    const char *asked = getenv("CC");
    bool is_clang = asked == NULL && system(HAS_CLANG) == 0;
    objects.compiler = asked != NULL ? asked : is_clang ? "clang" : "cc";
    objects.flags = is_clang ? FLAGS " -Wno-unused-function" : FLAGS;
}

/* The header of intrinsics, which takes the compiler longer than all else of a file, is compiled
 * once for those that include it. */
static void precompile_intrinsics(void) {
#ifdef __x86_64__
    char command[256];
    snprintf(command, sizeof command,
             "cd %s && echo '#include <" INTRINSICS
             ">' >vectors.h && %s %s -x c-header vectors.h -o "
             "vectors.h.%s",
             objects.folder, objects.compiler, objects.flags,
             strcmp(objects.compiler, "clang") == 0 ? "pch" : "gch");
    assert_int_equal(system(command), 0);
    objects.has_vectors = true;
#endif
}

/* Commands that compile what is new of a part in its folder, and link it all. */
static void add_commands(struct buffer *out, const struct runtime_parts *parts,
                         const char *compiler, const char *flags) {
    struct buffer list = {0}, command = {0};
    buffer_printf(&command, "%s %s %s", compiler, objects.flags, flags);
    for (size_t at = 0; embedded_runtime[at].name != NULL; at++) {
        const struct embedded_file *file = &embedded_runtime[at];
        if (runtime_parts_have(parts, file) && runtime_file_is_source(file)) {
            bool is_new;
            size_t object = object_of(key_of(parts, at, command.text), &is_new);
            if (is_new) {
                buffer_printf(out, "%s", command.text);
                if (names_of(at)->has_intrinsics) {
                    buffer_printf(out, " -include %s/vectors.h", objects.folder);
                }
                buffer_printf(out, " -c %s -o %s/%zu.o && ", file->name, objects.folder, object);
            }
            buffer_printf(&list, " %s/%zu.o", objects.folder, object);
        }
    }
    buffer_printf(out, "%s -shared -Wl,-z,defs -o part.so%s -lm -ldl -pthread", compiler,
                  list.text);
    buffer_free(&list);
    buffer_free(&command);
}

/* A library that refers to nothing it has not; whether that can be made. What goes by MPI needs its
 * compiler. Strips are compiled for one instruction set, but where they are the part: the others
 * have the same rows, and would take two thirds of the time. */
static bool build_part(const char *name) {
    char folder[] = "/tmp/sdyc-part-XXXXXX";
    bool by_mpi = strcmp(name, "RANKS_MPI") == 0;
    if (by_mpi && system("mpicc --version >/dev/null 2>&1") != 0) {
        print_message("skipped: there is no mpicc for %s\n", name);
        return true;
    }
    struct arena *arena = arena_new();
    struct buffer commands = {0};
    struct runtime_parts *parts = runtime_parts_new(arena);
    runtime_parts_add(parts, name);
    assert_non_null(mkdtemp(folder));
    write_files(folder, parts);
    buffer_printf(&commands, "cd %s && ", folder);
    add_commands(&commands, parts, by_mpi ? "mpicc" : objects.compiler,
                 strchr(name, '(') != NULL ? "" : "-DSDYRT_ONE_ISA");
    bool good = system(commands.text) == 0;
    if (good) {
        folder_remove(folder);
    } else {
        print_error("%s is not complete: see %s\n", name, folder);
    }
    buffer_free(&commands);
    arena_free(arena);
    return good;
}

static void test_each_alone(void **state) {
    (void)state;
    bool good = true;
    strcpy(objects.folder, "/tmp/sdyc-parts-XXXXXX");
    assert_non_null(mkdtemp(objects.folder));
    find_compiler();
    precompile_intrinsics();
    for (size_t i = 0; runtime_part_name(i) != NULL; i++) {
        bool is_empty = strncmp(runtime_part_name(i), "STRIPS", 6) == 0; /* without rows */
        good &= build_part(is_empty ? "MOVE(8)" : runtime_part_name(i));
    }
    print_message("%zu objects\n", objects.count);
    for (size_t i = 0; i < objects.count; i++) {
        memory_free(objects.keys[i]);
    }
    memory_free(objects.keys);
    folder_remove(objects.folder);
    assert_true(good);
}

/* Whether a text has the line "#define SDYRT_HAS_name 1"; blanks may be several. */
static bool defines(const char *text, const char *name) {
    char start[64];
    snprintf(start, sizeof start, "#define SDYRT_HAS_%s ", name);
    const char *line = strstr(text, start);
    return line != NULL && *(line + strlen(start) + strspn(line + strlen(start), " ")) == '1';
}

static void test_all_are_named(void **state) {
    (void)state;
    const struct embedded_file *file = embedded_runtime;
    while (strcmp(file->name, "parts_list.h") != 0) {
        file++;
    }
    size_t lines = 0, parts = 0;
    for (const char *at = file->text; (at = strstr(at, "#define SDYRT_HAS_")) != NULL; at++) {
        lines++;
    }
    for (; runtime_part_name(parts) != NULL; parts++) {
        assert_true(defines(file->text, runtime_part_name(parts)));
    }
    assert_int_equal(lines, parts);
}

static void test_symbols_have_parts(void **state) {
    (void)state;
    struct arena *arena = arena_new();
    struct runtime_parts *parts = runtime_parts_new(arena);
    for (int i = 0; sdyrt_symbol_at(i) != NULL; i++) {
        if (sdyrt_symbol_at(i)->part != NULL) {
            runtime_parts_add(parts, runtime_part_of(sdyrt_symbol_at(i)->name));
        }
    }
    arena_free(arena);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_all_are_named),
        cmocka_unit_test(test_symbols_have_parts),
        cmocka_unit_test(test_each_alone),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
