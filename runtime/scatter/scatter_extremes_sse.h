/* The greatest and least of two floats without a branch that cannot be foreseen, as which of them
 * is greater: a wrong guess waits until the memory has come. Internal to the runtime. */
#ifndef SDYRT_SCATTER_EXTREMES_SSE_H
#define SDYRT_SCATTER_EXTREMES_SSE_H

#include "scalar.h"

#if defined(__x86_64__)
#include <emmintrin.h>

/* As sdyrt_max and sdyrt_min. The instruction gives the second number where both are equal, and
 * zeros may have different signs then. */
#define SDYRT_EXTREME(op, t, V, s, p, of_zeros)                                                    \
    static inline SDYRT_TYPE(t) sdyrt_scatter_##op##_##t(SDYRT_TYPE(t) old, SDYRT_TYPE(t) value) { \
        if (__builtin_expect(__builtin_isunordered(old, value), 0)) {                              \
            return old != old ? old : value;                                                       \
        }                                                                                          \
        V a = _mm_set1_##p(old), b = _mm_set1_##p(value);                                          \
        return SDYRT_LOW_##s(_mm_##of_zeros##_##p(_mm_##op##_##s(a, b), _mm_##op##_##s(b, a)));    \
    }
#define SDYRT_LOW_ss(x) _mm_cvtss_f32(x)
#define SDYRT_LOW_sd(x) _mm_cvtsd_f64(x)
#else
#define SDYRT_EXTREME(op, t, V, s, p, of_zeros)                                                    \
    static inline SDYRT_TYPE(t) sdyrt_scatter_##op##_##t(SDYRT_TYPE(t) old, SDYRT_TYPE(t) value) { \
        return sdyrt_##op##_##t(old, value);                                                       \
    }
#endif
SDYRT_EXTREME(max, f32, __m128, ss, ps, and)
SDYRT_EXTREME(min, f32, __m128, ss, ps, or)
SDYRT_EXTREME(max, f64, __m128d, sd, pd, and)
SDYRT_EXTREME(min, f64, __m128d, sd, pd, or)

#endif
