/* Shardings and other attributes of sdy where they stand: at operations, values, functions. */
#ifndef SDYC_OPS_SDY_CHECK_SHARDINGS_H
#define SDYC_OPS_SDY_CHECK_SHARDINGS_H

#include "ops/verify/checks.h"
#include "sharding/sharding.h"

/* sdy.sharding, sdy.sharding_rule, ... on any operation,
 * and on arguments and results of functions. */
bool check_sdy_attrs(const struct op *op, struct context *context);
/* One sharding a value, each fitting its type; `what`: "result", "operand", "in_shardings". */
bool check_shardings(const struct op *op, struct context *context, const char *what,
                     const struct attr *shardings, uint32_t count, const struct type *const *types);
/* A sharding for a value of `type` at `op`. */
bool check_sharding(const struct op *op, struct context *context, const struct attr *sharding,
                    const struct type *type);
/* Unreduced axes from an operand's sharding to a result's. `introduced`, `removed`: the only kind
 * that may be, or a negative number: none may. */
bool check_unreduced(const struct op *op, struct context *context, const struct sharding *from,
                     const struct sharding *to, int introduced, int removed);

#endif
