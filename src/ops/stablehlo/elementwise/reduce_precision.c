/* stablehlo.reduce_precision */
#include "ops/hooks.h"

/* After the shapes are compared, unlike for other elementwise operations. */
static bool reduce_precision_verify(const struct op *op, struct context *context) {
    return types_compatible(operand_type(op, 0), op_result(op, 0)->type) ||
           op_fault(op, context, "requires compatible types for all operands and results");
}

/* The bits of a number that is rounded, and what is known of their format. */
struct rounding {
    struct kernel_builder *builder;
    const struct type *bits;
    struct term *value;
    uint32_t exponent, mantissa;
};

static struct term *integer(const struct rounding *r, uint64_t value) {
    return term_integer(r->builder, r->bits, (int64_t)value);
}

static struct term *binary(const struct rounding *r, enum scalar_op op, struct term *a,
                           struct term *b) {
    return term_scalar(r->builder, r->bits, op, 2, (struct term *[]){a, b});
}

static struct term *is_true(const struct rounding *r, enum scalar_op op, struct term *a,
                            struct term *b) {
    const struct type *truth = type_integer(kernel_context(r->builder), 1, SIGNLESS);
    return term_scalar(r->builder, truth, op, 2, (struct term *[]){a, b});
}

static struct term *choose(const struct rounding *r, struct term *condition, struct term *a,
                           struct term *b) {
    return term_scalar(r->builder, r->bits, SCALAR_SELECT, 3, (struct term *[]){condition, a, b});
}

static uint64_t low_ones(uint32_t count) {
    return (UINT64_C(1) << count) - 1;
}

/* Half of what the last bit that stays is worth is added, less a little where that bit is even; a
 * carry goes to the exponent. */
static struct term *round_mantissa(const struct rounding *r, uint32_t kept) {
    uint32_t dropped = r->mantissa - kept;
    struct term *last = binary(r, SCALAR_SHIFT_RIGHT_LOGICAL, r->value, integer(r, dropped));
    last = binary(r, SCALAR_AND, last, integer(r, 1));
    struct term *bias = binary(r, SCALAR_ADD, last, integer(r, low_ones(dropped) >> 1));
    return binary(r, SCALAR_AND, binary(r, SCALAR_ADD, r->value, bias),
                  integer(r, ~low_ones(dropped)));
}

/* Exponents beyond the range of fewer bits become infinity, or zero; there are no subnormals. */
static struct term *limit_exponent(const struct rounding *r, struct term *rounded, uint32_t kept) {
    uint64_t bias = low_ones(r->exponent - 1), range = low_ones(kept - 1);
    uint64_t mask = low_ones(r->exponent) << r->mantissa;
    struct term *exponent = binary(r, SCALAR_AND, rounded, integer(r, mask));
    struct term *sign =
        binary(r, SCALAR_AND, r->value, integer(r, UINT64_C(1) << (r->exponent + r->mantissa)));
    struct term *over = is_true(r, SCALAR_GT, exponent, integer(r, (bias + range) << r->mantissa));
    struct term *under = is_true(r, SCALAR_LE, exponent, integer(r, (bias - range) << r->mantissa));
    struct term *limited = choose(r, over, binary(r, SCALAR_OR, sign, integer(r, mask)), rounded);
    return choose(r, under, sign, limited);
}

/* As XLA does it, on the bits of f32 or f64, of f16 and bf16 on their own. */
static bool reduce_precision_emit(const struct op *op, struct kernel_builder *builder) {
    const struct type *type = op_result(op, 0)->type, *element = type_element(type);
    const struct type *wide = element;
    if (type_bits(element) < 16) {
        wide = type_float(kernel_context(builder), FLOAT_F32);
    }
    struct rounding r = {.builder = builder, .mantissa = float_precision(wide->float_kind) - 1};
    r.exponent = type_bits(wide) - 1 - r.mantissa;
    r.bits = type_integer(kernel_context(builder), type_bits(wide), UNSIGNED);
    struct term *number = term_same(builder, kernel_operand(builder, op, 0));
    struct term *widened = term_scalar(builder, wide, SCALAR_CONVERT, 1, &number);
    r.value = term_bits(builder, wide, widened);
    struct term *result = r.value;
    uint32_t own_mantissa = float_precision(element->float_kind) - 1;
    uint32_t exponent = (uint32_t)op_int(op, "exponent_bits", 0);
    uint32_t mantissa = (uint32_t)op_int(op, "mantissa_bits", 0);
    if (mantissa < own_mantissa) {
        result = round_mantissa(&r, mantissa);
    }
    if (exponent < type_bits(element) - 1 - own_mantissa) {
        result = limit_exponent(&r, result, exponent);
    }
    result = term_from_bits(builder, wide, result);
    struct term *is_nan = is_true(&r, SCALAR_NE, widened, widened);
    result =
        term_scalar(builder, wide, SCALAR_SELECT, 3, (struct term *[]){is_nan, widened, result});
    kernel_result(
        builder, op, 0,
        node_compute(builder, type, term_scalar(builder, element, SCALAR_CONVERT, 1, &result)));
    return true;
}

const struct op_def op_reduce_precision = {
    .name = "stablehlo.reduce_precision",
    .summary = "rounds to fewer bits",
    .traits = OP_PURE | OP_ELEMENTWISE | OP_SAME_SHAPE,
    .operands = OPERANDS({"operand", VALUE_FLOAT_QUANTIZED, OP_ONE}),
    .results = RESULTS({"output", VALUE_FLOAT_QUANTIZED, OP_ONE}),
    .regions = {0, 0},
    .attrs = ATTRS(
        {.name = "exponent_bits", .kind = OP_ATTR_I32, .required = true, .limit = OP_ATTR_POSITIVE},
        {.name = "mantissa_bits",
         .kind = OP_ATTR_I32,
         .required = true,
         .limit = OP_ATTR_NON_NEGATIVE}),
    .form = "$operand , format = @exponent_mantissa @attrs : @same_type",
    .parse = parse_by_form,
    .print = print_by_form,
    .verify = reduce_precision_verify,
    .infer = infer_first_operand,
    .speculatable = speculatable_by_first,
    .rule = rule_pointwise,
    .emit = reduce_precision_emit,
    .relate = relate_reduce_precision,
    .canonicalize = canonicalize_nothing,
    COMMON_HOOKS,
};
