/* sdy.all_gather, sdy.all_slice, sdy.all_to_all, sdy.collective_permute, sdy.all_reduce,
 * sdy.reduce_scatter, sdy.sharded_to_unreduced, sdy.replicated_to_unreduced */
#include "ops/hooks.h"
#include "ops/sdy/canonicalize.h"
#include "ops/sdy/verify.h"
#include "sharding/sharding.h"

const struct op_def op_sdy_all_gather = {
    .name = "sdy.all_gather",
    .summary = "removes axes from the sharding of dimensions",
    .traits = OP_COLLECTIVE | OP_VERIFIES_CONTEXT,
    .operands = OPERANDS({"tensor", VALUE_SHAPED, OP_ONE}),
    .results = RESULTS({"result", VALUE_SHAPED, OP_ONE}),
    .regions = {0, 0},
    .attrs = ATTRS({.name = "gathering_axes",
                    .kind = OP_ATTR_DIALECT,
                    .required = true,
                    .dialect_attr = "sdy.list_of_axis_ref_lists"},
                   {.name = "out_sharding",
                    .kind = OP_ATTR_DIALECT,
                    .required = true,
                    .dialect_attr = "sdy.sharding"}),
    .form = "$gathering_axes $tensor out_sharding ~ = ~ $out_sharding @attrs : @same_type",
    .parse = parse_by_form,
    .print = print_by_form,
    .verify = verify_sdy_all_gather,
    .infer = infer_nothing,
    .sharding_place = OP_SHARDING_OUT,
    .rule = rule_none,
    .partition = partition_as_typed,
    .emit = emit_identity,
    .canonicalize = canonicalize_sdy_all_gather,
};

const struct op_def op_sdy_all_slice = {
    .name = "sdy.all_slice",
    .summary = "adds axes to the sharding of dimensions",
    .traits = OP_COLLECTIVE | OP_VERIFIES_CONTEXT,
    .operands = OPERANDS({"tensor", VALUE_SHAPED, OP_ONE}),
    .results = RESULTS({"result", VALUE_SHAPED, OP_ONE}),
    .regions = {0, 0},
    .attrs = ATTRS({.name = "slicing_axes",
                    .kind = OP_ATTR_DIALECT,
                    .required = true,
                    .dialect_attr = "sdy.list_of_axis_ref_lists"},
                   {.name = "out_sharding",
                    .kind = OP_ATTR_DIALECT,
                    .required = true,
                    .dialect_attr = "sdy.sharding"}),
    .form = "$slicing_axes $tensor out_sharding ~ = ~ $out_sharding @attrs : @same_type",
    .parse = parse_by_form,
    .print = print_by_form,
    .verify = verify_sdy_all_slice,
    .infer = infer_nothing,
    .sharding_place = OP_SHARDING_OUT,
    .rule = rule_none,
    .partition = partition_as_typed,
    .emit = emit_identity,
    .canonicalize = canonicalize_sdy_all_slice,
};

const struct op_def op_sdy_all_to_all = {
    .name = "sdy.all_to_all",
    .summary = "moves axes from one dimension to another",
    .traits = OP_COLLECTIVE | OP_VERIFIES_CONTEXT,
    .operands = OPERANDS({"tensor", VALUE_SHAPED, OP_ONE}),
    .results = RESULTS({"result", VALUE_SHAPED, OP_ONE}),
    .regions = {0, 0},
    .attrs = ATTRS({.name = "params",
                    .kind = OP_ATTR_DIALECT,
                    .required = true,
                    .dialect_attr = "sdy.all_to_all_param_list"},
                   {.name = "out_sharding",
                    .kind = OP_ATTR_DIALECT,
                    .required = true,
                    .dialect_attr = "sdy.sharding"}),
    .form = "$params $tensor out_sharding ~ = ~ $out_sharding @attrs : @same_type",
    .parse = parse_by_form,
    .print = print_by_form,
    .verify = verify_sdy_all_to_all,
    .infer = infer_nothing,
    .sharding_place = OP_SHARDING_OUT,
    .rule = rule_none,
    .partition = partition_as_typed,
    .emit = emit_identity,
    .canonicalize = canonicalize_sdy_all_to_all,
};

