/* stablehlo.dot_general */
#include "ops/attrs/attrs.h"
#include "ops/flops.h"
#include "ops/hooks.h"
#include "ops/reify_builder.h"
#include "ops/stablehlo/linear/linear.h"

static uint32_t add_free_dims(const struct type *type, struct int_list batching,
                              struct int_list contracting, int64_t *dims, int64_t *bounds,
                              uint32_t rank) {
    for (uint32_t i = 0; i < type->rank; i++) {
        if (!ints_contain(batching, i) && !ints_contain(contracting, i) && rank < MAX_RANK) {
            bounds[rank] = bound_of(type, i);
            dims[rank++] = type->dims[i];
        }
    }
    return rank;
}

static bool check_dot_quantization(const struct op *op, struct context *context,
                                   const struct dot_dims *dims) {
    const struct quantized *q = type_as_quantized(operand_type(op, 1)->element);
    if (!q) {
        return true;
    }
    for (uint32_t i = 0; i < q->count; i++) {
        if (q->zero_points[i] != 0) {
            return fault(op, context, "Zero point%s of rhs should be 0",
                         q->axis == QUANTIZED_PER_TENSOR ? "" : "s");
        }
    }
    if (q->axis != QUANTIZED_PER_TENSOR && ints_contain(dims->rhs_contracting, q->axis)) {
        return fault(op, context,
                     "Quantization dimension of rhs should not be in the contracting "
                     "dimension of rhs");
    }
    return true;
}

/* Extents and bounds of batching dimensions agree. */
static bool check_batching(const struct op *op, struct context *context,
                           const struct dot_dims *dims) {
    const struct type *lhs = operand_type(op, 0), *rhs = operand_type(op, 1);
    for (uint32_t i = 0; i < dims->lhs_batching.count; i++) {
        uint32_t l = (uint32_t)dims->lhs_batching.items[i];
        uint32_t r = (uint32_t)dims->rhs_batching.items[i];
        int64_t size = lhs->dims[l] != DIM_DYNAMIC ? lhs->dims[l] : rhs->dims[r];
        int64_t bound = bound_of(lhs, l) != DIM_DYNAMIC ? bound_of(lhs, l) : bound_of(rhs, r);
        if (size != DIM_DYNAMIC && bound != DIM_DYNAMIC && size > bound) {
            return fault(op, context,
                         "Mismatched dimension size %lld and bound %lld in dimension %u",
                         (long long)size, (long long)bound, i);
        }
    }
    return true;
}

/* The extents of the result, and what they are at most; their number. */
static uint32_t product_shape(const struct op *op, const struct dot_dims *dims, int64_t *shape,
                              int64_t *bounds) {
    const struct type *lhs = operand_type(op, 0), *rhs = operand_type(op, 1);
    uint32_t rank = 0;
    for (uint32_t i = 0; i < dims->lhs_batching.count; i++) {
        uint32_t l = (uint32_t)dims->lhs_batching.items[i];
        uint32_t r = (uint32_t)dims->rhs_batching.items[i];
        int64_t a = bound_of(lhs, l), b = bound_of(rhs, r);
        bounds[rank] = a == DIM_DYNAMIC || (b != DIM_DYNAMIC && b < a) ? b : a;
        shape[rank++] = lhs->dims[l] == DIM_DYNAMIC ? rhs->dims[r] : lhs->dims[l];
    }
    rank = add_free_dims(lhs, dims->lhs_batching, dims->lhs_contracting, shape, bounds, rank);
    return add_free_dims(rhs, dims->rhs_batching, dims->rhs_contracting, shape, bounds, rank);
}

static bool dot_general_verify(const struct op *op, struct context *context) {
    const struct dot_dims *dims = attr_as_dot(op_attr(op, "dot_dimension_numbers"));
    const struct attr *precision = op_attr(op, "precision_config");
    int64_t shape[MAX_RANK], bounds[MAX_RANK];
    if (!check_precision(op, context) || !check_dot_numbers(op, context, dims) ||
        !check_batching(op, context, dims) ||
        !check_result_shape(op, context, product_shape(op, dims, shape, bounds), shape)) {
        return false;
    }
    for (uint32_t i = 0; op_attr(op, "algorithm") && precision && i < precision->count; i++) {
        if (attr_case(precision->items[i], 0) != 0) {
            return fault(op, context,
                         "must specify DEFAULT precision config when algorithm is set.");
        }
    }
    return check_dot_quantization(op, context, dims) && check_mixed_quantization(op, context);
}

