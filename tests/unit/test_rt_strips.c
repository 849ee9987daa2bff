/* Every strip of every instruction set against the scalar semantics, element by element. */
#include "complex_math.h"
#include "rt_test.h"
#include "scalar.h"
#include "strips.h"

#include <stdio.h>
#include <stdlib.h>

enum { MAX_N = 300 };
static const int lengths[] = {0, 1, 3, 8, 15, 16, 17, 33, 63, 64, 65, 100, 128, MAX_N};

static const struct sdyrt_strips *strips; /* under test */

/* ---- operands and comparison ----------------------------------------------------------------- */

#define T SDYRT_TYPE

/* Interesting values first, then random ones: small numbers, then any bits. */
#define FILL_INT(t)                                                                                \
    static void operands_##t(T(t) * a, uint64_t seed) {                                            \
        static const int64_t special[] = {                                                         \
            0,  1,   -1,  2,   3,    7,         8,         31,        32,        63,               \
            64, 127, 128, 255, -128, INT16_MIN, INT32_MIN, INT32_MAX, INT64_MIN, INT64_MAX};       \
        for (int i = 0; i < MAX_N; i++) {                                                          \
            uint64_t bits = test_random(&seed);                                                    \
            int64_t value = i % 3 == 0   ? special[bits % (sizeof special / 8)]                    \
                            : i % 3 == 1 ? (int64_t)(bits % 20) - 10                               \
                                         : (int64_t)bits;                                          \
            a[i] = (T(t))value;                                                                    \
        }                                                                                          \
    }
/* clang-format off */
FILL_INT(i8) FILL_INT(i16) FILL_INT(i32) FILL_INT(i64) FILL_INT(u8) FILL_INT(u16) FILL_INT(u32)
FILL_INT(u64) FILL_INT(bf16) FILL_INT(f16) FILL_INT(f8e4m3fn) FILL_INT(f8e5m2)
FILL_INT(f4e2m1fn) FILL_INT(f6e2m3fn) FILL_INT(f6e3m2fn) FILL_INT(f8e3m4) FILL_INT(f8e4m3)
FILL_INT(f8e4m3fnuz) FILL_INT(f8e4m3b11fnuz) FILL_INT(f8e5m2fnuz) FILL_INT(f8e8m0fnu)
    /* clang-format on */

    static void operands_i1(uint8_t *a, uint64_t seed) {
    for (int i = 0; i < MAX_N; i++) {
        a[i] = test_random(&seed) & 1;
    }
}

#define FILL_FLOAT(t)                                                                              \
    static void operands_##t(T(t) * a, uint64_t seed) {                                            \
        static const double special[] = {0,    -0.0,  1,     -1,    0.5,  -0.5,  1.5,       2.5,   \
                                         3e38, -3e38, 1e-38, 1e-42, 1e30, 2e-10, INFINITY,  NAN,   \
                                         127,  128,   -129,  65520, 3e9,  -1e-3, -INFINITY, 1e19}; \
        for (int i = 0; i < MAX_N; i++) {                                                          \
            uint64_t bits = test_random(&seed);                                                    \
            a[i] = i % 3 == 0 ? (T(t))special[bits % (sizeof special / sizeof special[0])]         \
                              : (T(t))((double)(bits >> 11) * 0x1p-53 * 20 - 10);                  \
        }                                                                                          \
    }
FILL_FLOAT(f32)
FILL_FLOAT(f64)

/* Operations that are the C library's or polynomials: instruction sets may differ in last bits. */
static double tolerance(const char *op) {
    static const char *const exact[] = {
        "abs",   "neg", "sign",      "sqrt",  "floor",   "ceil",   "trunc", "round_", "add",
        "sub",   "mul", "div",       "rem",   "max",     "min",    "and",   "or",     "xor",
        "shift", "not", "popcnt",    "clz",   "wrap",    "eq",     "ne",    "lt",     "le",
        "gt",    "ge",  "is_finite", "rsqrt", "convert", "select", "clamp", "fill",   "clip",
    };
    for (size_t i = 0; i < sizeof exact / sizeof exact[0]; i++) {
        if (strncmp(op, exact[i], strlen(exact[i])) == 0) {
            return 0;
        }
    }
    return 8;
}

