#include "transpose_tile.h"

#include "cpu.h"
#include "parts.h"

#include <string.h>

/* ---- element by element ---------------------------------------------------------------------- */

typedef struct {
    uint64_t half[2];
} uint128_bits;

/* Few rows are written as they lie: `count` is a constant where it is small. */
#define PLAIN(bits, T)                                                                             \
    static inline __attribute__((always_inline)) void plain_rows_##bits(                           \
        const struct transpose_matrix *x, const int64_t count) {                                   \
        for (int64_t c = 0; c < x->columns; c++) {                                                 \
            char *to = x->to + c * x->to_column;                                                   \
            const char *from = x->from + c * (int64_t)sizeof(T);                                   \
            for (int64_t r = 0; r < count; r++) {                                                  \
                memcpy(to + r * (int64_t)sizeof(T), from + r * x->from_row, sizeof(T));            \
            }                                                                                      \
        }                                                                                          \
    }                                                                                              \
    static void plain_##bits(const struct transpose_matrix *x) {                                   \
        switch (x->rows) {                                                                         \
        case 1:                                                                                    \
            plain_rows_##bits(x, 1);                                                               \
            break;                                                                                 \
        case 2:                                                                                    \
            plain_rows_##bits(x, 2);                                                               \
            break;                                                                                 \
        case 3:                                                                                    \
            plain_rows_##bits(x, 3);                                                               \
            break;                                                                                 \
        default:                                                                                   \
            plain_rows_##bits(x, x->rows);                                                         \
            break;                                                                                 \
        }                                                                                          \
    }
SDYRT_IF(TRANSPOSE_8, PLAIN(8, uint8_t))
SDYRT_IF(TRANSPOSE_16, PLAIN(16, uint16_t))
SDYRT_IF(TRANSPOSE_32, PLAIN(32, uint32_t))
SDYRT_IF(TRANSPOSE_64, PLAIN(64, uint64_t))
SDYRT_IF(TRANSPOSE_128, PLAIN(128, uint128_bits))

#if defined(__x86_64__)
#include <immintrin.h>

/* Rows so far apart that their pages meet in a few sets of the second-level TLB (of 256 sets of 16
   pages) do not stay there until their next columns are asked for. */
static inline int crowded(int64_t row_stride, int64_t rows) {
    int64_t way = 256 * 4096, alignment = row_stride & -row_stride;
    return rows * (alignment < way ? alignment : way) > 16 * way;
}

/* ---- SSE2 -------------------------------------------------------------------------------------
 */

#define SSE2_TARGET
#define TARGET                  SSE2_TARGET
#define VECTOR                  __m128i
#define LANES                   1
#define STORE(address, vector)  _mm_storeu_si128((void *)(address), vector)
#define STREAM(address, vector) _mm_stream_si128((void *)(address), vector)
#define TURN_LANES(x)           ((void)(x))

#if SDYRT_HAS_TRANSPOSE_8
#define BITS    8
#define NAME(x) x##_8_sse2
#define SMALLER plain_8
#define LOW     _mm_unpacklo_epi8
#define HIGH    _mm_unpackhi_epi8
#include "transpose_tile.inc"
#endif

#if SDYRT_HAS_TRANSPOSE_16
#define BITS    16
#define NAME(x) x##_16_sse2
#define SMALLER plain_16
#define LOW     _mm_unpacklo_epi16
#define HIGH    _mm_unpackhi_epi16
#include "transpose_tile.inc"
#endif

#if SDYRT_HAS_TRANSPOSE_32
#define BITS    32
#define NAME(x) x##_32_sse2
#define SMALLER plain_32
#define LOW     _mm_unpacklo_epi32
#define HIGH    _mm_unpackhi_epi32
#include "transpose_tile.inc"
#endif

#if SDYRT_HAS_TRANSPOSE_64
#define BITS    64
#define NAME(x) x##_64_sse2
#define SMALLER plain_64
#define LOW     _mm_unpacklo_epi64
#define HIGH    _mm_unpackhi_epi64
#include "transpose_tile.inc"
#endif

#if SDYRT_HAS_TRANSPOSE_128
#define BITS    128
#define NAME(x) x##_128_sse2
#define SMALLER plain_128
#include "transpose_tile.inc"
#endif

#undef TARGET
#undef VECTOR
#undef LANES
#undef STORE
#undef STREAM
#undef TURN_LANES

/* ---- AVX2 -------------------------------------------------------------------------------------
 */

#define TARGET                  AVX2_TARGET
#define VECTOR                  __m256i
#define LANES                   2
#define STORE(address, vector)  _mm256_storeu_si256((void *)(address), vector)
#define STREAM(address, vector) _mm256_stream_si256((void *)(address), vector)
#define TURN_LANES(x)           turn_lanes_avx2(x)

AVX2_TARGET static inline __attribute__((always_inline)) void turn_lanes_avx2(__m256i x[2]) {
    __m256i low = _mm256_permute2x128_si256(x[0], x[1], 0x20);
    x[1] = _mm256_permute2x128_si256(x[0], x[1], 0x31);
    x[0] = low;
}

#if SDYRT_HAS_TRANSPOSE_8
#define BITS    8
#define NAME(x) x##_8_avx2
#define SMALLER matrix_8_sse2
#define LOW     _mm256_unpacklo_epi8
#define HIGH    _mm256_unpackhi_epi8
#include "transpose_tile.inc"
#endif

