/* Floats as MLIR writes them: six digits where they give the same number back, else as many as tell
 * all numbers of the type apart, else the bits in hexadecimal.
 *
 * The digits are those of LLVM's APFloat::toString, which cuts the exact decimal expansion to a few
 * digits more than needed before it rounds; so does this. */
#include "ir/ir.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Enough for the smallest f64: 53 + 1074 * log2(5) bits. */
#define BIG_WORDS 84

struct big {
    uint32_t words[BIG_WORDS]; /* least significant first */
    uint32_t count;
};

static void big_multiply(struct big *big, uint32_t factor) {
    uint64_t carry = 0;
    for (uint32_t i = 0; i < big->count; i++) {
        carry += (uint64_t)big->words[i] * factor;
        big->words[i] = (uint32_t)carry;
        carry >>= 32;
    }
    if (carry) {
        big->words[big->count++] = (uint32_t)carry;
    }
}

/* Divides in place and returns the remainder. */
static uint32_t big_divide(struct big *big, uint32_t divisor) {
    uint64_t remainder = 0;
    for (uint32_t i = big->count; i-- > 0;) {
        remainder = remainder << 32 | big->words[i];
        big->words[i] = (uint32_t)(remainder / divisor);
        remainder %= divisor;
    }
    while (big->count && !big->words[big->count - 1]) {
        big->count--;
    }
    return (uint32_t)remainder;
}

static uint32_t big_bits(const struct big *big) {
    if (!big->count) {
        return 0;
    }
    return 32 * big->count - (uint32_t)__builtin_clz(big->words[big->count - 1]);
}

static void big_shift_left(struct big *big, uint32_t by) {
    for (; by >= 16; by -= 16) {
        big_multiply(big, UINT32_C(1) << 16);
    }
    big_multiply(big, UINT32_C(1) << by);
}

/* A number as decimal digits, most significant first, times a power of ten. */
struct decimal {
    char digits[40];
    uint32_t count;
    int32_t exponent; /* of the last digit */
};

/* 196/59 is a slight overestimate of log2(10). */
static void drop_low_digits(struct big *big, int32_t *exponent, uint32_t precision) {
    uint32_t bits = big_bits(big);
    uint32_t required = (precision * 196 + 58) / 59;
    if (bits <= required) {
        return;
    }
    uint32_t removable = (bits - required) * 59 / 196;
    *exponent += (int32_t)removable;
    for (; removable >= 9; removable -= 9) {
        big_divide(big, 1000000000);
    }
    for (; removable; removable--) {
        big_divide(big, 10);
    }
}

/* Digits come out least significant first; trailing zeros go. */
static void big_to_decimal(struct big *big, int32_t exponent, struct decimal *decimal) {
    char reversed[40];
    uint32_t count = 0;
    while (big->count && count < sizeof reversed) {
        char digit = (char)('0' + big_divide(big, 10));
        if (count == 0 && digit == '0') {
            exponent++;
        } else {
            reversed[count++] = digit;
        }
    }
    for (uint32_t i = 0; i < count; i++) {
        decimal->digits[i] = reversed[count - 1 - i];
    }
    decimal->count = count;
    decimal->exponent = exponent;
}

static void drop_last_digits(struct decimal *decimal, uint32_t count) {
    decimal->exponent += (int32_t)(decimal->count - count);
    decimal->count = count;
}

/* Half up, as LLVM does it. */
static void round_decimal(struct decimal *decimal, uint32_t precision) {
    if (decimal->count <= precision) {
        return;
    }
    bool up = decimal->digits[precision] >= '5';
    drop_last_digits(decimal, precision);
    if (!up) {
        while (decimal->count > 1 && decimal->digits[decimal->count - 1] == '0') {
            drop_last_digits(decimal, decimal->count - 1);
        }
        return;
    }
    while (decimal->count && decimal->digits[decimal->count - 1] == '9') {
        drop_last_digits(decimal, decimal->count - 1);
    }
    if (decimal->count) {
        decimal->digits[decimal->count - 1]++;
    } else {
        decimal->digits[0] = '1';
        decimal->count = 1;
    }
}

