/* Verifiers of the sdy dialect: its operations, and its attributes on others. */
#ifndef SDYC_OPS_SDY_VERIFY_H
#define SDYC_OPS_SDY_VERIFY_H

#include "ops/checks.h"
#include "sharding/sharding.h"

/* sdy.sharding, sdy.sharding_rule, ... on any operation,
 * and on arguments and results of functions. */
bool verify_sdy_attrs(const struct op *op, struct context *context);
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

bool verify_sharding_op(const struct op *op, struct context *context);
bool verify_data_flow_edge(const struct op *op, struct context *context);
bool verify_func_data_flow_edge(const struct op *op, struct context *context);
bool verify_propagation_barrier(const struct op *op, struct context *context);
bool verify_manual_computation(const struct op *op, struct context *context);
bool verify_named_computation(const struct op *op, struct context *context);
bool infer_named_computation(const struct op *op, struct context *context,
                             const struct type **types);

bool verify_sdy_all_gather(const struct op *op, struct context *context);
bool verify_sdy_all_slice(const struct op *op, struct context *context);
bool verify_sdy_all_to_all(const struct op *op, struct context *context);
bool verify_sdy_collective_permute(const struct op *op, struct context *context);
bool verify_sdy_all_reduce(const struct op *op, struct context *context);
bool verify_sdy_reduce_scatter(const struct op *op, struct context *context);
bool verify_sdy_sharded_to_unreduced(const struct op *op, struct context *context);
bool verify_sdy_replicated_to_unreduced(const struct op *op, struct context *context);

#endif
