/* Conversions of scalar.h: sdyrt_convert_<from>_<to>, and rounding to narrower formats. */
#ifndef SDYRT_SCALAR_CONVERT_H
#define SDYRT_SCALAR_CONVERT_H

#include "scalar_math.h"
#include "types.h"

/* ---- among compute types --------------------------------------------------------------------- */

#define SDYRT_SCALAR_CAST(s, t)                                                                    \
    static inline SDYRT_TYPE(t) sdyrt_convert_##s##_##t(SDYRT_TYPE(s) a) {                         \
        return (SDYRT_TYPE(t))a;                                                                   \
    }
#define SDYRT_SCALAR_TO_BOOL(s)                                                                    \
    static inline uint8_t sdyrt_convert_##s##_i1(SDYRT_TYPE(s) a) {                                \
        return a != 0;                                                                             \
    }
/* A choice, and no cast: gcc makes no vectors of numbers cast from what comparisons give. */
#define SDYRT_SCALAR_FROM_BOOL(t)                                                                  \
    static inline SDYRT_TYPE(t) sdyrt_convert_i1_##t(uint8_t a) {                                  \
        return a != 0 ? 1 : 0;                                                                     \
    }
#define SDYRT_SCALAR_FROM_INT(s)                                                                   \
    SDYRT_SCALAR_TO_BOOL(s)                                                                        \
    SDYRT_SCALAR_CAST(s, i8)                                                                       \
    SDYRT_SCALAR_CAST(s, i16)                                                                      \
    SDYRT_SCALAR_CAST(s, i32)                                                                      \
    SDYRT_SCALAR_CAST(s, i64)                                                                      \
    SDYRT_SCALAR_CAST(s, u8)                                                                       \
    SDYRT_SCALAR_CAST(s, u16)                                                                      \
    SDYRT_SCALAR_CAST(s, u32)                                                                      \
    SDYRT_SCALAR_CAST(s, u64)                                                                      \
    SDYRT_SCALAR_CAST(s, f32)                                                                      \
    SDYRT_SCALAR_CAST(s, f64)
SDYRT_SCALAR_FROM_BOOL(i1)
SDYRT_SCALAR_FROM_BOOL(i8)
SDYRT_SCALAR_FROM_BOOL(i16)
SDYRT_SCALAR_FROM_BOOL(i32)
SDYRT_SCALAR_FROM_BOOL(i64)
SDYRT_SCALAR_FROM_BOOL(u8)
SDYRT_SCALAR_FROM_BOOL(u16)
SDYRT_SCALAR_FROM_BOOL(u32)
SDYRT_SCALAR_FROM_BOOL(u64)
SDYRT_SCALAR_FROM_BOOL(f32)
SDYRT_SCALAR_FROM_BOOL(f64)
SDYRT_SCALAR_FROM_INT(i8)
SDYRT_SCALAR_FROM_INT(i16)
SDYRT_SCALAR_FROM_INT(i32)
SDYRT_SCALAR_FROM_INT(i64)
SDYRT_SCALAR_FROM_INT(u8)
SDYRT_SCALAR_FROM_INT(u16)
SDYRT_SCALAR_FROM_INT(u32)
SDYRT_SCALAR_FROM_INT(u64)

/* `above` is the first float past the integer range; the lowest integer is a float itself. */
#define SDYRT_SCALAR_SATURATE(s, t, lowest, highest, above)                                        \
    static inline SDYRT_TYPE(t) sdyrt_convert_##s##_##t(SDYRT_TYPE(s) a) {                         \
        const SDYRT_TYPE(s) past = (SDYRT_TYPE(s))above;                                           \
        SDYRT_TYPE(s) inside = a > (SDYRT_TYPE(s))lowest && a < past ? a : 0;                      \
        SDYRT_TYPE(t) result = (SDYRT_TYPE(t))inside;                                              \
        result = a <= (SDYRT_TYPE(s))lowest ? lowest : result;                                     \
        return a >= past ? highest : result;                                                       \
    }
/* Of few bits, in an i32: floats alone are compared, so that loops become vector code whatever has
 * made `a`. */
