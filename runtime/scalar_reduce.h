/*
 * A strip to one value, in the order that strips.h documents: SDYRT_SCALAR_REDUCE(name, op, t)
 * defines a static function `name` of a strip and its length. Strips and inlined code share it, so
 * both give the same bits.
 */
#ifndef SDYRT_SCALAR_REDUCE_H
#define SDYRT_SCALAR_REDUCE_H

#include "scalar.h"

enum { SDYRT_REDUCE_LANES = 16 };

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

#define SDYRT_SCALAR_REDUCE(name, op, t)                                                           \
    static inline SDYRT_TYPE(t) name(const SDYRT_TYPE(t) * a, int64_t n) {                         \
        SDYRT_TYPE(t) lane[SDYRT_REDUCE_LANES];                                                    \
        for (int l = 0; l < SDYRT_REDUCE_LANES; l++) {                                             \
            lane[l] = SDYRT_IDENTITY_##op(t);                                                      \
        }                                                                                          \
        int64_t whole = n - n % SDYRT_REDUCE_LANES;                                                \
        for (int64_t i = 0; i < whole; i += SDYRT_REDUCE_LANES) {                                  \
            _Pragma("omp simd") for (int l = 0; l < SDYRT_REDUCE_LANES; l++) {                     \
                lane[l] = sdyrt_##op##_##t(lane[l], a[i + l]);                                     \
            }                                                                                      \
        }                                                                                          \
        for (int64_t i = whole; i < n; i++) {                                                      \
            lane[i - whole] = sdyrt_##op##_##t(lane[i - whole], a[i]);                             \
        }                                                                                          \
        for (int half = SDYRT_REDUCE_LANES / 2; half > 0; half /= 2) {                             \
            for (int l = 0; l < half; l++) {                                                       \
                lane[l] = sdyrt_##op##_##t(lane[l], lane[l + half]);                               \
            }                                                                                      \
        }                                                                                          \
        return lane[0];                                                                            \
    }

/* The same for a sum of complex numbers of parts of type t, which goes to `sum`. */
#define SDYRT_COMPLEX_SUM(name, t)                                                                 \
    static inline void name(void *sum, const void *strip, int64_t n) {                             \
        enum { PARTS = 2 * SDYRT_REDUCE_LANES };                                                   \
        const SDYRT_TYPE(t) *a = (const SDYRT_TYPE(t) *)strip;                                     \
        SDYRT_TYPE(t) part[PARTS] = {0};                                                           \
        int64_t parts = 2 * n, whole = parts - parts % PARTS;                                      \
        for (int64_t i = 0; i < whole; i += PARTS) {                                               \
            _Pragma("omp simd") for (int k = 0; k < PARTS; k++) {                                  \
                part[k] += a[i + k];                                                               \
            }                                                                                      \
        }                                                                                          \
        for (int64_t i = whole; i < parts; i++) {                                                  \
            part[i - whole] += a[i];                                                               \
        }                                                                                          \
        for (int half = SDYRT_REDUCE_LANES; half > 1; half /= 2) {                                 \
            for (int k = 0; k < half; k++) {                                                       \
                part[k] += part[k + half];                                                         \
            }                                                                                      \
        }                                                                                          \
        memcpy(sum, part, 2 * sizeof part[0]);                                                     \
    }

#endif
