/*
 * Strips of floats that are more than loops of the scalar function, a part of strips_impl.h: maxima
 * and minima with a number, remainders, functions of the circle, and f16 where the processor
 * converts it; by AVX-512 the error function, too.
 */

#include <float.h>
#include <stdbool.h>

/* ---- maxima and minima ----------------------------------------------------------------------- */

/* One comparison does with a number that is neither NaN nor the zero that is picked last. */
#define PLAIN_max(b)   ((b) == (b) && !((b) == 0 && signbit(b)))
#define PLAIN_min(b)   ((b) == (b) && !((b) == 0 && !signbit(b)))
#define PICK_max(a, b) ((a) <= (b) ? (b) : (a))
#define PICK_min(a, b) ((a) >= (b) ? (b) : (a))

#if defined(SDYRT_WITH_AVX512)
#include "strips_float_avx512.h"
#else
#define EXTREME_VV_f32(op) STRIP_2_VV(op, f32, float)
#define EXTREME_VV_f64(op) STRIP_2_VV(op, f64, double)
#endif

#define SDYRT_EXTREME(op, t)                                                                       \
    EXTREME_VV_##t(op) static void strip_##op##_##t##_vs(TYPE(t) * dst, const TYPE(t) * a,         \
                                                         TYPE(t) b, int64_t n) {                   \
        if (PLAIN_##op(b)) {                                                                       \
            FOR_STRIP {                                                                            \
                dst[i] = PICK_##op(a[i], b);                                                       \
            }                                                                                      \
            return;                                                                                \
        }                                                                                          \
        FOR_STRIP {                                                                                \
            dst[i] = sdyrt_##op##_##t(a[i], b);                                                    \
        }                                                                                          \
    }                                                                                              \
    static void strip_##op##_##t##_sv(TYPE(t) * dst, TYPE(t) a, const TYPE(t) * b, int64_t n) {    \
        strip_##op##_##t##_vs(dst, b, a, n);                                                       \
    }

#define SDYRT_CLAMP_FLOAT(t)                                                                       \
    STRIP_CLAMP_VVV(t)                                                                             \
    static void strip_clamp_##t##_svs(TYPE(t) * dst, TYPE(t) low, const TYPE(t) * a, TYPE(t) high, \
                                      int64_t n) {                                                 \
        if (PLAIN_max(low) && PLAIN_min(high)) {                                                   \
            FOR_STRIP {                                                                            \
                TYPE(t) above = PICK_max(a[i], low);                                               \
                dst[i] = PICK_min(above, high);                                                    \
            }                                                                                      \
            return;                                                                                \
        }                                                                                          \
        FOR_STRIP {                                                                                \
            dst[i] = sdyrt_clamp_##t(low, a[i], high);                                             \
        }                                                                                          \
    }

/* ---- remainders ------------------------------------------------------------------------------ */

/* A quotient below 2^22 is an integer of 32 bits after a guess that is off by one at most, and all
 * else is exact in double: fmodf, which goes bit by bit, gives the same. */
#define NEAR_QUOTIENT (double)(1 << 22)

/* The remainder of a by a divisor of magnitude y. */
static inline float near_rem(float a, double y, double quotient) {
    double rest = fabs((double)a) - (double)(int32_t)quotient * y;
    rest = rest < 0 ? rest + y : rest;
    rest = rest >= y ? rest - y : rest;
    return copysignf((float)rest, a);
}

#define FAR_FROM(x, y)                                                                             \
    (fabs((double)(x)) < NEAR_QUOTIENT * fabs((double)(y)) && fabsf(y) <= FLT_MAX ? 0 : 1)

#define STRIP_REMAINDER(forms, a_type, b_type, a_i, b_i, guess)                                    \
    static void strip_rem_f32_##forms(float *dst, a_type a, b_type b, int64_t n) {                 \
        int far = 0;                                                                               \
        _Pragma("omp simd reduction(| : far)") for (int64_t i = 0; i < n; i++) {                   \
            far |= FAR_FROM(a_i, b_i);                                                             \
        }                                                                                          \
        if (far != 0) {                                                                            \
            for (int64_t i = 0; i < n; i++) {                                                      \
                dst[i] = sdyrt_rem_f32(a_i, b_i);                                                  \
            }                                                                                      \
            return;                                                                                \
        }                                                                                          \
        FOR_STRIP {                                                                                \
            dst[i] = near_rem(a_i, fabs((double)(b_i)), guess);                                    \
        }                                                                                          \
    }
