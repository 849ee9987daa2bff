/* Grids of processes that each run a function, as StableHLO's interpreter runs them: one program
 * for all, whose values have an instance for each process. */
#ifndef SDYC_TRANSFORMS_PARALLEL_H
#define SDYC_TRANSFORMS_PARALLEL_H

#include "ops/build.h"
#include "transforms/pass.h"

/* Replicas times partitions; process r * partitions + p is partition p of replica r. */
struct grid {
    int64_t replicas, partitions;
};
static inline int64_t grid_size(struct grid grid) {
    return grid.replicas * grid.partitions;
}

/* --- groups.c -------------------------------------------------------------------------------- */

/* Which processes work together in a collective: `ids` holds `count` groups of `size` each, -1
 * where a group has fewer members. */
struct process_groups {
    int64_t count, size;
    int64_t *ids;
};
/* Whether an operation is one that the processes of a group do together. */
bool is_collective(const struct op *op);
/* As its groups, channel and flags say. False after a located error. Of a collective_permute: its
 * pairs. */
bool find_groups(const struct op *op, struct context *context, struct grid grid,
                 struct arena *arena, struct process_groups *groups);
/* Rewrites an operation in numbers of processes: groups, pairs and numbers of replicas and
 * partitions. False after a located error. */
bool flatten_processes(struct module *module, struct op *op, struct grid grid);

#endif
