/* Values seen through sdy.propagation_barrier: it stands in the way of propagation alone, so a
 * value behind one is sharded as it was before. */
#ifndef SDYC_OPS_SDY_BARRIER_H
#define SDYC_OPS_SDY_BARRIER_H

#include "ops/op_def.h"
#include "sharding/sharding.h"

static inline const struct value *value_before_barriers(const struct value *value) {
    while (value->op && op_is(value->op, OP_SDY_PROPAGATION_BARRIER)) {
        value = op_operand(value->op, 0);
    }
    return value;
}

static inline const struct attr *sharding_before_barriers(struct context *context,
                                                          const struct value *value) {
    return value_sharding(context, value_before_barriers(value));
}

#endif
