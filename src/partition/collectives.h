/* A reshard as a short sequence of collectives, and the sdy collectives as operations. */
#ifndef SDYC_COLLECTIVES_H
#define SDYC_COLLECTIVES_H

#include "ir/ir.h"
#include "sharding/axes.h"
#include "sharding/sharding.h"

/* --- collectives.c ---------------------------------------------------------------------------- */

/* Builds what brings `input` from sharding `from` to sharding `to` (equal ranks; meshes that differ
 * at most in the order of their devices) and returns the last result: `input` itself where they are
 * the same. `scratch` holds what is only needed on the way. */
struct value *build_reshard_collectives(struct builder *builder, struct arena *scratch,
                                        struct value *input, const struct sharding *from,
                                        const struct sharding *to, const struct mesh *mesh);

/* --- unreduced.c ------------------------------------------------------------------------------ */

/* Builds what brings `input` from sharding `from` to `to` where that is unreduced over further
 * axes, and returns the last result; NULL where it is not. Only the dimensions may still differ. */
struct value *build_unreduced(struct builder *builder, struct arena *scratch, struct value *input,
                              const struct sharding *from, const struct attr *to,
                              const struct mesh *mesh);

/* --- collective_ops.c ------------------------------------------------------------------------- */

/* `axes`: one list per dimension. */
struct value *build_all_gather(struct builder *builder, struct value *input, struct axis_lists axes,
                               const struct attr *out_sharding);
struct value *build_all_slice(struct builder *builder, struct value *input, struct axis_lists axes,
                              const struct attr *out_sharding);
struct value *build_all_to_all(struct builder *builder, struct value *input, struct axis_list axes,
                               int64_t source_dim, int64_t target_dim,
                               const struct attr *out_sharding);
struct value *build_collective_permute(struct builder *builder, struct value *input,
                                       const struct attr *out_sharding);
struct value *build_all_reduce(struct builder *builder, struct value *input, struct axis_list axes,
                               enum reduction_kind kind, const struct attr *out_sharding);
struct value *build_replicated_to_unreduced(struct builder *builder, struct value *input,
                                            struct axis_list axes, const struct attr *out_sharding);
struct value *build_sharded_to_unreduced(struct builder *builder, struct value *input,
                                         struct axis_lists axes, const struct attr *out_sharding);
struct value *build_reshard(struct builder *builder, struct value *input,
                            const struct attr *sharding);

#endif
