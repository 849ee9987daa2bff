/*
 * Elements a few places apart by AVX-512, a part of strips_strided.h: the vectors that have some of
 * the elements are read one after the other, and each gives its elements their lanes.
 */

#include <immintrin.h>

/* The farthest apart that elements of any size are here (STRIDED_CASES): beyond, and where they are
 * few in a vector, one by one they take no longer. */
enum { STRIDED_MOST = 12 };

#define STRIDED_TARGET_8  __attribute__((target("avx512vbmi")))
#define STRIDED_TARGET_16 /* of the file */
#define STRIDED_TARGET_32

typedef uint8_t strided_lanes_8 __attribute__((vector_size(64)));
typedef uint16_t strided_lanes_16 __attribute__((vector_size(64)));
typedef uint32_t strided_lanes_32 __attribute__((vector_size(64)));

/* 0, 1, 2, ... */
static const uint8_t strided_iota[64] = {
    0,  1,  2,  3,  4,  5,  6,  7,  8,  9,  10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21,
    22, 23, 24, 25, 26, 27, 28, 29, 30, 31, 32, 33, 34, 35, 36, 37, 38, 39, 40, 41, 42, 43,
    44, 45, 46, 47, 48, 49, 50, 51, 52, 53, 54, 55, 56, 57, 58, 59, 60, 61, 62, 63};
#define STRIDED_IOTA_8  _mm512_loadu_si512(strided_iota)
#define STRIDED_IOTA_16 _mm512_cvtepu8_epi16(_mm256_loadu_si256((const void *)strided_iota))
#define STRIDED_IOTA_32 _mm512_cvtepu8_epi32(_mm_loadu_si128((const void *)strided_iota))

/* Lane i is element i * stride, and permutations look at its place within its vector only: so one
 * order does for all vectors, of which each gives some lanes that follow each other. The vectors of
 * all but the first and the last lanes are whole lines: others would be read as two. `shift`: by so
 * many elements the strip begins behind a line. `lines`: how many have elements of a vector. */
#define STRIDED_BELOW(mask_type, lane)                                                             \
    ((lane) <= 0 ? 0 : (lane) >= LANES ? (mask_type)-1 : (mask_type)(((mask_type)1 << (lane)) - 1))
