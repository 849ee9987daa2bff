/* Products of bytes by fours, where the processor multiplies unsigned bytes by signed ones and adds
   four products at a time; internal to the runtime. A byte of A is taken 128 off, with which its
   sign changes to what the instruction wants beside a byte of B; sums begin with what that makes
   up for. */
#ifndef SDYRT_PRODUCT_QUADS_H
#define SDYRT_PRODUCT_QUADS_H

#include "product.h"

/* A: rows of to_row groups of four, 128 off. to_row: a multiple of 16. */
void sdyrt_quads_rows(int64_t rows, int64_t k, const void *a, int64_t row, int64_t col,
                      uint32_t *to, int64_t to_row);

/* B: a panel of them. room: as of sdyrt_group_strips. */
void sdyrt_quads_panel(int64_t k, int64_t cols, const void *b, int64_t row, int64_t col,
                       uint32_t *panel, char *room);

/* What the sums of each column of a packed panel begin with. */
void sdyrt_quads_begin(int is_unsigned, int64_t k, const uint32_t *panel, uint32_t *sums);

/* sum[n] of one row of signed bytes by rows of B, which are read as they lie: room for 63 more. */
void sdyrt_quads_row(const struct sdyrt_product *p, const void *a, const void *b, uint32_t *sum);

#endif
