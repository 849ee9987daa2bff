/* What stages ask of a custom call. */
#ifndef SDYC_OPS_STABLEHLO_CALLS_CALL_H
#define SDYC_OPS_STABLEHLO_CALLS_CALL_H

#include "ir/ir.h"

/* The dictionary of a call of the typed interface, which JAX writes under the name of another
 * dialect; NULL: the call is of an older interface. */
const struct attr *custom_call_config(const struct op *op);

/* Whether it is known on which parts of its operands the call can be made: a sharding rule that
 * stands at it is then for propagation alone. */
bool custom_call_knows_parts(const struct op *op);

/* Whether it is known which dimensions a call must have whole. */
bool custom_call_knows_whole(const struct op *op);

/* Whether a call only marks its operand, which is its result too. */
bool custom_call_is_marker(const struct op *op);

/* Whether the table has something that runs the call. */
bool custom_call_has_code(const struct op *op);

/* The result types of a custom call that says which of its operands hold their extents. False where
 * it does not, where these are not known, or after a located error. */
bool types_by_shape_operands(const struct op *op, struct context *context,
                             const struct type **types);

#endif
