/* A reshape as independent reshapes of neighbouring dimensions. */
#ifndef SDYC_OPS_RESHAPE_GROUPS_H
#define SDYC_OPS_RESHAPE_GROUPS_H

#include "ir/ir.h"

struct sharding;

/* Dimensions of the operand, and of the result, that hold as many elements. */
struct reshape_group {
    uint32_t in_first, in_end, out_first, out_end;
    uint32_t in_count, out_count; /* of dimensions that are not of size one */
};
struct reshape_groups {
    uint32_t count;
    struct reshape_group items[2 * MAX_RANK];
};

/* From the first dimensions on, each group as small as can be. Both types are static, and not
 * empty. */
struct reshape_groups reshape_groups(const struct type *from, const struct type *to);
/* Nothing but dimensions of size one comes or goes. */
static inline bool reshape_group_is_plain(const struct reshape_group *group) {
    return group->in_count <= 1 && group->out_count <= 1;
}

struct bound_builder;
/* reshape.c: replaces a reshape of operand 0, whose sizes are known at run time, to a result of
 * these sizes. False after an error. */
bool reshape_bound_to(struct bound_builder *builder, struct op *op, struct value *const *sizes);

#endif
