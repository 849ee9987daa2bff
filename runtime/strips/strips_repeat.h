/*
 * Elements that are each repeated a few times; a part of strips_impl.h. Where vectors have 64
 * bytes, a permutation of those that come next gives a whole vector of the result.
 */

enum { REPEATED = SDYRT_REDUCE_LANES }; /* fewer times than this: a vector has several */

#if defined(SDYRT_WITH_AVX512)
#include "strips_repeat_avx512.h"
#endif

#define REPEAT_ONE_BY_ONE(bits)                                                                    \
    static inline bool repeat_##bits(void *d, const void *s, int64_t rows, int64_t times) {        \
        (void)d, (void)s, (void)rows, (void)times;                                                 \
        return false;                                                                              \
    }
REPEAT_ONE_BY_ONE(8)
#if !defined(SDYRT_WITH_AVX512)
REPEAT_ONE_BY_ONE(16)
REPEAT_ONE_BY_ONE(32)
REPEAT_ONE_BY_ONE(64)
#endif
REPEAT_ONE_BY_ONE(128)
