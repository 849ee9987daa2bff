/* Canonicalizers of sdy operations: hooks of their definitions. */
#ifndef SDYC_OPS_SDY_CANONICALIZE_H
#define SDYC_OPS_SDY_CANONICALIZE_H

#include "ir/op_def.h"

/* Drops one over no axes; the sum of what was made unreduced over the same axes is what it was. */
bool canonicalize_sdy_all_reduce(struct op *op, struct module *module);
/* Drops one over no axes. */
bool canonicalize_sdy_all_gather(struct op *op, struct module *module);
bool canonicalize_sdy_reduce_scatter(struct op *op, struct module *module);
/* The slice of what was gathered alike is what it was; a slice of a sum is scattered. */
bool canonicalize_sdy_all_slice(struct op *op, struct module *module);
/* Two that move other dimensions become one; one that nothing uses goes. */
bool canonicalize_sdy_all_to_all(struct op *op, struct module *module);
/* Drops one to a sharding that the tensor has. */
bool canonicalize_sdy_collective_permute(struct op *op, struct module *module);
/* Where an earlier reshard of the same data, perhaps reshaped or transposed, gives the same shards,
 * it is used instead. Not a hook. */
bool reuse_earlier_reshard(struct op *op, struct module *module);
/* Two shardings, of values that hold the same elements in the same order, put the same of them on
 * each device. Not a hook. */
struct sharding;
bool shardings_cut_alike(const struct op *op, const struct sharding *a, const struct type *a_type,
                         const struct sharding *b, const struct type *b_type);
/* Of two in a row the second is enough. */
bool canonicalize_reshard(struct op *op, struct module *module);
/* Drops inputs without use; one over a single device is its body. */
bool canonicalize_manual_computation(struct op *op, struct module *module);

#endif
