/* What the compiler asks about a product: functions of its description alone. */
#include "gemm.h"
#include "gemm_small.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>

#include <cmocka.h>

static void tiles_cover_and_divide(void **state) {
    (void)state;
    int64_t m, n;
    sdyrt_gemm_tile(SDYRT_GEMM_F32, 1, 512, 4096, 1024, &m, &n);
    assert_true(m == 512 && n == 256);
    sdyrt_gemm_tile(SDYRT_GEMM_F32, 1, 512, 1024, 4096, &m, &n);
    assert_true(m == 256 && n == 128);
    sdyrt_gemm_tile(SDYRT_GEMM_F32, 1, 128, 32, 32, &m, &n); /* too small to divide */
    assert_true(m == 128 && n == 32);
    sdyrt_gemm_tile(SDYRT_GEMM_F32, 1, 0, 5, 0, &m, &n);
    assert_true(m >= 1 && n >= 1);
}

/* Short rows of the result, as it is or transposed, of columns of A that are dense. */
static void short_rows_are_joined(void **state) {
    const struct sdyrt_gemm rows = {SDYRT_GEMM_F32, 300, 8, 20, 1, 300, 8, 1, 8, 1, 0, 0};
    struct sdyrt_gemm other = rows;
    (void)state;
    assert_true(sdyrt_gemm_is_joined(&rows));
    other.n = 9;
    assert_false(sdyrt_gemm_is_joined(&other));
    other = rows;
    other.type = SDYRT_GEMM_F64;
    assert_false(sdyrt_gemm_is_joined(&other));
    other.n = 4;
    assert_true(sdyrt_gemm_is_joined(&other));
    other.a_row = 20;
    assert_false(sdyrt_gemm_is_joined(&other));
    const struct sdyrt_gemm columns = {SDYRT_GEMM_F32, 8, 300, 20, 20, 1, 300, 1, 1, 8, 0, 0};
    assert_false(sdyrt_gemm_is_joined(&columns)); /* m is no more than 8: it is not transposed */
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(tiles_cover_and_divide),
        cmocka_unit_test(short_rows_are_joined),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
