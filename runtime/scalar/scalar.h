/*
 * What every elementwise operation does to one element: sdyrt_<op>_<type>, StableHLO's semantics.
 *
 * The strips are loops of these, and code for an optimising compiler inlines them, so both agree.
 * Compile with -ffp-contract=off (each operation rounds) and, for loops of these to become vector
 * code, -O3 -fopenmp-simd -fno-math-errno -fno-trapping-math.
 *
 * Where StableHLO leaves a choice:
 *   integers wrap; x / 0 is -1 (all ones), x rem 0 is x; MIN / -1 is MIN, MIN rem -1 is 0;
 *   a negative integer power is 0 unless the base is 1 or -1;
 *   shifts by the width or more (or by negative amounts) shift everything out;
 *   max and min give NaN if an operand is one, and -0 is less than +0;
 *   float to integer truncates and saturates, NaN becomes 0; anything to i1 is "is not zero";
 *   to floats of at most 16 bits: nearest even; overflow is infinity, NaN in formats that have no
 *   infinity, and the largest number in those that have neither; there NaN becomes minus zero.
 */
#ifndef SDYRT_SCALAR_H
#define SDYRT_SCALAR_H

#include "scalar_math.h"
#include "scalar_math_f64.h"
#include "types.h"

/* ---- floats ---------------------------------------------------------------------------------- */

/* Whether the compiler knows that it is neither zero nor NaN: one instruction finds the greater
 * then, and a NaN on the other side stays. */
#define SDYRT_IS_NUMBER(a) (__builtin_constant_p((a) != 0) && (a) != 0 && (a) == (a))

/* `f` is the suffix of C library functions, `u` the unsigned type of the same size. */
#define SDYRT_SCALAR_FLOAT(t, T, f, u)                                                             \
    static inline T sdyrt_add_##t(T a, T b) {                                                      \
        return a + b;                                                                              \
    }                                                                                              \
    static inline T sdyrt_sub_##t(T a, T b) {                                                      \
        return a - b;                                                                              \
    }                                                                                              \
    static inline T sdyrt_mul_##t(T a, T b) {                                                      \
        return a * b;                                                                              \
    }                                                                                              \
    static inline T sdyrt_div_##t(T a, T b) {                                                      \
        return a / b;                                                                              \
    }                                                                                              \
    static inline T sdyrt_rem_##t(T a, T b) {                                                      \
        return fmod##f(a, b);                                                                      \
    }                                                                                              \
    static inline T sdyrt_pow_##t(T a, T b) {                                                      \
        return pow##f(a, b);                                                                       \
    }                                                                                              \
    static inline T sdyrt_atan2_##t(T a, T b) {                                                    \
        return atan2##f(a, b);                                                                     \
    }                                                                                              \
    static inline T sdyrt_max_##t(T a, T b) {                                                      \
        if (SDYRT_IS_NUMBER(a)) {                                                                  \
            return a > b ? a : b;                                                                  \
        }                                                                                          \
        if (SDYRT_IS_NUMBER(b)) {                                                                  \
            return b > a ? b : a;                                                                  \
        }                                                                                          \
        u bits_a, bits_b;                                                                          \
        T equal;                                                                                   \
        memcpy(&bits_a, &a, sizeof a);                                                             \
        memcpy(&bits_b, &b, sizeof b);                                                             \
        bits_a &= bits_b; /* of +0 and -0: +0 */                                                   \
        memcpy(&equal, &bits_a, sizeof a);                                                         \
        T greater = a > b ? a : b;                                                                 \
        greater = a == b ? equal : greater;                                                        \
        return a != a ? a : greater;                                                               \
    }                                                                                              \
    static inline T sdyrt_min_##t(T a, T b) {                                                      \
        if (SDYRT_IS_NUMBER(a)) {                                                                  \
            return a < b ? a : b;                                                                  \
        }                                                                                          \
        if (SDYRT_IS_NUMBER(b)) {                                                                  \
            return b < a ? b : a;                                                                  \
        }                                                                                          \
        u bits_a, bits_b;                                                                          \
        T equal;                                                                                   \
        memcpy(&bits_a, &a, sizeof a);                                                             \
        memcpy(&bits_b, &b, sizeof b);                                                             \
        bits_a |= bits_b; /* of +0 and -0: -0 */                                                   \
        memcpy(&equal, &bits_a, sizeof a);                                                         \
        T less = a < b ? a : b;                                                                    \
        less = a == b ? equal : less;                                                              \
        return a != a ? a : less;                                                                  \
    }                                                                                              \
    static inline T sdyrt_abs_##t(T a) {                                                           \
        return fabs##f(a);                                                                         \
    }                                                                                              \
    static inline T sdyrt_neg_##t(T a) {                                                           \
        return -a;                                                                                 \
    }                                                                                              \
    static inline T sdyrt_sign_##t(T a) {                                                          \
        T one = copysign##f((T)1, a);                                                              \
        return a != a || a == 0 ? a : one;                                                         \
    }                                                                                              \
    static inline T sdyrt_rsqrt_##t(T a) {                                                         \
        return 1 / sqrt##f(a);                                                                     \
    }                                                                                              \
    static inline T sdyrt_round_nearest_even_##t(T a) {                                            \
        return rint##f(a);                                                                         \
    }                                                                                              \
    static inline T sdyrt_round_nearest_afz_##t(T a) {                                             \
        T whole = trunc##f(a);                                                                     \
        T away = whole + copysign##f((T)1, a);                                                     \
        return fabs##f(a - whole) >= (T)0.5 ? away : whole;                                        \
    }                                                                                              \
    static inline uint8_t sdyrt_is_finite_##t(T a) {                                               \
        return a - a == 0;                                                                         \
    }

