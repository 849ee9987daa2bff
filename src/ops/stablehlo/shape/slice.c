/* stablehlo.slice */
#include <string.h>

#include "ops/bound_builder.h"
#include "ops/build.h"
#include "ops/fill_builder.h"
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
        struct need_window window = {.tensor = 1,
                                     .dim = dim,
                                     .step = strides.items[dim],
                                     .low = -starts.items[dim],
                                     .reach = 1,
                                     .dilation = 1,
                                     .pad = set_start,
                                     .padding = NEED_ZERO,
                                     .by_device = true};
        need_halo(needs, 0, dim, window);
    }
}

/* A dimension in parts: how large they are before and after, and what the slice takes. */
struct sliced_parts {
    int64_t count, from, to, start, step;
};

static struct sliced_parts sliced_parts(const struct op *op,
                                        const struct partition_builder *builder, uint32_t dim,
                                        int64_t to) {
    return (struct sliced_parts){
        .count = partition_parts(builder, partition_operand_axes(builder, 0, dim)),
        .from = op_operand(op, 0)->type->dims[dim],
        .to = to,
        .start = op_ints(op, "start_indices").items[dim],
        .step = op_ints(op, "strides").items[dim],
    };
}

/* Where in its own part of the operand a device begins. */
static int64_t start_within(const struct sliced_parts *parts, int64_t part) {
    return parts->start + part * (parts->to * parts->step - parts->from);
}

/* From the first to behind the last element that a device takes. */
static int64_t extent_of(const struct sliced_parts *parts) {
    return parts->to == 0 ? 0 : (parts->to - 1) * parts->step + 1;
}

/* Where devices begin at different places: the extent that each takes elements of. */
static struct value *extent_by_device(const struct op *op, struct partition_builder *builder,
                                      const struct sliced_parts *parts, const struct type *type) {
    struct builder *at = partition_at(builder);
    struct value *starts[MAX_RANK];
    int64_t sizes[MAX_RANK];
    for (uint32_t dim = 0; dim < type->rank; dim++) {
        int64_t start = parts[dim].start;
        sizes[dim] = extent_of(&parts[dim]);
        starts[dim] = partition_progression(builder, partition_operand_axes(builder, 0, dim), start,
                                            start_within(&parts[dim], 1) - start);
    }
    return build_dynamic_slice(at, op_operand(op, 0), starts,
                               type_with_dims(at->module->context, type, type->rank, sizes));
}

static struct value *slice_parts(const struct op *op, struct partition_builder *builder,
                                 const struct sliced_parts *parts, const struct type *type,
                                 bool uniform) {
    struct value *from = uniform ? op_operand(op, 0) : extent_by_device(op, builder, parts, type);
    int64_t start[MAX_RANK], limit[MAX_RANK];
    for (uint32_t dim = 0; dim < type->rank; dim++) {
        int64_t end = op_ints(op, "limit_indices").items[dim];
        bool to_end = end == parts[dim].count * parts[dim].from;
        start[dim] = uniform ? parts[dim].start : 0;
        limit[dim] = start[dim] + extent_of(&parts[dim]);
        if (uniform && (to_end || parts[dim].count == 1)) {
            limit[dim] = to_end ? parts[dim].from : end;
        }
    }
    return !uniform && from->type == type
               ? from
               : build_strided_slice(partition_at(builder), from, start, limit,
                                     op_ints(op, "strides").items, type);
}

static bool slice_localize(struct op *op, struct partition_builder *builder) {
    const struct type *type = partition_local_type(builder, 0);
    struct sliced_parts parts[MAX_RANK];
    bool uniform = true;
    for (uint32_t dim = 0; type && dim < type->rank; dim++) {
        parts[dim] = sliced_parts(op, builder, dim, type->dims[dim]);
        uniform =
            uniform && (parts[dim].count == 1 || start_within(&parts[dim], 1) == parts[dim].start);
    }
    if (!type || !partition_is_sharded(builder)) {
        return type && partition_in_place(op, builder);
    }
    return partition_replace(op, builder, slice_parts(op, builder, parts, type, uniform));
}

