/* Numbers of f32 as sums of three of bf16, for products with AMX (product_split.h): each has 8 of
   the 24 bits of a significand, and the sum is the number itself. Internal to the runtime.

   16 lines of an operand, rows of A or columns of B, are a block. A step of a block is 32 elements
   of each of its lines: three registers, one for each part, laid out as amx.h says. */
#ifndef SDYRT_SPLIT_H
#define SDYRT_SPLIT_H

#include "amx.h"
#include "sizes.h"

#include <stdint.h>

enum {
    SPLIT_PARTS = 3,
    SPLIT_PRODUCTS = SPLIT_PARTS * (SPLIT_PARTS + 1) / 2, /* of parts, the greatest of nine */
    SPLIT_COLUMNS = 256,                                  /* for which rows are packed anew */
    SPLIT_DEPTH = AMX_LINE / 2,                           /* elements of a line in a step */
    SPLIT_STRETCH = 512,                                  /* of the contraction at a time */
    SPLIT_STEP = SPLIT_PARTS * AMX_TILE
};

/* Bytes of a block of lines that is packed of a product, of a stretch of the contraction. */
static inline int64_t product_split_block(int64_t k) {
    return pieces(minimum(k, SPLIT_STRETCH), SPLIT_DEPTH) * SPLIT_STEP;
}

/* Bytes of all that is packed of it at a time, but for what the other product needs where numbers
   cannot be split. The compiler asks for them, too (product_shape.c). */
static inline int64_t product_split_packed(int64_t cols, int64_t k) {
    const int64_t blocks = pieces(minimum(cols, SPLIT_COLUMNS), AMX_LINES) + AMX_BLOCK / AMX_LINES;
    return blocks * product_split_block(k) + AMX_BLOCK * AMX_BLOCK * (int64_t)sizeof(float);
}

/* An operand where it lies: elements from one line to the next, and along the contraction. */
struct split_operand {
    const float *at;
    int64_t line, step;
};

/* Packs lines into blocks, block_bytes apart, as rows of A or as columns of B. What a block or a
   step has beyond the operand is zero. Returns whether the parts are as good as the numbers: not
   those of an infinity or NaN, nor of an operand so small that most parts would be subnormal. */
int sdyrt_split_rows(const struct split_operand *from, int64_t lines, int64_t k, char *to,
                     int64_t block_bytes);
int sdyrt_split_columns(const struct split_operand *from, int64_t lines, int64_t k, char *to,
                        int64_t block_bytes);

/* The same of one block whose lines are dense, as rows of A: 16 of them, NULL for what is zero. */
int sdyrt_split_lines(const float *const *lines, int64_t k, char *to);

/* The numbers of which two blocks of columns are the parts: 32 for each element of the steps. */
void sdyrt_split_join_columns(const char *packed, int64_t block_bytes, int64_t steps,
                              float *numbers);

/* C[rows, cols] = the product of operands that are packed so: two blocks of 16 rows
   of A and as many of columns of B, so many bytes apart and so many steps long. */
struct split_product {
    int64_t rows, cols, steps;
    const char *a, *b;
    int64_t a_block, b_block;
    char *c;
    int64_t c_row;
};

/* For registers set up for as many rows and whole lines (sdyrt_amx_set). */
void sdyrt_split_multiply(const struct split_product *product);

/* C[rows, cols] = (accumulate ? C : 0) + sums, of at most two registers' columns. */
void sdyrt_split_store(int64_t rows, int64_t cols, const float *sums, int64_t sum_row, float *c,
                       int64_t c_row, int accumulate);

#endif
