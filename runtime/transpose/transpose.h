/* Permutations of dimensions: out[i, j, ...] = in[j, i, ...], of any rank and with any strides, in
   blocks that both operands' caches like. Reversed and repeated dimensions are strides below
   one.

   The work is a fixed list of tasks of about SDYRT_TRANSPOSE_TASK_BYTES each, a function of the
   description alone; tasks are independent and may run on any threads in any order. */
#ifndef SDYRT_TRANSPOSE_H
#define SDYRT_TRANSPOSE_H

#include <stddef.h>
#include <stdint.h>

#include "caches.h"

#ifdef __cplusplus
extern "C" {
#endif

enum { SDYRT_TRANSPOSE_RANK = 16, SDYRT_TRANSPOSE_TASK_BYTES = SDYRT_MIDDLE_CACHE / 4 };

/* One permutation: out[to_offset + sum of i_k * to[k]] = in[from_offset + sum of i_k * from[k]]
   for all 0 <= i_k < size[k]. Strides and offsets count elements. Strides of the source may be
   anything; those of the result give every index an element of its own. */
struct sdyrt_transpose {
    int64_t bytes; /* of an element: 1, 2, 4, 8 or 16 */
    int64_t rank;  /* at most SDYRT_TRANSPOSE_RANK; the dimensions may come in any order */
    int64_t size[SDYRT_TRANSPOSE_RANK];
    int64_t from[SDYRT_TRANSPOSE_RANK];
    int64_t to[SDYRT_TRANSPOSE_RANK];
    int64_t from_offset, to_offset;
};

/* The number of tasks; 0 where there is nothing to move. */
int64_t sdyrt_transpose_tasks(const struct sdyrt_transpose *what);

/* Bytes of what moves as one number: an element, or a few that lie together in both operands; 1,
   2, 4, 8 or 16. */
int64_t sdyrt_transpose_element(const struct sdyrt_transpose *what);

/* Bytes of scratch that a task needs: none. */
size_t sdyrt_transpose_scratch(const struct sdyrt_transpose *what);

/* Runs one task on the calling thread. operands: in, out, aligned to their elements, not
   overlapping. scratch is not used. */
void sdyrt_transpose(const struct sdyrt_transpose *what, char *const *operands, int64_t task,
                     char *scratch);

#ifdef __cplusplus
}
#endif
#endif
