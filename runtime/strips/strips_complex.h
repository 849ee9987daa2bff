/*
 * Strips of complex numbers, a part of strips_impl.h: arithmetic as loops over pairs. Functions of
 * c64 are computed in double, as those of complex_math.h are, but many at a time; where that would
 * not do (infinities, zeros that have a sign or a pole) the number is left to complex_math.h, as
 * all functions of c128 are.
 */
#include "complex_math.h"

#include <stdbool.h>

/* Results by parts: ar, ai, br, bi are those of the operands. */
#define COMPLEX_STRIP_2(op, t, T, re, im)                                                          \
    static void strip_##op##_##t##_vv(void *dst, const void *a, const void *b, int64_t n) {        \
        T *d = dst;                                                                                \
        const T *x = a, *y = b;                                                                    \
        FOR_STRIP {                                                                                \
            T ar = x[2 * i], ai = x[2 * i + 1], br = y[2 * i], bi = y[2 * i + 1];                  \
            d[2 * i] = re;                                                                         \
            d[2 * i + 1] = im;                                                                     \
        }                                                                                          \
    }
#define COMPLEX_STRIP_COMPARE(op, t, T, result)                                                    \
    static void strip_##op##_##t##_vv(uint8_t *dst, const void *a, const void *b, int64_t n) {     \
        const T *x = a, *y = b;                                                                    \
        FOR_STRIP {                                                                                \
            T ar = x[2 * i], ai = x[2 * i + 1], br = y[2 * i], bi = y[2 * i + 1];                  \
            dst[i] = result;                                                                       \
        }                                                                                          \
    }
#define COMPLEX_STRIP_PART(name, t, T, result)                                                     \
    static void strip_##name(T *dst, const void *a, int64_t n) {                                   \
        const T *x = a;                                                                            \
        FOR_STRIP {                                                                                \
            dst[i] = x[2 * i + (result)];                                                          \
        }                                                                                          \
    }
#define COMPLEX_STRIP_JOIN(name, T, re_type, im_type, re_i, im_i)                                  \
    static void strip_##name(void *dst, re_type re, im_type im, int64_t n) {                       \
        T *d = dst;                                                                                \
        FOR_STRIP {                                                                                \
            d[2 * i] = re_i;                                                                       \
            d[2 * i + 1] = im_i;                                                                   \
        }                                                                                          \
    }
