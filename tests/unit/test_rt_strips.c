/* Every strip of every instruction set against the scalar semantics, element by element; those that
 * reduce or move are in test_rt_strips_rows.c. */
#include "../strips_at.h"
#include "complex_math.h"
#include "rt_strips.h"

#define RUN_1(label, d, s, call, function, ulps)                                                   \
    {                                                                                              \
        T(s) a[MAX_N];                                                                             \
        operands_##s(a, 1);                                                                        \
        FOR_LENGTHS {                                                                              \
            GUARDED(d, dst);                                                                       \
            int n = lengths[l];                                                                    \
            call(dst, a, n);                                                                       \
            CHECK(label, d, ulps, n, dst, function(a[i]))                                          \
            CHECK_GUARD(label, d, dst, n)                                                          \
        }                                                                                          \
    }
#define SDYRT_UNARY(op, t)                                                                         \
    ROW void test_##op##_##t(void) {                                                               \
        RUN_1(#op "_" #t, t, t, strips->op##_##t##_v, sdyrt_##op##_##t, tolerance(#op))            \
    }
#define SDYRT_TEST(op, t)                                                                          \
    ROW void test_##op##_##t(void) {                                                               \
        RUN_1(#op "_" #t, i1, t, strips->op##_##t##_v, sdyrt_##op##_##t, 0)                        \
    }
#define SDYRT_CONVERT(s, t)                                                                        \
    ROW void test_convert_##s##_##t(void) {                                                        \
        RUN_1("convert_" #s "_" #t, t, s, strips->convert_##s##_##t##_v, sdyrt_convert_##s##_##t,  \
              0)                                                                                   \
    }
#define SDYRT_BITCAST(s, t)                                                                        \
    ROW void test_bitcast_##s##_##t(void) {                                                        \
        RUN_1("bitcast_" #s "_" #t, t, s, strips->bitcast_##s##_##t##_v, sdyrt_bitcast_##s##_##t,  \
              0)                                                                                   \
    }
