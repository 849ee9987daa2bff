/* Many products of a small matrix and a vector; internal to the runtime. */
#ifndef SDYRT_GEMM_VECTORS_H
#define SDYRT_GEMM_VECTORS_H

#include "gemm_tiny.h"

/* Computes them and returns 1, or returns 0: they are no products of a matrix and a vector, or not
   many or small or dense enough, or this processor has no instructions for it. What a product comes
   to does not depend on those beside it. */
int sdyrt_gemm_vectors_f32(const struct gemm_batch *batch, const float *a, const float *b,
                           float *c);
int sdyrt_gemm_vectors_f64(const struct gemm_batch *batch, const double *a, const double *b,
                           double *c);

#endif
