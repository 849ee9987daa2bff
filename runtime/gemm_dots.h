/* Products of few rows as scalar products; internal to the runtime. */
#ifndef SDYRT_GEMM_DOTS_H
#define SDYRT_GEMM_DOTS_H

#include "gemm.h"

enum { SDYRT_DOTS_ROWS = 4 };

/* As sdyrt_gemm, for at most SDYRT_DOTS_ROWS rows where the rows of A and the columns of B are
   dense (a_col == 1, b_row == 1): B is read once, as it lies. */
typedef void dots_kernel(const struct sdyrt_gemm *product, const void *a, const void *b, void *c,
                         int accumulate);

/* The kernels for this processor. */
struct gemm_dots {
    dots_kernel *f32;
    dots_kernel *f64;
};
const struct gemm_dots *sdyrt_gemm_dots(void);

#endif
