/* Products of f32 with AMX: each operand is a sum of three numbers of bf16 (split.h), and of their
   nine products the six greatest are added up; the others together are below 2^-25 of a product.
   Registers start from zero for 32 elements of the contraction, so that long sums are more precise
   than those made one element after the other. As Henry, Tang and Heinecke, Leveraging the bfloat16
   Artificial Intelligence Datatype For Higher-Precision Computations, 2019. Internal to the
   runtime. */
#ifndef SDYRT_PRODUCT_SPLIT_H
#define SDYRT_PRODUCT_SPLIT_H

#include "product.h"

/* The contraction of products that are split is at least so deep. */
#define SDYRT_PRODUCT_SPLIT_DEPTH 64

/* Whether the product is faster so, where there is AMX: a function of the description alone. (In
   product_shape.c, for the compiler.) */
int sdyrt_product_is_split(const struct sdyrt_product *product);

/* The route (product_native.h), where AMX is ready. Where an operand has an infinity, a NaN, or no
   number above 2^-60, what meets it is multiplied element by element. */

#endif
