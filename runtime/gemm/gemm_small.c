#include "gemm_small.h"

#include "cpu.h"
#include "parts.h"

#if defined(__x86_64__)

#include <immintrin.h>

enum {
    MOST_ROWS = 8, /* of the result, held in registers */
    MOST_DEPTH = 32
};

#if SDYRT_HAS_GEMM_F32
#define REAL                    float
#define LANES                   16
#define VECTOR                  __m512
#define MASK                    __mmask16
#define LOAD(mask, from)        _mm512_maskz_loadu_ps(mask, from)
#define STORE(to, mask, vector) _mm512_mask_storeu_ps(to, mask, vector)
#define SET                     _mm512_set1_ps
#define MADD                    _mm512_fmadd_ps
#define PLUS                    _mm512_add_ps
#define NAME(x)                 x##_f32
#include "gemm_small.inc"
#endif

#if SDYRT_HAS_GEMM_F64
#define REAL                    double
#define LANES                   8
#define VECTOR                  __m512d
#define MASK                    __mmask8
#define LOAD(mask, from)        _mm512_maskz_loadu_pd(mask, from)
#define STORE(to, mask, vector) _mm512_mask_storeu_pd(to, mask, vector)
#define SET                     _mm512_set1_pd
#define MADD                    _mm512_fmadd_pd
#define PLUS                    _mm512_add_pd
#define NAME(x)                 x##_f64
#include "gemm_small.inc"
#endif

#else

#define NONE(type, REAL)                                                                           \
    int sdyrt_gemm_small_##type(const struct sdyrt_gemm *product, const REAL *a, const REAL *b,    \
                                REAL *c, int accumulate) {                                         \
        (void)product;                                                                             \
        (void)a;                                                                                   \
        (void)b;                                                                                   \
        (void)c;                                                                                   \
        (void)accumulate;                                                                          \
        return 0;                                                                                  \
    }
NONE(f32, float)
NONE(f64, double)

#endif