#define COMPLEX_STRIPS(t, T, p)                                                                    \
    COMPLEX_STRIP_2(add, t, T, ar + br, ai + bi)                                                   \
    COMPLEX_STRIP_2(sub, t, T, ar - br, ai - bi)                                                   \
    COMPLEX_STRIP_2(mul, t, T, ar *br - ai * bi, ar * bi + ai * br)                                \
    COMPLEX_STRIP_COMPARE(eq, t, T, (ar == br) & (ai == bi))                                       \
    COMPLEX_STRIP_COMPARE(ne, t, T, (ar != br) | (ai != bi))                                       \
    COMPLEX_STRIP_PART(real_##t##_v, t, T, 0)                                                      \
    COMPLEX_STRIP_PART(imag_##t##_v, t, T, 1)                                                      \
    COMPLEX_STRIP_PART(convert_##t##_##p##_v, t, T, 0)                                             \
    COMPLEX_STRIP_JOIN(complex_##p##_vv, T, const T *, const T *, re[i], im[i])                    \
    COMPLEX_STRIP_JOIN(complex_##p##_vs, T, const T *, T, re[i], im)                               \
    COMPLEX_STRIP_JOIN(complex_##p##_sv, T, T, const T *, re, im[i])                               \
    static void strip_convert_##p##_##t##_v(void *dst, const T *a, int64_t n) {                    \
        strip_complex_##p##_vs(dst, a, 0, n);                                                      \
    }                                                                                              \
    static void strip_neg_##t##_v(void *dst, const void *a, int64_t n) {                           \
        strip_neg_##p##_v(dst, a, 2 * n);                                                          \
    }                                                                                              \
    SDYRT_COMPLEX_SUM(strip_reduce_add_##t, p)
COMPLEX_STRIPS(c64, float, f32)
COMPLEX_STRIPS(c128, double, f64)

/* Chosen as the bits that they are. */
static void strip_select_c64_vv(void *dst, const uint8_t *p, const void *a, const void *b,
                                int64_t n) {
    strip_select_u64_vv(dst, p, a, b, n);
}

static void strip_select_c128_vv(void *dst, const uint8_t *p, const void *a, const void *b,
                                 int64_t n) {
    uint64_t *d = dst;
    const uint64_t *x = a, *y = b;
    FOR_STRIP {
        uint64_t first = 0 - (uint64_t)(p[i] != 0);
        d[2 * i] = (x[2 * i] & first) | (y[2 * i] & ~first);
        d[2 * i + 1] = (x[2 * i + 1] & first) | (y[2 * i + 1] & ~first);
    }
}

static void strip_convert_c64_c128_v(void *dst, const void *a, int64_t n) {
    strip_convert_f32_f64_v(dst, a, 2 * n);
}

static void strip_convert_c128_c64_v(void *dst, const void *a, int64_t n) {
    strip_convert_f64_f32_v(dst, a, 2 * n);
}

/* Whether a sum of squares is well inside the floats, or of zeros. */
static inline int has_float_root(float re, float im, float square) {
    int is_zero = fabsf(re) + fabsf(im) == 0;
    return ((square >= 0x1p-100f) & (square < 0x1p127f)) | is_zero;
}

static inline float float_square(float re, float im) {
    return SDYRT_MULTIPLY_ADD(re, re, im * im);
}

/* The others: squares of floats can be added in double, without overflow and almost exactly. */
static void wide_abs(float *dst, const float *x, int64_t n) {
    FOR_STRIP {
        double re = x[2 * i], im = x[2 * i + 1];
        float size = (float)sqrt(re * re + im * im);
        size = isinf(x[2 * i]) || isinf(x[2 * i + 1]) ? INFINITY : size;
        float square = float_square(x[2 * i], x[2 * i + 1]);
        dst[i] = has_float_root(x[2 * i], x[2 * i + 1], square) ? dst[i] : size;
    }
}

/* In float, which takes half the time, where that will do. */
static void strip_abs_c64_v(float *dst, const void *a, int64_t n) {
    const float *x = a;
    int odd = 0;
    _Pragma("omp simd reduction(| : odd)") for (int64_t i = 0; i < n; i++) {
        float re = x[2 * i], im = x[2 * i + 1], square = float_square(re, im);
        dst[i] = sqrtf(square);
        odd |= has_float_root(re, im, square) ^ 1;
    }
    if (odd) {
        wide_abs(dst, x, n);
    }
}

/* One number after the other. */
#define ONE_BY_ONE_1(op, t, T)                                                                     \
    static void strip_##op##_##t##_v(void *dst, const void *a, int64_t n) {                        \
        for (int64_t i = 0; i < n; i++) {                                                          \
            sdyrt_##op##_##t((T *)dst + 2 * i, (const T *)a + 2 * i);                              \
        }                                                                                          \
    }
#define ONE_BY_ONE_2(op, t, T)                                                                     \
    static void strip_##op##_##t##_vv(void *dst, const void *a, const void *b, int64_t n) {        \
        for (int64_t i = 0; i < n; i++) {                                                          \
            sdyrt_##op##_##t((T *)dst + 2 * i, (const T *)a + 2 * i, (const T *)b + 2 * i);        \
        }                                                                                          \
    }
/* Squares that neither overflow nor vanish can be added as they are. */
static void strip_abs_c128_v(double *dst, const void *a, int64_t n) {
    const double *x = a;
    int odd = 0;
    _Pragma("omp simd reduction(| : odd)") for (int64_t i = 0; i < n; i++) {
        double re = x[2 * i], im = x[2 * i + 1], square = re * re + im * im;
        dst[i] = sqrt(square);
        int is_zero = fabs(re) + fabs(im) == 0, fits = (square >= 0x1p-900) & (square < 0x1p1000);
        odd |= (fits | is_zero) ^ 1;
    }
    for (int64_t i = 0; odd && i < n; i++) {
        sdyrt_abs_c128(dst + i, x + 2 * i);
    }
}

/* Numbers that are computed together, in whole vectors of doubles. */
enum { LANES = SDYRT_REDUCE_MANY, LANE_STEP = SDYRT_LINE_BYTES / sizeof(double) };

/* A block of quotients, in W, by the square of the divisor's size. Those whose terms might overflow
 * or vanish, and zeros and infinities, are left to complex_math.h. dst may be a or b. */
#define COMPLEX_STRIP_DIVIDE(t, T, W, fits, quotient)                                              \
    static void divide_block_##t(T *dst, const T *x, const T *y, int64_t n) {                      \
        T result[2 * LANES];                                                                       \
        int odd = 0;                                                                               \
        _Pragma("omp simd reduction(| : odd)") for (int64_t i = 0; i < n; i++) {                   \
            W ar = x[2 * i], ai = x[2 * i + 1], br = y[2 * i], bi = y[2 * i + 1];                  \
            W square = br * br + bi * bi;                                                          \
            result[2 * i] = (T)quotient(ar * br + ai * bi, square);                                \
            result[2 * i + 1] = (T)quotient(ai * br - ar * bi, square);                            \
            odd |= fits(fabs(ar) + fabs(ai), square) ^ 1;                                          \
        }                                                                                          \
        for (int64_t i = 0; odd && i < n; i++) {                                                   \
            W br = y[2 * i], bi = y[2 * i + 1];                                                    \
            if (!fits(fabs((W)x[2 * i]) + fabs((W)x[2 * i + 1]), br * br + bi * bi)) {             \
                sdyrt_div_##t(result + 2 * i, x + 2 * i, y + 2 * i);                               \
            }                                                                                      \
        }                                                                                          \
        memcpy(dst, result, 2 * (size_t)n * sizeof *dst);                                          \
    }                                                                                              \
    static void strip_div_##t##_vv(void *dst, const void *a, const void *b, int64_t n) {           \
        for (int64_t first = 0; first < n; first += LANES) {                                       \
            int64_t count = n - first < LANES ? n - first : LANES;                                 \
            divide_block_##t((T *)dst + 2 * first, (const T *)a + 2 * first,                       \
                             (const T *)b + 2 * first, count);                                     \
        }                                                                                          \
    }
