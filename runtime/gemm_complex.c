/* Products of complex numbers: as real ones of twice the rows and twice the depth,

     [ Re A  -Im A ] [ Re B ]   [ Re C ]
     [ Im A   Re A ] [ Im B ] = [ Im C ],

   of blocks that are parted in the scratch. Products of a few numbers are plain loops. */
#include "gemm_kinds.h"

#include "gemm_native.h"

enum {
    ROWS = 96, /* of A, columns of B and depth of what is parted at a time */
    COLS = 128,
    DEPTH = 128,
    FEW = 1 << 10 /* multiplications */
};
_Static_assert((4 * ROWS * DEPTH + 2 * DEPTH * COLS + 2 * ROWS * COLS) * (int)sizeof(double) +
                       SDYRT_GEMM_NATIVE_SCRATCH <=
                   (int)SDYRT_KERNEL_SCRATCH,
               "three blocks and the native product's scratch fit");

static int64_t minimum(int64_t a, int64_t b) {
    return a < b ? a : b;
}

#define REAL    float
#define TYPE    SDYRT_GEMM_F32
#define NAME(x) x##_f32
#include "gemm_complex.inc"

#define REAL    double
#define TYPE    SDYRT_GEMM_F64
#define NAME(x) x##_f64
#include "gemm_complex.inc"

void sdyrt_gemm_complex(const struct sdyrt_gemm *product, const void *a, const void *b, void *c,
                        int accumulate, void *scratch) {
    if (product->type == SDYRT_GEMM_C64) {
        product_f32(product, a, b, c, accumulate, scratch);
    } else {
        product_f64(product, a, b, c, accumulate, scratch);
    }
}
