/* Quantized operations as StableHLO's pass replaces them: by operations of chlo and stablehlo on
 * the stored integers and on f32. What is run goes by legalize.c, which takes all types. */
#ifndef SDYC_QUANT_TO_MATH_H
#define SDYC_QUANT_TO_MATH_H

#include "transforms/quantized/quantized.h"

/* One operation in the course of being replaced. Its values have their stored types already; what
 * they were quantized as stands beside it (NULL: they were not). */
struct quant_math {
    struct module *module;
    struct op *op;
    struct builder at; /* before it */
    const struct quantized *operands[3], *result;
};

/* --- quant_to_math.c: pieces ------------------------------------------------------------------ */

/* One scale for the whole tensor; one for each index of a dimension. False of NULL, and of blocks.
 * */
bool quantized_by_tensor(const struct quantized *quantized);
bool quantized_by_axis(const struct quantized *quantized);
/* Whether no zero point has to be subtracted. */
bool zero_points_are_zero(const struct quantized *quantized);
/* A scalar constant, of i32 or of f32; a value with its elements converted. Each is made where the
 * builder stands. */
struct value *math_i32(struct quant_math *math, int64_t value);
struct value *math_f32(struct quant_math *math, double value);
struct value *math_convert(struct quant_math *math, struct value *value,
                           const struct type *element);
/* An operation of chlo that broadcasts `b`: a scalar, or along `axis`, unless that is negative. */
struct value *math_broadcast(struct quant_math *math, enum op_id id, struct value *a,
                             struct value *b, int64_t axis);
/* Scales (zero points as f32, or as i32) as a scalar or a list. */
struct value *math_scales(struct quant_math *math, const struct quantized *quantized);
struct value *math_zero_points(struct quant_math *math, const struct quantized *quantized,
                               bool as_float);
int64_t math_axis(const struct quantized *quantized); /* -1: by tensor */
/* `value` is used instead of the operation, which goes. */
void math_replace(struct quant_math *math, struct value *value);
const struct type *math_f32_type(struct quant_math *math);
const struct type *math_i32_type(struct quant_math *math);

/* --- quant_to_math_products.c ----------------------------------------------------------------- */

/* Asked while the types are still quantized. */
bool product_is_hybrid(const struct op *op);
bool product_is_of_integers(const struct op *op);
void replace_hybrid(struct quant_math *math);
void replace_product(struct quant_math *math);

#endif
