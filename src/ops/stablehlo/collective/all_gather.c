/* stablehlo.all_gather */
#include "ops/expand_builder.h"
#include "ops/hooks.h"
#include "ops/stablehlo/collective/group_checks.h"
#include "ops/stablehlo/collective/groups.h"
#include "ops/traffic_builder.h"

static bool check_gathered(const struct op *op, struct context *context, uint32_t i, int64_t dim) {
    const struct type *operand = operand_type(op, i), *result = op_result(op, i)->type;
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

static bool all_gather_verify(const struct op *op, struct context *context) {
    int64_t dim = op_int(op, "all_gather_dim", 0);
    if (!check_process_groups(op, context, true, 0) || !check_channel(op, context, 0)) {
        return false;
    }
    for (uint32_t i = 0; i < op->operand_count; i++) {
        if (!check_gathered(op, context, i, dim)) {
            return false;
        }
    }
    return true;
}

/* One part per member of the group, side by side. */
static struct node *gather_members(struct kernel_builder *builder,
                                   const struct replica_groups *groups, struct node *operand,
                                   const struct type *type, uint32_t along) {
    struct node_part *parts = ARENA_ARRAY(kernel_arena(builder), struct node_part, groups->size);
    for (uint32_t p = 0; p < groups->size; p++) {
        parts[p].rank = parts[p].parallel_rank = node_rank(operand);
        for (uint32_t d = 0; d < node_rank(operand); d++) {
            parts[p].extent[d] = node_extent(operand, d);
            parts[p].store[d] = affine_dim(d, 1, d == along ? p * node_extent(operand, d) : 0);
        }
        parts[p].term = term_from_devices(builder, term_same(builder, operand),
                                          group_members(builder, groups, p));
    }
    return node_parts(builder, type, NULL, groups->size, parts);
}

static bool all_gather_emit(const struct op *op, struct kernel_builder *builder) {
    struct replica_groups groups;
    if (!collective_even_groups(op, builder, &groups)) {
        return false;
    }
    uint32_t along = (uint32_t)op_int(op, "all_gather_dim", 0);
    for (uint32_t i = 0; i < op->operand_count; i++) {
        struct node *operand = kernel_operand(builder, op, i);
        const struct type *type = op_result(op, i)->type;
        struct instance_axes *gathered =
            ARENA_ARRAY(kernel_arena(builder), struct instance_axes, (size_t)type->rank + 1);
        gathered[along] = groups.axes;
        struct node *node =
            groups.is_product
                ? node_regroup(builder, type, operand, &(struct regrouping){.gathered = gathered})
                : gather_members(builder, &groups, operand, type, along);
        kernel_result(builder, op, i, node);
    }
    return true;
}

/* The gathered dimension differs before and after. */
static bool all_gather_rule(const struct op *op, struct rule_builder *builder) {
    const struct type *type = op_operand(op, 0)->type;
    int64_t along = op_int(op, "all_gather_dim", 0);
    for (uint32_t dim = 0; dim < type->rank; dim++) {
        if (dim != along) {
            rule_add_everywhere(builder, dim, type->dims[dim], FACTOR_PASS_THROUGH);
        }
    }
    rule_add_operands(builder, along, type->dims[along], FACTOR_NEED_REPLICATION);
    rule_add_results(builder, along, op->results[0].type->dims[along], FACTOR_NEED_REPLICATION);
    return true;
}

static void all_gather_traffic(const struct op *op, struct traffic_builder *builder) {
    traffic_in_groups(op, builder, TRAFFIC_ALL_GATHER);
}

const struct op_def op_all_gather = {
    .name = "stablehlo.all_gather",
    .summary = "concatenates over a group of processes",
    .traits = OP_COLLECTIVE | OP_PAIRWISE_ELEMENTS,
    .operands = OPERANDS({"operands", VALUE_TENSOR, OP_MANY}),
    .results = RESULTS({"results", VALUE_TENSOR, OP_MANY}),
    .regions = {0, 0},
    .attrs = ATTRS({.name = "all_gather_dim",
                    .kind = OP_ATTR_INT,
                    .required = true,
                    .limit = OP_ATTR_NON_NEGATIVE},
                   {.name = "replica_groups",
                    .kind = OP_ATTR_ANY,
                    .required = true,
                    .accepts = accepts_replica_groups,
                    .words = REPLICA_GROUPS_WORDS},
                   {.name = "channel_handle",
                    .kind = OP_ATTR_DIALECT,
                    .dialect_attr = "stablehlo.channel_handle"},
                   {.name = "use_global_device_ids", .kind = OP_ATTR_UNIT}),
    .parse = parse_generic_only,
    .print = print_generic_only,
    .verify = all_gather_verify,
    .verify_symbols = check_group_mesh,
    .infer = infer_nothing,
    .speculatable = speculatable_all_gather,
    .rule = all_gather_rule,
    .emit = all_gather_emit,
    .relate = relate_all_gather,
    .expand = expand_groups,
    .per_device = true,
    .canonicalize = canonicalize_nothing,
    .bound = bound_by_rule,
    .fill = fill_in_place,
    .reify = reify_elementwise,
    .fold = fold_by_scalar,
    .flops = flops_by_scalar,
    .traffic = all_gather_traffic,
};
