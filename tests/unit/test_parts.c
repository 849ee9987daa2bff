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

/* A library that refers to nothing it has not; whether that can be made. What goes by MPI needs its
 * compiler. Strips are compiled for one instruction set, but where they are the part: the others
 * have the same rows, and would take two thirds of the time. What a file is after the preprocessor
 * is often the same in many parts: ccache, where it is installed, compiles that once. */
static bool build_part(const char *name) {
    char folder[] = "/tmp/sdyc-part-XXXXXX", command[512];
    const char *cache = system("ccache --version >/dev/null 2>&1") == 0 ? "ccache " : "";
    bool by_mpi = strcmp(name, "RANKS_MPI") == 0;
    const char *compiler = by_mpi ? "mpicc" : "cc";
    if (by_mpi && system("mpicc --version >/dev/null 2>&1") != 0) {
        print_message("skipped: there is no mpicc for %s\n", name);
        return true;
    }
    struct arena *arena = arena_new();
    struct runtime_parts *parts = runtime_parts_new(arena);
    runtime_parts_add(parts, name);
    assert_non_null(mkdtemp(folder));
    write_files(folder, parts);
    snprintf(command, sizeof command,
             "cd %s && for file in *.c; do %s%s -std=gnu11 -O0 -Wall -Wextra -Wpedantic -Werror "
             "-fopenmp-simd -fPIC %s -c $file || exit 1; done && "
             "%s -shared -Wl,-z,defs -o part.so *.o -lm -ldl -pthread",
             folder, cache, compiler, strchr(name, '(') != NULL ? "" : "-DSDYRT_ONE_ISA", compiler);
    bool good = system(command) == 0;
    if (good) {
        folder_remove(folder);
    } else {
        print_error("%s is not complete: see %s\n", name, folder);
    }
    arena_free(arena);
    return good;
}

static void test_each_alone(void **state) {
    (void)state;
    bool good = true;
    for (size_t i = 0; runtime_part_name(i) != NULL; i++) {
        bool is_empty = strncmp(runtime_part_name(i), "STRIPS", 6) == 0; /* without rows */
        good &= build_part(is_empty ? "MOVE(8)" : runtime_part_name(i));
    }
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
