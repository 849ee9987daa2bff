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
enum { STRIP_SUMS = SDYRT_WEIGHTS_FEW * 2 }; /* vectors that registers have room for */
#define INLINE TARGET static inline __attribute__((always_inline))

typedef float vector __attribute__((vector_size(32), aligned(4), may_alias));
typedef int32_t integers __attribute__((vector_size(32)));
typedef uint32_t naturals __attribute__((vector_size(32)));

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

/* --- packed weights --- */

/* What makes of the bits of numbers of 4 bits, without a sign and with one, the bits of numbers of
   f32, and what these are too large by: of the lower half of a byte, and of the upper one, which is
   16 times as large. */
struct numbers {
    integers flip, signs; /* of bytes, and of all halves of 4 bytes */
    vector less[2];
};
#define SAME(x)                                                                                    \
    { x, x, x, x, x, x, x, x }
static const struct numbers nibbles[] = {{SAME(MAGIC_BITS), SAME(0), {SAME(MAGIC), SAME(MAGIC)}},
                                         {SAME(MAGIC_BITS + UPPER_SIGN + LOWER_SIGN),
                                          SAME((int32_t)0x88888888),
                                          {SAME(MAGIC + LOWER_SIGN), SAME(MAGIC + UPPER_SIGN)}}};
#undef SAME

INLINE integers hold_x2(const struct numbers *n, const uint8_t *p) {
    return (integers)_mm256_cvtepu8_epi32(_mm_loadl_epi64(words(p))) ^ n->flip;
}

INLINE integers hold_x8(const struct numbers *n, const uint32_t *p) {
    return (integers)_mm256_loadu_si256((const __m256i *)(const void *)p) ^ n->signs;
}

INLINE vector part_x2(const struct numbers *n, integers held, const int part) {
    return (vector)(held & (part == 0 ? ~UPPER : ~LOWER)) - n->less[part];
}

INLINE vector part_x8(const struct numbers *n, integers held, const int part) {
    const integers low = (integers)((naturals)held >> part * WEIGHTS_PART_BITS) & LOWER;
    return (vector)(low | MAGIC_BITS) - n->less[0];
}

/* --- lanes --- */

TARGET static inline __attribute__((always_inline)) float sum_of_lanes(vector sum) {
    __m128 half =
        _mm_add_ps(_mm256_castps256_ps128((__m256)sum), _mm256_extractf128_ps((__m256)sum, 1));
    half = _mm_add_ps(half, _mm_movehl_ps(half, half));
    return _mm_cvtss_f32(_mm_add_ss(half, _mm_movehdup_ps(half)));
}

/* Halves of both vectors, of which the middle ones change places. */
TARGET static inline __attribute__((always_inline)) vector one_of_two(vector a, vector b,
                                                                      const int number) {
    const __m256 some = number == 0 ? _mm256_shuffle_ps((__m256)a, (__m256)b, 0x88)
                                    : _mm256_shuffle_ps((__m256)a, (__m256)b, 0xdd);
    return (vector)_mm256_permute4x64_pd((__m256d)some, 0xd8);
}

#include "product_weights.inc"

#endif
