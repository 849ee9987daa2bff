/* The Hurwitz zeta function sum 1 / (q + k)^x, and polygamma from it.
 *
 * Euler and Maclaurin's formula as F. Johansson gives it in "Rigorous high-precision computation of
 * the Hurwitz zeta function and its derivatives", Numerical Algorithms 69 (2015), (5): ten terms of
 * the series, then twelve of the tail.
 */
#include <math.h>

#include "transforms/chlo/chlo.h"

enum { ZETA_SUMMED = 9 };
/* (2k)! / B(2k), the last first. */
static const double zeta_tail[] = {
    -7.1661652561756670113e18,
    1.8152105401943546773e17,
    -4.5979787224074726105e15,
    1.1646782814350067249e14,
    -2.950130727918164224e12,
    7.47242496e10,
    -1.8924375803183791606e9,
    47900160.0,
    -1209600.0,
    30240.0,
    -720.0,
    12.0,
};
enum { ZETA_TAIL = sizeof zeta_tail / sizeof *zeta_tail };

/* The series, and what of it the tail needs. */
struct series {
    expr x, q, zero, one, minus_x;
    expr sum;   /* of (q + k)^-x, k from 0 */
    expr last;  /* q + k of the first term that is not summed */
    expr power; /* that term */
};

static struct series sum_series(expr x, expr q) {
    struct series s = {.x = x, .q = q};
    s.zero = let(number(q, 0));
    s.one = let(number(q, 1));
    s.last = q;
    s.minus_x = let(negative(x));
    s.sum = let(power_of(q, s.minus_x));
    for (uint32_t i = 0; i < ZETA_SUMMED; i++) {
        s.last = let(sum(s.last, s.one));
        s.power = let(power_of(s.last, s.minus_x));
        s.sum = let(sum(s.sum, s.power));
    }
    s.last = let(sum(s.last, s.one));
    s.power = let(power_of(s.last, s.minus_x));
    return s;
}

/* The rest of the series by Bernoulli numbers, by Horner's rule. */
static expr bernoulli_tail(const struct series *s) {
    expr x = s->x, last = s->last;
    expr inverse_square = let(quotient(s->one, product(last, last)));
    expr tail = s->zero;
    for (uint32_t i = 0; i < ZETA_TAIL - 1; i++) {
        double order = 2.0 * ZETA_TAIL - 2 - 2.0 * i;
        expr first = let(sum(x, number(x, order))), second = let(sum(x, number(x, order - 1)));
        expr rising = let(product(first, second));
        expr inner = sum(tail, number(last, 1 / zeta_tail[i]));
        tail = let(product(rising, product(inverse_square, inner)));
    }
    expr half = let(number(s->power, 0.5)), ratio = let(quotient(x, last));
    expr inner = sum(number(last, 1 / zeta_tail[ZETA_TAIL - 1]), tail);
    return let(product(s->power, sum(half, product(ratio, inner))));
}

/* Where zeta has no value, or an infinite one. */
static expr zeta_special(const struct series *s, expr one_like_x, expr zeta) {
    expr x = s->x, q = s->q;
    expr nan = let(not_a_number(x));
    zeta = let(choose(less(x, one_like_x), nan, zeta));
    /* Powers of a negative q are real for integers only. */
    expr not_positive = let(at_most(q, s->zero)), fractional = let(unequal(x, floor_of(x)));
    expr outside = let(both(not_positive, fractional));
    zeta = let(choose(outside, nan, zeta));
    /* Integers q <= 0 are poles, with one limit where x is even. */
    expr infinity = let(number(x, (double)INFINITY));
    expr integral = let(equal(q, floor_of(q))), pole = let(both(not_positive, integral));
    expr two = let(number(x, 2)), whole_x = let(equal(x, floor_of(x)));
    expr even = let(equal(remainder_of(x, two), s->zero));
    expr even_integer = let(both(whole_x, even));
    zeta = let(choose(pole, choose(even_integer, infinity, nan), zeta));
    return choose(equal(x, s->one), infinity, zeta);
}

static expr zeta_any(const expr *operands) {
    expr x = operands[0], q = operands[1];
    struct series s = sum_series(x, q);
    expr one_like_x = let(number(x, 1));
    expr integral = let(quotient(product(s.power, s.last), difference(x, one_like_x)));
    expr tail = bernoulli_tail(&s);
    expr accurate = let(sum(sum(s.sum, integral), tail));
    /* The series alone where its next term is nothing beside it. */
    expr term = let(absolute(s.power)), total = let(absolute(s.sum));
    expr enough = less(term, product(total, smallest(s.last)));
    return zeta_special(&s, one_like_x, let(choose(enough, s.sum, accurate)));
}

bool expand_zeta(struct formula *formula) {
    return replace_in_f32(formula, zeta_any);
}

/* (-1)^(n+1) n! zeta(n + 1, x); digamma where n is 0; only for whole n. */
static expr polygamma_any(const expr *operands) {
    expr n = operands[0], x = operands[1];
    expr one = let(number(x, 1)), two = let(number(x, 2));
    expr sign = let(difference(product(two, remainder_of(n, two)), one));
    expr next = let(sum(n, one));
    expr factorial = let(exponential(unary_of(OP_CHLO_LGAMMA, next)));
    expr zeta = let(binary_of(OP_CHLO_ZETA, next, x));
    expr result = let(product(product(sign, factorial), zeta));
    expr zero = let(number(x, 0)), is_zero = let(equal(n, zero));
    result = let(choose(is_zero, unary_of(OP_CHLO_DIGAMMA, x), result));
    expr fractional = let(unequal(n, floor_of(n))), is_negative = let(less(n, zero));
    return choose(either(fractional, is_negative), not_a_number(x), result);
}

bool expand_polygamma(struct formula *formula) {
    return replace_in_f32(formula, polygamma_any);
}
