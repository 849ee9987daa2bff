/* Replica groups of a collective: which devices work together. */
#ifndef SDYC_OPS_GROUPS_H
#define SDYC_OPS_GROUPS_H

#include "ops/kernel_builder.h"

struct replica_groups {
    int64_t count;
    uint32_t size;      /* devices of a group, at most */
    const int64_t *ids; /* [count][size], in the order of each group; -1 at the end: none */
    bool has_all;       /* every device is in a group */
    bool is_even;       /* all groups have that many */
    bool is_product;    /* the groups are what differs along some instance axes: */
    struct instance_axes axes;
};

/* The property `replica_groups` (none: all devices are one group). False after a located error: a
 * device is named twice, or is none. */
bool collective_groups(const struct op *op, struct kernel_builder *builder,
                       struct replica_groups *groups);
/* The same of groups that must be of one size and hold all devices. */
bool collective_even_groups(const struct op *op, struct kernel_builder *builder,
                            struct replica_groups *groups);
/* Per device: the id of member `number` of its group; -1: there is none. */
const int64_t *group_members(struct kernel_builder *builder, const struct replica_groups *groups,
                             uint32_t number);
/* Per device: its place in its group, times `scale`, as an i64; -1: it has no group. */
struct term *group_place(struct kernel_builder *builder, const struct replica_groups *groups,
                         int64_t scale);
/* Result `index` is the operand of that number as the device sources[d] has it, on the device with
 * id d; -1: zeros. */
void emit_received(const struct op *op, struct kernel_builder *builder, uint32_t index,
                   const int64_t *sources);
/* The fold of operand `index` over the group, whose result is cut along dimension `scatter` (-1:
 * not at all). NULL after a located error. */
struct node *fold_group(const struct op *op, struct kernel_builder *builder,
                        const struct replica_groups *groups, uint32_t index, int64_t scatter);
/* The fold of the operands of the group, whose result is cut along dimension `scatter` (-1: not at
 * all). False after a located error. */
bool emit_group_fold(const struct op *op, struct kernel_builder *builder, int64_t scatter);

#endif
