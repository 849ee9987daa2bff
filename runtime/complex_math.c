#include "complex_math.h"

#include <complex.h>
#include <math.h>
#include <string.h>

typedef double _Complex number;

/* CMPLX, which not every C library has: a sum with I would spoil infinities. */
static number pair(double re, double im) {
    const double parts[2] = {re, im};
    number z;
    memcpy(&z, parts, sizeof z);
    return z;
}

static number z_neg(number z) {
    return -z;
}
static number z_sign(number z) {
    double size = cabs(z);
    return isnan(size) ? pair(NAN, NAN) : size == 0 ? z : pair(creal(z) / size, cimag(z) / size);
}
static number z_exp(number z) {
    return cexp(z);
}
static number z_expm1(number z) {
    double half = sin(cimag(z) / 2);
    return pair(expm1(creal(z)) * cos(cimag(z)) - 2 * half * half, exp(creal(z)) * sin(cimag(z)));
}
static number z_log(number z) {
    return clog(z);
}
/* Near zero |1 + z| is too near 1 for its logarithm. */
static number z_log1p(number z) {
    double re = creal(z), im = cimag(z);
    if (fabs(re) > 0.5 || fabs(im) > 0.5) {
        return clog(1 + z);
    }
    return pair(log1p(re * (2 + re) + im * im) / 2, atan2(im, 1 + re));
}
static number z_logistic(number z) {
    if (creal(z) < 0) { /* exp(-z) may overflow */
        number e = cexp(z);
        return e / (1 + e);
    }
    return 1 / (1 + cexp(-z));
}
static number z_sqrt(number z) {
    return csqrt(z);
}
static number z_rsqrt(number z) {
    return 1 / csqrt(z);
}
static number z_cbrt(number z) {
    double size = cbrt(cabs(z)), angle = carg(z) / 3;
    return size == 0 ? 0 : pair(size * cos(angle), size * sin(angle));
}
static number z_tanh(number z) {
    return ctanh(z);
}
static number z_tan(number z) {
    return ctan(z);
}
static number z_sin(number z) {
    return csin(z);
}
static number z_cos(number z) {
    return ccos(z);
}
static number z_pow(number a, number b) {
    return b == 0 ? 1 : a == 0 ? 0 : cpow(a, b);
}
/* -i log((a i + b) / sqrt(a a + b b)), as StableHLO's reference has it. */
static number z_atan2(number a, number b) {
    number i = pair(0, 1);
    return -i * clog((b + i * a) / csqrt(b * b + a * a));
}

/* Numbers are ordered by their real parts, then by their imaginary ones. */
static int is_less(number a, number b) {
    return creal(a) < creal(b) || (creal(a) == creal(b) && cimag(a) < cimag(b));
}
static number z_max(number a, number b) {
    return is_less(a, b) ? b : a;
}
static number z_min(number a, number b) {
    return is_less(b, a) ? b : a;
}

#define COMPLEX_UNARY(op)                                                                          \
    void sdyrt_##op##_c64(void *result, const void *a) {                                           \
        float _Complex z;                                                                          \
        memcpy(&z, a, sizeof z);                                                                   \
        z = (float _Complex)z_##op(z);                                                             \
        memcpy(result, &z, sizeof z);                                                              \
    }                                                                                              \
    void sdyrt_##op##_c128(void *result, const void *a) {                                          \
        number z;                                                                                  \
        memcpy(&z, a, sizeof z);                                                                   \
        z = z_##op(z);                                                                             \
        memcpy(result, &z, sizeof z);                                                              \
    }
#define COMPLEX_BINARY(op)                                                                         \
    void sdyrt_##op##_c64(void *result, const void *a, const void *b) {                            \
        float _Complex x, y;                                                                       \
        memcpy(&x, a, sizeof x);                                                                   \
        memcpy(&y, b, sizeof y);                                                                   \
        x = (float _Complex)z_##op(x, y);                                                          \
        memcpy(result, &x, sizeof x);                                                              \
    }                                                                                              \
    void sdyrt_##op##_c128(void *result, const void *a, const void *b) {                           \
        number x, y;                                                                               \
        memcpy(&x, a, sizeof x);                                                                   \
        memcpy(&y, b, sizeof y);                                                                   \
        x = z_##op(x, y);                                                                          \
        memcpy(result, &x, sizeof x);                                                              \
    }
#define COMPLEX_TO_REAL(op)                                                                        \
    void sdyrt_##op##_c64(void *result, const void *a) {                                           \
        float parts[2];                                                                            \
        memcpy(parts, a, sizeof parts);                                                            \
        parts[0] = hypotf(parts[0], parts[1]);                                                     \
        memcpy(result, parts, sizeof parts[0]);                                                    \
    }                                                                                              \
    void sdyrt_##op##_c128(void *result, const void *a) {                                          \
        double parts[2];                                                                           \
        memcpy(parts, a, sizeof parts);                                                            \
        parts[0] = hypot(parts[0], parts[1]);                                                      \
        memcpy(result, parts, sizeof parts[0]);                                                    \
    }
#include "complex_math.def"
