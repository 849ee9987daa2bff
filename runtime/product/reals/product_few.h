/* Products of few rows, which are bound by how fast B comes: B is read once, as it lies; internal
   to the runtime. */
#ifndef SDYRT_PRODUCT_FEW_H
#define SDYRT_PRODUCT_FEW_H

#include "caches.h"
#include "product.h"
#include "product_shape.h"

enum {
    SDYRT_NEAR_BYTES = SDYRT_MIDDLE_CACHE / 2, /* a matrix of so much may lie in a cache near by, */
    SDYRT_FAR_BYTES = SDYRT_FAR_CACHE / 2      /* one of more comes from memory */
};

/* As sdyrt_product, for so few rows. */
typedef void few_kernel(const struct sdyrt_product *product, const void *a, const void *b, void *c,
                        int accumulate);

/* The kernels of an instruction set
   (enum sdyrt_isa): dots wants dense rows of A and columns of B (a_col == 1,
   b_row == 1), rows dense rows of B and C (b_col == 1, c_col == 1). */
struct product_few {
    few_kernel *dots_f32, *dots_f64, *dots_u32, *dots_u64;
    few_kernel *rows_f32, *rows_f64, *rows_u32, *rows_u64;
};
const struct product_few *sdyrt_product_few_of(int64_t isa);

#endif
