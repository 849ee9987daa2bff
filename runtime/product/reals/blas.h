/* OpenBLAS, loaded when first asked for; internal to the runtime. */
#ifndef SDYRT_BLAS_H
#define SDYRT_BLAS_H

#include "product.h"

/* Loads the library, once per process. Returns 1 if it is there. Calls of it are single-threaded;
   on processors with AVX-512 it is told to use those kernels, whoever made the processor,
   unless the environment variable OPENBLAS_CORETYPE says otherwise. */
int sdyrt_blas_load(void);

/* A function of the library by its name there, or NULL. Only after a successful load. */
void *sdyrt_blas_symbol(const char *symbol);

/* Whose kernels multiply large matrices of f32 and f64 in this process: "openblas " and the name of
   those that it chose, or the name of the processor's instruction set; static text. */
const char *sdyrt_blas_or_native(void);

/* Whether BLAS can express an f32 or f64 product. Needs no library. */
int sdyrt_blas_accepts(const struct sdyrt_product *product);

#endif