/* A dimension that is cut stays sharded: where to is known, so data is only shifted. */
static bool slice_rule(const struct op *op, struct rule_builder *builder) {
    rule_add_dims_unless_equal(builder, op_operand(op, 0)->type, op->results[0].type,
                               FACTOR_PERMUTATION, rule_is_conservative(builder));
    return true;
}

/* A slice that reaches beyond the size ends there. */
static bool slice_bound(struct op *op, struct bound_builder *bounder) {
    struct value *sizes[MAX_RANK];
    struct int_list starts = op_ints(op, "start_indices"), limits = op_ints(op, "limit_indices"),
                    strides = op_ints(op, "strides");
    for (uint32_t dim = 0; dim < starts.count; dim++) {
        int64_t start = starts.items[dim], limit = limits.items[dim];
        if (limit > op_operand(op, 0)->type->dims[dim]) {
            return bound_fails(bounder, op, "reaches beyond the bound of its operand");
        }
        struct value *end =
            size_by(bounder, OP_MINIMUM, bound_size(bounder, op_operand(op, 0), dim),
                    size_of(bounder, limit));
        sizes[dim] = size_of_windows(bounder, end, 1, -start, 1, strides.items[dim]);
    }
    return bound_in_place(bounder, op, sizes);
}

static bool slice_fill(struct op *op, struct fill_builder *padder) {
    const struct type *type = fill_result_type(padder, op), *old = op->results[0].type;
    struct int_list starts = op_ints(op, "start_indices"), limits = op_ints(op, "limit_indices");
    int64_t longer[MAX_RANK];
    for (uint32_t dim = 0; dim < type->rank; dim++) {
        longer[dim] = limits.items[dim];
        if (type->dims[dim] == old->dims[dim]) {
            continue;
        }
        longer[dim] = starts.items[dim] + type->dims[dim];
        if (op_ints(op, "strides").items[dim] != 1 ||
            longer[dim] > op_operand(op, 0)->type->dims[dim]) {
            return fill_fails(padder, op, "its parts are not those of its operand");
        }
    }
    fill_set_ints(padder, op, "limit_indices", limits.count, longer);
    return fill_in_place(op, padder);
}

/* The number of the operand's element at a point of the result, both row-major. */
static int64_t sliced_from(const struct op *op, const struct type *from, const struct type *to,
                           int64_t point) {
    struct int_list starts = op_ints(op, "start_indices"), strides = op_ints(op, "strides");
    int64_t number = 0, scale = 1;
    for (uint32_t d = from->rank; d-- > 0;) {
        number += (starts.items[d] + point % to->dims[d] * strides.items[d]) * scale;
        point /= to->dims[d];
        scale *= from->dims[d];
    }
    return number;
}

static bool slice_fold(struct op *op, struct fold_builder *builder) {
    const struct fold_integers *from = fold_operand(builder, 0);
    const struct type *type = op_result(op, 0)->type;
    if (!fold_read_operands(op, builder)) {
        return false;
    }
    int64_t count = type_count(type), stored = from->splat && count > 0 ? 1 : count;
    int64_t *items = fold_room(builder, stored);
    for (int64_t i = 0; items && i < stored; i++) {
        items[i] = fold_item(from, from->splat ? 0 : sliced_from(op, from->type, type, i));
    }
    return items && fold_become_constant(op, builder, items, stored);
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
    .speculatable = speculatable_by_first,
    .rule = slice_rule,
    .needs = slice_needs,
    .localize = slice_localize,
    .emit = slice_emit,
    .relate = relate_slice,
    .canonicalize = canonicalize_nothing,
    .bound = slice_bound,
    .fill = slice_fill,
    .reify = reify_elementwise,
    .fold = slice_fold,
    .flops = flops_by_scalar,
    .traffic = traffic_none,
    .memory = OP_MEMORY_RESULT,
};