#define SDYRT_SCALAR_SATURATE_FEW(s, t, lowest, highest)                                           \
    static inline SDYRT_TYPE(t) sdyrt_convert_##s##_##t(SDYRT_TYPE(s) a) {                         \
        SDYRT_TYPE(s) inside = a > (SDYRT_TYPE(s))lowest ? a : (SDYRT_TYPE(s))lowest;              \
        inside = inside < (SDYRT_TYPE(s))highest ? inside : (SDYRT_TYPE(s))highest;                \
        inside = a != a ? 0 : inside;                                                              \
        return (SDYRT_TYPE(t))(int32_t)inside;                                                     \
    }
#define SDYRT_SCALAR_FROM_FLOAT(s)                                                                 \
    SDYRT_SCALAR_TO_BOOL(s)                                                                        \
    SDYRT_SCALAR_SATURATE_FEW(s, i8, INT8_MIN, INT8_MAX)                                           \
    SDYRT_SCALAR_SATURATE_FEW(s, i16, INT16_MIN, INT16_MAX)                                        \
    SDYRT_SCALAR_SATURATE(s, i32, INT32_MIN, INT32_MAX, 0x1p31f)                                   \
    SDYRT_SCALAR_SATURATE(s, i64, INT64_MIN, INT64_MAX, 0x1p63f)                                   \
    SDYRT_SCALAR_SATURATE_FEW(s, u8, 0, UINT8_MAX)                                                 \
    SDYRT_SCALAR_SATURATE_FEW(s, u16, 0, UINT16_MAX)                                               \
    SDYRT_SCALAR_SATURATE(s, u32, 0, UINT32_MAX, 0x1p32f)                                          \
    SDYRT_SCALAR_SATURATE(s, u64, 0, UINT64_MAX, 0x1p64f)                                          \
    SDYRT_SCALAR_CAST(s, f32)                                                                      \
    SDYRT_SCALAR_CAST(s, f64)
SDYRT_SCALAR_FROM_FLOAT(f32)
SDYRT_SCALAR_FROM_FLOAT(f64)
#undef SDYRT_SCALAR_CAST
#undef SDYRT_SCALAR_TO_BOOL
#undef SDYRT_SCALAR_FROM_INT
#undef SDYRT_SCALAR_SATURATE
#undef SDYRT_SCALAR_SATURATE_FEW
#undef SDYRT_SCALAR_FROM_BOOL
#undef SDYRT_SCALAR_FROM_FLOAT

/* ---- the same bits as another type ----------------------------------------------------------- */

#define SDYRT_SCALAR_BITCAST(s, t)                                                                 \
    static inline SDYRT_TYPE(t) sdyrt_bitcast_##s##_##t(SDYRT_TYPE(s) a) {                         \
        SDYRT_TYPE(t) result;                                                                      \
        memcpy(&result, &a, sizeof result);                                                        \
        return result;                                                                             \
    }
SDYRT_SCALAR_BITCAST(f32, u32)
SDYRT_SCALAR_BITCAST(u32, f32)
SDYRT_SCALAR_BITCAST(f64, u64)
SDYRT_SCALAR_BITCAST(u64, f64)
#undef SDYRT_SCALAR_BITCAST

/* ---- storage formats ------------------------------------------------------------------------- */

static inline float sdyrt_convert_bf16_f32(uint16_t a) {
    return sdyrt_float_f32((uint32_t)a << 16);
}

static inline uint16_t sdyrt_convert_f32_bf16(float a) {
    uint32_t bits = sdyrt_bits_f32(a);
    uint32_t rounded = (bits + 0x7fffu + (bits >> 16 & 1)) >> 16;
    uint32_t payload = bits >> 16 & 0x7fu;
    uint32_t some_nan = bits >> 16 | (payload != 0 ? 0 : 0x40u);
    return (uint16_t)(a != a ? some_nan : rounded);
}

/* The magnitude of `a` in a format of fewer bits: exponents have the given bias, values that round
 * past the code `largest` become `overflow`. A NaN keeps what fits of its bits, so that bits which
 * are only moved stay; `nan` where nothing is left. All selects, no branches. */
