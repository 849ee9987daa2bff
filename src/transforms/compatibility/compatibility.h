/* What stablehlo-compatibility-expander makes of operations that older versions of StableHLO lack.
 * Each function changes the operation and returns true, or leaves it as it is and returns false:
 * after an error that it has reported, or where there is nothing to do. */
#ifndef SDYC_TRANSFORMS_COMPATIBILITY_H
#define SDYC_TRANSFORMS_COMPATIBILITY_H

#include "transforms/chlo/expression.h"

/* batching.c: batching dimensions of gathers and scatters become components of the indices. */
bool expand_gather_batching(struct module *module, struct op *op);
bool expand_scatter_batching(struct module *module, struct op *op);
/* replica_groups.c: groups by axes of a mesh become lists. */
bool expand_replica_groups(struct module *module, struct op *op);
/* How many devices a group of a collective has, listed or by axes; 0: that is not known. */
int64_t replica_group_size(struct module *module, const struct op *op);

#endif
