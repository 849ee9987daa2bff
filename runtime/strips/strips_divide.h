/*
 * Strips of integers divided by one number, a part of strips_impl.h: a product whose upper half is
 * taken, and shifts, instead of a division of each element (Granlund and Montgomery, "Division by
 * invariant integers using multiplication"). With N bits of the type and l of those that hold all
 * numbers below the divisor d, unsigned numbers are multiplied by 2^N (2^l - d) / d + 1, signed
 * ones by 2^(N + l - 1) / |d| + 1, both rounded down and without what is beyond N bits.
 */

/* The upper half of a product. */
#define UPPER_HALF(t, T, wide, width)                                                              \
    static inline T upper_half_##t(T a, T b) {                                                     \
        return (T)(((wide)a * (wide)b) >> (width));                                                \
    }
UPPER_HALF(i16, int16_t, int32_t, 16)
UPPER_HALF(u16, uint16_t, uint32_t, 16)
UPPER_HALF(i32, int32_t, int64_t, 32)
UPPER_HALF(u32, uint32_t, uint64_t, 32)

static inline uint64_t upper_half_u64(uint64_t a, uint64_t b) {
    uint64_t a_low = (uint32_t)a, a_high = a >> 32, b_low = (uint32_t)b, b_high = b >> 32;
    uint64_t middle = a_high * b_low + (a_low * b_low >> 32);
    return a_high * b_high + (middle >> 32) + ((a_low * b_high + (uint32_t)middle) >> 32);
}

static inline int64_t upper_half_i64(int64_t a, int64_t b) {
    uint64_t upper = upper_half_u64((uint64_t)a, (uint64_t)b);
    return (int64_t)(upper - ((uint64_t)b & (uint64_t)(a >> 63)) -
                     ((uint64_t)a & (uint64_t)(b >> 63)));
}

/* The bits that hold all numbers below d. */
static inline int bits_below(uint64_t d) {
    return d <= 1 ? 0 : 64 - __builtin_clzll(d - 1);
}

/* Divided by a power of two: shifted, after what makes of negative numbers the next one towards
 * zero. `less`: one less than the divisor. */
#define SIGNED_ROUNDED(t, T)                                                                       \
    static inline T rounded_##t(T a, T less) {                                                     \
        return (T)(a + (a < 0 ? less : 0));                                                        \
    }
#define UNSIGNED_ROUNDED(t, U)                                                                     \
    static inline U rounded_##t(U a, U less) {                                                     \
        (void)less;                                                                                \
        return a;                                                                                  \
    }

/* The quotient is (upper half + (a - upper half) >> first) >> second. D has twice the bits. */
#define UNSIGNED_DIVISOR(t, U, D, width)                                                           \
    struct divisor_##t {                                                                           \
        U multiplier;                                                                              \
        int first, second;                                                                         \
    };                                                                                             \
    static inline struct divisor_##t divisor_##t(U d) {                                            \
        int bits = bits_below(d);                                                                  \
        D excess = ((D)1 << bits) - d;                                                             \
        return (struct divisor_##t){(U)((excess << (width)) / d + 1), bits > 0,                    \
                                    bits > 0 ? bits - 1 : 0};                                      \
    }                                                                                              \
    static inline U divided_##t(U a, struct divisor_##t by) {                                      \
        U upper = upper_half_##t(by.multiplier, a);                                                \
        U rest = (U)((U)(a - upper) >> by.first);                                                  \
        return (U)((U)(upper + rest) >> by.second);                                                \
    }                                                                                              \
    UNSIGNED_ROUNDED(t, U)

/* Of the size of d, and with its sign (0 or -1) in the end. */
#define SIGNED_DIVISOR(t, T, U, D, width)                                                          \
    struct divisor_##t {                                                                           \
        T multiplier, sign;                                                                        \
        int shift;                                                                                 \
    };                                                                                             \
    static inline struct divisor_##t divisor_##t(T d) {                                            \
        U size = d < 0 ? (U)(0 - (U)d) : (U)d;                                                     \
        int bits = size > 1 ? bits_below(size) : 1;                                                \
        D power = (D)1 << ((width)-1 + bits);                                                      \
        return (struct divisor_##t){(T)(U)(power / size + 1), (T)(d < 0 ? -1 : 0), bits - 1};      \
    }                                                                                              \
    static inline T divided_##t(T a, struct divisor_##t by) {                                      \
        T sum = (T)((U)a + (U)upper_half_##t(by.multiplier, a));                                   \
        T quotient = (T)((U)(sum >> by.shift) + (U)(a < 0));                                       \
        return (T)((U)(quotient ^ by.sign) - (U)by.sign);                                          \
    }                                                                                              \
    SIGNED_ROUNDED(t, T)