static inline uint32_t sdyrt_narrow_f32(float a, int mantissa, int bias, uint32_t largest,
                                        uint32_t overflow, uint32_t nan) {
    uint32_t bits = sdyrt_bits_f32(a) & 0x7fffffffu;
    int shift = 23 - mantissa;
    uint32_t halfway = (1u << (shift - 1)) - 1 + (bits >> shift & 1);
    uint32_t normal = ((bits + halfway) >> shift) - ((uint32_t)(127 - bias) << mantissa);
    /* Adding a power of two aligns the mantissa's end to the smallest subnormal, rounding it. */
    uint32_t aligner = (uint32_t)(127 - bias + 1 + shift) << 23;
    float aligned = sdyrt_float_f32(bits) + sdyrt_float_f32(aligner);
    uint32_t subnormal = sdyrt_bits_f32(aligned) - aligner;
    uint32_t code = bits < (uint32_t)(128 - bias) << 23 ? subnormal : normal;
    code = code > largest ? overflow : code;
    uint32_t payload = bits >> shift & ((1u << mantissa) - 1);
    uint32_t some_nan = payload != 0 ? (nan & ~0u << mantissa) | payload : nan;
    return bits > 0x7f800000u ? some_nan : code;
}

/* The float of a magnitude in such a format, its infinities and NaNs not yet told apart. To a
 * subnormal one a power of two is added, and taken off again: no float is subnormal on the way, for
 * products are computed while those count as zero. */
static inline float sdyrt_widen_f32(uint32_t code, int mantissa, int bias) {
    uint32_t bits = code << (23 - mantissa), least = (uint32_t)(128 - bias) << 23;
    float subnormal = sdyrt_float_f32(least + bits) - sdyrt_float_f32(least);
    float normal = sdyrt_float_f32(bits + ((uint32_t)(127 - bias) << 23));
    return code < 1u << mantissa ? subnormal : normal;
}

static inline float sdyrt_with_sign_f32(float magnitude, uint32_t sign) {
    return sdyrt_float_f32(sdyrt_bits_f32(magnitude) | sign << 31);
}

static inline uint16_t sdyrt_convert_f32_f16(float a) {
    uint32_t code = sdyrt_narrow_f32(a, 10, 15, 0x7bff, 0x7c00, 0x7e00);
    return (uint16_t)(code | (sdyrt_bits_f32(a) >> 16 & 0x8000u));
}

static inline float sdyrt_convert_f16_f32(uint16_t a) {
    uint32_t code = a & 0x7fffu;
    float special = sdyrt_float_f32(0x7f800000u | code << 13);
    float magnitude = code < 0x7c00 ? sdyrt_widen_f32(code, 10, 15) : special;
    return sdyrt_with_sign_f32(magnitude, a >> 15);
}

/* Formats of 8 bits with infinities, as f16 has them. */
#define SDYRT_SCALAR_IEEE(t, mantissa, bias)                                                       \
    static inline uint8_t sdyrt_convert_f32_##t(float a) {                                         \
        uint32_t infinity = 0x80u - (1u << mantissa);                                              \
        uint32_t quiet = infinity + (1u << (mantissa - 1));                                        \
        uint32_t code = sdyrt_narrow_f32(a, mantissa, bias, infinity - 1, infinity, quiet);        \
        return (uint8_t)(code | (sdyrt_bits_f32(a) >> 24 & 0x80u));                                \
    }                                                                                              \
    static inline float sdyrt_convert_##t##_f32(uint8_t a) {                                       \
        uint32_t code = a & 0x7fu;                                                                 \
        float special = sdyrt_float_f32(0x7f800000u | code << (23 - mantissa));                    \
        float magnitude =                                                                          \
            code < 0x80u - (1u << mantissa) ? sdyrt_widen_f32(code, mantissa, bias) : special;     \
        return sdyrt_with_sign_f32(magnitude, a >> 7);                                             \
    }
SDYRT_SCALAR_IEEE(f8e3m4, 4, 3)
SDYRT_SCALAR_IEEE(f8e4m3, 3, 7)
SDYRT_SCALAR_IEEE(f8e5m2, 2, 15)
#undef SDYRT_SCALAR_IEEE

/* All ones are NaN, and there is no infinity. */
static inline uint8_t sdyrt_convert_f32_f8e4m3fn(float a) {
    uint32_t code = sdyrt_narrow_f32(a, 3, 7, 0x7e, 0x7f, 0x7f);
    code = a != a ? 0x7f : code;
    return (uint8_t)(code | (sdyrt_bits_f32(a) >> 24 & 0x80u));
}

