/* Inputs of the operations that fold elements, and types of their results. */
#ifndef SDYC_OPS_REDUCTION_INPUTS_H
#define SDYC_OPS_REDUCTION_INPUTS_H

#include "ops/verify/checks.h"

/* Inputs and initial values are as many, at least one each; inputs have one shape. */
bool check_fold_inputs(const struct op *op, struct context *context);
/* The element type of result `index`: the one that the region returns. */
const struct type *returned_element(const struct op *op, uint32_t index);
/* One element for each place of the window on the input. */
const struct type *windowed_type(struct context *context, const struct window_dims *window,
                                 const struct type *input, const struct type *element);

#endif
