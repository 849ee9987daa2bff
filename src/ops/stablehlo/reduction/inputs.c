/* Inputs of the operations that fold elements, and types of their results. */
#include "ops/stablehlo/reduction/inputs.h"

bool check_fold_inputs(const struct op *op, struct context *context) {
    uint32_t count = op->operand_count / 2;
    if (count == 0 || op->operand_count < 2) {
        return fault(op, context,
                     "requires at least 1 input value, and an init value for each: "
                     "found %u operands",
                     op->operand_count);
    }
    for (uint32_t i = 1; i < count; i++) {
        if (!shapes_compatible(operand_type(op, i), operand_type(op, 0))) {
            return fault(op, context,
                         "expects all inputs to have compatible shapes. Shape at input-index %u is "
                         "not compatible with shape at input-index 0: '%s' and '%s'",
                         i, say_type(context, operand_type(op, i)),
                         say_type(context, operand_type(op, 0)));
        }
    }
    return true;
}

const struct type *returned_element(const struct op *op, uint32_t index) {
    const struct op *end = block_terminator(op->regions[0].first);
    return end && index < end->operand_count ? type_element(op_operand(end, index)->type)
                                             : type_element(operand_type(op, index));
}

const struct type *windowed_type(struct context *context, const struct window_dims *window,
                                 const struct type *input, const struct type *element) {
    int64_t dims[MAX_RANK], bounds[MAX_RANK];
    for (uint32_t i = 0; i < window->rank; i++) {
        dims[i] = window_extent(window, i, input->dims[i]);
        bounds[i] = window_extent(window, i, bound_of(input, i));
    }
    return type_with_bounds(context, element, window->rank, dims, bounds);
}
