/* Arithmetic modulo 2^61 - 1 that is too long to be inline. */
#include "verify/values/field.h"

#include <math.h>

/* x to the power n. */
static uint64_t field_power(uint64_t x, uint64_t n) {
    uint64_t power = 1;
    for (; n; n >>= 1) {
        power = n & 1 ? field_multiply(power, x) : power;
        x = field_multiply(x, x);
    }
    return power;
}

uint64_t field_inverse(uint64_t x) {
    return field_power(x, FIELD_PRIME - 2);
}

uint64_t field_of_integer(int64_t value) {
    uint64_t magnitude = value < 0 ? -(uint64_t)value : (uint64_t)value;
    return value < 0 ? field_negate(field_cut(magnitude)) : field_cut(magnitude);
}

uint64_t field_of_real(double value) {
    if (isnan(value)) {
        return FIELD_NAN;
    }
    if (isinf(value)) {
        return value > 0 ? FIELD_INFINITY : FIELD_MINUS;
    }
    int exponent;
    int64_t mantissa = (int64_t)ldexp(frexp(value, &exponent), 53);
    int64_t turns = ((exponent - 53) % 61 + 61) % 61; /* 2^61 is 1 */
    return field_multiply(field_of_integer(mantissa), (uint64_t)1 << turns);
}

int field_as_integer(uint64_t x, int64_t *value) {
    const uint64_t most = (uint64_t)1 << 32;
    if (x > most && x < FIELD_PRIME - most) {
        return 0;
    }
    *value = x <= most ? (int64_t)x : -(int64_t)(FIELD_PRIME - x);
    return 1;
}
