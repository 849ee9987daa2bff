/* Factorisations and eigenvalues of batches of matrices, by the LAPACK of OpenBLAS.

   A routine works on one matrix at a time; its arrays are its operands and then its results, and
   their meaning and order are those of JAX's typed calls on processors (`lapack_sgetrf_ffi`), which
   follow LAPACK's own arguments. Matrices lie by columns, the rows of each next to each other.
   Tasks are one matrix or several small ones, independent of each other. */
#ifndef SDYRT_LAPACK_H
#define SDYRT_LAPACK_H

#include <stddef.h>
#include <stdint.h>

#include "bounds.h"

#ifdef __cplusplus
extern "C" {
#endif

enum sdyrt_lapack_routine {
    SDYRT_LAPACK_GETRF, /* LU with row exchanges */
    SDYRT_LAPACK_GEQRF, /* QR; with column exchanges: GEQP3 */
    SDYRT_LAPACK_GEQP3,
    SDYRT_LAPACK_ORGQR, /* the first columns of Q; products with Q: ORMQR */
    SDYRT_LAPACK_ORMQR,
    SDYRT_LAPACK_POTRF, /* Cholesky */
    SDYRT_LAPACK_SYEVD, /* eigenvalues of symmetric and Hermitian matrices */
    SDYRT_LAPACK_GESDD, /* singular values, by divide and conquer; by QR: GESVD */
    SDYRT_LAPACK_GESVD,
    SDYRT_LAPACK_GEEV,  /* eigenvalues of any square matrix */
    SDYRT_LAPACK_GEES,  /* Schur form */
    SDYRT_LAPACK_GEHRD, /* Hessenberg form */
    SDYRT_LAPACK_SYTRD, /* tridiagonal form of symmetric and Hermitian matrices */
    SDYRT_LAPACK_TRSM,  /* triangular solve */
    SDYRT_LAPACK_GTSV,  /* tridiagonal solve; the first diagonal begins with an unused element */
    SDYRT_LAPACK_PERTURBED, /* no routine of LAPACK: tridiagonal solve of singular matrices too */
    SDYRT_LAPACK_ROUTINES
};

/* Of the matrix: what LAPACK calls s, d, c and z. */
enum sdyrt_lapack_type { SDYRT_LAPACK_S, SDYRT_LAPACK_D, SDYRT_LAPACK_C, SDYRT_LAPACK_Z };
/* Of an array: the routine's type, the real or the complex one of its precision, int32_t. */
enum sdyrt_lapack_element {
    SDYRT_LAPACK_OWN,
    SDYRT_LAPACK_REAL,
    SDYRT_LAPACK_COMPLEX,
    SDYRT_LAPACK_INT
};

enum { SDYRT_LAPACK_ARRAYS = 10, SDYRT_LAPACK_OPTIONS = 4 };

/* The batch is the indices of the outer dimensions, in any order; outer[a * SDYRT_RANK + k]
   is the step of array a, in elements, along outer dimension k. */
struct sdyrt_lapack {
    int64_t routine, type;
    int64_t operands, results;            /* counts of arrays */
    int64_t option[SDYRT_LAPACK_OPTIONS]; /* LAPACK's letters and numbers, in the routine's order */
    int64_t element[SDYRT_LAPACK_ARRAYS];
    int64_t rows[SDYRT_LAPACK_ARRAYS];
    int64_t columns[SDYRT_LAPACK_ARRAYS]; /* 1 of vectors and numbers */
    int64_t begins[SDYRT_LAPACK_ARRAYS];  /* a result that begins as operand n: n, else -1 */
    int64_t given[SDYRT_LAPACK_ARRAYS];   /* 1: among the call's operands; 0: a result not wanted */
    int64_t rank;
    int64_t outer_size[SDYRT_RANK];
    int64_t outer[SDYRT_LAPACK_ARRAYS * SDYRT_RANK];
};

/* The routine of a name without its first letter, as real numbers spell it, "orgqr"; -1: none. */
int sdyrt_lapack_routine(const char *name);

/* Loads OpenBLAS, once per process. Returns 1 if it, or who offers them, has all the routines. */
int sdyrt_lapack_load(void);

/* Offers LAPACK where OpenBLAS is not installed: the address of a routine of Fortran, "sgetrf_",
   with integers of 32 bits; NULL: none. To be called before the first load. */
typedef void *sdyrt_lapack_find_fn(const char *name);
void sdyrt_lapack_offer(sdyrt_lapack_find_fn *find);

/* Whether LAPACK's integers can count the arrays and the workspace. */
int sdyrt_lapack_fits(const struct sdyrt_lapack *what);

/* About how many arithmetic operations one matrix takes. */
double sdyrt_lapack_flops(const struct sdyrt_lapack *what);

/* Into how many tasks the batch is cut: matrices that take some tens of microseconds together. */
int64_t sdyrt_lapack_tasks(const struct sdyrt_lapack *what);

/* Bytes of scratch that a task needs, aligned to 64. */
size_t sdyrt_lapack_scratch(const struct sdyrt_lapack *what);

/* Runs one task on the calling thread: operands, then the results that are given, none of which
   overlap. Without a successful load nothing happens. */
void sdyrt_lapack(const struct sdyrt_lapack *what, char *const *operands, int64_t task,
                  char *scratch);

#ifdef __cplusplus
}
#endif
#endif
