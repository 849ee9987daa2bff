#include "product_shape.h"

#include "product_native.h"
#include "product_split.h"
#include "product_tile.h"
#include "sizes.h"
#include "split.h"

struct sdyrt_product sdyrt_product_each_row(const struct sdyrt_product *product) {
    struct sdyrt_product rows = *product;
    if (product->count == 1) {
        rows.count = product->m;
        rows.m = 1;
        rows.a_step = product->a_row;
        rows.b_step = 0;
        rows.c_step = product->c_row;
    }
    return rows;
}

int64_t sdyrt_product_span_a(const struct sdyrt_product *p, int64_t count) {
    return (count - 1) * p->a_step + (p->m - 1) * p->a_row + (p->k - 1) * p->a_col + 1;
}

int64_t sdyrt_product_span_b(const struct sdyrt_product *p, int64_t count) {
    return (count - 1) * p->b_step + (p->k - 1) * p->b_row + (p->n - 1) * p->b_col + 1;
}

/* Whether the products are many and small, their results side by side without a gap, and no stride
   leads backwards. */
static int are_tiny(const struct sdyrt_product *p) {
    int by_rows = p->c_col == 1 && (p->c_row == p->n || p->m == 1);
    int by_columns = p->c_row == 1 && (p->c_col == p->m || p->n == 1);
    return p->count >= SDYRT_TINY_COUNT && p->m > 0 && p->n > 0 && p->k > 0 &&
           p->k <= SDYRT_TINY_DEPTH && (by_rows || by_columns) && p->c_step == p->m * p->n &&
           p->a_row >= 0 && p->a_col >= 0 && p->b_row >= 0 && p->b_col >= 0 && p->a_step >= 0 &&
           p->b_step >= 0;
}

int64_t sdyrt_product_tiny_together(const struct sdyrt_product *product, int64_t lanes) {
    const struct sdyrt_product p = sdyrt_product_each_row(product);
    int64_t count = are_tiny(&p) ? 2 * lanes / (p.m * p.n) : 0;
    while (count > 0 &&
           maximum(sdyrt_product_span_a(&p, count), sdyrt_product_span_b(&p, count)) > 2 * lanes) {
        count--;
    }
    return count;
}

/* Widened lines lie a block apart: rows, or columns where these are dense. */
static void lay_out_widened(int64_t row, int64_t col, int64_t *wide_row, int64_t *wide_col) {
    const int by_columns = row == 1 && col != 1;
    *wide_row = by_columns ? 1 : SDYRT_WIDE_BLOCK;
    *wide_col = by_columns ? SDYRT_WIDE_BLOCK : 1;
}

/* A block of so many columns and so deep, whose sums are C's own or are kept by rows. */
static struct sdyrt_product block_of(const struct sdyrt_product *p, int64_t n, int64_t k) {
    const int narrows = p->type == SDYRT_PRODUCT_BF16 || p->type == SDYRT_PRODUCT_F16;
    struct sdyrt_product block = {.type = SDYRT_PRODUCT_F32,
                                  .m = minimum(SDYRT_WIDE_BLOCK, p->m),
                                  .n = minimum(n, p->n),
                                  .k = minimum(k, p->k),
                                  .in_order = p->in_order,
                                  .count = 1,
                                  .c_row = narrows ? SDYRT_WIDE_BLOCK : p->c_row,
                                  .c_col = narrows ? 1 : p->c_col};
    lay_out_widened(p->a_row, p->a_col, &block.a_row, &block.a_col);
    lay_out_widened(p->b_row, p->b_col, &block.b_row, &block.b_col);
    return block;
}

int64_t sdyrt_product_wide_columns(const struct sdyrt_product *p) {
    const int64_t depth = maximum(minimum(p->k, SDYRT_WIDE_BLOCK), 1);
    return p->m <= SDYRT_STREAM_ROWS && p->a_col == 1
               ? minimum(SDYRT_WIDE_FEW * SDYRT_WIDE_BLOCK / depth, SDYRT_WIDE_BLOCK)
               : SDYRT_WIDE_BLOCK;
}

struct sdyrt_product sdyrt_product_wide_block(const struct sdyrt_product *p) {
    return block_of(p, sdyrt_product_wide_columns(p), SDYRT_WIDE_BLOCK);
}

