/* What collectives ask of their groups, channels and regions; each reports its fault. */
#ifndef SDYC_OPS_GROUP_CHECKS_H
#define SDYC_OPS_GROUP_CHECKS_H

#include "ops/verify/checks.h"

/* Every process is in one group. `same_size`: groups are as large, each of `size` processes unless
 * that is 0. */
bool check_process_groups(const struct op *op, struct context *context, bool same_size,
                          int64_t size);
/* A hook: the mesh that the groups name is there. */
bool check_group_mesh(const struct op *op, struct context *context);
/* The channel's id is `least` or more where global device ids are used. */
bool check_channel(const struct op *op, struct context *context, int64_t least);
/* A hook: where there are pairs of a source and a target, none of either is there twice. */
bool check_source_target_pairs(const struct op *op, struct context *context);
/* The region folds two scalars of the elements of operand `operand`. */
bool check_scalar_fold(const struct op *op, struct context *context, uint32_t operand);

#endif