#define STRIDED_LINES(bits, T, mask_type)                                                          \
    STRIDED_TARGET_##bits static inline __attribute__((always_inline)) void strided_lines_##bits(  \
        T *d, const T *s, int64_t vectors, int shift, const int stride, const int lines) {         \
        enum { LANES = sizeof(__m512i) / sizeof(T) };                                              \
        mask_type mask[STRIDED_MOST + 1];                                                          \
        __m512i order =                                                                            \
            (__m512i)((strided_lanes_##bits)STRIDED_IOTA_##bits * (T)stride + (T)shift);           \
        _Pragma("GCC unroll 17") for (int k = 0; k < lines; k++) {                                 \
            int first = (k * LANES - shift + stride - 1) / stride;                                 \
            int next = ((k + 1) * LANES - shift + stride - 1) / stride;                            \
            mask[k] = STRIDED_BELOW(mask_type, next) ^ STRIDED_BELOW(mask_type, first);            \
        }                                                                                          \
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

#define STRIDED_BY(bits, T, mask_type)                                                             \
    STRIDED_LINES(bits, T, mask_type)                                                              \
    STRIDED_TARGET_##bits static inline __attribute__((always_inline)) void strided_##bits(        \
        T *d, const T *s, int64_t n, const int stride) {                                           \
        enum { STEP = sizeof(__m512i), LANES = STEP / sizeof(T) };                                 \
        int shift = (int)((uintptr_t)s % STEP / sizeof(T));                                        \
        int64_t i = 0, whole = (n - 1) / LANES;                                                    \
        if (shift > 0 && whole > 0) { /* nothing in front of the strip is read */                  \
            strided_lines_##bits(d, s, 1, 0, stride, stride);                                      \
            i = LANES;                                                                             \
            whole = (n - 1 - i - LANES / stride) / LANES;                                          \
        }                                                                                          \
        if (whole > 0 && shift >= stride) {                                                        \
            strided_lines_##bits(d + i, s + i * stride, whole, shift, stride, stride + 1);         \
        } else if (whole > 0) {                                                                    \
            strided_lines_##bits(d + i, s + i * stride, whole, shift, stride, stride);             \
        }                                                                                          \
        i += whole > 0 ? whole * LANES : 0;                                                        \
        if (i + LANES < n) {                                                                       \
            strided_lines_##bits(d + i, s + i * stride, 1, 0, stride, stride);                     \
            i += LANES;                                                                            \
        }                                                                                          \
        for (; i < n; i++) {                                                                       \
            d[i] = s[i * stride];                                                                  \
        }                                                                                          \
    }
#define STRIDED_CASE(bits, by)                                                                     \
    case by:                                                                                       \
        strided_##bits(d, s, n, by);                                                               \
        return true;
#define STRIDED_SOME(bits)                                                                         \
    STRIDED_CASE(bits, 5)                                                                          \
    STRIDED_CASE(bits, 6)                                                                          \
    STRIDED_CASE(bits, 7) STRIDED_CASE(bits, 8) STRIDED_CASE(bits, 9) STRIDED_CASE(bits, 10)
#define STRIDED_CASES_8  STRIDED_CASE(8, 3) STRIDED_SOME(8) STRIDED_CASE(8, 12)
#define STRIDED_CASES_16 STRIDED_CASE(16, 3) STRIDED_SOME(16)
#define STRIDED_CASES_32 STRIDED_CASE(32, 3)

/* False where elements are too few, or too far apart. Bytes are permuted where that is picked
   alone: load_permuted_8 of the others is always false. */
#define LOAD_PERMUTED(bits, permuted, T, mask_type)                                                \
    STRIDED_BY(bits, T, mask_type)                                                                 \
    STRIDED_TARGET_##bits static bool permuted_##bits(T *d, const T *s, int64_t n,                 \
                                                      int64_t stride) {                            \
        switch (stride) { STRIDED_CASES_##bits }                                                   \
        return false;                                                                              \
    }                                                                                              \
    static inline bool load_##permuted(T *d, const T *s, int64_t n, int64_t stride) {              \
        return stride <= STRIDED_MOST && n > 512 / (bits) && permuted_##bits(d, s, n, stride);     \
    }
LOAD_PERMUTED(8, permuted_vbmi, uint8_t, __mmask64)
LOAD_PERMUTED(16, permuted_16, uint16_t, __mmask32)
LOAD_PERMUTED(32, permuted_32, uint32_t, __mmask16)

/* The loads of bytes where they are permuted (and repeated: strips_repeat_avx512.h); all others are
 * those of AVX-512. */
#define STRIP_VBMI_8                                                                               \
    static void strip_load_vbmi(void *dst, const void *src, int64_t n, int64_t stride) {           \
        if (!load_permuted_vbmi(dst, src, n, stride)) {                                            \
            strip_load_8(dst, src, n, stride);                                                     \
        }                                                                                          \
    }                                                                                              \
    static void strip_load2_vbmi(void *dst, const void *src, int64_t rows, int64_t row_stride,     \
                                 int64_t columns, int64_t column_stride) {                         \
        uint8_t *d = dst;                                                                          \
        const uint8_t *s = src;                                                                    \
        if (row_stride == columns * column_stride) {                                               \
            strip_load_vbmi(d, s, rows *columns, column_stride);                                   \
        } else if (row_stride == 1 && column_stride == 0 && columns != 2 && columns != 3 &&        \
                   repeat_vbmi(d, s, rows, columns)) {                                             \
        } else if (row_stride != 1 && column_stride > 2 && columns >= NARROW) {                    \
            for (int64_t r = 0; r < rows; r++) {                                                   \
                strip_load_vbmi(d + r * columns, s + r * row_stride, columns, column_stride);      \
            }                                                                                      \
        } else {                                                                                   \
            strip_load2_8(d, s, rows, row_stride, columns, column_stride);                         \
        }                                                                                          \
    }
