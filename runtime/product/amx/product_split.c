#include "product_split.h"

#include "product_kinds.h"
#include "product_native.h"
#include "sizes.h"
#include "split.h"

/* A stretch of B is packed for many columns, which stay in the second-level cache while blocks of
   rows of A go by. */
enum {
    COLS = SPLIT_COLUMNS,
    STRIP = SPLIT_STRETCH / SPLIT_DEPTH * SPLIT_STEP,
    STRIPS_BYTES = COLS / AMX_LINES * STRIP,
    ROWS_BYTES = AMX_BLOCK / AMX_LINES * STRIP,
    ROOM_BYTES = AMX_BLOCK * AMX_BLOCK * (int)sizeof(float),
    GROUP_COLS = SDYRT_PRODUCT_BLOCK_COLS /* which are split, or not, together */
};
_Static_assert(GROUP_COLS % AMX_BLOCK == 0, "a block of sums is of one group");
_Static_assert(STRIPS_BYTES + ROWS_BYTES + ROOM_BYTES + SDYRT_PRODUCT_NATIVE_SCRATCH <=
                   SDYRT_KERNEL_SCRATCH,
               "what is packed fits, and what the other product needs");

#if defined(__x86_64__) && defined(__linux__)

/* A product on its way. */
struct work {
    const struct sdyrt_product *product;
    int64_t isa; /* of the plan */
    char *strips, *rows;
    int64_t strip; /* bytes of a block of either */
    float *room;
    void *rest;       /* of the scratch */
    int64_t set_rows; /* for which the registers are set up */
};

/* Rows and columns of C, and a stretch of the contraction. */
struct part {
    int64_t row, rows, col, cols, from, k;
};

/* The part, where numbers cannot be split. */
static void multiply_elements(const struct work *w, const struct part *at, const float *a,
                              const float *b, float *c, int accumulate) {
    struct sdyrt_product p = *w->product;
    const struct sdyrt_product_plan plan = sdyrt_product_panels_of(w->isa, p.type, at->k);
    p.m = at->rows;
    p.n = at->cols;
    p.k = at->k;
    p.count = 1;
    sdyrt_product(&p, &plan, a + at->row * p.a_row + at->from * p.a_col,
                  b + at->from * p.b_row + at->col * p.b_col,
                  c + at->row * p.c_row + at->col * p.c_col, accumulate || at->from > 0, w->rest);
}

/* Fetches a block of C, which is written when its sums are made. */
static void fetch_block(const float *c, int64_t c_row, int64_t rows, int64_t cols) {
    for (int64_t i = 0; i < rows; i++, c += c_row) {
        __builtin_prefetch(c, 1);
        __builtin_prefetch(c + cols - 1, 1);
    }
}

/* The sums of a block go to C, which may lie anyhow. */
static void store_block(const struct work *w, int64_t rows, int64_t cols, float *c,
                        int accumulate) {
    const struct sdyrt_product *p = w->product;
    if (p->c_col == 1) {
        sdyrt_split_store(rows, cols, w->room, AMX_BLOCK, c, p->c_row, accumulate);
        return;
    }
    for (int64_t i = 0; i < rows; i++) {
        for (int64_t j = 0; j < cols; j++) {
            float *to = c + i * p->c_row + j * p->c_col;
            *to = w->room[i * AMX_BLOCK + j] + (accumulate ? *to : 0);
        }
    }
}

/* Those columns of a part that are split together, from `col` of it on. */
static struct part group_of(const struct part *at, int64_t col) {
    struct part group = *at;
    group.col += col;
    group.cols = minimum(GROUP_COLS, at->cols - col);
    return group;
}

/* C of a block of rows and a group of columns, whose strips are packed. Each stretch is summed from
   zero: sums so short are more precise. */
