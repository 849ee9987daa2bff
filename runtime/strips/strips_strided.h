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

/* Lane i is element i * stride, and permutations look at its place within its vector only: so one
 * order does for all vectors, of which each gives some lanes that follow each other. The vectors of
 * all but the first and the last lanes are whole lines: others would be read as two. `shift`: by so
 * many elements the strip begins behind a line. `lines`: how many have elements of a vector. */
#define STRIDED_MASKS(bits, mask_type)                                                             \
    static __attribute__((noinline)) void strided_masks_##bits(mask_type *mask, int shift,         \
                                                               int stride, int lines) {            \
        enum { LANES = 512 / (bits) };                                                             \
        int lane = 0;                                                                              \
        for (int k = 0; k < lines; k++) {                                                          \
            mask[k] = 0;                                                                           \
            for (; lane < LANES && shift + lane * stride < (k + 1) * LANES; lane++) {              \
                mask[k] |= (mask_type)((mask_type)1 << lane);                                      \
            }                                                                                      \
        }                                                                                          \
    }
#define STRIDED_LINES(bits, T, mask_type)                                                          \
    STRIDED_TARGET_##bits static inline __attribute__((always_inline)) void strided_lines_##bits(  \
        T *d, const T *s, int64_t vectors, int shift, const int stride, const int lines) {         \
        enum { LANES = 512 / (bits) };                                                             \
        mask_type mask[STRIDED_##bits + 1];                                                        \
        __m512i order =                                                                            \
            (__m512i)((strided_lanes_##bits)STRIDED_IOTA_##bits * (T)stride + (T)shift);           \
        strided_masks_##bits(mask, shift, stride, lines);                                          \
        s -= shift;                                                                                \
        for (; vectors > 0; vectors--, s += stride * LANES, d += LANES) {                          \
            __m512i out = _mm512_permutexvar_epi##bits(order, _mm512_loadu_si512(s));              \
            _Pragma("GCC unroll 16") for (int k = 1; k < lines; k++) {                             \
                __m512i in = _mm512_loadu_si512(s + k * LANES);                                    \
                out = _mm512_mask_permutexvar_epi##bits(out, mask[k], order, in);                  \
            }                                                                                      \
            _mm512_storeu_si512(d, out);                                                           \
        }                                                                                          \
    }

/* Vectors of elements `by` apart: a function for each distance, of which the number of lines is a
 * constant. */
#define STRIDED_VECTORS(bits, by)                                                                  \
    STRIDED_TARGET_##bits static void strided_##bits##_by_##by(                                    \
        uint##bits##_t *d, const uint##bits##_t *s, int64_t vectors, int shift) {                  \
        if (shift >= (by)) {                                                                       \
            strided_lines_##bits(d, s, vectors, shift, by, (by) + 1);                              \
        } else {                                                                                   \
            strided_lines_##bits(d, s, vectors, shift, by, by);                                    \
        }                                                                                          \
    }
#define STRIDED_CASE(bits, by)                                                                     \
    case by:                                                                                       \
        return strided_##bits##_by_##by;
#define STRIDED_FEW(WHAT, bits) WHAT(bits, 3) WHAT(bits, 4) WHAT(bits, 5) WHAT(bits, 6)
#define STRIDED_SOME(WHAT, bits)                                                                   \
    STRIDED_FEW(WHAT, bits)                                                                        \
    WHAT(bits, 7) WHAT(bits, 8) WHAT(bits, 9) WHAT(bits, 10) WHAT(bits, 12)
#define STRIDED_MOST(WHAT, bits) STRIDED_SOME(WHAT, bits) WHAT(bits, 16)

/* A vector from where the strip begins, so that nothing in front of it is read, then vectors of
 * whole lines, then one more as the first. False where elements are too few, or too far apart. */
#define LOAD_PERMUTED(bits, T, mask_type, DISTANCES)                                               \
    STRIDED_MASKS(bits, mask_type)                                                                 \
    STRIDED_LINES(bits, T, mask_type)                                                              \
    DISTANCES(STRIDED_VECTORS, bits)                                                               \
    typedef void strided_function_##bits(T *d, const T *s, int64_t vectors, int shift);            \
    static strided_function_##bits *strided_by_##bits(int64_t stride) {                            \
        switch (stride) { DISTANCES(STRIDED_CASE, bits) }                                          \
        return NULL;                                                                               \
    }                                                                                              \
    static bool permuted_##bits(T *d, const T *s, int64_t n, int64_t stride) {                     \
        enum { LANES = 512 / (bits), STEP = 64 };                                                  \
        strided_function_##bits *load = strided_by_##bits(stride);                                 \
        if (load == NULL) {                                                                        \
            return false;                                                                          \
        }                                                                                          \
        int shift = (int)((uintptr_t)s % STEP / sizeof(T));                                        \
        int64_t i = 0, whole = (n - 1) / LANES;                                                    \
        if (shift > 0 && whole > 0) {                                                              \
            load(d, s, 1, 0);                                                                      \
            i = LANES;                                                                             \
            whole = (n - 1 - i - LANES / stride) / LANES;                                          \
        }                                                                                          \
        if (whole > 0) {                                                                           \
            load(d + i, s + i * stride, whole, shift);                                             \
            i += whole * LANES;                                                                    \
        }                                                                                          \
        if (i + LANES < n) {                                                                       \
            load(d + i, s + i * stride, 1, 0);                                                     \
            i += LANES;                                                                            \
        }                                                                                          \
        for (; i < n; i++) {                                                                       \
            d[i] = s[i * stride];                                                                  \
        }                                                                                          \
        return true;                                                                               \
    }                                                                                              \
    static inline bool load_permuted_##bits(T *d, const T *s, int64_t n, int64_t stride) {         \
        return stride <= STRIDED_##bits && n > 512 / (bits) && HAS_STRIDED_##bits &&               \
               permuted_##bits(d, s, n, stride);                                                   \
    }
LOAD_PERMUTED(8, uint8_t, __mmask64, STRIDED_MOST)
LOAD_PERMUTED(16, uint16_t, __mmask32, STRIDED_MOST)
LOAD_PERMUTED(32, uint32_t, __mmask16, STRIDED_SOME)
LOAD_PERMUTED(64, uint64_t, __mmask8, STRIDED_FEW)
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