static bool close_f64(double got, double want, double unit, double smallest) {
    return fabs(got - want) <= unit * fabs(want) + smallest;
}

#define EQUAL(t)                                                                                   \
    static bool equal_##t(T(t) got, T(t) want, double ulps) {                                      \
        (void)ulps;                                                                                \
        return got == want;                                                                        \
    }
/* clang-format off */
EQUAL(i1) EQUAL(i8) EQUAL(i16) EQUAL(i32) EQUAL(i64) EQUAL(u8) EQUAL(u16) EQUAL(u32) EQUAL(u64)
EQUAL(bf16) EQUAL(f16) EQUAL(f8e4m3fn) EQUAL(f8e5m2)
EQUAL(f4e2m1fn) EQUAL(f6e2m3fn) EQUAL(f6e3m2fn) EQUAL(f8e3m4) EQUAL(f8e4m3) EQUAL(f8e4m3fnuz)
EQUAL(f8e4m3b11fnuz) EQUAL(f8e5m2fnuz) EQUAL(f8e8m0fnu)
    /* clang-format on */

    static bool equal_f32(float got, float want, double ulps) {
    return memcmp(&got, &want, sizeof got) == 0 || (isnan(got) && isnan(want)) ||
           (ulps > 0 && close_f64(got, want, ulps * 0x1p-23, 1e-44));
}

static bool equal_f64(double got, double want, double ulps) {
    return memcmp(&got, &want, sizeof got) == 0 || (isnan(got) && isnan(want)) ||
           (ulps > 0 && close_f64(got, want, ulps * 0x1p-52, 1e-322));
}

/* Checks dst[0..n) against an expression in i, and that nothing was written past it. */
#define CHECK(label, t, ulps, n, dst, expected)                                                    \
    for (int i = 0; i < (n); i++) {                                                                \
        T(t) want = expected;                                                                      \
        if (!equal_##t((dst)[i], want, ulps)) {                                                    \
            fail_msg("%s: element %d of %d is %.17g, not %.17g", label, i, n, (double)(dst)[i],    \
                     (double)want);                                                                \
        }                                                                                          \
    }
#define GUARDED(t, name)                                                                           \
    T(t) name[MAX_N + 1];                                                                          \
    memset(name, 0x5a, sizeof name)
#define CHECK_GUARD(label, t, dst, n)                                                              \
    {                                                                                              \
        T(t) guard;                                                                                \
        memset(&guard, 0x5a, sizeof guard);                                                        \
        if (memcmp(&(dst)[n], &guard, sizeof guard) != 0) {                                        \
            fail_msg("%s: wrote past %d elements", label, n);                                      \
        }                                                                                          \
    }
#define FOR_LENGTHS for (size_t l = 0; l < sizeof lengths / sizeof lengths[0]; l++)

/* ---- one test function per row --------------------------------------------------------------- */

/* Together in one function they would keep instrumenting compilers busy for many minutes. */
#define ROW static __attribute__((noinline))

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
    }