static bool dot_general_infer(const struct op *op, struct context *context,
                              const struct type **types) {
    int64_t shape[MAX_RANK], bounds[MAX_RANK];
    uint32_t rank =
        product_shape(op, attr_as_dot(op_attr(op, "dot_dimension_numbers")), shape, bounds);
    types[0] = type_with_bounds(context, op_result(op, 0)->type->element, rank, shape, bounds);
    return true;
}

static bool list_has(struct int_list list, int64_t item, uint32_t *position) {
    for (uint32_t i = 0; i < list.count; i++) {
        if (list.items[i] == item) {
            *position = i;
            return true;
        }
    }
    return false;
}

/* Coordinates of one operand in the space of batch, lhs free,
 * rhs free and contracted dimensions. */
static void operand_map(const struct node *operand, struct int_list batching,
                        struct int_list contracting, uint32_t first_free, uint32_t result_rank,
                        struct affine *map) {
    uint32_t position;
    for (uint32_t d = 0; d < node_rank(operand); d++) {
        if (list_has(batching, d, &position)) {
            map[d] = affine_dim(position, 1, 0);
        } else if (list_has(contracting, d, &position)) {
            map[d] = affine_dim(result_rank + position, 1, 0);
        } else {
            map[d] = affine_dim(first_free++, 1, 0);
        }
    }
}

static bool dot_general_emit(const struct op *op, struct kernel_builder *builder) {
    const struct dot_dims *dims = attr_as_dot(op_property(op, "dot_dimension_numbers"));
    struct node *lhs = kernel_operand(builder, op, 0), *rhs = kernel_operand(builder, op, 1);
    const struct type *type = op_result(op, 0)->type;
    struct affine lhs_map[KERNEL_DIMS], rhs_map[KERNEL_DIMS];
    uint32_t batch = dims->lhs_batching.count;
    uint32_t lhs_free = node_rank(lhs) - batch - dims->lhs_contracting.count;
    operand_map(lhs, dims->lhs_batching, dims->lhs_contracting, batch, type->rank, lhs_map);
    operand_map(rhs, dims->rhs_batching, dims->rhs_contracting, batch + lhs_free, type->rank,
                rhs_map);
    int64_t extent[KERNEL_DIMS];
    for (uint32_t i = 0; i < dims->lhs_contracting.count; i++) {
        extent[i] = node_extent(lhs, (uint32_t)dims->lhs_contracting.items[i]);
    }
    const struct node_contraction contraction = {.count = dims->lhs_contracting.count,
                                                 .extent = extent,
                                                 .lhs = lhs,
                                                 .rhs = rhs,
                                                 .lhs_map = lhs_map,
                                                 .rhs_map = rhs_map,
                                                 .direct = asks_for_precision(op)};
    kernel_result(builder, op, 0, node_contract(builder, type, &contraction));
    return true;
}

