/* Reshards around one operation. */
#ifndef SDYC_RESHARD_OP_H
#define SDYC_RESHARD_OP_H

#include "partition/builder.h"
#include "propagation/projection.h"

/* What the passes that look at one operation after another share. */
struct op_context {
    struct module *module;
    struct arena *arena; /* scratch */
    struct op *op;
    const struct attr *const *shardings; /* of operands, then results */
    const struct sharding_rule *rule;    /* NULL: none */
    const struct sharding *like;         /* one on the mesh that most shardings use; NULL: none */
    const struct mesh *mesh;             /* that mesh */
};

/* Gathers what is known of `op`; `mesh` stays NULL where it has no shardings, or such on different
 * or single-device meshes. */
struct op_context op_context_of(struct module *module, struct arena *arena, struct op *op);
/* Element by element by its own rule, with one and the same sharding everywhere, or none: what most
 * operations are, and nothing has to be done about. */
bool is_alike_pointwise(struct context *context, const struct op *op);
/* Reshards operands and results where `changed` says so, to what the projection has. */
void reshard_to_projection(const struct op_context *context, const struct projection *projection,
                           const bool *changed);
/* The closed sharding of a rank without axes, on the operation's mesh. */
const struct attr *closed_on_mesh(const struct op_context *context, uint32_t rank);
/* Makes the dimensions that have needs whole. */
void reshard_to_whole(const struct op_context *context, const struct need_list *needs);
/* For a contraction whose operands agree while its smaller result is sharded,
 * in one dimension, by the axes that the contraction sums over: computes the
 * result as the operands have it, and reshards. */
void reshard_contraction(const struct op_context *context);
/* At the end of its block, with results that nothing uses: nothing is needed behind it, and there
 * may be no place for it. */
bool ends_unused(const struct op *op);
/* All uses of `value` but the one in `except` become `replacement`. */
void replace_other_uses(struct value *value, struct value *replacement, const struct op *except);

#endif