/* The order that strips.h documents. */
#define SDYRT_REDUCE(op, t)                                                                        \
    static void combine_lanes_##op##_##t(T(t) * lane, int from, int to) {                          \
        for (int half = from / 2; half >= to; half /= 2) {                                         \
            for (int i = 0; i < half; i++) {                                                       \
                lane[i] = sdyrt_##op##_##t(lane[i], lane[i + half]);                               \
            }                                                                                      \
        }                                                                                          \
    }                                                                                              \
    static T(t) ordered_##op##_##t(const T(t) * a, int n, T(t) identity) {                         \
        T(t) lane[64];                                                                             \
        for (int i = 0; i < 64; i++) {                                                             \
            lane[i] = identity;                                                                    \
        }                                                                                          \
        int whole = n / 64 * 64;                                                                   \
        for (int i = 0; i < whole; i++) {                                                          \
            lane[i % 64] = sdyrt_##op##_##t(lane[i % 64], a[i]);                                   \
        }                                                                                          \
        combine_lanes_##op##_##t(lane, whole > 0 ? 64 : 16, 16);                                   \
        for (int i = whole; i < n; i++) {                                                          \
            lane[i % 16] = sdyrt_##op##_##t(lane[i % 16], a[i]);                                   \
        }                                                                                          \
        combine_lanes_##op##_##t(lane, 16, 1);                                                     \
        return lane[0];                                                                            \
    }                                                                                              \
    ROW void test_reduce_##op##_##t(void) {                                                        \
        T(t) a[MAX_N];                                                                             \
        operands_##t(a, 11);                                                                       \
        T(t) identity = strips->reduce_##op##_##t(a, 0);                                           \
        for (int i = 0; i < MAX_N; i++) {                                                          \
            T(t) same = sdyrt_##op##_##t(identity, a[i]);                                          \
            assert_true(equal_##t(same, a[i], 0) || a[i] == 0);                                    \
            a[i] = isfinite((double)a[i]) ? a[i] : (T(t))1;                                        \
        }                                                                                          \
        FOR_LENGTHS {                                                                              \
            int n = lengths[l];                                                                    \
            T(t) got[1] = {strips->reduce_##op##_##t(a, n)};                                       \
            CHECK("reduce_" #op "_" #t, t, 0, 1, got, ordered_##op##_##t(a, n, identity))          \
        }                                                                                          \
    }                                                                                              \
    ROW void test_fold_##op##_##t(void) {                                                          \
        T(t) a[MAX_N];                                                                             \
        operands_##t(a, 12);                                                                       \
        for (int rows = 0; rows < 10; rows++) {                                                    \
            T(t) folded[30];                                                                       \
            GUARDED(t, sums);                                                                      \
            for (int i = 0; i < 30; i++) {                                                         \
                folded[i] = sums[i] = a[i];                                                        \
                for (int row = 0; row < rows; row++) {                                             \
                    folded[i] = sdyrt_##op##_##t(folded[i], a[i + 29 * row]);                      \
                }                                                                                  \
            }                                                                                      \
            strips->fold_##op##_##t(sums, a, rows, 29, 30);                                        \
            CHECK("fold_" #op "_" #t, t, 0, 30, sums, folded[i])                                   \
            CHECK_GUARD("fold_" #op "_" #t, t, sums, 30)                                           \
        }                                                                                          \
    }
/* The bits of each row by itself, on top of what the sums were. */
#define RUN_ROWS(op, s, S, t, identity, row)                                                       \
    ROW void test_reduce_rows_##op##_##s(void) {                                                   \
        static const int rows[] = {1, 2, 7, 8, 16, 17, 33};                                        \
        static const int columns[] = {1, 3, 8, 15, 16, 17, 32, 40, 63, 64, 65, 100, 130};          \
        static S a[33 * 133];                                                                      \
        for (int i = 0; i < 33 * 133; i++) {                                                       \
            a[i] = row[(i * 7 + i / 133) % MAX_N];                                                 \
        }                                                                                          \
        for (size_t k = 0; k < sizeof columns / sizeof columns[0]; k++) {                          \
            for (size_t l = 0; l < sizeof rows / sizeof rows[0]; l++) {                            \
                GUARDED(t, sums);                                                                  \
                for (int r = 0; r < rows[l]; r++) {                                                \
                    sums[r] = identity;                                                            \
                }                                                                                  \
                strips->reduce_rows_##op##_##s(sums, a, rows[l], columns[k] + 3, columns[k]);      \
                CHECK("reduce_rows_" #op "_" #s, t, 0, rows[l], sums,                              \
                      sdyrt_##op##_##t(identity, strips->reduce_##op##_##s(                        \
                                                     a + i * (columns[k] + 3), columns[k])))       \
                CHECK_GUARD("reduce_rows_" #op "_" #s, t, sums, rows[l])                           \
            }                                                                                      \
        }                                                                                          \
    }
#define SDYRT_REDUCE_ROWS(op, t)                                                                   \
    static T(t) row_##op##_##t[MAX_N];                                                             \
    RUN_ROWS(op, t, T(t), t, 1, (operands_##t(row_##op##_##t, 31), row_##op##_##t))
#define SDYRT_REDUCE_ROWS_NARROW(op, s) RUN_ROWS(op, s, uint16_t, f32, 1, narrow_numbers_##s())
static const uint16_t *narrow_numbers_bf16(void) {
    static uint16_t a[MAX_N];
    for (int i = 0; i < MAX_N; i++) {
        a[i] = sdyrt_convert_f32_bf16((float)(i * 37 % 101) / 8 - 5);
    }
    return a;
}
static const uint16_t *narrow_numbers_f16(void) {
    static uint16_t a[MAX_N];
    for (int i = 0; i < MAX_N; i++) {
        a[i] = sdyrt_convert_f32_f16((float)(i * 37 % 101) / 8 - 5);
    }
    return a;
}
#define SDYRT_DOT(t)                                                                               \
    ROW void test_dot_##t(void) {                                                                  \
        T(t) a[MAX_N], b[MAX_N], product[MAX_N];                                                   \
        for (int i = 0; i < MAX_N; i++) {                                                          \
            a[i] = (T(t))(i * 1.37 - 100);                                                         \
            b[i] = (T(t))(50 - i * 0.61);                                                          \
            product[i] = sdyrt_mul_##t(a[i], b[i]);                                                \
        }                                                                                          \
        FOR_LENGTHS {                                                                              \
            int n = lengths[l];                                                                    \
            T(t) got[1] = {strips->dot_##t(a, b, n)};                                              \
            CHECK("dot_" #t, t, 0, 1, got, strips->reduce_add_##t(product, n))                     \
        }                                                                                          \
    }
/* The bits of the reduction of what the elements are as floats. */
#define NARROW_OPERANDS(s)                                                                         \
    uint16_t a[MAX_N];                                                                             \
    float wide[MAX_N];                                                                             \
    uint64_t seed = 21;                                                                            \
    for (int i = 0; i < MAX_N; i++) {                                                              \
        wide[i] = (float)((int64_t)(test_random(&seed) % 4001) - 2000) / 16;                       \
        a[i] = sdyrt_convert_f32_##s(wide[i]);                                                     \
        wide[i] = sdyrt_convert_##s##_f32(a[i]);                                                   \
    }
#define SDYRT_REDUCE_NARROW(op, s)                                                                 \
    ROW void test_reduce_##op##_##s(void) {                                                        \
        NARROW_OPERANDS(s)                                                                         \
        FOR_LENGTHS {                                                                              \
            int n = lengths[l];                                                                    \
            float got = strips->reduce_##op##_##s(a, n),                                           \
                  want = strips->reduce_##op##_f32(wide, n);                                       \
            assert_memory_equal(&got, &want, sizeof got);                                          \
        }                                                                                          \
        a[5] = sdyrt_convert_f32_##s(-NAN);                                                        \
        assert_true(isnan(strips->reduce_##op##_##s(a, 40)));                                      \
    }
#define SDYRT_FOLD_NARROW(op, s)                                                                   \
    ROW void test_fold_##op##_##s(void) {                                                          \
        NARROW_OPERANDS(s)                                                                         \
        for (int rows = 0; rows < 10; rows++) {                                                    \
            float got[30], want[30];                                                               \
            for (int i = 0; i < 30; i++) {                                                         \
                got[i] = want[i] = (float)i;                                                       \
            }                                                                                      \
            strips->fold_##op##_##s(got, a, rows, 33, 30);                                         \
            strips->fold_##op##_f32(want, wide, rows, 33, 30);                                     \
            assert_memory_equal(got, want, sizeof got);                                            \
        }                                                                                          \
    }
/* ---- complex numbers: against complex_math.h, and by parts ---- */

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
    PARTS(div, t, P, (ar * br + ai * bi) / (br * br + bi * bi),                                    \
          (ai * br - ar * bi) / (br * br + bi * bi))                                               \
    RUN_COMPLEX_2(add, t, P, BY_PARTS)                                                             \
    RUN_COMPLEX_2(sub, t, P, BY_PARTS)                                                             \
    RUN_COMPLEX_2(mul, t, P, BY_PARTS)                                                             \
    RUN_COMPLEX_2(div, t, P, BY_PARTS)
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

/* ---- moving ---------------------------------------------------------------------------------- */

typedef struct {
    uint64_t half[2];
} bits_128;
#define bits_8  uint8_t
#define bits_16 uint16_t
#define bits_32 uint32_t
#define bits_64 uint64_t

static const int64_t shapes[][2] = {{1, 1},  {4, 4},  {16, 16}, {3, 5},  {17, 33}, {1, 40},
                                    {40, 1}, {64, 7}, {40, 2},  {2, 40}, {37, 3},  {37, 4}};

#define SAME(a, b) assert_memory_equal(&(a), &(b), sizeof(a))
#define MOVE_STRIDES(bits)                                                                         \
    static void check_block_##bits(int64_t rows, int64_t rs, int64_t columns, int64_t cs) {        \
        static bits_##bits memory[64 * 128], dense[64 * 128], back[64 * 128];                      \
        uint64_t seed = 12;                                                                        \
        for (size_t i = 0; i < sizeof memory; i += 8) {                                            \
            uint64_t random = test_random(&seed);                                                  \
            memcpy((char *)memory + i, &random, 8);                                                \
        }                                                                                          \
        int64_t base = (rs < 0 ? -rs * (rows - 1) : 0) + (cs < 0 ? -cs * (columns - 1) : 0);       \
        strips->load2_##bits(dense, memory + base, rows, rs, columns, cs);                         \
        for (int64_t r = 0; r < rows; r++) {                                                       \
            for (int64_t c = 0; c < columns; c++) {                                                \
                SAME(dense[r * columns + c], memory[base + r * rs + c * cs]);                      \
            }                                                                                      \
        }                                                                                          \
        if (rs == 0 || cs == 0) {                                                                  \
            return;                                                                                \
        }                                                                                          \
        memset(back, 0, sizeof back);                                                              \
        strips->store2_##bits(back + base, dense, rows, rs, columns, cs);                          \
        for (int64_t r = 0; r < rows; r++) {                                                       \
            for (int64_t c = 0; c < columns; c++) {                                                \
                SAME(back[base + r * rs + c * cs], memory[base + r * rs + c * cs]);                \
            }                                                                                      \
        }                                                                                          \
    }
#define MOVE_LINES(bits)                                                                           \
    static void check_gather_##bits(void) {                                                        \
        bits_##bits memory[64], got[64];                                                           \
        int32_t narrow[64];                                                                        \
        int64_t wide[64];                                                                          \
        uint64_t seed = 13;                                                                        \
        memset(memory, 0, sizeof memory);                                                          \
        for (int i = 0; i < 64; i++) {                                                             \
            memcpy(&memory[i], &i, 1);                                                             \
            wide[i] = narrow[i] = (int32_t)(test_random(&seed) % 64);                              \
        }                                                                                          \
        strips->gather_##bits##_i32(got, memory, narrow, 64);                                      \
        for (int i = 0; i < 64; i++) {                                                             \
            SAME(got[i], memory[narrow[i]]);                                                       \
        }                                                                                          \
        strips->gather_##bits##_i64(got, memory, wide, 33);                                        \
        for (int i = 0; i < 33; i++) {                                                             \
            SAME(got[i], memory[wide[i]]);                                                         \
        }                                                                                          \
    }
#define MOVE_ROWS(bits)                                                                            \
    static void check_rows_##bits(void) {                                                          \
        static bits_##bits memory[1 << 10], got[20 * 40];                                          \
        int32_t narrow[20];                                                                        \
        int64_t wide[20];                                                                          \
        uint64_t seed = 14;                                                                        \
        for (int i = 0; i < 1 << 10; i++) {                                                        \
            uint64_t random = test_random(&seed);                                                  \
            memcpy(&memory[i], &random, sizeof memory[i] < 8 ? sizeof memory[i] : 8);              \
        }                                                                                          \
        for (int64_t columns = 1; columns <= 40; columns++) {                                      \
            for (int r = 0; r < 20; r++) {                                                         \
                wide[r] = narrow[r] = (int32_t)(test_random(&seed) % 900);                         \
            }                                                                                      \
            strips->gather2_##bits##_i32(got, memory, narrow, 20, columns);                        \
            for (int64_t i = 0; i < 20 * columns; i++) {                                           \
                SAME(got[i], memory[narrow[i / columns] + i % columns]);                           \
            }                                                                                      \
            memset(got, 0, sizeof got);                                                            \
            strips->gather2_##bits##_i64(got, memory, wide, 19, columns);                          \
            for (int64_t i = 0; i < 19 * columns; i++) {                                           \
                SAME(got[i], memory[wide[i / columns] + i % columns]);                             \
            }                                                                                      \
        }                                                                                          \
    }
#define SDYRT_MOVE(bits)                                                                           \
    MOVE_STRIDES(bits)                                                                             \
    MOVE_LINES(bits)                                                                               \
    MOVE_ROWS(bits)                                                                                \
    ROW void test_move_##bits(void) {                                                              \
        for (size_t s = 0; s < sizeof shapes / sizeof shapes[0]; s++) {                            \
            int64_t rows = shapes[s][0], columns = shapes[s][1];                                   \
            check_block_##bits(rows, columns, columns, 1);                                         \
            check_block_##bits(rows, columns + 3, columns, 1);                                     \
            check_block_##bits(rows, 1, columns, rows);                                            \
            check_block_##bits(rows, 1, columns, rows + 5);                                        \
            check_block_##bits(rows, 2 * columns, columns, 2);                                     \
            check_block_##bits(rows, 3 * columns, columns, 3);                                     \
            check_block_##bits(rows, 0, columns, 1);                                               \
            check_block_##bits(rows, 1, columns, 0);                                               \
            check_block_##bits(rows, 0, columns, 0);                                               \
            check_block_##bits(rows, columns, columns, -1);                                        \
            check_block_##bits(rows, -columns, columns, 1);                                        \
        }                                                                                          \
        check_gather_##bits();                                                                     \
        check_rows_##bits();                                                                       \
    }
