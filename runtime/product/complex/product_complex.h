/* Complex products of few terms, a vector of columns at a time; internal to the runtime. */
#ifndef SDYRT_PRODUCT_COMPLEX_H
#define SDYRT_PRODUCT_COMPLEX_H

#include "product_shape.h"

/* C = (accumulate ? C : 0) + A * B, of SDYRT_COMPLEX_DEPTH terms at most. Columns of B and of C are
   next to each other. Every number is as a loop over the terms makes it: two products, rounded, are
   added, and then added to the sum. So each instruction set gives the same result. */
void sdyrt_multiply_complex_avx2_c64(const struct sdyrt_product *product, const float *a,
                                     const float *b, float *c, int accumulate);
void sdyrt_multiply_complex_avx2_c128(const struct sdyrt_product *product, const double *a,
                                      const double *b, double *c, int accumulate);
void sdyrt_multiply_complex_avx512_c64(const struct sdyrt_product *product, const float *a,
                                       const float *b, float *c, int accumulate);
void sdyrt_multiply_complex_avx512_c128(const struct sdyrt_product *product, const double *a,
                                        const double *b, double *c, int accumulate);

#endif
