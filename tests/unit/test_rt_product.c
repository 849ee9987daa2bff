/* Products of every type, in every arrangement of operands and result, against plain loops in a
   wider type. Values are small integers, so that every float type must be exact. */
#include "amx.h"
#include "blas.h"
#include "cpu.h"
#include "product_plan.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "scalar.h"

enum { GUARD = 8 }; /* elements around the result that must not change */

static uint32_t random_state = 1;

static int random_below(int limit) {
    random_state = random_state * 1664525u + 1013904223u;
    return (int)((random_state >> 8) % (uint32_t)limit);
}

static int is_complex(int64_t type) {
    return type == SDYRT_PRODUCT_C64 || type == SDYRT_PRODUCT_C128;
}

/* Elements are written and read as small integers; a complex number x is stored as x + 2xi. */
static void store(int64_t type, int is_result, void *base, int64_t index, int value) {
    int wide_result =
        is_result && (type == SDYRT_PRODUCT_BF16_F32 || type == SDYRT_PRODUCT_F16_F32);
    if (type == SDYRT_PRODUCT_F32 || wide_result) {
        ((float *)base)[index] = (float)value;
    } else if (type == SDYRT_PRODUCT_F64) {
        ((double *)base)[index] = value;
    } else if (type == SDYRT_PRODUCT_BF16 || type == SDYRT_PRODUCT_BF16_F32) {
        ((uint16_t *)base)[index] = sdyrt_convert_f32_bf16((float)value);
    } else if (type == SDYRT_PRODUCT_F16 || type == SDYRT_PRODUCT_F16_F32) {
        ((uint16_t *)base)[index] = sdyrt_convert_f32_f16((float)value);
    } else if (type == SDYRT_PRODUCT_PRED) {
        ((uint8_t *)base)[index] = value > 2;
    } else if (type == SDYRT_PRODUCT_C64) {
        ((float *)base)[2 * index] = (float)value;
        ((float *)base)[2 * index + 1] = (float)(2 * value);
    } else if (type == SDYRT_PRODUCT_C128) {
        ((double *)base)[2 * index] = value;
        ((double *)base)[2 * index + 1] = 2 * value;
    } else if (type == SDYRT_PRODUCT_U8_I32 && !is_result) {
        ((uint8_t *)base)[index] = (uint8_t)(value + 100);
    } else {
        size_t size =
            is_result ? sdyrt_product_result_size(type) : sdyrt_product_operand_size(type);
        int64_t wide = value; /* little-endian */
        memcpy((char *)base + (size_t)index * size, &wide, size);
    }
}

static int operand_value(int64_t type, int value) {
    return type == SDYRT_PRODUCT_U8_I32 ? value + 100
           : type == SDYRT_PRODUCT_PRED ? value > 2
                                        : value;
}

static void expect(int64_t type, const void *base, int64_t index, int64_t sum, int before) {
    char want[16] = {0};
    size_t size = sdyrt_product_result_size(type);
    if (is_complex(type)) { /* (x + 2xi)(y + 2yi) = -3xy + 4xyi */
        double re = (double)(-3 * sum + before), im = (double)(4 * sum + 2 * before);
        double got_re = type == SDYRT_PRODUCT_C64 ? (double)((const float *)base)[2 * index]
                                                  : ((const double *)base)[2 * index];
        double got_im = type == SDYRT_PRODUCT_C64 ? (double)((const float *)base)[2 * index + 1]
                                                  : ((const double *)base)[2 * index + 1];
        assert_true(got_re == re && got_im == im);
        return;
    }
    if (type == SDYRT_PRODUCT_PRED) {
        assert_int_equal(((const uint8_t *)base)[index], sum > 0 || before > 2);
        return;
    }
    store(type, 1, want, 0, (int)(sum + before));
    assert_memory_equal((const char *)base + (size_t)index * size, want, size);
}

/* How a matrix lies in memory: by rows, by columns, or with both strides above one. */
enum layout { ROWS, COLUMNS, APART, LAYOUT_COUNT };

static void strides_of(enum layout layout, int64_t rows, int64_t cols, int64_t *row, int64_t *col) {
    *row = layout == ROWS ? cols + 3 : layout == COLUMNS ? 1 : 2 * cols + 1;
    *col = layout == ROWS ? 1 : layout == COLUMNS ? rows + 2 : 2;
}

static int64_t extent_of(int64_t rows, int64_t cols, int64_t row, int64_t col) {
    return rows > 0 && cols > 0 ? (rows - 1) * row + (cols - 1) * col + 1 : 0;
}

