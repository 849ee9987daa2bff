#include "product_problem.h"

#include "blas.h"
#include "cpu.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "scalar.h"

static uint32_t random_state = 1;

int random_below(int limit) {
    random_state = random_state * 1664525u + 1013904223u;
    return (int)((random_state >> 8) % (uint32_t)limit);
}

int is_complex(int64_t type) {
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

static void strides_of(enum layout layout, int64_t rows, int64_t cols, int64_t *row, int64_t *col) {
    *row = layout == ROWS ? cols + 3 : layout == COLUMNS ? 1 : 2 * cols + 1;
    *col = layout == ROWS ? 1 : layout == COLUMNS ? rows + 2 : 2;
}

static int64_t extent_of(int64_t rows, int64_t cols, int64_t row, int64_t col) {
    return rows > 0 && cols > 0 ? (rows - 1) * row + (cols - 1) * col + 1 : 0;
}

void *aligned(size_t bytes) {
    void *memory = aligned_alloc(64, (bytes + 127) / 64 * 64);
    assert_non_null(memory);
    memset(memory, 0, (bytes + 127) / 64 * 64);
    return memory;
}

enum { SCRATCH_GUARD = 256 };

/* The last one is kept for the next of its size: the system gives and takes large ones. */
static struct {
    char *memory;
    size_t bytes;
} kept;

char *guarded_scratch(int64_t type, int64_t k) {
    size_t bytes = sdyrt_product_scratch(type, k);
    if (kept.memory == NULL || kept.bytes != bytes) {
        free(kept.memory);
        kept.memory = aligned(bytes + SCRATCH_GUARD);
        kept.bytes = bytes;
    }
    memset(kept.memory, 0, bytes);
    memset(kept.memory + bytes, 0x5a, SCRATCH_GUARD);
    return kept.memory;
}

void end_scratch(const char *scratch, int64_t type, int64_t k) {
    const char *behind = scratch + sdyrt_product_scratch(type, k);
    for (int i = 0; i < SCRATCH_GUARD; i++) {
        assert_int_equal(behind[i], 0x5a);
    }
}

void *filled(int64_t type, int is_result, int64_t count, int *values) {
    size_t size = is_result ? sdyrt_product_result_size(type) : sdyrt_product_operand_size(type);
    void *memory = aligned((size_t)(count + 2 * GUARD) * size);
    for (int64_t i = 0; i < count + 2 * GUARD; i++) {
        values[i] = random_below(7) - 3;
        store(type, is_result, memory, i, values[i]);
    }
    return memory;
}

void fill_uneven(int64_t type, void *memory, int64_t count) {
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

int forced = SDYRT_PRODUCT_ROUTE_COUNT;
enum sdyrt_set forced_set = SDYRT_SET_COUNT;

static int forced_plan(const struct sdyrt_product *product, struct sdyrt_product_plan *plan) {
    const enum sdyrt_set set = forced_set < SDYRT_SET_COUNT ? forced_set : sdyrt_cpu_set();
    struct sdyrt_machine_class class = sdyrt_machine_of_set(set);
    double cycles;
    class.has_blas = sdyrt_blas_load();
    return forced < SDYRT_PRODUCT_ROUTE_COUNT &&
           sdyrt_product_plan_by((enum sdyrt_product_route)forced, product, &class, plan, &cycles);
}

int is_refused(const struct sdyrt_product *product) {
    struct sdyrt_product_plan plan;
    return forced < SDYRT_PRODUCT_ROUTE_COUNT && !forced_plan(product, &plan);
}

void multiply(const struct sdyrt_product *product, const void *a, const void *b, void *c,
              int accumulate, void *scratch) {
    struct sdyrt_product_plan plan;
    if (!forced_plan(product, &plan)) {
        plan = sdyrt_product_plan_now(product);
    }
    sdyrt_product(product, &plan, a, b, c, accumulate, scratch);
}

void check(int64_t type, int64_t m, int64_t n, int64_t k, enum layout la, enum layout lb,
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
