/* What stablehlo.if and stablehlo.case, and in part stablehlo.while, ask of their regions. */
#ifndef SDYC_OPS_BRANCHES_H
#define SDYC_OPS_BRANCHES_H

#include "ops/verify/checks.h"

/* The `verify` and `infer` hooks of if and case: an index, and regions that return the results. */
bool branches_verify(const struct op *op, struct context *context);
bool branches_infer(const struct op *op, struct context *context, const struct type **types);
/* Two terminators hand on compatible types. */
bool same_operand_types(const struct op *a, const struct op *b);
/* The types of all operands, for a message. */
const char *say_operand_types(struct context *context, const struct op *op);

#endif
