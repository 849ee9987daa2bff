/* Result shapes that are operands: what the dynamic operations share. */
#ifndef SDYC_OPS_SHAPE_OPERAND_H
#define SDYC_OPS_SHAPE_OPERAND_H

#include "ops/verify/checks.h"

/* Either has quantized elements. */
bool any_quantized(const struct type *a, const struct type *b);
/* A constant shape operand agrees with the result. */
bool check_shape_operand(const struct op *op, struct context *context, uint32_t operand);

#endif
