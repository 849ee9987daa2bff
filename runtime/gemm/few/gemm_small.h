/* Products so small or narrow that a row of the result is one vector or two; internal to the
   runtime. */
#ifndef SDYRT_GEMM_SMALL_H
#define SDYRT_GEMM_SMALL_H

#include "gemm.h"

/* Computes the product and returns 1, or returns 0: it is not so small, or this processor has no
   instructions for vectors that are not full. The numbers are those of the panel kernels. */
int sdyrt_gemm_small_f32(const struct sdyrt_gemm *product, const float *a, const float *b, float *c,
                         int accumulate);
int sdyrt_gemm_small_f64(const struct sdyrt_gemm *product, const double *a, const double *b,
                         double *c, int accumulate);

/* Whether rows of the result, as they would be computed, are so short that several are a vector:
   such products need GEMM_JOINED to be fast. (In gemm_native.c, for the compiler.) */
int sdyrt_gemm_is_joined(const struct sdyrt_gemm *product);

#endif