/* Floats but zeros, infinities and NaN: in double nothing of them overflows. */
#define FITS_IN_DOUBLE(size, square)                                                               \
    ((int)((square) >= 0x1p-300) & (int)((square) < 0x1p260) & (int)((size) < 0x1p130))
#define TIMES_INVERSE(a, b) ((a) * (1 / (b)))
COMPLEX_STRIP_DIVIDE(c64, float, double, FITS_IN_DOUBLE, TIMES_INVERSE)
#define IS_MODERATE(size, square)                                                                  \
    ((int)((square) >= 0x1p-900) & (int)((square) < 0x1p900) & (int)((size) < 0x1p400) &           \
     ((int)((size) >= 0x1p-400) | (int)((size) == 0)))
#define DIVIDED_BY(a, b) ((a) / (b))
COMPLEX_STRIP_DIVIDE(c128, double, double, IS_MODERATE, DIVIDED_BY)

ONE_BY_ONE_1(sign, c128, double)
ONE_BY_ONE_1(exp, c128, double)
ONE_BY_ONE_1(expm1, c128, double)
ONE_BY_ONE_1(log, c128, double)
ONE_BY_ONE_1(log1p, c128, double)
ONE_BY_ONE_1(logistic, c128, double)
ONE_BY_ONE_1(sqrt, c128, double)
ONE_BY_ONE_1(rsqrt, c128, double)
ONE_BY_ONE_1(cbrt, c128, double)
ONE_BY_ONE_1(tanh, c128, double)
ONE_BY_ONE_1(tan, c128, double)
ONE_BY_ONE_1(sin, c128, double)
ONE_BY_ONE_1(cos, c128, double)
ONE_BY_ONE_2(pow, c128, double)
ONE_BY_ONE_2(atan2, c128, double)
ONE_BY_ONE_2(atan2, c64, float)
ONE_BY_ONE_2(max, c128, double)
ONE_BY_ONE_2(max, c64, float)
ONE_BY_ONE_2(min, c128, double)
ONE_BY_ONE_2(min, c64, float)
ONE_BY_ONE_1(cbrt, c64, float)

/* ---- functions of c64 by lanes --------------------------------------------------------------- */

/* Some numbers in double, and room for what is computed on the way: one loop for each function of
 * the C library, which has those of vectors. */
struct complex_lanes {
    int64_t n; /* a multiple of LANE_STEP */
    double re[LANES], im[LANES], t[LANES], u[LANES];
};
#define FOR_LANES(z) _Pragma("omp simd") for (int64_t i = 0; i < (z)->n; i++)