SDYRT_SCALAR_FLOAT(f32, float, f, uint32_t)
SDYRT_SCALAR_FLOAT(f64, double, , uint64_t)
#undef SDYRT_SCALAR_FLOAT

/* Functions that are the C library's. */
#define SDYRT_SCALAR_LIBM_32(op)                                                                   \
    static inline float sdyrt_##op##_f32(float a) {                                                \
        return op##f(a);                                                                           \
    }
#define SDYRT_SCALAR_LIBM_64(op)                                                                   \
    static inline double sdyrt_##op##_f64(double a) {                                              \
        return op(a);                                                                              \
    }
#define SDYRT_SCALAR_LIBM(op) SDYRT_SCALAR_LIBM_32(op) SDYRT_SCALAR_LIBM_64(op)
SDYRT_SCALAR_LIBM(sqrt)
SDYRT_SCALAR_LIBM(cbrt)
SDYRT_SCALAR_LIBM(sin)
SDYRT_SCALAR_LIBM(cos)
SDYRT_SCALAR_LIBM(tan)
SDYRT_SCALAR_LIBM(asin)
SDYRT_SCALAR_LIBM(acos)
SDYRT_SCALAR_LIBM(atan)
SDYRT_SCALAR_LIBM(sinh)
SDYRT_SCALAR_LIBM(cosh)
SDYRT_SCALAR_LIBM(asinh)
SDYRT_SCALAR_LIBM(acosh)
SDYRT_SCALAR_LIBM(atanh)
SDYRT_SCALAR_LIBM(erfc)
SDYRT_SCALAR_LIBM(floor)
SDYRT_SCALAR_LIBM(ceil)
SDYRT_SCALAR_LIBM(trunc)
SDYRT_SCALAR_LIBM_64(log)
SDYRT_SCALAR_LIBM_64(log1p)
SDYRT_SCALAR_LIBM_64(erf)
#undef SDYRT_SCALAR_LIBM
#undef SDYRT_SCALAR_LIBM_32
#undef SDYRT_SCALAR_LIBM_64

static inline float sdyrt_lgamma_f32(float a) {
    int sign; /* lgamma_r: lgamma writes a global */
    return lgammaf_r(a, &sign);
}

static inline double sdyrt_lgamma_f64(double a) {
    int sign;
    return lgamma_r(a, &sign);
}

/* ---- integers -------------------------------------------------------------------------------- */

/* What signed and unsigned share, for values below the width of int wrapping included: W is an
 * unsigned type of at least 32 bits in which the arithmetic is done. */