static void to_decimal(double value, uint32_t precision, struct decimal *decimal) {
    int exponent;
    double fraction = frexp(value, &exponent);
    uint64_t significand = (uint64_t)ldexp(fraction, 53);
    exponent -= 53;
    int zeros = __builtin_ctzll(significand);
    significand >>= zeros;
    exponent += zeros;
    struct big big = {.words = {(uint32_t)significand, (uint32_t)(significand >> 32)}, .count = 2};
    while (!big.words[big.count - 1]) {
        big.count--;
    }
    int32_t tens = 0;
    if (exponent > 0) {
        big_shift_left(&big, (uint32_t)exponent);
    } else {
        /* N * 2^-e = N * 5^e * 10^-e */
        tens = exponent;
        int32_t fives = -exponent;
        for (; fives >= 13; fives -= 13) {
            big_multiply(&big, 1220703125);
        }
        for (; fives; fives--) {
            big_multiply(&big, 5);
        }
    }
    drop_low_digits(&big, &tens, precision);
    big_to_decimal(&big, tens, decimal);
    round_decimal(decimal, precision);
}

static void write_exponent(char *text, const struct decimal *decimal, bool lower_case) {
    int32_t exponent = decimal->exponent + (int32_t)decimal->count - 1;
    sprintf(text, lower_case ? "e%c%02d" : "E%c%d", exponent < 0 ? '-' : '+', abs(exponent));
}

/* 4.471500e-02: `precision` digits and one more after the point. */
static void write_padded(char *text, const struct decimal *decimal, uint32_t precision) {
    *text++ = decimal->digits[0];
    *text++ = '.';
    for (uint32_t i = 1; i <= precision; i++) {
        *text++ = i < decimal->count ? decimal->digits[i] : '0';
    }
    write_exponent(text, decimal, true);
}

static void write_scientific(char *text, const struct decimal *decimal) {
    *text++ = decimal->digits[0];
    *text++ = '.';
    if (decimal->count == 1) {
        *text++ = '0';
    }
    memcpy(text, decimal->digits + 1, decimal->count - 1);
    write_exponent(text + decimal->count - 1, decimal, false);
}

/* Without exponent where that takes at most three zeros; without point where it is whole. */
static void write_shortest(char *text, const struct decimal *decimal, uint32_t precision) {
    int32_t exponent = decimal->exponent, count = (int32_t)decimal->count;
    int32_t whole = exponent + count; /* digits before the point */
    bool scientific =
        exponent >= 0 ? exponent > 3 || count + exponent > (int32_t)precision : whole - 1 < -3;
    if (scientific) {
        write_scientific(text, decimal);
    } else if (exponent >= 0) {
        sprintf(text, "%.*s%.*s", count, decimal->digits, exponent, "000");
    } else if (whole > 0) {
        sprintf(text, "%.*s.%.*s", whole, decimal->digits, count - whole, decimal->digits + whole);
    } else {
        sprintf(text, "0.%.*s%.*s", -whole, "000", count, decimal->digits);
    }
}

static bool gives_back(const char *text, enum float_kind kind, double value) {
    if (kind == FLOAT_F32) {
        return (double)strtof(text, NULL) == value;
    }
    unsigned char bytes[16];
    float_store(kind, strtod(text, NULL), bytes);
    return float_load(kind, bytes) == value;
}

static void print_hex(struct buffer *out, enum float_kind kind, const unsigned char *bytes) {
    char text[40];
    char *cursor = text;
    bool started = false;
    for (uint32_t i = float_width_bytes(kind); i-- > 0;) {
        for (int shift = 4; shift >= 0; shift -= 4) {
            uint32_t digit = (bytes[i] >> shift) & 15;
            started = started || digit;
            if (started) {
                *cursor++ = "0123456789ABCDEF"[digit];
            }
        }
    }
    buffer_add(out, "0x");
    buffer_add_bytes(out, started ? text : "0", started ? (size_t)(cursor - text) : 1);
}

#define FIRST_PRECISION 6

void float_print(struct buffer *out, enum float_kind kind, const void *data) {
    double value = float_load(kind, data);
    if (isnan(value) || isinf(value)) {
        print_hex(out, kind, data);
        return;
    }
    const char *sign = signbit(value) ? "-" : "";
    double magnitude = fabs(value);
    if (magnitude == 0) {
        buffer_printf(out, "%s0.000000e+00", sign);
        return;
    }
    char text[80];
    struct decimal decimal;
    to_decimal(magnitude, FIRST_PRECISION, &decimal);
    write_padded(text, &decimal, FIRST_PRECISION);
    if (!gives_back(text, kind, magnitude)) {
        uint32_t precision = 2 + float_precision(kind) * 59 / 196;
        to_decimal(magnitude, precision < 17 ? precision : 17, &decimal);
        write_shortest(text, &decimal, precision);
        if (!strchr(text, '.')) {
            print_hex(out, kind, data);
            return;
        }
    }
    buffer_add(out, sign);
    buffer_add(out, text);
}
