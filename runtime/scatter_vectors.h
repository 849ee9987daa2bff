/* Rows of elements of 32 and 64 bits by vectors of 64 bytes; scatter_rows.c has them for all types
 * and processors. */
#ifndef SDYRT_SCATTER_VECTORS_H
#define SDYRT_SCATTER_VECTORS_H

#include <stdint.h>

enum { SDYRT_SCATTER_NARROW = 64 }; /* most bytes of a row that is one vector */

/* Combines `count` rows of values, which are dense, with the one in memory, in their order. */
typedef void sdyrt_scatter_row(char *memory, const char *values, int64_t count, int64_t columns);
/* Combines rows of `size` bytes, each with what stands at its place; at NULL nothing happens. */
typedef void sdyrt_scatter_narrow(char *const *places, const char *values, int64_t rows,
                                  int64_t size);

/* By the numbers of scatter.h; NULL: the processor has no such vectors, or there is none for the
 * type. */
sdyrt_scatter_row *sdyrt_scatter_row_of(int op, int type);
sdyrt_scatter_narrow *sdyrt_scatter_narrow_of(int op, int type);

#endif
