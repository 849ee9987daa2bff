/* Products of every type, in every arrangement of operands and result, by every route. */
#include "product_problem.h"

#include "cpu.h"
#include "rt_test.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "scalar.h"

static const int64_t shapes[][3] = {
    {1, 1, 1},    {3, 5, 7},  {8, 32, 16},  {17, 33, 40}, {70, 1, 30}, {1, 70, 30},
    {50, 100, 3}, {9, 64, 0}, {3, 3, 3},    {2, 2, 2},    {12, 15, 9}, {10, 30, 20},
    {8, 8, 8},    {7, 6, 8},  {66, 65, 67}, {70, 2, 2},   {33, 4, 3}};

static void check_layouts(int64_t type) {
    for (size_t s = 0; s < sizeof shapes / sizeof *shapes; s++) {
        for (int layouts = 0; layouts < LAYOUT_COUNT * LAYOUT_COUNT * LAYOUT_COUNT; layouts++) {
            if (!test_takes(layouts + (int)s)) { /* of other shapes in other layouts */
                continue;
            }
            check(type, shapes[s][0], shapes[s][1], shapes[s][2], layouts % 3, layouts / 3 % 3,
                  layouts / 9, layouts & 1);
        }
    }
}

/* A route, wherever it accepts: of those of each type. */
static void check_route(void) {
    for (int64_t type = 0; type < SDYRT_PRODUCT_TYPE_COUNT; type++) {
        check_layouts(type);
        check(type, 13, 70, 1100, ROWS, COLUMNS, ROWS, 1);
        check(type, 2, 300, 600, COLUMNS, ROWS, ROWS, 1);
        check(type, 1, 300, 600, ROWS, ROWS, APART, 1);
        check(type, 1, 40, 1030, ROWS, COLUMNS, COLUMNS, 1);
        check(type, 3, 20, 9000, ROWS, COLUMNS, COLUMNS, 0);
        check(type, 300, 4, 1100, ROWS, ROWS, APART, 1);
        check(type, 130, 99, 600, COLUMNS, ROWS, ROWS, 1);
    }
}

/* By the instructions of the baseline, of AVX2, and of all that the processor has; where the set is
   named (SDYRT_ISA), by that alone, since the run without a name has the others. */
static void every_route(void **state) {
    const enum sdyrt_set sets[] = {SDYRT_SET_BASELINE, SDYRT_SET_AVX2, sdyrt_cpu_set()};
    (void)state;
    for (int i = getenv("SDYRT_ISA") != NULL ? 2 : 0; i < 3; i++) {
        forced_set = sets[i] < sdyrt_cpu_set() ? sets[i] : sdyrt_cpu_set();
        for (forced = 0; forced < SDYRT_PRODUCT_ROUTE_COUNT; forced++) {
            check_route();
        }
    }
    forced_set = SDYRT_SET_COUNT;
}

static void every_type_and_layout(void **state) {
    (void)state;
    for (int64_t type = 0; type < SDYRT_PRODUCT_TYPE_COUNT; type++) {
        check_layouts(type);
    }
}

static void deeper_than_a_block(void **state) {
    (void)state;
    check(SDYRT_PRODUCT_F32, 13, 70, 1100, ROWS, ROWS, ROWS, 1);
    check(SDYRT_PRODUCT_F32, 13, 70, 1100, COLUMNS, COLUMNS, ROWS, 0);
    check(SDYRT_PRODUCT_F64, 9, 40, 1030, ROWS, COLUMNS, COLUMNS, 0);
    check(SDYRT_PRODUCT_F16_F32, 300, 20, 530, ROWS, ROWS, ROWS, 1);
    check(SDYRT_PRODUCT_BF16_F32, 20, 300, 530, COLUMNS, ROWS, APART, 1);
    check(SDYRT_PRODUCT_BF16_F32, 270, 40, 1031, ROWS, COLUMNS, ROWS, 0);
    check(SDYRT_PRODUCT_BF16_F32, 9, 33, 515, COLUMNS, ROWS, COLUMNS, 1);
    check(SDYRT_PRODUCT_I32, 3, 600, 50, ROWS, ROWS, ROWS, 1);
    check(SDYRT_PRODUCT_F32, 2, 1100, 21, ROWS, ROWS, ROWS, 1);
    check(SDYRT_PRODUCT_F64, 1100, 1, 13, COLUMNS, APART, COLUMNS, 0);
    check(SDYRT_PRODUCT_I64, 5, 40, 600, ROWS, COLUMNS, ROWS, 0);
    check(SDYRT_PRODUCT_I8_I32, 300, 40, 1031, ROWS, ROWS, ROWS, 1);
    check(SDYRT_PRODUCT_U8_I32, 7, 70, 1100, COLUMNS, COLUMNS, APART, 0);
    check(SDYRT_PRODUCT_I16, 260, 33, 1025, APART, ROWS, COLUMNS, 1);
    check(SDYRT_PRODUCT_C64, 130, 20, 530, COLUMNS, ROWS, ROWS, 1);
    check(SDYRT_PRODUCT_C128, 9, 20, 300, ROWS, COLUMNS, APART, 0);
}

