/* What operations that give a tensor another shape ask of quantized elements. */
#ifndef SDYC_OPS_SHAPE_QUANTIZATION_H
#define SDYC_OPS_SHAPE_QUANTIZATION_H

#include "ops/verify/checks.h"

/* Of a reshape: scales stay as they are, and so does the dimension that they are for. */
bool check_reshape_quantization(const struct op *op, struct context *context);
/* Of a broadcast: scales of the result are on the dimension that the operand's go to, all alike
 * where it grew. */
bool check_broadcast_quantization(const struct op *op, struct context *context);

#endif