#define SDYRT_SCALAR_INT(t, T, U, W, width)                                                        \
    static inline T sdyrt_add_##t(T a, T b) {                                                      \
        return (T)((W)a + (W)b);                                                                   \
    }                                                                                              \
    static inline T sdyrt_sub_##t(T a, T b) {                                                      \
        return (T)((W)a - (W)b);                                                                   \
    }                                                                                              \
    static inline T sdyrt_mul_##t(T a, T b) {                                                      \
        return (T)((W)a * (W)b);                                                                   \
    }                                                                                              \
    static inline T sdyrt_neg_##t(T a) {                                                           \
        return (T)(0 - (W)a);                                                                      \
    }                                                                                              \
    static inline T sdyrt_max_##t(T a, T b) {                                                      \
        return a > b ? a : b;                                                                      \
    }                                                                                              \
    static inline T sdyrt_min_##t(T a, T b) {                                                      \
        return a < b ? a : b;                                                                      \
    }                                                                                              \
    static inline T sdyrt_and_##t(T a, T b) {                                                      \
        return (T)(a & b);                                                                         \
    }                                                                                              \
    static inline T sdyrt_or_##t(T a, T b) {                                                       \
        return (T)(a | b);                                                                         \
    }                                                                                              \
    static inline T sdyrt_xor_##t(T a, T b) {                                                      \
        return (T)(a ^ b);                                                                         \
    }                                                                                              \
    static inline T sdyrt_not_##t(T a) {                                                           \
        return (T)~a;                                                                              \
    }                                                                                              \
    /* Bytes in steps: vectors have no shift of each by an amount of its own. */                   \
    static inline T sdyrt_shift_left_##t(T a, T b) {                                               \
        U by = (U)((U)b & (width - 1)), shifted = (U)a;                                            \
        if (width > 8) {                                                                           \
            shifted = (U)((W)shifted << by);                                                       \
        } else {                                                                                   \
            shifted = (by & 4) != 0 ? (U)(shifted << 4) : shifted;                                 \
            shifted = (by & 2) != 0 ? (U)(shifted << 2) : shifted;                                 \
            shifted = (by & 1) != 0 ? (U)(shifted << 1) : shifted;                                 \
        }                                                                                          \
        return (U)b < width ? (T)shifted : 0;                                                      \
    }                                                                                              \
    /* Below the width of int, nothing is left of a shift by the width. */                         \
    static inline T sdyrt_shift_right_logical_##t(T a, T b) {                                      \
        const U most = width < 32 ? width : width - 1;                                             \
        U shifted = (U)((U)a >> ((U)b < most ? (U)b : most));                                      \
        return width < 32 || (U)b < width ? (T)shifted : 0;                                        \
    }                                                                                              \
    static inline T sdyrt_popcnt_##t(T a) {                                                        \
        U x = (U)a;                                                                                \
        x = (U)(x - ((x >> 1) & (U)0x5555555555555555u));                                          \
        x = (U)((x & (U)0x3333333333333333u) + ((x >> 2) & (U)0x3333333333333333u));               \
        x = (U)((x + (x >> 4)) & (U)0x0f0f0f0f0f0f0f0fu);                                          \
        /* The lowest byte becomes the sum of all. */                                              \
        x = (U)(width > 8 ? x + (x >> (8 & (width - 1))) : x);                                     \
        x = (U)(width > 16 ? x + (x >> (16 & (width - 1))) : x);                                   \
        x = (U)(width > 32 ? x + (x >> (32 & (width - 1))) : x);                                   \
        return (T)(x & 0x7f);                                                                      \
    }                                                                                              \
    static inline T sdyrt_clz_##t(T a) {                                                           \
        U x = (U)a;                                                                                \
        /* All bits below the leading one. */                                                      \
        x = (U)(x | (x >> 1));                                                                     \
        x = (U)(x | (x >> 2));                                                                     \
        x = (U)(x | (x >> 4));                                                                     \
        x = (U)(width > 8 ? x | (x >> (8 & (width - 1))) : x);                                     \
        x = (U)(width > 16 ? x | (x >> (16 & (width - 1))) : x);                                   \
        x = (U)(width > 32 ? x | (x >> (32 & (width - 1))) : x);                                   \
        return sdyrt_popcnt_##t((T)~x);                                                            \
    }

/* The quotient of two integers rounds to a float, wide enough, that is truncated to it: vectors of
 * floats are divided, integers one by one. A number that is known the compiler multiplies by. */
#define SDYRT_QUOTIENT_BY(T, F, a, b) (__builtin_constant_p(b) ? (T)(a / b) : (T)((F)a / (F)b))
#define SDYRT_QUOTIENT_i8(T, a, b)    SDYRT_QUOTIENT_BY(T, float, a, b)
#define SDYRT_QUOTIENT_u8(T, a, b)    SDYRT_QUOTIENT_BY(T, float, a, b)
#define SDYRT_QUOTIENT_i16(T, a, b)   SDYRT_QUOTIENT_BY(T, float, a, b)
#define SDYRT_QUOTIENT_u16(T, a, b)   SDYRT_QUOTIENT_BY(T, float, a, b)
#define SDYRT_QUOTIENT_i32(T, a, b)   SDYRT_QUOTIENT_BY(T, double, a, b)
#define SDYRT_QUOTIENT_u32(T, a, b)   SDYRT_QUOTIENT_BY(T, double, a, b)
#define SDYRT_QUOTIENT_i64(T, a, b)   (a / b)
#define SDYRT_QUOTIENT_u64(T, a, b)   (a / b)

