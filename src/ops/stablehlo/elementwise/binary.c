/* Elementwise operations of two operands: one line each. */
#include "ops/hooks.h"

#define BINARY(id, set, traits_, verify_, scalar_)                                                 \
    const struct op_def op_##id = {                                                                \
        .name = "stablehlo." #id,                                                                  \
        .summary = "elementwise " #id,                                                             \
        .traits = OP_PURE | OP_ELEMENTWISE | OP_SAME_SHAPE | (traits_),                            \
        .operands = OPERANDS({"lhs", set, OP_ONE}, {"rhs", set, OP_ONE}),                          \
        .results = RESULTS({"result", set, OP_ONE}),                                               \
        .attrs = no_attrs,                                                                         \
        .form = "@operands @attrs : @same_type",                                                   \
        .parse = parse_by_form,                                                                    \
        .print = print_by_form,                                                                    \
        .verify = verify_,                                                                         \
        .infer = infer_first_operand,                                                              \
        .rule = rule_pointwise,                                                                    \
        .partition = partition_by_rule,                                                            \
        .emit = emit_pointwise,                                                                    \
        .canonicalize = canonicalize_nothing,                                                      \
        .scalar = scalar_,                                                                         \
    };
#define SAME OP_COMPATIBLE_TYPES

BINARY(add, VALUE_TENSOR_PER_AXIS, OP_SHAPE_FIRST | OP_COMMUTATIVE, verify_add, SCALAR_ADD)
BINARY(and, VALUE_PRED_INT, SAME | OP_COMMUTATIVE, verify_nothing, SCALAR_AND)
BINARY(atan2, VALUE_FLOAT_COMPLEX_QUANTIZED, SAME, verify_nothing, SCALAR_ATAN2)
BINARY(divide, VALUE_NUMBER, SAME, verify_nothing, SCALAR_DIVIDE)
BINARY(maximum, VALUE_TENSOR, SAME | OP_COMMUTATIVE, verify_nothing, SCALAR_MAXIMUM)
BINARY(minimum, VALUE_TENSOR, SAME | OP_COMMUTATIVE, verify_nothing, SCALAR_MINIMUM)
BINARY(multiply, VALUE_TENSOR, SAME | OP_COMMUTATIVE, verify_nothing, SCALAR_MULTIPLY)
BINARY(or, VALUE_PRED_INT, SAME | OP_COMMUTATIVE, verify_nothing, SCALAR_OR)
BINARY(power, VALUE_NUMBER, SAME, verify_nothing, SCALAR_POWER)
BINARY(remainder, VALUE_NUMBER, SAME, verify_nothing, SCALAR_REMAINDER)
BINARY(shift_left, VALUE_INT, SAME, verify_nothing, SCALAR_SHIFT_LEFT)
BINARY(shift_right_arithmetic, VALUE_INT, SAME, verify_nothing, SCALAR_SHIFT_RIGHT_ARITHMETIC)
BINARY(shift_right_logical, VALUE_INT, SAME, verify_nothing, SCALAR_SHIFT_RIGHT_LOGICAL)
BINARY(subtract, VALUE_NUMBER, SAME, verify_nothing, SCALAR_SUBTRACT)
BINARY(xor, VALUE_PRED_INT, SAME | OP_COMMUTATIVE, verify_nothing, SCALAR_XOR)
