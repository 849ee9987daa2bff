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

#include "ops/build.h"

/* One operation in the course of being replaced. */
struct formula {
    struct op *op;
    struct builder at;   /* before it */
    struct arena *arena; /* of expressions */
    uint32_t number;     /* among the operations that the pass replaces */
    bool keeps_alike;    /* numbers of a shape that is not static stay chlo.constant_like */
};
typedef struct expression *expr;

/* A leaf: operand number `index` of the operation; a value that is there already. */
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
expr not_a_number(expr like);         /* a quiet one of the float type */
expr largest(expr like);              /* finite value of the float type */
expr smallest(expr like);             /* positive value, subnormal */
expr smallest_normal(expr like);      /* positive value that is not subnormal */
#define PI 3.14159265358979323846

/* c[0] x^(count-1) + ... + c[count-1], by Horner's rule. */
expr polynomial(expr x, const double *coefficients, uint32_t count);
#define POLYNOMIAL(x, table) polynomial(x, table, sizeof(table) / sizeof *(table))

/* --- operations ------------------------------------------------------------------------------- */

/* An operation of the table, its result type inferred. */
expr unary_of(enum op_id id, expr x);
expr binary_of(enum op_id id, expr a, expr b);
expr ternary_of(enum op_id id, expr a, expr b, expr c);
expr compare_by(enum comparison_direction direction, expr a, expr b);
expr convert_to(const struct type *element, expr x);
expr bits_as(const struct type *element, expr x); /* the same bits */

#define UNARY(function, id)                                                                        \
    static inline expr function(expr x) {                                                          \
        return unary_of(id, x);                                                                    \
    }
#define BINARY(function, id)                                                                       \
    static inline expr function(expr a, expr b) {                                                  \
        return binary_of(id, a, b);                                                                \
    }
#define COMPARISON(function, direction)                                                            \
    static inline expr function(expr a, expr b) {                                                  \
        return compare_by(direction, a, b);                                                        \
    }
UNARY(absolute, OP_ABS)
UNARY(negative, OP_NEGATE)
UNARY(sign_of, OP_SIGN)
UNARY(floor_of, OP_FLOOR)
UNARY(square_root, OP_SQRT)
UNARY(exponential, OP_EXPONENTIAL)
UNARY(exponential_minus_one, OP_EXPONENTIAL_MINUS_ONE)
UNARY(logarithm, OP_LOG)
UNARY(logarithm_plus_one, OP_LOG_PLUS_ONE)
UNARY(sine, OP_SINE)
UNARY(cosine, OP_COSINE)
UNARY(tangent, OP_TAN)
UNARY(real_part, OP_REAL)
UNARY(imaginary_part, OP_IMAG)
UNARY(is_finite, OP_IS_FINITE)
UNARY(opposite, OP_NOT)
BINARY(sum, OP_ADD)
BINARY(difference, OP_SUBTRACT)
BINARY(product, OP_MULTIPLY)
BINARY(quotient, OP_DIVIDE)
BINARY(remainder_of, OP_REMAINDER)
BINARY(power_of, OP_POWER)
BINARY(arctangent, OP_ATAN2)
BINARY(larger, OP_MAXIMUM)
BINARY(smaller, OP_MINIMUM)
BINARY(both, OP_AND)
BINARY(either, OP_OR)
BINARY(shift_right_arithmetic, OP_SHIFT_RIGHT_ARITHMETIC)
BINARY(shift_right_logical, OP_SHIFT_RIGHT_LOGICAL)
BINARY(complex_of, OP_COMPLEX)
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
    return ternary_of(OP_SELECT, condition, then, otherwise);
}
static inline expr clamp(expr low, expr x, expr high) {
    return ternary_of(OP_CLAMP, low, x, high);
}

/* --- what is known before an operation is made ------------------------------------------------ */

const struct type *element_of(expr leaf);             /* of an operand or of what `let` has made */
bool has_complex_type(expr leaf);                     /* of either width */
bool has_float_type(expr leaf, enum float_kind kind); /* this one, not a narrower */

/* Computes with at least f32: narrower floats are converted to it, and the result back. */
bool replace_in_f32(struct formula *formula, expr (*compute)(const expr *operands));

#endif
