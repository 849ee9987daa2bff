/* A reshard as a short sequence of collectives. */
#ifndef SDYC_COLLECTIVES_H
#define SDYC_COLLECTIVES_H

#include "ops/build.h"

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

#endif
