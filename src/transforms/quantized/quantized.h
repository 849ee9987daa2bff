/* Quantized tensors in operations on what they store and on what they express.
 *
 * The integer i of a quantized tensor stands for the number (i - zero point) * scale. */
#ifndef SDYC_TRANSFORMS_QUANTIZED_H
#define SDYC_TRANSFORMS_QUANTIZED_H

#include "transforms/chlo/expression.h"

/* --- types.c ---------------------------------------------------------------------------------- */

/* The parameters of the elements of a tensor; NULL where it is not quantized. */
const struct quantized *quantized_of(const struct type *type);
/* The integers, i8 or ui8 say, that a quantized element is stored as. */
const struct type *quantized_storage(struct context *context, const struct quantized *quantized);
/* A type with the stored integers in the place of all quantized elements in it. */
const struct type *stored_type(struct context *context, const struct type *type);
/* The same as the types are written: `u8` is an i8 whose bits are read as unsigned, `ui8` a ui8. */
const struct type *plain_stored_type(struct context *context, const struct type *type);
/* A type with the expressed floats in their place. */
const struct type *expressed_type(struct context *context, const struct type *type);
bool op_touches_quantized(const struct op *op); /* as an operand or result */

/* --- formulas.c ------------------------------------------------------------------------------- */

/* The numbers that stored integers stand for. */
expr dequantized(struct formula *formula, expr integers, const struct quantized *quantized);
/* The stored integers nearest to numbers of any float type, within the limits of the storage. */
expr requantized(struct formula *formula, expr numbers, const struct quantized *quantized);
/* One number of `element` for each element of a dimension, at all elements of `like`. */
expr along_dimension(struct formula *formula, expr like, const struct type *element, uint32_t count,
                     const double *numbers, int64_t dim);

/* --- legalize.c ------------------------------------------------------------------------------- */

/* Gives all values and functions the types that `stored` makes of theirs, and constants their
 * integers. */
void store_quantized_values(struct module *module,
                            const struct type *(*stored)(struct context *context,
                                                         const struct type *type));

/* --- qdq.c ------------------------------------------------------------------------------------ */

/* StableHLO's passes know what it computes on floats. */
bool quantized_has_float_form(const struct op *op);

/* --- around.c: floats inside of a quantized operation ----------------------------------------- */

/* The operation reads floats: a uniform_dequantize for each quantized operand, or one for all equal
 * ones. */
void dequantize_operands(struct module *module, struct op *op, bool share);
/* The operation makes floats, and a uniform_quantize for each quantized result what it made
 * before. */
void quantize_results(struct module *module, struct op *op);

/* --- product.c -------------------------------------------------------------------------------- */

/* Makes a dot or dot_general of quantized operands one of the stored integers, in place, where
 * these can be summed in 32 bits; false, and nothing is done, where not. */
bool multiply_stored(struct module *module, struct op *op);

/* --- regions.c -------------------------------------------------------------------------------- */

/* An operation that folds quantized elements by its regions: on integers where these only order and
 * choose, else on floats. */
void legalize_folding(struct module *module, struct op *op);

#endif
