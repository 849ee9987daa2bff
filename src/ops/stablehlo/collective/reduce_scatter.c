/* stablehlo.reduce_scatter */
#include "ops/expand_builder.h"
#include "ops/hooks.h"
#include "ops/stablehlo/collective/group_checks.h"
#include "ops/stablehlo/collective/groups.h"
#include "ops/traffic_builder.h"

static bool check_scattered(const struct op *op, struct context *context, int64_t dim) {
    const struct type *operand = operand_type(op, 0), *result = op_result(op, 0)->type;
    if (operand->rank != result->rank) {
        return fault(op, context, "operand and result should have same rank: found %u and %u",
                     operand->rank, result->rank);
    }
    if (dim >= (int64_t)operand->rank) {
        return fault(op, context,
                     "scatter dim should be less than operand/result rank: %lld with rank %u",
                     (long long)dim, operand->rank);
    }
    if (!check_channel(op, context, 1)) {
        return false;
    }
    int64_t from = operand->dims[dim], to = result->dims[dim];
    if (from == DIM_DYNAMIC || to == DIM_DYNAMIC) {
        return true;
    }
    if (to == 0) {
        return fault(op, context, "result dimension size at scatter_dimension cannot be zero");
    }
    if (from == 0) {
        return fault(op, context, "operand dimension size at scatter_dimension cannot be zero");
    }
    if (from % to != 0) {
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

static bool reduce_scatter_verify(const struct op *op, struct context *context) {
    int64_t dim = op_int(op, "scatter_dimension", 0);
    if (!check_process_groups(op, context, true, 0) || !check_scalar_fold(op, context, 0) ||
        !check_scattered(op, context, dim)) {
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

static bool reduce_scatter_emit(const struct op *op, struct kernel_builder *builder) {
    return emit_group_fold(op, builder, op_int(op, "scatter_dimension", 0));
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

static void reduce_scatter_traffic(const struct op *op, struct traffic_builder *builder) {
    traffic_in_groups(op, builder, TRAFFIC_REDUCE_SCATTER);
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
    .verify = reduce_scatter_verify,
    .verify_symbols = check_group_mesh,
    .infer = infer_nothing,
    .speculatable = speculatable_reduce_scatter,
    .rule = reduce_scatter_rule,
    .emit = reduce_scatter_emit,
    .relate = relate_reduce_scatter,
    .expand = expand_groups,
    .per_device = true,
    .canonicalize = canonicalize_nothing,
    .bound = bound_by_rule,
    .fill = fill_in_place,
    .reify = reify_elementwise,
    .fold = fold_by_scalar,
    .flops = flops_by_scalar,
    .traffic = reduce_scatter_traffic,
};
