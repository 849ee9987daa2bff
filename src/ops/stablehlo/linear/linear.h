/* Constraints that products share. */
#ifndef SDYC_OPS_LINEAR_H
#define SDYC_OPS_LINEAR_H

#include "ops/attrs/attrs.h"
#include "ops/verify/checks.h"

/* The result has this shape, whatever its elements. */
bool check_result_shape(const struct op *op, struct context *context, uint32_t rank,
                        const int64_t *dims);
/* The precision configuration is empty or has one entry an operand. */
bool check_precision(const struct op *op, struct context *context);
/* Whether it asks for more than what is fastest of an operand (HIGH or HIGHEST), or says how to
   multiply (an algorithm). */
bool asks_for_precision(const struct op *op);
/* Batching and contracting dimensions: in range, distinct, as many and as large on both sides. */
bool check_dot_numbers(const struct op *op, struct context *context, const struct dot_dims *dims);
/* Elements that a convolution may take together. */
bool elements_convolve(const struct type *lhs, const struct type *rhs);
/* Operands and result quantized alike, or the second operand alone. */
bool check_mixed_quantization(const struct op *op, struct context *context);

/* --- hooks and what they share ---------------------------------------------------------------- */

struct bound_builder;
struct fill_builder;

/* Square matrices, whose sizes are known at run time, with those of an identity behind them, block
 * by block: such are factored, and such systems solved, apart from each other. */
struct value *bound_with_identity(struct bound_builder *builder, struct value *matrices);
/* Hooks of convolutions (convolution_sizes.c). */
bool convolution_bound(struct op *op, struct bound_builder *builder);
bool dynamic_conv_bound(struct op *op, struct bound_builder *builder);
bool convolution_fill(struct op *op, struct fill_builder *builder);
double convolution_flops(const struct op *op);

#endif
