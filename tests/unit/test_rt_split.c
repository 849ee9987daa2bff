/* Numbers split into parts of fewer bits, and products of them beside those of the numbers. */
#include "product_split.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "cpu.h"
#include "product_native.h"
#include "split.h"

#if defined(__x86_64__) && defined(__linux__)

enum { MOST_K = 100, MOST_LINES = 40, STEPS = (MOST_K + SPLIT_DEPTH - 1) / SPLIT_DEPTH };

static float uneven(void) {
    return (float)(rand() % 200001 - 100000) / 99991;
}

static int needs_amx(void) {
    return sdyrt_amx_ready();
}

/* A part of an element: of rows of A, or of columns of B. */
static float part_of(const char *packed, int64_t block_bytes, int64_t line, int64_t at, int part,
                     int is_row) {
    const char *tile =
        packed + line / AMX_LINES * block_bytes + at / SPLIT_DEPTH * SPLIT_STEP + part * AMX_TILE;
    const int64_t i = line % AMX_LINES, l = at % SPLIT_DEPTH;
    const int64_t place = is_row ? i * AMX_LINE + 2 * l : l / 2 * AMX_LINE + 4 * i + l % 2 * 2;
    uint16_t upper;
    memcpy(&upper, tile + place, sizeof upper);
    const uint32_t bits = (uint32_t)upper << 16;
    float value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

/* The parts of each number are what it is, and beyond the operand they are zero. */
static void check_parts(const float *numbers, int64_t line, int64_t step, int64_t lines, int64_t k,
                        int is_row) {
    static char packed[(MOST_LINES + AMX_LINES) / AMX_LINES * STEPS * SPLIT_STEP]
        __attribute__((aligned(64)));
    const int64_t block_bytes = STEPS * SPLIT_STEP;
    const int64_t depth = (k + SPLIT_DEPTH - 1) / SPLIT_DEPTH * SPLIT_DEPTH;
    const struct split_operand from = {numbers, line, step};
    memset(packed, 0x5a, sizeof packed);
    assert_true(
        (is_row ? sdyrt_split_rows : sdyrt_split_columns)(&from, lines, k, packed, block_bytes));
    for (int64_t i = 0; i < (lines + AMX_LINES - 1) / AMX_LINES * AMX_LINES; i++) {
        for (int64_t l = 0; l < depth; l++) {
            const float number = i < lines && l < k ? numbers[i * line + l * step] : 0;
            float sum = 0;
            for (int p = SPLIT_PARTS - 1; p >= 0; p--) {
                const float part = part_of(packed, block_bytes, i, l, p, is_row);
                assert_true(fabsf(part) <= fabsf(number) * (p == 0 ? 1.01f : 0.004f));
                sum += part;
            }
            assert_true(sum == number);
        }
    }
}

static void parts_are_the_number(void **state) {
    static const int64_t sizes[][2] = {{16, 32}, {1, 1}, {3, 33}, {40, 100}, {17, 63}, {32, 31}};
    static float numbers[3 * MOST_LINES * MOST_K];
    (void)state;
    if (sdyrt_cpu_isa() < SDYRT_ISA_AVX512) {
        skip();
    }
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) {
        numbers[i] = ldexpf(uneven(), rand() % 60 - 30);
    }
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        for (int is_row = 0; is_row < 2; is_row++) {
            check_parts(numbers, MOST_K, 1, sizes[i][0], sizes[i][1], is_row);
            check_parts(numbers, 1, MOST_LINES, sizes[i][0], sizes[i][1], is_row);
            check_parts(numbers, 2 * MOST_K, 2, sizes[i][0], sizes[i][1], is_row);
        }
    }
}

/* Of an infinity, a NaN, and an operand without a number of an ordinary size. */
static void says_which_are_not(void **state) {
    static const struct {
        float all, one;
        int are_good;
    } cases[] = {{1, 2, 1},        {0, 0, 1},         {1, INFINITY, 0}, {1, -INFINITY, 0},
                 {0, NAN, 0},      {1, 0x1p-130f, 1}, {0x1p-70f, 0, 0}, {0x1p-70f, 1, 1},
                 {1, 0x1p126f, 1}, {1, -0x1p127f, 0}, {0, 0x1p-130f, 0}};
    (void)state;
    if (sdyrt_cpu_isa() < SDYRT_ISA_AVX512) {
        skip();
    }
    for (size_t c = 0; c < sizeof cases / sizeof *cases; c++) {
        static char packed[3 * STEPS * SPLIT_STEP] __attribute__((aligned(64)));
        float numbers[MOST_LINES * MOST_K];
        for (int i = 0; i < MOST_LINES * MOST_K; i++) {
            numbers[i] = i == 33 * MOST_K + 77 ? cases[c].one : cases[c].all;
        }
        for (int form = 0; form < 2; form++) {
            const struct split_operand from = {numbers, form ? 1 : MOST_K, form ? MOST_LINES : 1};
            const int64_t bytes = STEPS * SPLIT_STEP;
            assert_int_equal(sdyrt_split_rows(&from, 34, 100, packed, bytes), cases[c].are_good);
            assert_int_equal(sdyrt_split_columns(&from, 34, 100, packed, bytes), cases[c].are_good);
        }
    }
}

/* A product with operands and a result of its own. */
struct problem {
    struct sdyrt_product product;
    float *a, *b, *split, *elements;
    void *scratch;
};

static void *room(int64_t bytes) {
    void *memory = aligned_alloc(64, (size_t)(bytes + 63) / 64 * 64);
    assert_non_null(memory);
    return memory;
}

