/* Products of 16-bit floats: blocks of the operands are widened to f32 in the scratch, or packed as
   pairs where the processor multiplies these, and the sum is rounded once, at the end. */
#include "product_kinds.h"

#include "product_amx.h"
#include "product_native.h"
#include "product_pairs.h"
#include "scalar_convert.h"
#include "strips.h"

enum {
    BLOCK = SDYRT_WIDE_BLOCK,
    BLOCK_BYTES = BLOCK * BLOCK * (int)sizeof(float),
    STREAM_SUMS =
        BLOCK * BLOCK / SDYRT_STREAM_ROWS, /* columns whose sums are kept while B is read */
    PAIRS = 256                            /* depth of a block of pairs */
};
_Static_assert(3 * BLOCK_BYTES + SDYRT_PRODUCT_NATIVE_SCRATCH <= SDYRT_KERNEL_SCRATCH,
               "three blocks and the native product's scratch fit");

#define NAME(x) x##_bf16
#define OPERAND uint16_t
#include "product_pairs.inc"

void sdyrt_pack_pairs_bf16(int64_t k, int64_t cols, const uint16_t *b, int64_t row, int64_t col,
                           uint32_t *panel) {
    pack_panel_bf16(k, cols, b, row, col, panel);
}

/* How the 16-bit type is converted: strips. */
struct narrow_kind {
    void (*widen)(float *to, const uint16_t *from, int64_t n);
    void (*round)(uint16_t *to, const float *from, int64_t n);
};
static const struct narrow_kind kind_bf16 = {sdyrt_convert_bf16_f32_v, sdyrt_convert_f32_bf16_v};
static const struct narrow_kind kind_f16 = {sdyrt_convert_f16_f32_v, sdyrt_convert_f32_f16_v};

/* A block of a matrix, widened: BLOCK elements a line, which is a row or a column, whichever lies
   dense in memory. */
struct widened {
    float *at;
    int64_t row, col;
};

static struct widened widen(const struct narrow_kind *kind, int64_t rows, int64_t cols,
                            const uint16_t *from, int64_t row, int64_t col, float *to) {
    int by_columns = row == 1 && col != 1;
    int64_t lines = by_columns ? cols : rows, length = by_columns ? rows : cols;
    int64_t line = by_columns ? col : row, step = by_columns ? row : col;
    uint16_t raw[BLOCK];
    for (int64_t i = 0; i < lines; i++, from += line) {
        if (step != 1) {
            sdyrt_load_16(raw, from, length, step);
        }
        kind->widen(to + i * BLOCK, step == 1 ? from : raw, length);
    }
    return by_columns ? (struct widened){to, 1, BLOCK} : (struct widened){to, BLOCK, 1};
}

/* Sums as elements of the kind, at `to` with these strides. */
static void round_block(const struct narrow_kind *kind, const struct product_sums *sums,
                        uint16_t *to, int64_t row, int64_t col) {
    const float *from = sums->at;
    uint16_t raw[BLOCK];
    for (int64_t i = 0; i < sums->rows; i++, from += sums->row, to += row) {
        for (int64_t j = 0; j < sums->cols; j += BLOCK) {
            int64_t n = minimum(BLOCK, sums->cols - j);
            kind->round(col == 1 ? to + j : raw, from + j, n);
            if (col != 1) {
                sdyrt_store_16(to + j * col, raw, n, col);
            }
        }
    }
}

/* A product on its way: the parts of its plan, and the scratch. */
struct work {
    const struct sdyrt_product *product;
    const struct narrow_kind *kind;
    struct sdyrt_product_plan of_block; /* of f32, by which blocks are multiplied */
    char *scratch;
};

/* sum (by rows, or C itself) += A[block->m, k] * B[k, block->n], by one of the ways. `block` has
   the sums' extents and strides. */
typedef void accumulate_fn(const struct work *w, const uint16_t *a, const uint16_t *b,
                           struct sdyrt_product *block, float *sum, int accumulate);

/* C += A * B of numbers that are widened. */
static void multiply_wide(const struct work *w, const struct sdyrt_product *block, const float *b,
                          float *c, int accumulate) {
    const float *a = (const float *)(const void *)(w->scratch + BLOCK_BYTES);
    sdyrt_product(block, &w->of_block, a, b, c, accumulate, w->scratch + 3 * BLOCK_BYTES);
}

