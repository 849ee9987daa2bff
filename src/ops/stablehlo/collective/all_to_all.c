/* stablehlo.all_to_all */
#include "ops/expand_builder.h"
#include "ops/hooks.h"
#include "ops/stablehlo/collective/group_checks.h"
#include "ops/stablehlo/collective/groups.h"
#include "ops/traffic_builder.h"

static bool all_to_all_verify(const struct op *op, struct context *context) {
    int64_t split = op_int(op, "split_dimension", 0), concat = op_int(op, "concat_dimension", 0);
    int64_t count = op_int(op, "split_count", 1);
    if (!check_process_groups(op, context, true, count)) {
        return false;
    }
    for (uint32_t i = 0; i < op->operand_count; i++) {
        const struct type *operand = operand_type(op, i);
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

static bool all_to_all_infer(const struct op *op, struct context *context,
                             const struct type **types) {
    int64_t split = op_int(op, "split_dimension", 0), concat = op_int(op, "concat_dimension", 0);
    int64_t count = op_int(op, "split_count", 1);
    for (uint32_t i = 0; i < op->operand_count; i++) {
        const struct type *operand = operand_type(op, i);
        int64_t dims[MAX_RANK], bounds[MAX_RANK];
        for (uint32_t d = 0; d < operand->rank; d++) {
            dims[d] = operand->dims[d];
            bounds[d] = bound_of(operand, d);
        }
        dims[split] = dims[split] == DIM_DYNAMIC ? DIM_DYNAMIC : dims[split] / count;
        dims[concat] = extent_product(dims[concat], count);
        bounds[split] = bounds[split] == DIM_DYNAMIC ? DIM_DYNAMIC : bounds[split] / count;
        bounds[concat] = extent_product(bounds[concat], count);
        types[i] = type_with_bounds(context, operand->element, operand->rank, dims, bounds);
    }
    return true;
}

struct exchange {
    uint32_t split, concat;
    struct replica_groups groups;
};

/* Member p of the group sends the slice that the device's place in the group names. */
static struct node *exchange_members(struct kernel_builder *builder, const struct exchange *to,
                                     struct node *operand, const struct type *type) {
    const struct replica_groups *groups = &to->groups;
    struct node_part *parts = ARENA_ARRAY(kernel_arena(builder), struct node_part, groups->size);
    int64_t slice = node_extent(operand, to->split) / groups->size;
    struct term *begin[KERNEL_DIMS] = {NULL};
    int64_t most[KERNEL_DIMS] = {0};
    begin[to->split] = group_place(builder, groups, slice);
    most[to->split] = node_extent(operand, to->split) - slice;
    struct affine map[KERNEL_DIMS];
    for (uint32_t p = 0; p < groups->size; p++) {
        parts[p].rank = parts[p].parallel_rank = node_rank(operand);
        for (uint32_t d = 0; d < node_rank(operand); d++) {
            map[d] = affine_dim(d, 1, 0);
            parts[p].extent[d] = d == to->split ? slice : node_extent(operand, d);
            parts[p].store[d] = affine_dim(d, 1, d == to->concat ? p * parts[p].extent[d] : 0);
        }
        struct term *read = term_read_dynamic(builder, operand, map, begin, most);
        parts[p].term = term_from_devices(builder, read, group_members(builder, groups, p));
    }
    return node_parts(builder, type, NULL, groups->size, parts);
}

/* A dimension that is both split and put together is two: which slice, and where in it. */
static struct node *exchange_along_one(struct kernel_builder *builder, const struct exchange *to,
                                       struct node *operand, const struct type *type) {
    struct context *context = kernel_context(builder);
    int64_t before[KERNEL_DIMS], after[KERNEL_DIMS];
    struct instance_axes gathered[KERNEL_DIMS] = {{0}}, sliced[KERNEL_DIMS] = {{0}};
    uint32_t rank = type->rank + 1, size = to->groups.size;
    for (uint32_t d = 0; d < type->rank; d++) {
        before[d + (d > to->split)] = after[d + (d > to->split)] = type->dims[d];
    }
    before[to->split] = size;
    before[to->split + 1] = type->dims[to->split] / size;
    after[to->split] = 1;
    after[to->split + 1] = type->dims[to->split];
    gathered[to->split + 1] = sliced[to->split] = to->groups.axes;
    struct node *cut = node_reshape(builder, type_with_dims(context, type, rank, before), operand);
    struct node *moved = node_regroup(builder, type_with_dims(context, type, rank, after), cut,
                                      &(struct regrouping){.gathered = gathered, .sliced = sliced});
    return node_reshape(builder, type, moved);
}

static struct node *exchange_along_two(struct kernel_builder *builder, const struct exchange *to,
                                       struct node *operand, const struct type *type) {
    struct instance_axes gathered[KERNEL_DIMS] = {{0}}, sliced[KERNEL_DIMS] = {{0}};
    gathered[to->concat] = sliced[to->split] = to->groups.axes;
    return node_regroup(builder, type, operand,
                        &(struct regrouping){.gathered = gathered, .sliced = sliced});
}

static bool all_to_all_emit(const struct op *op, struct kernel_builder *builder) {
    struct exchange to = {.split = (uint32_t)op_int(op, "split_dimension", 0),
                          .concat = (uint32_t)op_int(op, "concat_dimension", 0)};
    if (!collective_even_groups(op, builder, &to.groups)) {
        return false;
    }
    for (uint32_t i = 0; i < op->operand_count; i++) {
        struct node *operand = kernel_operand(builder, op, i);
        const struct type *type = op_result(op, i)->type;
        struct node *node = !to.groups.is_product ? exchange_members(builder, &to, operand, type)
                            : to.split == to.concat
                                ? exchange_along_one(builder, &to, operand, type)
                                : exchange_along_two(builder, &to, operand, type);
        kernel_result(builder, op, i, node);
    }
    return true;
}

static void all_to_all_dim(const struct op *op, struct rule_builder *builder, int64_t dim) {
    rule_add_operands(builder, dim, op_operand(op, 0)->type->dims[dim], FACTOR_NEED_REPLICATION);
    rule_add_results(builder, dim, op->results[0].type->dims[dim], FACTOR_NEED_REPLICATION);
}

/* Split and concatenated dimensions differ before and after. */
static bool all_to_all_rule(const struct op *op, struct rule_builder *builder) {
    const struct type *type = op_operand(op, 0)->type;
    int64_t split = op_int(op, "split_dimension", 0), concat = op_int(op, "concat_dimension", 0);
    for (uint32_t dim = 0; dim < type->rank; dim++) {
        if (dim != split && dim != concat) {
            rule_add_everywhere(builder, dim, type->dims[dim], FACTOR_PASS_THROUGH);
        }
    }
    all_to_all_dim(op, builder, split);
    if (split != concat) {
        all_to_all_dim(op, builder, concat);
    }
    return true;
}

static void all_to_all_traffic(const struct op *op, struct traffic_builder *builder) {
    traffic_in_groups(op, builder, TRAFFIC_ALL_TO_ALL);
}

const struct op_def op_all_to_all = {
    .name = "stablehlo.all_to_all",
    .summary = "splits and exchanges over a group of processes",
    .traits = OP_COLLECTIVE | OP_PAIRWISE_ELEMENTS | OP_INFERRED,
    .operands = OPERANDS({"operands", VALUE_TENSOR, OP_MANY}),
    .results = RESULTS({"results", VALUE_TENSOR, OP_MANY}),
    .regions = {0, 0},
    .attrs = ATTRS(
        {.name = "split_dimension",
         .kind = OP_ATTR_INT,
         .required = true,
         .limit = OP_ATTR_NON_NEGATIVE},
        {.name = "concat_dimension",
         .kind = OP_ATTR_INT,
         .required = true,
         .limit = OP_ATTR_NON_NEGATIVE},
        {.name = "split_count", .kind = OP_ATTR_INT, .required = true, .limit = OP_ATTR_POSITIVE},
        {.name = "replica_groups",
         .kind = OP_ATTR_ANY,
         .required = true,
         .accepts = accepts_replica_groups,
         .words = REPLICA_GROUPS_WORDS},
        {.name = "channel_handle",
         .kind = OP_ATTR_DIALECT,
         .dialect_attr = "stablehlo.channel_handle"}),
    .parse = parse_generic_only,
    .print = print_generic_only,
    .verify = all_to_all_verify,
    .verify_symbols = check_group_mesh,
    .infer = all_to_all_infer,
    .speculatable = speculatable_all_to_all,
    .rule = all_to_all_rule,
    .emit = all_to_all_emit,
    .relate = relate_all_to_all,
    .expand = expand_groups,
    .per_device = true,
    .canonicalize = canonicalize_nothing,
    .bound = bound_by_rule,
    .fill = fill_in_place,
    .reify = reify_elementwise,
    .fold = fold_by_scalar,
    .flops = flops_by_scalar,
    .traffic = all_to_all_traffic,
};
