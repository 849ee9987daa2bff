/* Scales on a dimension, where elements are moved to other dimensions. */
#include "ops/stablehlo/shape/quantization.h"

bool check_broadcast_quantization(const struct op *op, struct context *context) {
    const struct quantized *from = type_as_quantized(operand_type(op, 0)->element);
    const struct quantized *to = type_as_quantized(op_result(op, 0)->type->element);
    struct int_list dims = op_ints(op, "broadcast_dimensions");
    if (!from || !to || from->axis == QUANTIZED_PER_TENSOR || to->axis == QUANTIZED_PER_TENSOR) {
        return true;
    }
    if (dims.items[from->axis] != to->axis) {
        return op_fault(op, context,
                        "result quantization_dimension %d not same as broadcast_dimensions[%d] = "
                        "%lld",
                        to->axis, from->axis, (long long)dims.items[from->axis]);
    }
    for (uint32_t i = 0; operand_type(op, 0)->dims[from->axis] == 1 && i < to->count; i++) {
        if (to->scales[i] != from->scales[0]) {
            return op_fault(op, context, "mismatch result scale %u (%e) and operand scale 0 (%e)",
                            i, to->scales[i], from->scales[0]);
        }
        if (to->zero_points[i] != from->zero_points[0]) {
            return op_fault(op, context,
                            "mismatch result zero_point %u (%lld) and operand zero_point 0 (%lld)",
                            i, (long long)to->zero_points[i], (long long)from->zero_points[0]);
        }
    }
    return true;
}

static int64_t product_before(const struct type *type, int32_t axis) {
    struct int_list before = {type->dims, (uint32_t)axis};
    return ints_product(before);
}

bool check_reshape_quantization(const struct op *op, struct context *context) {
    const struct type *operand = operand_type(op, 0), *result = op_result(op, 0)->type;
    const struct quantized *from = type_as_quantized(operand->element);
    const struct quantized *to = type_as_quantized(result->element);
    if (!check_same_scales(op, context, operand, result)) {
        return false;
    }
    if (!from || !to || from->axis == QUANTIZED_PER_TENSOR || to->axis == QUANTIZED_PER_TENSOR) {
        return true;
    }
    if (!dims_compatible(operand->dims[from->axis], result->dims[to->axis])) {
        return fault(op, context,
                     "expect same quantization dimension size for operand and result '%s' and '%s'",
                     say_type(context, operand), say_type(context, result));
    }
    if (!type_is_static(operand) || !type_is_static(result)) {
        return true;
    }
    int64_t before = product_before(operand, from->axis), after = product_before(result, to->axis);
    return before == after ||
           fault(op, context,
                 "product of dimensions before quantization dimension must match between operand "
                 "and result for %lld and %lld",
                 (long long)before, (long long)after);
}
