/* Formulas that become operations: what decompositions are written with.
 *
 *     expr x = operand(formula, 0);
 *     replace_with(formula, sum(x, product(x, x)));
 *
 * An expression is a description. Its operations are made when a statement asks for them (`let`,
 * `value_of`, `replace_with`): operands before what uses them and from left to right, each once
 * however often it is used. So the order of operations follows from the formula, not from the order
 * in which C evaluates arguments.
 */
#ifndef SDYC_TRANSFORMS_CHLO_EXPRESSION_H
#define SDYC_TRANSFORMS_CHLO_EXPRESSION_H

#include "ops/attrs/attrs.h"

/* One operation in the course of being replaced. */
struct formula {
    struct op *op;
    struct builder at;   /* before it */
    struct arena *arena; /* of expressions */
};
typedef struct expression *expr;

expr operand(struct formula *formula, uint32_t index);
expr known(struct formula *formula, struct value *value);
/* Makes the operations of an expression. */
struct value *value_of(expr expression);
/* Makes them now; the expression itself, so that `expr half = let(number(x, 0.5))` reads well. */
expr let(expr expression);
/* The operation of the formula has this result; types may not differ. False after an error. */
bool replace_with(struct formula *formula, expr result);
bool replace_with_value(struct formula *formula, struct value *result);

/* --- constants of another expression's type --------------------------------------------------- */

expr number(expr like, double value); /* rounded to the type; also infinities and NaN */
expr whole(expr like, int64_t value); /* exact; the low bits of an integer type */
expr not_a_number(expr like);
expr largest(expr like);         /* finite value of the float type */
expr smallest(expr like);        /* positive value, subnormal */
expr smallest_normal(expr like); /* positive value that is not subnormal */
#define PI 3.14159265358979323846

/* c[0] x^(count-1) + ... + c[count-1], by Horner's rule. */
expr polynomial(expr x, const double *coefficients, uint32_t count);
#define POLYNOMIAL(x, table) polynomial(x, table, sizeof(table) / sizeof *(table))

/* --- operations ------------------------------------------------------------------------------- */

/* The operation `name`, result type inferred. */
expr unary_of(const char *name, expr x);
expr binary_of(const char *name, expr a, expr b);
expr ternary_of(const char *name, expr a, expr b, expr c);
expr compare_by(enum comparison_direction direction, expr a, expr b);
expr convert_to(const struct type *element, expr x); /* stablehlo.convert */
expr bits_as(const struct type *element, expr x);    /* stablehlo.bitcast_convert */

#define UNARY(function, name)                                                                      \
    static inline expr function(expr x) {                                                          \
        return unary_of(name, x);                                                                  \
    }
#define BINARY(function, name)                                                                     \
    static inline expr function(expr a, expr b) {                                                  \
        return binary_of(name, a, b);                                                              \
    }
#define COMPARISON(function, direction)                                                            \
    static inline expr function(expr a, expr b) {                                                  \
        return compare_by(direction, a, b);                                                        \
    }
UNARY(absolute, "stablehlo.abs")
UNARY(negative, "stablehlo.negate")
UNARY(sign_of, "stablehlo.sign")
UNARY(floor_of, "stablehlo.floor")
UNARY(square_root, "stablehlo.sqrt")
UNARY(exponential, "stablehlo.exponential")
UNARY(exponential_minus_one, "stablehlo.exponential_minus_one")
UNARY(logarithm, "stablehlo.log")
UNARY(logarithm_plus_one, "stablehlo.log_plus_one")
UNARY(sine, "stablehlo.sine")
UNARY(cosine, "stablehlo.cosine")
UNARY(tangent, "stablehlo.tan")
UNARY(real_part, "stablehlo.real")
UNARY(imaginary_part, "stablehlo.imag")
UNARY(is_finite, "stablehlo.is_finite")
UNARY(opposite, "stablehlo.not")
BINARY(sum, "stablehlo.add")
BINARY(difference, "stablehlo.subtract")
BINARY(product, "stablehlo.multiply")
BINARY(quotient, "stablehlo.divide")
BINARY(remainder_of, "stablehlo.remainder")
BINARY(power_of, "stablehlo.power")
BINARY(arctangent, "stablehlo.atan2")
BINARY(larger, "stablehlo.maximum")
BINARY(smaller, "stablehlo.minimum")
BINARY(both, "stablehlo.and")
BINARY(either, "stablehlo.or")
BINARY(shift_right_arithmetic, "stablehlo.shift_right_arithmetic")
BINARY(shift_right_logical, "stablehlo.shift_right_logical")
BINARY(complex_of, "stablehlo.complex")
COMPARISON(equal, COMPARE_EQ)
COMPARISON(unequal, COMPARE_NE)
COMPARISON(less, COMPARE_LT)
COMPARISON(at_most, COMPARE_LE)
COMPARISON(greater, COMPARE_GT)
COMPARISON(at_least, COMPARE_GE)
#undef UNARY
#undef BINARY
#undef COMPARISON

static inline expr choose(expr condition, expr then, expr otherwise) {
    return ternary_of("stablehlo.select", condition, then, otherwise);
}
static inline expr clamp(expr low, expr x, expr high) {
    return ternary_of("stablehlo.clamp", low, x, high);
}

/* --- what is known before an operation is made ------------------------------------------------ */

const struct type *element_of(expr leaf); /* of an operand or of what `let` has made */
bool has_complex_type(expr leaf);
bool has_float_type(expr leaf, enum float_kind kind);

/* Computes with at least f32: narrower floats are converted to it, and the result back. */
bool replace_in_f32(struct formula *formula, expr (*compute)(const expr *operands));

#endif
