#include "gemm_tiny.h"

#include "cpu.h"
#include "parts.h"

#if defined(__x86_64__)

#include <immintrin.h>

enum {
    MOST_DEPTH = 16,
    LEAST_COUNT = 64 /* products for which finding out how they lie pays */
};

/* Where the last elements of the operands are, seen from their first ones. */
static int64_t last_of_a(const struct sdyrt_gemm *p) {
    return (p->m - 1) * p->a_row + (p->k - 1) * p->a_col;
}

static int64_t last_of_b(const struct sdyrt_gemm *p) {
    return (p->k - 1) * p->b_row + (p->n - 1) * p->b_col;
}

/* Whether the products are many and small, their results side by side without a gap, and no stride
   leads backwards. */
static int is_tiny(const struct gemm_batch *batch) {
    const struct sdyrt_gemm *p = batch->product;
    int by_rows = p->c_col == 1 && (p->c_row == p->n || p->m == 1);
    int by_columns = p->c_row == 1 && (p->c_col == p->m || p->n == 1);
    return batch->count >= LEAST_COUNT && p->m > 0 && p->n > 0 && p->k > 0 && p->k <= MOST_DEPTH &&
           (by_rows || by_columns) && batch->c_step == p->m * p->n && p->a_row >= 0 &&
           p->a_col >= 0 && p->b_row >= 0 && p->b_col >= 0 && batch->a_step >= 0 &&
           batch->b_step >= 0;
}

#if SDYRT_HAS_GEMM_F32
#define REAL                    float
#define LANES                   16
#define VECTOR                  __m512
#define PLACE                   int32_t
#define LOAD(mask, from)        _mm512_maskz_loadu_ps((__mmask16)(mask), from)
#define STORE(to, mask, vector) _mm512_mask_storeu_ps(to, (__mmask16)(mask), vector)
#define PICK(x, places)         _mm512_permutex2var_ps(x.low, _mm512_loadu_si512(places), x.high)
#define MADD                    _mm512_fmadd_ps
#define NAME(x)                 x##_f32
#include "gemm_tiny.inc"
#endif

#if SDYRT_HAS_GEMM_F64
#define REAL                    double
#define LANES                   8
#define VECTOR                  __m512d
#define PLACE                   int64_t
#define LOAD(mask, from)        _mm512_maskz_loadu_pd((__mmask8)(mask), from)
#define STORE(to, mask, vector) _mm512_mask_storeu_pd(to, (__mmask8)(mask), vector)
#define PICK(x, places)         _mm512_permutex2var_pd(x.low, _mm512_loadu_si512(places), x.high)
#define MADD                    _mm512_fmadd_pd
#define NAME(x)                 x##_f64
#include "gemm_tiny.inc"
#endif

#else

#define NONE(type, REAL)                                                                           \
    int sdyrt_gemm_tiny_##type(const struct gemm_batch *batch, const REAL *a, const REAL *b,       \
                               REAL *c) {                                                          \
        (void)batch;                                                                               \
        (void)a;                                                                                   \
        (void)b;                                                                                   \
        (void)c;                                                                                   \
        return 0;                                                                                  \
    }
NONE(f32, float)
NONE(f64, double)

#endif
