/* Substitution by few rows at a time, and what else factorisations and triangular systems are made
   of besides products; internal to the runtime.

   A matrix is an array of elements, each one number or, where it is complex, two. Strides count
   elements. The types are F32, F64, C64 and C128 of enum sdyrt_product_type. */
#ifndef SDYRT_SUBSTITUTION_H
#define SDYRT_SUBSTITUTION_H

#include "product.h"

enum {
    SDYRT_FEW_ROWS = 8,    /* rows that one substitution solves for */
    SDYRT_BLOCK_ROWS = 64, /* rows between two large products */
    SDYRT_TRIANGLE_BYTES = SDYRT_FEW_ROWS * SDYRT_FEW_ROWS * sizeof(double) * 2 /* of any type */
};

/* Where a matrix begins, and the steps to the next row and column, in elements. */
struct placed_matrix {
    char *at;
    int64_t row, column;
};

/* The functions for one instruction set (enum sdyrt_isa) and type. `a` is a dense matrix with
   SDYRT_FEW_ROWS columns; rows is at most as many. */
struct substitution {
    int64_t isa, bytes; /* bytes of an element */
    /* x[i] = (x[i] - the sum over k < i of a[i][k] * x[k]) / a[i][i], for each of the lanes. */
    void (*solve)(int64_t rows, int64_t lanes, void *x, int64_t x_row, const void *a);
    /* The upper factor u of a Hermitian matrix w of which the upper triangle is given, in its
       place, and a = u^H. 0 where w is not positive definite. */
    int (*factor)(int64_t rows, void *w, int64_t w_row, void *a);
    /* Negates the parts of each element whose sign is -1. */
    void (*set_signs)(int64_t rows, int64_t columns, void *matrix, int64_t row, int real_sign,
                      int imag_sign);
    /* a[i][k] = -from[i][k] for k <= i; the diagonal is -1 where it is one by definition. */
    void (*load_triangle)(int64_t rows, const struct placed_matrix *from, int is_unit, void *a);
    void (*fill_nan)(int64_t columns, void *row);
};
const struct substitution *sdyrt_substitution(int64_t isa, int64_t type);

/* to[i][j] = from[i][j]. */
void sdyrt_move_matrix(const struct substitution *type, int64_t rows, int64_t columns,
                       struct placed_matrix from, struct placed_matrix to);

/* The same to rows that are dense, and the parts whose sign is -1 negated. */
void sdyrt_copy_matrix(const struct substitution *type, int64_t rows, int64_t columns,
                       struct placed_matrix from, struct placed_matrix to, int real_sign,
                       int imag_sign);

/* A batch of `rank` dimensions, the last one fastest: how many matrices it has, and where matrix
   `number` begins. */
int64_t sdyrt_batch_count(int64_t rank, const int64_t *size);
int64_t sdyrt_batch_offset(int64_t rank, const int64_t *size, const int64_t *stride,
                           int64_t number);

#endif