static void accumulate_widened(const struct work *w, const uint16_t *a, const uint16_t *b,
                               struct sdyrt_product *block, float *sum, int accumulate) {
    const struct sdyrt_product *p = w->product;
    float *wide_a = (float *)(void *)(w->scratch + BLOCK_BYTES);
    float *wide_b = (float *)(void *)(w->scratch + 2 * BLOCK_BYTES);
    int64_t depth = 0;
    do { /* once even if k is zero: C is to be cleared */
        block->k = minimum(BLOCK, p->k - depth);
        struct widened left =
            widen(w->kind, block->m, block->k, a + depth * p->a_col, p->a_row, p->a_col, wide_a);
        struct widened right =
            widen(w->kind, block->k, block->n, b + depth * p->b_row, p->b_row, p->b_col, wide_b);
        block->a_row = left.row;
        block->a_col = left.col;
        block->b_row = right.row;
        block->b_col = right.col;
        multiply_wide(w, block, wide_b, sum, accumulate || depth > 0);
        depth += BLOCK;
    } while (depth < p->k);
}

/* For few rows, and a B of dense rows that are read as they lie. */
static void accumulate_streamed(const struct work *w, const uint16_t *a, const uint16_t *b,
                                struct sdyrt_product *block, float *sum, int accumulate) {
    const struct sdyrt_product *p = w->product;
    float *wide_a = (float *)(void *)(w->scratch + BLOCK_BYTES);
    float *wide_b = (float *)(void *)(w->scratch + 2 * BLOCK_BYTES);
    struct sdyrt_product part = *block;
    part.k = p->k;
    const int64_t most = sdyrt_product_stream_block(&part).k;
    part.b_col = 1;
    for (int64_t depth = 0; depth < p->k; depth += part.k) {
        part.k = minimum(most, p->k - depth);
        struct widened left =
            widen(w->kind, part.m, part.k, a + depth * p->a_col, p->a_row, p->a_col, wide_a);
        part.a_row = left.row;
        part.a_col = left.col;
        for (int64_t col = 0; col < block->n; col += part.n) {
            part.n = part.b_row = minimum(SDYRT_STREAM_COLUMNS, block->n - col);
            for (int64_t l = 0; l < part.k; l++) {
                w->kind->widen(wide_b + l * part.n, b + (depth + l) * p->b_row + col, part.n);
            }
            multiply_wide(w, &part, wide_b, sum + col * part.c_col, accumulate || depth > 0);
        }
    }
}

struct strides {
    int64_t row, col;
};

/* A by pairs along k; its lines are the rows, or where its columns lie dense, these two by two. */
static struct strides pair_rows(int64_t rows, int64_t k, const uint16_t *a, int64_t row,
                                int64_t col, uint32_t *to) {
    if (row != 1 || col == 1) {
        pack_rows_bf16(rows, k, a, row, col, to, (k + 1) / 2);
        return (struct strides){(k + 1) / 2, 1};
    }
    for (int64_t p = 0; p < k; p += 2) {
        const uint16_t *low = a + p * col;
        pack_two_rows_bf16(rows, low, p + 1 < k ? low + col : NULL, 1, to + p / 2 * BLOCK);
    }
    return (struct strides){1, BLOCK};
}

/* bf16 by pairs: A is packed where it would be widened, behind it a panel of B. */
static void accumulate_pairs(const struct work *w, const uint16_t *a, const uint16_t *b,
                             struct sdyrt_product *block, float *sum, int accumulate) {
    const struct sdyrt_product *p = w->product;
    uint32_t *rows = (uint32_t *)(void *)(w->scratch + BLOCK_BYTES);
    uint32_t *panel = (uint32_t *)(void *)(w->scratch + 2 * BLOCK_BYTES);
    int64_t depth = 0;
    do { /* once even if k is zero: C is to be cleared */
        int64_t k = minimum(2 * PAIRS, p->k - depth);
        struct product_step step = {0, 0, (k + 1) / 2};
        struct strides left =
            pair_rows(block->m, k, a + depth * p->a_col, p->a_row, p->a_col, rows);
        struct panel_product x = {.rows = block->m,
                                  .a = rows,
                                  .a_row = left.row,
                                  .a_col = left.col,
                                  .panel = panel,
                                  .panel_row = COLS,
                                  .c_row = block->c_row,
                                  .c_col = block->c_col,
                                  .steps = &step,
                                  .step_count = 1,
                                  .accumulate = accumulate || depth > 0};
        for (int64_t col = 0; col < block->n; col += COLS) {
            x.cols = minimum(COLS, block->n - col);
            x.c = sum + col * block->c_col;
            pack_panel_bf16(k, x.cols, b + depth * p->b_row + col * p->b_col, p->b_row, p->b_col,
                            panel);
            sdyrt_product_micro_bf16_pairs()(&x);
        }
        depth += k;
    } while (depth < p->k);
}

