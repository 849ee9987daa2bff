/* What collectives ask of their groups, channels and regions. */
#include "ops/stablehlo/collective/group_checks.h"

#include "ops/attrs/attrs.h"

static bool check_each_id_once(const struct op *op, struct context *context, struct int_list ids,
                               bool same_size) {
    uint32_t count = 0;
    struct arena *scratch = arena_new();
    bool *seen = ARENA_ARRAY(scratch, bool, ids.count + 1), good = true;
    for (uint32_t i = 0; good && i < ids.count; i++) {
        int64_t id = ids.items[i];
        if (id == -1 && !same_size) {
            continue;
        }
        if (id == -1) {
            good = fault(op, context, "Invalid replica id -1");
        } else if (id < 0 || id >= (int64_t)ids.count) {
            count++;
        } else if (seen[id]) {
            good = fault(op, context, "replica id #%lld seen more than once", (long long)id);
        } else {
            seen[id] = true;
            count++;
        }
    }
    for (uint32_t id = 0; good && id < count; id++) {
        if (!seen[id]) {
            good = fault(op, context, "replica id #%u not seen in replica groups", id);
        }
    }
    arena_free(scratch);
    return good;
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
    if (op_attr(op, "use_global_device_ids") && type_count(attr->type) == 0) {
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
