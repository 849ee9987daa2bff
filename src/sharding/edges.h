/* Where a sharding came from, step by step: #sdy.propagation_edges<[{step-0 = [{"a" = operand-0 ->
 * [result-0]}]}]>, an interned attribute for people who debug propagation. */
#ifndef SDYC_EDGES_H
#define SDYC_EDGES_H

#include "ir/ir.h"
#include "sharding/axes.h"

struct edge_value {
    bool is_result;
    int64_t index;
};
struct edge_entry {
    struct axis_ref axis;
    struct edge_value source;
    uint32_t target_count;
    const struct edge_value *targets;
};
struct edge_step {
    int64_t index;
    uint32_t entry_count;
    const struct edge_entry *entries;
};
struct propagation_edges {
    uint32_t step_count;
    const struct edge_step *steps;
};

extern const struct attr_def attr_propagation_edges;

/* The attribute of these edges, which are copied. */
const struct attr *propagation_edges_attr(struct context *context,
                                          const struct propagation_edges *edges);
const struct propagation_edges *attr_as_edges(const struct attr *attr); /* NULL: another one */

#endif
