/* Propagation through one operation, on factors: the basic strategy and, on top of it, the
 * aggressive one (openxla/shardy docs/propagation.md). */
#ifndef SDYC_FACTORS_H
#define SDYC_FACTORS_H

#include "propagation/projection.h"

/* Which way shardings may travel: bits, so that union is | and intersection is &. */
enum direction {
    DIRECTION_NONE = 0,
    DIRECTION_FORWARD = 1, /* from operands to results */
    DIRECTION_BACKWARD = 2,
    DIRECTION_BOTH = 3,
};

/* What one step of propagation is told. */
struct factor_step {
    const uint8_t *directions; /* of each factor: enum direction */
    bool conservative;         /* no axis may be split */
    bool elementwise;          /* the operation is, or is to be treated so */
};
/* Expands the factor shardings of `projection` and notes in `updated`,
 * one per tensor, which have changed. */
typedef void factor_strategy(struct projection *projection, const struct factor_step *step,
                             bool *updated);

/* basic_factors.c: only axes that conflict with nothing, in any tensor. */
factor_strategy propagate_factors_basic;
/* aggressive_factors.c: conflicts are resolved, in favour of the larger tensor. */
factor_strategy propagate_factors_aggressive;

/* --- basic_factors.c, for the aggressive strategy as well ------------------------------------- */

/* The longest list of axes that the tensors of a factor agree on, one way; conflicts with other
 * factors are left aside. */
struct axis_list compatible_major_axes(const struct projection *projection, uint32_t factor,
                                       enum direction direction);
/* The prefix of `axis` that no other factor of the tensor shards. */
bool prefix_without_other_factors(struct axis_ref axis, const struct projection *projection,
                                  uint32_t tensor, uint32_t factor, struct axis_ref *out);
/* The prefix of `axis` by which the factor of the tensor is, or may be, sharded, after axes of
 * `sharded_size` altogether. */
bool prefix_within_factor(struct axis_ref axis, const struct projection *projection,
                          uint32_t tensor, uint32_t factor, int64_t sharded_size,
                          struct axis_ref *out);
/* Cuts `axes` at the first that `prefix` does not let through whole. */
struct prefix_finder {
    bool (*prefix)(const struct prefix_finder *finder, struct axis_ref axis, int64_t sharded_size,
                   struct axis_ref *out);
    const struct projection *projection;
    uint32_t tensor, factor;
};
struct axis_list truncate_axes(const struct prefix_finder *finder, struct axis_list axes,
                               bool conservative);

#endif
