#include "product_amx.h"

#include "product_kinds.h"
#include "sizes.h"

/* A stretch of B is packed for many columns, which stay in the second-level cache while blocks of
   rows of A go by. Stretches are so long because sums that leave the registers and come back cost
   more than what the first-level cache does not hold. */
enum {
    SUM = 4, /* bytes of a sum */
    COLS = 256,
    DEPTH = 2048, /* bytes of the contraction at a time */
    ROWS = 256,   /* whose sums are kept where the contraction is longer and they are no result */
    PACKED_ROW = DEPTH + AMX_LINE, /* so that rows of a block fall into different sets of a cache */
    STRIPS_BYTES = COLS * DEPTH,
    ROWS_BYTES = AMX_BLOCK * PACKED_ROW,
    ROOM_BYTES = AMX_LINES * (DEPTH + AMX_LINE),
    SUM_ROW = COLS + AMX_LINE / SUM, /* elements, likewise */
    SUM_BYTES = ROWS * SUM_ROW * SUM
};
_Static_assert(STRIPS_BYTES + ROWS_BYTES + ROOM_BYTES + SUM_BYTES <= SDYRT_KERNEL_SCRATCH,
               "what is packed and the sums fit");

#if defined(__x86_64__) && defined(__linux__)

/* A product on its way. */
struct work {
    const struct sdyrt_product *product;
    const struct amx_type *type;
    int64_t depth;    /* elements of the contraction at a time */
    int64_t set_rows; /* for which the registers are set up */
    char *strips, *rows, *room, *sum;
};

/* Rows and columns of C, and a stretch of the contraction. */
struct part {
    int64_t row, rows, col, cols, from, k;
};

static struct grouped_operand rows_of(const struct work *w, const char *a, const struct part *at) {
    const struct sdyrt_product *p = w->product;
    const int64_t size = w->type->operand;
    return (struct grouped_operand){a + (at->row * p->a_row + at->from * p->a_col) * size,
                                    p->a_row * size, p->a_col * size, size};
}

/* A B that lies in memory. */
struct stored {
    const struct sdyrt_product *product;
    const char *b;
    int64_t size;
};

static void pack_stored(const void *context, const struct amx_stretch *at) {
    const struct stored *x = context;
    const struct sdyrt_product *p = x->product;
    const struct grouped_operand from = {x->b +
                                             (at->from * p->b_row + at->col * p->b_col) * x->size,
                                         p->b_col * x->size, p->b_row * x->size, x->size};
    sdyrt_group_strips(&from, at->cols, at->k, at->strips, AMX_LINE, at->strip_bytes, at->room);
}

/* From one strip to the next. */
static int64_t strip_bytes(const struct work *w, const struct part *at) {
    return sdyrt_group_line(at->k, w->type->operand) * AMX_LINES;
}

/* Of so many columns of C, those that are written as they come out of the registers, from the first
   on. */
static int64_t direct_columns(const struct work *w, int64_t cols) {
    const struct sdyrt_product *p = w->product;
    if (w->type->result != SUM || p->c_col != 1) {
        return 0;
    }
    return cols % AMX_LINES == 0 ? cols : cols / AMX_BLOCK * AMX_BLOCK;
}

/* A block of rows of A, in place or packed. */
static void find_rows(const struct work *w, const char *a, const struct part *at,
                      struct amx_product *x) {
    const struct grouped_operand from = rows_of(w, a, at);
    const int whole = at->k * from.size % AMX_LINE == 0;
    x->a = from.at;
    x->a_row = from.line;
    if (from.step != from.size || !whole) {
        sdyrt_group_rows(&from, at->rows, at->k, w->rows, PACKED_ROW);
        x->a = w->rows;
        x->a_row = PACKED_ROW;
    }
}

/* Sums of a block as the columns of C from `col` on. */
static void store_block(const struct work *w, const struct product_sums *sums, char *c, int64_t col,
                        int accumulate) {
    const struct sdyrt_product *p = w->product;
    if (sums->rows > 0) {
        w->type->store(sums, c + col * p->c_col * w->type->result, p->c_row, p->c_col, accumulate);
    }
}

/* C of some rows and all columns of a part += A * B. Sums that are no result stay at `sum` until
   the contraction ends. */
