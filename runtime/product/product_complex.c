/* Complex products as real ones of twice the columns and twice the depth: in memory a row of A is
   its real and imaginary parts in turn, and so is a row of C. An element x + iy of B becomes the
   rows (x, y) and (-y, x). */
#include "product_kinds.h"

#include "cpu.h"
#include "parts.h"
#include "product_few.h"
#include "product_micro.h"
#include "product_native.h"
#include "sizes.h"

#include <string.h>

#if defined(__x86_64__)
#include <immintrin.h>
#endif

enum {
    BLOCK_ROWS = 128,
    ROW_BYTES = 4096, /* of a packed block of A: the depth that is multiplied at a time */
    A_BYTES = BLOCK_ROWS * ROW_BYTES,
    SUM_BYTES = BLOCK_ROWS * SDYRT_PANEL_BYTES,
    ROW_COLS = 1024, /* columns of a single row at a time, and terms */
    ROW_DEPTH = 4096
};
_Static_assert(4 * ROW_DEPTH * sizeof(double) <= SDYRT_KERNEL_SCRATCH, "a row and its turn fit");
/* A panel row of 128 bytes for every real number of a row of A, which has at least four bytes. */
_Static_assert(A_BYTES + SUM_BYTES + ROW_BYTES / 4 * SDYRT_PANEL_BYTES <= SDYRT_KERNEL_SCRATCH,
               "a block fits");

#if SDYRT_HAS_PRODUCT_C64
#define REAL                 float
#define KERNEL               f32
#define DOTS                 dots_f32
#define ROWS                 rows_f32
#define NAME(x)              x##_c64
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
#include "product_complex.inc"
#endif

#if SDYRT_HAS_PRODUCT_C128
#define REAL                 double
#define KERNEL               f64
#define DOTS                 dots_f64
#define ROWS                 rows_f64
#define NAME(x)              x##_c128
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
#include "product_complex.inc"
#endif
