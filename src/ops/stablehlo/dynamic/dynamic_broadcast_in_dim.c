/* stablehlo.dynamic_broadcast_in_dim */
#include "ops/bound_builder.h"
#include "ops/build.h"
#include "ops/hooks.h"
#include "ops/shape/index_legalization.h"
#include "ops/stablehlo/dynamic/known_sizes.h"
#include "ops/stablehlo/dynamic/shape_operand.h"
#include "ops/stablehlo/shape/quantization.h"

/* Every dimension is said to expand or not at most once. */
static bool check_expansion_hints(const struct op *op, struct context *context, uint32_t rank) {
    struct int_list yes = op_ints(op, "known_expanding_dimensions");
    struct int_list no = op_ints(op, "known_nonexpanding_dimensions");
    for (uint32_t i = 0; i < yes.count + no.count; i++) {
        int64_t dim = i < yes.count ? yes.items[i] : no.items[i - yes.count];
        struct int_list before_yes = {yes.items, i < yes.count ? i : yes.count};
        struct int_list before_no = {no.items, i < yes.count ? 0 : i - yes.count};
        if (ints_contain(before_yes, dim) || ints_contain(before_no, dim)) {
            return fault(op, context,
                         "duplicate expansion hint for at least one operand dimension: %lld",
                         (long long)dim);
        }
    }
    for (uint32_t i = 0; i < yes.count + no.count; i++) {
        int64_t dim = i < yes.count ? yes.items[i] : no.items[i - yes.count];
        if (dim < 0 || dim >= (int64_t)rank) {
            return fault(op, context,
                         "hint for expanding dimension %lld does not refer to a valid operand "
                         "dimension",
                         (long long)dim);
        }
    }
    return true;
}

/* Where the shape is a constant, the operand's extents are 1 or those of the shape. */
static bool check_shape_values(const struct op *op, struct context *context, struct int_list dims) {
    const struct type *operand = operand_type(op, 0);
    struct int_list shape;
    if (!type_is_static(operand) || !constant_integers(op_operand(op, 1), &shape)) {
        return true;
    }
    for (uint32_t i = 0; i < dims.count; i++) {
        int64_t at = dims.items[i], size = operand->dims[i];
        if (size != 1 && size != shape.items[at]) {
            return fault(op, context,
                         "size of operand dimension %u (%lld) is not equal to 1 or value of shape "
                         "at index %lld (%lld)",
                         i, (long long)size, (long long)at, (long long)shape.items[at]);
        }
    }
    return true;
}

static bool dynamic_broadcast_in_dim_verify(const struct op *op, struct context *context) {
    const struct type *operand = operand_type(op, 0), *result = op_result(op, 0)->type;
    struct int_list dims = op_ints(op, "broadcast_dimensions");
    if (!any_quantized(operand, result) && !elements_compatible(operand, result)) {
        return fault(
            op, context,
            "expects operand and result to have compatible element type. Got: '%s' and '%s'",
            say_type(context, operand), say_type(context, result));
    }
    if (dims.count != operand->rank) {
        return op_fault(op, context,
                        "broadcast_dimensions size (%u) does not match operand rank (%u)",
                        dims.count, operand->rank);
    }
    if (result->rank < operand->rank) {
        return op_fault(op, context, "result rank (%u) is less than operand rank (%u)",
                        result->rank, operand->rank);
    }
    if (!ints_distinct(dims)) {
        return op_fault(op, context, "broadcast_dimensions should not have duplicates: %s",
                        say_list(context, dims));
    }
    for (uint32_t i = 0; i < dims.count; i++) {
        int64_t at = dims.items[i], size = operand->dims[i];
        if (at < 0 || at >= (int64_t)result->rank) {
            return op_fault(op, context,
                            "broadcast_dimensions contains invalid value %lld for result with rank "
                            "%u",
                            (long long)at, result->rank);
        }
        if (size != 1 && !dims_compatible(size, result->dims[at])) {
            return op_fault(op, context,
                            "size of operand dimension %u (%lld) is not compatible with size of "
                            "result dimension %lld (%lld)",
                            i, (long long)size, (long long)at, (long long)result->dims[at]);
        }
    }
    return check_shape_operand(op, context, 1) &&
           check_expansion_hints(op, context, operand->rank) &&
           check_shape_values(op, context, dims) && check_broadcast_quantization(op, context);
}

