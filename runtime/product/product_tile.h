/* What compiler and runtime must agree on about matrix products: element types and the size of a
   task's scratch; and, for the compiler, the tiles in which a product is best computed. Pure
   functions of the shape. */
#ifndef SDYRT_PRODUCT_TILE_H
#define SDYRT_PRODUCT_TILE_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Element types of a product: operands, then result where it differs. 16-bit floats accumulate
   in f32 and are rounded once per call; so a sum over several calls should use a 32-bit result. */
enum sdyrt_product_type {
    SDYRT_PRODUCT_F32,
    SDYRT_PRODUCT_F64,
    SDYRT_PRODUCT_BF16,
    SDYRT_PRODUCT_BF16_F32,
    SDYRT_PRODUCT_F16,
    SDYRT_PRODUCT_F16_F32,
    SDYRT_PRODUCT_I8, /* integers wrap around; the unsigned types are congruent */
    SDYRT_PRODUCT_I16,
    SDYRT_PRODUCT_I32,
    SDYRT_PRODUCT_I64,
    SDYRT_PRODUCT_I8_I32,
    SDYRT_PRODUCT_U8_I32, /* for u8 x u8 -> i32 and u32 */
    SDYRT_PRODUCT_PRED,   /* or of ands; i1 as a byte */
    SDYRT_PRODUCT_C64,    /* complex of two f32 */
    SDYRT_PRODUCT_C128,
    SDYRT_PRODUCT_TYPE_COUNT
};

/* Scratch that a task hands to sdyrt_product or sdyrt_conv_run at most, aligned to 64. */
#define SDYRT_KERNEL_SCRATCH ((size_t)5 << 18)
/* What sdyrt_product uses of it for products of this depth, whatever their rows and columns. */
size_t sdyrt_product_scratch(int64_t type, int64_t k);
/* ... and for this one, or one like it of fewer rows or columns: no more than that. */
struct sdyrt_product;
size_t sdyrt_product_scratch_of(const struct sdyrt_product *product);

/* Bytes of an element of an operand, and of the result. */
size_t sdyrt_product_operand_size(int64_t type);
size_t sdyrt_product_result_size(int64_t type);

/* What a phase computes: so many products of the same shape, one for a plain product. */
struct sdyrt_product_phase {
    int64_t type, batch, m, n, k;
    int64_t by_columns; /* 1: the columns of B are dense, so that none is read slower than others */
    int64_t in_pieces;  /* 1: a tile is cut again, into tasks (sdyrt_product_cut) */
};

/* The tile of C that one task should compute, at most m x n: chosen by shape alone, large enough
   to be fast and small enough to feed many cores. Edge tiles may be smaller. */
void sdyrt_product_tile(const struct sdyrt_product_phase *what, int64_t *tile_m, int64_t *tile_n);

/* Into how many pieces a tile may be cut again, as tasks of their own where there are many threads:
   the rows and columns of a piece, and how many of them lie in a tile from top to bottom and side
   by side. Pieces are numbered column by column. */
struct sdyrt_product_pieces {
    int64_t rows, cols;
    int64_t down, across;
};
struct sdyrt_product_pieces sdyrt_product_cut(const struct sdyrt_product_phase *what,
                                              int64_t tile_m, int64_t tile_n);

#ifdef __cplusplus
}
#endif
#endif
