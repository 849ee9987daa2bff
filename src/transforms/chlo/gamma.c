/* lgamma and digamma by C. Lanczos, "A Precision Approximation of the Gamma Function", SIAM Journal
 * on Numerical Analysis B 1 (1964), with g = 7 and n = 9:
 *
 *     lgamma(z + 1)  = (log 2 + log pi) / 2 + (z + 1/2) log t - t + log A
 *     digamma(z + 1) = log t + A' / A - g / t
 *
 *     t = z + g + 1/2,   A = c0 + sum c[k] / (z + k),   A' = -sum c[k] / (z + k)^2
 *
 * Below 1/2 both are reflected.
 */
#include <math.h>

#include "transforms/chlo/chlo.h"

static const double lanczos_g = 7;
static const double lanczos_base = 0.99999999999980993227684700473478;
static const double lanczos[] = {
    676.520368121885098567009190444019, -1259.13921672240287047156078755283,
    771.3234287776530788486528258894,   -176.61502916214059906584551354,
    12.507343278686904814458936853,     -0.13857109526572011689554707,
    9.984369578019570859563e-6,         1.50563273514931155834e-7,
};
enum { LANCZOS_COUNT = sizeof lanczos / sizeof *lanczos };

/* What both functions begin with. */
struct lanczos {
    expr x, half, one;
    expr reflect; /* x < 1/2 */
    expr z;       /* -x where reflected, else x - 1 */
};

static struct lanczos lanczos_begin(expr x) {
    struct lanczos l = {.x = x, .half = let(number(x, 0.5))};
    l.reflect = let(less(x, l.half));
    expr minus_x = let(negative(x));
    l.one = let(number(x, 1));
    l.z = let(choose(l.reflect, minus_x, difference(x, l.one)));
    return l;
}

/* t, and its logarithm as log(g + 1/2) + log1p(z / (g + 1/2)). */
static expr lanczos_log_t(const struct lanczos *l, expr *t) {
    expr shift = let(number(l->x, lanczos_g + 0.5));
    *t = let(sum(shift, l->z));
    expr log_shift = let(number(l->x, log(lanczos_g + 0.5)));
    return let(sum(log_shift, logarithm_plus_one(quotient(l->z, shift))));
}

/* --- lgamma ----------------------------------------------------------------------------------- */

/* log pi - log|sin(pi x)| - lgamma(1 - x), the sine of x's distance to the nearest integer. */
static expr lgamma_reflected(const struct lanczos *l, expr lgamma) {
    expr x = l->x, magnitude = let(absolute(x));
    expr fraction = let(difference(magnitude, floor_of(magnitude)));
    expr beyond = let(less(l->half, fraction));
    fraction = let(choose(beyond, difference(l->one, fraction), fraction));
    expr log_sine = let(logarithm(sine(product(number(x, PI), fraction))));
    expr reflected = let(difference(difference(number(x, log(PI)), log_sine), lgamma));
    /* Where the sine is 0 its logarithm wins: infinity minus infinity would be no number. */
    expr regular = let(is_finite(log_sine)), infinite = let(negative(log_sine));
    return let(choose(regular, reflected, infinite));
}

static expr lgamma_any(const expr *operands) {
    expr x = operands[0];
    struct lanczos l = lanczos_begin(x);
    expr a = let(number(x, lanczos_base));
    for (uint32_t k = 0; k < LANCZOS_COUNT; k++) {
        expr c = let(number(x, lanczos[k])), index = number(x, k + 1);
        a = let(sum(a, quotient(c, sum(l.z, index))));
    }
    expr t, log_t = lanczos_log_t(&l, &t);
    /* (z + 1/2) log t - t as (z + 1/2 - t / log t) log t, which does not overflow. */
    expr t_over_log = let(quotient(t, log_t));
    expr power = let(product(difference(sum(l.z, l.half), t_over_log), log_t));
    expr log_a = let(logarithm(a));
    expr lgamma = let(sum(sum(number(x, (log(2) + log(PI)) / 2), power), log_a));
    lgamma = let(choose(l.reflect, lgamma_reflected(&l, lgamma), lgamma));
    expr infinite = let(unary_of(OP_CHLO_IS_INF, x));
    return choose(infinite, number(x, (double)INFINITY), lgamma);
}

bool expand_lgamma(struct formula *formula) {
    return replace_in_f32(formula, lgamma_any);
}

/* --- digamma ---------------------------------------------------------------------------------- */

/* digamma(1 - x) - pi / tan(pi x), with x moved by an integer into [-1/2, 1/2]. */
static expr digamma_reflected(expr x, expr digamma) {
    expr moved = let(sum(x, absolute(floor_of(sum(x, number(x, 0.5))))));
    expr pi = let(number(x, PI)), angle = let(product(pi, moved));
    expr cos = let(cosine(angle)), sin = let(sine(angle));
    return let(difference(digamma, quotient(product(pi, cos), sin)));
}

static expr digamma_any(const expr *operands) {
    expr x = operands[0];
    struct lanczos l = lanczos_begin(x);
    expr zero = let(number(x, 0));
    expr a = let(number(x, lanczos_base)), slope = zero;
    for (uint32_t k = 0; k < LANCZOS_COUNT; k++) {
        expr c = let(number(x, lanczos[k])), index = let(number(x, k + 1));
        expr term = let(sum(l.z, index));
        slope = let(difference(slope, quotient(c, product(term, term))));
        a = let(sum(a, quotient(c, term)));
    }
    expr t, log_t = lanczos_log_t(&l, &t);
    expr ratio = let(quotient(slope, a));
    expr last = let(quotient(number(x, lanczos_g), t));
    expr digamma = let(difference(sum(log_t, ratio), last));
    digamma = let(choose(l.reflect, digamma_reflected(x, digamma), digamma));
    expr not_positive = let(at_most(x, zero)), integral = let(equal(x, floor_of(x)));
    return choose(both(not_positive, integral), not_a_number(x), digamma);
}

bool expand_digamma(struct formula *formula) {
    return replace_in_f32(formula, digamma_any);
}
