/* The hooks of chlo's binary operations, whose operands have two shapes that broadcast to one. */
#ifndef SDYC_OPS_BROADCASTING_H
#define SDYC_OPS_BROADCASTING_H

#include "ops/verify/checks.h"

bool broadcast_verify(const struct op *op, struct context *context);
/* The common shape, of the operands' element type, of complex numbers made of it, of i1. */
bool broadcast_infer(const struct op *op, struct context *context, const struct type **types);
bool broadcast_infer_complex(const struct op *op, struct context *context,
                             const struct type **types);
bool broadcast_infer_predicate(const struct op *op, struct context *context,
                               const struct type **types);

#endif