#include "strips.def"

/* ---- all rows, on all instruction sets ------------------------------------------------------- */

static void test_every_strip(void **state) {
    (void)state;
    for (int index = 0; sdyrt_strips_at(index) != NULL; index++) {
        strips = sdyrt_strips_at(index);
        print_message("  %s\n", sdyrt_strips_name(index));
#define SDYRT_UNARY(op, t)              test_##op##_##t();
#define SDYRT_TEST(op, t)               test_##op##_##t();
#define SDYRT_BINARY(op, t)             test_##op##_##t();
#define SDYRT_COMPARE(op, t)            test_##op##_##t();
#define SDYRT_SELECT(t)                 test_select_##t();
#define SDYRT_CLAMP(t)                  test_clamp_##t();
#define SDYRT_CONVERT(s, t)             test_convert_##s##_##t();
#define SDYRT_BITCAST(s, t)             test_bitcast_##s##_##t();
#define SDYRT_FILL(t)                   test_fill_##t();
#define SDYRT_REDUCE(op, t)             test_reduce_##op##_##t(), test_fold_##op##_##t();
#define SDYRT_REDUCE_NARROW(op, s)      test_reduce_##op##_##s();
#define SDYRT_FOLD_NARROW(op, s)        test_fold_##op##_##s();
#define SDYRT_REDUCE_ROWS(op, t)        test_reduce_rows_##op##_##t();
#define SDYRT_REDUCE_ROWS_NARROW(op, s) test_reduce_rows_##op##_##s();
#define SDYRT_DOT(t)                    test_dot_##t();
#define SDYRT_MOVE(bits)                test_move_##bits();
#define SDYRT_COMPLEX_UNARY(op, t)      test_##op##_##t();
#define SDYRT_COMPLEX_BINARY(op, t)     test_##op##_##t();
#define SDYRT_COMPLEX_COMPARE(op, t)    test_##op##_##t();
#define SDYRT_COMPLEX_CONVERT(s, t)     test_convert_##s##_##t();
#define SDYRT_COMPLEX_PARTS(t, p)                                                                  \
    test_parts_##t();                                                                              \
    test_reduce_add_##t();
#include "strips.def"
    }
}

static void test_in_place(void **state) {
    (void)state;
    for (int index = 0; sdyrt_strips_at(index) != NULL; index++) {
        float a[MAX_N], b[MAX_N];
        for (int i = 0; i < MAX_N; i++) {
            a[i] = (float)i;
            b[i] = 3;
        }
        sdyrt_strips_at(index)->add_f32_vv(a, a, b, MAX_N);
        sdyrt_strips_at(index)->mul_f32_vv(b, a, b, MAX_N);
        sdyrt_strips_at(index)->sub_f32_vv(a, a, a, MAX_N);
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
    assert_null(sdyrt_strips_at(-1));
    assert_null(sdyrt_strips_name(99));
    assert_string_equal(sdyrt_strips_name(0), "baseline");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_every_strip),
        cmocka_unit_test(test_in_place),
        cmocka_unit_test(test_dispatch),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