static inline float sdyrt_convert_f8e4m3fn_f32(uint8_t a) {
    uint32_t code = a & 0x7fu;
    float magnitude = code < 0x7f ? sdyrt_widen_f32(code, 3, 7) : NAN;
    return sdyrt_with_sign_f32(magnitude, a >> 7);
}

/* What would be minus zero is NaN, and there is no infinity. */
#define SDYRT_SCALAR_FNUZ(t, mantissa, bias)                                                       \
    static inline uint8_t sdyrt_convert_f32_##t(float a) {                                         \
        uint32_t code = sdyrt_narrow_f32(a, mantissa, bias, 0x7f, 0x80, 0x80);                     \
        uint32_t sign = sdyrt_bits_f32(a) >> 24 & 0x80u;                                           \
        code |= code != 0 ? sign : 0;                                                              \
        return (uint8_t)(a != a ? 0x80u : code);                                                   \
    }                                                                                              \
    static inline float sdyrt_convert_##t##_f32(uint8_t a) {                                       \
        float magnitude = sdyrt_widen_f32(a & 0x7fu, mantissa, bias);                              \
        return a == 0x80 ? NAN : sdyrt_with_sign_f32(magnitude, a >> 7);                           \
    }
SDYRT_SCALAR_FNUZ(f8e4m3fnuz, 3, 8)
SDYRT_SCALAR_FNUZ(f8e4m3b11fnuz, 3, 11)
SDYRT_SCALAR_FNUZ(f8e5m2fnuz, 2, 16)
#undef SDYRT_SCALAR_FNUZ

/* Numbers only, in the low bits of a byte: what is too large becomes the largest, NaN becomes minus
 * zero. */
#define SDYRT_SCALAR_FINITE(t, bits, mantissa, bias)                                               \
    static inline uint8_t sdyrt_convert_f32_##t(float a) {                                         \
        uint32_t largest = (1u << (bits - 1)) - 1;                                                 \
        uint32_t code = sdyrt_narrow_f32(a, mantissa, bias, largest, largest, 0);                  \
        code |= sdyrt_bits_f32(a) >> 31 << (bits - 1);                                             \
        return (uint8_t)(a != a ? 1u << (bits - 1) : code);                                        \
    }                                                                                              \
    static inline float sdyrt_convert_##t##_f32(uint8_t a) {                                       \
        float magnitude = sdyrt_widen_f32(a & ((1u << (bits - 1)) - 1), mantissa, bias);           \
        return sdyrt_with_sign_f32(magnitude, a >> (bits - 1) & 1u);                               \
    }
SDYRT_SCALAR_FINITE(f4e2m1fn, 4, 1, 1)
SDYRT_SCALAR_FINITE(f6e2m3fn, 6, 3, 1)
SDYRT_SCALAR_FINITE(f6e3m2fn, 6, 2, 3)
#undef SDYRT_SCALAR_FINITE

/* Powers of two from 2^-127 on, without sign, zero and infinity: the exponent of an f32. Zero
 * becomes the smallest. A number is one bit wide, and odd: halfway it goes up. */
static inline uint8_t sdyrt_convert_f32_f8e8m0fnu(float a) {
    uint32_t bits = sdyrt_bits_f32(a) & 0x7fffffffu;
    uint32_t halfway = bits < 0x00800000u ? 0x00200000u : 0x00400000u;
    uint32_t code = (bits + halfway) >> 23;
    return (uint8_t)(a < 0 || bits > 0x7f000000u + 0x3fffffu ? 0xffu : code);
}

static inline float sdyrt_convert_f8e8m0fnu_f32(uint8_t a) {
    float number = sdyrt_float_f32(a == 0 ? 0x00400000u : (uint32_t)a << 23);
    return a == 0xff ? NAN : number;
}

/* The double as a float whose last bit tells whether anything was cut off ("round to odd"):
 * rounding that to a narrower format gives what rounding the double would. */
static inline float sdyrt_odd_f32(double a) {
    float nearest = (float)a;
    uint32_t bits = sdyrt_bits_f32(nearest);
    uint32_t past = fabs((double)nearest) > fabs(a);
    return (double)nearest != a && a == a ? sdyrt_float_f32((bits - past) | 1) : nearest;
}

