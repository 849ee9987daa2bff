/* Random bits as operations: what rng_bit_generator and rng are expanded into. */
#ifndef SDYC_TRANSFORMS_STABLEHLO_RANDOM_BITS_H
#define SDYC_TRANSFORMS_STABLEHLO_RANDOM_BITS_H

#include "transforms/chlo/expression.h"

/* The state of a generator: scalars of 64 bits. ThreeFry has no upper half of its counter. */
struct random_state {
    expr key, counter, upper;
};

/* The scalar `value`, of which the generators speak. */
expr random_constant(struct formula *formula, uint64_t value);
/* Bits of `type`, a static tensor of unsigned integers, by the algorithm (not the default one). The
 * counter of `*state` moves past the blocks that they take. */
expr random_bits(struct formula *formula, enum rng_algorithm algorithm, struct random_state *state,
                 const struct type *type);

#endif
