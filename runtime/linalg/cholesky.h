/* Cholesky factorisations: A = L L^H or U^H U of Hermitian, positive definite matrices.

   One triangle of A is read, and of its diagonal the real part. The other triangle of the result is
   zero. All of it is NaN where the matrix is not positive definite. Matrices of a batch are
   independent; the bits of a result do not depend on threads. */
#ifndef SDYRT_CHOLESKY_H
#define SDYRT_CHOLESKY_H

#include "bounds.h"
#include "linalg_routes.h"

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Strides count elements; those of the matrix are free for the operand, in the result elements of
   a row lie side by side. */
struct sdyrt_cholesky {
    int64_t type; /* SDYRT_PRODUCT_F32, _F64, _C64 or _C128 */
    int64_t lower;
    int64_t size; /* rows and columns */
    int64_t from_row, from_column, to_row;
    int64_t rank; /* of the batch */
    int64_t outer_size[SDYRT_RANK];
    int64_t outer_from[SDYRT_RANK];
    int64_t outer_to[SDYRT_RANK];
};

/* How it is done: a row of linalg_routes.def, and what that leaves open. */
struct sdyrt_cholesky_plan {
    int64_t route;    /* enum sdyrt_linalg_route */
    int64_t isa;      /* enum sdyrt_isa: whose kernels are taken */
    int64_t together; /* matrices of a task */
};

/* The number of tasks; 0 where there is nothing to do. */
int64_t sdyrt_cholesky_tasks(const struct sdyrt_cholesky *what,
                             const struct sdyrt_cholesky_plan *plan);

/* Bytes of scratch that a task needs, aligned to 64. */
size_t sdyrt_cholesky_scratch(const struct sdyrt_cholesky *what);

/* Runs one task on the calling thread, by a plan that was made for this description, for a class
   that the processor belongs to. operands: the matrices, the factors; they do not overlap. */
void sdyrt_cholesky(const struct sdyrt_cholesky *what, const struct sdyrt_cholesky_plan *plan,
                    char *const *operands, int64_t task, char *scratch);

#ifdef __cplusplus
}
#endif
#endif
