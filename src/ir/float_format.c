/* The bits of every float type, read and written by way of double. */
#include "ir/ir.h"

#include <math.h>
#include <string.h>

/* What the largest exponent field means. */
enum float_specials {
    FLOAT_IEEE,      /* infinities and NaNs */
    FLOAT_NAN_ONES,  /* all ones is NaN, the rest are numbers */
    FLOAT_NAN_MINUS, /* minus zero is NaN, all others are numbers */
    FLOAT_FINITE,    /* numbers only */
};
struct float_format {
    uint8_t exponent_bits, mantissa_bits;
    int16_t bias;
    enum float_specials specials;
};
static const struct float_format formats[] = {
    [FLOAT_F4E2M1FN] = {2, 1, 1, FLOAT_FINITE},
    [FLOAT_F6E2M3FN] = {2, 3, 1, FLOAT_FINITE},
    [FLOAT_F6E3M2FN] = {3, 2, 3, FLOAT_FINITE},
    [FLOAT_F8E3M4] = {3, 4, 3, FLOAT_IEEE},
    [FLOAT_F8E4M3] = {4, 3, 7, FLOAT_IEEE},
    [FLOAT_F8E4M3FN] = {4, 3, 7, FLOAT_NAN_ONES},
    [FLOAT_F8E4M3FNUZ] = {4, 3, 8, FLOAT_NAN_MINUS},
    [FLOAT_F8E4M3B11FNUZ] = {4, 3, 11, FLOAT_NAN_MINUS},
    [FLOAT_F8E5M2] = {5, 2, 15, FLOAT_IEEE},
    [FLOAT_F8E5M2FNUZ] = {5, 2, 16, FLOAT_NAN_MINUS},
    [FLOAT_F8E8M0FNU] = {8, 0, 127, FLOAT_NAN_ONES},
    [FLOAT_BF16] = {8, 7, 127, FLOAT_IEEE},
    [FLOAT_F16] = {5, 10, 15, FLOAT_IEEE},
    [FLOAT_TF32] = {8, 10, 127, FLOAT_IEEE},
    [FLOAT_F32] = {8, 23, 127, FLOAT_IEEE},
    [FLOAT_F64] = {11, 52, 1023, FLOAT_IEEE},
    [FLOAT_F80] = {15, 64, 16383, FLOAT_IEEE},
    [FLOAT_F128] = {15, 112, 16383, FLOAT_IEEE},
};