struct sdyrt_product sdyrt_product_stream_block(const struct sdyrt_product *p) {
    const int64_t columns = maximum(minimum(SDYRT_STREAM_COLUMNS, p->n), 1);
    const int64_t depth = SDYRT_STREAM_COLUMNS * SDYRT_STREAM_DEPTH / columns;
    struct sdyrt_product block = block_of(p, columns, minimum(SDYRT_WIDE_BLOCK, depth));
    block.b_row = block.n;
    block.b_col = 1;
    return block;
}

int sdyrt_product_is_vectors(const struct sdyrt_product *p) {
    const int is_right = p->n == 1; /* the vector is B */
    const int64_t rows = is_right ? p->m : p->n, size = maximum(rows, p->k);
    const int64_t row = is_right ? p->a_row : p->b_col, col = is_right ? p->a_col : p->b_row;
    const int64_t element = is_right ? p->b_row : p->a_col, result = is_right ? p->c_row : p->c_col;
    return (p->m == 1 || p->n == 1) && (element == 1 || p->k == 1) && (result == 1 || rows == 1) &&
           p->count >= SDYRT_VECTORS_COUNT && rows > 0 && p->k > 0 && size <= SDYRT_VECTORS_SIZE &&
           size > SDYRT_VECTORS_TINY && p->c_step == rows &&
           (row == 1 || rows == 1 || col == 1 || p->k == 1);
}

/* Rows and columns that make splitting pay, where blocks of them are full for two thirds. */
int sdyrt_product_is_split(const struct sdyrt_product *product) {
    enum { LEAST_LINES = 64, BLOCK = 32 };
    const int64_t m = product->m, n = product->n;
    const int64_t blocks = pieces(m, BLOCK) * pieces(n, BLOCK);
    return product->type == SDYRT_PRODUCT_F32 && !product->in_order && !product->direct &&
           m >= LEAST_LINES && n >= LEAST_LINES && product->k >= SDYRT_PRODUCT_SPLIT_DEPTH &&
           2 * blocks * BLOCK * BLOCK <= 3 * m * n;
}

/* --- scratch ---------------------------------------------------------------------------------- */

/* Packed panels of B, of at most so many columns, and a group of packed rows of A, or few packed
   rows. */
static size_t native_scratch(int64_t size, int64_t cols, int64_t k) {
    const int64_t most = SDYRT_PRODUCT_PACKED_PANELS * SDYRT_PRODUCT_PANEL_BYTES;
    const int64_t unused = maximum(0, most - pieces(cols * size, SDYRT_PRODUCT_PANEL_BYTES) *
                                                 SDYRT_PRODUCT_PANEL_BYTES);
    int64_t blocks = sdyrt_product_depth(k) * (SDYRT_PRODUCT_DEPTH_BYTES - unused);
    int64_t rows = SDYRT_PRODUCT_PACKED_ROWS * sdyrt_product_packed_row(k, size) * size;
    return (size_t)maximum(blocks, rows);
}

size_t sdyrt_product_scratch(int64_t type, int64_t k) {
    const int64_t most = SDYRT_PRODUCT_PACKED_PANELS * SDYRT_PRODUCT_PANEL_BYTES; /* columns */
    switch (type) {
    case SDYRT_PRODUCT_F32:
        return k < SDYRT_PRODUCT_SPLIT_DEPTH ? native_scratch(sizeof(float), most, k)
                                             : SDYRT_KERNEL_SCRATCH;
    case SDYRT_PRODUCT_F64:
    case SDYRT_PRODUCT_I32:
    case SDYRT_PRODUCT_I64:
        return native_scratch((int64_t)sdyrt_product_operand_size(type), most, k);
    default:
        return SDYRT_KERNEL_SCRATCH;
    }
}

/* Of whole blocks, as one that is smaller may be split where this one is not. */
size_t sdyrt_product_scratch_of(const struct sdyrt_product *product) {
    if (product->type != SDYRT_PRODUCT_F32) {
        return sdyrt_product_scratch(product->type, product->k);
    }
    struct sdyrt_product whole = *product;
    whole.m = pieces(product->m, AMX_BLOCK) * AMX_BLOCK;
    whole.n = pieces(product->n, AMX_BLOCK) * AMX_BLOCK;
    const int64_t cols = maximum(whole.m, whole.n), k = product->k;
    if (!sdyrt_product_is_split(&whole)) {
        return native_scratch(sizeof(float), cols, k);
    }
    /* The other product is asked for stretches, which may be cut less evenly than all. */
    return (size_t)product_split_packed(cols, k) +
           native_scratch(sizeof(float), cols, minimum(k, SDYRT_PRODUCT_DEPTH));
}
