/* stablehlo.reduce_scatter */
#include "ops/hooks.h"
#include "ops/stablehlo/collective/groups.h"

/* Each device adds up the part of the group's operands that its place in the group names. */
static bool reduce_scatter_emit(const struct op *op, struct kernel_builder *builder) {
    struct device_groups groups;
    if (!collective_groups(op, builder, &groups)) {
        return false;
    }
    struct node *operand = kernel_operand(builder, op, 0);
    const struct type *type = op_result(op, 0)->type;
    uint32_t along = (uint32_t)op_int(op, "scatter_dimension", 0);
    struct affine map[KERNEL_DIMS];
    struct term *begin[KERNEL_DIMS] = {NULL};
    int64_t most[KERNEL_DIMS] = {0};
    for (uint32_t d = 0; d < type->rank; d++) {
        map[d] = affine_dim(d, 1, 0);
    }
    begin[along] = term_group_begin(builder, &groups, type->dims[along]);
    most[along] = node_extent(operand, along) - type->dims[along];
    struct node *node =
        node_group_sum(builder, &groups, operand, type, &op->regions[0], map, begin, most);
    kernel_result(builder, op, 0, node);
    return true;
}

/* The scattered dimension differs before and after. */
static bool reduce_scatter_rule(const struct op *op, struct rule_builder *builder) {
    const struct type *type = op_operand(op, 0)->type;
    int64_t along = op_int(op, "scatter_dimension", 0);
    for (uint32_t dim = 0; dim < type->rank; dim++) {
        if (dim != along) {
            rule_add_everywhere(builder, dim, type->dims[dim], FACTOR_PASS_THROUGH);
        }
    }
    rule_add_operands(builder, along, type->dims[along], FACTOR_NEED_REPLICATION);
    rule_add_results(builder, along, op->results[0].type->dims[along], FACTOR_NEED_REPLICATION);
    return true;
}

const struct op_def op_reduce_scatter = {
    .name = "stablehlo.reduce_scatter",
    .summary = "reduces over a group of processes and splits",
    .traits = OP_COLLECTIVE,
    .operands = OPERANDS({"operand", VALUE_TENSOR, OP_ONE}),
    .results = RESULTS({"result", VALUE_TENSOR, OP_ONE}),
    .regions = {1, 1},
    .region_names = {"computation"},
    .attrs = ATTRS({.name = "scatter_dimension",
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
    .verify = verify_reduce_scatter,
    .infer = infer_nothing,
    .rule = reduce_scatter_rule,
    .partition = partition_by_rule,
    .emit = reduce_scatter_emit,
    .canonicalize = canonicalize_nothing,
};
