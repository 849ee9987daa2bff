/* The partition builder as the passes see it: what hooks are called with. */
#ifndef SDYC_PARTITION_BUILDER_INTERNAL_H
#define SDYC_PARTITION_BUILDER_INTERNAL_H

#include "ops/partition_builder.h"
#include "sharding/rule.h"
#include "sharding/sharding.h"

struct partition_builder {
    struct module *module;
    struct arena *scratch;
    struct op *op; /* the one whose hook runs */
    struct builder at;
    /* Shardings of its operands, then of its results; NULL: none. Kept by the pass. */
    const struct attr *const *shardings;
    const struct sharding *like;      /* one of them: names the mesh; NULL: no sharding at all */
    const struct mesh *mesh;          /* of `like` */
    const struct sharding_rule *rule; /* of the operation; NULL: none */
    struct need_list needs;           /* what partition_ask found; freed by the pass */
    bool narrow_halos;                /* neighbours send what is needed, and no more */
    bool removed;                     /* the hook replaced the operation */
    bool signed_zeros;                /* sums over devices keep the sign of what one of them adds */
    /* Called for a value that replaces a result, with the result's sharding. */
    void (*replaced)(struct partition_builder *builder, struct value *value,
                     const struct attr *sharding);
    void *data;
};

/* Makes `op` the operation whose hook runs next. */
void partition_start(struct partition_builder *builder, struct op *op,
                     const struct attr *const *shardings);
/* How the body of a fold combines its arguments number `index`: the scalar operation of the one
 * operation on these two that it is. SCALAR_NONE: otherwise. */
int32_t body_operation(const struct op *op, uint32_t index);
/* Asks an operation on whole tensors what it needs, given its shardings and its rule (NULL: none).
 * The list is valid until the next question. */
struct need_list *partition_ask(struct partition_builder *builder, struct op *op,
                                const struct attr *const *shardings,
                                const struct sharding_rule *rule);
/* The local type of a value of a global type; NULL after an error at `location`. */
const struct type *local_type(struct partition_builder *builder, const struct type *type,
                              const struct attr *sharding, struct location location);

#endif