/* Columns of A so far apart that rows are packed, a part of them and of the depth at a time. */
static void rows_apart(void **state) {
    (void)state;
    static const int64_t types[] = {SDYRT_PRODUCT_F32, SDYRT_PRODUCT_F64, SDYRT_PRODUCT_I32,
                                    SDYRT_PRODUCT_I64};
    for (size_t t = 0; t < sizeof types / sizeof *types; t++) {
        check(types[t], 530, 70, 101, COLUMNS, ROWS, ROWS, 1);
        check(types[t], 131, 99, 1030, COLUMNS, COLUMNS, ROWS, 0);
        check(types[t], 140, 65, 7, COLUMNS, APART, COLUMNS, 1);
        check(types[t], 33, 80, 300, APART, ROWS, ROWS, 0);
    }
}

/* Short rows of the result, of which several are a vector where the columns of A are dense. */
static void short_rows(void **state) {
    (void)state;
    static const int64_t rows[] = {1, 2, 3, 6, 17, 33, 70}, depths[] = {0, 1, 3, 37, 70};
    for (int i = 0; i < 7 * 5 * 9 * 2; i++) {
        int64_t type = i % 2 ? SDYRT_PRODUCT_F64 : SDYRT_PRODUCT_F32, n = i / 2 % 9 + 1;
        int64_t m = rows[i / 18 % 7], k = depths[i / 126];
        check(type, m, n, k, COLUMNS, ROWS, ROWS, i / 2 % 2);
        check(type, m, n, k, COLUMNS, COLUMNS, APART, i / 4 % 2);
    }
}

/* Registers of AMX take 16 rows, 16 columns and 64 bytes of the contraction, and blocks are of two
   by two: products of all sizes around them, and longer than what is packed at a time. */
static void registers_and_their_edges(void **state) {
    static const int64_t types[] = {SDYRT_PRODUCT_BF16, SDYRT_PRODUCT_BF16_F32, SDYRT_PRODUCT_I8,
                                    SDYRT_PRODUCT_I8_I32, SDYRT_PRODUCT_U8_I32};
    static const int64_t extents[] = {1, 2, 3, 8, 15, 16, 17, 31, 32, 33, 48, 50, 64, 65, 129};
    static const int64_t depths[] = {0, 1, 16, 17, 31, 32, 33, 63, 64, 65, 127, 130, 300};
    enum {
        TYPES = sizeof types / sizeof *types,
        EXTENTS = sizeof extents / sizeof *extents,
        DEPTHS = sizeof depths / sizeof *depths
    };
    (void)state;
    for (int i = 0; i < 2000; i++) {
        if (!test_takes(i / TYPES)) {
            continue;
        }
        check(types[i % TYPES], extents[random_below(EXTENTS)], extents[random_below(EXTENTS)],
              depths[random_below(DEPTHS)], random_below(LAYOUT_COUNT), random_below(LAYOUT_COUNT),
              random_below(LAYOUT_COUNT), random_below(2));
    }
    for (int i = 0; i < 27; i++) {
        for (int t = 0; t < TYPES; t++) {
            check(types[t], 40, 35, 1030 + random_below(1100), i % 3, i / 3 % 3, i / 9,
                  random_below(2));
        }
    }
    for (int t = 0; t < TYPES; t++) {
        check(types[t], 300, 290, 1100, ROWS, ROWS, ROWS, t & 1);
        check(types[t], 530, 70, 2300, ROWS, COLUMNS, APART, ~t & 1);
        check(types[t], 33, 528, 2048, COLUMNS, ROWS, ROWS, t & 1);
        check(types[t], 600, 48, 2100, ROWS, ROWS, COLUMNS, ~t & 1);
    }
}

/* Rows that are as far apart as a page, which share places of a cache. */
static void crowded_rows(void **state) {
    enum { M = 40, N = 160, K = 1030, ROW = 4096 };
    (void)state;
    uint16_t *a = aligned(M * ROW * sizeof *a), *b = aligned(ROW * N * sizeof *b);
    float *c = aligned(M * ROW * sizeof *c);
    void *scratch = aligned(SDYRT_KERNEL_SCRATCH);
    for (int64_t i = 0; i < M * ROW; i++) {
        a[i] = sdyrt_convert_f32_bf16((float)(i % 5 - 2));
    }
    for (int64_t i = 0; i < ROW * N; i++) {
        b[i] = sdyrt_convert_f32_bf16((float)(i % 7 - 3));
    }
    struct sdyrt_product g = {
        SDYRT_PRODUCT_BF16_F32, M, N, K, ROW, 1, N, 1, ROW, 1, 0, 0, 1, 0, 0, 0};
    multiply(&g, a, b, c, 0, scratch);
    for (int64_t i = 0; i < M; i++) {
        for (int64_t j = 0; j < N; j++) {
            int64_t sum = 0;
            for (int64_t p = 0; p < K; p++) {
                sum += ((i * ROW + p) % 5 - 2) * ((p * N + j) % 7 - 3);
            }
            assert_true(c[i * ROW + j] == (float)sum);
        }
    }
    free(a);
    free(b);
    free(c);
    free(scratch);
}

