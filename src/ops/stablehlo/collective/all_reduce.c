/* stablehlo.all_reduce */
#include "ops/expand_builder.h"
#include "ops/hooks.h"
#include "ops/stablehlo/collective/group_checks.h"
#include "ops/stablehlo/collective/groups.h"
#include "ops/traffic_builder.h"

static bool all_reduce_verify(const struct op *op, struct context *context) {
    if (op->operand_count == 0) {
        return op_fault(op, context, "expected 1 or more operands, but found 0");
    }
    if (!check_process_groups(op, context, false, 0) || !check_channel(op, context, 1)) {
        return false;
    }
    for (uint32_t i = 0; i < op->operand_count; i++) {
        if (!check_scalar_fold(op, context, i)) {
            return false;
        }
    }
    return true;
}

static bool all_reduce_infer(const struct op *op, struct context *context,
                             const struct type **types) {
    const struct op *end = block_terminator(op->regions[0].first);
    for (uint32_t i = 0; i < op->operand_count; i++) {
        types[i] = type_unbounded(context, operand_type(op, i), op_operand(end, 0)->type);
    }
    return true;
}

static bool all_reduce_emit(const struct op *op, struct kernel_builder *builder) {
    return emit_group_fold(op, builder, -1);
}

static void all_reduce_traffic(const struct op *op, struct traffic_builder *builder) {
    traffic_in_groups(op, builder, TRAFFIC_ALL_REDUCE);
}

const struct op_def op_all_reduce = {
    .name = "stablehlo.all_reduce",
    .summary = "reduces over a group of processes",
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
                   {.name = "use_global_device_ids", .kind = OP_ATTR_UNIT}),
    .parse = parse_generic_only,
    .print = print_generic_only,
    .verify = all_reduce_verify,
    .verify_symbols = check_group_mesh,
    .infer = all_reduce_infer,
    .speculatable = speculatable_by_first,
    .rule = rule_pointwise,
    .emit = all_reduce_emit,
    .relate = relate_all_reduce,
    .expand = expand_groups,
    .per_device = true,
    .canonicalize = canonicalize_nothing,
    .bound = bound_by_rule,
    .fill = fill_in_place,
    .reify = reify_elementwise,
    .fold = fold_by_scalar,
    .flops = flops_by_scalar,
    .traffic = all_reduce_traffic,
};
