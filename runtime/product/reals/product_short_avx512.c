/* Products whose rows of the result are one vector or two, or a part of one. */
#include "product_native.h"

#include "caches.h"
#include "cpu.h"
#include "parts.h"
#include "product_micro.h"
#include "product_shape.h"

#if defined(__x86_64__)

#include <immintrin.h>

#if SDYRT_HAS_PRODUCT_F32
#define REAL                    float
#define LANES                   16
#define VECTOR                  __m512
#define MASK                    __mmask16
#define LOAD(mask, from)        _mm512_maskz_loadu_ps(mask, from)
#define STORE(to, mask, vector) _mm512_mask_storeu_ps(to, mask, vector)
#define SET                     _mm512_set1_ps
#define MADD                    _mm512_fmadd_ps
#define PLUS                    _mm512_add_ps
#define PERMUTE                 _mm512_permutexvar_ps
#define PLACE                   int32_t
#define PAIR(from)              _mm_loadl_epi64((const void *)(from))
#define BOTH(from)              _mm512_castsi512_ps(_mm512_broadcastq_epi64(PAIR(from)))
#define FOUR(from)              _mm512_broadcast_f32x4(_mm_loadu_ps(from))
#define NAME(x)                 x##_f32
#include "product_short_avx512.inc"
#endif

#if SDYRT_HAS_PRODUCT_F64
#define REAL                    double
#define LANES                   8
#define VECTOR                  __m512d
#define MASK                    __mmask8
#define LOAD(mask, from)        _mm512_maskz_loadu_pd(mask, from)
#define STORE(to, mask, vector) _mm512_mask_storeu_pd(to, mask, vector)
#define SET                     _mm512_set1_pd
#define MADD                    _mm512_fmadd_pd
#define PLUS                    _mm512_add_pd
#define PERMUTE                 _mm512_permutexvar_pd
#define PLACE                   int64_t
#define BOTH(from)              _mm512_broadcast_f64x2(_mm_loadu_pd(from))
#define FOUR(from)              _mm512_broadcast_f64x4(_mm256_loadu_pd(from))
#define NAME(x)                 x##_f64
#include "product_short_avx512.inc"
#endif

#endif
