/* Verifiers and type inference of operations between processes. */
#include "ops/attrs/attrs.h"
#include "ops/checks.h"
#include "ops/verifiers.h"

static const struct type *type_of(const struct op *op, uint32_t index) {
    return op_operand(op, index)->type;
}

/* --- process groups --------------------------------------------------------------------------- */

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
static bool check_groups(const struct op *op, struct context *context, bool same_size,
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

static bool check_channel(const struct op *op, struct context *context, int64_t least) {
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

/* --- all_gather ------------------------------------------------------------------------------- */

static bool check_gathered(const struct op *op, struct context *context, uint32_t i, int64_t dim) {
    const struct type *operand = type_of(op, i), *result = op_result(op, i)->type;
    if (dim >= (int64_t)operand->rank) {
        return fault(op, context,
                     "all_gather_dim must be a valid index of operand: %lld with rank "
                     "%u",
                     (long long)dim, operand->rank);
    }
    if (operand->dims[dim] == 0) {
        return fault(op, context, "dimension size of operand at 'all_gather_dim' cannot be zero");
    }
    if (operand->rank != result->rank) {
        return fault(op, context, "operand and result must have the same rank: %u and %u",
                     operand->rank, result->rank);
    }
    for (uint32_t d = 0; d < operand->rank; d++) {
        if (d != dim && !dims_compatible(operand->dims[d], result->dims[d])) {
            return fault(op, context,
                         "operand and result should have the same shape except for the dimension "
                         "size at 'all_gather_dim': found '%s' and '%s'",
                         say_type(context, operand), say_type(context, result));
        }
    }
    int64_t from = operand->dims[dim], to = result->dims[dim];
    if (from != DIM_DYNAMIC && to != DIM_DYNAMIC && to % from != 0) {
        return fault(op, context,
                     "result gather dimension has size %lld, expected to be a multiple of operand "
                     "gather dimension size %lld",
                     (long long)to, (long long)from);
    }
    return true;
}

bool verify_all_gather(const struct op *op, struct context *context) {
    int64_t dim = op_int(op, "all_gather_dim", 0);
    if (!check_groups(op, context, true, 0) || !check_channel(op, context, 0)) {
        return false;
    }
    for (uint32_t i = 0; i < op->operand_count; i++) {
        if (!check_gathered(op, context, i, dim)) {
            return false;
        }
    }
    return true;
}

/* --- all_reduce, reduce_scatter --------------------------------------------------------------- */

static bool check_scalar_fold(const struct op *op, struct context *context, uint32_t operand) {
    const struct type *scalars[] = {scalar_of(context, type_of(op, operand))};
    struct fold fold = {.count = 1, .inputs = scalars, .inits = scalars};
    return check_fold(op, context, &fold);
}

bool verify_all_reduce(const struct op *op, struct context *context) {
    if (op->operand_count == 0) {
        return op_fault(op, context, "expected 1 or more operands, but found 0");
    }
    if (!check_groups(op, context, false, 0) || !check_channel(op, context, 1)) {
        return false;
    }
    for (uint32_t i = 0; i < op->operand_count; i++) {
        if (!check_scalar_fold(op, context, i)) {
            return false;
        }
    }
    return true;
}

bool infer_all_reduce(const struct op *op, struct context *context, const struct type **types) {
    const struct op *end = block_terminator(op->regions[0].first);
    if (op->operand_count != op->result_count) {
        return op_fault(op, context, "expects as many results as operands: found %u and %u",
                        op->result_count, op->operand_count);
    }
    for (uint32_t i = 0; i < op->result_count; i++) {
        types[i] =
            type_with_element(context, type_of(op, i), type_element(op_operand(end, 0)->type));
    }
    return true;
}

static bool check_scattered(const struct op *op, struct context *context, int64_t dim) {
    const struct type *operand = type_of(op, 0), *result = op_result(op, 0)->type;
    if (operand->rank != result->rank) {
        return fault(op, context, "operand and result should have same rank: found %u and %u",
                     operand->rank, result->rank);
    }
    if (dim >= (int64_t)operand->rank) {
        return fault(op, context,
                     "scatter dim should be less than operand/result rank: %lld with rank %u",
                     (long long)dim, operand->rank);
    }
    int64_t from = operand->dims[dim], to = result->dims[dim];
    if (to == 0) {
        return fault(op, context, "result dimension size at scatter_dimension cannot be zero");
    }
    if (from == 0) {
        return fault(op, context, "operand dimension size at scatter_dimension cannot be zero");
    }
    if (from != DIM_DYNAMIC && to != DIM_DYNAMIC && from % to != 0) {
        return fault(op, context,
                     "operand scatter dimension has size %lld, expected to be a multiple of result "
                     "scatter dimension size %lld",
                     (long long)from, (long long)to);
    }
    for (uint32_t d = 0; d < operand->rank; d++) {
        if (d != dim && !dims_compatible(operand->dims[d], result->dims[d])) {
            return fault(op, context,
                         "non scatter dimensions should be same for operand (%lld) and result "
                         "(%lld)",
                         (long long)operand->dims[d], (long long)result->dims[d]);
        }
    }
    return true;
}

bool verify_reduce_scatter(const struct op *op, struct context *context) {
    int64_t dim = op_int(op, "scatter_dimension", 0);
    if (!check_groups(op, context, true, 0) || !check_channel(op, context, 1) ||
        !check_scattered(op, context, dim) || !check_scalar_fold(op, context, 0)) {
        return false;
    }
    const struct op *end = block_terminator(op->regions[0].first);
    const struct type *returned = type_element(op_operand(end, 0)->type);
    const struct type *result = op_result(op, 0)->type->element;
    if (returned != result) {
        return fault(op, context, "result element-type is expected to be '%s', but got '%s'",
                     say_type(context, returned), say_type(context, result));
    }
    return true;
}

/* --- all_to_all ------------------------------------------------------------------------------- */

bool verify_all_to_all(const struct op *op, struct context *context) {
    int64_t split = op_int(op, "split_dimension", 0), concat = op_int(op, "concat_dimension", 0);
    int64_t count = op_int(op, "split_count", 1);
    if (!check_groups(op, context, true, count)) {
        return false;
    }
    for (uint32_t i = 0; i < op->operand_count; i++) {
        const struct type *operand = type_of(op, i);
        if (split >= (int64_t)operand->rank) {
            return fault(op, context,
                         "AllToAll split_dimension %lld is out-of-bounds for input rank %u",
                         (long long)split, operand->rank);
        }
        if (concat >= (int64_t)operand->rank) {
            return fault(op, context,
                         "AllToAll concat_dimension %lld is out-of-bounds for input rank %u",
                         (long long)concat, operand->rank);
        }
        if (operand->dims[split] != DIM_DYNAMIC && operand->dims[split] % count != 0) {
            return fault(op, context,
                         "split dimension has size %lld, expected to be a multiple of split_count "
                         "%lld",
                         (long long)operand->dims[split], (long long)count);
        }
    }
    return true;
}

bool infer_all_to_all(const struct op *op, struct context *context, const struct type **types) {
    int64_t split = op_int(op, "split_dimension", 0), concat = op_int(op, "concat_dimension", 0);
    int64_t count = op_int(op, "split_count", 1);
    for (uint32_t i = 0; i < op->result_count; i++) {
        const struct type *operand = type_of(op, i);
        int64_t dims[MAX_RANK];
        for (uint32_t d = 0; d < operand->rank; d++) {
            dims[d] = operand->dims[d];
        }
        dims[split] = dims[split] == DIM_DYNAMIC ? DIM_DYNAMIC : dims[split] / count;
        dims[concat] = extent_product(dims[concat], count);
        types[i] = type_tensor(context, operand->element, operand->rank, dims, NULL);
    }
    return true;
}

/* --- collective_broadcast, collective_reduce: a root may be the last operand ------------------ */

static uint32_t data_count(const struct op *op) {
    return op->operand_count - (op_attr(op, "has_dynamic_root") ? 1 : 0);
}

static bool check_root(const struct op *op, struct context *context, const char *name) {
    bool dynamic = op_attr(op, "has_dynamic_root") != NULL;
    if (!dynamic) {
        return op->operand_count > 0 ||
               fault(op, context, "%s requires at least one data operand", name);
    }
    if (op->operand_count < 2) {
        return op_fault(op, context,
                        "%s with has_dynamic_root=true requires at least two operands (data + "
                        "root), but found %u",
                        name, op->operand_count);
    }
    const struct type *root = type_of(op, op->operand_count - 1);
    if (root->rank != 1 || !type_is_integer(root->element, 32) ||
        root->element->signedness != SIGNLESS) {
        return op_fault(op, context,
                        "last operand of %s with has_dynamic_root=true must be a rank-1 i32 "
                        "tensor, but got '%s'",
                        name, say_type(context, root));
    }
    if (root->dims[0] != DIM_DYNAMIC && root->dims[0] != (int64_t)op->operand_count - 1) {
        return op_fault(op, context,
                        "last operand of %s with has_dynamic_root=true must have the same number "
                        "of elements as data operands (%u), but got %lld",
                        name, op->operand_count - 1, (long long)root->dims[0]);
    }
    return true;
}

static bool check_broadcast_groups(const struct op *op, struct context *context) {
    const struct attr *attr = op_attr(op, "replica_groups");
    struct int_list ids = op_ints(op, "replica_groups");
    if (attr->kind != ATTR_DENSE) {
        return check_groups(op, context, false, 0);
    }
    if (attr->type->rank != 2) {
        return fault(op, context,
                     "replica groups should be a rank 2 tensor, but instead it is of rank %u",
                     attr->type->rank);
    }
    for (uint32_t i = 0; i < ids.count; i++) {
        struct int_list before = {ids.items, i};
        if (ids.items[i] < 0) {
            return fault(op, context, "replica_groups values must be positive, but was given %lld",
                         (long long)ids.items[i]);
        }
        if (ints_contain(before, ids.items[i])) {
            return fault(op, context, "replica id #%lld seen more than once",
                         (long long)ids.items[i]);
        }
    }
    return true;
}

bool verify_collective_broadcast(const struct op *op, struct context *context) {
    return check_broadcast_groups(op, context) && check_root(op, context, "collective_broadcast");
}

bool verify_collective_reduce(const struct op *op, struct context *context) {
    if (!check_groups(op, context, false, 0) || !check_channel(op, context, 1) ||
        !check_root(op, context, "collective_reduce")) {
        return false;
    }
    for (uint32_t i = 0; i < data_count(op); i++) {
        if (!check_scalar_fold(op, context, i)) {
            return false;
        }
    }
    return true;
}

/* A result for each data operand. */
bool infer_collective_data(const struct op *op, struct context *context,
                           const struct type **types) {
    if (op->result_count != data_count(op)) {
        return op_fault(op, context, "expects as many results as data operands: found %u and %u",
                        op->result_count, data_count(op));
    }
    for (uint32_t i = 0; i < op->result_count; i++) {
        types[i] = type_of(op, i);
    }
    return true;
}

/* The elements of each are those that its body folds to. */
bool infer_collective_reduce(const struct op *op, struct context *context,
                             const struct type **types) {
    const struct op *end = block_terminator(op->regions[0].first);
    if (!infer_collective_data(op, context, types)) {
        return false;
    }
    for (uint32_t i = 0; i < op->result_count; i++) {
        types[i] = type_with_element(context, types[i], type_element(op_operand(end, 0)->type));
    }
    return true;
}

/* --- collective_permute, process ids ---------------------------------------------------------- */

bool verify_collective_permute(const struct op *op, struct context *context) {
    const struct attr *attr = op_attr(op, "source_target_pairs");
    struct int_list ids = op_ints(op, "source_target_pairs");
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

bool infer_process_id(const struct op *op, struct context *context, const struct type **types) {
    (void)op;
    types[0] = type_tensor(context, type_integer(context, 32, UNSIGNED), 0, NULL, NULL);
    return true;
}
