/* stablehlo.transpose */
#include "ops/hooks.h"
#include "ops/reify_builder.h"

static bool transpose_verify(const struct op *op, struct context *context) {
    const struct type *operand = operand_type(op, 0), *result = op_result(op, 0)->type;
    struct int_list order = op_ints(op, "permutation");
    if (!check_same_scales(op, context, operand, result)) {
        return false;
    }
    const struct quantized *from = type_as_quantized(operand->element);
    const struct quantized *to = type_as_quantized(result->element);
    if (from && to && from->axis != QUANTIZED_PER_TENSOR && to->axis != QUANTIZED_PER_TENSOR &&
        to->axis < (int32_t)order.count && order.items[to->axis] != from->axis) {
        return fault(op, context,
                     "operand quantization_dimension %d is not same as permutation[%d] = %lld",
                     from->axis, to->axis, (long long)order.items[to->axis]);
    }
    return true;
}

static bool check_permutation(const struct op *op, struct context *context, struct int_list order) {
    const struct type *operand = operand_type(op, 0);
    if (order.count != operand->rank) {
        return fault(op, context, "TransposeOp operand rank %u does not match permutation size %u",
                     operand->rank, order.count);
    }
    bool in_range = ints_distinct(order);
    int64_t range[MAX_RANK];
    for (uint32_t i = 0; i < order.count; i++) {
        in_range = in_range && order.items[i] >= 0 && order.items[i] < (int64_t)order.count;
        range[i] = i;
    }
    return in_range ||
           fault(op, context, "attribute permutation must be a permutation of %s but got %s",
                 say_ints(context, order.count, range),
                 say_bare(context, order.count, order.items));
}

static bool transpose_infer(const struct op *op, struct context *context,
                            const struct type **types) {
    const struct type *operand = operand_type(op, 0);
    struct int_list order = op_ints(op, "permutation");
    int64_t dims[MAX_RANK], bounds[MAX_RANK];
    if (!check_permutation(op, context, order)) {
        return false;
    }
    for (uint32_t i = 0; i < order.count; i++) {
        dims[i] = operand->dims[order.items[i]];
        bounds[i] = bound_of(operand, (uint32_t)order.items[i]);
    }
    types[0] = type_with_bounds(context, operand->element, order.count, dims, bounds);
    return true;
}

static bool transpose_emit(const struct op *op, struct kernel_builder *builder) {
    struct int_list permutation = op_ints(op, "permutation");
    struct affine map[KERNEL_DIMS];
    for (uint32_t d = 0; d < permutation.count; d++) {
        map[permutation.items[d]] = affine_dim(d, 1, 0);
    }
    struct term *term = term_read(builder, kernel_operand(builder, op, 0), map);
    kernel_result(builder, op, 0, node_compute(builder, op_result(op, 0)->type, term));
    return true;
}

static bool transpose_rule(const struct op *op, struct rule_builder *builder) {
    struct int_list permutation = op_ints(op, "permutation");
    for (uint32_t dim = 0; dim < permutation.count; dim++) {
        int64_t from = permutation.items[dim];
        rule_add_unary(builder, from, dim, op_operand(op, 0)->type->dims[from],
                       FACTOR_PASS_THROUGH);
    }
    return true;
}

static struct value *transpose_reify(struct op *op, struct builder *at) {
    struct reified_extents to = reify_extents(at), from = reify_extents(at);
    struct int_list permutation = op_ints(op, "permutation");
    for (uint32_t i = 0; i < permutation.count; i++) {
        reify_add(&from, reify_dimension(&from, op_operand(op, 0), i));
    }
    for (uint32_t i = 0; i < permutation.count; i++) {
        reify_add(&to, from.items[permutation.items[i]]);
    }
    return reify_list(&to);
}

const struct op_def op_transpose = {
    .name = "stablehlo.transpose",
    .summary = "permutes dimensions",
    .traits = OP_PURE | OP_COMPATIBLE_ELEMENTS,
    .operands = OPERANDS({"operand", VALUE_TENSOR_PER_AXIS, OP_ONE}),
    .results = RESULTS({"result", VALUE_TENSOR_PER_AXIS, OP_ONE}),
    .regions = {0, 0},
    .attrs = ATTRS({.name = "permutation", .kind = OP_ATTR_INT_ARRAY, .required = true}),
    .form = "$operand , dims = $permutation @attrs : @function_type",
    .parse = parse_by_form,
    .print = print_by_form,
    .verify = transpose_verify,
    .infer = transpose_infer,
    .speculatable = speculatable_transpose,
    .schedule = OP_SCHEDULE_FIRST,
    .rule = transpose_rule,
    .emit = transpose_emit,
    .relate = relate_transpose,
    .canonicalize = canonicalize_nothing,
    .bound = bound_by_rule,
    .fill = fill_in_place,
    .reify = transpose_reify,
    .fold = fold_by_scalar,
    .flops = flops_by_scalar,
    .traffic = traffic_none,
};
