/* Matrix products: C[m,n] = (accumulate ? C : 0) + A[m,k] * B[k,n].

   A call runs on the calling thread alone and starts none: parallelism belongs to the team, which
   cuts C into tiles (sdyrt_gemm_tile) and runs one call per tile. The value of an element of C
   depends on the operands, their shape and strides, the order and the backend, never on the thread
   that computes it.

   Strides count elements, may be zero or negative, and are free for each dimension, so either
   operand may be transposed or lie inside a larger buffer. The fast paths want, in this order of
   importance: c_col == 1, b_col == 1 (or b_row == 1), a_col == 1 (or a_row == 1). C must not
   overlap A or B. m, n and k may be zero; with k == 0, C is set to zero (or kept). */
#ifndef SDYRT_GEMM_H
#define SDYRT_GEMM_H

#include "gemm_tile.h"

#ifdef __cplusplus
extern "C" {
#endif

/* One product. Emitted programs keep these as constants. */
struct sdyrt_gemm {
    int64_t type; /* enum sdyrt_gemm_type */
    int64_t m, n, k;
    int64_t a_row, a_col; /* element strides */
    int64_t b_row, b_col;
    int64_t c_row, c_col;
    /* 1: each sum is made in the order of k, so that an element has the same bits whatever m and n
       are; 0: as is fastest. */
    int64_t in_order;
    /* 1: what is multiplied are elements of the operands; 0: it may be parts of them, each of fewer
       bits, as gemm_split.h has it. */
    int64_t direct;
};

/* Who multiplies large matrices of f32 and f64; everything else has kernels of its own. */
enum sdyrt_gemm_backend {
    SDYRT_GEMM_AUTO,   /* the fastest at hand */
    SDYRT_GEMM_NATIVE, /* this runtime's kernels */
    SDYRT_GEMM_BLAS    /* OpenBLAS, loaded when first asked for; native where it is missing */
};

/* Computes one product. scratch: sdyrt_gemm_scratch bytes aligned to 64, used by no other
   thread until the call returns; its contents are lost. */
void sdyrt_gemm(const struct sdyrt_gemm *product, const void *a, const void *b, void *c,
                int accumulate, void *scratch);

/* Chooses the backend for the whole process; call it before the first product. Without it, the
   environment variable SDYRT_GEMM=auto|native|blas decides. Returns 0, or -1 if the backend is not
   at hand (the native one then stays). */
int sdyrt_gemm_use(enum sdyrt_gemm_backend backend);

/* Names the kernels in use, such as "native avx512" or "openblas Cooperlake"; static text. */
const char *sdyrt_gemm_backend(void);

#ifdef __cplusplus
}
#endif
#endif
