/*
 * Elements a few places apart, by permutations of whole vectors; a part of strips_impl.h. Where
 * vectors have 64 bytes, the vectors that have some of the elements are read one after the other,
 * and each gives its elements their lanes.
 */

#if defined(SDYRT_WITH_AVX512)
#include <immintrin.h>

#include "cpu.h"

/* Beyond these, an element costs no more by itself. */
enum { STRIDED_8 = 16, STRIDED_16 = 16, STRIDED_32 = 12, STRIDED_64 = 6 };

#define STRIDED_TARGET_8  __attribute__((target("avx512vbmi")))
#define STRIDED_TARGET_16 /* of the file */
#define STRIDED_TARGET_32
#define STRIDED_TARGET_64
#define HAS_STRIDED_8  sdyrt_cpu_has_avx512_vbmi()
#define HAS_STRIDED_16 1
#define HAS_STRIDED_32 1
#define HAS_STRIDED_64 1

typedef uint8_t strided_lanes_8 __attribute__((vector_size(64)));
typedef uint16_t strided_lanes_16 __attribute__((vector_size(64)));
typedef uint32_t strided_lanes_32 __attribute__((vector_size(64)));
typedef uint64_t strided_lanes_64 __attribute__((vector_size(64)));

/* 0, 1, 2, ... */
static const uint8_t strided_iota[64] = {
    0,  1,  2,  3,  4,  5,  6,  7,  8,  9,  10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21,
    22, 23, 24, 25, 26, 27, 28, 29, 30, 31, 32, 33, 34, 35, 36, 37, 38, 39, 40, 41, 42, 43,
    44, 45, 46, 47, 48, 49, 50, 51, 52, 53, 54, 55, 56, 57, 58, 59, 60, 61, 62, 63};
#define STRIDED_IOTA_8  _mm512_loadu_si512(strided_iota)
#define STRIDED_IOTA_16 _mm512_cvtepu8_epi16(_mm256_loadu_si256((const void *)strided_iota))
#define STRIDED_IOTA_32 _mm512_cvtepu8_epi32(_mm_loadu_si128((const void *)strided_iota))
#define STRIDED_IOTA_64 _mm512_cvtepu8_epi64(_mm_loadu_si128((const void *)strided_iota))

/* The first lane that vector k, or one behind it, gives: those of a vector follow each other. */
#define STRIDED_FIRST(k) (((k)*LANES + stride - 1) / stride)
#define STRIDED_BELOW(mask_type, lane)                                                             \
    ((lane) >= LANES ? (mask_type)-1 : (mask_type)(((mask_type)1 << (lane)) - 1))

/* Element i * stride of all is lane i; the permutations look at the place within its vector only.
 */
#define STRIDED_BY(bits, T, mask_type)                                                             \
    STRIDED_TARGET_##bits static inline __attribute__((always_inline)) void strided_##bits(        \
        T *d, const T *s, int64_t n, const int stride) {                                           \
        enum { LANES = 512 / (bits) };                                                             \
        __m512i order = (__m512i)((strided_lanes_##bits)STRIDED_IOTA_##bits * (T)stride);          \
        int64_t i = 0;                                                                             \
        for (; i + LANES < n; i += LANES, s += (int64_t)stride * LANES) {                          \
            __m512i out = _mm512_permutexvar_epi##bits(order, _mm512_loadu_si512(s));              \
            _Pragma("GCC unroll 16") for (int k = 1; k < stride; k++) {                            \
                __m512i in = _mm512_loadu_si512(s + k * LANES);                                    \
                mask_type mask = STRIDED_BELOW(mask_type, STRIDED_FIRST(k + 1)) ^                  \
                                 STRIDED_BELOW(mask_type, STRIDED_FIRST(k));                       \
                out = _mm512_mask_permutexvar_epi##bits(out, mask, order, in);                     \
            }                                                                                      \
            _mm512_storeu_si512(d + i, out);                                                       \
        }                                                                                          \
        for (; i < n; i++, s += stride) {                                                          \
            d[i] = *s;                                                                             \
        }                                                                                          \
    }
#define STRIDED_CASE(bits, by)                                                                     \
    case by:                                                                                       \
        strided_##bits(d, s, n, by);                                                               \
        return true;
#define STRIDED_FEW(bits)                                                                          \
    STRIDED_CASE(bits, 3) STRIDED_CASE(bits, 4) STRIDED_CASE(bits, 5) STRIDED_CASE(bits, 6)
#define STRIDED_SOME(bits)                                                                         \
    STRIDED_FEW(bits)                                                                              \
    STRIDED_CASE(bits, 7) STRIDED_CASE(bits, 8) STRIDED_CASE(bits, 9) STRIDED_CASE(bits, 10)       \
    STRIDED_CASE(bits, 12)
#define STRIDED_CASES_8  STRIDED_SOME(8) STRIDED_CASE(8, 16)
#define STRIDED_CASES_16 STRIDED_SOME(16) STRIDED_CASE(16, 16)
#define STRIDED_CASES_32 STRIDED_SOME(32)
#define STRIDED_CASES_64 STRIDED_FEW(64)

/* False where elements are too few, or too far apart. */
#define LOAD_PERMUTED(bits, T, mask_type)                                                          \
    STRIDED_BY(bits, T, mask_type)                                                                 \
    STRIDED_TARGET_##bits static bool permuted_##bits(T *d, const T *s, int64_t n,                 \
                                                      int64_t stride) {                            \
        switch (stride) { STRIDED_CASES_##bits }                                                   \
        return false;                                                                              \
    }                                                                                              \
    static inline bool load_permuted_##bits(T *d, const T *s, int64_t n, int64_t stride) {         \
        return stride <= STRIDED_##bits && n > 512 / (bits) && HAS_STRIDED_##bits &&               \
               permuted_##bits(d, s, n, stride);                                                   \
    }
LOAD_PERMUTED(8, uint8_t, __mmask64)
LOAD_PERMUTED(16, uint16_t, __mmask32)
LOAD_PERMUTED(32, uint32_t, __mmask16)
LOAD_PERMUTED(64, uint64_t, __mmask8)
#else
#define LOAD_UNPERMUTED(bits)                                                                      \
    static inline bool load_permuted_##bits(void *d, const void *s, int64_t n, int64_t stride) {   \
        (void)d, (void)s, (void)n, (void)stride;                                                   \
        return false;                                                                              \
    }
LOAD_UNPERMUTED(8)
LOAD_UNPERMUTED(16)
LOAD_UNPERMUTED(32)
LOAD_UNPERMUTED(64)
#endif

static inline bool load_permuted_128(void *d, const void *s, int64_t n, int64_t stride) {
    (void)d, (void)s, (void)n, (void)stride;
    return false;
}
