/* stablehlo.collective_broadcast, stablehlo.collective_reduce */
#include "ops/hooks.h"
#include "ops/stablehlo/collective/group_checks.h"
#include "ops/stablehlo/collective/groups.h"

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
    const struct type *root = operand_type(op, op->operand_count - 1);
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
        return check_process_groups(op, context, false, 0);
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

static bool collective_broadcast_verify(const struct op *op, struct context *context) {
    return check_broadcast_groups(op, context) && check_root(op, context, "collective_broadcast");
}

static bool collective_reduce_verify(const struct op *op, struct context *context) {
    if (!check_process_groups(op, context, false, 0) || !check_channel(op, context, 1) ||
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
static bool collective_data_infer(const struct op *op, struct context *context,
                                  const struct type **types) {
    (void)context;
    for (uint32_t i = 0; i < data_count(op); i++) {
        types[i] = operand_type(op, i);
    }
    return true;
}

/* The elements of each are those that its body folds to. */
static bool collective_reduce_infer(const struct op *op, struct context *context,
                                    const struct type **types) {
    const struct op *end = block_terminator(op->regions[0].first);
    if (!collective_data_infer(op, context, types)) {
        return false;
    }
    for (uint32_t i = 0; i < data_count(op); i++) {
        types[i] = type_with_element(context, types[i], type_element(op_operand(end, 0)->type));
    }
    return true;
}

/* Each device has what the first of its group has; one without a group, zeros. */
static bool collective_broadcast_emit(const struct op *op, struct kernel_builder *builder) {
    const struct attr *groups = op_property(op, "replica_groups");
    if (op_property(op, "has_dynamic_root") || !groups || groups->kind != ATTR_DENSE) {
        return kernel_unsupported(builder, op,
                                  "cannot be compiled with a root that is known at run time, or "
                                  "groups given by axes");
    }
    int64_t devices = kernel_devices(builder), size = groups->type->dims[1];
    int64_t *sources = ARENA_ARRAY(kernel_arena(builder), int64_t, (size_t)devices);
    for (int64_t device = 0; device < devices; device++) {
        sources[device] = -1;
    }
    struct int_list ids = op_ints(op, "replica_groups");
    for (uint32_t i = 0; i < ids.count; i++) {
        if (ids.items[i] >= devices) {
            return kernel_unsupported(builder, op, "names device %lld, of %lld",
                                      (long long)ids.items[i], (long long)devices);
        }
        sources[ids.items[i]] = ids.items[i / size * size];
    }
    for (uint32_t i = 0; i < op->result_count; i++) {
        emit_received(op, builder, i, sources);
    }
    return true;
}

const struct op_def op_collective_broadcast = {
    .name = "stablehlo.collective_broadcast",
    .summary = "sends from one process to its group",
    .traits = OP_COLLECTIVE,
    .operands = OPERANDS({"operands", VALUE_TENSOR, OP_MANY}),
    .results = RESULTS({"results", VALUE_TENSOR, OP_MANY}),
    .regions = {0, 0},
    .attrs = ATTRS({.name = "replica_groups",
                    .kind = OP_ATTR_ANY,
                    .required = true,
                    .accepts = accepts_replica_groups,
                    .words = REPLICA_GROUPS_WORDS},
                   {.name = "channel_handle",
                    .kind = OP_ATTR_DIALECT,
                    .dialect_attr = "stablehlo.channel_handle"},
                   {.name = "has_dynamic_root", .kind = OP_ATTR_UNIT}),
    .parse = parse_generic_only,
    .print = print_generic_only,
    .verify = collective_broadcast_verify,
    .verify_symbols = check_group_mesh,
    .infer = collective_data_infer,
    .rule = rule_pointwise,
    .partition = partition_by_rule,
    .emit = collective_broadcast_emit,
    .per_device = true,
    .canonicalize = canonicalize_nothing,
};

const struct op_def op_collective_reduce = {
    .name = "stablehlo.collective_reduce",
    .summary = "reduces over a group to one process",
    .traits = OP_COLLECTIVE | OP_SINGLE_BLOCK,
    .operands = OPERANDS({"operands", VALUE_TENSOR, OP_MANY}),
    .results = RESULTS({"results", VALUE_TENSOR, OP_MANY}),
    .regions = {1, 1},
    .region_names = {"computation"},
    .ends_with = "stablehlo.return",
    .attrs = ATTRS({.name = "replica_groups",
                    .kind = OP_ATTR_ANY,
                    .required = true,
                    .accepts = accepts_replica_groups,
                    .words = REPLICA_GROUPS_WORDS},
                   {.name = "channel_handle",
                    .kind = OP_ATTR_DIALECT,
                    .dialect_attr = "stablehlo.channel_handle"},
                   {.name = "use_global_device_ids", .kind = OP_ATTR_UNIT},
                   {.name = "has_dynamic_root", .kind = OP_ATTR_UNIT}),
    .parse = parse_generic_only,
    .print = print_generic_only,
    .verify = collective_reduce_verify,
    .verify_symbols = check_group_mesh,
    .infer = collective_reduce_infer,
    .rule = rule_none,
    .partition = partition_replicate,
    .emit = emit_unsupported,
    .canonicalize = canonicalize_nothing,
};
