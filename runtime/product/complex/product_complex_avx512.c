/* Complex products that are so small that packing would take longer, by vectors of AVX-512. */
#include "product_complex.h"

#include "cpu.h"
#include "parts.h"
#include "product_shape.h"
#include "sizes.h"

#if defined(__x86_64__) && defined(__linux__)

#include <immintrin.h>

#define TARGET AVX512_TARGET

#if SDYRT_HAS_PRODUCT_C64
#define REAL                 float
#define NAME(x)              x##_avx512_c64
#define VECTOR               __m512
#define LANES                INT64_C(16)
#define LOAD(part, at)       _mm512_maskz_loadu_ps((__mmask16)(part), at)
#define STORE(to, part, sum) _mm512_mask_storeu_ps(to, (__mmask16)(part), sum)
#define TURNED(y)                                                                                  \
    _mm512_mask_sub_ps(_mm512_permute_ps(y, 0xb1), 0x5555, _mm512_set1_ps(-0.0f),                  \
                       _mm512_permute_ps(y, 0xb1))
#define SET   _mm512_set1_ps
#define TIMES _mm512_mul_ps
#define PLUS  _mm512_add_ps
#include "product_complex_vectors.inc"
#endif

#if SDYRT_HAS_PRODUCT_C128
#define REAL                 double
#define NAME(x)              x##_avx512_c128
#define VECTOR               __m512d
#define LANES                INT64_C(8)
#define LOAD(part, at)       _mm512_maskz_loadu_pd((__mmask8)(part), at)
#define STORE(to, part, sum) _mm512_mask_storeu_pd(to, (__mmask8)(part), sum)
#define TURNED(y)                                                                                  \
    _mm512_mask_sub_pd(_mm512_permute_pd(y, 0x55), 0x55, _mm512_set1_pd(-0.0),                     \
                       _mm512_permute_pd(y, 0x55))
#define SET   _mm512_set1_pd
#define TIMES _mm512_mul_pd
#define PLUS  _mm512_add_pd
#include "product_complex_vectors.inc"
#endif

#endif
