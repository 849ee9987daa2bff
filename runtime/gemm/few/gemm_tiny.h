/* Many products so small that some fit into a vector together; internal to the runtime. */
#ifndef SDYRT_GEMM_TINY_H
#define SDYRT_GEMM_TINY_H

#include "gemm.h"

/* Products side by side, as sdyrt_gemm_batch has them. */
struct gemm_batch {
    const struct sdyrt_gemm *product;
    int64_t count, a_step, b_step, c_step;
    int accumulate;
};

/* Computes them and returns 1, or returns 0: a product is not so small, or does not lie dense, or
   this processor has no instructions for it. */
int sdyrt_gemm_tiny_f32(const struct gemm_batch *batch, const float *a, const float *b, float *c);
int sdyrt_gemm_tiny_f64(const struct gemm_batch *batch, const double *a, const double *b,
                        double *c);

#endif
