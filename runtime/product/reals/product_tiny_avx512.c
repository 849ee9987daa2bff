/* Many products so small that several fit into a vector together. */
#include "product_native.h"

#include "cpu.h"
#include "parts.h"
#include "product_shape.h"
#include "sizes.h"

#if defined(__x86_64__)

#include <immintrin.h>

#if SDYRT_HAS_PRODUCT_F32
#define REAL                    float
#define LANES                   16
#define VECTOR                  __m512
#define PLACE                   int32_t
#define LOAD(mask, from)        _mm512_maskz_loadu_ps((__mmask16)(mask), from)
#define STORE(to, mask, vector) _mm512_mask_storeu_ps(to, (__mmask16)(mask), vector)
#define PICK(x, places)         _mm512_permutex2var_ps(x.low, _mm512_loadu_si512(places), x.high)
#define MADD                    _mm512_fmadd_ps
#define NAME(x)                 x##_f32
#include "product_tiny_avx512.inc"
#endif

#if SDYRT_HAS_PRODUCT_F64
#define REAL                    double
#define LANES                   8
#define VECTOR                  __m512d
#define PLACE                   int64_t
#define LOAD(mask, from)        _mm512_maskz_loadu_pd((__mmask8)(mask), from)
#define STORE(to, mask, vector) _mm512_mask_storeu_pd(to, (__mmask8)(mask), vector)
#define PICK(x, places)         _mm512_permutex2var_pd(x.low, _mm512_loadu_si512(places), x.high)
#define MADD                    _mm512_fmadd_pd
#define NAME(x)                 x##_f64
#include "product_tiny_avx512.inc"
#endif

#endif
