#include "product_widened.h"

#include "caches.h"
#include "product_native.h"
#include "strips.h"

enum {
    WIDENED = SDYRT_PRODUCT_WIDENED_BYTES / sizeof(float), /* elements of a piece */
    FEW_WIDENED = 16384, /* of so few rows that a piece is read about once, */
    FEW_COLUMN = 4096,   /* in columns of so many, since long scalar products cost least, */
    FEW_ROW = 512        /* or in rows */
};

/* Cuts an extent into equal pieces of at most `most`: the last one is hardly smaller. */
static int64_t even_piece(int64_t extent, int64_t most) {
    return maximum(pieces(extent, maximum(pieces(extent, most), 1)), 1);
}

/* Whether the elements that lie side by side are those of a column. */
static int is_by_columns(const struct sdyrt_product *product) {
    return product->b_row == 1 && product->b_col != 1;
}

struct sdyrt_product sdyrt_product_widened_piece(const struct sdyrt_product *product) {
    const int by_columns = is_by_columns(product), is_few = product->m <= SDYRT_PRODUCT_FEW;
    const int64_t length = by_columns ? product->k : product->n;
    const int64_t lines = by_columns ? product->n : product->k;
    const int64_t few = by_columns ? FEW_COLUMN : FEW_ROW;
    const int64_t line = even_piece(length, is_few ? few : SDYRT_PRODUCT_DEPTH);
    const int64_t row = pieces(line, 16) * 16;
    const int64_t most = (is_few ? FEW_WIDENED : WIDENED) / row;
    const int64_t count = even_piece(lines, minimum(most, SDYRT_PRODUCT_DEPTH));
    struct sdyrt_product piece = *product;
    piece.type = SDYRT_PRODUCT_F32;
    piece.n = by_columns ? count : line;
    piece.k = by_columns ? line : count;
    piece.b_row = by_columns ? 1 : row;
    piece.b_col = by_columns ? row : 1;
    piece.count = 1;
    piece.a_step = piece.b_step = piece.c_step = 0;
    return piece;
}

/* --- widening --- */

/* Elements of B, of which those of a line lie `step` apart. */
struct lines {
    int64_t narrow, step;
    int64_t ahead; /* so far from a line lies the one to ask the memory for; 0: none */
};

/* Asks for what is widened later, while there is something to do. */
static void fetch(const uint16_t *from, int64_t count) {
    enum { LINE = SDYRT_LINE_BYTES / sizeof(uint16_t) };
    for (int64_t i = 0; i < count; i += LINE) {
        __builtin_prefetch(from + i);
    }
}

static void widen_line(const struct lines *lines, float *to, const uint16_t *from, int64_t count) {
    uint16_t raw[FEW_COLUMN];
    if (lines->step != 1) {
        sdyrt_load_16(raw, from, count, lines->step);
        from = raw;
    } else if (lines->ahead != 0) {
        fetch(from + lines->ahead, count);
    }
    if (lines->narrow == SDYRT_PRODUCT_BF16) {
        sdyrt_convert_bf16_f32_v(to, from, count);
    } else {
        sdyrt_convert_f16_f32_v(to, from, count);
    }
}

/* The piece of B from `from` on, as the piece describes it. */
static void widen(const struct sdyrt_product *product, const struct sdyrt_product *piece,
                  const struct lines *lines, const uint16_t *from, float *to) {
    const int by_columns = is_by_columns(product);
    const int64_t count = by_columns ? piece->n : piece->k;
    const int64_t length = by_columns ? piece->k : piece->n;
    const int64_t line = by_columns ? product->b_col : product->b_row;
    const int64_t row = by_columns ? piece->b_col : piece->b_row;
    for (int64_t i = 0; i < count; i++) {
        widen_line(lines, to + i * row, from + i * line, length);
    }
}

/* --- multiplying --- */

/* A product on its way: its largest piece, and how that is multiplied. */
struct work {
    const struct sdyrt_product *product;
    struct sdyrt_product most;
    const struct sdyrt_product_plan *plan;
    char *scratch;
};

/* By the piece of B whose first element is that of row `depth` and of column `col`. */
static void multiply_piece(const struct work *w, int64_t depth, int64_t col, const float *a,
                           const uint16_t *b, float *c, int accumulate) {
    const struct sdyrt_product *p = w->product;
    float *wide = (float *)(void *)w->scratch;
    struct sdyrt_product piece = w->most;
    piece.k = minimum(w->most.k, p->k - depth);
    piece.n = minimum(w->most.n, p->n - col);
    const int is_more = p->k - depth >= 2 * w->most.k;
    const struct lines lines = {p->type, is_by_columns(p) ? p->b_row : p->b_col,
                                is_more ? w->most.k * p->b_row : 0};
    const struct sdyrt_product_plan none =
        sdyrt_product_panels_of(w->plan->isa, piece.type, piece.k);
    const struct sdyrt_product_plan *plan = piece.k == 0 ? &none : w->plan; /* of no terms, too */
    widen(p, &piece, &lines, b + depth * p->b_row + col * p->b_col, wide);
    sdyrt_product(&piece, plan, a + depth * p->a_col, wide, c + col * p->c_col,
                  accumulate || depth > 0, w->scratch + SDYRT_PRODUCT_WIDENED_BYTES);
}

/* The pieces in the order in which B lies: one column after the other, or one row. */
static void multiply(const struct work *w, const float *a, const uint16_t *b, float *c,
                     int accumulate) {
    const struct sdyrt_product *most = &w->most;
    const int64_t deep = maximum(pieces(w->product->k, most->k), 1); /* k is zero: C is cleared */
    const int64_t wide = pieces(w->product->n, most->n);
    const int by_columns = is_by_columns(w->product);
    for (int64_t i = 0; i < deep * wide; i++) {
        const int64_t depth = by_columns ? i % deep : i / wide;
        const int64_t col = by_columns ? i / deep : i % wide;
        multiply_piece(w, depth * most->k, col * most->n, a, b, c, accumulate);
    }
}

void sdyrt_product_widened(const struct sdyrt_product *product,
                           const struct sdyrt_product_plan *plan, const void *a, const void *b,
                           void *c, int accumulate, void *scratch) {
    const struct work w = {product, sdyrt_product_widened_piece(product), plan, scratch};
    for (int64_t i = 0; i < product->count; i++) {
        multiply(&w, (const float *)a + i * product->a_step,
                 (const uint16_t *)b + i * product->b_step, (float *)c + i * product->c_step,
                 accumulate);
    }
}
