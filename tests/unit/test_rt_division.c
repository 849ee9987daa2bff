/* Division of integers against the processor's own: scalar functions, which go by way of floats,
 * and strips, which multiply where there is one divisor. All numbers of 8 bits, others at their
 * edges and at random. Remainders of floats against fmodf. */
#include "../strips_at.h"
#include "rt_test.h"
#include "scalar.h"

enum { MAX_N = 256, DIVISORS = 600 };

static const struct sdyrt_strips *strips; /* under test */

/* Numbers near a power of two or near the ends of the type, small ones, and any. */
static uint64_t number(uint64_t *seed) {
    uint64_t bits = test_random(seed), edge = UINT64_C(1) << (bits >> 8) % 64;
    switch (bits % 4) {
    case 0:
        return edge + (bits >> 20) % 5 - 2;
    case 1:
        return 0 - edge + (bits >> 20) % 5 - 2;
    case 2:
        return (bits >> 20) % 41 - 20;
    default:
        return test_random(seed) >> bits % 61;
    }
}

#define SIGNED_OVERFLOW(b)   ((b) == -1)
#define UNSIGNED_OVERFLOW(b) 0

/* What StableHLO's interpreter has where a processor traps: scalar.h. */
#define CHECK_DIVISION(t, T, overflow)                                                             \
    static T quotient_##t(T a, T b) {                                                              \
        return b == 0 ? (T)-1 : overflow(b) ? sdyrt_neg_##t(a) : (T)(a / b);                       \
    }                                                                                              \
    static T remainder_##t(T a, T b) {                                                             \
        return b == 0 ? a : overflow(b) ? 0 : (T)(a % b);                                          \
    }                                                                                              \
    static void check_##t(const T *a, T b) {                                                       \
        T quotients[MAX_N], remainders[MAX_N];                                                     \
        strips->div_##t##_vs(quotients, a, b, MAX_N);                                              \
        strips->rem_##t##_vs(remainders, a, b, MAX_N);                                             \
        for (int i = 0; i < MAX_N; i++) {                                                          \
            T quotient = quotient_##t(a[i], b), remainder = remainder_##t(a[i], b);                \
            if (quotients[i] != quotient || remainders[i] != remainder ||                          \
                sdyrt_div_##t(a[i], b) != quotient || sdyrt_rem_##t(a[i], b) != remainder) {       \
                fail_msg(#t ": %lld by %lld", (long long)a[i], (long long)b);                      \
            }                                                                                      \
        }                                                                                          \
    }                                                                                              \
    static void test_##t(void **state) {                                                           \
        (void)state;                                                                               \
        uint64_t seed = 5;                                                                         \
        for (int index = 0; strips_at(index) != NULL; index++) {                                   \
            strips = strips_at(index);                                                             \
            for (int k = 0; k < DIVISORS; k++) {                                                   \
                T a[MAX_N];                                                                        \
                for (int i = 0; i < MAX_N; i++) {                                                  \
                    a[i] = (T)(sizeof(T) == 1 ? (uint64_t)i : number(&seed));                      \
                }                                                                                  \
                check_##t(a, (T)(k < 256 ? (uint64_t)k : number(&seed)));                          \
            }                                                                                      \
        }                                                                                          \
    }

CHECK_DIVISION(i8, int8_t, SIGNED_OVERFLOW)
CHECK_DIVISION(i16, int16_t, SIGNED_OVERFLOW)
CHECK_DIVISION(i32, int32_t, SIGNED_OVERFLOW)
CHECK_DIVISION(i64, int64_t, SIGNED_OVERFLOW)
CHECK_DIVISION(u8, uint8_t, UNSIGNED_OVERFLOW)
CHECK_DIVISION(u16, uint16_t, UNSIGNED_OVERFLOW)
CHECK_DIVISION(u32, uint32_t, UNSIGNED_OVERFLOW)
CHECK_DIVISION(u64, uint64_t, UNSIGNED_OVERFLOW)

/* Of floats: quotients that are whole, nearly so, of any size; strips with what is no number. */
static void remainder_f32(void **state) {
    (void)state;
    uint64_t seed = 9;
    for (int index = 0; strips_at(index) != NULL; index++) {
        strips = strips_at(index);
        for (int k = 0; k < DIVISORS; k++) {
            float a[MAX_N], b[MAX_N], wanted[3], got[3][MAX_N];
            int reach = k % 30;
            for (int i = 0; i < MAX_N; i++) {
                uint64_t bits = test_random(&seed);
                b[i] = ldexpf((float)(bits >> 40 | 1), (int)(bits % 100) - 80);
                a[i] = i % 3 == 0 ? b[i] * (float)(bits >> 32 & 0xffff)
                                  : ldexpf(b[i] * (float)(bits >> 44), reach - 20);
                a[i] = bits & 128 ? -a[i] : a[i];
                b[i] = bits & 256 ? -b[i] : b[i];
            }
            if (k % 7 == 0) {
                a[k % MAX_N] = INFINITY;
                b[(k + 1) % MAX_N] = k % 2 ? 0 : INFINITY;
                b[(k + 2) % MAX_N] = NAN;
            }
            float number = b[k % 11];
            strips->rem_f32_vv(got[0], a, b, MAX_N);
            strips->rem_f32_vs(got[1], a, number, MAX_N);
            strips->rem_f32_sv(got[2], number, a, MAX_N);
            for (int i = 0; i < MAX_N; i++) {
                wanted[0] = fmodf(a[i], b[i]);
                wanted[1] = fmodf(a[i], number);
                wanted[2] = fmodf(number, a[i]);
                for (int form = 0; form < 3; form++) {
                    bool none = isnan(wanted[form]) && isnan(got[form][i]);
                    assert_true(none || memcmp(&wanted[form], &got[form][i], sizeof(float)) == 0);
                }
            }
        }
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_i8),  cmocka_unit_test(test_i16), cmocka_unit_test(test_i32),
        cmocka_unit_test(test_i64), cmocka_unit_test(test_u8),  cmocka_unit_test(test_u16),
        cmocka_unit_test(test_u32), cmocka_unit_test(test_u64), cmocka_unit_test(remainder_f32),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
