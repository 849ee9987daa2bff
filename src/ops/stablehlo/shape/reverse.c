/* stablehlo.reverse */
#include "ops/bound_builder.h"
#include "ops/build.h"
#include "ops/hooks.h"

static bool reverse_verify(const struct op *op, struct context *context) {
    struct int_list dims = op_ints(op, "dimensions");
    uint32_t rank = operand_type(op, 0)->rank;
    if (!ints_distinct(dims)) {
        return fault(op, context, "dimensions should be unique. Got: %s",
                     say_bare(context, dims.count, dims.items));
    }
    for (uint32_t i = 0; i < dims.count; i++) {
        if (dims.items[i] < 0) {
            return fault(op, context, "all dimensions should be non-negative. Got dimension: %lld.",
                         (long long)dims.items[i]);
        }
        if (dims.items[i] >= (int64_t)rank) {
            return fault(op, context,
                         "all dimensions should be between [0, %u). Got dimension: %lld.", rank,
                         (long long)dims.items[i]);
        }
    }
    return true;
}

static bool reverse_emit(const struct op *op, struct kernel_builder *builder) {
    struct node *operand = kernel_operand(builder, op, 0);
    struct int_list reversed = op_ints(op, "dimensions");
    struct affine map[KERNEL_DIMS];
    for (uint32_t d = 0; d < node_rank(operand); d++) {
        map[d] = affine_dim(d, 1, 0);
    }
    for (uint32_t i = 0; i < reversed.count; i++) {
        uint32_t d = (uint32_t)reversed.items[i];
        map[d] = affine_dim(d, -1, node_extent(operand, d) - 1);
    }
    struct term *term = term_read(builder, operand, map);
    kernel_result(builder, op, 0, node_compute(builder, op_result(op, 0)->type, term));
    return true;
}

static bool reverse_rule(const struct op *op, struct rule_builder *builder) {
    const struct type *type = op->results[0].type;
    struct int_list reversed = op_ints(op, "dimensions");
    for (uint32_t dim = 0; dim < type->rank; dim++) {
        rule_add_everywhere(builder, dim, type->dims[dim],
                            int_list_has(reversed, dim) ? FACTOR_PERMUTATION : FACTOR_PASS_THROUGH);
    }
    return true;
}

/* Each device reverses its part; the parts go to other devices, or belong to those of a mesh in the
 * reverse order. */
static void reverse_needs(const struct op *op, const struct partition_builder *builder,
                          struct need_list *needs) {
    struct int_list dims = op_ints(op, "dimensions");
    for (uint32_t i = 0; i < dims.count && !partition_is_reversed(builder, dims); i++) {
        need_everywhere(needs, NEED_EXCHANGED, op, (uint32_t)dims.items[i]);
    }
}

/* What was padding comes first and is left out. */
static bool reverse_bound(struct op *op, struct bound_builder *bounder) {
    struct value *value = op_operand(op, 0), *sizes[MAX_RANK], *starts[MAX_RANK];
    const struct type *type = value->type;
    int64_t zeros[MAX_RANK] = {0}, high[MAX_RANK];
    struct int_list dims = op_ints(op, "dimensions");
    dim_set turned = dim_set_of_list(dims) & bound_dims(bounder, value);
    bound_sizes_by_place(bounder, op, 1, sizes);
    for (uint32_t dim = 0; dim < type->rank; dim++) {
        bool moves = turned & dim_set_of(dim);
        high[dim] = moves ? type->dims[dim] : 0;
        starts[dim] = size_of(bounder, moves ? type->dims[dim] : 0);
        starts[dim] = moves ? size_by(bounder, OP_SUBTRACT, starts[dim], sizes[dim]) : starts[dim];
    }
    struct value *back = build_unary(bound_at(bounder), OP_REVERSE, value, type);
    op_set_property(bound_module(bounder), back->op, "dimensions", op_property(op, "dimensions"));
    struct value *zero = bound_zero(bounder, type);
    struct value *longer = build_pad(bound_at(bounder), back, zero, zeros, high, zeros);
    struct value *front = build_dynamic_slice(bound_at(bounder), longer, starts, type);
    return bound_replace(bounder, op, front, sizes);
}

const struct op_def op_reverse = {
    .name = "stablehlo.reverse",
    .summary = "reverses dimensions",
    .traits = OP_PURE | OP_SAME_ELEMENTS,
    .operands = OPERANDS({"operand", VALUE_TENSOR, OP_ONE}),
    .results = RESULTS({"result", VALUE_TENSOR, OP_ONE}),
    .regions = {0, 0},
    .attrs = ATTRS({.name = "dimensions", .kind = OP_ATTR_INT_ARRAY, .required = true}),
    .form = "$operand , dims = $dimensions @attrs : @same_type",
    .parse = parse_by_form,
    .print = print_by_form,
    .verify = reverse_verify,
    .infer = infer_first_operand,
    .speculatable = speculatable_by_first,
    .rule = reverse_rule,
    .needs = reverse_needs,
    .emit = reverse_emit,
    .relate = relate_reverse,
    .canonicalize = canonicalize_nothing,
    .bound = reverse_bound,
    .fill = fill_in_place,
    .reify = reify_first,
    .fold = fold_by_scalar,
    .flops = flops_by_scalar,
    .traffic = traffic_none,
};
