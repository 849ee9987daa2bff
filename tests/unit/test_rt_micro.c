/* The innermost product: a block of rows has the bits that each row has alone, whichever of the
   kernel's forms takes it. */
#include "cpu.h"
#include "product_micro.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum {
    ROWS = 31, /* two blocks of the tallest kernel, and a rest */
    LEAST_ROWS = 6,
    MOST_ROWS = 12, /* of one block */
    DEPTH = 40,
    SIZE = 4096, /* elements of each operand and of the result */
};

static uint32_t random_state = 1;

static double random_number(void) {
    random_state = random_state * 1664525u + 1013904223u;
    return (double)(random_state >> 8) / (1 << 22) - 2;
}

/* The operands and results of one element type: f32 where `size` is 4, else f64. */
struct operands {
    size_t size;
    char a[SIZE * 8], panel[SIZE * 8], whole[SIZE * 8], alone[SIZE * 8];
};

static void store(char *at, size_t size, int64_t index, double value) {
    float narrow = (float)value;
    memcpy(at + (size_t)index * size, size == 4 ? (void *)&narrow : (void *)&value, size);
}

static void fill(struct operands *of, size_t size) {
    of->size = size;
    for (int64_t i = 0; i < SIZE; i++) {
        store(of->a, size, i, random_number());
        store(of->panel, size, i, random_number());
        store(of->whole, size, i, random_number());
    }
    memcpy(of->alone, of->whole, sizeof of->alone);
}

static void multiply(const struct operands *of, const struct panel_product *x) {
    const struct product_micro *micro = sdyrt_product_micro_of(sdyrt_cpu_isa());
    (of->size == 4 ? micro->f32 : micro->f64)(x);
}

/* So many rows at once, then each alone. */
static void check(struct operands *of, struct panel_product x, int64_t rows) {
    x.rows = rows;
    x.a = of->a;
    x.panel = of->panel;
    x.c = of->whole;
    multiply(of, &x);
    x.rows = 1;
    for (int64_t row = 0; row < rows; row++) {
        x.a = of->a + row * x.a_row * (int64_t)of->size;
        x.c = of->alone + row * x.c_row * (int64_t)of->size;
        multiply(of, &x);
    }
    assert_memory_equal(of->whole, of->alone, sizeof of->whole);
}

static void check_depth(struct operands *of, int64_t k, int is_dense, int form) {
    const int64_t cols = SDYRT_PANEL_BYTES / (int64_t)of->size;
    const struct product_step steps[] = {{0, 0, k}, {3, cols, 0}, {1, 2 * cols, k / 2}};
    const struct panel_product x = {.cols = cols,
                                    .a_row = is_dense ? 2 * DEPTH : 1,
                                    .a_col = is_dense ? 1 : ROWS + 2,
                                    .panel_row = cols + (form & 1 ? 8 : 0),
                                    .panel_ahead = form & 2 ? cols : 0,
                                    .fetch_rows = is_dense && form & 4 ? 1 : 0,
                                    .c_row = cols + 5,
                                    .c_col = 1,
                                    .steps = steps,
                                    .step_count = form & 8 ? 3 : 1,
                                    .accumulate = form & 16 ? 1 : 0};
    for (int64_t rows = LEAST_ROWS; rows <= MOST_ROWS; rows++) {
        check(of, x, rows);
    }
    check(of, x, ROWS);
}

static void blocks_and_rows_agree(void **state) {
    (void)state;
    static const int64_t depths[] = {0, 1, 3, 4, 5, 8, 17, DEPTH};
    struct operands *of = calloc(1, sizeof *of);
    assert_non_null(of);
    for (size_t size = 4; size <= 8; size += 4) {
        fill(of, size);
        for (size_t i = 0; i < sizeof depths / sizeof *depths; i++) {
            for (int form = 0; form < 32; form++) {
                check_depth(of, depths[i], 0, form);
                check_depth(of, depths[i], 1, form);
            }
        }
    }
    free(of);
}

/* Nothing to add is zero, or what is there. */
static void no_steps(void **state) {
    (void)state;
    struct operands *of = calloc(1, sizeof *of);
    assert_non_null(of);
    fill(of, 4);
    struct panel_product x = {.rows = 12, .cols = 32, .a = of->a, .panel = of->panel};
    x.c = of->whole;
    x.c_row = 32;
    x.c_col = 1;
    x.accumulate = 1;
    multiply(of, &x);
    assert_memory_equal(of->whole, of->alone, sizeof of->whole);
    x.accumulate = 0;
    multiply(of, &x);
    memset(of->alone, 0, 12 * 32 * sizeof(float));
    assert_memory_equal(of->whole, of->alone, sizeof of->whole);
    free(of);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(blocks_and_rows_agree),
                                       cmocka_unit_test(no_steps)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
