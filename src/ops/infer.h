/* Result types that follow from operands, for families of operations; and types made from types. */
#ifndef SDYC_OPS_INFER_H
#define SDYC_OPS_INFER_H

#include "ir/ir.h"

/* Complex elements become their real type; others stay. */
bool infer_real_part(const struct op *op, struct context *context, const struct type **types);
/* i1 in the first operand's shape. */
bool infer_predicate(const struct op *op, struct context *context, const struct type **types);
/* lhs and rhs broadcast to one shape: chlo. */
bool infer_broadcast(const struct op *op, struct context *context, const struct type **types);
bool infer_broadcast_complex(const struct op *op, struct context *context,
                             const struct type **types);
bool infer_broadcast_predicate(const struct op *op, struct context *context,
                               const struct type **types);
bool infer_broadcast_as(const struct op *op, struct context *context, const struct type *element,
                        const struct type **types);
bool verify_broadcast(const struct op *op, struct context *context);

#endif
