/* Products of 32- and 64-bit numbers with this runtime's own kernels; internal to the runtime. */
#ifndef SDYRT_GEMM_NATIVE_H
#define SDYRT_GEMM_NATIVE_H

#include "gemm.h"
#include "sizes.h"

#define SDYRT_GEMM_PANEL_BYTES 128 /* of a row of a panel of B, as in gemm_micro.h */
/* So many panels are packed to this depth: all of them stay in the L2 cache and one in the
   first-level cache, and every pass over C is paid for by many multiplications per element. */
#define SDYRT_GEMM_DEPTH  256
#define SDYRT_GEMM_PANELS 8
/* And rows of A that are not dense, in groups of so many lines of a column: whole blocks of 4, 6, 8
   or 12 rows. */
#define SDYRT_GEMM_GROUP_LINES 3
#define SDYRT_GEMM_DEPTH_BYTES                                                                     \
    (SDYRT_GEMM_PANELS * SDYRT_GEMM_PANEL_BYTES + SDYRT_GEMM_GROUP_LINES * 64)
#define SDYRT_GEMM_NATIVE_SCRATCH (SDYRT_GEMM_DEPTH * SDYRT_GEMM_DEPTH_BYTES)
/* Rows of A that are packed for scalar products, where they are not dense, and bytes of all. */
#define SDYRT_GEMM_PACKED_ROWS  16
#define SDYRT_GEMM_PACKED_BYTES (64 << 10)

/* Elements of this size from one packed row of A to the next: whole vectors, as many as there is
   scratch for. */
static inline int64_t sdyrt_gemm_packed_row(int64_t k, int64_t size) {
    return minimum(SDYRT_GEMM_PACKED_BYTES / SDYRT_GEMM_PACKED_ROWS / size,
                   maximum(pieces(k, 16), 1) * 16);
}

/* The depth of each block of a product this deep: even ones, of whole lines. */
static inline int64_t sdyrt_gemm_depth(int64_t k) {
    return pieces(pieces(k, maximum(pieces(k, SDYRT_GEMM_DEPTH), 1)), 16) * 16;
}

/* As sdyrt_gemm, for these types; integers wrap around. scratch is aligned to 64. */
void sdyrt_gemm_native_f32(const struct sdyrt_gemm *product, const float *a, const float *b,
                           float *c, int accumulate, void *scratch);
void sdyrt_gemm_native_f64(const struct sdyrt_gemm *product, const double *a, const double *b,
                           double *c, int accumulate, void *scratch);

void sdyrt_gemm_native_u32(const struct sdyrt_gemm *product, const uint32_t *a, const uint32_t *b,
                           uint32_t *c, int accumulate, void *scratch);
void sdyrt_gemm_native_u64(const struct sdyrt_gemm *product, const uint64_t *a, const uint64_t *b,
                           uint64_t *c, int accumulate, void *scratch);

/* Packs rows x cols of B, cols at most a panel's width, into whole panel rows at `panel`. */
void sdyrt_pack_panel_f32(int64_t rows, int64_t cols, const float *b, int64_t b_row, int64_t b_col,
                          float *panel);
void sdyrt_pack_panel_f64(int64_t rows, int64_t cols, const double *b, int64_t b_row, int64_t b_col,
                          double *panel);
void sdyrt_pack_panel_u32(int64_t rows, int64_t cols, const uint32_t *b, int64_t b_row,
                          int64_t b_col, uint32_t *panel);
void sdyrt_pack_panel_u64(int64_t rows, int64_t cols, const uint64_t *b, int64_t b_row,
                          int64_t b_col, uint64_t *panel);

#endif
