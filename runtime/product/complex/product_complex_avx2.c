/* Complex products that are so small that packing would take longer, by vectors of AVX2. */
#include "product_complex.h"

#include "cpu.h"
#include "parts.h"
#include "product_shape.h"
#include "sizes.h"

#if defined(__x86_64__) && defined(__linux__)

#include <immintrin.h>

#define TARGET AVX2_TARGET

/* Loads and stores are of the lanes that `part` has, a bit each. Most vectors are whole; a store
   by a mask takes processors of AMD over ten cycles. */

#if SDYRT_HAS_PRODUCT_C64
static AVX2_TARGET __m256i lanes_of_c64(uint32_t part) {
    const __m256i bits = _mm256_setr_epi32(1, 2, 4, 8, 16, 32, 64, 128);
    return _mm256_cmpeq_epi32(_mm256_and_si256(_mm256_set1_epi32((int)part), bits), bits);
}

static AVX2_TARGET void store_c64(float *to, uint32_t part, __m256 sum) {
    if (part == 0xff) {
        _mm256_storeu_ps(to, sum);
    } else {
        _mm256_maskstore_ps(to, lanes_of_c64(part), sum);
    }
}

#define REAL                 float
#define NAME(x)              x##_avx2_c64
#define VECTOR               __m256
#define LANES                INT64_C(8)
#define LOAD(part, at)       _mm256_maskload_ps(at, lanes_of_c64(part))
#define STORE(to, part, sum) store_c64(to, part, sum)
#define TURNED(y)                                                                                  \
    _mm256_xor_ps(_mm256_permute_ps(y, 0xb1),                                                      \
                  _mm256_setr_ps(-0.0f, 0, -0.0f, 0, -0.0f, 0, -0.0f, 0))
#define SET   _mm256_set1_ps
#define TIMES _mm256_mul_ps
#define PLUS  _mm256_add_ps
#include "product_complex_vectors.inc"
#endif

#if SDYRT_HAS_PRODUCT_C128
static AVX2_TARGET __m256i lanes_of_c128(uint32_t part) {
    const __m256i bits = _mm256_setr_epi64x(1, 2, 4, 8);
    return _mm256_cmpeq_epi64(_mm256_and_si256(_mm256_set1_epi64x((int64_t)part), bits), bits);
}

static AVX2_TARGET void store_c128(double *to, uint32_t part, __m256d sum) {
    if (part == 0xf) {
        _mm256_storeu_pd(to, sum);
    } else {
        _mm_storeu_pd(to, _mm256_castpd256_pd128(sum));
    }
}

#define REAL                 double
#define NAME(x)              x##_avx2_c128
#define VECTOR               __m256d
#define LANES                INT64_C(4)
#define LOAD(part, at)       _mm256_maskload_pd(at, lanes_of_c128(part))
#define STORE(to, part, sum) store_c128(to, part, sum)
#define TURNED(x)            _mm256_xor_pd(_mm256_permute_pd(x, 5), SIGNS)
#define SIGNS                _mm256_setr_pd(-0.0, 0, -0.0, 0)
#define SET                  _mm256_set1_pd
#define TIMES                _mm256_mul_pd
#define PLUS                 _mm256_add_pd
#include "product_complex_vectors.inc"
#endif

#endif
