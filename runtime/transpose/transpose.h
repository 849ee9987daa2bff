/* Permutations of dimensions: out[i, j, ...] = in[j, i, ...], of any rank and with any strides, in
   blocks that both operands' caches like. Reversed and repeated dimensions are strides below
   one.

   The plan says how items are moved and what a task does (README.md); tasks are independent and may
   run on any threads in any order. */
#ifndef SDYRT_TRANSPOSE_H
#define SDYRT_TRANSPOSE_H

#include <stdint.h>

#include "bounds.h"

#ifdef __cplusplus
extern "C" {
#endif

enum { SDYRT_TRANSPOSE_DIMS = SDYRT_RANK + 1 }; /* of a permutation in normal form */

/* One permutation: the item at to_offset + sum of i_k * to[k] of the result is that at from_offset
   + sum of i_k * from[k] of the source, for all 0 <= i_k < size[k]. Strides and offsets count
   bytes. Strides of the source may be anything; those of the result give every index an item of its
   own.

   In normal form (sdyrt_transpose_normal) the last two dimensions are columns and rows: the result
   is fastest along a row, the source along a column. An item is then an element, or as many as lie
   side by side in both operands. */
struct sdyrt_transpose {
    int64_t bytes; /* of an item */
    int64_t rank;
    int64_t size[SDYRT_TRANSPOSE_DIMS];
    int64_t from[SDYRT_TRANSPOSE_DIMS];
    int64_t to[SDYRT_TRANSPOSE_DIMS];
    int64_t from_offset, to_offset;
};

/* How it is done: made once, by the compiler (transpose_plan.h). A task has at most so many indices
   of a row, of a column, and of all dimensions outside of these. */
struct sdyrt_transpose_plan {
    int64_t route; /* enum sdyrt_transpose_route */
    int64_t isa;   /* enum sdyrt_isa: of tiles */
    int64_t row_block, column_block, outer_block;
    int64_t stream; /* 1: the result is too large for the caches and written past them */
};

enum sdyrt_transpose_route {
#define ROUTE(name, NAME, ...) SDYRT_TRANSPOSE_BY_##NAME,
#include "transpose_routes.def"
    SDYRT_TRANSPOSE_ROUTE_COUNT
};

/* Runs one task on the calling thread, by a plan that was made for this description, which is in
   normal form, and for a class that the processor belongs to. operands: in, out, aligned to their
   elements, not overlapping. scratch is not used. */
void sdyrt_transpose(const struct sdyrt_transpose *what, const struct sdyrt_transpose_plan *plan,
                     char *const *operands, int64_t task, char *scratch);

#ifdef __cplusplus
}
#endif
#endif
