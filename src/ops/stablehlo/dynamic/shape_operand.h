/* Result shapes that are operands: what the dynamic operations share. */
#ifndef SDYC_OPS_SHAPE_OPERAND_H
#define SDYC_OPS_SHAPE_OPERAND_H

#include "ops/verify/checks.h"

/* Either has quantized elements. */
bool any_quantized(const struct type *a, const struct type *b);
/* A constant shape operand agrees with the result. */
bool check_shape_operand(const struct op *op, struct context *context, uint32_t operand);

/* As an infer hook: the result has the extents that the operand lists, where that is constant. */
bool infer_from_shape_operand(const struct op *op, struct context *context, uint32_t operand,
                              const struct type **types);
/* Of a real_dynamic_slice: the sizes of the part, where they are constant and the strides are 1. */
bool real_dynamic_slice_sizes(const struct op *op, struct int_list *sizes);

#endif
