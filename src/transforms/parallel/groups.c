/* Groups of a collective, which its channel and flags say how to read, in numbers of processes. */
#include "ops/verify/fault.h"
#include "transforms/parallel/parallel.h"

/* What the numbers in the groups are. */
enum strategy { CROSS_REPLICA, CROSS_PARTITION, CROSS_BOTH, FLATTENED };

static bool is_one_to_one(const struct op *op) {
    return op_is(op, OP_ALL_TO_ALL) || op_is(op, OP_COLLECTIVE_BROADCAST) ||
           op_is(op, OP_COLLECTIVE_PERMUTE);
}

bool is_collective(const struct op *op) {
    return is_one_to_one(op) || op_is(op, OP_ALL_GATHER) || op_is(op, OP_ALL_REDUCE) ||
           op_is(op, OP_REDUCE_SCATTER) || op_is(op, OP_COLLECTIVE_REDUCE);
}

static enum strategy strategy_of(const struct op *op) {
    const struct channel_handle *channel = (const struct channel_handle *)attr_payload(
        op_property(op, "channel_handle"), &attr_channel_handle);
    bool has_channel = channel && channel->handle > 0;
    if (is_one_to_one(op)) {
        return has_channel ? CROSS_PARTITION : CROSS_REPLICA;
    }
    return op_property(op, "use_global_device_ids") ? FLATTENED
           : has_channel                            ? CROSS_BOTH
                                                    : CROSS_REPLICA;
}

/* How many numbers there are, and how many groups each group of numbers stands for. */
static void extents_of(enum strategy strategy, struct grid grid, int64_t *numbers,
                       int64_t *copies) {
    bool replicas = strategy == CROSS_REPLICA || strategy == CROSS_BOTH;
    *numbers = strategy == FLATTENED ? grid_size(grid) : replicas ? grid.replicas : grid.partitions;
    *copies = strategy == CROSS_REPLICA     ? grid.partitions
              : strategy == CROSS_PARTITION ? grid.replicas
                                            : 1;
}

/* The processes that a number stands for in copy `copy` of its group; of CROSS_BOTH: partition
 * `copy` of the replica. */
static int64_t process_of(enum strategy strategy, struct grid grid, int64_t number, int64_t copy) {
    if (number < 0) {
        return -1;
    }
    switch (strategy) {
    case CROSS_REPLICA:
    case CROSS_BOTH:
        return number * grid.partitions + copy;
    case CROSS_PARTITION:
        return copy * grid.partitions + number;
    case FLATTENED:
        return number;
    }
    return -1;
}

/* All numbers in one group, where no groups are listed. */
static struct int_list all_numbers(struct arena *arena, int64_t count) {
    int64_t *items = ARENA_ARRAY(arena, int64_t, (size_t)count + 1);
    for (int64_t i = 0; i < count; i++) {
        items[i] = i;
    }
    return (struct int_list){items, (uint32_t)count};
}

static bool check_numbers(const struct op *op, struct context *context, struct int_list list,
                          int64_t numbers) {
    for (uint32_t i = 0; i < list.count; i++) {
        if (list.items[i] >= numbers) {
            return fault(op, context, "names process %lld of %lld", (long long)list.items[i],
                         (long long)numbers);
        }
    }
    return true;
}