/* A result of 16 bits: sums are kept, from what C has where they are added to it, and rounded. */
static void round_sums(const struct work *w, accumulate_fn *add, const uint16_t *a,
                       const uint16_t *b, struct sdyrt_product *block, uint16_t *to,
                       int accumulate) {
    const struct sdyrt_product *p = w->product;
    float *sum = (float *)(void *)w->scratch;
    if (accumulate) {
        struct widened before = widen(w->kind, block->m, block->n, to, p->c_row, p->c_col, sum);
        block->c_row = before.row;
        block->c_col = before.col;
    }
    add(w, a, b, block, sum, accumulate);
    if (block->c_row == 1) { /* by columns */
        const struct product_sums sums = {sum, block->n, block->m, BLOCK};
        round_block(w->kind, &sums, to, p->c_col, 1);
    } else {
        const struct product_sums sums = {sum, block->m, block->n, block->c_row};
        round_block(w->kind, &sums, to, p->c_row, p->c_col);
    }
}

/* All blocks of C, of so many columns at most. */
static void multiply_blocks(const struct work *w, accumulate_fn *add, int64_t most,
                            const uint16_t *a, const uint16_t *b, void *c, int accumulate) {
    const struct sdyrt_product *p = w->product;
    const int narrows = p->type == SDYRT_PRODUCT_BF16 || p->type == SDYRT_PRODUCT_F16;
    const int64_t columns = narrows && accumulate ? minimum(most, BLOCK) : most;
    for (int64_t row = 0; row < p->m; row += BLOCK) {
        for (int64_t col = 0; col < p->n; col += columns) {
            struct sdyrt_product block = {.type = SDYRT_PRODUCT_F32,
                                          .count = 1,
                                          .in_order = p->in_order,
                                          .m = minimum(BLOCK, p->m - row),
                                          .n = minimum(columns, p->n - col),
                                          .c_row = narrows ? maximum(columns, BLOCK) : p->c_row,
                                          .c_col = narrows ? 1 : p->c_col};
            const uint16_t *left = a + row * p->a_row, *right = b + col * p->b_col;
            const int64_t offset = row * p->c_row + col * p->c_col;
            if (narrows) {
                round_sums(w, add, left, right, &block, (uint16_t *)c + offset, accumulate);
            } else {
                add(w, left, right, &block, (float *)c + offset, accumulate);
            }
        }
    }
}

void sdyrt_store_float_sums(const struct product_sums *sums, void *c, int64_t row, int64_t col,
                            int accumulate) {
    const int64_t cols = sums->cols;
    for (int64_t i = 0; i < sums->rows; i++) {
        const float *sum = (const float *)sums->at + i * sums->row;
        float *to = (float *)c + i * row;
        if (accumulate) {
            SPELL_OUT_UNIT(
                col, cols, for (int64_t j = 0; j < cols; j++) { to[j * step] += sum[j]; })
        } else {
            SPELL_OUT_UNIT(
                col, cols, for (int64_t j = 0; j < cols; j++) { to[j * step] = sum[j]; })
        }
    }
}

/* --- the routes --- */

static struct work work_of(const struct sdyrt_product *p, const struct sdyrt_product_plan *plan,
                           enum sdyrt_product_route of_block, void *scratch) {
    const int is_bf16 = p->type == SDYRT_PRODUCT_BF16 || p->type == SDYRT_PRODUCT_BF16_F32;
    const struct sdyrt_product_plan block = {
        .route = of_block, .depth = BLOCK, .in_place = plan->in_place, .isa = plan->isa};
    return (struct work){p, is_bf16 ? &kind_bf16 : &kind_f16, block, scratch};
}

