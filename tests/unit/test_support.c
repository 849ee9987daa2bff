/* Arena, strings, tables, sources and diagnostics. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "support/support.h"

static void test_arena(void **state) {
    (void)state;
    struct arena *arena = arena_new();
    for (size_t size = 0; size < 5000; size += 37) {
        unsigned char *bytes = arena_alloc(arena, size);
        assert_non_null(bytes);
        assert_int_equal((uintptr_t)bytes % 16, 0);
        for (size_t i = 0; i < size; i++) {
            assert_int_equal(bytes[i], 0);
        }
        memset(bytes, 0xAB, size);
    }
    /* Through all sizes of blocks, and one larger than any. */
    for (size_t i = 0; i < 10000; i++) {
        memset(arena_alloc(arena, 1024), 1, 1024);
    }
    memset(arena_alloc(arena, 10 << 20), 1, 10 << 20);
    assert_true(arena_bytes(arena) > (20 << 20));
    assert_string_equal(arena_printf(arena, "%s-%d", "a", 7), "a-7");
    arena_free(arena);
}

/* What is used anew is zeroed again, be it a little of a block, all of it, or several. */
static void test_arena_reset(void **state) {
    (void)state;
    struct arena *arena = arena_new();
    for (size_t round = 0; round < 60; round++) {
        for (size_t size = round; size < round * round + 2; size += 1 + round) {
            unsigned char *bytes = arena_alloc(arena, size);
            for (size_t i = 0; i < size; i++) {
                assert_int_equal(bytes[i], 0);
            }
            memset(bytes, 0xAB, size);
        }
        arena_reset(arena);
    }
    arena_free(arena);
}

static void test_interner(void **state) {
    (void)state;
    struct arena *arena = arena_new();
    struct interner *strings = interner_new(arena);
    const char *add = intern(strings, "add");
    char text[16];
    for (int i = 0; i < 2000; i++) {
        snprintf(text, sizeof text, "name%d", i);
        const char *once = intern(strings, text);
        assert_ptr_equal(once, intern(strings, text));
        assert_string_equal(once, text);
    }
    assert_ptr_equal(add, intern_bytes(strings, "address", 3));
    assert_ptr_not_equal(intern_bytes(strings, "a\0b", 3), intern_bytes(strings, "a\0c", 3));
    assert_string_equal(intern_bytes(strings, "", 0), "");
    interner_free(strings);
    arena_free(arena);
}

/* Against a plain array, with removals in between. */
static void test_pointer_map(void **state) {
    (void)state;
    static int keys[512];
    void *expected[512] = {0};
    struct pointer_map map = {0};
    assert_null(pointer_map_get(&map, &keys[0]));
    unsigned seed = 1;
    for (int step = 0; step < 20000; step++) {
        seed = seed * 1103515245u + 12345u;
        unsigned index = (seed >> 8) % 512;
        if (seed & (1u << 20)) {
            pointer_map_put(&map, &keys[index], &keys[(index + step) % 512]);
            expected[index] = &keys[(index + step) % 512];
        } else {
            pointer_map_remove(&map, &keys[index]);
            expected[index] = NULL;
        }
        unsigned probe = (seed >> 4) % 512;
        assert_ptr_equal(pointer_map_get(&map, &keys[probe]), expected[probe]);
    }
    size_t count = 0;
    for (int i = 0; i < 512; i++) {
        assert_ptr_equal(pointer_map_get(&map, &keys[i]), expected[i]);
        count += expected[i] != NULL;
    }
    assert_int_equal(map.count, count);
    pointer_map_free(&map);
}

static void test_vector_and_buffer(void **state) {
    (void)state;
    VECTOR(int64_t) numbers = {0};
    for (int64_t i = 0; i < 1000; i++) {
        *vector_push(&numbers) = i * i;
    }
    assert_int_equal(numbers.count, 1000);
    assert_int_equal(numbers.items[999], 999 * 999);
    vector_free(&numbers);

    struct buffer text = {0};
    buffer_add(&text, "");
    assert_string_equal(text.text, "");
    for (int i = 0; i < 300; i++) {
        buffer_printf(&text, "%d,", i % 10);
        buffer_add_char(&text, ' ');
    }
    assert_int_equal(text.length, 900);
    assert_memory_equal(text.text, "0, 1, 2, ", 9);
    char large[700];
    memset(large, 'x', sizeof large - 1);
    large[sizeof large - 1] = '\0';
    buffer_printf(&text, "<%s>", large);
    assert_int_equal(text.length, 900 + 701);
    assert_string_equal(text.text + text.length - 3, "xx>");
    buffer_free(&text);
}