static void multiply_group(const struct work *w, const struct part *at, const char *strips,
                           float *c, int accumulate) {
    const struct sdyrt_product *p = w->product;
    float *to = c + at->row * p->c_row + at->col * p->c_col;
    struct split_product x = {.rows = at->rows,
                              .steps = pieces(at->k, SPLIT_DEPTH),
                              .a = w->rows,
                              .a_block = w->strip,
                              .b_block = w->strip,
                              .c = (char *)w->room,
                              .c_row = AMX_BLOCK * (int64_t)sizeof(float)};
    for (int64_t col = 0; col < at->cols; col += AMX_BLOCK, to += AMX_BLOCK * p->c_col) {
        x.cols = minimum(AMX_BLOCK, at->cols - col);
        x.b = strips + col / AMX_LINES * w->strip;
        fetch_block(to, p->c_row, at->rows, x.cols);
        sdyrt_split_multiply(&x);
        store_block(w, at->rows, x.cols, to, accumulate);
    }
}

/* C of a block of rows and all columns of a part; `good`: a bit for each group of them that is
   split. */
static void multiply_rows(struct work *w, const struct part *at, unsigned good, const float *a,
                          const float *b, float *c, int accumulate) {
    if (w->set_rows != at->rows) {
        sdyrt_amx_set(at->rows, AMX_LINE);
        w->set_rows = at->rows;
    }
    for (int64_t col = 0; col < at->cols; col += GROUP_COLS, good >>= 1) {
        const struct part group = group_of(at, col);
        if (good & 1) {
            multiply_group(w, &group, w->strips + col / AMX_LINES * w->strip, c,
                           accumulate || at->from > 0);
        } else {
            multiply_elements(w, &group, a, b, c, accumulate);
        }
    }
}

/* Packs a stretch of some columns: a bit for each group of them that could be split. */
static unsigned pack_columns(const struct work *w, const struct part *at, const float *b) {
    const struct sdyrt_product *p = w->product;
    unsigned good = 0;
    for (int64_t col = 0; col < at->cols; col += GROUP_COLS) {
        const struct part group = group_of(at, col);
        const struct split_operand columns = {b + at->from * p->b_row + group.col * p->b_col,
                                              p->b_col, p->b_row};
        const int is_good = sdyrt_split_columns(&columns, group.cols, at->k,
                                                w->strips + col / AMX_LINES * w->strip, w->strip);
        good |= (unsigned)is_good << col / GROUP_COLS;
    }
    return good;
}

/* Some columns of C. */
static void multiply_columns(struct work *w, struct part at, const float *a, const float *b,
                             float *c, int accumulate) {
    const struct sdyrt_product *p = w->product;
    const int64_t depth =
        pieces(pieces(p->k, pieces(p->k, SPLIT_STRETCH)), SPLIT_DEPTH) * SPLIT_DEPTH;
    for (; at.from < p->k; at.from += depth) {
        at.k = minimum(depth, p->k - at.from);
        const unsigned good = pack_columns(w, &at, b);
        if (good == 0) {
            at.row = 0;
            at.rows = p->m;
            multiply_elements(w, &at, a, b, c, accumulate);
            continue;
        }
        for (at.row = 0; at.row < p->m; at.row += AMX_BLOCK) {
            const struct split_operand rows = {a + at.row * p->a_row + at.from * p->a_col, p->a_row,
                                               p->a_col};
            at.rows = minimum(AMX_BLOCK, p->m - at.row);
            if (sdyrt_split_rows(&rows, at.rows, at.k, w->rows, w->strip)) {
                multiply_rows(w, &at, good, a, b, c, accumulate);
            } else {
                multiply_elements(w, &at, a, b, c, accumulate);
            }
        }
    }
}

void sdyrt_product_split_f32(const struct sdyrt_product *product,
                             const struct sdyrt_product_plan *plan, const void *a, const void *b,
                             void *c, int accumulate, void *scratch) {
    struct work w = {.product = product, .isa = plan->isa, .strips = scratch};
    w.strip = product_split_block(product->k);
    w.rows = w.strips + pieces(minimum(product->n, COLS), AMX_LINES) * w.strip;
    w.room = (float *)(void *)(w.rows + AMX_BLOCK / AMX_LINES * w.strip);
    w.rest = w.strips + product_split_packed(product->n, product->k);
    for (int64_t col = 0; col < product->n; col += COLS) {
        const struct part part = {.col = col, .cols = minimum(COLS, product->n - col)};
        multiply_columns(&w, part, a, b, c, accumulate);
    }
    sdyrt_amx_release();
}

#endif
