/* The hooks of chlo's binary operations, whose operands have two shapes that broadcast to one. */
#ifndef SDYC_OPS_BROADCASTING_H
#define SDYC_OPS_BROADCASTING_H

#include "ops/op_def.h"
#include "ops/verify/checks.h"

/* The row of what a binary operation computes once its operands have been broadcast:
 * stablehlo.add of chlo.broadcast_add, chlo.zeta of chlo.broadcast_zeta. OP_COUNT_: it is none. */
enum op_id op_without_broadcast(const struct op *op);
/* Whether the dimensions of its smaller operand, as it says, are the last ones of the larger: what
 * it says else, nobody computes. */
bool broadcast_maps_to_last(const struct op *op);
bool broadcast_verify(const struct op *op, struct context *context);
/* The shape that all operands broadcast to, with its bounds; unranked where there is none, which is
 * reported where all extents or their bounds are known. */
const struct type *broadcast_type(const struct op *op, struct context *context,
                                  const struct type *element);
/* The common shape, of the operands' element type, of complex numbers made of it, of i1. */
bool broadcast_infer(const struct op *op, struct context *context, const struct type **types);
bool broadcast_infer_complex(const struct op *op, struct context *context,
                             const struct type **types);
bool broadcast_infer_predicate(const struct op *op, struct context *context,
                               const struct type **types);
/* Hooks: the shape that all operands broadcast to; of binary ones, NULL with a warning where their
 * dimensions are mapped as nobody computes. */
struct value *broadcast_reify_joint(struct op *op, struct builder *at);
struct value *broadcast_reify(struct op *op, struct builder *at);

#endif