/* ([b, i, k], [b, k, j])->([b, i, j]) */
static bool dot_general_rule(const struct op *op, struct rule_builder *builder) {
    const struct dot_dims *dims = attr_as_dot(op_property(op, "dot_dimension_numbers"));
    const struct type *lhs = op_operand(op, 0)->type, *rhs = op_operand(op, 1)->type;
    int64_t result = 0;
    for (uint32_t i = 0; i < dims->lhs_batching.count; i++) {
        int64_t dim = dims->lhs_batching.items[i];
        rule_add_binary(builder, dim, dims->rhs_batching.items[i], result++, lhs->dims[dim],
                        FACTOR_PASS_THROUGH);
    }
    for (uint32_t dim = 0; dim < lhs->rank; dim++) {
        if (!int_list_has(dims->lhs_contracting, dim) && !int_list_has(dims->lhs_batching, dim)) {
            rule_add_binary(builder, dim, NO_DIM, result++, lhs->dims[dim], FACTOR_PASS_THROUGH);
        }
    }
    for (uint32_t dim = 0; dim < rhs->rank; dim++) {
        if (!int_list_has(dims->rhs_contracting, dim) && !int_list_has(dims->rhs_batching, dim)) {
            rule_add_binary(builder, NO_DIM, dim, result++, rhs->dims[dim], FACTOR_PASS_THROUGH);
        }
    }
    for (uint32_t i = 0; i < dims->lhs_contracting.count; i++) {
        int64_t dim = dims->lhs_contracting.items[i];
        rule_add_binary(builder, dim, dims->rhs_contracting.items[i], NO_DIM, lhs->dims[dim],
                        FACTOR_REDUCTION);
    }
    return true;
}

static double dot_general_flops(const struct op *op) {
    const struct dot_dims *dims = attr_as_dot(op_property(op, "dot_dimension_numbers"));
    const struct type *lhs = op_operand(op, 0)->type;
    double flops = 2 * flops_of_result(op);
    for (uint32_t i = 0; dims && i < dims->lhs_contracting.count; i++) {
        flops *= flops_extent(lhs, dims->lhs_contracting.items[i]);
    }
    return flops;
}

static void add_free(struct reified_extents *to, struct value *operand, struct int_list batching,
                     struct int_list contracting) {
    for (uint32_t i = 0; i < operand->type->rank; i++) {
        if (!int_list_has(batching, i) && !int_list_has(contracting, i)) {
            reify_add(to, reify_dimension(to, operand, i));
        }
    }
}

static struct value *dot_general_reify(struct op *op, struct builder *at) {
    struct reified_extents to = reify_extents(at);
    const struct dot_dims *dims = attr_as_dot(op_attr(op, "dot_dimension_numbers"));
    for (uint32_t i = 0; i < dims->lhs_batching.count; i++) {
        reify_add(&to, reify_dimension(&to, op_operand(op, 0), dims->lhs_batching.items[i]));
    }
    add_free(&to, op_operand(op, 0), dims->lhs_batching, dims->lhs_contracting);
    add_free(&to, op_operand(op, 1), dims->rhs_batching, dims->rhs_contracting);
    return reify_list(&to);
}

const struct op_def op_dot_general = {
    .name = "stablehlo.dot_general",
    .summary = "products with batching and contracting dimensions",
    .traits = OP_PURE | OP_SHAPES_SUFFICE,
    .operands = OPERANDS({"lhs", VALUE_TENSOR, OP_ONE}, {"rhs", VALUE_TENSOR_PER_AXIS, OP_ONE}),
    .results = RESULTS({"result", VALUE_TENSOR_PER_AXIS, OP_ONE}),
    .regions = {0, 0},
    .attrs = ATTRS(
        {.name = "dot_dimension_numbers",
         .kind = OP_ATTR_DIALECT,
         .required = true,
         .dialect_attr = "stablehlo.dot"},
        {.name = "precision_config",
         .kind = OP_ATTR_ARRAY,
         .dialect_attr = "stablehlo.precision",
         .words = "Precision Config attribute"},
        {.name = "algorithm", .kind = OP_ATTR_DIALECT, .dialect_attr = "stablehlo.dot_algorithm"}),
    .form = "$lhs , $rhs , @dot_dims @precision_and_algorithm @attrs : @function_type",
    .parse = parse_by_form,
    .print = print_by_form,
    .verify = dot_general_verify,
    .infer = dot_general_infer,
    .speculatable = speculatable_dot_general,
    .rule = dot_general_rule,
    .emit = dot_general_emit,
    .relate = relate_dot,
    .canonicalize = canonicalize_nothing,
    .bound = bound_by_rule,
    .fill = fill_in_place,
    .reify = dot_general_reify,
    .fold = fold_by_scalar,
    .flops = dot_general_flops,
    .traffic = traffic_none,
};
