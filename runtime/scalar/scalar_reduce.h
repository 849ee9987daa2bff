/*
 * Reductions in the orders that strips.h documents. Each macro defines a static function `name`:
 * SDYRT_SCALAR_REDUCE(name, op, t) makes one value of a strip, SDYRT_SCALAR_DOT(name, t) sums the
 * products of two strips, SDYRT_SCALAR_FOLD(name, op, t) combines rows of memory into a strip.
 * Strips and inlined code share them, so both give the same bits.
 */
#ifndef SDYRT_SCALAR_REDUCE_H
#define SDYRT_SCALAR_REDUCE_H

#include "scalar.h"

/* Lanes of a short strip, and of a long one: four vectors of 64 bytes hide the latency of the
 * operation for four-byte elements. */
enum { SDYRT_REDUCE_LANES = 16, SDYRT_REDUCE_MANY = SDYRT_REDUCE_LANES * 4 };

/* What combining with changes nothing. */
#define SDYRT_IDENTITY_add(t)  0
#define SDYRT_IDENTITY_mul(t)  1
#define SDYRT_IDENTITY_or(t)   0
#define SDYRT_IDENTITY_xor(t)  0
#define SDYRT_IDENTITY_and(t)  SDYRT_IDENTITY_AND_##t
#define SDYRT_IDENTITY_max(t)  SDYRT_LOWEST_##t
#define SDYRT_IDENTITY_min(t)  SDYRT_HIGHEST_##t
#define SDYRT_IDENTITY_AND_i1  1
#define SDYRT_IDENTITY_AND_i8  -1
#define SDYRT_IDENTITY_AND_i16 -1
#define SDYRT_IDENTITY_AND_i32 -1
#define SDYRT_IDENTITY_AND_i64 -1
#define SDYRT_IDENTITY_AND_u8  UINT8_MAX
#define SDYRT_IDENTITY_AND_u16 UINT16_MAX
#define SDYRT_IDENTITY_AND_u32 UINT32_MAX
#define SDYRT_IDENTITY_AND_u64 UINT64_MAX
#define SDYRT_LOWEST_f32       -INFINITY
#define SDYRT_LOWEST_f64       (double)-INFINITY
#define SDYRT_LOWEST_i1        0
#define SDYRT_LOWEST_i8        INT8_MIN
#define SDYRT_LOWEST_i16       INT16_MIN
#define SDYRT_LOWEST_i32       INT32_MIN
#define SDYRT_LOWEST_i64       INT64_MIN
#define SDYRT_LOWEST_u8        0
#define SDYRT_LOWEST_u16       0
#define SDYRT_LOWEST_u32       0
#define SDYRT_LOWEST_u64       0
#define SDYRT_HIGHEST_f32      INFINITY
#define SDYRT_HIGHEST_f64      (double)INFINITY
#define SDYRT_HIGHEST_i1       1
#define SDYRT_HIGHEST_i8       INT8_MAX
#define SDYRT_HIGHEST_i16      INT16_MAX
#define SDYRT_HIGHEST_i32      INT32_MAX
#define SDYRT_HIGHEST_i64      INT64_MAX
#define SDYRT_HIGHEST_u8       UINT8_MAX
#define SDYRT_HIGHEST_u16      UINT16_MAX
#define SDYRT_HIGHEST_u32      UINT32_MAX
#define SDYRT_HIGHEST_u64      UINT64_MAX

/* Combines the whole groups of `count` terms from `at` on into the `count` lanes of `to`; `term(i)`
 * is term i. */
#define SDYRT_REDUCE_GROUPS(op, t, to, count, term)                                                \
    for (; at + (count) <= n; at += (count)) {                                                     \
        _Pragma("omp simd") for (int l = 0; l < (count); l++) {                                    \
            to[l] = sdyrt_##op##_##t(to[l], term(at + l));                                         \
        }                                                                                          \
    }
/* Combines the lanes of `to` with those of `from`, `count` of them. */
#define SDYRT_REDUCE_LANES_OF(op, t, to, from, count)                                              \
    for (int l = 0; l < (count); l++) {                                                            \
        to[l] = sdyrt_##op##_##t(to[l], from[l]);                                                  \
    }

