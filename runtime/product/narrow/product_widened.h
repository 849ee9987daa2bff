/* Products of f32 whose right operand lies in memory in 16 bits, as weights of bf16 do: it is
   widened a piece at a time, in a near cache, and never whole. */
#ifndef SDYRT_PRODUCT_WIDENED_H
#define SDYRT_PRODUCT_WIDENED_H

#include "product.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Bytes in front of a product's own scratch, for a widened piece. */
#define SDYRT_PRODUCT_WIDENED_BYTES ((size_t)2 << 17)

/* These products are described as they lie: the descriptor's type is that of B's elements,
   SDYRT_PRODUCT_BF16 or SDYRT_PRODUCT_F16, while A and C are f32. This is the largest piece of one,
   a product of f32, for which a plan is made. */
struct sdyrt_product sdyrt_product_widened_piece(const struct sdyrt_product *product);

/* As sdyrt_product; `plan` is that of the piece. scratch: SDYRT_PRODUCT_WIDENED_BYTES and what
   sdyrt_product needs for f32, aligned to 64. */
void sdyrt_product_widened(const struct sdyrt_product *product,
                           const struct sdyrt_product_plan *plan, const void *a, const void *b,
                           void *c, int accumulate, void *scratch);

#ifdef __cplusplus
}
#endif
#endif
