/* Products of rows of f32, or of bf16, and narrow weights: C[m,n] = (accumulate ? C : 0) + A[m,k]
   W[k,n]. Of few rows W is decoded as it is read, in registers, of many a piece at a time in a near
   cache; it never lies in memory whole:

       W[i,j] = (B[i,j] - zero[i / block, j]) * scale[i / block, j]

   of the elements B as they are stored. An element of memory may hold several weights of 4 bits,
   its parts, which are terms of the sums or columns, at strides of their own:

       A[m, k, part] B[k, n](part)      or      C[m, n, part] of B[k, n](part)

   Several such products may be asked for at once.

   README.md says which routes there are. */
#ifndef SDYRT_PRODUCT_WEIGHTS_H
#define SDYRT_PRODUCT_WEIGHTS_H

#include <stddef.h>
#include <stdint.h>

#include "product_tile.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Types of stored numbers. Integers of 4 bits lie in a byte each, extended to 8 bits. */
enum sdyrt_weights_type {
    SDYRT_WEIGHTS_NONE, /* of scales: all are 1; of zero points: all are 0 */
    SDYRT_WEIGHTS_F32,  /* of scales and zero points alone */
#define WEIGHTS_TYPE(name, NAME, storage)                  SDYRT_WEIGHTS_##NAME,
#define PACKED_TYPE(name, NAME, storage, parts, is_signed) SDYRT_WEIGHTS_##NAME,
#include "product_weights_types.def"
    SDYRT_WEIGHTS_TYPE_COUNT
};

/* What is asked. Strides count elements; a scale or zero point that does not change along a
   dimension has a stride of 0 there. Of packed weights n, k and block count elements of memory. */
struct sdyrt_weights {
    int64_t type; /* of B's elements */
    int64_t m, n, k;
    int64_t a_row, a_col, b_row, b_col, c_row, c_col;
    int64_t block; /* terms of a sum that share a scale and a zero point, 1 or more */
    int64_t scale_type, scale_row, scale_col; /* row: from one block to the next */
    int64_t zero_type, zero_row, zero_col;
    int64_t a_block; /* from the first term of a block to that of the next */
    int64_t a_part;  /* from one part of an element to the next, where parts are terms; else 0 */
    int64_t c_part, scale_part, zero_part; /* the same where they are columns */
    int64_t order; /* 4 bits for each part, from the lowest: its number among the parts */
    int64_t count; /* products side by side, 1 or more; elements from one to the next: */
    int64_t a_step, b_step, c_step; /* those of one and the same scales and zero points */
    int64_t a_type; /* of A's elements: f32, or bf16, as which weights are then multiplied, too */
};

enum sdyrt_weights_rows {
    SDYRT_WEIGHTS_FEW = 4,  /* so many are multiplied as weights are decoded */
    SDYRT_WEIGHTS_ROWS = 16 /* more are multiplied by widened pieces */
};

/* Whether so many rows are multiplied by widened pieces. All rows of bf16 are. */
static inline int sdyrt_weights_are_widened(int64_t rows, int64_t a_type) {
    return rows > SDYRT_WEIGHTS_ROWS || a_type == SDYRT_WEIGHTS_BF16;
}

/* How it is done: a row of product_weights_routes.def, and by whose instructions. */
struct sdyrt_weights_plan {
    int64_t route; /* enum sdyrt_weights_route */
    int64_t isa;   /* enum sdyrt_isa */
    /* Of widened pieces: the type as which they are multiplied (enum sdyrt_product_type), and what
       struct sdyrt_product_plan says of them; of other routes 0. */
    int64_t piece_type, piece_route, piece_exchanged, piece_depth, piece_place;
};

enum sdyrt_weights_route {
#define ROUTE(name, NAME, ...) SDYRT_WEIGHTS_BY_##NAME,
#include "product_weights_routes.def"
    SDYRT_WEIGHTS_ROUTE_COUNT
};

/* Bytes of scratch, whatever the shape: of few rows, and of many. */
#define SDYRT_WEIGHTS_SCRATCH      ((size_t)13 << 14)
#define SDYRT_WEIGHTS_MANY_SCRATCH (((size_t)5 << 16) + SDYRT_KERNEL_SCRATCH)

/* Runs a plan that was made for this descriptor, for a class that this processor belongs to.
   operands: A, B, scales, zero points (NULL where there are none). C overlaps none of them.
   scratch: SDYRT_WEIGHTS_SCRATCH bytes, or SDYRT_WEIGHTS_MANY_SCRATCH where weights
   are widened, aligned to 64. */
void sdyrt_weights(const struct sdyrt_weights *what, const struct sdyrt_weights_plan *plan,
                   char *const *operands, void *c, int accumulate, void *scratch);

#ifdef __cplusplus
}
#endif
#endif
