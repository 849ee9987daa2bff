/* stablehlo.dynamic_pad */
#include "ops/hooks.h"

static bool dynamic_pad_verify(const struct op *op, struct context *context) {
    const struct type *operand = operand_type(op, 0), *result = op_result(op, 0)->type;
    struct int_list low, high, interior;
    if (operand_type(op, 2)->dims[0] != (int64_t)operand->rank) {
        return fault(op, context, "padding operands size (%lld) must match operand rank (%u)",
                     (long long)operand_type(op, 2)->dims[0], operand->rank);
    }
    bool inner = constant_integers(op_operand(op, 4), &interior);
    for (uint32_t i = 0; inner && i < interior.count; i++) {
        if (interior.items[i] < 0) {
            return fault(op, context, "interior_padding must be non-negative, but got %s",
                         say_bare(context, interior.count, interior.items));
        }
    }
    if (!inner || !type_is_static(operand) || !type_is_static(result) ||
        !constant_integers(op_operand(op, 2), &low) ||
        !constant_integers(op_operand(op, 3), &high)) {
        return true;
    }
    for (uint32_t i = 0; i < operand->rank; i++) {
        int64_t size = operand->dims[i], found = result->dims[i];
        int64_t wanted;
        if (!padded_extent(size, low.items[i], high.items[i], interior.items[i], &wanted)) {
            return fault(op, context, "padding result too large for dimension %u", i);
        }
        if (found != wanted) {
            return fault(op, context,
                         "expected output dimension at index %u to equal %lld, but got "
                         "%lld",
                         i, (long long)wanted, (long long)found);
        }
    }
    return true;
}

static bool dynamic_pad_infer(const struct op *op, struct context *context,
                              const struct type **types) {
    const struct type *operand = operand_type(op, 0);
    struct int_list low, high, interior;
    int64_t dims[MAX_RANK];
    if (!constant_integers(op_operand(op, 2), &low) ||
        !constant_integers(op_operand(op, 3), &high) ||
        !constant_integers(op_operand(op, 4), &interior)) {
        return false;
    }
    for (uint32_t i = 0; i < operand->rank; i++) {
        if (!padded_extent(operand->dims[i], low.items[i], high.items[i], interior.items[i],
                           &dims[i])) {
            return false;
        }
    }
    types[0] = type_tensor(context, operand->element, operand->rank, dims, NULL);
    return true;
}

const struct op_def op_dynamic_pad = {
    .name = "stablehlo.dynamic_pad",
    .summary = "pads by amounts known at run time",
    .traits = OP_PURE,
    .operands = OPERANDS({"operand", VALUE_TENSOR, OP_ONE},
                         {"padding_value", VALUE_TENSOR | VALUE_RANK_0, OP_ONE},
                         {"edge_padding_low", VALUE_DIMENSIONS, OP_ONE},
                         {"edge_padding_high", VALUE_DIMENSIONS, OP_ONE},
                         {"interior_padding", VALUE_DIMENSIONS, OP_ONE}),
    .results = RESULTS({"result", VALUE_TENSOR, OP_ONE}),
    .regions = {0, 0},
    .attrs = no_attrs,
    .agreements =
        AGREEMENTS({{"operand", "padding_value", "result"}, OP_AGREE_ELEMENT_TYPE},
                   {{"edge_padding_low", "edge_padding_high", "interior_padding"}, OP_AGREE_TYPE},
                   {{"operand", "result"}, OP_AGREE_RANK}),
    .form = "@operands @attrs : @function_type",
    .parse = parse_by_form,
    .print = print_by_form,
    .verify = dynamic_pad_verify,
    .infer = dynamic_pad_infer,
    .speculatable = speculatable_by_three_shapes,
    .rule = rule_none,
    .needs = needs_all_whole,
    .emit = emit_static,
    .canonicalize = canonicalize_nothing,
};