static void *aligned(size_t bytes) {
    void *memory = aligned_alloc(64, (bytes + 127) / 64 * 64);
    assert_non_null(memory);
    memset(memory, 0, (bytes + 127) / 64 * 64);
    return memory;
}

enum { SCRATCH_GUARD = 256 };

/* As much as the product says that it uses, and bytes behind it. */
static char *guarded_scratch(int64_t type, int64_t k) {
    size_t bytes = sdyrt_product_scratch(type, k);
    char *scratch = aligned(bytes + SCRATCH_GUARD);
    memset(scratch + bytes, 0x5a, SCRATCH_GUARD);
    return scratch;
}

static void end_scratch(char *scratch, int64_t type, int64_t k) {
    const char *behind = scratch + sdyrt_product_scratch(type, k);
    for (int i = 0; i < SCRATCH_GUARD; i++) {
        assert_int_equal(behind[i], 0x5a);
    }
    free(scratch);
}

static void *filled(int64_t type, int is_result, int64_t count, int *values) {
    size_t size = is_result ? sdyrt_product_result_size(type) : sdyrt_product_operand_size(type);
    void *memory = aligned((size_t)(count + 2 * GUARD) * size);
    for (int64_t i = 0; i < count + 2 * GUARD; i++) {
        values[i] = random_below(7) - 3;
        store(type, is_result, memory, i, values[i]);
    }
    return memory;
}

/* Numbers whose sums are rounded. */
static void fill_uneven(int64_t type, void *memory, int64_t count) {
    int64_t parts = is_complex(type) ? 2 * count : count;
    for (int64_t i = 0; i < parts; i++) {
        float value = (float)(random_below(2000) - 1000) / 997;
        uint32_t bits;
        memcpy(&bits, &value, sizeof bits);
        switch (type) {
        case SDYRT_PRODUCT_F32:
        case SDYRT_PRODUCT_C64:
            ((float *)memory)[i] = value;
            break;
        case SDYRT_PRODUCT_F64:
        case SDYRT_PRODUCT_C128:
            ((double *)memory)[i] = (double)value;
            break;
        case SDYRT_PRODUCT_BF16:
        case SDYRT_PRODUCT_BF16_F32:
            ((uint16_t *)memory)[i] = (uint16_t)(bits >> 16);
            break;
        default: /* f16 between 1 and 2 */
            ((uint16_t *)memory)[i] = (uint16_t)(0x3c00 + random_below(1 << 10));
        }
    }
}

/* The route that is taken wherever it accepts, or none; and the set of instructions. */
static int forced = SDYRT_PRODUCT_ROUTE_COUNT;
static enum sdyrt_set forced_set = SDYRT_SET_COUNT;

static int forced_plan(const struct sdyrt_product *product, struct sdyrt_product_plan *plan) {
    const enum sdyrt_set set = forced_set < SDYRT_SET_COUNT ? forced_set : sdyrt_cpu_set();
    struct sdyrt_machine_class class = sdyrt_machine_of_set(set);
    double cycles;
    class.has_blas = sdyrt_blas_load();
    return forced < SDYRT_PRODUCT_ROUTE_COUNT &&
           sdyrt_product_plan_by((enum sdyrt_product_route)forced, product, &class, plan, &cycles);
}

/* Whether there is a route to be forced that does not accept the product. */
static int is_refused(const struct sdyrt_product *product) {
    struct sdyrt_product_plan plan;
    return forced < SDYRT_PRODUCT_ROUTE_COUNT && !forced_plan(product, &plan);
}

static void multiply(const struct sdyrt_product *product, const void *a, const void *b, void *c,
                     int accumulate, void *scratch) {
    struct sdyrt_product_plan plan;
    if (!forced_plan(product, &plan)) {
        plan = sdyrt_product_plan_now(product);
    }
    sdyrt_product(product, &plan, a, b, c, accumulate, scratch);
}

