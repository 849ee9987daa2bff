/*
 * Maxima, minima and the error function of floats by AVX-512, a part of strips_float.h.
 */

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

/* ---- the error function ---------------------------------------------------------------------- */

/* A polynomial of degree 5 about each of sixteen places, whose coefficients are permutations of
 * vectors; it takes two thirds of the operations of the scalar function, and has an error of 1.24
 * units. The places are multiples of a step at which the function's values are close to floats. */
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
