/* The products of sdyrt_product by kind of element; internal to the runtime. */
#ifndef SDYRT_PRODUCT_KINDS_H
#define SDYRT_PRODUCT_KINDS_H

#include "product.h"

/* The product of the transposes in the other order: the transpose of the result, where it lies. */
static inline struct sdyrt_product transposed_product(const struct sdyrt_product *p) {
    return (struct sdyrt_product){.type = p->type,
                                  .m = p->n,
                                  .n = p->m,
                                  .k = p->k,
                                  .a_row = p->b_col,
                                  .a_col = p->b_row,
                                  .b_row = p->a_col,
                                  .b_col = p->a_row,
                                  .c_row = p->c_col,
                                  .c_col = p->c_row,
                                  .in_order = p->in_order,
                                  .direct = p->direct,
                                  .count = p->count,
                                  .a_step = p->b_step,
                                  .b_step = p->a_step,
                                  .c_step = p->c_step};
}

/* Whether C does not lie by columns: routes that store it by rows leave such a product to the
   transposes. */
static inline int product_is_by_rows(const struct sdyrt_product *p) {
    return p->c_col == 1 || p->c_row != 1;
}

/* Sums of 32 bits of a block of C, of integers or of floats: so many rows and columns, `row`
   elements from one row to the next. */
struct product_sums {
    const void *at;
    int64_t rows, cols, row;
};

/* C = (accumulate ? C : 0) + the sums, as elements of its type; row and col are its strides. */
typedef void store_sums_fn(const struct product_sums *sums, void *c, int64_t row, int64_t col,
                           int accumulate);
store_sums_fn sdyrt_store_sums, sdyrt_store_float_sums;

/* Packs k x cols of B, cols at most 32, into panel rows of pairs along k. */
void sdyrt_pack_pairs_i8(int64_t k, int64_t cols, const int8_t *b, int64_t row, int64_t col,
                         uint32_t *panel);
void sdyrt_pack_pairs_u8(int64_t k, int64_t cols, const uint8_t *b, int64_t row, int64_t col,
                         uint32_t *panel);
void sdyrt_pack_pairs_bf16(int64_t k, int64_t cols, const uint16_t *b, int64_t row, int64_t col,
                           uint32_t *panel);

#endif