static void check(int64_t type, int64_t m, int64_t n, int64_t k, enum layout la, enum layout lb,
                  enum layout lc, int accumulate) {
    struct sdyrt_product g = {.type = type, .m = m, .n = n, .k = k, .count = 1};
    strides_of(la, m, k, &g.a_row, &g.a_col);
    strides_of(lb, k, n, &g.b_row, &g.b_col);
    strides_of(lc, m, n, &g.c_row, &g.c_col);
    if (is_refused(&g)) {
        return;
    }
    int64_t sizes[3] = {extent_of(m, k, g.a_row, g.a_col), extent_of(k, n, g.b_row, g.b_col),
                        extent_of(m, n, g.c_row, g.c_col)};
    int *values[3];
    char *memory[3];
    for (int i = 0; i < 3; i++) {
        values[i] = calloc((size_t)sizes[i] + 2 * GUARD, sizeof(int));
        memory[i] = filled(type, i == 2, sizes[i], values[i]);
    }
    size_t operand = sdyrt_product_operand_size(type), result = sdyrt_product_result_size(type);
    char *before = aligned((size_t)(sizes[2] + 2 * GUARD) * result);
    memcpy(before, memory[2], (size_t)(sizes[2] + 2 * GUARD) * result);
    char *scratch = guarded_scratch(type, k);
    multiply(&g, memory[0] + GUARD * operand, memory[1] + GUARD * operand,
             memory[2] + GUARD * result, accumulate, scratch);
    for (int64_t i = 0; i < m; i++) {
        for (int64_t j = 0; j < n; j++) {
            int64_t sum = 0, at = i * g.c_row + j * g.c_col + GUARD;
            for (int64_t p = 0; p < k; p++) {
                sum += operand_value(type, values[0][GUARD + i * g.a_row + p * g.a_col]) *
                       operand_value(type, values[1][GUARD + p * g.b_row + j * g.b_col]);
            }
            expect(type, memory[2], at, sum, accumulate ? values[2][at] : 0);
            memcpy(memory[2] + (size_t)at * result, before + (size_t)at * result, result);
        }
    }
    /* with C put back, nothing else may differ */
    assert_memory_equal(memory[2], before, (size_t)(sizes[2] + 2 * GUARD) * result);
    for (int i = 0; i < 3; i++) {
        free(values[i]);
        free(memory[i]);
    }
    free(before);
    end_scratch(scratch, type, k);
}

static const int64_t shapes[][3] = {
    {1, 1, 1},    {3, 5, 7},  {8, 32, 16},  {17, 33, 40}, {70, 1, 30}, {1, 70, 30},
    {50, 100, 3}, {9, 64, 0}, {3, 3, 3},    {2, 2, 2},    {12, 15, 9}, {10, 30, 20},
    {8, 8, 8},    {7, 6, 8},  {66, 65, 67}, {70, 2, 2},   {33, 4, 3}};

