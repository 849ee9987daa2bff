/* Replica groups of a collective as tables: which devices work together. */
#ifndef SDYC_OPS_GROUPS_H
#define SDYC_OPS_GROUPS_H

#include "ops/kernel_builder.h"

struct device_groups {
    uint32_t size;           /* devices of a group */
    const int64_t *members;  /* [device][size]: the device's group, in its order */
    const int64_t *position; /* [device]: its place in its group */
};

/* The property `replica_groups` (none: all devices are one group). False after a located error: the
 * program is global, a group has another size, a device is named twice or never. */
bool collective_groups(const struct op *op, struct kernel_builder *builder,
                       struct device_groups *groups);
/* The operand that member `column` of the device's group has, read at `map`. */
struct term *term_group_member(struct kernel_builder *builder, const struct device_groups *groups,
                               struct node *operand, struct affine column, const struct affine *map,
                               struct term *const *dynamic, const int64_t *most);
/* Where the device's slice of `size` begins: its place in its group times `size`. */
struct term *term_group_begin(struct kernel_builder *builder, const struct device_groups *groups,
                              int64_t size);
/* The fold of the group's operands, read at `map` (and `dynamic`), in the group's order. */
struct node *node_group_sum(struct kernel_builder *builder, const struct device_groups *groups,
                            struct node *operand, const struct type *type,
                            const struct region *region, const struct affine *map,
                            struct term *const *dynamic, const int64_t *most);

#endif
