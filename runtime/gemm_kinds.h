/* The products of sdyrt_gemm by kind of element; internal to the runtime. */
#ifndef SDYRT_GEMM_KINDS_H
#define SDYRT_GEMM_KINDS_H

#include "gemm.h"

/* Bytes of scratch that a product of 16-bit floats uses. */
#define SDYRT_GEMM_NARROW_SCRATCH ((size_t)832 << 10)

/* to[i * row + j * col] = from[i * from_row + j], rounded to bf16 or f16 by the product's type. */
void sdyrt_gemm_round(int64_t type, int64_t rows, int64_t cols, const float *from, int64_t from_row,
                      uint16_t *to, int64_t row, int64_t col);

/* 16-bit floats. */
void sdyrt_gemm_narrow(const struct sdyrt_gemm *product, const void *a, const void *b, void *c,
                       int accumulate, void *scratch);

/* Complex numbers. */
void sdyrt_gemm_complex(const struct sdyrt_gemm *product, const void *a, const void *b, void *c,
                        int accumulate, void *scratch);

/* Integers and booleans. */
void sdyrt_gemm_generic(const struct sdyrt_gemm *product, const void *a, const void *b, void *c,
                        int accumulate);

#endif
