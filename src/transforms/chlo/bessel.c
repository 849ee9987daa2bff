/* exp(-|x|) I1(x), the modified Bessel function, by Chebyshev series of Cephes (S. Moshier, i1.c
 * and i1f.c): in |x| / 2 - 2 up to 8, in 32 / |x| - 2 from there. */
#include "transforms/chlo/chlo.h"

static const double near_f32[] = {
    9.38153738649577178388E-9f,  -4.44505912879632808065E-8f, 2.00329475355213526229E-7f,
    -8.56872026469545474066E-7f, 3.47025130813767847674E-6f,  -1.32731636560394358279E-5f,
    4.78156510755005422638E-5f,  -1.61760815825896745588E-4f, 5.12285956168575772895E-4f,
    -1.51357245063125314899E-3f, 4.15642294431288815669E-3f,  -1.05640848946261981558E-2f,
    2.47264490306265168283E-2f,  -5.29459812080949914269E-2f, 1.02643658689847095384E-1f,
    -1.76416518357834055153E-1f, 2.52587186443633654823E-1f,
};
static const double far_f32[] = {
    -3.83538038596423702205E-9f, -2.63146884688951950684E-8f, -2.51223623787020892529E-7f,
    -3.88256480887769039346E-6f, -1.10588938762623716291E-4f, -9.76109749136146840777E-3f,
    7.78576235018280120474E-1f,
};
static const double near_f64[] = {
    2.77791411276104639959E-18,  -2.11142121435816608115E-17, 1.55363195773620046921E-16,
    -1.10559694773538630805E-15, 7.60068429473540693410E-15,  -5.04218550472791168711E-14,
    3.22379336594557470981E-13,  -1.98397439776494371520E-12, 1.17361862988909016308E-11,
    -6.66348972350202774223E-11, 3.62559028155211703701E-10,  -1.88724975172282928790E-9,
    9.38153738649577178388E-9,   -4.44505912879632808065E-8,  2.00329475355213526229E-7,
    -8.56872026469545474066E-7,  3.47025130813767847674E-6,   -1.32731636560394358279E-5,
    4.78156510755005422638E-5,   -1.61760815825896745588E-4,  5.12285956168575772895E-4,
    -1.51357245063125314899E-3,  4.15642294431288815669E-3,   -1.05640848946261981558E-2,
    2.47264490306265168283E-2,   -5.29459812080949914269E-2,  1.02643658689847095384E-1,
    -1.76416518357834055153E-1,  2.52587186443633654823E-1,
};
static const double far_f64[] = {
    7.51729631084210481353E-18,  4.41434832307170791151E-18,  -4.65030536848935832153E-17,
    -3.20952592199342395980E-17, 2.96262899764595013876E-16,  3.30820231092092828324E-16,
    -1.88035477551078244854E-15, -3.81440307243700780478E-15, 1.04202769841288027642E-14,
    4.27244001671195135429E-14,  -2.10154184277266431302E-14, -4.08355111109219731823E-13,
    -7.19855177624590851209E-13, 2.03562854414708950722E-12,  1.41258074366137813316E-11,
    3.25260358301548823856E-11,  -1.89749581235054123450E-11, -5.58974346219658380687E-10,
    -3.83538038596423702205E-9,  -2.63146884688951950684E-8,  -2.51223623787020892529E-7,
    -3.88256480887769039346E-6,  -1.10588938762623716291E-4,  -9.76109749136146840777E-3,
    7.78576235018280120474E-1,
};

struct series {
    const double *coefficients;
    uint32_t count;
};
#define SERIES(table)                                                                              \
    (struct series) {                                                                              \
        table, sizeof(table) / sizeof *(table)                                                     \
    }

/* Clenshaw's rule. */
static expr chebyshev(expr x, struct series series) {
    expr now = let(number(x, 0)), before = let(number(x, 0)), last = let(number(x, 0));
    for (uint32_t i = 0; i < series.count; i++) {
        last = before;
        before = now;
        now = difference(product(x, before), last);
        now = let(sum(now, number(x, series.coefficients[i])));
    }
    return let(product(difference(now, last), number(x, 0.5)));
}

static expr bessel_i1e(expr x, struct series near, struct series far) {
    expr magnitude = let(absolute(x));
    expr half = let(number(x, 0.5)), two = let(number(x, 2));
    expr thirty_two = let(number(x, 32)), eight = let(number(x, 8));
    expr below = let(difference(product(half, magnitude), two));
    below = let(product(magnitude, chebyshev(below, near)));
    expr above = let(difference(quotient(thirty_two, magnitude), two));
    above = let(quotient(chebyshev(above, far), square_root(magnitude)));
    expr result = let(choose(at_most(magnitude, eight), below, above));
    return product(sign_of(x), result);
}

static expr bessel_i1e_f32(const expr *operands) {
    return bessel_i1e(operands[0], SERIES(near_f32), SERIES(far_f32));
}

bool expand_bessel_i1e(struct formula *formula) {
    expr x = operand(formula, 0);
    if (has_float_type(x, FLOAT_F64)) {
        return replace_with(formula, bessel_i1e(x, SERIES(near_f64), SERIES(far_f64)));
    }
    return (has_float_type(x, FLOAT_F32) || has_float_type(x, FLOAT_F16) ||
            has_float_type(x, FLOAT_BF16)) &&
           replace_in_f32(formula, bessel_i1e_f32);
}
