/* What collectives ask of their groups, channels and regions. */
#include "ops/stablehlo/collective/group_checks.h"

#include <stdlib.h>

#include "ops/attrs/attrs.h"

/* A process and where its groups name it. */
struct process {
    int64_t id;
    uint32_t at;
};

static int by_id(const void *a, const void *b) {
    const struct process *p = a, *q = b;
    return p->id != q->id ? (p->id > q->id) - (p->id < q->id) : (p->at > q->at) - (p->at < q->at);
}

/* Ids are those from 0, each once; -1 stands for none where groups may differ in size. */
static bool check_each_id_once(const struct op *op, struct context *context, struct int_list ids,
                               bool same_size) {
    struct arena *scratch = arena_new();
    struct process *processes = ARENA_ARRAY(scratch, struct process, ids.count + 1);
    uint32_t count = 0, twice = ids.count, none = ids.count;
    for (uint32_t i = ids.count; i-- > 0;) {
        if (ids.items[i] != -1) {
            processes[count++] = (struct process){ids.items[i], i};
        } else if (same_size) {
            none = i;
        }
    }
    qsort(processes, count, sizeof *processes, by_id);
    uint32_t missing = 0, distinct = 0;
    for (uint32_t i = 0; i < count; i++) {
        bool again = i && processes[i].id == processes[i - 1].id;
        twice = again && processes[i].at < twice ? processes[i].at : twice;
        distinct += !again;
        missing += processes[i].id == missing;
    }
    arena_free(scratch);
    if (none < twice) {
        return fault(op, context, "Invalid replica id -1");
    }
    if (twice < ids.count) {
        return fault(op, context, "replica id #%lld seen more than once",
                     (long long)ids.items[twice]);
    }
    return missing == distinct ||
           fault(op, context, "replica id #%u not seen in replica groups", missing);
}

bool check_group_mesh(const struct op *op, struct context *context) {
    const struct replica_group_axes *groups = (const struct replica_group_axes *)attr_payload(
        op_attr(op, "replica_groups"), &attr_replica_group_mesh_axes);
    const struct attr *mesh = groups ? groups->mesh : NULL;
    return !mesh || mesh->kind != ATTR_SYMBOL || symbol_lookup_from(op, mesh) ||
           op_fault(op, context, "replica_groups: mesh symbol '%s' not found", mesh->text);
}

/* `size`: processes that each group must have; 0: any. */
bool check_process_groups(const struct op *op, struct context *context, bool same_size,
                          int64_t size) {
    const struct attr *attr = op_attr(op, "replica_groups");
    if (attr_payload(attr, &attr_replica_group_mesh_axes)) {
        return true;
    }
    struct int_list ids = op_ints(op, "replica_groups");
    if (attr->type->rank != 2) {
        return fault(op, context,
                     "replica groups should be a rank 2 tensor, but instead it is of "
                     "rank %u",
                     attr->type->rank);
    }
    if (op_attr(op, "use_global_device_ids") && type_is_empty(attr->type)) {
        return fault(op, context,
                     "if `use_global_device_ids` is set, the replica groups cannot be empty");
    }
    if (!check_each_id_once(op, context, ids, same_size)) {
        return false;
    }
    if (same_size && size != 0 && (attr->type->dims[0] == 0 || attr->type->dims[1] != size)) {
        return fault(op, context, "group size of replica_groups must be %lld, but is %lld",
                     (long long)size, (long long)attr->type->dims[1]);
    }
    return true;
}

bool check_channel(const struct op *op, struct context *context, int64_t least) {
    const struct channel_handle *channel = (const struct channel_handle *)attr_payload(
        op_attr(op, "channel_handle"), &attr_channel_handle);
    int64_t id = channel ? channel->handle : 0;
    if (!op_attr(op, "use_global_device_ids") || id >= least) {
        return true;
    }
    return least == 0
               ? fault(op, context,
                       "channel_id cannot be negative when useGlobalDeviceIds is set: %lld",
                       (long long)id)
               : fault(op, context,
                       "channel_id must be positive when useGlobalDeviceIds is set but got: %lld",
                       (long long)id);
}

bool check_scalar_fold(const struct op *op, struct context *context, uint32_t operand) {
    const struct type *scalars[] = {scalar_of(context, operand_type(op, operand))};
    struct fold fold = {.count = 1, .inputs = scalars, .inits = scalars};
    return check_fold(op, context, &fold);
}

/* Whether a number is negative, or stands at two even places or two odd ones. */
static bool has_wrong_ids(struct int_list ids) {
    size_t count = ids.count / 2;
    int64_t *sorted = memory_array(count + 1, sizeof *sorted);
    bool wrong = false;
    for (size_t side = 0; side < 2 && !wrong; side++) {
        for (size_t i = 0; i < count; i++) {
            sorted[i] = ids.items[2 * i + side];
        }
        qsort(sorted, count, sizeof *sorted, compare_int64);
        wrong = count > 0 && sorted[0] < 0;
        for (size_t i = 1; i < count && !wrong; i++) {
            wrong = sorted[i] == sorted[i - 1];
        }
    }
    memory_free(sorted);
    return wrong;
}

/* Reports the first one. */
static bool say_wrong_id(const struct op *op, struct context *context, struct int_list ids) {
    for (uint32_t i = 0; i < ids.count; i++) {
        if (ids.items[i] < 0) {
            return fault(op, context, "replica ids in source_target_pairs must be >= 0. Found %lld",
                         (long long)ids.items[i]);
        }
        for (uint32_t k = i % 2; k < i; k += 2) {
            if (ids.items[k] == ids.items[i]) {
                return fault(op, context, "duplicate %s not allowed. Found %lld twice",
                             i % 2 ? "targets" : "sources", (long long)ids.items[i]);
            }
        }
    }
    return true;
}

bool check_source_target_pairs(const struct op *op, struct context *context) {
    const struct attr *attr = op_attr(op, "source_target_pairs");
    struct int_list ids = op_ints(op, "source_target_pairs");
    if (!attr) {
        return true;
    }
    if (attr->type->rank != 2) {
        return fault(op, context,
                     "expect source_target_pairs attribute to be of rank 2, but got rank %u",
                     attr->type->rank);
    }
    if (attr->type->dims[1] != 2) {
        return fault(op, context,
                     "expect source_target_pairs attribute of shape (N, 2), but got (%s)",
                     say_bare(context, attr->type->rank, attr->type->dims));
    }
    return !has_wrong_ids(ids) || say_wrong_id(op, context, ids);
}
