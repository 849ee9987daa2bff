/* Replica groups of a collective: which devices work together. */
#ifndef SDYC_OPS_GROUPS_H
#define SDYC_OPS_GROUPS_H

#include "ops/kernel_builder.h"

struct device_groups {
    int64_t count;
    uint32_t size;      /* devices of a group */
    const int64_t *ids; /* [count][size], in the order of each group */
    bool is_product;    /* the groups are what differs along some instance axes: */
    struct instance_axes axes;
};

/* The property `replica_groups` (none: all devices are one group). False after a located error: a
 * group has another size, a device is named twice or never. */
bool collective_groups(const struct op *op, struct kernel_builder *builder,
                       struct device_groups *groups);
/* Per device: the id of member `number` of its group. */
const int64_t *group_members(struct kernel_builder *builder, const struct device_groups *groups,
                             uint32_t number);
/* Per device: its place in its group, times `scale`, as an index. */
struct term *group_place(struct kernel_builder *builder, const struct device_groups *groups,
                         int64_t scale);
/* Result `index` is the operand of that number as the device sources[d] has it, on the device with
 * id d; -1: zeros. */
void emit_received(const struct op *op, struct kernel_builder *builder, uint32_t index,
                   const int64_t *sources);
/* The fold of the operands of the group, whose result is cut along dimension `scatter` (-1: not at
 * all). False after a located error. */
bool emit_group_fold(const struct op *op, struct kernel_builder *builder, int64_t scatter);

#endif