const struct op_def op_sdy_collective_permute = {
    .name = "sdy.collective_permute",
    .summary = "replaces axes by others",
    .traits = OP_SAME_TYPES | OP_COLLECTIVE | OP_VERIFIES_CONTEXT,
    .operands = OPERANDS({"tensor", VALUE_SHAPED, OP_ONE}),
    .results = RESULTS({"result", VALUE_SHAPED, OP_ONE}),
    .regions = {0, 0},
    .attrs = ATTRS({.name = "out_sharding",
                    .kind = OP_ATTR_DIALECT,
                    .required = true,
                    .dialect_attr = "sdy.sharding"}),
    .form = "$tensor out_sharding ~ = ~ $out_sharding @attrs : @same_type",
    .parse = parse_by_form,
    .print = print_by_form,
    .verify = verify_sdy_collective_permute,
    .infer = infer_first_operand,
    .sharding_place = OP_SHARDING_OUT,
    .rule = rule_none,
    .partition = partition_as_typed,
    .emit = emit_identity,
    .canonicalize = canonicalize_sdy_collective_permute,
};

static bool all_reduce_emit(const struct op *op, struct kernel_builder *builder) {
    const struct axis_list *axes = attr_as_axes(op_property(op, "reduction_axes"));
    struct node *operand = kernel_operand(builder, op, 0);
    kernel_result(builder, op, 0, node_device_sum(builder, operand, *axes));
    return true;
}

const struct op_def op_sdy_all_reduce = {
    .name = "sdy.all_reduce",
    .summary = "reduces over axes",
    .traits = OP_SAME_TYPES | OP_COLLECTIVE | OP_VERIFIES_CONTEXT,
    .operands = OPERANDS({"tensor", VALUE_SHAPED, OP_ONE}),
    .results = RESULTS({"result", VALUE_SHAPED, OP_ONE}),
    .regions = {0, 0},
    .attrs = ATTRS({.name = "reduction_axes",
                    .kind = OP_ATTR_DIALECT,
                    .required = true,
                    .dialect_attr = "sdy.axis_ref_list"},
                   {.name = "reduction_op",
                    .kind = OP_ATTR_I32,
                    .otherwise = OP_ATTR_DEFAULT_ZERO,
                    .accepts = accepts_reduction,
                    .words = "reduction op enum",
                    .always = true},
                   {.name = "out_sharding",
                    .kind = OP_ATTR_DIALECT,
                    .required = true,
                    .dialect_attr = "sdy.sharding"}),
    .form = "@reduction_op $reduction_axes $tensor out_sharding ~ = ~ $out_sharding @attrs : "
            "@same_type",
    .parse = parse_by_form,
    .print = print_by_form,
    .verify = verify_sdy_all_reduce,
    .infer = infer_first_operand,
    .sharding_place = OP_SHARDING_OUT,
    .rule = rule_none,
    .partition = partition_as_typed,
    .emit = all_reduce_emit,
    .canonicalize = canonicalize_sdy_all_reduce,
};

static bool reduce_scatter_emit(const struct op *op, struct kernel_builder *builder) {
    const struct axis_lists *lists = attr_as_axis_lists(op_property(op, "reduce_scatter_axes"));
    struct node *sum = kernel_operand(builder, op, 0);
    for (uint32_t d = 0; d < lists->count; d++) {
        if (lists->items[d].count > 0) {
            sum = node_device_sum(builder, sum, lists->items[d]);
        }
    }
    kernel_result(builder, op, 0, sum);
    return true;
}

const struct op_def op_sdy_reduce_scatter = {
    .name = "sdy.reduce_scatter",
    .summary = "reduces over axes and slices along them",
    .traits = OP_COLLECTIVE | OP_VERIFIES_CONTEXT,
    .operands = OPERANDS({"tensor", VALUE_SHAPED, OP_ONE}),
    .results = RESULTS({"result", VALUE_SHAPED, OP_ONE}),
    .regions = {0, 0},
    .attrs = ATTRS({.name = "reduce_scatter_axes",
                    .kind = OP_ATTR_DIALECT,
                    .required = true,
                    .dialect_attr = "sdy.list_of_axis_ref_lists"},
                   {.name = "reduction_op",
                    .kind = OP_ATTR_I32,
                    .otherwise = OP_ATTR_DEFAULT_ZERO,
                    .accepts = accepts_reduction,
                    .words = "reduction op enum",
                    .always = true},
                   {.name = "out_sharding",
                    .kind = OP_ATTR_DIALECT,
                    .required = true,
                    .dialect_attr = "sdy.sharding"}),
    .form = "@reduction_op $reduce_scatter_axes $tensor out_sharding ~ = ~ $out_sharding @attrs : "
            "@same_type",
    .parse = parse_by_form,
    .print = print_by_form,
    .verify = verify_sdy_reduce_scatter,
    .infer = infer_nothing,
    .sharding_place = OP_SHARDING_OUT,
    .rule = rule_none,
    .partition = partition_as_typed,
    .emit = reduce_scatter_emit,
    .canonicalize = canonicalize_sdy_reduce_scatter,
};

