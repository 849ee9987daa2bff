/* How much one operation computes: a multiplication and an addition are two. What only moves
 * elements computes nothing, and neither does what nobody knows, a custom call. */
#ifndef SDYC_OPS_FLOPS_H
#define SDYC_OPS_FLOPS_H

#include "ir/ir.h"

/* Floating point operations, or the like, of one operation on the types that it has. */
double op_flops(const struct op *op);

/* --- hooks that many operations share --------------------------------------------------------- */

/* One for each element of the result, of operations with a scalar function; of others nothing. */
double flops_by_scalar(const struct op *op);
/* One for each element of the first result; of the first operand. */
double flops_of_result(const struct op *op);
double flops_of_operand(const struct op *op);

/* --- what hooks are written with -------------------------------------------------------------- */

/* How many elements a tensor has; 0 where that is not known. */
double flops_elements(const struct type *type);
/* How long a dimension is; 1 where the type has no such dimension. */
double flops_extent(const struct type *type, int64_t dim);

#endif