/* Numbers behind the end of a row of A or a column of B take no part, though they be no numbers. */
static void what_lies_beyond(void **state) {
    enum { M = 19, N = 21, ROW = 96 };
    (void)state;
    uint16_t a[M * ROW], b[N * ROW];
    float c[M * N];
    void *scratch = aligned(SDYRT_KERNEL_SCRATCH);
    for (int64_t k = 1; k < ROW; k++) {
        for (int i = 0; i < N * ROW; i++) {
            uint16_t value = i % ROW < k ? 0x3f80 : i & 1 ? 0x7fc0 : 0x7f80; /* 1, NaN, infinity */
            b[i] = value;
            if (i < M * ROW) {
                a[i] = value;
            }
        }
        struct sdyrt_product g = {
            SDYRT_PRODUCT_BF16_F32, M, N, k, ROW, 1, 1, ROW, N, 1, 0, 0, 1, 0, 0, 0};
        multiply(&g, a, b, c, 0, scratch);
        for (int i = 0; i < M * N; i++) {
            assert_true(c[i] == (float)k);
        }
    }
    free(scratch);
}

/* Few rows times dense columns, and a matrix of dense rows times few columns, with every number of
   columns that is left over. */
static void few_rows(void **state) {
    (void)state;
    for (int64_t m = 1; m <= 5; m++) {
        for (int64_t n = 16; n <= 40; n += 3) { /* columns by as many as a vector has lanes */
            int64_t type = n % 2 ? SDYRT_PRODUCT_F32 : SDYRT_PRODUCT_F64, k = 31 + n;
            check(type, m, n, k, ROWS, COLUMNS, (int)(n % 3), (int)(m & 1));
            check(type, n, m, k, ROWS, COLUMNS, (int)(n % 3), (int)(m & 1));
            check(type, m, 3 * n, n % 9 + 8, ROWS, COLUMNS, (int)(n % 3), (int)(m & 1));
        }
        for (int64_t n = 1; n <= 9; n++) {
            for (int64_t k = 127 * m; k <= 145 * m; k += 6 * m) {
                int64_t type = (m + n + k) % 2 ? SDYRT_PRODUCT_F32 : SDYRT_PRODUCT_F64;
                check(type, m, n, k, ROWS, COLUMNS, (int)(n % 3), (int)(k / m & 1));
                check(type, n + 10, m, k, ROWS, COLUMNS, (int)(n % 3), (int)(k / m & 1));
            }
        }
    }
}

/* Few rows times dense rows, whose columns are taken by as many as there are registers for. */
static void few_rows_times_rows(void **state) {
    (void)state;
    for (int64_t n = 1; n <= 300; n += n < 40 ? 1 : 13) {
        for (int64_t m = 1; m <= 2; m++) {
            int64_t type = (m + n) % 2 ? SDYRT_PRODUCT_F32 : SDYRT_PRODUCT_F64, k = 5 + n % 17;
            check(type, m, n, k, ROWS, ROWS, ROWS, n / 2 & 1);
            check(type, m, n, k, COLUMNS, ROWS, ROWS, ~n / 2 & 1);
        }
    }
}

/* Few rows times a matrix that no near cache holds, by long and by short rows, and few columns. */
static void few_rows_of_memory(void **state) {
    (void)state;
    static const int64_t types[] = {SDYRT_PRODUCT_F32, SDYRT_PRODUCT_I32, SDYRT_PRODUCT_BF16,
                                    SDYRT_PRODUCT_F16_F32};
    for (size_t t = 0; t < sizeof types / sizeof *types; t++) {
        check(types[t], 1, 3001, 60, ROWS, ROWS, ROWS, 0);
        check(types[t], 2, 270, 700, COLUMNS, ROWS, ROWS, 1);
        check(types[t], 7, 9001, 41, ROWS, ROWS, ROWS, 1);
        check(types[t], 1001, 3, 37, ROWS, ROWS, ROWS, 0);
        check(types[t], 100, 4, 1100, ROWS, COLUMNS, APART, 1);
    }
    check(SDYRT_PRODUCT_F32, 1, 300, 15000, ROWS, ROWS, ROWS, 0);
    check(SDYRT_PRODUCT_F64, 1, 1100, 2000, ROWS, ROWS, ROWS, 1);
    check(SDYRT_PRODUCT_F32, 5, 1100, 2000, ROWS, ROWS, ROWS, 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_type_and_layout),
        cmocka_unit_test(every_route),
        cmocka_unit_test(deeper_than_a_block),
        cmocka_unit_test(rows_apart),
        cmocka_unit_test(short_rows),
        cmocka_unit_test(registers_and_their_edges),
        cmocka_unit_test(crowded_rows),
        cmocka_unit_test(what_lies_beyond),
        cmocka_unit_test(few_rows),
        cmocka_unit_test(few_rows_times_rows),
        cmocka_unit_test(few_rows_of_memory),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
