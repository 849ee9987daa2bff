/* What may be done before a sum over devices as well as behind it. */
#ifndef SDYC_PARTITION_LINEAR_H
#define SDYC_PARTITION_LINEAR_H

#include "ir/ir.h"

/* Whether the operation's one result is linear in operand `number`: of terms of a sum it makes
 * terms of what it makes of the sum, if its other operands are the same for all terms (those of an
 * addition or subtraction are terms themselves). */
bool is_linear_in(const struct op *op, uint32_t number);

#endif