static void test_sizes(void **state) {
    (void)state;
    int64_t product;
    assert_true(multiply_checked(3, 4, &product));
    assert_int_equal(product, 12);
    assert_true(multiply_checked(0, INT64_MAX, &product));
    assert_false(multiply_checked(INT64_MAX, 2, &product));
    assert_false(multiply_checked(-1, 2, &product));
}

static void test_line_and_column(void **state) {
    (void)state;
    struct source source = {.name = "x", .text = "ab\ncd\n\nef", .length = 9, .first_line = 10};
    struct location location = {.source = &source, .offset = 4};
    struct line_column at = location_line_column(location);
    assert_int_equal(at.line, 11);
    assert_int_equal(at.column, 2);
    location.offset = 9;
    at = location_line_column(location);
    assert_int_equal(at.line, 13);
    assert_int_equal(at.column, 3);
}

static void test_diagnostics(void **state) {
    (void)state;
    char *printed = NULL;
    size_t size = 0;
    FILE *stream = open_memstream(&printed, &size);
    struct arena *arena = arena_new();
    struct diagnostics diagnostics;
    diagnostics_init(&diagnostics, arena, stream);
    struct source source = {
        .name = "f.mlir", .text = "one\n\ttwo x\n", .length = 11, .first_line = 1};
    struct location location = {.source = &source, .offset = 9};
    assert_false(diag_error(&diagnostics, location, "no %s here", "x"));
    diag_note(&diagnostics, (struct location){.source = &source}, "see");
    diagnostics.error_limit = 2;
    diag_error(&diagnostics, (struct location){0}, "second");
    diag_error(&diagnostics, location, "third");
    fclose(stream);
    assert_string_equal(printed, "f.mlir:2:6: error: no x here\n\ttwo x\n\t    ^\n"
                                 "f.mlir:1:1: note: see\none\n^\n"
                                 "sdyc: error: second\n");
    assert_int_equal(diagnostics.errors, 3);
    assert_int_equal(diagnostics.list.count, 3);
    assert_string_equal(diagnostics.list.items[0].message, "no x here");
    free(printed);
    diagnostics_free(&diagnostics);
    arena_free(arena);
}

static void test_nearest_name(void **state) {
    (void)state;
    static const char *const names[] = {"contracting_dims", "batching_dims", "precision", "add"};
    assert_string_equal(nearest_name("contracting_dim", names, 4), "contracting_dims");
    assert_string_equal(nearest_name("precisoin", names, 4), "precision");
    assert_string_equal(nearest_name("ad", names, 4), "add");
    assert_null(nearest_name("subtract", names, 4));
    assert_null(nearest_name("", names, 4));
}

static void test_missing_file(void **state) {
    (void)state;
    struct arena *arena = arena_new();
    struct diagnostics diagnostics;
    diagnostics_init(&diagnostics, arena, NULL);
    struct source source;
    assert_false(source_read(arena, "/nonexistent/x.mlir", &source, &diagnostics));
    assert_int_equal(diagnostics.errors, 1);
    assert_non_null(strstr(diagnostics.list.items[0].message, "/nonexistent/x.mlir"));
    diagnostics_free(&diagnostics);
    arena_free(arena);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_arena),
        cmocka_unit_test(test_arena_reset),
        cmocka_unit_test(test_interner),
        cmocka_unit_test(test_pointer_map),
        cmocka_unit_test(test_vector_and_buffer),
        cmocka_unit_test(test_sizes),
        cmocka_unit_test(test_line_and_column),
        cmocka_unit_test(test_diagnostics),
        cmocka_unit_test(test_nearest_name),
        cmocka_unit_test(test_missing_file),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