#define SDYRT_SCALAR_SIGNED(t, T, U, W, width)                                                     \
    SDYRT_SCALAR_INT(t, T, U, W, width)                                                            \
    static inline T sdyrt_shift_right_arithmetic_##t(T a, T b) {                                   \
        return (T)(a >> ((U)b < width ? (U)b : width - 1));                                        \
    }                                                                                              \
    static inline T sdyrt_abs_##t(T a) {                                                           \
        return a < 0 ? sdyrt_neg_##t(a) : a;                                                       \
    }                                                                                              \
    static inline T sdyrt_sign_##t(T a) {                                                          \
        return (T)((a > 0) - (a < 0));                                                             \
    }                                                                                              \
    static inline T sdyrt_div_##t(T a, T b) {                                                      \
        T divisor = b == 0 || b == -1 ? 1 : b;                                                     \
        T quotient = SDYRT_QUOTIENT_##t(T, a, divisor);                                            \
        quotient = b == -1 ? sdyrt_neg_##t(a) : quotient;                                          \
        return b == 0 ? -1 : quotient;                                                             \
    }                                                                                              \
    static inline T sdyrt_rem_##t(T a, T b) {                                                      \
        T divisor = b == 0 || b == -1 ? 1 : b;                                                     \
        T quotient = SDYRT_QUOTIENT_##t(T, a, divisor);                                            \
        T remainder = sdyrt_sub_##t(a, sdyrt_mul_##t(quotient, divisor));                          \
        return b == 0 ? a : remainder;                                                             \
    }                                                                                              \
    static inline T sdyrt_pow_##t(T a, T b) {                                                      \
        if (b < 0) {                                                                               \
            T odd = b & 1 ? a : 1;                                                                 \
            return a == 1 || a == -1 ? odd : 0;                                                    \
        }                                                                                          \
        T result = 1;                                                                              \
        for (; b > 0; b = (T)(b >> 1)) {                                                           \
            result = b & 1 ? sdyrt_mul_##t(result, a) : result;                                    \
            a = sdyrt_mul_##t(a, a);                                                               \
        }                                                                                          \
        return result;                                                                             \
    }

#define SDYRT_SCALAR_UNSIGNED(t, U, W, width)                                                      \
    SDYRT_SCALAR_INT(t, U, U, W, width)                                                            \
    static inline U sdyrt_shift_right_arithmetic_##t(U a, U b) {                                   \
        U fill = (U)(a >> (width - 1) ? ~(U)0 : 0);                                                \
        U shift = b < width ? b : width - 1;                                                       \
        return (U)((U)((U)(a ^ fill) >> shift) ^ fill);                                            \
    }                                                                                              \
    static inline U sdyrt_abs_##t(U a) {                                                           \
        return a;                                                                                  \
    }                                                                                              \
    static inline U sdyrt_sign_##t(U a) {                                                          \
        return a != 0;                                                                             \
    }                                                                                              \
    static inline U sdyrt_div_##t(U a, U b) {                                                      \
        U divisor = b == 0 ? 1 : b;                                                                \
        U quotient = SDYRT_QUOTIENT_##t(U, a, divisor);                                            \
        return b == 0 ? (U) ~(U)0 : quotient;                                                      \
    }                                                                                              \
    static inline U sdyrt_rem_##t(U a, U b) {                                                      \
        U divisor = b == 0 ? 1 : b;                                                                \
        U quotient = SDYRT_QUOTIENT_##t(U, a, divisor);                                            \
        U remainder = sdyrt_sub_##t(a, sdyrt_mul_##t(quotient, divisor));                          \
        return b == 0 ? a : remainder;                                                             \
    }                                                                                              \
    static inline U sdyrt_pow_##t(U a, U b) {                                                      \
        U result = 1;                                                                              \
        for (; b > 0; b = (U)(b >> 1)) {                                                           \
            result = b & 1 ? sdyrt_mul_##t(result, a) : result;                                    \
            a = sdyrt_mul_##t(a, a);                                                               \
        }                                                                                          \
        return result;                                                                             \
    }

SDYRT_SCALAR_SIGNED(i8, int8_t, uint8_t, uint32_t, 8)
SDYRT_SCALAR_SIGNED(i16, int16_t, uint16_t, uint32_t, 16)
SDYRT_SCALAR_SIGNED(i32, int32_t, uint32_t, uint32_t, 32)
SDYRT_SCALAR_SIGNED(i64, int64_t, uint64_t, uint64_t, 64)
SDYRT_SCALAR_UNSIGNED(u8, uint8_t, uint32_t, 8)
SDYRT_SCALAR_UNSIGNED(u16, uint16_t, uint32_t, 16)
SDYRT_SCALAR_UNSIGNED(u32, uint32_t, uint32_t, 32)
SDYRT_SCALAR_UNSIGNED(u64, uint64_t, uint64_t, 64)
#undef SDYRT_SCALAR_INT
#undef SDYRT_SCALAR_SIGNED
#undef SDYRT_SCALAR_UNSIGNED

