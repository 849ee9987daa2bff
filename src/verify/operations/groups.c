/* What the numbers in replica_groups and source_target_pairs are, which an operation says by its
 * channel and its flags (StableHLO's specification, "Collective ops"). */
#include "verify/operations/groups.h"

#include "ops/attrs/attrs.h"

enum naming { NAMES_DEVICES, NAMES_REPLICAS, NAMES_PARTITIONS, NAMES_WHOLE_REPLICAS };

static bool has_channel(const struct op *op) {
    const struct channel_handle *channel = (const struct channel_handle *)attr_payload(
        op_property(op, "channel_handle"), &attr_channel_handle);
    return channel && channel->handle > 0;
}

/* Of one replica all numbers are those of partitions, whatever the channel is. */
static enum naming naming_of(const struct evaluator *e, const struct op *op) {
    bool one_to_one = op_is(op, OP_ALL_TO_ALL) || op_is(op, OP_COLLECTIVE_BROADCAST) ||
                      op_is(op, OP_COLLECTIVE_PERMUTE);
    if (e->replicas <= 1) {
        return NAMES_DEVICES;
    }
    if (one_to_one) {
        return has_channel(op) ? NAMES_PARTITIONS : NAMES_REPLICAS;
    }
    return op_property(op, "use_global_device_ids") ? NAMES_DEVICES
           : has_channel(op)                        ? NAMES_WHOLE_REPLICAS
                                                    : NAMES_REPLICAS;
}

/* As written; one group of all numbers where none is listed. */
static bool read_listed(struct evaluator *e, const struct op *op, int64_t numbers,
                        struct groups *groups) {
    bool pairs = op_is(op, OP_COLLECTIVE_PERMUTE);
    const struct attr *attr = op_property(op, pairs ? "source_target_pairs" : "replica_groups");
    if (attr && (attr->kind != ATTR_DENSE || attr->type->rank != 2)) {
        return evaluate_stop(e, op, "its groups are given by axes");
    }
    bool listed = attr && !type_is_empty(attr->type);
    groups->count = listed ? attr->type->dims[0] : !pairs;
    groups->size = listed ? attr->type->dims[1] : numbers;
    int64_t *ids =
        ARENA_ARRAY(e->module->context->arena, int64_t, (size_t)(groups->count * groups->size) + 1);
    for (int64_t i = 0; i < groups->count * groups->size; i++) {
        ids[i] = listed ? attr_dense_integer(attr, i) : i;
        if (ids[i] >= numbers) {
            return evaluate_fault(e, op, "it names device %lld of %lld", (long long)ids[i],
                                  (long long)numbers);
        }
    }
    groups->ids = ids;
    return true;
}

/* Each group stands for one in each replica or partition: `step` numbers apart are the devices of a
 * group, and `apart` the groups. */
static void repeat(struct evaluator *e, int64_t copies, int64_t step, int64_t apart,
                   struct groups *groups) {
    int64_t each = groups->count * groups->size;
    int64_t *ids = ARENA_ARRAY(e->module->context->arena, int64_t, (size_t)(copies * each) + 1);
    for (int64_t c = 0; c < copies; c++) {
        for (int64_t i = 0; i < each; i++) {
            ids[c * each + i] = groups->ids[i] < 0 ? -1 : groups->ids[i] * step + c * apart;
        }
    }
    groups->ids = ids;
    groups->count *= copies;
}

/* A group of replicas stands for all of their partitions, the first of each replica first. */
static void widen(struct evaluator *e, int64_t partitions, struct groups *groups) {
    int64_t size = groups->size * partitions;
    int64_t *ids =
        ARENA_ARRAY(e->module->context->arena, int64_t, (size_t)(groups->count * size) + 1);
    for (int64_t g = 0; g < groups->count; g++) {
        int64_t filled = 0;
        for (int64_t i = 0; i < size; i++) {
            int64_t replica = groups->ids[g * groups->size + i % groups->size];
            if (replica >= 0) {
                ids[g * size + filled++] = replica * partitions + i / groups->size;
            }
        }
        while (filled < size) {
            ids[g * size + filled++] = -1;
        }
    }
    groups->ids = ids;
    groups->size = size;
}

bool groups_read(struct evaluator *e, const struct op *op, struct groups *groups) {
    int64_t replicas = e->replicas > 1 ? e->replicas : 1, partitions = e->devices / replicas;
    switch (naming_of(e, op)) {
    case NAMES_DEVICES:
        return read_listed(e, op, e->devices, groups);
    case NAMES_REPLICAS:
        if (!read_listed(e, op, replicas, groups)) {
            return false;
        }
        repeat(e, partitions, partitions, 1, groups);
        return true;
    case NAMES_PARTITIONS:
        if (!read_listed(e, op, partitions, groups)) {
            return false;
        }
        repeat(e, replicas, 1, partitions, groups);
        return true;
    case NAMES_WHOLE_REPLICAS:
        if (!read_listed(e, op, replicas, groups)) {
            return false;
        }
        widen(e, partitions, groups);
        return true;
    }
    return false;
}

struct device_group group_at(const struct groups *groups, int64_t number) {
    struct device_group group = {0, groups->ids + number * groups->size};
    while (group.count < groups->size && group.ids[group.count] >= 0) {
        group.count++;
    }
    return group;
}
