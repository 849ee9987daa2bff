/* The loops of elementwise_loops.c: y and x are dense, n elements each. */
#ifndef BENCH_ELEMENTWISE_H
#define BENCH_ELEMENTWISE_H

#include <stdint.h>

void gelu_library(float *y, const float *x, int64_t n);
void gelu_inline(float *y, const float *x, int64_t n);
void scale_and_add(float *y, const float *x, const float *z, int64_t n);

#endif
