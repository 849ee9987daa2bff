/* What the tests of strips share: operands of every type, comparison, and the implementation under
 * test. */
#ifndef RT_STRIPS_H
#define RT_STRIPS_H

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
    static inline void operands_##t(T(t) * a, uint64_t seed) {                                     \
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

    static inline void operands_i1(uint8_t *a, uint64_t seed) {
    for (int i = 0; i < MAX_N; i++) {
        a[i] = test_random(&seed) & 1;
    }
}

#define FILL_FLOAT(t)                                                                              \
    static inline void operands_##t(T(t) * a, uint64_t seed) {                                     \
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
static inline double tolerance(const char *op) {
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

static inline bool close_f64(double got, double want, double unit, double smallest) {
    return fabs(got - want) <= unit * fabs(want) + smallest;
}

#define EQUAL(t)                                                                                   \
    static inline bool equal_##t(T(t) got, T(t) want, double ulps) {                               \
        (void)ulps;                                                                                \
        return got == want;                                                                        \
    }
/* clang-format off */
EQUAL(i1) EQUAL(i8) EQUAL(i16) EQUAL(i32) EQUAL(i64) EQUAL(u8) EQUAL(u16) EQUAL(u32) EQUAL(u64)
EQUAL(bf16) EQUAL(f16) EQUAL(f8e4m3fn) EQUAL(f8e5m2)
EQUAL(f4e2m1fn) EQUAL(f6e2m3fn) EQUAL(f6e3m2fn) EQUAL(f8e3m4) EQUAL(f8e4m3) EQUAL(f8e4m3fnuz)
EQUAL(f8e4m3b11fnuz) EQUAL(f8e5m2fnuz) EQUAL(f8e8m0fnu)
    /* clang-format on */

    static inline bool equal_f32(float got, float want, double ulps) {
    return memcmp(&got, &want, sizeof got) == 0 || (isnan(got) && isnan(want)) ||
           (ulps > 0 && close_f64(got, want, ulps * 0x1p-23, 1e-44));
}

static inline bool equal_odd(float got, float want, double ulps) {
    return equal_f32(got, want, ulps);
}

static inline bool equal_f64(double got, double want, double ulps) {
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

#endif