/* A function of `parameters`, among them n: n terms to one value. */
#define SDYRT_REDUCE_TERMS(name, op, t, parameters, term)                                          \
    static inline SDYRT_TYPE(t) name parameters {                                                  \
        SDYRT_TYPE(t) lane[SDYRT_REDUCE_LANES];                                                    \
        int64_t at = 0;                                                                            \
        for (int l = 0; l < SDYRT_REDUCE_LANES; l++) {                                             \
            lane[l] = SDYRT_IDENTITY_##op(t);                                                      \
        }                                                                                          \
        if (n >= SDYRT_REDUCE_MANY) {                                                              \
            SDYRT_TYPE(t) many[SDYRT_REDUCE_MANY];                                                 \
            for (int l = 0; l < SDYRT_REDUCE_MANY; l++) {                                          \
                many[l] = SDYRT_IDENTITY_##op(t);                                                  \
            }                                                                                      \
            SDYRT_REDUCE_GROUPS(op, t, many, SDYRT_REDUCE_MANY, term)                              \
            for (int half = SDYRT_REDUCE_MANY / 2; half > SDYRT_REDUCE_LANES; half /= 2) {         \
                SDYRT_REDUCE_LANES_OF(op, t, many, (many + half), half)                            \
            }                                                                                      \
            for (int l = 0; l < SDYRT_REDUCE_LANES; l++) {                                         \
                lane[l] = sdyrt_##op##_##t(many[l], many[l + SDYRT_REDUCE_LANES]);                 \
            }                                                                                      \
        }                                                                                          \
        SDYRT_REDUCE_GROUPS(op, t, lane, SDYRT_REDUCE_LANES, term)                                 \
        for (int l = 0; at + l < n; l++) {                                                         \
            lane[l] = sdyrt_##op##_##t(lane[l], term(at + l));                                     \
        }                                                                                          \
        for (int half = SDYRT_REDUCE_LANES / 2; half > 0; half /= 2) {                             \
            SDYRT_REDUCE_LANES_OF(op, t, lane, (lane + half), half)                                \
        }                                                                                          \
        return lane[0];                                                                            \
    }

#define SDYRT_REDUCE_ELEMENT(i) a[i]
#define SDYRT_REDUCE_STRIP(name, op, t)                                                            \
    SDYRT_REDUCE_TERMS(name, op, t, (const SDYRT_TYPE(t) * a, int64_t n), SDYRT_REDUCE_ELEMENT)

