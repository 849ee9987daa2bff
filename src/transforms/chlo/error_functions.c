/* erf and erfc, from the rational approximations of Cephes (S. Moshier, ndtr.c and ndtrf.c):
 *
 *     |x| < 1    erf x  = x T(x^2) / U(x^2)
 *     |x| >= 1   erfc x = exp(-x^2) P(|x|) / Q(|x|), and R / S from 8 on    (f64)
 *                erfc x = exp(-x^2) / |x| P(1 / x^2), and R from 2 on       (f32)
 *
 * erf in f32 is one rational function of x^2 on [-4, 4], as in Eigen.
 */
#include <float.h>
#include <math.h>

#include "transforms/chlo/chlo.h"

/* --- f64 -------------------------------------------------------------------------------------- */

static const double erf_t[] = {
    9.60497373987051638749E0, 9.00260197203842689217E1, 2.23200534594684319226E3,
    7.00332514112805075473E3, 5.55923013010394962768E4,
};
static const double erf_u[] = {
    1.00000000000000000000E0, 3.35617141647503099647E1, 5.21357949780152679795E2,
    4.59432382970980127987E3, 2.26290000613890934246E4, 4.92673942608635921086E4,
};
static const double erfc_p[] = {
    2.46196981473530512524E-10, 5.64189564831068821977E-1, 7.46321056442269912687E0,
    4.86371970985681366614E1,   1.96520832956077098242E2,  5.26445194995477358631E2,
    9.34528527171957607540E2,   1.02755188689515710272E3,  5.57535335369399327526E2,
};
static const double erfc_q[] = {
    1.00000000000000000000E0, 1.32281951154744992508E1, 8.67072140885989742329E1,
    3.54937778887819891062E2, 9.75708501743205489753E2, 1.82390916687909736289E3,
    2.24633760818710981792E3, 1.65666309194161350182E3, 5.57535340817727675546E2,
};
static const double erfc_r[] = {
    5.64189583547755073984E-1, 1.27536670759978104416E0, 5.01905042251180477414E0,
    6.16021097993053585195E0,  7.40974269950448939160E0, 2.97886665372100240670E0,
};
static const double erfc_s[] = {
    1.00000000000000000000E0, 2.26052863220117276590E0, 9.39603524938001434673E0,
    1.20489539808096656605E1, 1.70814450747565897222E1, 9.60896809063285878198E0,
    3.36907645100081516050E0,
};

/* erfc for |x| >= 1 from its approximation for |x|: zero where exp(-x^2) is, 2 - erfc|x| below. */
static expr erfc_of_magnitude(expr x, expr minus_square, double max_log, expr two,
                              expr approximation) {
    expr vanishes = let(less(minus_square, number(x, -max_log)));
    expr zero = let(number(x, 0));
    expr positive = let(choose(vanishes, zero, approximation));
    expr is_negative = let(less(x, zero));
    two = two ? two : let(number(x, 2));
    return let(choose(is_negative, difference(two, positive), positive));
}

static expr erfc_f64_above_one(expr x) {
    expr minus_square = let(negative(product(x, x)));
    expr power = let(exponential(minus_square));
    expr magnitude = let(absolute(x));
    expr near = let(product(power, POLYNOMIAL(magnitude, erfc_p)));
    near = let(quotient(near, POLYNOMIAL(magnitude, erfc_q)));
    expr far = let(product(power, POLYNOMIAL(magnitude, erfc_r)));
    far = let(quotient(far, POLYNOMIAL(magnitude, erfc_s)));
    expr below_eight = less(magnitude, number(x, 8));
    return erfc_of_magnitude(x, minus_square, log(DBL_MAX), NULL,
                             let(choose(below_eight, near, far)));
}

static expr erf_f64_below_one(expr x) {
    expr square = let(product(x, x));
    expr numerator = let(product(x, POLYNOMIAL(square, erf_t)));
    return let(quotient(numerator, POLYNOMIAL(square, erf_u)));
}

static expr erf_f64(expr x) {
    expr below = erf_f64_below_one(x);
    expr one = let(number(x, 1));
    expr above = let(difference(one, erfc_f64_above_one(x)));
    return choose(less(absolute(x), one), below, above);
}