struct lane_function {
    void (*lanes)(struct complex_lanes *z);
    void (*one)(void *dst, const void *a);
    double most_re, most_im; /* parts that are as great, or NaN, are left to `one` */
    double least;            /* numbers whose parts both are smaller, too */
};

/* Whether any of them is left to `one`. */
static bool lanes_load(struct complex_lanes *z, const float *a, int64_t n,
                       const struct lane_function *f) {
    int odd = 0;
    z->n = (n + LANE_STEP - 1) / LANE_STEP * LANE_STEP;
    _Pragma("omp simd reduction(| : odd)") for (int64_t i = 0; i < n; i++) {
        double re = a[2 * i], im = a[2 * i + 1], x = fabs(re), y = fabs(im);
        z->re[i] = re;
        z->im[i] = im;
        odd |= !(x < f->most_re) | !(y < f->most_im) | ((x < f->least) & (y < f->least));
    }
    for (int64_t i = n; i < z->n; i++) {
        z->re[i] = z->im[i] = 1;
    }
    return odd != 0;
}

static bool is_odd(const struct lane_function *f, double re, double im) {
    double x = fabs(re), y = fabs(im);
    return !(x < f->most_re) || !(y < f->most_im) || (x < f->least && y < f->least);
}

static void by_lanes(void *dst, const void *a, int64_t n, const struct lane_function *f) {
    for (int64_t first = 0; first < n; first += LANES) {
        const float *from = (const float *)a + 2 * first;
        float *to = (float *)dst + 2 * first, given[2 * LANES];
        int64_t count = n - first < LANES ? n - first : LANES;
        struct complex_lanes z;
        bool odd = lanes_load(&z, from, count, f);
        if (odd) {
            memcpy(given, from, 2 * (size_t)count * sizeof *from); /* dst may be a */
        }
        f->lanes(&z);
        _Pragma("omp simd") for (int64_t i = 0; i < count; i++) {
            to[2 * i] = (float)z.re[i];
            to[2 * i + 1] = (float)z.im[i];
        }
        for (int64_t i = 0; odd && i < count; i++) {
            if (is_odd(f, given[2 * i], given[2 * i + 1])) {
                f->one(to + 2 * i, given + 2 * i);
            }
        }
    }
}

#define BY_LANES(op, most_re, most_im, least)                                                      \
    static void strip_##op##_c64_v(void *dst, const void *a, int64_t n) {                          \
        static const struct lane_function f = {lanes_##op, sdyrt_##op##_c64, most_re, most_im,     \
                                               least};                                             \
        by_lanes(dst, a, n, &f);                                                                   \
    }

/* What exp() of is far from infinite, and what is finite. */
#define MODERATE 600.0
#define FINITE   0x1p200
#define TINY     0x1p-149

/* t, u = sin(a), cos(a) */
static void lanes_circle(struct complex_lanes *z, const double *a) {
    FOR_LANES(z) {
        z->t[i] = sin(a[i]);
    }
    FOR_LANES(z) {
        z->u[i] = cos(a[i]);
    }
}

/* t, u = sinh(a), cosh(a) */
static void lanes_hyperbola(struct complex_lanes *z, const double *a) {
    FOR_LANES(z) {
        z->t[i] = expm1(fabs(a[i]));
    }
    FOR_LANES(z) {
        double e = z->t[i], quotient = e / (e + 1);
        z->t[i] = copysign((e + quotient) / 2, a[i]);
        z->u[i] = 1 + e * quotient / 2;
    }
}

/* re + i im = exp(re) (cos(im) + i sin(im)) */
static void lanes_exp(struct complex_lanes *z) {
    lanes_circle(z, z->im);
    FOR_LANES(z) {
        z->re[i] = exp(z->re[i]);
    }
    FOR_LANES(z) {
        z->im[i] = z->re[i] * z->t[i];
        z->re[i] *= z->u[i];
    }
}
BY_LANES(exp, MODERATE, FINITE, 0)

static void lanes_expm1(struct complex_lanes *z) {
    FOR_LANES(z) {
        z->t[i] = sin(z->im[i] / 2);
    }
    FOR_LANES(z) {
        z->u[i] = sin(z->im[i]);
    }
    FOR_LANES(z) {
        z->re[i] = expm1(z->re[i]);
    }
    FOR_LANES(z) { /* expm1(x) cos(y) + (cos(y) - 1) */
        double versine = 2 * z->t[i] * z->t[i];
        z->im[i] = (1 + z->re[i]) * z->u[i];
        z->re[i] = z->re[i] * (1 - versine) - versine;
    }
}
BY_LANES(expm1, MODERATE, FINITE, 0)

