/* Elementwise operations of one operand: one line each. */
#include "ops/hooks.h"

static bool real_part_infer(const struct op *op, struct context *context,
                            const struct type **types) {
    const struct type *operand = op_operand(op, 0)->type;
    const struct type *element = type_element(operand);
    types[0] = element->kind == TYPE_COMPLEX ? type_with_element(context, operand, element->element)
                                             : operand;
    return true;
}

/* Names, element types of operand and result, traits, form, attributes, inference, scalar. */
#define UNARY_(id, mnemonic, operand_, operand_set, result_, result_set, traits_, form_, attrs_,   \
               infer_, emit_, scalar_)                                                             \
    const struct op_def op_##id = {                                                                \
        .name = mnemonic,                                                                          \
        .summary = "elementwise " #id,                                                             \
        .traits = OP_PURE | OP_ELEMENTWISE | OP_SAME_SHAPE | (traits_),                            \
        .operands = OPERANDS({operand_, operand_set, OP_ONE}),                                     \
        .results = RESULTS({result_, result_set, OP_ONE}),                                         \
        .attrs = attrs_,                                                                           \
        .form = form_,                                                                             \
        .parse = parse_by_form,                                                                    \
        .print = print_by_form,                                                                    \
        .verify = verify_nothing,                                                                  \
        .infer = infer_,                                                                           \
        .speculatable = speculatable_by_first,                                                     \
        .rule = rule_pointwise,                                                                    \
        .emit = emit_,                                                                             \
        .canonicalize = canonicalize_nothing,                                                      \
        COMMON_HOOKS,                                                                              \
        .scalar = scalar_,                                                                         \
    };
#define SAME_FORM "$operand @attrs : @same_type"
/* The result has the operand's type. */
#define UNARY(id, set, scalar_)                                                                    \
    UNARY_(id, "stablehlo." #id, "operand", set, "result", set, OP_COMPATIBLE_TYPES, SAME_FORM,    \
           no_attrs, infer_first_operand, emit_pointwise, scalar_)
/* ... and an accuracy may be asked for. */
#define ACCURATE(id, scalar_)                                                                      \
    UNARY_(id, "stablehlo." #id, "operand", VALUE_FLOAT_COMPLEX_QUANTIZED, "result",               \
           VALUE_FLOAT_COMPLEX_QUANTIZED, OP_COMPATIBLE_TYPES, SAME_FORM, result_accuracy,         \
           infer_first_operand, emit_pointwise, scalar_)

static const struct op_attr_def result_accuracy[] = {
    {.name = "result_accuracy",
     .kind = OP_ATTR_DIALECT,
     .dialect_attr = "stablehlo.result_accuracy",
     .otherwise = OP_ATTR_DEFAULT_ZERO},
    {0},
};

/* A real number is its own real part; the other one is zero. */
static bool part_emit(const struct op *op, struct kernel_builder *builder) {
    const struct type *operand = op_operand(op, 0)->type, *type = op_result(op, 0)->type;
    if (type_element(operand)->kind == TYPE_COMPLEX) {
        return emit_pointwise(op, builder);
    }
    if (op->def->scalar == SCALAR_REAL) {
        return emit_identity(op, builder);
    }
    kernel_result(builder, op, 0,
                  node_compute(builder, type, term_integer(builder, type_element(type), 0)));
    return true;
}

ACCURATE(cbrt, SCALAR_CBRT)
ACCURATE(cosine, SCALAR_COSINE)
ACCURATE(exponential, SCALAR_EXPONENTIAL)
ACCURATE(exponential_minus_one, SCALAR_EXPONENTIAL_MINUS_ONE)
ACCURATE(log, SCALAR_LOG)
ACCURATE(log_plus_one, SCALAR_LOG_PLUS_ONE)
ACCURATE(logistic, SCALAR_LOGISTIC)
ACCURATE(rsqrt, SCALAR_RSQRT)
ACCURATE(sine, SCALAR_SINE)
ACCURATE(sqrt, SCALAR_SQRT)
ACCURATE(tan, SCALAR_TAN)
ACCURATE(tanh, SCALAR_TANH)

UNARY(ceil, VALUE_FLOAT_QUANTIZED, SCALAR_CEIL)
UNARY(count_leading_zeros, VALUE_INT, SCALAR_COUNT_LEADING_ZEROS)
UNARY(floor, VALUE_FLOAT_QUANTIZED, SCALAR_FLOOR)
UNARY(negate, VALUE_NUMBER, SCALAR_NEGATE)
UNARY(not, VALUE_PRED_INT, SCALAR_NOT)
UNARY(popcnt, VALUE_INT, SCALAR_POPCNT)
UNARY(round_nearest_afz, VALUE_FLOAT_QUANTIZED, SCALAR_ROUND_NEAREST_AFZ)
UNARY(round_nearest_even, VALUE_FLOAT_QUANTIZED, SCALAR_ROUND_NEAREST_EVEN)
UNARY(sign, VALUE_SINT | VALUE_FLOAT_COMPLEX_QUANTIZED, SCALAR_SIGN)

UNARY_(abs, "stablehlo.abs", "operand", VALUE_SINT | VALUE_FLOAT_COMPLEX_QUANTIZED, "result",
       VALUE_SINT | VALUE_FLOAT_QUANTIZED, 0, SAME_FORM, no_attrs, real_part_infer, emit_pointwise,
       SCALAR_ABS)
UNARY_(convert, "stablehlo.convert", "operand", VALUE_PLAIN, "result", VALUE_PLAIN, OP_SHAPE_FIRST,
       SAME_FORM, no_attrs, infer_nothing, emit_pointwise, SCALAR_CONVERT)
UNARY_(imag, "stablehlo.imag", "operand", VALUE_FLOAT_COMPLEX, "result", VALUE_FLOAT, 0, SAME_FORM,
       no_attrs, real_part_infer, part_emit, SCALAR_IMAG)
UNARY_(is_finite, "stablehlo.is_finite", "x", VALUE_FLOAT_QUANTIZED, "y", VALUE_PRED, 0,
       "@operands @attrs : @function_type", no_attrs, infer_predicate, emit_pointwise,
       SCALAR_IS_FINITE)
UNARY_(real, "stablehlo.real", "operand", VALUE_FLOAT_COMPLEX, "result", VALUE_FLOAT, 0, SAME_FORM,
       no_attrs, real_part_infer, part_emit, SCALAR_REAL)
