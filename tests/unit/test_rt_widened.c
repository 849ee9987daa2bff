/* Products of f32 by an operand in 16 bits against those by the same operand in 32: small whole
 * numbers, whose sums are exact, of any extents, orders and strides. */
#include "product_widened.h"

#include <stdlib.h>

#include "product_plan.h"
#include "rt_test.h"
#include "strips.h"

enum { MOST_M = 40, MOST_N = 600, MOST_K = 1100, MOST_WORK = 1 << 20, TRIES = 300, GAP = 2 };

static uint64_t seed = 7;

static int64_t between(int64_t least, int64_t most) {
    return least + (int64_t)(test_random(&seed) % (uint64_t)(most - least + 1));
}

/* A narrow whole number and what it is. */
static uint16_t narrow_of(int64_t type, float number) {
    uint16_t narrow;
    if (type == SDYRT_PRODUCT_BF16) {
        sdyrt_convert_f32_bf16_v(&narrow, &number, 1);
    } else {
        sdyrt_convert_f32_f16_v(&narrow, &number, 1);
    }
    return narrow;
}

static struct sdyrt_product random_product(void) {
    struct sdyrt_product p = {.type = SDYRT_PRODUCT_F32, .count = between(1, 2)};
    p.m = between(1, MOST_M);
    p.n = between(1, MOST_N);
    p.k = between(0, MOST_K);
    p.m = p.m * p.n * p.k > MOST_WORK ? 1 + MOST_WORK / (p.n * p.k + 1) : p.m;
    p.direct = between(0, 1);
    const int64_t gap = between(0, GAP), step = between(1, 2);
    const int by_columns = (int)between(0, 1);
    p.a_row = p.k + gap;
    p.a_col = 1;
    p.b_row = by_columns ? step : (p.n + gap) * step;
    p.b_col = by_columns ? (p.k + gap) * step : step;
    p.c_row = p.n + gap;
    p.c_col = 1;
    p.a_step = p.m * p.a_row;
    p.b_step = (p.k + GAP) * (p.n + GAP) * step;
    p.c_step = p.m * p.c_row;
    return p;
}

static float *random_numbers(int64_t count) {
    float *numbers = malloc((size_t)(count + 1) * sizeof *numbers);
    for (int64_t i = 0; i < count; i++) {
        numbers[i] = (float)between(-8, 8);
    }
    return numbers;
}

static void check(const struct sdyrt_product *p, int64_t type, int accumulate) {
    const int64_t elements = p->count * p->b_step, results = p->count * p->c_step;
    float *a = random_numbers(p->count * p->a_step), *wide = random_numbers(elements);
    float *c = random_numbers(results), *expected = random_numbers(results);
    uint16_t *narrow = malloc((size_t)(elements + 1) * sizeof *narrow);
    char *scratch = aligned_alloc(64, SDYRT_PRODUCT_WIDENED_BYTES + SDYRT_KERNEL_SCRATCH);
    struct sdyrt_product lies = *p;
    lies.type = type;
    const struct sdyrt_product piece = sdyrt_product_widened_piece(&lies);
    const struct sdyrt_product_plan plan = sdyrt_product_plan_now(&piece);
    for (int64_t i = 0; i < elements; i++) {
        narrow[i] = narrow_of(type, wide[i]);
    }
    memcpy(expected, c, (size_t)results * sizeof *c);
    sdyrt_product_now(p, a, wide, expected, accumulate, scratch);
    sdyrt_product_widened(&lies, &plan, a, narrow, c, accumulate, scratch);
    for (int64_t i = 0; i < results; i++) {
        assert_true(c[i] == expected[i]);
    }
    free(a);
    free(wide);
    free(c);
    free(expected);
    free(narrow);
    free(scratch);
}

static void test_any(void **state) {
    (void)state;
    for (int i = 0; i < TRIES; i++) {
        const struct sdyrt_product product = random_product();
        if (test_takes(i / 6)) { /* both types, with and without sums before */
            check(&product, i % 2 == 0 ? SDYRT_PRODUCT_BF16 : SDYRT_PRODUCT_F16, i % 3 == 0);
        }
    }
}

/* What a plan is made for fits where it is widened, however large the product. */
static void test_pieces_fit(void **state) {
    (void)state;
    static const int64_t extents[] = {0, 1, 2, 15, 16, 17, 255, 256, 257, 513, 4097, 1 << 20};
    enum { COUNT = sizeof extents / sizeof *extents };
    for (int i = 0; i < COUNT * COUNT * COUNT * 2; i++) {
        struct sdyrt_product p = {.type = SDYRT_PRODUCT_F32, .count = 1, .c_col = 1};
        p.m = extents[i / 2 % COUNT];
        p.n = extents[i / 2 / COUNT % COUNT];
        p.k = extents[i / 2 / COUNT / COUNT];
        p.b_row = i % 2 ? 1 : p.n;
        p.b_col = i % 2 ? p.k : 1;
        const struct sdyrt_product piece = sdyrt_product_widened_piece(&p);
        const int64_t lines = piece.b_row == 1 ? piece.n : piece.k;
        const int64_t row = piece.b_row == 1 ? piece.b_col : piece.b_row;
        assert_true(piece.n > 0 && piece.k > 0);
        assert_true((size_t)(lines * row) * sizeof(float) <= SDYRT_PRODUCT_WIDENED_BYTES);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_any),
        cmocka_unit_test(test_pieces_fit),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