static struct problem begin(int64_t m, int64_t n, int64_t k, int form) {
    struct problem x = {.product = {SDYRT_PRODUCT_F32, m, n, k, form & 1 ? 1 : k, form & 1 ? m : 1,
                                    form & 2 ? 1 : n, form & 2 ? k : 1, form & 4 ? 1 : n,
                                    form & 4 ? m : 1, 0, 0, 1, 0, 0, 0}};
    x.a = room(m * k * 4);
    x.b = room(k * n * 4);
    x.split = room(m * n * 4);
    x.elements = room(m * n * 4);
    x.scratch = room(SDYRT_KERNEL_SCRATCH);
    for (int64_t i = 0; i < m * k; i++) {
        x.a[i] = uneven();
    }
    for (int64_t i = 0; i < k * n; i++) {
        x.b[i] = uneven();
    }
    for (int64_t i = 0; i < m * n; i++) {
        x.split[i] = x.elements[i] = uneven();
    }
    return x;
}

static void multiply(struct problem *x, int accumulate) {
    assert_true(sdyrt_product_is_split(&x->product));
    const struct sdyrt_product_plan split = {.route = SDYRT_PRODUCT_SPLIT, .depth = x->product.k};
    const struct sdyrt_product_plan panels =
        sdyrt_product_panels_of(sdyrt_cpu_isa(), SDYRT_PRODUCT_F32, x->product.k);
    sdyrt_product(&x->product, &split, x->a, x->b, x->split, accumulate, x->scratch);
    sdyrt_product(&x->product, &panels, x->a, x->b, x->elements, accumulate, x->scratch);
}

static void end(struct problem *x) {
    free(x->a);
    free(x->b);
    free(x->split);
    free(x->elements);
    free(x->scratch);
}

/* The squares of the errors of both, added up. */
static void add_errors(const struct problem *x, double *split, double *elements) {
    const struct sdyrt_product *p = &x->product;
    for (int64_t i = 0; i < p->m; i += 7) {
        for (int64_t j = 0; j < p->n; j += 5) {
            const int64_t at = i * p->c_row + j * p->c_col;
            double sum = 0;
            for (int64_t l = 0; l < p->k; l++) {
                sum += (double)x->a[i * p->a_row + l * p->a_col] *
                       (double)x->b[l * p->b_row + j * p->b_col];
            }
            *split += pow((double)x->split[at] - sum, 2);
            *elements += pow((double)x->elements[at] - sum, 2);
        }
    }
}

/* Its error is not that of the product of elements, but no larger. */
static void is_as_precise(void **state) {
    static const int64_t sizes[][3] = {{64, 64, 64},   {96, 128, 100}, {131, 300, 77},
                                       {70, 94, 1030}, {160, 80, 513}, {64, 270, 2000}};
    (void)state;
    for (size_t i = 0; needs_amx() && i < sizeof sizes / sizeof *sizes; i++) {
        for (int form = 0; form < 8; form++) {
            struct problem x = begin(sizes[i][0], sizes[i][1], sizes[i][2], form);
            double split = 0, elements = 0;
            multiply(&x, 0);
            add_errors(&x, &split, &elements);
            assert_true(split <= 1.2 * elements);
            end(&x);
        }
    }
}

static void adds_to_the_result(void **state) {
    (void)state;
    for (int form = 0; needs_amx() && form < 8; form++) {
        struct problem x = begin(70, 90, 600, form);
        multiply(&x, 1);
        for (int64_t i = 0; i < x.product.m * x.product.n; i++) {
            assert_true(fabsf(x.split[i] - x.elements[i]) < 1e-4f);
        }
        end(&x);
    }
}

/* Numbers that cannot be split give what the product of elements gives. */
static void infinities_and_nan(void **state) {
    static const float odd[] = {INFINITY, NAN, -0x1p127f};
    (void)state;
    for (int i = 0; needs_amx() && i < 6; i++) {
        struct problem x = begin(100, 90, 600, 0);
        if (i < 3) {
            x.a[40 * 600 + 555] = odd[i];
        } else {
            x.b[555 * 90 + 20] = odd[i - 3];
        }
        multiply(&x, 0);
        for (int64_t at = 0; at < 100 * 90; at++) {
            const float is = x.split[at], expected = x.elements[at];
            assert_true(isfinite(expected) ? fabsf(is - expected) <= 1e-4f + 1e-6f * fabsf(expected)
                                           : memcmp(&is, &expected, sizeof is) == 0 ||
                                                 (isnan(is) && isnan(expected)));
        }
        end(&x);
    }
}

/* Small numbers beside others add what they are, and those without others are multiplied whole. */
static void small_numbers(void **state) {
    (void)state;
    for (int i = 0; needs_amx() && i < 2; i++) {
        struct problem x = begin(64, 64, 64, 0);
        for (int64_t at = 0; at < 64 * 64; at++) {
            x.a[at] = i == 1 || at % 64 > 0 ? ldexpf(x.a[at], -95) : x.a[at];
        }
        multiply(&x, 0);
        for (int64_t at = 0; at < 64 * 64; at++) {
            assert_true(fabsf(x.split[at] - x.elements[at]) <=
                        1e-6f * fabsf(x.elements[at]) + (i == 1 ? 0x1p-110f : 1e-6f));
        }
        end(&x);
    }
}

#else

static void parts_are_the_number(void **state) {
    (void)state;
}
static void says_which_are_not(void **state) {
    (void)state;
}
static void is_as_precise(void **state) {
    (void)state;
}
static void adds_to_the_result(void **state) {
    (void)state;
}
static void infinities_and_nan(void **state) {
    (void)state;
}
static void small_numbers(void **state) {
    (void)state;
}

#endif

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(parts_are_the_number), cmocka_unit_test(says_which_are_not),
        cmocka_unit_test(is_as_precise),        cmocka_unit_test(adds_to_the_result),
        cmocka_unit_test(infinities_and_nan),   cmocka_unit_test(small_numbers),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
