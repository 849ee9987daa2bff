/* What the generic passes share with each other. */
#ifndef SDYC_TRANSFORMS_H
#define SDYC_TRANSFORMS_H

#include "ir/op_def.h"

/* Without effects of its own; what its regions do is left aside. */
bool op_is_pure(const struct op *op);
/* Whether an operation can be removed: no uses, and no effect, neither its own nor one inside. */
bool op_is_dead(struct op *op);
/* Whether two operations without regions compute the same: equal names, operands, attributes and
 * result types. The hash agrees with it. */
bool op_equals(const struct op *a, const struct op *b);
uint64_t op_hash(const struct op *op);

#endif
