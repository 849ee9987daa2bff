/* erf_inv after M. Giles, "Approximating the erfinv function", GPU Computing Gems (2012): with
 * w = -log(1 - x^2), x times a polynomial in w, or in sqrt(w) where w is large. Polynomials of the
 * regions are evaluated together, coefficients chosen element by element. */
#include <math.h>

#include "transforms/chlo/chlo.h"

static expr w_of(expr x) {
    expr minus_square = let(product(x, negative(x)));
    return let(negative(logarithm_plus_one(minus_square)));
}

/* x p, but infinities at -1 and 1. */
static expr erf_inv_result(expr x, expr p) {
    expr result = let(product(p, x));
    return choose(equal(absolute(x), number(x, 1)), product(x, number(x, (double)INFINITY)),
                  result);
}

/* --- f32 -------------------------------------------------------------------------------------- */

static const double below_5[] = {
    2.81022636e-08f, 3.43273939e-07f, -3.5233877e-06f, -4.39150654e-06f, 0.00021858087f,
    -0.00125372503f, -0.00417768164f, 0.246640727f,    1.50140941f,
};
static const double above_5[] = {
    -0.000200214257f, 0.000100950558f, 0.00134934322f, -0.00367342844f, 0.00573950773f,
    -0.0076224613f,   0.00943887047f,  1.00167406f,    2.83297682f,
};

static expr erf_inv_f32(const expr *operands) {
    expr x = operands[0], w = w_of(x);
    expr low = let(less(w, number(x, 5)));
    w = let(choose(low, difference(w, number(x, 2.5)), difference(square_root(w), number(x, 3))));
    expr p = let(choose(low, number(x, below_5[0]), number(x, above_5[0])));
    for (uint32_t i = 1; i < sizeof below_5 / sizeof *below_5; i++) {
        expr coefficient = choose(low, number(x, below_5[i]), number(x, above_5[i]));
        p = let(sum(coefficient, product(p, w)));
    }
    return erf_inv_result(x, p);
}

/* --- f64 -------------------------------------------------------------------------------------- */

static const double below_6[] = {
    -3.6444120640178196996e-21, -1.685059138182016589e-19,  1.2858480715256400167e-18,
    1.115787767802518096e-17,   -1.333171662854620906e-16,  2.0972767875968561637e-17,
    6.6376381343583238325e-15,  -4.0545662729752068639e-14, -8.1519341976054721522e-14,
    2.6335093153082322977e-12,  -1.2975133253453532498e-11, -5.4154120542946279317e-11,
    1.051212273321532285e-09,   -4.1126339803469836976e-09, -2.9070369957882005086e-08,
    4.2347877827932403518e-07,  -1.3654692000834678645e-06, -1.3882523362786468719e-05,
    0.0001867342080340571352,   -0.00074070253416626697512, -0.0060336708714301490533,
    0.24015818242558961693,     1.6536545626831027356,
};
static const double below_16[] = {
    2.2137376921775787049e-09, 9.0756561938885390979e-08, -2.7517406297064545428e-07,
    1.8239629214389227755e-08, 1.5027403968909827627e-06, -4.013867526981545969e-06,
    2.9234449089955446044e-06, 1.2475304481671778723e-05, -4.7318229009055733981e-05,
    6.8284851459573175448e-05, 2.4031110387097893999e-05, -0.0003550375203628474796,
    0.00095328937973738049703, -0.0016882755560235047313, 0.0024914420961078508066,
    -0.0037512085075692412107, 0.005370914553590063617,   1.0052589676941592334,
    3.0838856104922207635,
};
static const double above_16[] = {
    -2.7109920616438573243e-11, -2.5556418169965252055e-10, 1.5076572693500548083e-09,
    -3.7894654401267369937e-09, 7.6157012080783393804e-09,  -1.4960026627149240478e-08,
    2.9147953450901080826e-08,  -6.7711997758452339498e-08, 2.2900482228026654717e-07,
    -9.9298272942317002539e-07, 4.5260625972231537039e-06,  -1.9681778105531670567e-05,
    7.5995277030017761139e-05,  -0.00021503011930044477347, -0.00013871931833623122026,
    1.0103004648645343977,      4.8499064014085844221,
};

enum {
    COUNT_BELOW_6 = sizeof below_6 / sizeof *below_6,
    COUNT_BELOW_16 = sizeof below_16 / sizeof *below_16,
    COUNT_ABOVE_16 = sizeof above_16 / sizeof *above_16
};

/* Coefficient i of the region that each element is in, as far as its polynomial goes. */
static expr coefficient_f64(expr x, expr low, expr middle, uint32_t i) {
    expr c = number(x, below_6[i]);
    c = i < COUNT_BELOW_16 ? choose(low, c, number(x, below_16[i])) : c;
    return i < COUNT_ABOVE_16 ? choose(middle, c, number(x, above_16[i])) : c;
}

static expr erf_inv_f64(expr x) {
    expr w = w_of(x);
    expr low = let(less(w, number(x, 6.25))), middle = let(less(w, number(x, 16)));
    expr root = let(square_root(w)), shifted = let(difference(w, number(x, 3.125)));
    expr shift = let(choose(middle, number(w, 3.25), number(w, 5)));
    w = let(choose(low, shifted, difference(root, shift)));
    expr p = let(coefficient_f64(x, low, middle, 0));
    for (uint32_t i = 1; i < COUNT_BELOW_6; i++) {
        expr next = sum(coefficient_f64(x, low, middle, i), product(p, w));
        p = let(i < COUNT_ABOVE_16   ? next
                : i < COUNT_BELOW_16 ? choose(middle, next, p)
                                     : choose(low, next, p));
    }
    return erf_inv_result(x, p);
}

bool expand_erf_inv(struct formula *formula) {
    expr x = operand(formula, 0);
    return has_float_type(x, FLOAT_F64) ? replace_with(formula, erf_inv_f64(x))
                                        : replace_in_f32(formula, erf_inv_f32);
}
