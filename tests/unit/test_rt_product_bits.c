/* Which bits products have: integers that wrap, sums in any tile, numbers that are subnormal. */
#include "product_problem.h"

#include "amx.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

/* The largest and the least bytes, whose sums leave 32 bits. */
static void sums_wrap(void **state) {
    enum { M = 17, N = 18, K = 140000 };
    (void)state;
    uint8_t *a = aligned(M * K), *b = aligned(N * K);
    uint32_t c[M * N];
    void *scratch = aligned(SDYRT_KERNEL_SCRATCH);
    memset(a, 0xff, M * K);
    memset(b, 0xff, N * K);
    struct sdyrt_product g = {SDYRT_PRODUCT_U8_I32, M, N, K, K, 1, 1, K, N, 1, 0, 0, 1, 0, 0, 0};
    multiply(&g, a, b, c, 0, scratch);
    for (int i = 0; i < M * N; i++) {
        assert_int_equal(c[i], (uint32_t)(UINT64_C(255) * 255 * K));
    }
    memset(a, 0x80, M * K);
    memset(b, 0x80, N * K);
    g.type = SDYRT_PRODUCT_I8_I32;
    multiply(&g, a, b, c, 0, scratch);
    for (int i = 0; i < M * N; i++) {
        assert_int_equal(c[i], (uint32_t)(UINT64_C(128) * 128 * K));
    }
    free(a);
    free(b);
    free(scratch);
}

/* Bytes of any value, whose signs matter. */
static void any_bytes(void **state) {
    enum { M = 21, N = 37, K = 203 };
    static const int64_t types[] = {SDYRT_PRODUCT_I8_I32, SDYRT_PRODUCT_U8_I32, SDYRT_PRODUCT_I8};
    uint8_t a[M * K], b[K * N];
    uint32_t c[M * N];
    void *scratch = aligned(SDYRT_KERNEL_SCRATCH);
    (void)state;
    for (int form = 0; form < 12; form++) {
        struct sdyrt_product g = {types[form % 3], M, N, K, K, 1, N, 1, N, 1, 0, 0, 1, 0, 0, 0};
        if (form & 1) {
            g.a_row = 1, g.a_col = M;
        }
        if (form & 2) {
            g.b_row = 1, g.b_col = K;
        }
        for (int i = 0; i < K * N; i++) {
            b[i] = (uint8_t)random_below(256);
            a[i % (M * K)] = (uint8_t)random_below(256);
        }
        multiply(&g, a, b, c, 0, scratch);
        for (int i = 0; i < M * N; i++) {
            int32_t sum = 0;
            for (int64_t p = 0; p < K; p++) {
                uint8_t x = a[i / N * g.a_row + p * g.a_col], y = b[p * g.b_row + i % N * g.b_col];
                sum += g.type == SDYRT_PRODUCT_U8_I32 ? x * y : (int8_t)x * (int8_t)y;
            }
            if (g.type == SDYRT_PRODUCT_I8) {
                assert_int_equal(((uint8_t *)c)[i], (uint8_t)sum);
            } else {
                assert_int_equal(c[i], (uint32_t)sum);
            }
        }
    }
    free(scratch);
}

static void narrow_integers_wrap(void **state) {
    (void)state;
    const int8_t a[2] = {100, 100}, b[2] = {2, 3};
    int8_t c = 7;
    struct sdyrt_product g = {SDYRT_PRODUCT_I8, 1, 1, 2, 2, 1, 1, 1, 1, 1, 0, 0, 1, 0, 0, 0};
    void *scratch = aligned(SDYRT_KERNEL_SCRATCH);
    multiply(&g, a, b, &c, 1, scratch);
    assert_int_equal(c, (int8_t)(500 + 7));
    free(scratch);
}

/* A product in the order of k: every element has the bits that it has in a tile of other rows and
   columns. */
static void check_order(int64_t type, int64_t m, int64_t n, int64_t k, int layouts) {
    int64_t rows = 1 + random_below((int)m), cols = 1 + random_below((int)n);
    struct sdyrt_product g = {.type = type, .m = m, .n = n, .k = k, .in_order = 1, .count = 1};
    g.a_row = layouts & 1 ? 1 : k, g.a_col = layouts & 1 ? m : 1;
    g.b_row = layouts & 2 ? 1 : n, g.b_col = layouts & 2 ? k : 1;
    g.c_row = layouts & 4 ? 1 : n, g.c_col = layouts & 4 ? m : 1;
    size_t operand = sdyrt_product_operand_size(type), result = sdyrt_product_result_size(type);
    char *a = aligned((size_t)(m * k) * operand), *b = aligned((size_t)(k * n) * operand);
    char *whole = aligned((size_t)(m * n) * result), *tiled = aligned((size_t)(m * n) * result);
    char *scratch = guarded_scratch(type, k);
    fill_uneven(type, a, m * k);
    fill_uneven(type, b, k * n);
    multiply(&g, a, b, whole, 0, scratch);
    for (int64_t row = 0; row < m; row += rows) {
        for (int64_t col = 0; col < n; col += cols) {
            struct sdyrt_product tile = g;
            tile.m = m - row < rows ? m - row : rows;
            tile.n = n - col < cols ? n - col : cols;
            multiply(&tile, a + (size_t)(row * g.a_row) * operand,
                     b + (size_t)(col * g.b_col) * operand,
                     tiled + (size_t)(row * g.c_row + col * g.c_col) * result, 0, scratch);
        }
    }
    assert_memory_equal(whole, tiled, (size_t)(m * n) * result);
    free(a);
    free(b);
    free(whole);
    free(tiled);
    end_scratch(scratch, type, k);
}

