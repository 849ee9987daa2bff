/*
 * Finding a value among elements by AVX-512, a part of strips_places.h.
 */

#define SAME_LANES_8(at, k, value)                                                                 \
    _mm512_mask_cmpeq_epi8_mask((__mmask64)(k), _mm512_maskz_loadu_epi8((__mmask64)(k), at),       \
                                _mm512_set1_epi8((char)(value)))
#define SAME_LANES_16(at, k, value)                                                                \
    _mm512_mask_cmpeq_epi16_mask((__mmask32)(k), _mm512_maskz_loadu_epi16((__mmask32)(k), at),     \
                                 _mm512_set1_epi16((short)(value)))
#define SAME_LANES_32(at, k, value)                                                                \
    _mm512_mask_cmpeq_epi32_mask((__mmask16)(k), _mm512_maskz_loadu_epi32((__mmask16)(k), at),     \
                                 _mm512_set1_epi32((int)(value)))
#define SAME_LANES_64(at, k, value)                                                                \
    _mm512_mask_cmpeq_epi64_mask((__mmask8)(k), _mm512_maskz_loadu_epi64((__mmask8)(k), at),       \
                                 _mm512_set1_epi64((long long)(value)))
#define SAME_LANES_i8(at, k, value)  SAME_LANES_8(at, k, value)
#define SAME_LANES_u8(at, k, value)  SAME_LANES_8(at, k, value)
#define SAME_LANES_i16(at, k, value) SAME_LANES_16(at, k, value)
#define SAME_LANES_u16(at, k, value) SAME_LANES_16(at, k, value)
#define SAME_LANES_i32(at, k, value) SAME_LANES_32(at, k, value)
#define SAME_LANES_u32(at, k, value) SAME_LANES_32(at, k, value)
#define SAME_LANES_i64(at, k, value) SAME_LANES_64(at, k, value)
#define SAME_LANES_u64(at, k, value) SAME_LANES_64(at, k, value)
#define SAME_LANES_f32(at, k, value) same_lanes_f32(at, (__mmask16)(k), value)
#define SAME_LANES_f64(at, k, value) same_lanes_f64(at, (__mmask8)(k), value)

static inline __mmask16 same_lanes_f32(const float *at, __mmask16 k, float value) {
    __m512 x = _mm512_maskz_loadu_ps(k, at);
    return value != value ? _mm512_mask_cmp_ps_mask(k, x, x, _CMP_UNORD_Q)
                          : _mm512_mask_cmp_ps_mask(k, x, _mm512_set1_ps(value), _CMP_EQ_OQ);
}
static inline __mmask8 same_lanes_f64(const double *at, __mmask8 k, double value) {
    __m512d x = _mm512_maskz_loadu_pd(k, at);
    return value != value ? _mm512_mask_cmp_pd_mask(k, x, x, _CMP_UNORD_Q)
                          : _mm512_mask_cmp_pd_mask(k, x, _mm512_set1_pd(value), _CMP_EQ_OQ);
}

#define FIND(t)                                                                                    \
    static inline int64_t find_##t(const TYPE(t) * a, TYPE(t) value, int64_t n) {                  \
        enum { LANES = sizeof(__m512i) / sizeof(TYPE(t)) };                                        \
        const uint64_t all = LANES == 64 ? UINT64_MAX : ((uint64_t)1 << LANES % 64) - 1;           \
        for (int64_t at = 0; at < n; at += LANES) {                                                \
            uint64_t k = n - at < LANES ? ((uint64_t)1 << (n - at)) - 1 : all;                     \
            uint64_t same = SAME_LANES_##t(a + at, k, value);                                      \
            if (same != 0) {                                                                       \
                return at + __builtin_ctzll(same);                                                 \
            }                                                                                      \
        }                                                                                          \
        return n;                                                                                  \
    }
