#include "gemm_native.h"

#include "gemm_few.h"
#include "gemm_kinds.h"
#include "gemm_micro.h"
#include "gemm_small.h"
#include "gemm_tiny.h"
#include "parts.h"
#include "sizes.h"
#include "strips.h"

#include <string.h>

enum {
    FEW_ROWS = 48,          /* for so few, packing B costs more than it saves */
    NEAR_BYTES = 512,       /* rows of B that near to each other are read well in place */
    STRETCH = 64,           /* rows packed at a time from a strided B */
    STREAM_BYTES = 2 << 20, /* a B of more comes more slowly than */
    STREAM_ROWS = 16,       /* so few rows are multiplied by it: */
    STREAM_DEPTH = 16,      /* by as many of its rows at a time, read as they lie */
    DOTS_DEPTH = 128,       /* elements of a column for each row that make scalar products pay */
    LINES_DEPTH = 32,       /* elements of a column that do where there are many columns */
    LINES_COLS = 16,
    TALL_COLS = 8,  /* of a product with many long rows, which are read as they lie */
    TALL_BYTES = 4, /* and of wider elements scalar products take longer */
    MANY_ROWS =
        SDYRT_GEMM_PACKED_ROWS, /* of which scalar products pay where columns are deep and many: */
    MANY_COLS = 64,             /* so many columns, which are read */
    MANY_BYTES = 32 << 10,      /* and then held in a near cache */
    SHORT_BYTES = 32,           /* rows of the result of which two and more are a vector */
    APART_BYTES = 512,          /* columns of A so far from each other are packed, */
    APART_PANELS = 3,           /* for so many panels or more */
    COLUMNS_AHEAD = 8,          /* by which packing these runs ahead of itself, */
    AHEAD = 16,                 /* and rows, by which packing a panel of B does; */
    AHEAD_PANELS = 4            /* a part of them where so many panels are packed together */
};

_Static_assert(SDYRT_GEMM_PANEL_BYTES == SDYRT_PANEL_BYTES, "a panel fits into the scratch");
_Static_assert((int)SDYRT_DOTS_ROWS <= (int)MANY_ROWS, "rows that are packed fit into the scratch");

/* A product with a result of few columns is better computed as its transpose: the columns of B
   fill the vectors. So is one whose result is stored by columns. */
static int better_transposed(const struct sdyrt_gemm *p) {
    if (p->c_row == 1 && p->c_col != 1) {
        return p->m > 8;
    }
    int is_tall = p->n <= TALL_COLS && p->m >= MANY_COLS && p->k >= DOTS_DEPTH && p->a_col == 1 &&
                  sdyrt_gemm_operand_size(p->type) == TALL_BYTES;
    return (p->n < 8 && p->m > p->n) || is_tall;
}

#if SDYRT_HAS_GEMM_F32 || SDYRT_HAS_GEMM_F64
/* So few columns, but too many or too short for scalar products, that they fill a part of a vector:
   that is faster than to transpose what is many rows. */
static int is_narrow(const struct sdyrt_gemm *p) {
    return better_transposed(p) && p->c_col == 1 && p->n >= 3 &&
           (p->k < LINES_DEPTH || (p->n > SDYRT_DOTS_ROWS && p->k < DOTS_DEPTH));
}
#endif

#if SDYRT_HAS_GEMM_FEW_F32 || SDYRT_HAS_GEMM_FEW_F64 || SDYRT_HAS_GEMM_U32 || SDYRT_HAS_GEMM_U64
/* Few rows times dense columns: packing these costs more than reading them, unless they are so
   short that adding up the lanes of each sum does. Rows that are not dense are packed for many
   columns. */
static int better_as_dots(const struct sdyrt_gemm *p) {
    int many = p->n >= LINES_COLS;
    int deep = p->k >= p->m * DOTS_DEPTH || (p->k >= LINES_DEPTH && many);
    int few = p->m <= SDYRT_DOTS_ROWS && deep && (p->a_col == 1 || many);
    int some = p->m <= MANY_ROWS && p->k >= DOTS_DEPTH && p->n >= MANY_COLS;
    return !p->in_order && p->m > 0 && (few || some) && p->b_row == 1 && p->b_col != 1;
}

/* So few rows that B is read faster than they are multiplied. */
static int better_as_rows(const struct sdyrt_gemm *p) {
    return !p->in_order && p->m > 0 && p->m <= SDYRT_ROWS_ROWS && p->b_col == 1 && p->c_col == 1 &&
           p->n > 1 && p->k > 0;
}

int sdyrt_gemm_is_few(const struct sdyrt_gemm *product) {
    struct sdyrt_gemm p = better_transposed(product) ? transposed_product(product) : *product;
    return better_as_dots(&p) || better_as_rows(&p);
}
#endif

#if SDYRT_HAS_GEMM_JOINED
static int has_short_rows(const struct sdyrt_gemm *p) {
    return p->a_row == 1 && p->c_col == 1 &&
           p->n * (int64_t)sdyrt_gemm_result_size(p->type) <= SHORT_BYTES;
}

int sdyrt_gemm_is_joined(const struct sdyrt_gemm *product) {
    const struct sdyrt_gemm p = transposed_product(product);
    const int is_real = product->type == SDYRT_GEMM_F32 || product->type == SDYRT_GEMM_F64;
    return is_real && !product->in_order &&
           (has_short_rows(product) || (better_transposed(product) && has_short_rows(&p)));
}
#endif

#if SDYRT_HAS_GEMM_F32
#define REAL      float
#define KERNEL    f32
#define TRANSPOSE transpose_32
#define FEW       SDYRT_HAS_GEMM_FEW_F32
#define SMALL     1
#define NAME(x)   x##_f32
#include "gemm_native.inc"
#endif

#if SDYRT_HAS_GEMM_F64
#define REAL      double
#define KERNEL    f64
#define TRANSPOSE transpose_64
#define FEW       SDYRT_HAS_GEMM_FEW_F64
#define SMALL     1
#define NAME(x)   x##_f64
#include "gemm_native.inc"
#endif

#if SDYRT_HAS_GEMM_U32
#define REAL      uint32_t
#define KERNEL    u32
#define TRANSPOSE transpose_32
#define FEW       1
#define SMALL     0
#define NAME(x)   x##_u32
#include "gemm_native.inc"
#endif

#if SDYRT_HAS_GEMM_U64
#define REAL      uint64_t
#define KERNEL    u64
#define TRANSPOSE transpose_64
#define FEW       1
#define SMALL     0
#define NAME(x)   x##_u64
#include "gemm_native.inc"
#endif