static void tiles_in_order_do_not_change_bits(void **state) {
    static const int64_t extents[] = {1, 2, 3, 4, 5, 8, 12, 16, 17, 33, 64, 100};
    static const int64_t depths[] = {1, 3, 16, 32, 33, 100, 128, 300, 513, 1030};
    enum { EXTENTS = sizeof extents / sizeof *extents, DEPTHS = sizeof depths / sizeof *depths };
    (void)state;
    for (int64_t type = 0; type < SDYRT_PRODUCT_TYPE_COUNT; type++) {
        int rounds = type <= SDYRT_PRODUCT_F16_F32 || is_complex(type);
        for (int i = 0; i < (rounds ? 300 : 0); i++) {
            check_order(type, extents[random_below(EXTENTS)], extents[random_below(EXTENTS)],
                        depths[random_below(DEPTHS)], random_below(8));
        }
    }
}

/* An element has the same bits whichever tile it is computed in; where there is AMX, if elements
   themselves are multiplied. */
static void tiles_do_not_change_bits(void **state) {
    enum { M = 75, N = 150, K = 700 };
    (void)state;
    float *a = aligned(M * K * sizeof *a), *b = aligned(K * N * sizeof *b);
    float *whole = aligned(M * N * sizeof *whole), *tiled = aligned(M * N * sizeof *tiled);
    void *scratch = aligned(SDYRT_KERNEL_SCRATCH);
    for (int i = 0; i < M * K; i++) {
        a[i] = (float)random_below(1000) / 997;
    }
    for (int i = 0; i < K * N; i++) {
        b[i] = (float)random_below(1000) / 991;
    }
    struct sdyrt_product g = {SDYRT_PRODUCT_F32, M, N, K, K, 1, N, 1, N, 1, 0,
                              sdyrt_amx_ready(), 1, 0, 0, 0};
    multiply(&g, a, b, whole, 0, scratch);
    for (int row = 0; row < M; row += 13) {
        for (int col = 0; col < N; col += 41) {
            struct sdyrt_product tile = g;
            tile.m = M - row < 13 ? M - row : 13;
            tile.n = N - col < 41 ? N - col : 41;
            multiply(&tile, a + row * K, b + col, tiled + row * N + col, 0, scratch);
        }
    }
    assert_memory_equal(whole, tiled, M * N * sizeof *whole);
    free(a);
    free(b);
    free(whole);
    free(tiled);
    free(scratch);
}

/* What a sum of products does with subnormal numbers ends with it. */
static void subnormals_elsewhere(void **state) {
    (void)state;
    enum { SIZE = 48 };
    static float a[SIZE * SIZE], b[SIZE * SIZE], c[SIZE * SIZE];
    static char scratch[1 << 20] __attribute__((aligned(64)));
    for (int i = 0; i < SIZE * SIZE; i++) {
        a[i] = 0x1p-130f; /* subnormal, as is the product with 1 */
        b[i] = 1.0f;
    }
    const struct sdyrt_product product = {
        SDYRT_PRODUCT_F32, SIZE, SIZE, SIZE, SIZE, 1, SIZE, 1, SIZE, 1, 0, 0, 1, 0, 0, 0};
    assert_true(sdyrt_product_scratch(SDYRT_PRODUCT_F32, SIZE) <= sizeof scratch);
    multiply(&product, a, b, c, 0, scratch);
    for (int i = 0; i < SIZE * SIZE; i++) {
        assert_true(c[i] == 0.0f || c[i] == SIZE * 0x1p-130f);
    }
    multiply(&product, a, b, c, 0, scratch);
    volatile float least = 0x1p-126f;
    assert_true(least * 0.5f == 0x1p-127f && least * 0.5f * 2.0f == least);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sums_wrap),
        cmocka_unit_test(any_bytes),
        cmocka_unit_test(narrow_integers_wrap),
        cmocka_unit_test(tiles_do_not_change_bits),
        cmocka_unit_test(tiles_in_order_do_not_change_bits),
        cmocka_unit_test(subnormals_elsewhere),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