#define GUESS(x, y) fabs((double)(x)) / fabs((double)(y))
#define SDYRT_REMAINDER_f32                                                                        \
    STRIP_REMAINDER(vv, const float *, const float *, a[i], b[i], GUESS(a[i], b[i]))               \
    STRIP_REMAINDER(vs, const float *, float, a[i], b, fabs((double)a[i]) * fabs(1 / (double)b))   \
    STRIP_REMAINDER(sv, float, const float *, a, b[i], GUESS(a, b[i]))
#define SDYRT_REMAINDER_f64    STRIP_2(rem, f64, double)
#define SDYRT_REMAINDER(op, t) SDYRT_REMAINDER_##t

/* ---- sin, cos, tan --------------------------------------------------------------------------- */

#ifdef SDYRT_FUSED

static inline bool are_near_turns(const double *a, int64_t n) {
    int far = 0;
    _Pragma("omp simd reduction(| : far)") for (int64_t i = 0; i < n; i++) {
        far |= fabs(a[i]) <= SDYRT_NEAR_TURNS ? 0 : 1;
    }
    return far == 0;
}

/* The rare strip that has a number far out is computed one by one, so that what an element is does
 * not depend on its neighbours. */
#define SDYRT_TURNING(op)                                                                          \
    PLAIN_LOOPS static void far_##op(double *dst, const double *a, int64_t n) {                    \
        for (int64_t i = 0; i < n; i++) {                                                          \
            double x = a[i];                                                                       \
            dst[i] = fabs(x) <= SDYRT_NEAR_TURNS ? sdyrt_near_##op##_f64(x) : op(x);               \
        }                                                                                          \
    }                                                                                              \
    static void strip_##op##_f64_v(double *dst, const double *a, int64_t n) {                      \
        if (are_near_turns(a, n)) {                                                                \
            FOR_STRIP {                                                                            \
                dst[i] = sdyrt_near_##op##_f64(a[i]);                                              \
            }                                                                                      \
            return;                                                                                \
        }                                                                                          \
        far_##op(dst, a, n);                                                                       \
    }
#endif

/* ---- f16 ------------------------------------------------------------------------------------- */

#if defined(SDYRT_WITH_F16C) || defined(__aarch64__)

/* A vector of each type, and whether one of the floats is NaN: of those the processor does not keep
 * all bits, so they are left to the scalar function. */
#if defined(__aarch64__)
#include "strips_half_neon.h"
#elif defined(SDYRT_WITH_AVX512)
#include "strips_half_avx512.h"
#else
#include "strips_half_avx2.h"
#endif

/* `step` makes `result` of the vector `given`; `number` is the one that may be NaN. */
#define HALF_STRIP(name, d, s, given_type, result_type, number, step, function)                    \
    static void strip_##name(d *dst, const s *a, int64_t n) {                                      \
        int64_t i = 0;                                                                             \
        for (; i + HALVES <= n; i += HALVES) {                                                     \
            given_type given;                                                                      \
            memcpy(&given, a + i, sizeof given);                                                   \
            result_type result = step;                                                             \
            if (HALVES_ANY_NAN(number)) {                                                          \
                for (int64_t k = i; k < i + HALVES; k++) {                                         \
                    dst[k] = function(a[k]);                                                       \
                }                                                                                  \
                continue;                                                                          \
            }                                                                                      \
            memcpy(dst + i, &result, sizeof result);                                               \
        }                                                                                          \
        for (; i < n; i++) {                                                                       \
            dst[i] = function(a[i]);                                                               \
        }                                                                                          \
    }
#define SDYRT_HALF()                                                                               \
    HALF_STRIP(convert_f16_f32_v, float, uint16_t, halves_narrow, halves_wide, result,             \
               HALVES_WIDE(given), sdyrt_convert_f16_f32)                                          \
    HALF_STRIP(convert_f32_f16_v, uint16_t, float, halves_wide, halves_narrow, given,              \
               HALVES_NARROW(given), sdyrt_convert_f32_f16)                                        \
    HALF_STRIP(round_f16_f32_v, float, float, halves_wide, halves_wide, given,                     \
               HALVES_WIDE(HALVES_NARROW(given)), sdyrt_round_f16_f32)
#endif
