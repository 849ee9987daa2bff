/* Products of 8- and 16-bit integers: pairs of neighbours along the contraction are widened to 16
   bits and multiplied and added by one instruction. Sums are of 32 bits and wrap around, and so
   does a narrower result, which is their low bits. */
#include "gemm_kinds.h"

#include "gemm_micro.h"
#include "gemm_pairs.h"

#include <string.h>

enum {
    BLOCK_ROWS = 256,
    PAIRS = 512, /* depth of a block, two elements each */
    A_BYTES = BLOCK_ROWS * PAIRS * (int)sizeof(uint32_t),
    PANEL_BYTES = PAIRS * SDYRT_PANEL_BYTES,
    SUM_BYTES = BLOCK_ROWS * SDYRT_PANEL_BYTES
};
_Static_assert(A_BYTES + PANEL_BYTES + SUM_BYTES <= SDYRT_KERNEL_SCRATCH, "a block fits");

#define NAME(x) x##_i8
#define OPERAND int8_t
#include "gemm_pairs.inc"

#define NAME(x) x##_u8
#define OPERAND uint8_t
#include "gemm_pairs.inc"

#define NAME(x) x##_i16
#define OPERAND int16_t
#include "gemm_pairs.inc"

void sdyrt_pack_pairs_i8(int64_t k, int64_t cols, const int8_t *b, int64_t row, int64_t col,
                         uint32_t *panel) {
    pack_panel_i8(k, cols, b, row, col, panel);
}

void sdyrt_pack_pairs_u8(int64_t k, int64_t cols, const uint8_t *b, int64_t row, int64_t col,
                         uint32_t *panel) {
    pack_panel_u8(k, cols, b, row, col, panel);
}

typedef void pack_rows_fn(int64_t rows, int64_t k, const void *a, int64_t row, int64_t col,
                          uint32_t *to);
typedef void pack_panel_fn(int64_t k, int64_t cols, const void *b, int64_t row, int64_t col,
                           uint32_t *panel);
typedef void narrow_fn(int64_t rows, int64_t cols, const uint32_t *sum, void *c, int64_t row,
                       int64_t col, int accumulate);

/* One type: how it is packed, and what becomes of the sums (NULL: they are the result). */
struct pairs_kind {
    pack_rows_fn *pack_rows;
    pack_panel_fn *pack_panel;
    narrow_fn *narrow;
    int64_t operand, result; /* bytes */
};

static const struct pairs_kind *kind_of(int64_t type) {
    static const struct pairs_kind i8 = {pack_rows_i8, pack_panel_i8, narrow_i8, 1, 1};
    static const struct pairs_kind i16 = {pack_rows_i16, pack_panel_i16, narrow_i16, 2, 2};
    static const struct pairs_kind i8_i32 = {pack_rows_i8, pack_panel_i8, NULL, 1, 4};
    static const struct pairs_kind u8_i32 = {pack_rows_u8, pack_panel_u8, NULL, 1, 4};
    return type == SDYRT_GEMM_I8       ? &i8
           : type == SDYRT_GEMM_I16    ? &i16
           : type == SDYRT_GEMM_I8_I32 ? &i8_i32
                                       : &u8_i32;
}

/* C[x->rows, n] += A * B for a block of rows and of the depth; A is packed. */
static void multiply_block(const struct sdyrt_gemm *p, const struct pairs_kind *kind,
                           struct panel_product *x, int64_t k, const char *b, char *c,
                           char *scratch) {
    uint32_t *panel = (uint32_t *)(void *)(scratch + A_BYTES);
    uint32_t *sum = (uint32_t *)(void *)(scratch + A_BYTES + PANEL_BYTES);
    int accumulate = x->accumulate;
    x->panel = panel;
    for (int64_t col = 0; col < p->n; col += COLS) {
        char *to = c + col * p->c_col * kind->result;
        x->cols = minimum(COLS, p->n - col);
        kind->pack_panel(k, x->cols, b + col * p->b_col * kind->operand, p->b_row, p->b_col, panel);
        if (kind->narrow == NULL) {
            x->c = to;
            sdyrt_gemm_micro()->pairs(x);
            continue;
        }
        x->c = sum;
        x->accumulate = 0;
        sdyrt_gemm_micro()->pairs(x);
        kind->narrow(x->rows, x->cols, sum, to, p->c_row, p->c_col, accumulate);
        x->accumulate = accumulate;
    }
}

void sdyrt_gemm_pairs(const struct sdyrt_gemm *product, const void *a, const void *b, void *c,
                      int accumulate, void *scratch) {
    const struct sdyrt_gemm *p = product;
    const struct pairs_kind *kind = kind_of(p->type);
    int64_t depth = 0;
    do { /* once even if k is zero: C is to be cleared */
        int64_t k = minimum(2 * PAIRS, p->k - depth);
        struct gemm_step step = {0, 0, (k + 1) / 2};
        const char *right = (const char *)b + depth * p->b_row * kind->operand;
        for (int64_t row = 0; row < p->m; row += BLOCK_ROWS) {
            struct panel_product x = {.rows = minimum(BLOCK_ROWS, p->m - row),
                                      .a = scratch,
                                      .a_row = PAIRS,
                                      .a_col = 1,
                                      .panel_row = COLS,
                                      .c_row = kind->narrow == NULL ? p->c_row : COLS,
                                      .c_col = kind->narrow == NULL ? p->c_col : 1,
                                      .steps = &step,
                                      .step_count = 1,
                                      .accumulate = accumulate || depth > 0};
            const char *left =
                (const char *)a + (row * p->a_row + depth * p->a_col) * kind->operand;
            kind->pack_rows(x.rows, k, left, p->a_row, p->a_col, scratch);
            multiply_block(p, kind, &x, k, right, (char *)c + row * p->c_row * kind->result,
                           scratch);
        }
        depth += k;
    } while (depth < p->k);
}
