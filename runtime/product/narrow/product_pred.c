/* Products of booleans, bytes of 0 and 1: the or of ands. */
#include "product_native.h"
#include "sizes.h"

enum { COLS = 256 }; /* of C that are combined at a time */

/* any |= one row of A times columns of B */
static void combine_row(const struct sdyrt_product *p, int64_t cols, const uint8_t *a,
                        const uint8_t *b, uint8_t *any) {
    for (int64_t k = 0; k < p->k; k++) {
        const uint8_t left = a[k * p->a_col], *right = b + k * p->b_row;
        if (left == 0) {
            continue;
        }
        if (p->b_col == 1) { /* spelled out for the vectoriser */
            for (int64_t j = 0; j < cols; j++) {
                any[j] |= right[j];
            }
        } else {
            for (int64_t j = 0; j < cols; j++) {
                any[j] |= right[j * p->b_col];
            }
        }
    }
}

void sdyrt_product_truths(const struct sdyrt_product *p, const struct sdyrt_product_plan *plan,
                          const void *a, const void *b, void *c, int accumulate, void *scratch) {
    uint8_t any[COLS];
    (void)plan, (void)scratch;
    for (int64_t i = 0; i < p->m; i++) {
        for (int64_t col = 0; col < p->n; col += COLS) {
            int64_t cols = minimum(COLS, p->n - col);
            uint8_t *to = (uint8_t *)c + i * p->c_row + col * p->c_col;
            for (int64_t j = 0; j < cols; j++) {
                any[j] = accumulate ? to[j * p->c_col] : 0;
            }
            combine_row(p, cols, (const uint8_t *)a + i * p->a_row,
                        (const uint8_t *)b + col * p->b_col, any);
            for (int64_t j = 0; j < cols; j++) {
                to[j * p->c_col] = any[j];
            }
        }
    }
}