/* Blocks of f32, by one of its routes. */
#define WIDE(name, ROUTE)                                                                          \
    void sdyrt_product_wide_##name##_narrow(                                                       \
        const struct sdyrt_product *p, const struct sdyrt_product_plan *plan, const void *a,       \
        const void *b, void *c, int accumulate, void *scratch) {                                   \
        const struct work w = work_of(p, plan, ROUTE, scratch);                                    \
        multiply_blocks(&w, accumulate_widened, sdyrt_product_wide_columns(p), a, b, c,            \
                        accumulate);                                                               \
    }
WIDE(rows, SDYRT_PRODUCT_ROWS)
WIDE(dots, SDYRT_PRODUCT_DOTS)
WIDE(panels, SDYRT_PRODUCT_PANELS)
WIDE(blocks, SDYRT_PRODUCT_BLOCKS)

/* What has just been widened is read in place. */
#define STREAM(name, ROUTE)                                                                        \
    void sdyrt_product_stream_##name##_narrow(                                                     \
        const struct sdyrt_product *p, const struct sdyrt_product_plan *plan, const void *a,       \
        const void *b, void *c, int accumulate, void *scratch) {                                   \
        struct work w = work_of(p, plan, ROUTE, scratch);                                          \
        w.of_block.in_place = SDYRT_PRODUCT_IN_PLACE;                                              \
        multiply_blocks(&w, accumulate_streamed, STREAM_SUMS, a, b, c, accumulate);                \
    }
STREAM(rows, SDYRT_PRODUCT_ROWS)
STREAM(panels, SDYRT_PRODUCT_PANELS)

void sdyrt_product_pairs_narrow(const struct sdyrt_product *p,
                                const struct sdyrt_product_plan *plan, const void *a, const void *b,
                                void *c, int accumulate, void *scratch) {
    const struct work w = work_of(p, plan, SDYRT_PRODUCT_PANELS, scratch);
    multiply_blocks(&w, accumulate_pairs, BLOCK, a, b, c, accumulate);
}

#if defined(__x86_64__) && defined(__linux__)

/* Rows of sums as dense rows of C. Those of a block of registers have a length that is known. */
static AVX512_TARGET void round_rows(const struct product_sums *sums, uint16_t *to, int64_t row) {
    const float *sum = sums->at;
    for (int64_t i = 0; i < sums->rows; i++, sum += sums->row, to += row) {
        if (sums->cols == AMX_BLOCK) {
            _Pragma("omp simd") for (int j = 0; j < AMX_BLOCK; j++) {
                to[j] = sdyrt_convert_f32_bf16(sum[j]);
            }
        } else {
            _Pragma("omp simd") for (int64_t j = 0; j < sums->cols; j++) {
                to[j] = sdyrt_convert_f32_bf16(sum[j]);
            }
        }
    }
}

/* Sums of bf16 products by AMX as C, at most BLOCK columns. */
static void store_bf16(const struct product_sums *sums, void *c, int64_t row, int64_t col,
                       int accumulate) {
    float before[BLOCK];
    if (col == 1 && !accumulate) {
        round_rows(sums, c, row);
        return;
    }
    for (int64_t i = 0; i < sums->rows; i++) {
        const float *sum = (const float *)sums->at + i * sums->row;
        uint16_t *to = (uint16_t *)c + i * row;
        if (accumulate) {
            widen(&kind_bf16, 1, sums->cols, to, 0, col, before);
            for (int64_t j = 0; j < sums->cols; j++) {
                before[j] += sum[j];
            }
            sum = before;
        }
        const struct product_sums one = {sum, 1, sums->cols, 0};
        round_block(&kind_bf16, &one, to, 0, col);
    }
}

void sdyrt_product_amx_narrow(const struct sdyrt_product *p, const struct sdyrt_product_plan *plan,
                              const void *a, const void *b, void *c, int accumulate,
                              void *scratch) {
    static const struct amx_type bf16 = {AMX_BF16, 2, 2, store_bf16};
    static const struct amx_type bf16_f32 = {AMX_BF16, 2, 4, sdyrt_store_float_sums};
    (void)plan;
    sdyrt_product_amx(p, p->type == SDYRT_PRODUCT_BF16 ? &bf16 : &bf16_f32, a, b, c, accumulate,
                      scratch);
}

#endif
