/* Products of few rows, which are bound by how fast B comes: B is read once, as it lies; internal
   to the runtime. */
#ifndef SDYRT_GEMM_FEW_H
#define SDYRT_GEMM_FEW_H

#include "gemm.h"

enum {
    SDYRT_NEAR_BYTES = 1 << 19, /* a matrix of so much may lie in a cache near by, */
    SDYRT_FAR_BYTES = 16 << 20, /* one of more comes from memory */
    SDYRT_DOTS_ROWS = 4, /* rows of A for which scalar products with dense columns of B pay */
    SDYRT_ROWS_ROWS = 2  /* and sums of dense rows of B */
};

/* Whether a product of floats is computed by these kernels. */
int sdyrt_gemm_is_few(const struct sdyrt_gemm *product);

/* As sdyrt_gemm, for so few rows. */
typedef void few_kernel(const struct sdyrt_gemm *product, const void *a, const void *b, void *c,
                        int accumulate);

/* The kernels for this processor: dots wants dense rows of A and columns of B (a_col == 1,
   b_row == 1), rows dense rows of B and C (b_col == 1, c_col == 1). */
struct gemm_few {
    few_kernel *dots_f32, *dots_f64, *dots_u32, *dots_u64;
    few_kernel *rows_f32, *rows_f64, *rows_u32, *rows_u64;
};
const struct gemm_few *sdyrt_gemm_few(void);

#endif
