#include "complex_math.h"

#include <complex.h>
#include <math.h>
#include <string.h>

typedef double _Complex number;

/* Functions that are made of several: of type T, with functions of the C library that end in l. Of
   double they are exact enough for results of float, of long double for those of double: with
   operations of the result's own precision, errors of each would add up (pow: hundreds of units in
   the last place). */
#define COMPOSED(z, T, l)                                                                          \
    /* CMPLX, which not every C library has: a sum with I would spoil infinities. */               \
    static T _Complex z##_pair(T re, T im) {                                                       \
        const T parts[2] = {re, im};                                                               \
        T _Complex joined;                                                                         \
        memcpy(&joined, parts, sizeof joined);                                                     \
        return joined;                                                                             \
    }                                                                                              \
    static T _Complex z##_expm1(number given) {                                                    \
        T _Complex a = (T _Complex)given;                                                          \
        T x = creal##l(a), y = cimag##l(a), half = sin##l(y / 2);                                  \
        T im = y == 0 ? y : exp##l(x) * sin##l(y); /* the former may be infinite */                \
        return z##_pair(expm1##l(x) * cos##l(y) - 2 * half * half, im);                            \
    }                                                                                              \
    /* Near zero |1 + z| is too near 1 for its logarithm. */                                       \
    static T _Complex z##_log1p(number given) {                                                    \
        T _Complex a = (T _Complex)given;                                                          \
        T x = creal##l(a), y = cimag##l(a);                                                        \
        if (2 * fabs##l(x) > 1 || 2 * fabs##l(y) > 1) {                                            \
            return clog##l(1 + a);                                                                 \
        }                                                                                          \
        return z##_pair(log1p##l(x * (2 + x) + y * y) / 2, atan2##l(y, 1 + x));                    \
    }                                                                                              \
    static T _Complex z##_logistic(number given) {                                                 \
        T _Complex a = (T _Complex)given;                                                          \
        if (creal##l(a) < 0) { /* exp(-a) may overflow */                                          \
            T _Complex e = cexp##l(a);                                                             \
            return e / (1 + e);                                                                    \
        }                                                                                          \
        return 1 / (1 + cexp##l(-a));                                                              \
    }                                                                                              \
    static T _Complex z##_rsqrt(number given) {                                                    \
        T _Complex a = (T _Complex)given;                                                          \
        return 1 / csqrt##l(a);                                                                    \
    }                                                                                              \
    static T _Complex z##_cbrt(number given) {                                                     \
        T _Complex a = (T _Complex)given;                                                          \
        T size = cbrt##l(cabs##l(a)), angle = carg##l(a) / 3;                                      \
        return size == 0 ? 0 : z##_pair(size * cos##l(angle), size * sin##l(angle));               \
    }                                                                                              \
    static T _Complex z##_tanh(number given) {                                                     \
        T _Complex a = (T _Complex)given;                                                          \
        return ctanh##l(a);                                                                        \
    }                                                                                              \
    static T _Complex z##_tan(number given) {                                                      \
        T _Complex a = (T _Complex)given;                                                          \
        return ctan##l(a);                                                                         \
    }                                                                                              \
    /* By annex G of C: by zero infinite, and zero by infinities. */                               \
    static T _Complex z##_div(number first, number second) {                                       \
        return (T _Complex)first / (T _Complex)second;                                             \
    }                                                                                              \
    static T _Complex z##_pow(number first, number second) {                                       \
        T _Complex a = (T _Complex)first, b = (T _Complex)second;                                  \
        return b == 0 ? 1 : a == 0 ? 0 : cpow##l(a, b);                                            \
    }                                                                                              \
    /* -i log((a i + b) / sqrt(a a + b b)), as StableHLO's reference has it. */                    \
    static T _Complex z##_atan2(number first, number second) {                                     \
        T _Complex a = (T _Complex)first, b = (T _Complex)second;                                  \
        T _Complex i = z##_pair(0, 1);                                                             \
        return -i * clog##l((b + i * a) / csqrt##l(b * b + a * a));                                \
    }
COMPOSED(single, double, )
COMPOSED(wide, long double, l)

/* Functions of double, for both. */
static number z_neg(number z) {
    return -z;
}
static number z_sign(number z) {
    double size = cabs(z);
    return isnan(size) ? single_pair((double)NAN, (double)NAN)
           : size == 0 ? z
                       : single_pair(creal(z) / size, cimag(z) / size);
}
static number z_exp(number z) {
    return cexp(z);
}
static number z_log(number z) {
    return clog(z);
}
static number z_sqrt(number z) {
    return csqrt(z);
}
static number z_sin(number z) {
    return csin(z);
}
static number z_cos(number z) {
    return ccos(z);
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

/* What computes results of float, and of double. */
#define neg_c64       z_neg
#define neg_c128      z_neg
#define sign_c64      z_sign
#define sign_c128     z_sign
#define exp_c64       z_exp
#define exp_c128      z_exp
#define log_c64       z_log
#define log_c128      z_log
#define sqrt_c64      z_sqrt
#define sqrt_c128     z_sqrt
#define sin_c64       z_sin
#define sin_c128      z_sin
#define cos_c64       z_cos
#define cos_c128      z_cos
#define max_c64       z_max
#define max_c128      z_max
#define min_c64       z_min
#define min_c128      z_min
#define expm1_c64     single_expm1
#define expm1_c128    wide_expm1
#define log1p_c64     single_log1p
#define log1p_c128    wide_log1p
#define logistic_c64  single_logistic
#define logistic_c128 wide_logistic
#define rsqrt_c64     single_rsqrt
#define rsqrt_c128    wide_rsqrt
#define cbrt_c64      single_cbrt
#define cbrt_c128     wide_cbrt
#define tanh_c64      single_tanh
#define tanh_c128     wide_tanh
#define tan_c64       single_tan
#define tan_c128      wide_tan
#define div_c64       single_div
#define div_c128      wide_div
#define pow_c64       single_pow
#define pow_c128      wide_pow
#define atan2_c64     single_atan2
#define atan2_c128    wide_atan2

#define UNARY(op, t, T)                                                                            \
    void sdyrt_##op##_##t(void *result, const void *a) {                                           \
        T _Complex z;                                                                              \
        memcpy(&z, a, sizeof z);                                                                   \
        z = (T _Complex)op##_##t((number)z);                                                       \
        memcpy(result, &z, sizeof z);                                                              \
    }
#define BINARY(op, t, T)                                                                           \
    void sdyrt_##op##_##t(void *result, const void *a, const void *b) {                            \
        T _Complex x, y;                                                                           \
        memcpy(&x, a, sizeof x);                                                                   \
        memcpy(&y, b, sizeof y);                                                                   \
        x = (T _Complex)op##_##t((number)x, (number)y);                                            \
        memcpy(result, &x, sizeof x);                                                              \
    }
#define COMPLEX_UNARY(op)  UNARY(op, c64, float) UNARY(op, c128, double)
#define COMPLEX_BINARY(op) BINARY(op, c64, float) BINARY(op, c128, double)
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
