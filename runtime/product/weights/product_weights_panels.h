/* Products of many rows by narrow weights, which are widened a piece at a time; internal to the
   runtime and the compiler. */
#ifndef SDYRT_PRODUCT_WEIGHTS_PANELS_H
#define SDYRT_PRODUCT_WEIGHTS_PANELS_H

#include "product.h"
#include "product_weights.h"

/* The largest piece, as a product of this type (enum sdyrt_product_type), for which a plan is made:
   f32, or bf16 with sums of f32. */
struct sdyrt_product sdyrt_weights_piece(const struct sdyrt_weights *what, int64_t type);

/* As sdyrt_weights, of one product. scratch: SDYRT_WEIGHTS_MANY_SCRATCH bytes. */
void sdyrt_weights_panels(const struct sdyrt_weights *what, const struct sdyrt_weights_plan *plan,
                          char *const *operands, float *c, int accumulate, void *scratch);

#endif