/* Each device adds its part to zeros everywhere else. */
static bool sharded_to_unreduced_partition(struct op *op, struct partition_builder *builder) {
    if (partition_phase(builder) != PARTITION_LOCALIZE) {
        return true;
    }
    const struct axis_lists *lists = attr_as_axis_lists(op_property(op, "axes"));
    struct value *part = op_operand(op, 0), *operands[2 + MAX_RANK] = {NULL, part};
    const struct type *type = partition_local_type(builder, 0);
    if (!type) {
        return false;
    }
    operands[0] = partition_zeros(builder, type);
    for (uint32_t dim = 0; dim < lists->count; dim++) {
        operands[2 + dim] = partition_offset(builder, lists->items[dim], part->type->dims[dim]);
    }
    struct op *update = build_op(partition_at(builder), "stablehlo.dynamic_update_slice",
                                 2 + lists->count, operands, 1, &type, 0);
    return partition_replace(op, builder, op_result(update, 0));
}

const struct op_def op_sdy_sharded_to_unreduced = {
    .name = "sdy.sharded_to_unreduced",
    .summary = "axes that shard become axes the value is unreduced over",
    .traits = OP_COLLECTIVE | OP_VERIFIES_CONTEXT,
    .operands = OPERANDS({"tensor", VALUE_SHAPED, OP_ONE}),
    .results = RESULTS({"result", VALUE_SHAPED, OP_ONE}),
    .regions = {0, 0},
    .attrs = ATTRS({.name = "axes",
                    .kind = OP_ATTR_DIALECT,
                    .required = true,
                    .dialect_attr = "sdy.list_of_axis_ref_lists"},
                   {.name = "out_sharding",
                    .kind = OP_ATTR_DIALECT,
                    .required = true,
                    .dialect_attr = "sdy.sharding"}),
    .form = "$axes $tensor out_sharding ~ = ~ $out_sharding @attrs : @same_type",
    .parse = parse_by_form,
    .print = print_by_form,
    .verify = verify_sdy_sharded_to_unreduced,
    .infer = infer_nothing,
    .sharding_place = OP_SHARDING_OUT,
    .rule = rule_none,
    .partition = sharded_to_unreduced_partition,
    .emit = emit_identity,
    .canonicalize = canonicalize_nothing,
};

/* The first of the devices that hold the value gives it, the others zeros. */
static bool replicated_to_unreduced_partition(struct op *op, struct partition_builder *builder) {
    if (partition_phase(builder) != PARTITION_LOCALIZE) {
        return true;
    }
    const struct axis_list *axes = attr_as_axes(op_property(op, "axes"));
    return partition_replace(op, builder, partition_first_only(builder, op_operand(op, 0), *axes));
}

const struct op_def op_sdy_replicated_to_unreduced = {
    .name = "sdy.replicated_to_unreduced",
    .summary = "replicated axes become axes the value is unreduced over",
    .traits = OP_SAME_TYPES | OP_COLLECTIVE | OP_VERIFIES_CONTEXT,
    .operands = OPERANDS({"tensor", VALUE_SHAPED, OP_ONE}),
    .results = RESULTS({"result", VALUE_SHAPED, OP_ONE}),
    .regions = {0, 0},
    .attrs = ATTRS({.name = "axes",
                    .kind = OP_ATTR_DIALECT,
                    .required = true,
                    .dialect_attr = "sdy.axis_ref_list"},
                   {.name = "out_sharding",
                    .kind = OP_ATTR_DIALECT,
                    .required = true,
                    .dialect_attr = "sdy.sharding"}),
    .form = "$axes $tensor out_sharding ~ = ~ $out_sharding @attrs : @same_type",
    .parse = parse_by_form,
    .print = print_by_form,
    .verify = verify_sdy_replicated_to_unreduced,
    .infer = infer_first_operand,
    .sharding_place = OP_SHARDING_OUT,
    .rule = rule_none,
    .partition = replicated_to_unreduced_partition,
    .emit = emit_identity,
    .canonicalize = canonicalize_nothing,
};
