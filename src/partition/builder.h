/* The partition builder as the passes see it: what hooks are called with. */
#ifndef SDYC_PARTITION_BUILDER_INTERNAL_H
#define SDYC_PARTITION_BUILDER_INTERNAL_H

#include "ops/partition_builder.h"
#include "sharding/rule.h"
#include "sharding/sharding.h"

/* A dimension of an operand, or (operands first) of a result. */
struct tensor_dim {
    uint32_t tensor, dim;
};
struct partition_builder {
    enum partition_phase phase;
    struct module *module;
    struct arena *scratch;
    struct op *op; /* the one whose hook runs */
    struct builder at;
    /* Shardings of its operands, then of its results; NULL: none. Kept by the pass. */
    const struct attr *const *shardings;
    const struct sharding *like;     /* one of them: names the mesh; NULL: no sharding at all */
    const struct mesh *mesh;         /* of `like` */
    VECTOR(struct tensor_dim) whole; /* dimensions that must be whole */
    bool removed;                    /* the hook replaced the operation */
    bool has_rule;                   /* the operation has a sharding rule */
    bool failed; /* PARTITION_LOCALIZE: a dimension that must be whole is not; reported */
    /* Rule of the operation marks what is a permutation; asked by partition_by_rule. */
    void (*keep_permutations_whole)(struct partition_builder *builder);
    /* Called for a value that replaces a result, with the result's sharding. */
    void (*replaced)(struct partition_builder *builder, struct value *value,
                     const struct attr *sharding);
    void *data;
};

/* Makes `op` the operation whose hook runs next. */
void partition_start(struct partition_builder *builder, struct op *op,
                     const struct attr *const *shardings);
/* Dimensions of the factors that are no work of one device on its part (permutations, and what
 * needs replication) must be whole. */
void partition_keep_special_whole(struct partition_builder *builder,
                                  const struct sharding_rule *rule);
/* The local type of a value of a global type; NULL after an error at `location`. */
const struct type *local_type(struct partition_builder *builder, const struct type *type,
                              const struct attr *sharding, struct location location);

#endif
