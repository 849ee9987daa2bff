#include "product_weights_kernels.h"

#include "sizes.h"

#include <math.h>
#include <string.h>

#if defined(__x86_64__)

#include <immintrin.h>

#include "fused.h"

#define TARGET  __attribute__((target("avx2,fma,f16c")))
#define LANES   8
#define KERNELS sdyrt_weights_avx2

typedef float vector __attribute__((vector_size(32), aligned(4), may_alias));

#define LOADS(name, type)                                                                          \
    TARGET static inline __attribute__((always_inline)) vector name(const type *p)

static inline __attribute__((always_inline)) const __m128i *words(const void *p) {
    return p;
}

LOADS(load_bf16, uint16_t) {
    const __m256i wide = _mm256_cvtepu16_epi32(_mm_loadu_si128(words(p)));
    return (vector)_mm256_slli_epi32(wide, 16);
}

LOADS(load_f16, uint16_t) {
    return (vector)_mm256_cvtph_ps(_mm_loadu_si128(words(p)));
}

/* Sign, exponent and mantissa where those of f16 are, whose numbers are 2^8 times smaller. */
TARGET static inline __attribute__((always_inline)) __m128i halves(__m128i bytes) {
    return _mm_and_si128(_mm_slli_epi16(bytes, 7), _mm_set1_epi16((short)0xbf80));
}

LOADS(raw_f8e4m3fn, uint8_t) {
    return (vector)_mm256_cvtph_ps(halves(_mm_cvtepi8_epi16(_mm_loadl_epi64(words(p)))));
}

/* What would be the largest number is none. */
LOADS(load_f8e4m3fn, uint8_t) {
    const __m128i wide = _mm_cvtepi8_epi16(_mm_loadl_epi64(words(p)));
    const __m128i size = _mm_and_si128(wide, _mm_set1_epi16(0x7f));
    const __m128i none = _mm_cmpeq_epi16(size, _mm_set1_epi16(0x7f));
    return (vector)_mm256_cvtph_ps(_mm_or_si128(halves(wide), none)) * 256.0f;
}

LOADS(load_f8e5m2, uint8_t) {
    return (vector)_mm256_cvtph_ps(_mm_slli_epi16(_mm_cvtepu8_epi16(_mm_loadl_epi64(words(p))), 8));
}

LOADS(load_i8, int8_t) {
    return (vector)_mm256_cvtepi32_ps(_mm256_cvtepi8_epi32(_mm_loadl_epi64(words(p))));
}

LOADS(load_u8, uint8_t) {
    return (vector)_mm256_cvtepi32_ps(_mm256_cvtepu8_epi32(_mm_loadl_epi64(words(p))));
}

#include "product_weights.inc"

#endif
