#include "transpose_tile.h"

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

/* Rows so far apart that their pages meet in a few sets of the second-level TLB (of 256 sets of 16
   pages) do not stay there until their next columns are asked for. */
static inline int crowded(int64_t row_stride, int64_t rows) {
    int64_t way = 256 * 4096, alignment = row_stride & -row_stride;
    return rows * (alignment < way ? alignment : way) > 16 * way;
}

/* In this order: each takes what does not fill its vectors to the one before. */
#include "transpose_tile_sse2.inc"

#include "transpose_tile_avx2.inc"

#include "transpose_tile_avx512.inc"
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

transpose_matrix_fn *sdyrt_transpose_matrix(int64_t isa, int64_t bytes) {
    int log = bytes == 1 ? 0 : bytes == 2 ? 1 : bytes == 4 ? 2 : bytes == 8 ? 3 : 4;
    return functions[isa][log];
}