#define SDYRT_SCALAR_REDUCE(name, op, t) SDYRT_REDUCE_##op(name, t)
#define SDYRT_REDUCE_add(name, t)        SDYRT_REDUCE_STRIP(name, add, t)
#define SDYRT_REDUCE_mul(name, t)        SDYRT_REDUCE_STRIP(name, mul, t)
#define SDYRT_REDUCE_and(name, t)        SDYRT_REDUCE_STRIP(name, and, t)
#define SDYRT_REDUCE_or(name, t)         SDYRT_REDUCE_STRIP(name, or, t)
#define SDYRT_REDUCE_xor(name, t)        SDYRT_REDUCE_STRIP(name, xor, t)
#define SDYRT_REDUCE_max(name, t)        SDYRT_REDUCE_EXTREME_##t(name, max)
#define SDYRT_REDUCE_min(name, t)        SDYRT_REDUCE_EXTREME_##t(name, min)
#define SDYRT_REDUCE_EXTREME_f32(name, op)                                                         \
    SDYRT_REDUCE_BY_KEYS(name, SDYRT_KEY_##op, float, int32_t, INT32_MAX, 0x7f800000)
#define SDYRT_REDUCE_EXTREME_f64(name, op)                                                         \
    SDYRT_REDUCE_BY_KEYS(name, SDYRT_KEY_##op, double, int64_t, INT64_MAX, 0x7ff0000000000000)
#define SDYRT_REDUCE_EXTREME_i1(name, op)  SDYRT_REDUCE_STRIP(name, op, i1)
#define SDYRT_REDUCE_EXTREME_i8(name, op)  SDYRT_REDUCE_STRIP(name, op, i8)
#define SDYRT_REDUCE_EXTREME_i16(name, op) SDYRT_REDUCE_STRIP(name, op, i16)
#define SDYRT_REDUCE_EXTREME_i32(name, op) SDYRT_REDUCE_STRIP(name, op, i32)
#define SDYRT_REDUCE_EXTREME_i64(name, op) SDYRT_REDUCE_STRIP(name, op, i64)
#define SDYRT_REDUCE_EXTREME_u8(name, op)  SDYRT_REDUCE_STRIP(name, op, u8)
#define SDYRT_REDUCE_EXTREME_u16(name, op) SDYRT_REDUCE_STRIP(name, op, u16)
#define SDYRT_REDUCE_EXTREME_u32(name, op) SDYRT_REDUCE_STRIP(name, op, u32)
#define SDYRT_REDUCE_EXTREME_u64(name, op) SDYRT_REDUCE_STRIP(name, op, u64)

/* gcc 12 moves pairs of integers through registers of MMX, and so leaves those of the x87 in a
 * state in which long doubles come out as NaN. Such a function calls no memcpy that the C library's
 * headers define inline, as they do with _FORTIFY_SOURCE: inlining wants the same target. */
#if defined(__GNUC__) && !defined(__clang__) && defined(__x86_64__)
#define SDYRT_NO_MMX __attribute__((target("no-mmx"), noinline))
#else
#define SDYRT_NO_MMX
#endif

/* The greatest or least float, whatever the order: floats are compared as integers, which are in
 * the same order once the bits of negative ones are turned over. NaNs come out beyond the
 * infinities. */
#define SDYRT_KEY_max(low, high) high
#define SDYRT_KEY_min(low, high) low
#define SDYRT_REDUCE_BY_KEYS(name, choice, T, I, all_but_sign, infinity)                           \
    SDYRT_NO_MMX static T name(const T *a, int64_t n) {                                            \
        I low = infinity, high = ~(I)infinity;                                                     \
        _Pragma("omp simd reduction(min : low) reduction(max : high)") for (int64_t i = 0; i < n;  \
                                                                            i++) {                 \
            I key;                                                                                 \
            __builtin_memcpy(&key, &a[i], sizeof key);                                             \
            key ^= key < 0 ? all_but_sign : 0;                                                     \
            low = key < low ? key : low;                                                           \
            high = key > high ? key : high;                                                        \
        }                                                                                          \
        if (high > infinity || low < ~(I)infinity) {                                               \
            return (T)NAN;                                                                         \
        }                                                                                          \
        I best = choice(low, high);                                                                \
        best ^= best < 0 ? all_but_sign : 0;                                                       \
        T result;                                                                                  \
        __builtin_memcpy(&result, &best, sizeof result);                                           \
        return result;                                                                             \
    }

#define SDYRT_REDUCE_PRODUCT(i) (a[i] * b[i])
#define SDYRT_SCALAR_DOT(name, t)                                                                  \
    SDYRT_REDUCE_TERMS(name, add, t,                                                               \
                       (const SDYRT_TYPE(t) * a, const SDYRT_TYPE(t) * b, int64_t n),              \
                       SDYRT_REDUCE_PRODUCT)

/* The greatest or least of numbers of 16 bits as a float, by keys of 16 bits. */
#define SDYRT_SCALAR_REDUCE_NARROW(name, op, s) SDYRT_REDUCE_NARROW_##op(name, s)
#define SDYRT_REDUCE_NARROW_max(name, s)        SDYRT_REDUCE_NARROW_KEYS(name, SDYRT_KEY_max, s)
#define SDYRT_REDUCE_NARROW_min(name, s)        SDYRT_REDUCE_NARROW_KEYS(name, SDYRT_KEY_min, s)
#define SDYRT_INFINITY_bf16                     0x7f80
#define SDYRT_INFINITY_f16                      0x7c00
#define SDYRT_REDUCE_NARROW_KEYS(name, choice, s)                                                  \
    SDYRT_NO_MMX static float name(const uint16_t *a, int64_t n) {                                 \
        int16_t low = SDYRT_INFINITY_##s, high = ~SDYRT_INFINITY_##s;                              \
        _Pragma("omp simd reduction(min : low) reduction(max : high)") for (int64_t i = 0; i < n;  \
                                                                            i++) {                 \
            int16_t key = (int16_t)a[i];                                                           \
            key = (int16_t)(key ^ (key < 0 ? INT16_MAX : 0));                                      \
            low = key < low ? key : low;                                                           \
            high = key > high ? key : high;                                                        \
        }                                                                                          \
        if (high > SDYRT_INFINITY_##s || low < ~SDYRT_INFINITY_##s) {                              \
            return NAN;                                                                            \
        }                                                                                          \
        int16_t best = choice(low, high);                                                          \
        return sdyrt_convert_##s##_f32((uint16_t)(best ^ (best < 0 ? INT16_MAX : 0)));             \
    }

/* Four rows at a time: their streams hide the latency of memory, and sums are read and written once
 * for the four. `wide(a)` is what is added of an element `a` of type S. */
#define SDYRT_SCALAR_FOLD_OF(name, op, t, S, wide)                                                 \
    static inline void name(SDYRT_TYPE(t) *__restrict sums, const S *__restrict a, int64_t rows,   \
                            int64_t stride, int64_t n) {                                           \
        int64_t row = 0;                                                                           \
        for (; row + 4 <= rows; row += 4, a += 4 * stride) {                                       \
            const S *b = a + stride, *c = b + stride, *d = c + stride;                             \
            _Pragma("omp simd") for (int64_t i = 0; i < n; i++) {                                  \
                SDYRT_TYPE(t)                                                                      \
                two = sdyrt_##op##_##t(sdyrt_##op##_##t(sums[i], wide(a[i])), wide(b[i]));         \
                sums[i] = sdyrt_##op##_##t(sdyrt_##op##_##t(two, wide(c[i])), wide(d[i]));         \
            }                                                                                      \
        }                                                                                          \
        for (; row < rows; row++, a += stride) {                                                   \
            _Pragma("omp simd") for (int64_t i = 0; i < n; i++) {                                  \
                sums[i] = sdyrt_##op##_##t(sums[i], wide(a[i]));                                   \
            }                                                                                      \
        }                                                                                          \
    }
#define SDYRT_AS_IT_IS(a) a
#define SDYRT_SCALAR_FOLD(name, op, t)                                                             \
    SDYRT_SCALAR_FOLD_OF(name, op, t, SDYRT_TYPE(t), SDYRT_AS_IT_IS)

/* The same for a sum of complex numbers of parts of type t, which goes to `sum`. */
#define SDYRT_COMPLEX_SUM(name, t)                                                                 \
    static inline void name(void *sum, const void *strip, int64_t n) {                             \
        enum { FEW = SDYRT_REDUCE_LANES * 2, MANY = SDYRT_REDUCE_MANY * 2 };                       \
        const SDYRT_TYPE(t) *a = (const SDYRT_TYPE(t) *)strip;                                     \
        SDYRT_TYPE(t) part[FEW] = {0};                                                             \
        int64_t at = 0, parts = 2 * n;                                                             \
        if (parts >= MANY) {                                                                       \
            SDYRT_TYPE(t) many[MANY] = {0};                                                        \
            for (; at + MANY <= parts; at += MANY) {                                               \
                _Pragma("omp simd") for (int k = 0; k < MANY; k++) {                               \
                    many[k] += a[at + k];                                                          \
                }                                                                                  \
            }                                                                                      \
            for (int half = MANY / 2; half > FEW; half /= 2) {                                     \
                for (int k = 0; k < half; k++) {                                                   \
                    many[k] += many[k + half];                                                     \
                }                                                                                  \
            }                                                                                      \
            for (int k = 0; k < FEW; k++) {                                                        \
                part[k] = many[k] + many[k + FEW];                                                 \
            }                                                                                      \
        }                                                                                          \
        for (; at + FEW <= parts; at += FEW) {                                                     \
            _Pragma("omp simd") for (int k = 0; k < FEW; k++) {                                    \
                part[k] += a[at + k];                                                              \
            }                                                                                      \
        }                                                                                          \
        for (int k = 0; at + k < parts; k++) {                                                     \
            part[k] += a[at + k];                                                                  \
        }                                                                                          \
        for (int half = SDYRT_REDUCE_LANES; half > 1; half /= 2) {                                 \
            for (int k = 0; k < half; k++) {                                                       \
                part[k] += part[k + half];                                                         \
            }                                                                                      \
        }                                                                                          \
        memcpy(sum, part, 2 * sizeof part[0]);                                                     \
    }

#endif