/* t = (log1p(t) + log(u)) / 2 */
static void lanes_logarithm(struct complex_lanes *z) {
    FOR_LANES(z) {
        z->t[i] = log1p(z->t[i]);
    }
    FOR_LANES(z) {
        z->u[i] = log(z->u[i]);
    }
    FOR_LANES(z) {
        z->t[i] = (z->t[i] + z->u[i]) / 2;
    }
}

/* The logarithm of the size, and the angle. Where the square of the size is near 1, what it has
 * above 1 is a sum of two exact products. */
static void lanes_log(struct complex_lanes *z) {
    FOR_LANES(z) {
        double x = fabs(z->re[i]), y = fabs(z->im[i]), square = x * x + y * y;
        double greater = x > y ? x : y, less = x > y ? y : x;
        bool is_near = square > 0.5 && square < 2;
        z->t[i] = is_near ? (greater - 1) * (greater + 1) + less * less : 0;
        z->u[i] = is_near ? 1 : square;
    }
    lanes_logarithm(z);
    FOR_LANES(z) {
        z->im[i] = atan2(z->im[i], z->re[i]);
    }
    FOR_LANES(z) {
        z->re[i] = z->t[i];
    }
}
BY_LANES(log, FINITE, FINITE, TINY)

/* 1 + a is too inexact for the logarithm where its size is near 1. */
static void lanes_log1p(struct complex_lanes *z) {
    FOR_LANES(z) {
        double x = z->re[i], y = z->im[i], above = x * (2 + x) + y * y;
        bool is_near = fabs(above) < 0.5;
        z->t[i] = is_near ? above : 0;
        z->u[i] = is_near ? 1 : (1 + x) * (1 + x) + y * y;
    }
    lanes_logarithm(z);
    FOR_LANES(z) {
        z->im[i] = atan2(z->im[i], 1 + z->re[i]);
    }
    FOR_LANES(z) {
        z->re[i] = z->t[i];
    }
}
BY_LANES(log1p, FINITE, FINITE, 0)

/* 1 / (1 + exp(-a)), and exp(a) / (1 + exp(a)) where a is negative. */
static void lanes_logistic(struct complex_lanes *z) {
    double given[LANES];
    FOR_LANES(z) {
        given[i] = z->re[i];
        z->im[i] = given[i] < 0 ? z->im[i] : -z->im[i];
        z->re[i] = -fabs(given[i]);
    }
    lanes_exp(z);
    FOR_LANES(z) {
        double re = 1 + z->re[i], im = z->im[i], square = re * re + im * im;
        double above_re = given[i] < 0 ? z->re[i] : 1, above_im = given[i] < 0 ? im : 0;
        z->re[i] = (above_re * re + above_im * im) / square;
        z->im[i] = (above_im * re - above_re * im) / square;
    }
}
BY_LANES(logistic, MODERATE, FINITE, 0)

/* The root of the size plus the greater of both real parts, halved, is one part of the result. */
static void lanes_sqrt(struct complex_lanes *z) {
    FOR_LANES(z) {
        double x = fabs(z->re[i]), y = z->im[i], size = sqrt(x * x + y * y);
        double root = sqrt((size + x) / 2), other = y / (2 * root);
        bool is_right = z->re[i] >= 0;
        z->re[i] = is_right ? root : fabs(other);
        z->im[i] = is_right ? other : copysign(root, y);
    }
}
BY_LANES(sqrt, FINITE, FINITE, TINY)

static void lanes_rsqrt(struct complex_lanes *z) {
    lanes_sqrt(z);
    FOR_LANES(z) {
        double square = z->re[i] * z->re[i] + z->im[i] * z->im[i];
        z->re[i] = z->re[i] / square;
        z->im[i] = -z->im[i] / square;
    }
}
BY_LANES(rsqrt, FINITE, FINITE, TINY)

static void lanes_sign(struct complex_lanes *z) {
    FOR_LANES(z) {
        double size = sqrt(z->re[i] * z->re[i] + z->im[i] * z->im[i]);
        z->re[i] = z->re[i] / size;
        z->im[i] = z->im[i] / size;
    }
}
BY_LANES(sign, FINITE, FINITE, TINY)