#if SDYRT_HAS_TRANSPOSE_16
#define BITS    16
#define NAME(x) x##_16_avx2
#define SMALLER matrix_16_sse2
#define LOW     _mm256_unpacklo_epi16
#define HIGH    _mm256_unpackhi_epi16
#include "transpose_tile.inc"
#endif

#if SDYRT_HAS_TRANSPOSE_32
#define BITS    32
#define NAME(x) x##_32_avx2
#define SMALLER matrix_32_sse2
#define LOW     _mm256_unpacklo_epi32
#define HIGH    _mm256_unpackhi_epi32
#include "transpose_tile.inc"
#endif

#if SDYRT_HAS_TRANSPOSE_64
#define BITS    64
#define NAME(x) x##_64_avx2
#define SMALLER matrix_64_sse2
#define LOW     _mm256_unpacklo_epi64
#define HIGH    _mm256_unpackhi_epi64
#include "transpose_tile.inc"
#endif

#if SDYRT_HAS_TRANSPOSE_128
#define BITS    128
#define NAME(x) x##_128_avx2
#define SMALLER matrix_128_sse2
#include "transpose_tile.inc"
#endif

#undef TARGET
#undef VECTOR
#undef LANES
#undef STORE
#undef STREAM
#undef TURN_LANES

/* ---- AVX-512 ----------------------------------------------------------------------------------
 */

#define TARGET                  AVX512_TARGET
#define VECTOR                  __m512i
#define LANES                   4
#define STORE(address, vector)  _mm512_storeu_si512((void *)(address), vector)
#define STREAM(address, vector) _mm512_stream_si512((void *)(address), vector)
#define TURN_LANES(x)           turn_lanes_avx512(x)

AVX512_TARGET static inline __attribute__((always_inline)) void turn_lanes_avx512(__m512i x[4]) {
    __m512i even_01 = _mm512_shuffle_i64x2(x[0], x[1], 0x88);
    __m512i odd_01 = _mm512_shuffle_i64x2(x[0], x[1], 0xdd);
    __m512i even_23 = _mm512_shuffle_i64x2(x[2], x[3], 0x88);
    __m512i odd_23 = _mm512_shuffle_i64x2(x[2], x[3], 0xdd);
    x[0] = _mm512_shuffle_i64x2(even_01, even_23, 0x88);
    x[1] = _mm512_shuffle_i64x2(odd_01, odd_23, 0x88);
    x[2] = _mm512_shuffle_i64x2(even_01, even_23, 0xdd);
    x[3] = _mm512_shuffle_i64x2(odd_01, odd_23, 0xdd);
}

#if SDYRT_HAS_TRANSPOSE_8
#define BITS    8
#define NAME(x) x##_8_avx512
#define SMALLER matrix_8_avx2
#define LOW     _mm512_unpacklo_epi8
#define HIGH    _mm512_unpackhi_epi8
#include "transpose_tile.inc"
#endif

#if SDYRT_HAS_TRANSPOSE_16
#define BITS    16
#define NAME(x) x##_16_avx512
#define SMALLER matrix_16_avx2
#define LOW     _mm512_unpacklo_epi16
#define HIGH    _mm512_unpackhi_epi16
#include "transpose_tile.inc"
#endif

#if SDYRT_HAS_TRANSPOSE_32
#define BITS    32
#define NAME(x) x##_32_avx512
#define SMALLER matrix_32_avx2
#define LOW     _mm512_unpacklo_epi32
#define HIGH    _mm512_unpackhi_epi32
#include "transpose_tile.inc"
#endif

#if SDYRT_HAS_TRANSPOSE_64
#define BITS    64
#define NAME(x) x##_64_avx512
#define SMALLER matrix_64_avx2
#define LOW     _mm512_unpacklo_epi64
#define HIGH    _mm512_unpackhi_epi64
#include "transpose_tile.inc"
#endif

#if SDYRT_HAS_TRANSPOSE_128
#define BITS    128
#define NAME(x) x##_128_avx512
#define SMALLER matrix_128_avx2
#include "transpose_tile.inc"
#endif

#undef TARGET
#undef VECTOR
#undef LANES
#undef STORE
#undef STREAM
#undef TURN_LANES

#endif

/* ---- the table ------------------------------------------------------------------------------- */

#define SIZES(prefix, suffix)                                                                      \
    {                                                                                              \
        SDYRT_OR_NULL(TRANSPOSE_8, prefix##_8##suffix),                                            \
            SDYRT_OR_NULL(TRANSPOSE_16, prefix##_16##suffix),                                      \
            SDYRT_OR_NULL(TRANSPOSE_32, prefix##_32##suffix),                                      \
            SDYRT_OR_NULL(TRANSPOSE_64, prefix##_64##suffix),                                      \
            SDYRT_OR_NULL(TRANSPOSE_128, prefix##_128##suffix)                                     \
    }

static transpose_matrix_fn *const functions[SDYRT_ISA_COUNT][5] = {
#if defined(__x86_64__)
    [SDYRT_ISA_BASELINE] = SIZES(matrix, _sse2),
    [SDYRT_ISA_AVX2] = SIZES(matrix, _avx2),
    [SDYRT_ISA_AVX512] = SIZES(matrix, _avx512),
#else
    [SDYRT_ISA_BASELINE] = SIZES(plain, ),
#endif
};

transpose_matrix_fn *sdyrt_transpose_matrix(int64_t bytes) {
    int log = bytes == 1 ? 0 : bytes == 2 ? 1 : bytes == 4 ? 2 : bytes == 8 ? 3 : 4;
    return functions[sdyrt_cpu_isa()][log];
}
