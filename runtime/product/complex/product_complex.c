/* Complex products as real ones of twice the columns and twice the depth: in memory a row of A is
   its real and imaginary parts in turn, and so is a row of C. An element x + iy of B becomes the
   rows (x, y) and (-y, x). */
#include "product_kinds.h"

#include "cpu.h"
#include "parts.h"
#include "product_complex.h"
#include "product_few.h"
#include "product_micro.h"
#include "product_native.h"
#include "sizes.h"

#include <string.h>

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
#define REAL    float
#define KERNEL  f32
#define DOTS    dots_f32
#define ROWS    rows_f32
#define NAME(x) x##_c64
#include "product_complex.inc"
#endif

#if SDYRT_HAS_PRODUCT_C128
#define REAL    double
#define KERNEL  f64
#define DOTS    dots_f64
#define ROWS    rows_f64
#define NAME(x) x##_c128
#include "product_complex.inc"
#endif