/* (sinh(x) cosh(x) + i sin(y) cos(y)) / (sinh(x)^2 + cos(y)^2); far from zero that is 1. */
static void lanes_tanh(struct complex_lanes *z) {
    double re[LANES], square[LANES];
    FOR_LANES(z) {
        z->re[i] = z->re[i] > 60 ? 60 : z->re[i] < -60 ? -60 : z->re[i];
    }
    lanes_hyperbola(z, z->re);
    FOR_LANES(z) {
        re[i] = z->t[i] * z->u[i];
        square[i] = z->t[i] * z->t[i];
    }
    lanes_circle(z, z->im);
    FOR_LANES(z) {
        double whole = square[i] + z->u[i] * z->u[i];
        z->re[i] = re[i] / whole;
        z->im[i] = z->t[i] * z->u[i] / whole;
    }
}
BY_LANES(tanh, FINITE, FINITE, 0)

/* tan(z) = -i tanh(i z) */
static void lanes_tan(struct complex_lanes *z) {
    FOR_LANES(z) {
        double re = z->re[i];
        z->re[i] = -z->im[i];
        z->im[i] = re;
    }
    lanes_tanh(z);
    FOR_LANES(z) {
        double re = z->re[i];
        z->re[i] = z->im[i];
        z->im[i] = -re;
    }
}
BY_LANES(tan, FINITE, FINITE, 0)

static void lanes_sin(struct complex_lanes *z) {
    double s[LANES], c[LANES];
    lanes_circle(z, z->re);
    FOR_LANES(z) {
        s[i] = z->t[i];
        c[i] = z->u[i];
    }
    lanes_hyperbola(z, z->im);
    FOR_LANES(z) {
        z->re[i] = s[i] * z->u[i];
        z->im[i] = c[i] * z->t[i];
    }
}
BY_LANES(sin, FINITE, MODERATE, 0)

static void lanes_cos(struct complex_lanes *z) {
    double s[LANES], c[LANES];
    lanes_circle(z, z->re);
    FOR_LANES(z) {
        s[i] = z->t[i];
        c[i] = z->u[i];
    }
    lanes_hyperbola(z, z->im);
    FOR_LANES(z) {
        z->re[i] = c[i] * z->u[i];
        z->im[i] = -(s[i] * z->t[i]);
    }
}
BY_LANES(cos, FINITE, MODERATE, 0)

/* exp(b log(a)). One by one: the powers of zero, and those of which the logarithm or the
 * exponential has no lanes or the angle is so great that little of it is known. */
#define KNOWN_ANGLE 0x1p20
static bool has_power(const float *a, double re, double im) {
    double x = fabs((double)a[0]), y = fabs((double)a[1]);
    return x < FINITE && y < FINITE && (x > 0 || y > 0) && fabs(re) < MODERATE &&
           fabs(im) < KNOWN_ANGLE;
}

static void strip_pow_c64_vv(void *dst, const void *a, const void *b, int64_t n) {
    static const struct lane_function any = {.most_re = FINITE, .most_im = FINITE};
    for (int64_t first = 0; first < n; first += LANES) {
        const int64_t count = n - first < LANES ? n - first : LANES;
        const float *x = (const float *)a + 2 * first, *y = (const float *)b + 2 * first;
        float powers[2 * LANES];
        double re[LANES], im[LANES];
        struct complex_lanes z;
        lanes_load(&z, x, count, &any);
        lanes_log(&z);
        _Pragma("omp simd") for (int64_t i = 0; i < count; i++) {
            re[i] = y[2 * i] * z.re[i] - y[2 * i + 1] * z.im[i];
            im[i] = y[2 * i] * z.im[i] + y[2 * i + 1] * z.re[i];
            z.re[i] = re[i];
            z.im[i] = im[i];
        }
        lanes_exp(&z);
        _Pragma("omp simd") for (int64_t i = 0; i < count; i++) {
            powers[2 * i] = (float)z.re[i];
            powers[2 * i + 1] = (float)z.im[i];
        }
        for (int64_t i = 0; i < count; i++) {
            if (!has_power(x + 2 * i, re[i], im[i])) {
                sdyrt_pow_c64(powers + 2 * i, x + 2 * i, y + 2 * i);
            }
        }
        memcpy((float *)dst + 2 * first, powers, 2 * (size_t)count * sizeof *powers);
    }
}