static void multiply_rows(struct work *w, const struct part *at, const char *a, char *c, char *sum,
                          int accumulate) {
    const struct sdyrt_product *p = w->product;
    const struct amx_step step = {0, sdyrt_group_line(at->k, w->type->operand) / AMX_LINE};
    const int64_t strip = strip_bytes(w, at), direct = direct_columns(w, at->cols);
    char *to = c + (at->row * p->c_row + at->col * p->c_col) * w->type->result;
    struct amx_product x = {
        .rows = at->rows, .line = AMX_LINE, .strip_bytes = strip, .steps = &step, .step_count = 1};
    find_rows(w, a, at, &x);
    if (w->set_rows != at->rows) {
        sdyrt_amx_set(at->rows, AMX_LINE);
        w->set_rows = at->rows;
    }
    const int is_last = at->from + at->k == p->k;
    struct product_sums done = {.rows = 0}; /* the block before, which is stored meanwhile */
    for (int64_t col = 0; col < at->cols; col += AMX_BLOCK) {
        const int is_direct = col < direct;
        x.cols = minimum(AMX_BLOCK, at->cols - col);
        x.strip = w->strips + col / AMX_LINES * strip;
        x.c = is_direct ? to + col * SUM : sum + col * SUM;
        x.c_row = is_direct ? p->c_row * SUM : SUM_ROW * SUM;
        x.accumulate = (is_direct && accumulate) || at->from > 0;
        sdyrt_amx_multiply(w->type->kind, &x);
        if (is_last && !is_direct) {
            store_block(w, &done, to, col - AMX_BLOCK, accumulate);
            done = (struct product_sums){x.c, at->rows, x.cols, SUM_ROW};
        }
    }
    store_block(w, &done, to, (at->cols - 1) / AMX_BLOCK * AMX_BLOCK, accumulate);
}

/* Some rows and columns of C, the whole contraction. */
static void multiply_part(struct work *w, struct part at, const char *a, const struct amx_source *b,
                          char *c, int accumulate) {
    const struct part all = at;
    do { /* once even if k is zero: C is to be cleared */
        at.k = minimum(w->depth, w->product->k - at.from);
        b->pack(b->context, &(struct amx_stretch){at.from, at.k, at.col, at.cols, w->strips,
                                                  w->room, strip_bytes(w, &at)});
        for (int64_t row = 0; row < all.rows; row += AMX_BLOCK) {
            const int keeps = w->depth < w->product->k;
            at.row = all.row + row;
            at.rows = minimum(AMX_BLOCK, all.rows - row);
            multiply_rows(w, &at, a, c, w->sum + (keeps ? row * SUM_ROW * SUM : 0), accumulate);
        }
        at.from += at.k;
    } while (at.from < w->product->k);
}

void sdyrt_product_amx(const struct sdyrt_product *product, const struct amx_type *type,
                       const void *a, const void *b, void *c, int accumulate, void *scratch) {
    const struct stored stored = {product, b, type->operand};
    const struct amx_source source = {pack_stored, &stored};
    sdyrt_product_amx_of(product, type, a, &source, c, accumulate, scratch);
}

void sdyrt_product_amx_of(const struct sdyrt_product *product, const struct amx_type *type,
                          const void *a, const struct amx_source *b, void *c, int accumulate,
                          void *scratch) {
    const int64_t bytes = maximum(product->k * type->operand, 1);
    struct work w = {.product = product, .type = type, .strips = scratch};
    w.depth = pieces(pieces(bytes, pieces(bytes, DEPTH)), AMX_LINE) * AMX_LINE / type->operand;
    w.rows = w.strips + STRIPS_BYTES;
    w.room = w.rows + ROWS_BYTES;
    w.sum = w.room + ROOM_BYTES;
    const int64_t most =
        w.depth < product->k && direct_columns(&w, product->n) < product->n ? ROWS : product->m;
    for (int64_t col = 0; col < product->n; col += COLS) {
        for (int64_t row = 0; row < product->m; row += most) {
            const struct part part = {.row = row,
                                      .rows = minimum(most, product->m - row),
                                      .col = col,
                                      .cols = minimum(COLS, product->n - col)};
            multiply_part(&w, part, a, b, c, accumulate);
        }
    }
    sdyrt_amx_release();
}

#endif
