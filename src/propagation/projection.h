/* Shardings seen through the factors of a sharding rule: what propagation through one operation
 * works on. `[{"x", "y"}]` of a dimension `ij` with i=2, j=4 on a mesh x=4, y=2 is i: "x":(1)2 and
 * j: "x":(2)2, "y". Projected back, the axes of a dimension's factors stand one after another. */
#ifndef SDYC_PROJECTION_H
#define SDYC_PROJECTION_H

#include "sharding/rule.h"
#include "sharding/sharding.h"

/* How one tensor shards one factor. */
struct factor_sharding {
    bool is_mapped;     /* the tensor has the factor */
    bool is_closed;     /* no further axes may be added */
    bool is_minor_most; /* in its dimension */
    struct axis_list axes;
    /* What of the dimension's axes came after a factor that they do not divide: they stay where
     * they are, and nothing is added. Only of factors that are not minor-most. */
    struct axis_list overflow;
};
struct tensor_projection {
    struct factor_sharding *factors; /* one per factor of the rule */
    struct axis_list replicated, unreduced;
    enum reduction_kind unreduced_kind;
};
struct projection {
    const struct sharding_rule *rule;
    const struct mesh *mesh;
    struct arena *arena;               /* of the axis lists made on the way */
    struct tensor_projection *tensors; /* operands, then results */
};

/* Projects shardings (one per tensor of the rule, NULL: none, taken as open, or closed where
 * `closed_if_missing`). Everything belongs to `arena`. */
struct projection project(const struct sharding_rule *rule, const struct mesh *mesh,
                          const struct attr *const *shardings, bool closed_if_missing,
                          struct arena *arena);
/* The sharding of tensor `index` as the projection now has it, on the mesh that `like` names. */
const struct attr *project_back(struct context *context, const struct projection *projection,
                                uint32_t index, const struct sharding *like);
/* Gives the factor of a tensor `axes`, where what it has is a strict prefix of them. */
bool expand_factor(struct projection *projection, uint32_t tensor, uint32_t factor,
                   struct axis_list axes);

#endif