#define RUN_2(op, t, d)                                                                            \
    ROW void test_##op##_##t(void) {                                                               \
        T(t) a[MAX_N], b[MAX_N];                                                                   \
        operands_##t(a, 2);                                                                        \
        operands_##t(b, 3);                                                                        \
        FOR_LENGTHS {                                                                              \
            GUARDED(d, dst);                                                                       \
            int n = lengths[l];                                                                    \
            strips->op##_##t##_vv(dst, a, b, n);                                                   \
            CHECK(#op "_" #t "_vv", d, tolerance(#op), n, dst, sdyrt_##op##_##t(a[i], b[i]))       \
            CHECK_GUARD(#op "_" #t, d, dst, n)                                                     \
            for (int k = 0; k < 12; k++) {                                                         \
                strips->op##_##t##_vs(dst, a, b[k], n);                                            \
                CHECK(#op "_" #t "_vs", d, tolerance(#op), n, dst, sdyrt_##op##_##t(a[i], b[k]))   \
                strips->op##_##t##_sv(dst, a[k], b, n);                                            \
                CHECK(#op "_" #t "_sv", d, tolerance(#op), n, dst, sdyrt_##op##_##t(a[k], b[i]))   \
            }                                                                                      \
        }                                                                                          \
    }
#define SDYRT_BINARY(op, t)  RUN_2(op, t, t)
#define SDYRT_COMPARE(op, t) RUN_2(op, t, i1)
/* By every number of bits, and by those that leave nothing. */
#define SDYRT_SHIFT(op, t)                                                                         \
    RUN_2(op, t, t)                                                                                \
    ROW void test_all_##op##_##t(void) {                                                           \
        T(t) a[MAX_N];                                                                             \
        operands_##t(a, 4);                                                                        \
        for (int by = -1; by <= 8 * (int)sizeof a[0] + 1; by++) {                                  \
            GUARDED(t, dst);                                                                       \
            T(t) b = (T(t))by;                                                                     \
            strips->op##_##t##_vs(dst, a, b, MAX_N);                                               \
            CHECK(#op "_" #t "_vs", t, 0, MAX_N, dst, sdyrt_##op##_##t(a[i], b))                   \
            CHECK_GUARD(#op "_" #t, t, dst, MAX_N)                                                 \
        }                                                                                          \
    }
#define SDYRT_SELECT(t)                                                                            \
    ROW void test_select_##t(void) {                                                               \
        T(t) a[MAX_N], b[MAX_N];                                                                   \
        uint8_t p[MAX_N];                                                                          \
        operands_##t(a, 4);                                                                        \
        operands_##t(b, 5);                                                                        \
        operands_i1(p, 6);                                                                         \
        FOR_LENGTHS {                                                                              \
            GUARDED(t, dst);                                                                       \
            int n = lengths[l];                                                                    \
            strips->select_##t##_vv(dst, p, a, b, n);                                              \
            CHECK("select_" #t "_vv", t, 0, n, dst, p[i] ? a[i] : b[i])                            \
            CHECK_GUARD("select_" #t, t, dst, n)                                                   \
            strips->select_##t##_vs(dst, p, a, b[0], n);                                           \
            CHECK("select_" #t "_vs", t, 0, n, dst, p[i] ? a[i] : b[0])                            \
            strips->select_##t##_sv(dst, p, a[0], b, n);                                           \
            CHECK("select_" #t "_sv", t, 0, n, dst, p[i] ? a[0] : b[i])                            \
            strips->select_##t##_ss(dst, p, a[0], b[0], n);                                        \
            CHECK("select_" #t "_ss", t, 0, n, dst, p[i] ? a[0] : b[0])                            \
        }                                                                                          \
    }
#define SDYRT_CLAMP(t)                                                                             \
    ROW void test_clamp_##t(void) {                                                                \
        T(t) a[MAX_N], low[MAX_N], high[MAX_N];                                                    \
        operands_##t(a, 7);                                                                        \
        operands_##t(low, 8);                                                                      \
        operands_##t(high, 9);                                                                     \
        FOR_LENGTHS {                                                                              \
            GUARDED(t, dst);                                                                       \
            int n = lengths[l];                                                                    \
            strips->clamp_##t##_vvv(dst, low, a, high, n);                                         \
            CHECK("clamp_" #t "_vvv", t, 0, n, dst, sdyrt_clamp_##t(low[i], a[i], high[i]))        \
            CHECK_GUARD("clamp_" #t, t, dst, n)                                                    \
            strips->clamp_##t##_svs(dst, low[1], a, high[1], n);                                   \
            CHECK("clamp_" #t "_svs", t, 0, n, dst, sdyrt_clamp_##t(low[1], a[i], high[1]))        \
        }                                                                                          \
    }
#define SDYRT_FILL(t)                                                                              \
    ROW void test_fill_##t(void) {                                                                 \
        T(t) a[MAX_N];                                                                             \
        operands_##t(a, 10);                                                                       \
        FOR_LENGTHS {                                                                              \
            GUARDED(t, dst);                                                                       \
            int n = lengths[l];                                                                    \
            strips->fill_##t##_s(dst, a[0], n);                                                    \
            CHECK("fill_" #t, t, 0, n, dst, a[0])                                                  \
            strips->iota_##t(dst, a[1], a[2], n);                                                  \
            CHECK("iota_" #t, t, 0, n, dst, sdyrt_add_##t(a[1], sdyrt_mul_##t((T(t))i, a[2])))     \
            CHECK_GUARD("fill_" #t, t, dst, n)                                                     \
        }                                                                                          \
    } /* ---- complex numbers: against complex_math.h, and by parts ---- */

#define OPERANDS_COMPLEX(t, p)                                                                     \
    static void operands_##t(T(p) * a, uint64_t seed) {                                            \
        T(p) half[MAX_N];                                                                          \
        for (int part = 0; part < 2; part++) {                                                     \
            operands_##p(half, seed + 100 * (uint64_t)part);                                       \
            for (int i = 0; i < MAX_N; i++) {                                                      \
                a[2 * i + part] = half[i];                                                         \
            }                                                                                      \
        }                                                                                          \
    }
OPERANDS_COMPLEX(c64, f32)
OPERANDS_COMPLEX(c128, f64)

#define PART_c64  float
#define PART_c128 double

/* Apart by some units in the last place of the greater part; of what is not finite only that. */
#define EQUAL_COMPLEX(t, P, unit, smallest)                                                        \
    static bool equal_##t(const P *got, const P *want) {                                           \
        if (!isfinite(want[0]) || !isfinite(want[1])) {                                            \
            return (isnan(got[0]) || isnan(got[1]) || isinf(got[0]) || isinf(got[1]));             \
        }                                                                                          \
        double size = fmax(fabs((double)want[0]), fabs((double)want[1]));                          \
        return fabs((double)got[0] - (double)want[0]) <= 8 * unit * size + smallest &&             \
               fabs((double)got[1] - (double)want[1]) <= 8 * unit * size + smallest;               \
    }
EQUAL_COMPLEX(c64, float, 0x1p-23, 1e-44)
EQUAL_COMPLEX(c128, double, 0x1p-52, 1e-322)

#define CHECK_COMPLEX(label, t, P, n, dst, compute)                                                \
    for (int i = 0; i < (n); i++) {                                                                \
        P want[2];                                                                                 \
        compute;                                                                                   \
        if (!equal_##t(dst + 2 * i, want)) {                                                       \
            fail_msg("%s: element %d of %d is (%.17g, %.17g), not (%.17g, %.17g)", label, i, n,    \
                     (double)dst[2 * i], (double)dst[2 * i + 1], (double)want[0],                  \
                     (double)want[1]);                                                             \
        }                                                                                          \
    }
#define COMPLEX_GUARDED(P, name)                                                                   \
    P name[2 * MAX_N + 2];                                                                         \
    memset(name, 0x5a, sizeof name)
#define CHECK_COMPLEX_GUARD(label, P, dst, n)                                                      \
    {                                                                                              \
        P guard[2];                                                                                \
        memset(guard, 0x5a, sizeof guard);                                                         \
        if (memcmp(&dst[2 * (n)], guard, sizeof guard) != 0) {                                     \
            fail_msg("%s: wrote past %d elements", label, n);                                      \
        }                                                                                          \
    }

#define RUN_COMPLEX_1(op, t, P)                                                                    \
    ROW void test_##op##_##t(void) {                                                               \
        P a[2 * MAX_N];                                                                            \
        operands_##t(a, 20);                                                                       \
        FOR_LENGTHS {                                                                              \
            COMPLEX_GUARDED(P, dst);                                                               \
            int n = lengths[l];                                                                    \
            strips->op##_##t##_v(dst, a, n);                                                       \
            CHECK_COMPLEX(#op "_" #t, t, P, n, dst, sdyrt_##op##_##t(want, a + 2 * i))             \
            CHECK_COMPLEX_GUARD(#op "_" #t, P, dst, n)                                             \
            memcpy(dst, a, 2 * (size_t)n * sizeof *a);                                             \
            strips->op##_##t##_v(dst, dst, n);                                                     \
            CHECK_COMPLEX(#op "_" #t " in place", t, P, n, dst, sdyrt_##op##_##t(want, a + 2 * i)) \
        }                                                                                          \
    }
#define RUN_COMPLEX_2(op, t, P, compute)                                                           \
    ROW void test_##op##_##t(void) {                                                               \
        P a[2 * MAX_N], b[2 * MAX_N];                                                              \
        operands_##t(a, 21);                                                                       \
        operands_##t(b, 22);                                                                       \
        FOR_LENGTHS {                                                                              \
            COMPLEX_GUARDED(P, dst);                                                               \
            int n = lengths[l];                                                                    \
            strips->op##_##t##_vv(dst, a, b, n);                                                   \
            CHECK_COMPLEX(#op "_" #t, t, P, n, dst, compute(op, t))                                \
            CHECK_COMPLEX_GUARD(#op "_" #t, P, dst, n)                                             \
        }                                                                                          \
    }
#define CALLED(op, t)   sdyrt_##op##_##t(want, a + 2 * i, b + 2 * i)
#define BY_PARTS(op, t) by_parts_##op##_##t(want, a[2 * i], a[2 * i + 1], b[2 * i], b[2 * i + 1])

/* Each operation rounds, as in the loops. */
#define PARTS(op, t, P, re, im)                                                                    \
    static void by_parts_##op##_##t(P *want, P ar, P ai, P br, P bi) {                             \
        want[0] = re;                                                                              \
        want[1] = im;                                                                              \
    }
#define ARITHMETIC(t, P)                                                                           \
    PARTS(add, t, P, ar + br, ai + bi)                                                             \
    PARTS(sub, t, P, ar - br, ai - bi)                                                             \
    PARTS(mul, t, P, ar *br - ai * bi, ar * bi + ai * br)                                          \
    RUN_COMPLEX_2(add, t, P, BY_PARTS)                                                             \
    RUN_COMPLEX_2(sub, t, P, BY_PARTS)                                                             \
    RUN_COMPLEX_2(mul, t, P, BY_PARTS)
ARITHMETIC(c64, float)
ARITHMETIC(c128, double)

/* Functions: arithmetic is tested above. */
#define COMPLEX_UNARY(op) RUN_COMPLEX_1(op, c64, float) RUN_COMPLEX_1(op, c128, double)
#define COMPLEX_BINARY(op)                                                                         \
    RUN_COMPLEX_2(op, c64, float, CALLED) RUN_COMPLEX_2(op, c128, double, CALLED)
#define COMPLEX_TO_REAL(op)
#include "complex_math.def"

#define SDYRT_COMPLEX_COMPARE(op, t)                                                               \
    ROW void test_##op##_##t(void) {                                                               \
        PART_##t a[2 * MAX_N], b[2 * MAX_N];                                                       \
        uint8_t dst[MAX_N];                                                                        \
        operands_##t(a, 23);                                                                       \
        operands_##t(b, 23);                                                                       \
        for (int i = 0; i < 2 * MAX_N; i += 5) {                                                   \
            b[i] = 4;                                                                              \
        }                                                                                          \
        strips->op##_##t##_vv(dst, a, b, MAX_N);                                                   \
        for (int i = 0; i < MAX_N; i++) {                                                          \
            bool same = a[2 * i] == b[2 * i] && a[2 * i + 1] == b[2 * i + 1];                      \
            assert_int_equal(dst[i], (#op[0] == 'e') == same);                                     \
        }                                                                                          \
    }
#define SDYRT_COMPLEX_CONVERT(s, t)                                                                \
    ROW void test_convert_##s##_##t(void) {                                                        \
        PART_##s a[2 * MAX_N];                                                                     \
        PART_##t dst[2 * MAX_N];                                                                   \
        operands_##s(a, 24);                                                                       \
        strips->convert_##s##_##t##_v(dst, a, MAX_N);                                              \
        for (int i = 0; i < 2 * MAX_N; i++) {                                                      \
            assert_true(dst[i] == (PART_##t)a[i] || isnan(a[i]));                                  \
        }                                                                                          \
    }
#define SDYRT_COMPLEX_PARTS(t, p)                                                                  \
    ROW void test_parts_##t(void) {                                                                \
        T(p) a[2 * MAX_N], b[2 * MAX_N], re[MAX_N], im[MAX_N], size[MAX_N], same[MAX_N];           \
        uint8_t choice[MAX_N];                                                                     \
        operands_##t(a, 25);                                                                       \
        operands_##t(b, 26);                                                                       \
        operands_i1(choice, 27);                                                                   \
        FOR_LENGTHS {                                                                              \
            COMPLEX_GUARDED(T(p), dst);                                                            \
            int n = lengths[l];                                                                    \
            strips->real_##t##_v(re, a, n);                                                        \
            strips->convert_##t##_##p##_v(same, a, n);                                             \
            strips->imag_##t##_v(im, a, n);                                                        \
            strips->abs_##t##_v(size, a, n);                                                       \
            for (int i = 0; i < n; i++) {                                                          \
                T(p) want;                                                                         \
                sdyrt_abs_##t(&want, a + 2 * i);                                                   \
                assert_true(equal_##p(size[i], want, 1));                                          \
                assert_true(equal_##p(same[i], re[i], 0));                                         \
            }                                                                                      \
            strips->complex_##p##_vv(dst, re, im, n);                                              \
            assert_memory_equal(dst, a, 2 * (size_t)n * sizeof *a);                                \
            strips->complex_##p##_vs(dst, re, 3, n);                                               \
            CHECK_COMPLEX("complex_vs", t, T(p), n, dst, (want[0] = re[i], want[1] = 3))           \
            strips->complex_##p##_sv(dst, 3, im, n);                                               \
            CHECK_COMPLEX("complex_sv", t, T(p), n, dst, (want[0] = 3, want[1] = im[i]))           \
            strips->convert_##p##_##t##_v(dst, re, n);                                             \
            CHECK_COMPLEX("convert", t, T(p), n, dst, (want[0] = re[i], want[1] = 0))              \
            strips->select_##t##_vv(dst, choice, a, b, n);                                         \
            for (int i = 0; i < n; i++) {                                                          \
                assert_memory_equal(dst + 2 * i, (choice[i] ? a : b) + 2 * i, 2 * sizeof *a);      \
            }                                                                                      \
            CHECK_COMPLEX_GUARD("parts", T(p), dst, n)                                             \
        }                                                                                          \
    }                                                                                              \
    ROW void test_reduce_add_##t(void) {                                                           \
        T(p) a[2 * MAX_N], re[MAX_N], im[MAX_N], sum[2];                                           \
        operands_##t(a, 28);                                                                       \
        for (int i = 0; i < 2 * MAX_N; i++) {                                                      \
            a[i] = isfinite(a[i]) ? a[i] : 1;                                                      \
        }                                                                                          \
        strips->real_##t##_v(re, a, MAX_N);                                                        \
        strips->imag_##t##_v(im, a, MAX_N);                                                        \
        FOR_LENGTHS {                                                                              \
            int n = lengths[l];                                                                    \
            strips->reduce_add_##t(sum, a, n);                                                     \
            assert_true(equal_##p(sum[0], strips->reduce_add_##p(re, n), 0));                      \
            assert_true(equal_##p(sum[1], strips->reduce_add_##p(im, n), 0));                      \
        }                                                                                          \
    }
#include "strips.def"
/* ---- all rows, on all instruction sets ------------------------------------------------------- */

static void test_every_strip(void **state) {
    (void)state;
    for (int index = 0; strips_at(index) != NULL; index++) {
        strips = strips_at(index);
        print_message("  %s\n", strips_name(index));
#define SDYRT_UNARY(op, t)  test_##op##_##t();
#define SDYRT_TEST(op, t)   test_##op##_##t();
#define SDYRT_BINARY(op, t) test_##op##_##t();
#define SDYRT_SHIFT(op, t)                                                                         \
    test_##op##_##t();                                                                             \
    test_all_##op##_##t();
#define SDYRT_COMPARE(op, t)         test_##op##_##t();
#define SDYRT_SELECT(t)              test_select_##t();
#define SDYRT_CLAMP(t)               test_clamp_##t();
#define SDYRT_CONVERT(s, t)          test_convert_##s##_##t();
#define SDYRT_BITCAST(s, t)          test_bitcast_##s##_##t();
#define SDYRT_FILL(t)                test_fill_##t();
#define SDYRT_COMPLEX_UNARY(op, t)   test_##op##_##t();
#define SDYRT_COMPLEX_BINARY(op, t)  test_##op##_##t();
#define SDYRT_COMPLEX_COMPARE(op, t) test_##op##_##t();
#define SDYRT_COMPLEX_CONVERT(s, t)  test_convert_##s##_##t();
#define SDYRT_COMPLEX_PARTS(t, p)                                                                  \
    test_parts_##t();                                                                              \
    test_reduce_add_##t();
#include "strips.def"
    }
}

static void test_in_place(void **state) {
    (void)state;
    for (int index = 0; strips_at(index) != NULL; index++) {
        float a[MAX_N], b[MAX_N];
        for (int i = 0; i < MAX_N; i++) {
            a[i] = (float)i;
            b[i] = 3;
        }
        strips_at(index)->add_f32_vv(a, a, b, MAX_N);
        strips_at(index)->mul_f32_vv(b, a, b, MAX_N);
        strips_at(index)->sub_f32_vv(a, a, a, MAX_N);
        for (int i = 0; i < MAX_N; i++) {
            assert_true(a[i] == 0 && b[i] == 3.0f * ((float)i + 3));
        }
    }
}

/* The public names reach the chosen implementation, and the table is consistent with itself. */
static void test_dispatch(void **state) {
    (void)state;
    float a[5] = {1, 2, 3, 4, 5}, dst[5];
    sdyrt_mul_f32_vs(dst, a, 2, 5);
    assert_true(dst[4] == 10);
    assert_true(sdyrt_reduce_add_f32(a, 5) == 15);
    assert_non_null(sdyrt_strips());
    assert_null(strips_at(-1));
    assert_null(strips_name(99));
    assert_string_equal(strips_name(0), "baseline");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_every_strip),
        cmocka_unit_test(test_in_place),
        cmocka_unit_test(test_dispatch),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
