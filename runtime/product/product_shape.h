/* What the kernels of products are made of: numbers that plans, costs and code have in common.
   Internal to the runtime. */
#ifndef SDYRT_PRODUCT_SHAPE_H
#define SDYRT_PRODUCT_SHAPE_H

#include "product.h"

enum {
    SDYRT_APART_BYTES = 512, /* rows or columns so far from each other lie in pages and sets of a
                                cache of their own, and such columns of A are packed */
    SDYRT_APART_PANELS = 3,  /* for so many panels of B or more */
    SDYRT_DOTS_ROWS = 4,     /* rows of A in a block of scalar products, */
    SDYRT_PRODUCT_FEW = 16,  /* rows of A, for so few reading B takes the time, */
    /* so that they may be multiplied by scalar products, packed where they are not dense */
    SDYRT_DOTS_MOST = SDYRT_PRODUCT_FEW,
    SDYRT_ROWS_ROWS = 2,  /* rows of A by which rows of B are multiplied and added */
    SDYRT_SHORT_ROWS = 8, /* rows of C in a block of short ones */
    SDYRT_SHORT_DEPTH = 32,
    SDYRT_TINY_DEPTH = 16,      /* terms of a sum of a tiny product at most */
    SDYRT_TINY_COUNT = 64,      /* tiny products for which finding out how they lie pays */
    SDYRT_VECTORS_SIZE = 64,    /* rows and columns of a matrix that is small, */
    SDYRT_VECTORS_TINY = 4,     /* but is not tiny; */
    SDYRT_VECTORS_COUNT = 16,   /* and products of it and a vector */
    SDYRT_WIDE_BLOCK = 256,     /* rows, columns and depth of what is widened at a time, */
    SDYRT_WIDE_FEW = 32,        /* or columns of it, for so few rows: */
    SDYRT_STREAM_ROWS = 8,      /* for which B may be widened as it is read, */
    SDYRT_STREAM_COLUMNS = 128, /* so many columns of it at a time, */
    SDYRT_STREAM_DEPTH = 16,    /* and at least so many rows */
    SDYRT_PAIRS_ROWS = 256,     /* rows of A that are packed by pairs or fours at a time */
    SDYRT_COMPLEX_DEPTH = 8     /* terms of complex sums that are not packed, at most */
};

/* A product of many rows as so many products of a row; several products as they are. */
struct sdyrt_product sdyrt_product_each_row(const struct sdyrt_product *product);

/* Elements from the first one of A, and of B, to the last one of so many products. */
int64_t sdyrt_product_span_a(const struct sdyrt_product *product, int64_t count);
int64_t sdyrt_product_span_b(const struct sdyrt_product *product, int64_t count);

/* How many tiny products go into two vectors of each operand and of the result, of so many lanes;
   0: they are not many and small, or not dense, or a stride leads backwards. */
int64_t sdyrt_product_tiny_together(const struct sdyrt_product *product, int64_t lanes);

/* Columns of B that are widened at a time: of few rows so many that what is widened stays in the
   near cache, unless A would be gathered for each of them. */
int64_t sdyrt_product_wide_columns(const struct sdyrt_product *product);

/* Of a product of 16-bit floats: the largest block that is widened at a time, as it lies then. */
struct sdyrt_product sdyrt_product_wide_block(const struct sdyrt_product *product);

/* And where B is widened as it is read: all rows of A, some columns of B and some of its rows. */
struct sdyrt_product sdyrt_product_stream_block(const struct sdyrt_product *product);

/* Whether they are many products of a small matrix and a vector, whose elements are dense. */
int sdyrt_product_is_vectors(const struct sdyrt_product *product);

#endif