static bool dynamic_broadcast_in_dim_infer(const struct op *op, struct context *context,
                                           const struct type **types) {
    return infer_from_shape_operand(op, context, 1, types);
}

/* The operand's own elements up to the result's bound, or those of its one element in a dimension,
 * where it has one at run time. */
static struct value *stretched(struct bound_builder *bounder, struct value *value, uint32_t dim,
                               int64_t bound, struct value *size) {
    struct builder *at = bound_at(bounder);
    const struct type *type = value->type;
    int64_t zeros[MAX_RANK] = {0}, limit[MAX_RANK], high[MAX_RANK] = {0}, all[MAX_RANK];
    for (uint32_t i = 0; i < type->rank; i++) {
        limit[i] = type->dims[i];
        all[i] = i;
    }
    limit[dim] = type->dims[dim] < 1 ? 0 : 1;
    struct value *first = build_slice(at, value, zeros, limit);
    limit[dim] = type->dims[dim] < bound ? type->dims[dim] : bound;
    high[dim] = bound - limit[dim];
    struct value *part = build_slice(at, value, zeros, limit);
    struct value *own = build_pad(at, part, bound_zero(bounder, value->type), zeros, high, zeros);
    if (type->dims[dim] < 1) {
        return own;
    }
    struct value *repeated = build_broadcast_in_dim(at, first, own->type, type->rank, all);
    struct value *single =
        build_compare(at, size, size_of(bounder, 1), COMPARE_EQ, COMPARE_NO_TYPE);
    return build_select(at, single, repeated, own);
}

static bool dynamic_broadcast_bound(struct op *op, struct bound_builder *bounder) {
    struct value *value = op_operand(op, 0), *sizes[MAX_RANK];
    struct int_list dims = op_ints(op, "broadcast_dimensions");
    const struct type *to = bound_storage(bound_context(bounder), op_result(op, 0)->type);
    bound_sizes_of_list(bounder, op, op_operand(op, 1), sizes);
    if (!to) {
        return bound_fails(bounder, op,
                           "has a result with a dimension that is open and has no bound");
    }
    dim_set open = bound_dims(bounder, value);
    for (uint32_t dim = 0; dim < dims.count; dim++) {
        if (open & dim_set_of(dim) ||
            (value->type->dims[dim] != 1 && value->type->dims[dim] != to->dims[dims.items[dim]])) {
            struct value *size = bound_size(bounder, op_operand(op, 0), dim);
            value = stretched(bounder, value, dim, to->dims[dims.items[dim]], size);
        }
    }
    to = type_with_element(bound_context(bounder), to, value->type->element);
    value = build_broadcast_in_dim(bound_at(bounder), value, to, dims.count, dims.items);
    return bound_replace(bounder, op, value, sizes);
}

const struct op_def op_dynamic_broadcast_in_dim = {
    .name = "stablehlo.dynamic_broadcast_in_dim",
    .summary = "repeats to a shape known at run time",
    .traits = OP_PURE,
    .operands = OPERANDS({"operand", VALUE_TENSOR_PER_AXIS, OP_ONE},
                         {"output_dimensions", VALUE_DIMENSIONS, OP_ONE}),
    .results = RESULTS({"result", VALUE_TENSOR_PER_AXIS, OP_ONE}),
    .regions = {0, 0},
    .attrs = ATTRS({.name = "broadcast_dimensions", .kind = OP_ATTR_INT_ARRAY, .required = true},
                   {.name = "known_expanding_dimensions", .kind = OP_ATTR_INT_ARRAY},
                   {.name = "known_nonexpanding_dimensions", .kind = OP_ATTR_INT_ARRAY}),
    .form = "$operand , $output_dimensions , dims = $broadcast_dimensions @attrs : @function_type",
    .parse = parse_by_form,
    .print = print_by_form,
    .verify = dynamic_broadcast_in_dim_verify,
    .infer = dynamic_broadcast_in_dim_infer,
    .speculatable = speculatable_dynamic_broadcast_in_dim,
    .rule = rule_none,
    .needs = needs_all_whole,
    .emit = emit_static,
    .with_known_sizes = broadcast_with_known_sizes,
    .legalize_indices = legalize_operands,
    .canonicalize = canonicalize_nothing,
    .bound = dynamic_broadcast_bound,
    .fill = fill_in_place,
    .reify = reify_listed,
    .fold = fold_by_scalar,
    .flops = flops_by_scalar,
    .traffic = traffic_none,
};
