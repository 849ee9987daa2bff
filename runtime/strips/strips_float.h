/*
 * Strips of floats that are more than loops of the scalar function, a part of strips_impl.h: maxima
 * and minima with a number, the error function, functions of the circle, and f16 where the
 * processor converts it.
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
#define EXTREME_VV(op, t, width)                                                                   \
    static void strip_##op##_##t##_vv(TYPE(t) * dst, const TYPE(t) * a, const TYPE(t) * b,         \
                                      int64_t n) {                                                 \
        int64_t i = 0;                                                                             \
        for (; i + (width) <= n; i += (width)) {                                                   \
            rows_##t best = ROWS_##op##_##t(ROWS_LOAD_##t(a + i), ROWS_LOAD_##t(b + i));           \
            memcpy(dst + i, &best, sizeof best);                                                   \
        }                                                                                          \
        __mmask16 k = (__mmask16)((1u << (n - i)) - 1);                                            \
        rows_##t best = ROWS_##op##_##t(ROWS_PART_##t(a + i, k), ROWS_PART_##t(b + i, k));         \
        ROWS_STORE_##t(dst + i, k, best);                                                          \
    }
#define EXTREME_VV_f32(op) EXTREME_VV(op, f32, 16)
#define EXTREME_VV_f64(op) EXTREME_VV(op, f64, 8)
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

/* ---- the error function ---------------------------------------------------------------------- */

/* A polynomial of degree 5 about each of sixteen places, whose coefficients are permutations of
 * vectors; it takes two thirds of the operations of the scalar function, and has an error of 1.24
 * units. The places are multiples of a step at which the function's values are close to floats. */
#if defined(SDYRT_WITH_AVX512)
static inline __m512 erf_lanes(__m512 a) {
    static const float coefficients[6][16] = {
        {0, 0.28475517f, 0.534391284f, 0.726248384f, 0.855513334f, 0.931864023f, 0.971397877f,
         0.989342988f, 0.996483564f, 0.998974323f, 0.999735951f, 0.999940038f, 0.999988019f,
         0.999997914f, 0.999999702f, 0.99999994f},
        {0.128379166f, 1.05573273f, 0.864670515f, 0.619933426f, 0.389078468f, 0.213760361f,
         0.102805145f, 0.0432813056f, 0.0159508418f, 0.00514593953f, 0.00145326101f,
         0.000359269528f, 7.77490786e-05f, 1.47288283e-05f, 2.4425276e-06f, 3.54575889e-07f},
        {0, -0.27233988f, -0.446108133f, -0.479765207f, -0.401479155f, -0.275724113f, -0.159119621f,
         -0.0781562254f, -0.0329115875f, -0.0119433496f, -0.00375403836f, -0.00101476f,
         -0.000241762493f, -5.48951321e-05f, -1.56500391e-05f, 2.27962801e-06f},
        {-0.376122922f, -0.305098176f, -0.13480489f, 0.0408713594f, 0.146489829f, 0.165831506f,
         0.12992841f, 0.0796627477f, 0.0399738401f, 0.0167769492f, 0.00596276671f, 0.00180872064f,
         0.000470713625f, 0.000105494299f, 2.04164025e-05f, 3.41914597e-06f},
        {0, 0.129176453f, 0.182337075f, 0.143545404f, 0.0584119819f, -0.0142799672f, -0.0473345555f,
         -0.0457560644f, -0.0306167752f, -0.0157404933f, -0.00623948919f, -0.00247590593f,
         -0.000605379639f, 0.00010114209f, 0.000293612306f, -0.000181885101f},
        {0.112203404f, 0.079066053f, 0.00388136832f, -0.0559217669f, -0.0677392706f, -0.041895058f,
         -0.00980815291f, 0.00906221941f, 0.0129175009f, 0.00934930146f, 0.00487813074f,
         0.00200100476f, 0.000670310284f, 0.000186888137f, 4.38974712e-05f, 8.75448586e-06f}};
    const __m512 step = _mm512_set1_ps(0.2579676f), magic = _mm512_set1_ps(0x1.8p23f);
    const __m512 sign = _mm512_set1_ps(-0.0f);
    /* 1 from where the last polynomial rounds to it; NaN as it is */
    __m512 x = _mm512_min_ps(_mm512_set1_ps(3.98f), _mm512_andnot_ps(sign, a));
    __m512 shifted = _mm512_fmadd_ps(x, _mm512_set1_ps(1 / 0.2579676f), magic);
    __m512 number = _mm512_sub_ps(shifted, magic);
    __m512i place = _mm512_castps_si512(shifted);
    __m512 d = _mm512_fnmadd_ps(number, step, x);
    __m512 p = _mm512_permutexvar_ps(place, _mm512_loadu_ps(coefficients[5]));
    for (int i = 4; i > 0; i--) {
        __m512 c = _mm512_permutexvar_ps(place, _mm512_loadu_ps(coefficients[i]));
        p = _mm512_fmadd_ps(p, d, c);
    }
    __m512 value = _mm512_permutexvar_ps(place, _mm512_loadu_ps(coefficients[0]));
    /* about zero: x more, so that what is small is exact */
    value = _mm512_mask_mov_ps(value, _mm512_testn_epi32_mask(place, _mm512_set1_epi32(15)), x);
    p = _mm512_fmadd_ps(p, d, value);
    return _mm512_or_ps(_mm512_andnot_ps(sign, p), _mm512_and_ps(sign, a));
}

static inline void erf_strip(float *dst, const float *a, int64_t n) {
    int64_t i = 0;
    for (; i + 16 <= n; i += 16) {
        _mm512_storeu_ps(dst + i, erf_lanes(_mm512_loadu_ps(a + i)));
    }
    __mmask16 k = (__mmask16)((1u << (n - i)) - 1);
    _mm512_mask_storeu_ps(dst + i, k, erf_lanes(_mm512_maskz_loadu_ps(k, a + i)));
}
#define SDYRT_ERF()                                                                                \
    static void strip_erf_f32_v(float *dst, const float *a, int64_t n) {                           \
        erf_strip(dst, a, n);                                                                      \
    }
#endif

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
#include <arm_neon.h>
enum { HALVES = 4 };
typedef float32x4_t halves_wide;
typedef float16x4_t halves_narrow;
#define HALVES_NARROW(a)  vcvt_f16_f32(a)
#define HALVES_WIDE(a)    vcvt_f32_f16(a)
#define HALVES_ANY_NAN(a) (vminvq_u32(vceqq_f32(a, a)) == 0)
#elif defined(SDYRT_WITH_AVX512)
#include <immintrin.h>
enum { HALVES = 16 };
typedef __m512 halves_wide;
typedef __m256i halves_narrow;
#define HALVES_NARROW(a)  _mm512_cvtps_ph(a, _MM_FROUND_TO_NEAREST_INT | _MM_FROUND_NO_EXC)
#define HALVES_WIDE(a)    _mm512_cvtph_ps(a)
#define HALVES_ANY_NAN(a) (_mm512_cmp_ps_mask(a, a, _CMP_UNORD_Q) != 0)
#else
#include <immintrin.h>
enum { HALVES = 8 };
typedef __m256 halves_wide;
typedef __m128i halves_narrow;
#define HALVES_NARROW(a)  _mm256_cvtps_ph(a, _MM_FROUND_TO_NEAREST_INT | _MM_FROUND_NO_EXC)
#define HALVES_WIDE(a)    _mm256_cvtph_ps(a)
#define HALVES_ANY_NAN(a) (_mm256_movemask_ps(_mm256_cmp_ps(a, a, _CMP_UNORD_Q)) != 0)
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
