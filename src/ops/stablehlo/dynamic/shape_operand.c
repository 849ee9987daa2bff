/* Result shapes that are operands. */
#include "ops/stablehlo/dynamic/shape_operand.h"

bool any_quantized(const struct type *a, const struct type *b) {
    return type_as_quantized(a->element) || type_as_quantized(b->element);
}

bool infer_from_shape_operand(const struct op *op, struct context *context, uint32_t operand,
                              const struct type **types) {
    struct int_list shape;
    if (!constant_integers(op_operand(op, operand), &shape) || shape.count > MAX_RANK) {
        return false;
    }
    types[0] =
        type_tensor(context, type_element(op_result(op, 0)->type), shape.count, shape.items, NULL);
    return true;
}

bool check_shape_operand(const struct op *op, struct context *context, uint32_t operand) {
    const struct type *result = op_result(op, 0)->type;
    struct int_list shape;
    if (result->kind != TYPE_TENSOR || !constant_integers(op_operand(op, operand), &shape)) {
        return true;
    }
    bool good = shape.count == result->rank;
    for (uint32_t i = 0; good && i < shape.count; i++) {
        good = shape.items[i] >= 0 && dims_compatible(shape.items[i], result->dims[i]);
    }
    return good ||
           fault(op, context, "output shape %s is incompatible with return type of operation '%s'",
                 say_list(context, shape), say_type(context, result));
}
