/* Triangular systems: A X = B with a lower triangular matrix A and as many right-hand sides as B
   has columns.

   All other forms are this one: an upper matrix is a lower one with its rows and columns in
   reverse, a transpose or a system from the right is one with its strides exchanged. X is found by
   substitution, never by an inverse. Tasks are groups of columns; they are independent, and the
   bits of a result do not depend on threads. */
#ifndef SDYRT_TRIANGULAR_H
#define SDYRT_TRIANGULAR_H

#include "bounds.h"
#include "linalg_routes.h"

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Strides count elements, are free and may be negative. */
struct sdyrt_triangular {
    int64_t type;      /* SDYRT_PRODUCT_F32, _F64, _C64 or _C128 */
    int64_t unit;      /* 1: the diagonal is not read but one */
    int64_t conjugate; /* 1: the conjugate of A */
    int64_t size;      /* of A */
    int64_t columns;   /* of B */
    int64_t a_row, a_column;
    int64_t from_row, from_column; /* B */
    int64_t to_row, to_column;     /* X */
    int64_t rank;                  /* of the batch */
    int64_t outer_size[SDYRT_RANK];
    int64_t outer_a[SDYRT_RANK];
    int64_t outer_from[SDYRT_RANK];
    int64_t outer_to[SDYRT_RANK];
};

/* How it is done: a row of linalg_routes.def, and what that leaves open. */
struct sdyrt_triangular_plan {
    int64_t route;    /* enum sdyrt_linalg_route */
    int64_t isa;      /* enum sdyrt_isa: whose kernels are taken */
    int64_t width;    /* columns of a panel */
    int64_t depth;    /* columns of A that are copied at a time */
    int64_t together; /* panels of a task */
};

/* The number of tasks; 0 where there is nothing to solve. */
int64_t sdyrt_triangular_tasks(const struct sdyrt_triangular *what,
                               const struct sdyrt_triangular_plan *plan);

/* Bytes of scratch that a task needs, aligned to 64. */
size_t sdyrt_triangular_scratch(const struct sdyrt_triangular *what,
                                const struct sdyrt_triangular_plan *plan);

/* Runs one task on the calling thread, by a plan that was made for this description, for a class
   that the processor belongs to. operands: A, B, X; X does not overlap the others. */
void sdyrt_triangular(const struct sdyrt_triangular *what, const struct sdyrt_triangular_plan *plan,
                      char *const *operands, int64_t task, char *scratch);

#ifdef __cplusplus
}
#endif
#endif
