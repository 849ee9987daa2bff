/* Roundings to fewer bits than bf16 has, which differ from their operand by several percent. */
#include "verify/values/coarse.h"

#include <math.h>

#include "ops/op_def.h"

enum { IDEAL_PRECISION = 8, BY_BITS = 1 << 16, EXPONENTS = 1 << 8 };

int64_t coarse_of(const struct op *op) {
    const struct type *element = type_element(op_result(op, 0)->type);
    if (op_is(op, OP_REDUCE_PRECISION)) {
        int64_t mantissa = op_int(op, "mantissa_bits", 0);
        int64_t exponent = op_int(op, "exponent_bits", 0);
        return mantissa + 1 < IDEAL_PRECISION ? BY_BITS + mantissa * EXPONENTS + exponent : 0;
    }
    bool is_coarse = op_is(op, OP_CONVERT) && element->kind == TYPE_FLOAT &&
                     float_precision(element->float_kind) < IDEAL_PRECISION;
    return is_coarse ? 1 + (int64_t)element->float_kind : 0;
}

static double with_bits(int mantissa, int exponent, double value) {
    int power;
    double fraction = frexp(value, &power);
    double rounded = ldexp(rint(ldexp(fraction, mantissa + 1)), power - mantissa - 1);
    int most = exponent < 11 ? 1 << (exponent - 1) : 1 << 10;
    if (fabs(rounded) >= ldexp(1, most)) {
        return copysign(INFINITY, value);
    }
    return fabs(rounded) < ldexp(1, 2 - most) ? copysign(0, value) : rounded;
}

double coarse_round(int64_t coarse, double value) {
    if (!isfinite(value) || value == 0) {
        return value;
    }
    if (coarse >= BY_BITS) {
        int64_t bits = coarse - BY_BITS;
        return with_bits((int)(bits / EXPONENTS), (int)(bits % EXPONENTS), value);
    }
    enum float_kind kind = (enum float_kind)(coarse - 1);
    return float_from_bits(kind, float_to_bits(kind, value));
}
