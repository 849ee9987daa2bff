/* Transposes of matrices in registers; internal to the runtime. */
#ifndef SDYRT_TRANSPOSE_TILE_H
#define SDYRT_TRANSPOSE_TILE_H

#include "cpu.h"

#include <stdint.h>

/* A matrix whose rows are dense in the source and whose columns are dense in the result:
   element (r, c) goes from `from + r * from_row + c * bytes` to `to + c * to_column + r * bytes`.
   Strides count bytes. */
struct transpose_matrix {
    const char *from;
    char *to;
    int64_t from_row, to_column;
    int64_t rows, columns;
    int stream; /* 1: the result goes past the caches where its alignment allows */
};

typedef void transpose_matrix_fn(const struct transpose_matrix *matrix);

/* The function for an instruction set (enum sdyrt_isa) and elements of 1, 2, 4, 8 or 16 bytes. */
transpose_matrix_fn *sdyrt_transpose_matrix(int64_t isa, int64_t bytes);

#endif