bool find_groups(const struct op *op, struct context *context, struct grid grid,
                 struct arena *arena, struct process_groups *groups) {
    const char *name = op_is(op, OP_COLLECTIVE_PERMUTE) ? "source_target_pairs" : "replica_groups";
    const struct attr *attr = op_property(op, name);
    enum strategy strategy = strategy_of(op);
    int64_t numbers, copies;
    if (attr && (attr->kind != ATTR_DENSE || attr->type->rank != 2)) {
        return fault(op, context, "has groups that are given by axes: lists were expected");
    }
    extents_of(strategy, grid, &numbers, &copies);
    struct int_list list = op_ints(op, name);
    int64_t size = attr ? attr->type->dims[1] : 0;
    if (list.count == 0 && !op_is(op, OP_COLLECTIVE_PERMUTE)) {
        list = all_numbers(arena, numbers);
        size = numbers;
    }
    if (!check_numbers(op, context, list, numbers)) {
        return false;
    }
    int64_t listed = size > 0 ? list.count / size : 0;
    int64_t members = strategy == CROSS_BOTH ? size * grid.partitions : size;
    *groups = (struct process_groups){.count = listed * copies, .size = members};
    groups->ids = ARENA_ARRAY(arena, int64_t, (size_t)(groups->count * members) + 1);
    int64_t next = 0;
    for (int64_t g = 0; g < listed; g++) {
        for (int64_t copy = 0; copy < copies; copy++) {
            for (int64_t m = 0; m < members; m++) {
                int64_t own = strategy == CROSS_BOTH ? m / size : copy;
                groups->ids[next++] =
                    process_of(strategy, grid, list.items[g * size + m % (size ? size : 1)], own);
            }
        }
    }
    return true;
}

/* --- rewriting -------------------------------------------------------------------------------- */

/* Gaps at the ends of groups only, as the codegen reads them. */
static void close_gaps(const struct process_groups *groups) {
    for (int64_t g = 0; g < groups->count; g++) {
        int64_t *ids = groups->ids + g * groups->size, kept = 0;
        for (int64_t m = 0; m < groups->size; m++) {
            if (ids[m] >= 0) {
                ids[kept++] = ids[m];
            }
        }
        while (kept < groups->size) {
            ids[kept++] = -1;
        }
    }
}

static bool flatten_groups(struct module *module, struct op *op, struct grid grid) {
    struct context *context = module->context;
    struct arena *scratch = arena_new();
    struct process_groups groups;
    bool good = find_groups(op, context, grid, scratch, &groups);
    if (good) {
        bool permutes = op_is(op, OP_COLLECTIVE_PERMUTE);
        const int64_t dims[2] = {groups.count, groups.size};
        const struct type *type =
            type_tensor(context, type_integer(context, 64, SIGNLESS), 2, dims, NULL);
        close_gaps(&groups);
        op_set_property(module, op, permutes ? "source_target_pairs" : "replica_groups",
                        attr_dense(context, type, groups.ids,
                                   (size_t)(groups.count * groups.size) * sizeof *groups.ids,
                                   false));
        if (!is_one_to_one(op)) {
            op_set_property(module, op, "use_global_device_ids", attr_unit(context));
            op_set_property(module, op, "channel_handle", attr_channel(context, 1, 1));
        }
    }
    arena_free(scratch);
    return good;
}

/* The number of a replica, or of a partition in its replica, from that of the process. */
static void flatten_number(struct module *module, struct op *op, struct grid grid) {
    struct context *context = module->context;
    struct builder at = builder_before(module, op);
    const struct type *type = op_result(op, 0)->type;
    uint32_t by = (uint32_t)grid.partitions;
    bool is_replica = op_is(op, OP_REPLICA_ID);
    struct value *number = build_value(&at, OP_PARTITION_ID, 0, NULL, type);
    if (grid.partitions > 1 ? grid.replicas > 1 || is_replica : !is_replica) {
        struct value *partitions =
            build_constant(&at, attr_dense(context, type, &by, sizeof by, true));
        number = build_binary(&at, is_replica ? OP_DIVIDE : OP_REMAINDER, number, partitions);
    }
    number->name = op_result(op, 0)->name;
    value_replace_uses(op_result(op, 0), number);
    op_erase(op);
}

bool flatten_processes(struct module *module, struct op *op, struct grid grid) {
    if (op_is(op, OP_PARTITION_ID) || op_is(op, OP_REPLICA_ID)) {
        flatten_number(module, op, grid);
        return true;
    }
    return !is_collective(op) || flatten_groups(module, op, grid);
}
