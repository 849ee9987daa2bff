/*
 * Elements a few places apart, by permutations of whole vectors; a part of strips_impl.h. Where
 * vectors have 64 bytes, the vectors that have some of the elements are read one after the other,
 * and each gives its elements their lanes.
 */

#if defined(SDYRT_WITH_AVX512)
#include "strips_strided_avx512.h"
#endif

#define LOAD_ONE_BY_ONE(bits)                                                                      \
    static inline bool load_permuted_##bits(void *d, const void *s, int64_t n, int64_t stride) {   \
        (void)d, (void)s, (void)n, (void)stride;                                                   \
        return false;                                                                              \
    }
LOAD_ONE_BY_ONE(8)
#if !defined(SDYRT_WITH_AVX512)
LOAD_ONE_BY_ONE(16)
LOAD_ONE_BY_ONE(32)
#endif
LOAD_ONE_BY_ONE(64)
LOAD_ONE_BY_ONE(128)

/* What strips of so many bits have besides, where bytes are permuted: if picked, or the target. */
#if !defined(SDYRT_WITH_AVX512) || (defined(SDYRT_ONE_ISA) && !defined(__AVX512VBMI__))
#undef STRIP_VBMI_8
#define STRIP_VBMI_8
#endif
#define STRIP_VBMI(bits) STRIP_VBMI_##bits
#define STRIP_VBMI_16
#define STRIP_VBMI_32
#define STRIP_VBMI_64
#define STRIP_VBMI_128