static void check_layouts(int64_t type) {
    for (size_t s = 0; s < sizeof shapes / sizeof *shapes; s++) {
        for (int layouts = 0; layouts < LAYOUT_COUNT * LAYOUT_COUNT * LAYOUT_COUNT; layouts++) {
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

/* By the instructions of the baseline, of AVX2, and of all that the processor has. */
static void every_route(void **state) {
    const enum sdyrt_set sets[] = {SDYRT_SET_BASELINE, SDYRT_SET_AVX2, sdyrt_cpu_set()};
    (void)state;
    for (int i = 0; i < 3; i++) {
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

/* `count` products side by side as one call and as so many; B may be the same for all. */
static void check_batch(int64_t type, int64_t count, int64_t m, int64_t n, int64_t k, int layouts,
                        int accumulate) {
    int a_columns = layouts & 1, b_columns = layouts & 2, c_columns = layouts & 4;
    struct sdyrt_product g = {.type = type, .m = m, .n = n, .k = k, .count = 1};
    g.a_row = a_columns ? 1 : k, g.a_col = a_columns ? m : 1;
    g.b_row = b_columns ? 1 : n, g.b_col = b_columns ? k : 1;
    g.c_row = c_columns ? 1 : n, g.c_col = c_columns ? m : 1;
    int64_t a_step = m * k, b_step = layouts & 8 ? 0 : k * n, c_step = m * n;
    struct sdyrt_product batch = g;
    batch.count = count;
    batch.a_step = a_step;
    batch.b_step = b_step;
    batch.c_step = c_step;
    if (is_refused(&batch)) {
        return;
    }
    int64_t most = count * (m + 1) * (n + 1) * (k + 1);
    int *values = calloc((size_t)most + 2 * GUARD, sizeof *values);
    char *a = filled(type, 0, most, values), *b = filled(type, 0, most, values);
    char *together = filled(type, 1, most, values), *alone;
    size_t operand = sdyrt_product_operand_size(type), result = sdyrt_product_result_size(type);
    size_t bytes = (size_t)(most + 2 * GUARD) * result;
    alone = aligned(bytes);
    memcpy(alone, together, bytes);
    char *scratch = guarded_scratch(type, k);
    multiply(&batch, a, b, together, accumulate, scratch);
    for (int64_t i = 0; i < count; i++) {
        multiply(&g, a + (size_t)(i * a_step) * operand, b + (size_t)(i * b_step) * operand,
                 alone + (size_t)(i * c_step) * result, accumulate, scratch);
    }
    assert_memory_equal(together, alone, bytes);
    free(values);
    free(a);
    free(b);
    free(together);
    free(alone);
    end_scratch(scratch, type, k);
}

static void batches(void **state) {
    (void)state;
    for (int64_t size = 1; size <= 5; size++) {
        for (int layouts = 0; layouts < 16; layouts++) {
            check_batch(SDYRT_PRODUCT_F32, 70, size, size, size, layouts, layouts & 1);
            check_batch(SDYRT_PRODUCT_F64, 67, size, size, size, layouts, ~layouts & 1);
            check_batch(SDYRT_PRODUCT_F32, 101, size, 1, 4, layouts, 0);
            check_batch(SDYRT_PRODUCT_F64, 64, 2, size, 3, layouts, 1);
            check_batch(SDYRT_PRODUCT_I32, 65, 3, 2, size, layouts, 0);
        }
    }
    check_batch(SDYRT_PRODUCT_F32, 80, 12, 9, 20, 0, 1);
    check_batch(SDYRT_PRODUCT_BF16, 3, 4, 4, 4, 0, 0);
}

/* Many products of a small matrix and a vector, on either side and by rows and columns: as many as
 * fill vectors, one more, and too many rows or columns for it. */
static void batches_of_vectors(void **state) {
    static const int64_t sizes[] = {1, 2, 3, 5, 7, 8, 9, 12, 16, 17, 31, 33, 51, 64, 65};
    (void)state;
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        for (size_t k = 0; k < sizeof sizes / sizeof *sizes; k++) {
            int layouts = (int)(5 * i + 3 * k) & 15, accumulate = (int)(i + k) & 1;
            int64_t type = (i ^ k) & 2 ? SDYRT_PRODUCT_F32 : SDYRT_PRODUCT_F64;
            check_batch(type, 16 + (int64_t)(i % 5), sizes[i], 1, sizes[k], layouts, accumulate);
            check_batch(type, 17, 1, sizes[i], sizes[k], layouts ^ 2, !accumulate);
        }
    }
    for (int layouts = 0; layouts < 16; layouts++) {
        check_batch(SDYRT_PRODUCT_F32, 35, 8, 1, 8, layouts, layouts & 1);
        check_batch(SDYRT_PRODUCT_F32, 33, 1, 5, 12, layouts, 1);
        check_batch(SDYRT_PRODUCT_F64, 19, 20, 1, 9, layouts, 1);
        check_batch(SDYRT_PRODUCT_F64, 19, 1, 4, 5, layouts, 0);
    }
    check_batch(SDYRT_PRODUCT_F32, 15, 8, 1, 8, 0, 0);
}

/* By each of the routes that take many products at once. */
static void batches_by_route(void **state) {
    for (forced = 0; forced < SDYRT_PRODUCT_ROUTE_COUNT; forced++) {
        batches(state);
        batches_of_vectors(state);
    }
}

/* A product of many rows with a tiny matrix, rows apart and side by side. */
static void points(void **state) {
    (void)state;
    for (int64_t n = 1; n <= 8; n++) {
        for (int64_t k = 1; k <= 9; k++) {
            int64_t type = (n + k) % 2 ? SDYRT_PRODUCT_F32 : SDYRT_PRODUCT_F64;
            check(type, 130, n, k, ROWS, (int)(k % 3), ROWS, k & 1);
            check_batch(type, 1, 130, n, k, (int)(k & 2), n & 1);
        }
    }
}

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
        cmocka_unit_test(batches),
        cmocka_unit_test(batches_of_vectors),
        cmocka_unit_test(batches_by_route),
        cmocka_unit_test(points),
        cmocka_unit_test(sums_wrap),
        cmocka_unit_test(any_bytes),
        cmocka_unit_test(narrow_integers_wrap),
        cmocka_unit_test(tiles_do_not_change_bits),
        cmocka_unit_test(tiles_in_order_do_not_change_bits),
        cmocka_unit_test(subnormals_elsewhere),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