#define SDYRT_SCALAR_FEW_BITS(bits)                                                                \
    static inline int8_t sdyrt_wrap_##bits##_i8(int8_t a) {                                        \
        return (int8_t)((int8_t)((uint32_t)a << (8 - bits)) >> (8 - bits));                        \
    }                                                                                              \
    static inline uint8_t sdyrt_wrap_##bits##_u8(uint8_t a) {                                      \
        return a & ((1 << bits) - 1);                                                              \
    }                                                                                              \
    static inline int8_t sdyrt_clip_##bits##_i8(int8_t a) {                                        \
        int8_t low = -(1 << (bits - 1)), high = (1 << (bits - 1)) - 1;                             \
        return a < low ? low : a > high ? high : a;                                                \
    }                                                                                              \
    static inline uint8_t sdyrt_clip_##bits##_u8(uint8_t a) {                                      \
        uint8_t high = (1 << bits) - 1;                                                            \
        return a > high ? high : a;                                                                \
    }
SDYRT_SCALAR_FEW_BITS(2)
SDYRT_SCALAR_FEW_BITS(4)
#undef SDYRT_SCALAR_FEW_BITS

/* ---- booleans -------------------------------------------------------------------------------- */

#define SDYRT_SCALAR_BOOL(op, expression)                                                          \
    static inline uint8_t sdyrt_##op##_i1(uint8_t a, uint8_t b) {                                  \
        return (uint8_t)(expression);                                                              \
    }
SDYRT_SCALAR_BOOL(add, a | b)
SDYRT_SCALAR_BOOL(mul, a &b)
SDYRT_SCALAR_BOOL(max, a | b)
SDYRT_SCALAR_BOOL(min, a &b)
SDYRT_SCALAR_BOOL(and, a &b)
SDYRT_SCALAR_BOOL(or, a | b)
SDYRT_SCALAR_BOOL(xor, a ^ b)
#undef SDYRT_SCALAR_BOOL

static inline uint8_t sdyrt_not_i1(uint8_t a) {
    return a ^ 1;
}

/* ---- comparisons, selection, clamping -------------------------------------------------------- */

#define SDYRT_SCALAR_COMPARE(op, t, operator)                                                      \
    static inline uint8_t sdyrt_##op##_##t(SDYRT_TYPE(t) a, SDYRT_TYPE(t) b) {                     \
        return a operator b;                                                                       \
    }
#define SDYRT_SCALAR_ORDER(t)                                                                      \
    SDYRT_SCALAR_COMPARE(eq, t, ==)                                                                \
    SDYRT_SCALAR_COMPARE(ne, t, !=)                                                                \
    SDYRT_SCALAR_COMPARE(lt, t, <)                                                                 \
    SDYRT_SCALAR_COMPARE(le, t, <=)                                                                \
    SDYRT_SCALAR_COMPARE(gt, t, >)                                                                 \
    SDYRT_SCALAR_COMPARE(ge, t, >=)                                                                \
    static inline SDYRT_TYPE(t) sdyrt_select_##t(uint8_t p, SDYRT_TYPE(t) a, SDYRT_TYPE(t) b) {    \
        return p ? a : b;                                                                          \
    }                                                                                              \
    static inline SDYRT_TYPE(t)                                                                    \
        sdyrt_clamp_##t(SDYRT_TYPE(t) low, SDYRT_TYPE(t) a, SDYRT_TYPE(t) high) {                  \
        return sdyrt_min_##t(sdyrt_max_##t(a, low), high);                                         \
    }
SDYRT_SCALAR_ORDER(f32)
SDYRT_SCALAR_ORDER(f64)
SDYRT_SCALAR_ORDER(i1)
SDYRT_SCALAR_ORDER(i8)
SDYRT_SCALAR_ORDER(i16)
SDYRT_SCALAR_ORDER(i32)
SDYRT_SCALAR_ORDER(i64)
SDYRT_SCALAR_ORDER(u8)
SDYRT_SCALAR_ORDER(u16)
SDYRT_SCALAR_ORDER(u32)
SDYRT_SCALAR_ORDER(u64)
#undef SDYRT_SCALAR_COMPARE
#undef SDYRT_SCALAR_ORDER

#include "scalar_convert.h"

#endif
