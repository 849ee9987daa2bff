/*
 * Strips of bf16 that do more than a scalar function, a part of strips_impl.h: sums that
 * widen on the way, and rounding where vectors have 64 bytes.
 */

#if defined(SDYRT_WITH_AVX512)
#include <immintrin.h>
#define BF16_BY_VECTORS
#endif

/* ---- sums ------------------------------------------------------------------------------------ */

typedef float bf16_floats __attribute__((vector_size(4 * SDYRT_REDUCE_LANES)));
typedef uint32_t bf16_words __attribute__((vector_size(4 * SDYRT_REDUCE_LANES)));
typedef uint16_t bf16_halves __attribute__((vector_size(2 * SDYRT_REDUCE_LANES)));

/* One instruction, of which gcc makes four. */
#ifdef BF16_BY_VECTORS
#define BF16_WORDS(halves) (bf16_words) _mm512_cvtepu16_epi32((__m256i)(halves))
#else
#define BF16_WORDS(halves) __builtin_convertvector(halves, bf16_words)
#endif

/* to += as many numbers as it has lanes */
#define ADD_BF16(to, from)                                                                         \
    do {                                                                                           \
        bf16_halves halves;                                                                        \
        memcpy(&halves, from, sizeof halves);                                                      \
        (to) += (bf16_floats)(BF16_WORDS(halves) << 16);                                           \
    } while (0)

/* Four vectors, as they come, or even elements apart from odd ones: no instruction moves a number
 * from lane to lane until all have been added. */
#ifdef BF16_BY_VECTORS
#define ADD_HALF_BF16(even, odd, from)                                                             \
    do {                                                                                           \
        bf16_words pairs;                                                                          \
        _mm_prefetch((const char *)(from) + 4096, _MM_HINT_T0);                                    \
        memcpy(&pairs, from, sizeof pairs);                                                        \
        (even) += (bf16_floats)(pairs << 16);                                                      \
        (odd) += (bf16_floats)(pairs & 0xffff0000u);                                               \
    } while (0)
#define ADD_MANY_BF16(to, from)                                                                    \
    do {                                                                                           \
        ADD_HALF_BF16(to[0], to[1], from);                                                         \
        ADD_HALF_BF16(to[2], to[3], (from) + 2 * SDYRT_REDUCE_LANES);                              \
    } while (0)
#define WOVEN_BF16(even, odd, first)                                                               \
    __builtin_shuffle(even, odd,                                                                   \
                      (bf16_words){first, first + 16, first + 1, first + 17, first + 2,            \
                                   first + 18, first + 3, first + 19, first + 4, first + 20,       \
                                   first + 5, first + 21, first + 6, first + 22, first + 7,        \
                                   first + 23})
#define IN_ORDER_BF16(many)                                                                        \
    for (int i = 0; i < 4; i += 2) {                                                               \
        bf16_floats even = many[i], odd = many[i + 1];                                             \
        many[i] = WOVEN_BF16(even, odd, 0);                                                        \
        many[i + 1] = WOVEN_BF16(even, odd, 8);                                                    \
    }
#else
#define ADD_MANY_BF16(to, from)                                                                    \
    for (int i = 0; i < 4; i++) {                                                                  \
        ADD_BF16(to[i], (from) + i * SDYRT_REDUCE_LANES);                                          \
    }
#define IN_ORDER_BF16(many) ((void)(many))
#endif

/* In the order of reduce_add_f32. An emitted program may have strips, and none of them this. */
__attribute__((unused)) static float strip_reduce_add_bf16(const uint16_t *a, int64_t n) {
    bf16_floats many[4] = {{0}}, lanes = {0};
    int64_t at = 0;
    for (; at + SDYRT_REDUCE_MANY <= n; at += SDYRT_REDUCE_MANY) {
        ADD_MANY_BF16(many, a + at);
    }
    IN_ORDER_BF16(many);
    lanes = (many[0] + many[2]) + (many[1] + many[3]);
    for (; at + SDYRT_REDUCE_LANES <= n; at += SDYRT_REDUCE_LANES) {
        ADD_BF16(lanes, a + at);
    }
    float lane[SDYRT_REDUCE_LANES];
    memcpy(lane, &lanes, sizeof lane);
    for (int l = 0; at + l < n; l++) {
        lane[l] += sdyrt_convert_bf16_f32(a[at + l]);
    }
    for (int half = SDYRT_REDUCE_LANES / 2; half > 0; half /= 2) {
        SDYRT_REDUCE_LANES_OF(add, f32, lane, (lane + half), half)
    }
    return lane[0];
}

/* ---- rounding -------------------------------------------------------------------------------- */

#ifdef BF16_BY_VECTORS

/* Bits of floats that are no NaN, rounded to the upper halves; the lower ones are anything. */
#define BF16_ROUNDED(bits)                                                                         \
    _mm512_add_epi32(_mm512_add_epi32(bits, _mm512_set1_epi32(0x7fff)),                            \
                     _mm512_and_si512(_mm512_srli_epi32(bits, 16), _mm512_set1_epi32(1)))

/* A vector with a NaN, of which some bits are kept, is left to the scalar function. */
#define BF16_STRIP(name, d, result_type, step, function)                                           \
    static void strip_##name(d *dst, const float *a, int64_t n) {                                  \
        int64_t i = 0;                                                                             \
        for (; i + SDYRT_REDUCE_LANES <= n; i += SDYRT_REDUCE_LANES) {                             \
            __m512 given = _mm512_loadu_ps(a + i);                                                 \
            if (_mm512_cmp_ps_mask(given, given, _CMP_UNORD_Q) != 0) {                             \
                for (int64_t k = i; k < i + SDYRT_REDUCE_LANES; k++) {                             \
                    dst[k] = function(a[k]);                                                       \
                }                                                                                  \
                continue;                                                                          \
            }                                                                                      \
            __m512i rounded = BF16_ROUNDED(_mm512_castps_si512(given));                            \
            result_type result = step;                                                             \
            memcpy(dst + i, &result, sizeof result);                                               \
        }                                                                                          \
        for (; i < n; i++) {                                                                       \
            dst[i] = function(a[i]);                                                               \
        }                                                                                          \
    }
#define SDYRT_ROUND_BF16()                                                                         \
    BF16_STRIP(convert_f32_bf16_v, uint16_t, __m256i,                                              \
               _mm512_cvtepi32_epi16(_mm512_srli_epi32(rounded, 16)), sdyrt_convert_f32_bf16)      \
    BF16_STRIP(round_bf16_f32_v, float, __m512i,                                                   \
               _mm512_and_si512(rounded, _mm512_set1_epi32((int)0xffff0000)),                      \
               sdyrt_round_bf16_f32)
#endif