static double f64_from_bits(uint64_t bits) {
    double value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

static uint64_t f64_to_bits(double value) {
    uint64_t bits;
    memcpy(&bits, &value, sizeof bits);
    return bits;
}

/* A power of two without mantissa, sign and zero. */
static double e8m0_from_bits(uint64_t bits) {
    return bits == 0xFF ? (double)NAN : ldexp(1.0, (int)bits - 127);
}

static uint64_t e8m0_to_bits(double value) {
    if (isnan(value) || value < 0 || isinf(value)) {
        return 0xFF;
    }
    int exponent = 0;
    double fraction = frexp(value, &exponent); /* in [0.5, 1): value = fraction * 2^exponent */
    if (value == 0 || exponent - 1 < -127) {
        return 0;
    }
    /* A significand of one bit is odd: ties go up. */
    int field = exponent - 1 + 127 + (fraction >= 0.75);
    return field > 254 ? 0xFF : (uint64_t)field;
}

double float_from_bits(enum float_kind kind, uint64_t bits) {
    if (kind == FLOAT_F64) {
        return f64_from_bits(bits);
    }
    if (kind == FLOAT_F32) {
        uint32_t low = (uint32_t)bits;
        float value;
        memcpy(&value, &low, sizeof value);
        return value;
    }
    if (kind == FLOAT_F8E8M0FNU) {
        return e8m0_from_bits(bits);
    }
    const struct float_format *format = &formats[kind];
    uint64_t mantissa_mask = (UINT64_C(1) << format->mantissa_bits) - 1;
    uint64_t exponent_mask = (UINT64_C(1) << format->exponent_bits) - 1;
    uint64_t mantissa = bits & mantissa_mask;
    uint64_t field = (bits >> format->mantissa_bits) & exponent_mask;
    bool negative = (bits >> (format->mantissa_bits + format->exponent_bits)) & 1;
    double sign = negative ? -1.0 : 1.0;
    if (format->specials == FLOAT_NAN_MINUS && negative && !field && !mantissa) {
        return (double)NAN;
    }
    if (field == exponent_mask) {
        if (format->specials == FLOAT_IEEE) {
            return mantissa ? copysign((double)NAN, sign) : sign * (double)INFINITY;
        }
        if (format->specials == FLOAT_NAN_ONES && mantissa == mantissa_mask) {
            return copysign((double)NAN, sign);
        }
    }
    if (!field) {
        return sign * ldexp((double)mantissa, 1 - format->bias - format->mantissa_bits);
    }
    return sign * ldexp((double)(mantissa | (mantissa_mask + 1)),
                        (int)field - format->bias - format->mantissa_bits);
}

static uint64_t nan_bits(const struct float_format *format, uint64_t sign) {
    uint64_t sign_bit = UINT64_C(1) << (format->mantissa_bits + format->exponent_bits);
    switch (format->specials) {
    case FLOAT_NAN_MINUS:
        return sign_bit;
    case FLOAT_NAN_ONES:
        return sign | (sign_bit - 1);
    case FLOAT_IEEE:
        return sign | (sign_bit - (UINT64_C(1) << (format->mantissa_bits - 1)));
    case FLOAT_FINITE:
        break;
    }
    return sign_bit; /* minus zero */
}

/* The largest finite magnitude as exponent and mantissa fields together. */
static uint64_t largest_bits(const struct float_format *format) {
    uint64_t all = (UINT64_C(1) << (format->mantissa_bits + format->exponent_bits)) - 1;
    switch (format->specials) {
    case FLOAT_IEEE:
        return all - (UINT64_C(1) << format->mantissa_bits);
    case FLOAT_NAN_ONES:
        return all - 1;
    default:
        return all;
    }
}

static uint64_t overflow_bits(const struct float_format *format, uint64_t sign) {
    if (format->specials == FLOAT_FINITE) {
        return sign | largest_bits(format);
    }
    if (format->specials != FLOAT_IEEE) {
        return nan_bits(format, sign);
    }
    uint64_t exponent_mask = (UINT64_C(1) << format->exponent_bits) - 1;
    return sign | exponent_mask << format->mantissa_bits;
}

uint64_t float_to_bits(enum float_kind kind, double value) {
    if (kind == FLOAT_F64) {
        return f64_to_bits(value);
    }
    if (kind == FLOAT_F8E8M0FNU) {
        return e8m0_to_bits(value);
    }
    const struct float_format *format = &formats[kind];
    uint64_t sign = (uint64_t)(signbit(value) != 0)
                    << (format->mantissa_bits + format->exponent_bits);
    if (isnan(value)) {
        return nan_bits(format, sign);
    }
    if (isinf(value)) {
        return overflow_bits(format, sign);
    }
    if (value == 0) {
        return format->specials == FLOAT_NAN_MINUS ? 0 : sign;
    }
    int exponent;
    double magnitude = fabs(value);
    frexp(magnitude, &exponent);
    exponent--; /* magnitude = 1.x * 2^exponent */
    int least = 1 - format->bias;
    int scale = (exponent < least ? least : exponent) - format->mantissa_bits;
    /* A whole number of units in the last place; nearbyint rounds ties to even. */
    uint64_t units = (uint64_t)nearbyint(ldexp(magnitude, -scale));
    uint64_t bits =
        exponent < least ? units : units + ((uint64_t)(exponent - least) << format->mantissa_bits);
    if (bits > largest_bits(format)) {
        return overflow_bits(format, sign);
    }
    return bits == 0 && format->specials == FLOAT_NAN_MINUS ? 0 : sign | bits;
}

static double f80_load(const unsigned char *bytes) {
    uint64_t mantissa;
    uint16_t head;
    memcpy(&mantissa, bytes, 8);
    memcpy(&head, bytes + 8, 2);
    int field = head & 0x7FFF;
    double sign = head & 0x8000 ? -1.0 : 1.0;
    if (field == 0x7FFF) {
        return mantissa << 1 ? (double)NAN : sign * (double)INFINITY;
    }
    return sign * ldexp((double)mantissa, field - 16383 - 63);
}

static void f80_store(double value, unsigned char *bytes) {
    uint16_t head = signbit(value) ? 0x8000 : 0;
    uint64_t mantissa = 0;
    if (isnan(value) || isinf(value)) {
        head |= 0x7FFF;
        mantissa = isnan(value) ? UINT64_C(3) << 62 : UINT64_C(1) << 63;
    } else if (value != 0) {
        int exponent;
        double fraction = frexp(fabs(value), &exponent);
        mantissa = (uint64_t)ldexp(fraction, 64);
        head |= (uint16_t)(exponent - 1 + 16383);
    }
    memcpy(bytes, &mantissa, 8);
    memcpy(bytes + 8, &head, 2);
}

static double f128_load(const unsigned char *bytes) {
    uint64_t low, high;
    memcpy(&low, bytes, 8);
    memcpy(&high, bytes + 8, 8);
    int field = (int)(high >> 48) & 0x7FFF;
    double sign = high >> 63 ? -1.0 : 1.0;
    uint64_t head = high & UINT64_C(0xFFFFFFFFFFFF);
    if (field == 0x7FFF) {
        return head | low ? (double)NAN : sign * (double)INFINITY;
    }
    double fraction = (field ? 1.0 : 0.0) + ldexp((double)head, -48) + ldexp((double)low, -112);
    return sign * ldexp(fraction, (field ? field : 1) - 16383);
}

static void f128_store(double value, unsigned char *bytes) {
    uint64_t low = 0, high = (uint64_t)(signbit(value) != 0) << 63;
    if (isnan(value) || isinf(value)) {
        high |= UINT64_C(0x7FFF) << 48 | (isnan(value) ? UINT64_C(1) << 47 : 0);
    } else if (value != 0) {
        int exponent;
        double fraction = frexp(fabs(value), &exponent);
        uint64_t mantissa = (uint64_t)ldexp(fraction, 53) & ((UINT64_C(1) << 52) - 1);
        high |= (uint64_t)(exponent - 1 + 16383) << 48 | mantissa >> 4;
        low = mantissa << 60;
    }
    memcpy(bytes, &low, 8);
    memcpy(bytes + 8, &high, 8);
}

static uint32_t float_bytes(enum float_kind kind) {
    const struct float_format *format = &formats[kind];
    uint32_t sign = kind == FLOAT_F8E8M0FNU ? 0 : 1;
    return (format->exponent_bits + format->mantissa_bits + sign + 7u) / 8;
}

double float_load(enum float_kind kind, const void *data) {
    if (kind == FLOAT_F80) {
        return f80_load(data);
    }
    if (kind == FLOAT_F128) {
        return f128_load(data);
    }
    uint64_t bits = 0;
    memcpy(&bits, data, float_bytes(kind));
    return float_from_bits(kind, bits);
}

void float_store(enum float_kind kind, double value, void *data) {
    if (kind == FLOAT_F80) {
        f80_store(value, data);
    } else if (kind == FLOAT_F128) {
        f128_store(value, data);
    } else {
        uint64_t bits = float_to_bits(kind, value);
        memcpy(data, &bits, float_bytes(kind));
    }
}

uint32_t float_precision(enum float_kind kind) {
    return formats[kind].mantissa_bits + (kind == FLOAT_F80 ? 0u : 1u);
}

uint32_t float_width_bytes(enum float_kind kind) {
    return float_bytes(kind);
}
