/* Elementary functions of real numbers. */
#include <math.h>

#include "transforms/chlo/chlo.h"

/* --- inverse trigonometric functions ---------------------------------------------------------- */

/* 2 atan2(x, 1 + sqrt(1 - x^2)); 1 - x^2 as (1 - x)(1 + x), exact near +-1. */
static expr asin_real(expr x) {
    expr one = number(x, 1);
    expr root = square_root(product(difference(one, x), sum(one, x)));
    expr half = arctangent(x, sum(one, root));
    return sum(half, half);
}

bool expand_asin(struct formula *formula) {
    expr x = operand(formula, 0);
    return replace_with(formula, has_complex_type(x) ? asin_complex(x) : asin_real(x));
}

/* atan2(sqrt(1 - x^2), x) */
static expr acos_real(expr x) {
    expr one = number(x, 1);
    return arctangent(square_root(product(difference(one, x), sum(one, x))), x);
}

bool expand_acos(struct formula *formula) {
    expr x = operand(formula, 0);
    return replace_with(formula, has_complex_type(x) ? acos_complex(x) : acos_real(x));
}

bool expand_atan(struct formula *formula) {
    expr x = operand(formula, 0);
    return replace_with(formula,
                        has_complex_type(x) ? atan_complex(x) : arctangent(x, number(x, 1)));
}

/* --- inverse hyperbolic functions ------------------------------------------------------------- */

/* sign(x) log1p(|x| + x^2 / (1 + sqrt(1 + x^2))); log 2 + log |x| where the square overflows. */
static expr asinh_real(expr x) {
    expr magnitude = absolute(x), square = product(magnitude, magnitude), one = number(x, 1);
    expr overflows = at_least(magnitude, square_root(largest(x)));
    expr large = sum(logarithm(number(x, 2)), logarithm(magnitude));
    expr small = logarithm_plus_one(
        sum(magnitude, quotient(square, sum(one, square_root(sum(one, square))))));
    return product(sign_of(x), choose(overflows, large, small));
}

bool expand_asinh(struct formula *formula) {
    expr x = operand(formula, 0);
    return replace_with(formula, has_complex_type(x) ? asinh_complex(x) : asinh_real(x));
}

/* log1p(sqrt(x - 1)(sqrt(x + 1) + sqrt(x - 1))); log 2 + log x where the product overflows. */
static expr acosh_real(expr x) {
    expr one = number(x, 1), two = number(x, 2);
    expr overflows = at_least(x, quotient(largest(x), two));
    expr large = sum(logarithm(two), logarithm(x));
    expr below = square_root(difference(x, one)), above = square_root(sum(x, one));
    expr small = logarithm_plus_one(product(below, sum(above, below)));
    return choose(overflows, large, small);
}

bool expand_acosh(struct formula *formula) {
    expr x = operand(formula, 0);
    return replace_with(formula, has_complex_type(x) ? acosh_complex(x) : acosh_real(x));
}

/* (log1p(x) - log1p(-x)) / 2; not a number outside of [-1, 1]. */
static expr atanh_real(expr x) {
    expr outside = greater(absolute(x), number(x, 1));
    expr twice = difference(logarithm_plus_one(x), logarithm_plus_one(negative(x)));
    return choose(outside, not_a_number(x), product(twice, number(x, 0.5)));
}

bool expand_atanh(struct formula *formula) {
    expr x = operand(formula, 0);
    return replace_with(formula, has_complex_type(x) ? atanh_complex(x) : atanh_real(x));
}

/* --- hyperbolic functions --------------------------------------------------------------------- */

/* e^x / 2 and e^-x / 2 as powers of e, which overflow later than e^x does. */
struct halves {
    expr up, down;
};

static struct halves half_exponentials(expr x) {
    expr log_half = let(logarithm(number(x, 0.5)));
    expr up = let(exponential(sum(x, log_half)));
    return (struct halves){up, let(exponential(difference(log_half, x)))};
}

static expr cosh_any(const expr *x) {
    struct halves halves = half_exponentials(x[0]);
    return sum(halves.up, halves.down);
}

bool expand_cosh(struct formula *formula) {
    return replace_in_f32(formula, cosh_any);
}

static expr sinh_large(expr x) {
    struct halves halves = half_exponentials(x);
    return let(difference(halves.up, halves.down));
}

/* Below 1, where e^x - e^-x cancels: (m + m / (m + 1)) / 2 with m = e^x - 1. */
static expr sinh_real(const expr *operands) {
    expr x = operands[0], large = sinh_large(x);
    expr minus_one = let(exponential_minus_one(x));
    expr one = let(number(x, 1)), half = let(number(x, 0.5));
    expr ratio = quotient(minus_one, sum(minus_one, one));
    expr small = let(product(half, let(sum(minus_one, ratio))));
    return choose(less(absolute(x), one), small, large);
}

bool expand_sinh(struct formula *formula) {
    expr x = operand(formula, 0);
    return has_complex_type(x) ? replace_with(formula, sinh_large(x))
                               : replace_in_f32(formula, sinh_real);
}

/* --- others ----------------------------------------------------------------------------------- */

bool expand_tan(struct formula *formula) {
    return replace_with(formula, tangent(operand(formula, 0)));
}

bool expand_square(struct formula *formula) {
    expr x = operand(formula, 0);
    return replace_with(formula, has_complex_type(x) ? square_complex(x) : product(x, x));
}

bool expand_conj(struct formula *formula) {
    expr z = operand(formula, 0);
    return replace_with(
        formula, has_complex_type(z) ? complex_of(real_part(z), negative(imaginary_part(z))) : z);
}

/* --- infinities ------------------------------------------------------------------------------- */

static expr is_infinity(expr x) {
    return equal(x, number(x, (double)INFINITY));
}

bool expand_is_inf(struct formula *formula) {
    return replace_with(formula, is_infinity(let(absolute(operand(formula, 0)))));
}

bool expand_is_pos_inf(struct formula *formula) {
    return replace_with(formula, is_infinity(operand(formula, 0)));
}

bool expand_is_neg_inf(struct formula *formula) {
    expr x = operand(formula, 0);
    return replace_with(formula, equal(x, number(x, -(double)INFINITY)));
}
