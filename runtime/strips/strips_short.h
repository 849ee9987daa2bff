/*
 * Rows of few elements, many at a time: whether any or all of a row's elements of i1 are true, and
 * the place of the best of up to sixteen; a part of strips_impl.h, for vectors of 64 bytes.
 */

/* Most elements of a row, and rows at a time: a vector of either. */
enum { SHORT_ROW = SDYRT_REDUCE_LANES, SHORT_ROWS = SDYRT_REDUCE_LANES };

/* Of types that have no such function. */
#define PLACE_NO_SHORT(op, t)                                                                      \
    static inline bool place_short_##op##_##t(TYPE(t) * best, int32_t * places, const TYPE(t) * a, \
                                              int64_t stride, int64_t n) {                         \
        (void)best, (void)places, (void)a, (void)stride, (void)n;                                  \
        return false;                                                                              \
    }

#if defined(SDYRT_WITH_AVX512)
#include "strips_short_avx512.h"
#else
#define PLACE_SHORT_OF(op, t) PLACE_NO_SHORT(op, t)
#endif
