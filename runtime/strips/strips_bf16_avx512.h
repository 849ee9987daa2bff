/*
 * Sums and rounding of bf16 by AVX-512, a part of strips_bf16.h.
 */

#include <immintrin.h>

/* One instruction, of which gcc makes four. */
#define BF16_WORDS(halves) (bf16_words) _mm512_cvtepu16_epi32((__m256i)(halves))

/* Four vectors, even elements apart from odd ones: no instruction moves a number from lane to lane
 * until all have been added. */
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

/* ---- rounding -------------------------------------------------------------------------------- */

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
