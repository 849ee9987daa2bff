/* Functions of f64 in strips, to the last place. */
#include "../strips_at.h"
#include "cpu.h"
#include "rt_test.h"

#include <math.h>

enum { MAX_N = 300 };

typedef void strip_f64(double *to, const double *a, int64_t n);

static double ulps_off(double got, long double want) {
    return (double)(fabsl(got - want) / ldexpl(1, ilogbl(want) - 52));
}

/* libmvec was up to 3.5 ulp off here: enough for cosines and sines to spoil complex functions made
 * of them. Where there is no fused multiply-add it still is. */
static void check_exactness(const char *name, strip_f64 *strip, long double (*want)(long double)) {
    double a[MAX_N + 1], got[MAX_N + 1], among_far[MAX_N + 1];
    uint64_t seed = 3;
    for (int round = 0; round < 200; round++) {
        for (int i = 0; i < MAX_N; i++) {
            a[i] = (double)(test_random(&seed) >> 11) * 0x1p-53 * 40 - 20;
        }
        a[MAX_N] = 1e300;
        strip(got, a, MAX_N);
        strip(among_far, a, MAX_N + 1);
        for (int i = 0; i < MAX_N; i++) {
            if (ulps_off(got[i], want(a[i])) > 1.2) {
                fail_msg("%s of %.17g is %.17g", name, a[i], got[i]);
            }
        }
        assert_memory_equal(got, among_far, MAX_N * sizeof got[0]);
    }
}

static void test_exactness(void **state) {
    (void)state;
    for (int index = SDYRT_ISA_AVX2; strips_at(index) != NULL; index++) {
        const struct sdyrt_strips *table = strips_at(index);
        check_exactness("exp", table->exp_f64_v, expl);
        check_exactness("expm1", table->expm1_f64_v, expm1l);
        check_exactness("sin", table->sin_f64_v, sinl);
        check_exactness("cos", table->cos_f64_v, cosl);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_exactness),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
