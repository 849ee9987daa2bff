/* Elementary functions of complex numbers, accurate in both parts everywhere.
 *
 * Inverse sine and its relatives after T. E. Hull, T. F. Fairgrieve and P. T. P. Tang,
 * "Implementing the complex arcsine and arccosine functions using exception handling", ACM TOMS 23
 * (1997), with the regions of the real and of the imaginary part taken apart, so that three and
 * four remain. For x + iy in the first quadrant, with a = (|z + 1| + |z - 1|) / 2,
 *
 *     asin z = atan2(x, w.real) + i w.imag,    w = sqrt(a^2 - x^2) + i log(a + sqrt(a^2 - 1)).
 */
#include <math.h>

#include "transforms/chlo/chlo.h"

/* --- the kernel w of the inverse sine and cosine ---------------------------------------------- */

/* What the parts of w are computed from. All of it is made where it is first needed. */
struct kernel {
    expr signed_x, signed_y;
    expr x, y; /* their magnitudes */
    expr zero, half, one, two, root_two;
    expr safe;             /* sqrt(largest) / 8: squares of what is below do not overflow */
    expr above, below;     /* x + 1, x - 1 */
    expr r, s;             /* |z + 1|, |z - 1| */
    expr a, a_plus_one;    /* (r + s) / 2 */
    expr r_above;          /* r + (x + 1) */
    expr s_below, s_minus; /* s + (x - 1), s - (x - 1) */
    expr yy, half_apx;     /* y^2, (a + x) / 2 */
};

/* sqrt(magnitude^2 + y^2) without overflow; larger + larger q / 2 where sqrt(1 + q) rounds to 1. */
static expr hypotenuse(const struct kernel *k, expr magnitude) {
    expr most = larger(magnitude, k->y), least = smaller(magnitude, k->y);
    expr ratio = quotient(least, most), q = product(ratio, ratio);
    expr root = square_root(sum(k->one, q));
    expr tiny = both(equal(root, k->one), greater(q, k->zero));
    expr general = choose(tiny, sum(most, quotient(product(most, q), k->two)), product(most, root));
    return choose(equal(most, least), product(k->root_two, most), general);
}

static struct kernel kernel_of(expr z) {
    struct kernel k = {.signed_x = real_part(z), .signed_y = imaginary_part(z)};
    expr like = k.signed_x;
    k.x = absolute(k.signed_x);
    k.y = absolute(k.signed_y);
    k.zero = number(like, 0);
    k.half = number(like, 0.5);
    k.one = number(like, 1);
    k.two = number(like, 2);
    k.root_two = number(like, 1.4142135623730951);
    k.safe = quotient(square_root(largest(like)), number(like, 8));
    k.above = sum(k.x, k.one);
    k.below = difference(k.x, k.one);
    k.r = hypotenuse(&k, absolute(k.above));
    k.s = hypotenuse(&k, absolute(k.below));
    k.a = product(k.half, sum(k.r, k.s));
    k.a_plus_one = sum(k.a, k.one);
    k.r_above = sum(k.r, k.above);
    k.s_below = sum(k.s, k.below);
    k.s_minus = difference(k.s, k.below);
    k.yy = product(k.y, k.y);
    k.half_apx = product(k.half, sum(k.a, k.x));
    return k;
}

/* sqrt(a^2 - x^2); y where that is all that remains of it. */
static expr kernel_real(const struct kernel *k) {
    expr large = at_least(larger(k->x, k->y), k->safe);
    expr inside = square_root(product(k->half_apx, sum(quotient(k->yy, k->r_above), k->s_minus)));
    expr outside = product(k->y, square_root(sum(quotient(k->half_apx, k->r_above),
                                                 quotient(k->half_apx, k->s_below))));
    return choose(large, k->y, choose(at_most(k->x, k->one), inside, outside));
}

