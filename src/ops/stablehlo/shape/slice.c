/* stablehlo.slice */
#include <string.h>

#include "ops/hooks.h"

static bool slice_verify(const struct op *op, struct context *context) {
    const struct type *operand = operand_type(op, 0);
    struct int_list start = op_ints(op, "start_indices"), limit = op_ints(op, "limit_indices"),
                    stride = op_ints(op, "strides");
    if (start.count != operand->rank) {
        return fault(op, context,
                     "the number of elements in start_indices (%u) does not match the rank of the "
                     "operand (%u)",
                     start.count, operand->rank);
    }
    for (uint32_t i = 0; i < start.count; i++) {
        int64_t from = start.items[i], to = limit.items[i], extent = operand->dims[i];
        if (from < 0) {
            return fault(op, context, "negative start index %lld in dimension %u", (long long)from,
                         i);
        }
        const char *what = extent == DIM_DYNAMIC ? "bound" : "size";
        extent = extent == DIM_DYNAMIC ? bound_of(operand, i) : extent;
        if (extent != DIM_DYNAMIC && to > extent) {
            return fault(op, context,
                         "limit index %lld is larger than dimension %s %lld in dimension %u",
                         (long long)to, what, (long long)extent, i);
        }
        if (from > to) {
            return fault(op, context,
                         "start index %lld is larger than limit index %lld in dimension %u",
                         (long long)from, (long long)to, i);
        }
        if (stride.items[i] <= 0) {
            return fault(op, context, "stride must be positive but got %lld in dimension %u",
                         (long long)stride.items[i], i);
        }
    }
    return true;
}

static bool slice_infer(const struct op *op, struct context *context, const struct type **types) {
    struct int_list start = op_ints(op, "start_indices"), limit = op_ints(op, "limit_indices"),
                    stride = op_ints(op, "strides");
    int64_t dims[MAX_RANK];
    for (uint32_t i = 0; i < start.count; i++) {
        int64_t span = limit.items[i] - start.items[i];
        dims[i] = span / stride.items[i] + (span % stride.items[i] != 0);
    }
    types[0] = type_tensor(context, operand_type(op, 0)->element, start.count, dims, NULL);
    return true;
}

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

/* Taken from the first element on that is left of a dimension. */
static void set_start(struct module *module, struct op *op, uint32_t dim, int64_t low,
                      int64_t high) {
    struct int_list old_starts = op_ints(op, "start_indices"),
                    old_limits = op_ints(op, "limit_indices");
    int64_t starts[MAX_RANK], limits[MAX_RANK];
    memcpy(starts, old_starts.items, old_starts.count * sizeof *starts);
    memcpy(limits, old_limits.items, old_limits.count * sizeof *limits);
    starts[dim] = -low;
    limits[dim] = op_operand(op, 0)->type->dims[dim] + high;
    op_set_property(module, op, "start_indices",
                    attr_i64_array(module->context, old_starts.count, starts));
    op_set_property(module, op, "limit_indices",
                    attr_i64_array(module->context, old_limits.count, limits));
}

/* Each element that is left of a dimension looks at one. */
static void slice_needs(const struct op *op, const struct partition_builder *builder,
                        struct need_list *needs) {
    (void)builder;
    struct int_list starts = op_ints(op, "start_indices"), limits = op_ints(op, "limit_indices"),
                    strides = op_ints(op, "strides");
    for (uint32_t dim = 0; dim < limits.count; dim++) {
        if (starts.items[dim] != 0 || strides.items[dim] != 1 ||
            limits.items[dim] != op_operand(op, 0)->type->dims[dim]) {
            struct need_window window = {.tensor = 1,
                                         .dim = dim,
                                         .step = strides.items[dim],
                                         .low = -starts.items[dim],
                                         .reach = 1,
                                         .dilation = 1,
                                         .pad = set_start,
                                         .padding = NEED_ZERO};
            need_halo(needs, 0, dim, window);
        }
    }
}

static bool slice_localize(struct op *op, struct partition_builder *builder) {
    struct int_list limits = op_ints(op, "limit_indices");
    int64_t local[MAX_RANK];
    for (uint32_t dim = 0; dim < limits.count; dim++) {
        struct axis_list axes = partition_operand_axes(builder, 0, dim);
        local[dim] = limits.items[dim] / partition_parts(builder, axes);
    }
    struct module *module = partition_at(builder)->module;
    op_set_property(module, op, "limit_indices",
                    attr_i64_array(module->context, limits.count, local));
    return partition_in_place(op, builder);
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
    .agreements = AGREEMENTS({{"start_indices", "limit_indices", "strides"}, OP_AGREE_SIZE}),
    .form = "$operand @slice_ranges @attrs : @function_type",
    .parse = parse_by_form,
    .print = print_by_form,
    .verify = slice_verify,
    .infer = slice_infer,
    .rule = slice_rule,
    .needs = slice_needs,
    .localize = slice_localize,
    .emit = slice_emit,
    .canonicalize = canonicalize_nothing,
};
