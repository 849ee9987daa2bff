/* stablehlo.collective_broadcast, stablehlo.collective_reduce */
#include "ops/expand_builder.h"
#include "ops/hooks.h"
#include "ops/stablehlo/collective/group_checks.h"
#include "ops/stablehlo/collective/groups.h"
#include "ops/traffic_builder.h"

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
    if (root->dims[0] != (int64_t)op->operand_count - 1) {
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
        types[i] = type_unbounded(context, types[i], op_operand(end, 0)->type);
    }
    return true;
}

/* --- emission --------------------------------------------------------------------------------- */

/* The root of result `index`, where the last operand says: a place in the group. */
static struct term *root_place(const struct op *op, struct kernel_builder *builder,
                               uint32_t index) {
    const struct type *i64 = type_integer(kernel_context(builder), 64, SIGNLESS);
    struct affine at = affine_constant(index);
    struct term *root = term_read(builder, kernel_operand(builder, op, op->operand_count - 1), &at);
    return term_scalar(builder, i64, SCALAR_CONVERT, 1, &root);
}

static struct term *is_place(struct kernel_builder *builder, struct term *root,
                             struct term *place) {
    const struct type *pred = type_integer(kernel_context(builder), 1, SIGNLESS);
    return term_scalar(builder, pred, SCALAR_EQ, 2, (struct term *[]){root, place});
}

/* `place` on the devices that have a member there, else -1. */
static const int64_t *place_or_none(struct kernel_builder *builder, const int64_t *members,
                                    int64_t place) {
    int64_t devices = kernel_devices(builder);
    int64_t *places = ARENA_ARRAY(kernel_arena(builder), int64_t, (size_t)devices);
    for (int64_t device = 0; device < devices; device++) {
        places[device] = members[device] >= 0 ? place : -1;
    }
    return places;
}

/* What the member whose place in the group is known at run time has; zeros where there is none. */
static struct node *received_from_root(const struct op *op, struct kernel_builder *builder,
                                       const struct replica_groups *groups, uint32_t index) {
    const struct type *type = op_result(op, index)->type, *element = type_element(type);
    const struct type *i64 = type_integer(kernel_context(builder), 64, SIGNLESS);
    struct node *operand = kernel_operand(builder, op, index);
    struct term *result = term_integer(builder, element, 0);
    for (uint32_t k = 0; k < groups->size; k++) {
        const int64_t *members = group_members(builder, groups, k);
        struct term *place = term_by_device(builder, i64, place_or_none(builder, members, k));
        struct term *args[3] = {is_place(builder, root_place(op, builder, index), place),
                                term_from_devices(builder, term_same(builder, operand), members),
                                result};
        result = term_scalar(builder, element, SCALAR_SELECT, 3, args);
    }
    return node_compute(builder, type, result);
}

/* Each device has what the first of its group has, or what the root has; one without a group,
 * zeros. */
static bool collective_broadcast_emit(const struct op *op, struct kernel_builder *builder) {
    struct replica_groups groups;
    if (!collective_groups(op, builder, &groups)) {
        return false;
    }
    const int64_t *first = group_members(builder, &groups, 0);
    for (uint32_t i = 0; i < op->result_count; i++) {
        if (op_property(op, "has_dynamic_root")) {
            kernel_result(builder, op, i, received_from_root(op, builder, &groups, i));
        } else {
            emit_received(op, builder, i, first);
        }
    }
    return true;
}

/* Whether the device is the root of its group. */
static struct term *is_root(const struct op *op, struct kernel_builder *builder,
                            const struct replica_groups *groups, uint32_t index) {
    const struct type *i64 = type_integer(kernel_context(builder), 64, SIGNLESS);
    struct term *root = op_property(op, "has_dynamic_root") ? root_place(op, builder, index)
                                                            : term_integer(builder, i64, 0);
    return is_place(builder, root, group_place(builder, groups, 1));
}

/* The root has the fold of its group; others zeros. */
static bool collective_reduce_emit(const struct op *op, struct kernel_builder *builder) {
    struct replica_groups groups;
    if (!collective_groups(op, builder, &groups)) {
        return false;
    }
    for (uint32_t i = 0; i < op->result_count; i++) {
        const struct type *type = op_result(op, i)->type;
        struct node *fold = fold_group(op, builder, &groups, i, -1);
        if (!fold) {
            return false;
        }
        struct term *args[3] = {is_root(op, builder, &groups, i), term_same(builder, fold),
                                term_integer(builder, type_element(type), 0)};
        kernel_result(
            builder, op, i,
            node_compute(builder, type,
                         term_scalar(builder, type_element(type), SCALAR_SELECT, 3, args)));
    }
    return true;
}

static void collective_broadcast_traffic(const struct op *op, struct traffic_builder *builder) {
    traffic_in_groups(op, builder, TRAFFIC_COLLECTIVE_BROADCAST);
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
    .speculatable = speculatable_by_first,
    .rule = rule_pointwise,
    .emit = collective_broadcast_emit,
    .relate = relate_collective_broadcast,
    .expand = expand_groups,
    .per_device = true,
    .canonicalize = canonicalize_nothing,
    .bound = bound_by_rule,
    .fill = fill_in_place,
    .reify = reify_elementwise,
    .fold = fold_by_scalar,
    .flops = flops_by_scalar,
    .traffic = collective_broadcast_traffic,
};

static void collective_reduce_traffic(const struct op *op, struct traffic_builder *builder) {
    traffic_in_groups(op, builder, TRAFFIC_COLLECTIVE_REDUCE);
}

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
    .speculatable = speculatable_by_first,
    .rule = rule_none,
    .needs = needs_all_whole,
    .emit = collective_reduce_emit,
    .expand = expand_groups,
    .per_device = true,
    .canonicalize = canonicalize_nothing,
    .bound = bound_by_rule,
    .fill = fill_in_place,
    .reify = reify_elementwise,
    .fold = fold_by_scalar,
    .flops = flops_by_scalar,
    .traffic = collective_reduce_traffic,
};