/* a - 1 without cancellation. */
static expr a_minus_one(const struct kernel *k, expr on_cut) {
    expr half_yy = product(k->half, k->yy), part = quotient(half_yy, k->r_above);
    expr tiny = negative(quotient(product(k->above, k->below), k->a_plus_one));
    expr right = sum(part, product(k->half, k->s_below));
    expr near = choose(at_most(k->a, number(k->signed_x, 1.5)),
                       sum(part, quotient(half_yy, k->s_minus)), difference(k->a, k->one));
    return choose(on_cut, tiny, choose(at_least(k->x, k->one), right, near));
}

/* log 2 + log(most) + log1p((x / y)^2) / 2 */
static expr kernel_imaginary_large(const struct kernel *k, expr tall, expr most) {
    expr bounded = opposite(equal(k->y, number(k->signed_y, (double)INFINITY)));
    expr slope = choose(both(tall, bounded), quotient(k->x, k->y), k->zero);
    expr logs = sum(logarithm(k->two), logarithm(most));
    return sum(logs, product(k->half, logarithm_plus_one(product(slope, slope))));
}

/* log(a + sqrt(a^2 - 1)) */
static expr kernel_imaginary(const struct kernel *k) {
    expr like = k->signed_x;
    expr far = less(k->x, product(k->safe, number(like, 1000000000000.0)));
    expr limit =
        choose(far, product(k->safe, number(like, 1e-06)), product(k->safe, number(like, 100.0)));
    expr tall = at_least(k->y, limit), most = choose(tall, k->y, k->x);
    expr large = at_least(most, choose(tall, limit, k->safe));
    expr safe_low = product(square_root(smallest_normal(like)), number(like, 4));
    expr on_cut = both(less(k->y, safe_low), less(k->x, k->one));
    expr minus_one = a_minus_one(k, on_cut);
    expr root = square_root(product(minus_one, k->a_plus_one));
    expr small = choose(on_cut, quotient(k->y, root), logarithm_plus_one(sum(minus_one, root)));
    return choose(large, kernel_imaginary_large(k, tall, most), small);
}

bool expand_asin_acos_kernel(struct formula *formula) {
    struct kernel kernel = kernel_of(operand(formula, 0));
    return replace_with(formula, complex_of(kernel_real(&kernel), kernel_imaginary(&kernel)));
}

/* --- what the kernel gives -------------------------------------------------------------------- */

static expr asin_acos_kernel(expr z) {
    return unary_of(OP_CHLO_ASIN_ACOS_KERNEL, z);
}

/* atan2(x, w.real) + i sign(y) w.imag */
expr asin_complex(expr z) {
    expr x = real_part(z), y = imaginary_part(z), w = asin_acos_kernel(z);
    expr height = imaginary_part(w);
    return complex_of(arctangent(x, real_part(w)),
                      choose(less(y, number(x, 0)), negative(height), height));
}

/* atan2(w.real, x) - i sign(y) w.imag */
expr acos_complex(expr z) {
    expr x = real_part(z), y = imaginary_part(z), w = asin_acos_kernel(z);
    expr height = imaginary_part(w);
    return complex_of(arctangent(real_part(w), x),
                      choose(less(y, number(y, 0)), height, negative(height)));
}

/* w.imag + i sign(y) atan2(w.real, x) */
expr acosh_complex(expr z) {
    expr x = real_part(z), y = imaginary_part(z), w = asin_acos_kernel(z);
    expr angle = arctangent(real_part(w), x);
    return complex_of(imaginary_part(w), choose(less(y, number(y, 0)), negative(angle), angle));
}

/* -i asin(iz) = sign(x) w.imag + i atan2(y, w.real) with the kernel of iz */
expr asinh_complex(expr z) {
    expr x = real_part(z), y = imaginary_part(z);
    expr w = asin_acos_kernel(complex_of(negative(y), x));
    expr width = imaginary_part(w);
    return complex_of(choose(less(x, number(x, 0)), negative(width), width),
                      arctangent(y, real_part(w)));
}

/* --- inverse tangents ------------------------------------------------------------------------- */