/* The same for integers past 2^53, of which 53 bits are kept. */
static inline double sdyrt_odd_i64(int64_t a) {
    int64_t cut = (uint64_t)a + (UINT64_C(1) << 53) > UINT64_C(1) << 54 ? 0x7ff : 0;
    return (double)((a | ((a & cut) + cut)) & ~cut);
}

static inline double sdyrt_odd_u64(uint64_t a) {
    uint64_t cut = a > UINT64_C(1) << 53 ? 0x7ff : 0;
    return (double)((a | ((a & cut) + cut)) & ~cut);
}

/* sdyrt_odd_f32 of what is zero or a normal float, as all integers are: bits alone. */
static inline float sdyrt_odd_normal_f32(double a) {
    const uint64_t cut = 0x1fffffff; /* an f32 has no room for these */
    uint64_t bits = sdyrt_bits_f64(a);
    return (float)sdyrt_float_f64((bits | ((bits & cut) + cut)) & ~cut);
}

static inline float sdyrt_convert_f64_odd(double a) {
    return sdyrt_odd_f32(a);
}

static inline float sdyrt_convert_i64_odd(int64_t a) {
    return sdyrt_odd_normal_f32(sdyrt_odd_i64(a));
}

static inline float sdyrt_convert_u64_odd(uint64_t a) {
    return sdyrt_odd_normal_f32(sdyrt_odd_u64(a));
}

/* Past 2^24 what an f32 has no room for is a bit that tells whether it was there. */
static inline float sdyrt_convert_i32_odd(int32_t a) {
    int32_t top = a >> 8 | ((a & 0xff) != 0);
    return a > -(1 << 24) && a < 1 << 24 ? (float)a : (float)top * 0x1p8f;
}

static inline float sdyrt_convert_u32_odd(uint32_t a) {
    int32_t top = (int32_t)(a >> 8 | ((a & 0xff) != 0));
    return a < 1u << 24 ? (float)(int32_t)a : (float)top * 0x1p8f;
}

#define SDYRT_SCALAR_STORAGE(s)                                                                    \
    static inline double sdyrt_convert_##s##_f64(SDYRT_TYPE(s) a) {                                \
        return (double)sdyrt_convert_##s##_f32(a);                                                 \
    }                                                                                              \
    static inline SDYRT_TYPE(s) sdyrt_convert_f64_##s(double a) {                                  \
        return sdyrt_convert_f32_##s(sdyrt_odd_f32(a));                                            \
    }                                                                                              \
    static inline SDYRT_TYPE(s) sdyrt_convert_i64_##s(int64_t a) {                                 \
        return sdyrt_convert_f64_##s(sdyrt_odd_i64(a));                                            \
    }                                                                                              \
    static inline SDYRT_TYPE(s) sdyrt_convert_u64_##s(uint64_t a) {                                \
        return sdyrt_convert_f64_##s(sdyrt_odd_u64(a));                                            \
    }                                                                                              \
    static inline float sdyrt_round_##s##_f32(float a) {                                           \
        return sdyrt_convert_##s##_f32(sdyrt_convert_f32_##s(a));                                  \
    }
SDYRT_SCALAR_STORAGE(bf16)
SDYRT_SCALAR_STORAGE(f16)
SDYRT_SCALAR_STORAGE(f4e2m1fn)
SDYRT_SCALAR_STORAGE(f6e2m3fn)
SDYRT_SCALAR_STORAGE(f6e3m2fn)
SDYRT_SCALAR_STORAGE(f8e3m4)
SDYRT_SCALAR_STORAGE(f8e4m3)
SDYRT_SCALAR_STORAGE(f8e4m3fn)
SDYRT_SCALAR_STORAGE(f8e4m3fnuz)
SDYRT_SCALAR_STORAGE(f8e4m3b11fnuz)
SDYRT_SCALAR_STORAGE(f8e5m2)
SDYRT_SCALAR_STORAGE(f8e5m2fnuz)
SDYRT_SCALAR_STORAGE(f8e8m0fnu)
#undef SDYRT_SCALAR_STORAGE

#endif
