/* The products of sdyrt_gemm by kind of element; internal to the runtime. */
#ifndef SDYRT_GEMM_KINDS_H
#define SDYRT_GEMM_KINDS_H

#include "gemm.h"

/* 16-bit floats. */
void sdyrt_gemm_narrow(const struct sdyrt_gemm *product, const void *a, const void *b, void *c,
                       int accumulate, void *scratch);

/* Integers, booleans and complex numbers. */
void sdyrt_gemm_generic(const struct sdyrt_gemm *product, const void *a, const void *b, void *c,
                        int accumulate);

#endif