/* -i atanh(iz) */
expr atan_complex(expr z) {
    expr w = unary_of(OP_CHLO_ATANH, complex_of(negative(imaginary_part(z)), real_part(z)));
    return complex_of(imaginary_part(w), negative(real_part(w)));
}

/* 1 / (1 - nextafter(1, 0)) of the type, rounded up: told from its largest number. */
static expr inverse_epsilon(expr like, expr most) {
    expr single =
        choose(greater(most, number(like, 1e+38)), number(like, 16777218.0), number(like, 2050.0));
    return choose(greater(most, number(like, 1e+308)), number(like, 9007199254740994.0), single);
}

/* What both parts of atanh are computed from. */
struct atanh_parts {
    expr x, y, width, height; /* width, height: magnitudes */
    expr zero, one, minus_one;
    expr inverse_epsilon;
    expr safe;   /* both magnitudes are below inverse_epsilon^2 */
    expr gap;    /* 1 - |x| */
    expr square; /* y^2 */
};

/* |x| / ((1 - |x|)^2 + y^2), where that may not be computed as it stands. */
static expr atanh_ratio_outside(const struct atanh_parts *p) {
    expr plus = number(p->x, (double)INFINITY), minus = number(p->x, -(double)INFINITY);
    expr infinite = either(either(equal(p->x, plus), equal(p->x, minus)),
                           either(equal(p->y, plus), equal(p->y, minus)));
    expr slopes = sum(quotient(p->width, p->y), quotient(p->y, p->width));
    expr both_large = quotient(quotient(p->one, slopes), p->y);
    return choose(less(product(p->height, p->inverse_epsilon), p->width),
                  quotient(p->one, p->width), choose(infinite, p->zero, both_large));
}

/* sign(x) log1p(4 |x| / ((1 - |x|)^2 + y^2)) / 4 */
static expr atanh_real_part(const struct atanh_parts *p) {
    expr sign = choose(at_least(p->x, p->zero), p->one, p->minus_one);
    expr inside = quotient(p->width, sum(product(p->gap, p->gap), p->square));
    expr ratio = choose(p->safe, inside, atanh_ratio_outside(p));
    expr log = logarithm_plus_one(product(number(p->x, 4), ratio));
    return product(product(sign, log), number(p->x, 0.25));
}

/* atan2(2 y, (1 - |x|)(1 + |x|) - y^2) / 2; a quarter turn far away. */
static expr atanh_imaginary_part(const struct atanh_parts *p) {
    expr inside =
        arctangent(sum(p->y, p->y), difference(product(p->gap, sum(p->one, p->width)), p->square));
    expr sign = choose(at_least(p->y, number(p->y, 0)), p->one, p->minus_one);
    expr outside = product(sign, number(p->x, PI));
    return product(choose(p->safe, inside, outside), number(p->x, 0.5));
}

/* (log1p(z) - log1p(-z)) / 2 */
expr atanh_complex(expr z) {
    struct atanh_parts p = {.x = real_part(z), .y = imaginary_part(z)};
    p.width = absolute(p.x);
    p.height = absolute(p.y);
    p.zero = number(p.x, 0);
    p.one = number(p.x, 1);
    p.minus_one = number(p.x, -1);
    p.inverse_epsilon = inverse_epsilon(p.x, largest(p.x));
    expr limit = product(p.inverse_epsilon, p.inverse_epsilon);
    p.safe = both(less(p.width, limit), less(p.height, limit));
    p.gap = difference(p.one, p.width);
    p.square = product(p.y, p.y);
    return complex_of(atanh_real_part(&p), atanh_imaginary_part(&p));
}

/* --- square ----------------------------------------------------------------------------------- */

/* (x - y)(x + y) + 2ixy; the real part is exactly zero on the diagonals. */
expr square_complex(expr z) {
    expr x = real_part(z), y = imaginary_part(z);
    expr diagonal = both(is_finite(x), equal(absolute(x), absolute(y)));
    expr real = choose(diagonal, number(x, 0), product(difference(x, y), sum(x, y)));
    return complex_of(real, product(number(x, 2), product(x, y)));
}
