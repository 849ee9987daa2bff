/* stablehlo.slice */
#include "ops/hooks.h"

static bool slice_emit(const struct op *op, struct kernel_builder *builder) {
    struct int_list starts = op_ints(op, "start_indices"), strides = op_ints(op, "strides");
    struct affine map[KERNEL_DIMS];
    for (uint32_t d = 0; d < starts.count; d++) {
        map[d] = affine_dim(d, strides.items[d], starts.items[d]);
    }
    struct term *term = term_read(builder, kernel_operand(builder, op, 0), map);
    kernel_result(builder, op, 0, node_compute(builder, op_result(op, 0)->type, term));
    return true;
}

/* A sharded dimension is taken as a whole, or made whole. */
static bool slice_partition(struct op *op, struct partition_builder *builder) {
    struct int_list limits = op_ints(op, "limit_indices");
    int64_t local[MAX_RANK];
    for (uint32_t dim = 0; dim < limits.count; dim++) {
        struct axis_list axes = partition_operand_axes(builder, 0, dim);
        int64_t size = partition_operand_size(builder, 0, dim),
                parts = partition_parts(builder, axes);
        bool cut = op_ints(op, "start_indices").items[dim] != 0 || limits.items[dim] != size ||
                   op_ints(op, "strides").items[dim] != 1;
        local[dim] = limits.items[dim] / (cut ? 1 : parts);
        if (cut && partition_phase(builder) != PARTITION_CHOOSE) {
            partition_keep_whole(builder, 0, dim);
            partition_keep_result_whole(builder, 0, dim);
        }
    }
    if (partition_phase(builder) == PARTITION_LOCALIZE) {
        struct module *module = partition_at(builder)->module;
        op_set_property(module, op, "limit_indices",
                        attr_i64_array(module->context, limits.count, local));
    }
    return partition_as_typed(op, builder);
}

/* A dimension that is cut stays sharded: where to is known, so data is only shifted. */
static bool slice_rule(const struct op *op, struct rule_builder *builder) {
    rule_add_dims_unless_equal(builder, op_operand(op, 0)->type, op->results[0].type,
                               FACTOR_PERMUTATION, rule_is_conservative(builder));
    return true;
}

const struct op_def op_slice = {
    .name = "stablehlo.slice",
    .summary = "takes a part of a tensor",
    .traits = OP_PURE | OP_SAME_ELEMENTS | OP_INFERRED,
    .operands = OPERANDS({"operand", VALUE_TENSOR, OP_ONE}),
    .results = RESULTS({"result", VALUE_TENSOR, OP_ONE}),
    .regions = {0, 0},
    .attrs = ATTRS({.name = "start_indices", .kind = OP_ATTR_INT_ARRAY, .required = true},
                   {.name = "limit_indices", .kind = OP_ATTR_INT_ARRAY, .required = true},
                   {.name = "strides", .kind = OP_ATTR_INT_ARRAY, .required = true}),
    .form = "$operand @slice_ranges @attrs : @function_type",
    .parse = parse_by_form,
    .print = print_by_form,
    .verify = verify_slice,
    .infer = infer_slice,
    .rule = slice_rule,
    .partition = slice_partition,
    .emit = slice_emit,
    .canonicalize = canonicalize_nothing,
};