static expr erfc_f64(expr x) {
    expr above = erfc_f64_above_one(x);
    expr one = let(number(x, 1));
    expr below = let(difference(one, erf_f64_below_one(x)));
    return choose(less(absolute(x), one), below, above);
}

/* --- f32 -------------------------------------------------------------------------------------- */

static const double erfc_p_f32[] = {
    +2.326819970068386E-2f, -1.387039388740657E-1f, +3.687424674597105E-1f,
    -5.824733027278666E-1f, +6.210004621745983E-1f, -4.944515323274145E-1f,
    +3.404879937665872E-1f, -2.741127028184656E-1f, +5.638259427386472E-1f,
};
static const double erfc_r_f32[] = {
    -1.047766399936249E+1f, +1.297719955372516E+1f, -7.495518717768503E+0f, +2.921019019210786E+0f,
    -1.015265279202700E+0f, +4.218463358204948E-1f, -2.820767439740514E-1f, +5.641895067754075E-1f,
};
static const double erf_t_f32[] = {
    +7.853861353153693E-5f, -8.010193625184903E-4f, +5.188327685732524E-3f, -2.685381193529856E-2f,
    +1.128358514861418E-1f, -3.761262582423300E-1f, +1.128379165726710E+0f,
};
static const double erf_alpha_f32[] = {
    -2.72614225801306e-10f, 2.77068142495902e-08f,  -2.10102402082508e-06f, -5.69250639462346e-05f,
    -7.34990630326855e-04f, -2.95459980854025e-03f, -1.60960333262415e-02f,
};
static const double erf_beta_f32[] = {
    -1.45660718464996e-05f, -2.13374055278905e-04f, -1.68282697438203e-03f,
    -7.37332916720468e-03f, -1.42647390514189e-02f,
};

static expr erf_f32(const expr *operands) {
    expr x = operands[0];
    expr low = let(number(x, -4)), high = let(number(x, 4));
    x = let(clamp(low, x, high));
    expr square = let(product(x, x));
    expr alpha = POLYNOMIAL(square, erf_alpha_f32), beta = POLYNOMIAL(square, erf_beta_f32);
    expr erf = let(quotient(product(x, alpha), beta));
    return clamp(number(x, -1), erf, number(x, 1));
}

static expr erfc_f32_above_one(expr x) {
    expr square = let(product(x, x)), minus_square = let(negative(square));
    expr magnitude = let(absolute(x));
    expr one = let(number(x, 1));
    expr inverse_square = let(quotient(one, square));
    expr power = let(exponential(minus_square));
    power = let(product(power, quotient(one, magnitude)));
    expr two = let(number(x, 2)), below_two = let(less(magnitude, two));
    expr near = POLYNOMIAL(inverse_square, erfc_p_f32);
    expr far = POLYNOMIAL(inverse_square, erfc_r_f32);
    expr approximation = let(product(power, choose(below_two, near, far)));
    return erfc_of_magnitude(x, minus_square, log(FLT_MAX), two, approximation);
}

static expr erf_f32_below_one(expr x) {
    expr square = let(product(x, x));
    return let(product(x, POLYNOMIAL(square, erf_t_f32)));
}

static expr erfc_f32(const expr *operands) {
    expr x = operands[0], above = erfc_f32_above_one(x);
    expr one = let(number(x, 1));
    expr below = let(difference(one, erf_f32_below_one(x)));
    return choose(less(absolute(x), one), below, above);
}

/* --- the operations --------------------------------------------------------------------------- */

/* Only of these types: others are refused. */
static bool has_approximation(expr x) {
    return has_float_type(x, FLOAT_F64) || has_float_type(x, FLOAT_F32) ||
           has_float_type(x, FLOAT_F16) || has_float_type(x, FLOAT_BF16);
}

bool expand_erf(struct formula *formula) {
    expr x = operand(formula, 0);
    if (!has_approximation(x)) {
        return false;
    }
    return has_float_type(x, FLOAT_F64) ? replace_with(formula, erf_f64(x))
                                        : replace_in_f32(formula, erf_f32);
}

bool expand_erfc(struct formula *formula) {
    expr x = operand(formula, 0);
    if (!has_approximation(x)) {
        return false;
    }
    return has_float_type(x, FLOAT_F64) ? replace_with(formula, erfc_f64(x))
                                        : replace_in_f32(formula, erfc_f32);
}
