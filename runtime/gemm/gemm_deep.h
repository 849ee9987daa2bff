/* Products whose sums are long; internal to the runtime. */
#ifndef SDYRT_GEMM_DEEP_H
#define SDYRT_GEMM_DEEP_H

#include "gemm.h"

/* What computes one product, as sdyrt_gemm does. */
typedef void gemm_kernel(const struct sdyrt_gemm *product, const void *a, const void *b, void *c,
                         int accumulate, void *scratch);

/* As sdyrt_gemm: a deep product by shallow ones of `multiply`, whose results are added. Rounding
   errors of a sum of k terms are at most SDYRT_GEMM_BLOCK + 2 sqrt(k / SDYRT_GEMM_BLOCK) halves of
   an epsilon of the sum of magnitudes, if `multiply` adds blocks as above. Which terms come
   together depends on k alone. */
void sdyrt_gemm_deep(const struct sdyrt_gemm *product, gemm_kernel *multiply, const void *a,
                     const void *b, void *c, int accumulate, void *scratch);

#endif
