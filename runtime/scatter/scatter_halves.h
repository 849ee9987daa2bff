/* Updates of f16 by vectors; scatter.c and scatter_rows.c have them for all processors. */
#ifndef SDYRT_SCATTER_HALVES_H
#define SDYRT_SCATTER_HALVES_H

#include "scatter_vectors.h"

#include <stdint.h>

/* One element after the other, as sdyrt_scatter does. */
typedef void sdyrt_scatter_half(int wide, uint16_t *memory, const void *offset, const uint8_t *keep,
                                const float *values, int64_t n);

/* By the number of an operation in scatter.h; NULL: the processor has no such vectors. */
sdyrt_scatter_half *sdyrt_scatter_half_of(int op);
sdyrt_scatter_row *sdyrt_scatter_half_row_of(int op);

#endif