__extension__ typedef unsigned __int128 bits_128;
SIGNED_DIVISOR(i16, int16_t, uint16_t, uint64_t, 16)
SIGNED_DIVISOR(i32, int32_t, uint32_t, uint64_t, 32)
SIGNED_DIVISOR(i64, int64_t, uint64_t, bits_128, 64)
UNSIGNED_DIVISOR(u16, uint16_t, uint64_t, 16)
UNSIGNED_DIVISOR(u32, uint32_t, uint64_t, 32)
UNSIGNED_DIVISOR(u64, uint64_t, bits_128, 64)

/* Of 8 bits, by more than 1: 2^16 / d rounded up is exact for all of them. */
struct divisor_u8 {
    uint16_t multiplier;
};
static inline struct divisor_u8 divisor_u8(uint8_t d) {
    return (struct divisor_u8){(uint16_t)(UINT16_MAX / d + 1)};
}
static inline uint8_t divided_u8(uint8_t a, struct divisor_u8 by) {
    return (uint8_t)upper_half_u16(a, by.multiplier);
}
UNSIGNED_ROUNDED(u8, uint8_t)

struct divisor_i8 {
    struct divisor_u8 size;
    int8_t sign;
};
static inline struct divisor_i8 divisor_i8(int8_t d) {
    return (struct divisor_i8){divisor_u8((uint8_t)(d < 0 ? -d : d)), (int8_t)(d < 0 ? -1 : 0)};
}
static inline int8_t divided_i8(int8_t a, struct divisor_i8 by) {
    uint8_t size = (uint8_t)(a < 0 ? 0u - (uint8_t)a : (uint8_t)a);
    int8_t sign = (int8_t)((a < 0 ? -1 : 0) ^ by.sign);
    return (int8_t)((divided_u8(size, by.size) ^ (uint8_t)sign) - (uint8_t)sign);
}
SIGNED_ROUNDED(i8, int8_t)

/* What is made of an element and its quotient. */
#define OF_QUOTIENT_div(t, a, q, b) (q)
#define OF_QUOTIENT_rem(t, a, q, b) sdyrt_sub_##t(a, sdyrt_mul_##t(q, b))

/* Of fewer elements than this the multiplier is not worth its own division. */
enum { DIVIDED_LEAST = 8 };

#define SDYRT_DIVISION(op, t)                                                                      \
    STRIP_2_VV(op, t, TYPE(t))                                                                     \
    STRIP_2_SV(op, t, TYPE(t))                                                                     \
    static void strip_##op##_##t##_vs(TYPE(t) * dst, const TYPE(t) * a, TYPE(t) b, int64_t n) {    \
        if (b == 0 || b == 1 || b == (TYPE(t)) - 1 || n < DIVIDED_LEAST) {                         \
            FOR_STRIP {                                                                            \
                dst[i] = sdyrt_##op##_##t(a[i], b);                                                \
            }                                                                                      \
            return;                                                                                \
        }                                                                                          \
        const TYPE(t) less = (TYPE(t))(b - (b > 0));                                               \
        if (b > 0 && (b & less) == 0) {                                                            \
            const int shift = __builtin_ctzll((unsigned long long)b);                              \
            FOR_STRIP {                                                                            \
                TYPE(t) quotient = (TYPE(t))(rounded_##t(a[i], less) >> shift);                    \
                dst[i] = OF_QUOTIENT_##op(t, a[i], quotient, b);                                   \
            }                                                                                      \
            return;                                                                                \
        }                                                                                          \
        struct divisor_##t by = divisor_##t(b);                                                    \
        FOR_STRIP {                                                                                \
            TYPE(t) quotient = divided_##t(a[i], by);                                              \
            dst[i] = OF_QUOTIENT_##op(t, a[i], quotient, b);                                       \
        }                                                                                          \
    }
