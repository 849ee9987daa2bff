/* The instructions that product_micro.c needs beside a vector's operators: MADD_BASELINE, MADD_AVX2
   and MADD_AVX512 of (sum, value, b), what a vector of sums becomes with the products of a pair of
   16-bit integers and a vector of pairs. */
#ifndef SDYRT_PRODUCT_MICRO_ISA_H
#define SDYRT_PRODUCT_MICRO_ISA_H

#include <stdint.h>

#if defined(__x86_64__)
#include <immintrin.h>
#elif defined(__aarch64__)
#include <arm_neon.h>
#endif

/* What the vectors of 32-bit integers are called is the instance's business. */
#if defined(__x86_64__)
#define MADD_BASELINE(sum, value, b)                                                               \
    ((sum) + (vector_pairs_baseline)_mm_madd_epi16(_mm_set1_epi32((int)(value)), (__m128i)(b)))
#define MADD_AVX2(sum, value, b)                                                                   \
    ((sum) + (vector_pairs_avx2)_mm256_madd_epi16(_mm256_set1_epi32((int)(value)), (__m256i)(b)))
#define MADD_AVX512(sum, value, b)                                                                 \
    ((sum) + (vector_pairs_avx512)_mm512_madd_epi16(_mm512_set1_epi32((int)(value)), (__m512i)(b)))
#else
#if defined(__aarch64__)
typedef int16x8_t signed_pairs;
static inline __attribute__((always_inline)) int32x4_t madd_pairs(int16x8_t a, int16x8_t b) {
    return vpaddq_s32(vmull_s16(vget_low_s16(a), vget_low_s16(b)), vmull_high_s16(a, b));
}
#else
typedef int32_t signed_pairs __attribute__((vector_size(16), may_alias));
#define LOW(v)  (((v) << 16) >> 16)
#define HIGH(v) ((v) >> 16)
static inline __attribute__((always_inline)) signed_pairs madd_pairs(signed_pairs a,
                                                                     signed_pairs b) {
    return LOW(a) * LOW(b) + HIGH(a) * HIGH(b);
}
#endif
typedef int32_t both_halves __attribute__((vector_size(16)));
#define MADD_BASELINE(sum, value, b)                                                               \
    ((sum) + (vector_pairs_baseline)madd_pairs(                                                    \
                 (signed_pairs)((both_halves){0} + (int32_t)(value)), (signed_pairs)(b)))
#endif

#endif
