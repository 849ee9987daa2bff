/* Many products of a small matrix and a vector. */
#include "product_native.h"

#include "cpu.h"
#include "parts.h"

#if defined(__x86_64__)

#include <immintrin.h>

/* A batch of products of a matrix and a vector, whichever operand is which: result i of a product
   is the sum over k of matrix[i * row + k * col] * vector[k]. */
struct vectors {
    int64_t count, rows, depth;
    int64_t row, col;                         /* of the matrix */
    int64_t matrix_step, vector_step, c_step; /* from product to product */
    int accumulate;
};

static inline struct vectors vectors_of(const struct sdyrt_product *p, int accumulate) {
    const int is_right = p->n == 1; /* the vector is B */
    return (struct vectors){.count = p->count,
                            .rows = is_right ? p->m : p->n,
                            .depth = p->k,
                            .row = is_right ? p->a_row : p->b_col,
                            .col = is_right ? p->a_col : p->b_row,
                            .matrix_step = is_right ? p->a_step : p->b_step,
                            .vector_step = is_right ? p->b_step : p->a_step,
                            .c_step = p->c_step,
                            .accumulate = accumulate};
}

#define SUM_OF(zip_low, zip_high, a, b) (zip_low(a, b) + zip_high(a, b))

/* Of two vectors the sums of their even and odd quarters. */
#define QUARTERS(type, a, b) (_mm512_shuffle_##type(a, b, 0x88) + _mm512_shuffle_##type(a, b, 0xdd))

#if SDYRT_HAS_PRODUCT_F32
#define REAL                          float
#define LANES                         16
#define HALF                          8
#define VECTOR                        __m512
#define LOAD(mask, from)              _mm512_maskz_loadu_ps((__mmask16)(mask), from)
#define LOAD_OVER(vector, mask, from) _mm512_mask_loadu_ps(vector, (__mmask16)(mask), from)
#define STORE(to, mask, vector)       _mm512_mask_storeu_ps(to, (__mmask16)(mask), vector)
#define MADD                          _mm512_fmadd_ps
#define CHOOSE(mask, vector, other)   _mm512_mask_blend_ps((__mmask16)(mask), vector, other)
#define ALL                           _mm512_set1_ps
#define SUMS                          sums_of_f32
#define SUMS_OF_HALVES                sums_of_halves_f32
#define NAME(x)                       x##_f32

/* Of four vectors the sums of quarters of their lanes, those of the first quarters first. */
static inline AVX512_TARGET __m512 sums_of_four_f32(const __m512 *x) {
    __m512 low = SUM_OF(_mm512_unpacklo_ps, _mm512_unpackhi_ps, x[0], x[1]);
    __m512 high = SUM_OF(_mm512_unpacklo_ps, _mm512_unpackhi_ps, x[2], x[3]);
    __m512d pairs_low = _mm512_castps_pd(low), pairs_high = _mm512_castps_pd(high);
    return _mm512_castpd_ps(_mm512_unpacklo_pd(pairs_low, pairs_high)) +
           _mm512_castpd_ps(_mm512_unpackhi_pd(pairs_low, pairs_high));
}

/* Of sixteen vectors the sums of the lanes of each, in order. */
static inline AVX512_TARGET __m512 sums_of_f32(const __m512 *x) {
    __m512 low = QUARTERS(f32x4, sums_of_four_f32(x), sums_of_four_f32(x + 4));
    __m512 high = QUARTERS(f32x4, sums_of_four_f32(x + 8), sums_of_four_f32(x + 12));
    return QUARTERS(f32x4, low, high);
}

/* Of eight vectors the sums of their first halves, then those of their second halves. */
static inline AVX512_TARGET __m512 sums_of_halves_f32(const __m512 *x) {
    __m512 sums = QUARTERS(f32x4, sums_of_four_f32(x), sums_of_four_f32(x + 4));
    return _mm512_shuffle_f32x4(sums, sums, 0xd8);
}
#include "product_vectors_avx512.inc"
#endif

#if SDYRT_HAS_PRODUCT_F64
#define REAL                          double
#define LANES                         8
#define HALF                          4
#define VECTOR                        __m512d
#define LOAD(mask, from)              _mm512_maskz_loadu_pd((__mmask8)(mask), from)
#define LOAD_OVER(vector, mask, from) _mm512_mask_loadu_pd(vector, (__mmask8)(mask), from)
#define STORE(to, mask, vector)       _mm512_mask_storeu_pd(to, (__mmask8)(mask), vector)
#define MADD                          _mm512_fmadd_pd
#define CHOOSE(mask, vector, other)   _mm512_mask_blend_pd((__mmask8)(mask), vector, other)
#define ALL                           _mm512_set1_pd
#define SUMS                          sums_of_f64
#define SUMS_OF_HALVES                sums_of_halves_f64
#define NAME(x)                       x##_f64

static inline AVX512_TARGET __m512d sums_of_two_f64(const __m512d *x) {
    return SUM_OF(_mm512_unpacklo_pd, _mm512_unpackhi_pd, x[0], x[1]);
}

static inline AVX512_TARGET __m512d sums_of_f64(const __m512d *x) {
    __m512d low = QUARTERS(f64x2, sums_of_two_f64(x), sums_of_two_f64(x + 2));
    __m512d high = QUARTERS(f64x2, sums_of_two_f64(x + 4), sums_of_two_f64(x + 6));
    return QUARTERS(f64x2, low, high);
}

static inline AVX512_TARGET __m512d sums_of_halves_f64(const __m512d *x) {
    __m512d sums = QUARTERS(f64x2, sums_of_two_f64(x), sums_of_two_f64(x + 2));
    return _mm512_shuffle_f64x2(sums, sums, 0xd8);
}
#include "product_vectors_avx512.inc"
#endif

#endif
