/* Elementwise operations of two operands: one line each. */
#include "ops/hooks.h"

static bool check_same_axis(const struct op *op, struct context *context, const char *which,
                            const struct type *operand, const struct type *result) {
    int32_t axis = type_as_quantized(operand)->axis;
    return axis == QUANTIZED_PER_TENSOR || axis == type_as_quantized(result)->axis ||
           fault(op, context, "quantization_dimension of %s and result are not same '%s' vs '%s'",
                 which, say_type(context, operand), say_type(context, result));
}

static bool quantized_sum_verify(const struct op *op, struct context *context,
                                 const struct quantized *lhs, const struct quantized *rhs,
                                 const struct quantized *result) {
    if (lhs->storage != rhs->storage || lhs->storage != result->storage) {
        return fault(op, context, "mismatched operands and result quantization storage types");
    }
    if (lhs->expressed != rhs->expressed || lhs->expressed != result->expressed) {
        return fault(op, context, "mismatched operands and result quantization expressed types");
    }
    bool operands = lhs->axis != QUANTIZED_PER_TENSOR || rhs->axis != QUANTIZED_PER_TENSOR;
    bool results = result->axis != QUANTIZED_PER_TENSOR;
    if (operands && !results) {
        return fault(op, context, "result is not per_axis quantized but lhs or rhs are");
    }
    if (!operands && results) {
        return fault(op, context,
                     "result per_axis quantized but none from rhs and lhs are per_axis quantized");
    }
    const struct type *type = op_result(op, 0)->type->element;
    return check_same_axis(op, context, "lhs", operand_type(op, 0)->element, type) &&
           check_same_axis(op, context, "rhs", operand_type(op, 1)->element, type);
}

static bool add_verify(const struct op *op, struct context *context) {
    const struct type *result = op_result(op, 0)->type;
    const struct quantized *l = type_as_quantized(operand_type(op, 0)->element),
                           *r = type_as_quantized(operand_type(op, 1)->element),
                           *q = type_as_quantized(result->element);
    if (l || r || q) {
        if (!l || !r || !q) {
            return fault(op, context,
                         "expects  all operands and results to be either quantized or "
                         "non-quantized");
        }
        return quantized_sum_verify(op, context, l, r, q);
    }
    if (operand_type(op, 0)->element != operand_type(op, 1)->element ||
        operand_type(op, 0)->element != result->element) {
        return op_fault(op, context,
                        "requires the same element type for all operands and results: found '%s', "
                        "'%s' and '%s'",
                        say_type(context, operand_type(op, 0)->element),
                        say_type(context, operand_type(op, 1)->element),
                        say_type(context, result->element));
    }
    return true;
}

/* The result's own set says less than its agreement with the operands. */
#define BINARY(id, set, traits_, verify_, scalar_)                                                 \
    BINARY_TO(id, set, set, traits_, verify_, scalar_)
#define BINARY_TO(id, set, result_set, traits_, verify_, scalar_)                                  \
    const struct op_def op_##id = {                                                                \
        .name = "stablehlo." #id,                                                                  \
        .summary = "elementwise " #id,                                                             \
        .traits = OP_PURE | OP_ELEMENTWISE | OP_SAME_SHAPE | (traits_),                            \
        .operands = OPERANDS({"lhs", set, OP_ONE}, {"rhs", set, OP_ONE}),                          \
        .results = RESULTS({"result", result_set, OP_ONE}),                                        \
        .attrs = no_attrs,                                                                         \
        .form = "$lhs , $rhs @attrs : @same_type",                                                 \
        .parse = parse_by_form,                                                                    \
        .print = print_by_form,                                                                    \
        .verify = verify_,                                                                         \
        .infer = infer_joined_operands,                                                            \
        .speculatable = speculatable_if_static,                                                    \
        .rule = rule_pointwise,                                                                    \
        .emit = emit_pointwise,                                                                    \
        .canonicalize = canonicalize_nothing,                                                      \
        COMMON_HOOKS,                                                                              \
        .scalar = scalar_,                                                                         \
    };
#define SAME (OP_COMPATIBLE_TYPES | OP_SHAPE_FIRST)

BINARY(add, VALUE_TENSOR_PER_AXIS, OP_SHAPE_FIRST | OP_COMMUTATIVE, add_verify, SCALAR_ADD)
BINARY_TO(and, VALUE_PRED_INT, VALUE_TENSOR, SAME | OP_COMMUTATIVE, verify_nothing, SCALAR_AND)
BINARY(atan2, VALUE_FLOAT_COMPLEX_QUANTIZED, SAME, verify_nothing, SCALAR_ATAN2)
BINARY(divide, VALUE_NUMBER, SAME, verify_nothing, SCALAR_DIVIDE)
BINARY(maximum, VALUE_TENSOR, SAME | OP_COMMUTATIVE, verify_nothing, SCALAR_MAXIMUM)
BINARY(minimum, VALUE_TENSOR, SAME | OP_COMMUTATIVE, verify_nothing, SCALAR_MINIMUM)
BINARY(multiply, VALUE_TENSOR, SAME | OP_COMMUTATIVE, verify_nothing, SCALAR_MULTIPLY)
BINARY_TO(or, VALUE_PRED_INT, VALUE_TENSOR, SAME | OP_COMMUTATIVE, verify_nothing, SCALAR_OR)
BINARY(power, VALUE_NUMBER, SAME, verify_nothing, SCALAR_POWER)
BINARY(remainder, VALUE_NUMBER, SAME, verify_nothing, SCALAR_REMAINDER)
BINARY(shift_left, VALUE_INT, SAME, verify_nothing, SCALAR_SHIFT_LEFT)
BINARY(shift_right_arithmetic, VALUE_INT, SAME, verify_nothing, SCALAR_SHIFT_RIGHT_ARITHMETIC)
BINARY(shift_right_logical, VALUE_INT, SAME, verify_nothing, SCALAR_SHIFT_RIGHT_LOGICAL)
BINARY(subtract, VALUE_NUMBER, SAME, verify_nothing, SCALAR_SUBTRACT)
BINARY_TO(xor, VALUE_PRED_INT, VALUE_TENSOR, SAME | OP_COMMUTATIVE, verify_nothing, SCALAR_XOR)
