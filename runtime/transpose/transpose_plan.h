/* How a permutation is computed: its dimensions in normal form, and what a task does. Internal to
   the runtime. */
#ifndef SDYRT_TRANSPOSE_PLAN_H
#define SDYRT_TRANSPOSE_PLAN_H

#include "transpose.h"
#include "walk.h"

/* Within a task, rows run along the result's fastest dimension and columns along the source's:
   a matrix is read by rows and written by columns. Outer dimensions surround it. Where both
   operands agree on the fastest dimensions there is one column (of size 1), or these dimensions
   are one run that is copied as a whole. */
struct transpose_plan {
    int64_t bytes; /* of an element, which may be several of the program's */
    int64_t run;   /* elements side by side in both operands; 1 if the matrix has elements */
    struct walk_dim row, column;
    struct walk_dim outer[SDYRT_TRANSPOSE_RANK]; /* the result's slowest first */
    int64_t outer_rank, outer_count;
    int64_t from, to;                                /* of the first element, in bytes */
    int64_t row_block, column_block, outer_block;    /* what a task does of each, at most */
    int64_t row_blocks, column_blocks, outer_blocks; /* their product is the number of tasks */
    int stream; /* 1: the result is too large for the caches and written past them */
};

/* The plan; a function of the description alone. With no elements, outer_blocks is 0. */
void sdyrt_transpose_plan(const struct sdyrt_transpose *what, struct transpose_plan *plan);

#endif
