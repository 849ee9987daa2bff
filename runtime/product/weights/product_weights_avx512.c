#include "product_weights_kernels.h"

#include "sizes.h"

#include <math.h>
#include <string.h>

#include "cpu.h"

#if defined(__x86_64__)

#include <immintrin.h>

#include "fused.h"

#define TARGET  AVX512_TARGET
#define LANES   16
#define KERNELS sdyrt_weights_avx512

typedef float vector __attribute__((vector_size(64), aligned(4), may_alias));
typedef int32_t integers __attribute__((vector_size(64)));
typedef uint32_t naturals __attribute__((vector_size(64)));

#define LOADS(name, type)                                                                          \
    TARGET static inline __attribute__((always_inline)) vector name(const type *p)

static inline __attribute__((always_inline)) __m128i bytes(const void *p) {
    return _mm_loadu_si128(p);
}

TARGET static inline __attribute__((always_inline)) __m256i words(const void *p) {
    return _mm256_loadu_si256(p);
}

LOADS(load_bf16, uint16_t) {
    return (vector)_mm512_slli_epi32(_mm512_cvtepu16_epi32(words(p)), 16);
}

LOADS(load_f16, uint16_t) {
    return (vector)_mm512_cvtph_ps(words(p));
}

/* Sign, exponent and mantissa where those of f16 are, whose numbers are 2^8 times smaller. */
TARGET static inline __attribute__((always_inline)) __m256i halves(__m256i bytes) {
    return _mm256_and_si256(_mm256_slli_epi16(bytes, 7), _mm256_set1_epi16((short)0xbf80));
}

LOADS(raw_f8e4m3fn, uint8_t) {
    return (vector)_mm512_cvtph_ps(halves(_mm256_cvtepi8_epi16(bytes(p))));
}

/* What would be the largest number is none. */
LOADS(load_f8e4m3fn, uint8_t) {
    const __m256i wide = _mm256_cvtepi8_epi16(bytes(p));
    const __m256i size = _mm256_and_si256(wide, _mm256_set1_epi16(0x7f));
    const __m256i none = _mm256_cmpeq_epi16(size, _mm256_set1_epi16(0x7f));
    return (vector)_mm512_cvtph_ps(_mm256_or_si256(halves(wide), none)) * 256.0f;
}

LOADS(load_f8e5m2, uint8_t) {
    return (vector)_mm512_cvtph_ps(_mm256_slli_epi16(_mm256_cvtepu8_epi16(bytes(p)), 8));
}

LOADS(load_i8, int8_t) {
    return __builtin_convertvector((integers)_mm512_cvtepi8_epi32(bytes(p)), vector);
}

LOADS(load_u8, uint8_t) {
    return __builtin_convertvector((integers)_mm512_cvtepu8_epi32(bytes(p)), vector);
}

/* --- packed weights --- */

#define HOLDS(name, type)                                                                          \
    TARGET static inline __attribute__((always_inline)) integers name(const type *p)

HOLDS(raw_u4x2, uint8_t) {
    return (integers)_mm512_cvtepu8_epi32(bytes(p));
}

HOLDS(raw_i4x2, uint8_t) {
    return (integers)_mm512_cvtepi8_epi32(bytes(p));
}

HOLDS(raw_x8, uint32_t) {
    return (integers)_mm512_loadu_si512(p);
}

/* Of an index the look-up takes no more than these bits. */
TARGET static inline __attribute__((always_inline)) vector low_u4(integers held) {
    const vector all = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15};
    return (vector)_mm512_permutexvar_ps((__m512i)held, (__m512)all);
}

TARGET static inline __attribute__((always_inline)) vector low_i4(integers held) {
    const vector all = {0, 1, 2, 3, 4, 5, 6, 7, -8, -7, -6, -5, -4, -3, -2, -1};
    return (vector)_mm512_permutexvar_ps((__m512i)held, (__m512)all);
}

/* --- lanes --- */

TARGET static inline __attribute__((always_inline)) float sum_of_lanes(vector sum) {
    return _mm512_reduce_add_ps((__m512)sum);
}

TARGET static inline __attribute__((always_inline)) vector one_of_two(vector a, vector b,
                                                                      const int number) {
    const integers first = {0, 2, 4, 6, 8, 10, 12, 14, 16, 18, 20, 22, 24, 26, 28, 30};
    return (vector)_mm512_permutex2var_ps((__m512)a, (__m512i)(first + number), (__m512)b);
}

#include "product_weights.inc"

#endif
