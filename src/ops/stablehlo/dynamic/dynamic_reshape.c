/* stablehlo.dynamic_reshape */
#include "ops/bound_builder.h"
#include "ops/build.h"
#include "ops/hooks.h"
#include "ops/shape/index_legalization.h"
#include "ops/stablehlo/dynamic/known_sizes.h"
#include "ops/stablehlo/dynamic/shape_operand.h"
#include "ops/stablehlo/shape/quantization.h"
#include "ops/stablehlo/shape/reshape_groups.h"

static bool dynamic_reshape_verify(const struct op *op, struct context *context) {
    const struct type *operand = operand_type(op, 0), *result = op_result(op, 0)->type;
    int64_t extents = operand_type(op, 1)->dims[0];
    struct int_list shape;
    if (!any_quantized(operand, result) && !elements_compatible(operand, result)) {
        return fault(
            op, context,
            "expects operand and result to have compatible element type. Got: '%s' and '%s'",
            say_type(context, operand), say_type(context, result));
    }
    if (type_is_static(operand) && type_is_static(result) &&
        type_count(operand) != type_count(result)) {
        return fault(op, context,
                     "number of output elements (%lld) doesn't match expected number of elements "
                     "(%lld)",
                     (long long)type_count(result), (long long)type_count(operand));
    }
    if (!check_shape_operand(op, context, 1)) {
        return false;
    }
    if (extents != DIM_DYNAMIC && extents != (int64_t)result->rank) {
        return op_fault(op, context,
                        "result should have a rank equal to the number of elements in "
                        "output_shape: found %u and %lld",
                        result->rank, (long long)extents);
    }
    if (type_is_static(operand) && constant_integers(op_operand(op, 1), &shape) &&
        ints_product(shape) != type_count(operand)) {
        return fault(op, context,
                     "output_shape is incompatible with input type of operation: input has %lld "
                     "elements, but output_shape has %lld",
                     (long long)type_count(operand), (long long)ints_product(shape));
    }
    return check_reshape_quantization(op, context);
}

static bool dynamic_reshape_infer(const struct op *op, struct context *context,
                                  const struct type **types) {
    return infer_from_shape_operand(op, context, 1, types);
}

static bool dynamic_reshape_bound(struct op *op, struct bound_builder *bounder) {
    struct value *sizes[MAX_RANK];
    bound_sizes_of_list(bounder, op, op_operand(op, 1), sizes);
    return reshape_bound_to(bounder, op, sizes);
}

const struct op_def op_dynamic_reshape = {
    .name = "stablehlo.dynamic_reshape",
    .summary = "reshapes to a shape known at run time",
    .traits = OP_PURE,
    .operands = OPERANDS({"operand", VALUE_TENSOR_PER_AXIS, OP_ONE},
                         {"output_shape", VALUE_DIMENSIONS, OP_ONE}),
    .results = RESULTS({"result", VALUE_TENSOR_PER_AXIS, OP_ONE}),
    .regions = {0, 0},
    .attrs = no_attrs,
    .form = "@operands @attrs : @function_type",
    .parse = parse_by_form,
    .print = print_by_form,
    .verify = dynamic_reshape_verify,
    .infer = dynamic_reshape_infer,
    .speculatable = speculatable_by_shape,
    .rule = rule_none,
    .needs = needs_all_whole,
    .emit = emit_static,
    .with_known_sizes = reshape_with_known_sizes,
    .legalize_indices = legalize_operands,
    .canonicalize = canonicalize_nothing,
    .bound = dynamic_reshape_bound,
    .fill = fill_in_place,
    .reify = reify_listed,
    .fold = fold_by_scalar,
    .flops = flops_by_scalar,
    .traffic = traffic_none,
};
