/* Many products at once: side by side, with vectors, and of tiny matrices. */
#include "product_problem.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

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

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(batches),
        cmocka_unit_test(batches_of_vectors),
        cmocka_unit_test(batches_by_route),
        cmocka_unit_test(points),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
