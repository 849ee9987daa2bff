/* Products of 16-bit floats: blocks of the operands are widened to f32 in the scratch, or packed as
   pairs where the processor multiplies these, and the sum is rounded once, at the end. */
#include "product_kinds.h"

#include "product_amx.h"
#include "product_native.h"
#include "product_pairs.h"
#include "strips.h"

enum {
    BLOCK = 256, /* rows, columns and depth of what is widened at a time */
    BLOCK_BYTES = BLOCK * BLOCK * (int)sizeof(float),
    FEW_ROWS = 8,
    FEW_COLUMNS = 32,
    STREAM_SUMS = BLOCK * BLOCK / FEW_ROWS, /* columns whose sums are kept while B is read, */
    STREAM_COLUMNS = 128,                   /* and which are widened at a time, */
    STREAM_DEPTH = 16,                      /* of at least so many rows, */
    STREAM_ELEMENTS = STREAM_COLUMNS * STREAM_DEPTH, /* and so many numbers */
    PAIRS = 256                                      /* depth of a block of pairs */
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

static void round_block(const struct narrow_kind *kind, int64_t rows, int64_t cols,
                        const float *from, int64_t from_row, uint16_t *to, int64_t row,
                        int64_t col) {
    uint16_t raw[BLOCK];
    for (int64_t i = 0; i < rows; i++, from += from_row, to += row) {
        for (int64_t j = 0; j < cols; j += BLOCK) {
            int64_t n = minimum(BLOCK, cols - j);
            kind->round(col == 1 ? to + j : raw, from + j, n);
            if (col != 1) {
                sdyrt_store_16(to + j * col, raw, n, col);
            }
        }
    }
}

/* How numbers that are widened are multiplied: by the same routes as others, but chosen by a few
   bounds, as blocks are small and many. */
static struct sdyrt_product_plan plan_of_block(const struct sdyrt_product *block) {
    enum { PANEL = SDYRT_PANEL_BYTES / (int)sizeof(float), PACKED = 48, DOTS = 32 };
    const int exchanged = block->n < FEW_ROWS && block->m > block->n;
    const struct sdyrt_product p = exchanged ? transposed_product(block) : *block;
    struct sdyrt_product_plan plan = {.route = SDYRT_PRODUCT_PANELS, .exchanged = exchanged};
    plan.depth = maximum(sdyrt_product_depth(p.k), 1);
    plan.in_place = p.b_col == 1 && p.m <= PACKED ? SDYRT_PRODUCT_IN_PLACE : SDYRT_PRODUCT_PACKED;
    if (!p.in_order && p.m <= SDYRT_ROWS_ROWS && p.b_col == 1 && p.c_col == 1 && p.n > 1) {
        plan.route = SDYRT_PRODUCT_ROWS;
    } else if (!p.in_order && p.m <= SDYRT_DOTS_ROWS && p.b_row == 1 && p.b_col != 1 &&
               p.k >= DOTS) {
        plan.route = SDYRT_PRODUCT_DOTS;
    } else if (p.m > PACKED && p.n > PANEL) {
        plan.route = SDYRT_PRODUCT_BLOCKS;
    }
    return plan;
}

/* C += A * B of numbers that are widened. */
static void multiply_wide(const struct sdyrt_product *block, const float *a, const float *b,
                          float *c, int accumulate, char *scratch) {
    const struct sdyrt_product_plan plan =
        block->k > 0 ? plan_of_block(block) : sdyrt_product_panels_plan(SDYRT_PRODUCT_F32, 0);
    sdyrt_product(block, &plan, a, b, c, accumulate, scratch);
}

/* sum (BLOCK elements a row, or C itself) += A[rows, k] * B[k, cols] */
static void accumulate_widened(const struct sdyrt_product *product, const struct narrow_kind *kind,
                               const uint16_t *a, const uint16_t *b, struct sdyrt_product *block,
                               float *sum, int accumulate, char *scratch) {
    float *wide_a = (float *)(void *)(scratch + BLOCK_BYTES);
    float *wide_b = (float *)(void *)(scratch + 2 * BLOCK_BYTES);
    if (product->k == 0) {
        block->k = 0;
        multiply_wide(block, wide_a, wide_b, sum, accumulate, scratch + 3 * BLOCK_BYTES);
    }
    for (int64_t depth = 0; depth < product->k; depth += BLOCK) {
        block->k = minimum(BLOCK, product->k - depth);
        struct widened left = widen(kind, block->m, block->k, a + depth * product->a_col,
                                    product->a_row, product->a_col, wide_a);
        struct widened right = widen(kind, block->k, block->n, b + depth * product->b_row,
                                     product->b_row, product->b_col, wide_b);
        block->a_row = left.row;
        block->a_col = left.col;
        block->b_row = right.row;
        block->b_col = right.col;
        multiply_wide(block, left.at, right.at, sum, accumulate || depth > 0,
                      scratch + 3 * BLOCK_BYTES);
    }
}

/* The same for few rows, and a B of dense rows that are read as they lie. */
static void accumulate_streamed(const struct sdyrt_product *product, const struct narrow_kind *kind,
                                const uint16_t *a, const uint16_t *b, struct sdyrt_product *block,
                                float *sum, int accumulate, char *scratch) {
    float *wide_a = (float *)(void *)(scratch + BLOCK_BYTES);
    float *wide_b = (float *)(void *)(scratch + 2 * BLOCK_BYTES);
    struct sdyrt_product part = *block;
    const int64_t most = minimum(BLOCK, STREAM_ELEMENTS / minimum(STREAM_COLUMNS, block->n));
    part.b_col = 1;
    for (int64_t depth = 0; depth < product->k; depth += part.k) {
        part.k = minimum(most, product->k - depth);
        struct widened left = widen(kind, part.m, part.k, a + depth * product->a_col,
                                    product->a_row, product->a_col, wide_a);
        part.a_row = left.row;
        part.a_col = left.col;
        for (int64_t col = 0; col < block->n; col += part.n) {
            part.n = part.b_row = minimum(STREAM_COLUMNS, block->n - col);
            for (int64_t p = 0; p < part.k; p++) {
                kind->widen(wide_b + p * part.n, b + (depth + p) * product->b_row + col, part.n);
            }
            multiply_wide(&part, left.at, wide_b, sum + col * part.c_col, accumulate || depth > 0,
                          scratch + 3 * BLOCK_BYTES);
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

/* The same of bf16 by pairs: A is packed where it would be widened, behind it a panel of B. */
static void accumulate_pairs(const struct sdyrt_product *product, panel_kernel *multiply,
                             const uint16_t *a, const uint16_t *b,
                             const struct sdyrt_product *block, float *sum, int accumulate,
                             char *scratch) {
    uint32_t *rows = (uint32_t *)(void *)(scratch + BLOCK_BYTES);
    uint32_t *panel = (uint32_t *)(void *)(scratch + 2 * BLOCK_BYTES);
    int64_t depth = 0;
    do { /* once even if k is zero: C is to be cleared */
        int64_t k = minimum(2 * PAIRS, product->k - depth);
        struct product_step step = {0, 0, (k + 1) / 2};
        struct strides left = pair_rows(block->m, k, a + depth * product->a_col, product->a_row,
                                        product->a_col, rows);
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
            pack_panel_bf16(k, x.cols, b + depth * product->b_row + col * product->b_col,
                            product->b_row, product->b_col, panel);
            multiply(&x);
        }
        depth += k;
    } while (depth < product->k);
}

/* What multiplies pairs, where that is at hand and pays for packing them. */
static panel_kernel *pairs_kernel(const struct sdyrt_product *product,
                                  const struct narrow_kind *kind) {
    return kind == &kind_bf16 && product->m > FEW_ROWS && product->n >= FEW_ROWS &&
                   !product->in_order
               ? sdyrt_product_micro_bf16()
               : NULL;
}

/* Whether the time goes into reading B, whose rows are dense. */
static int is_streamed(const struct sdyrt_product *product) {
    return product->m <= FEW_ROWS && product->b_col == 1 && product->k > 0 && !product->in_order;
}

static void accumulate_block(const struct sdyrt_product *product, const struct narrow_kind *kind,
                             const uint16_t *a, const uint16_t *b, struct sdyrt_product *block,
                             float *sum, int accumulate, char *scratch) {
    panel_kernel *multiply = pairs_kernel(product, kind);
    if (is_streamed(product)) {
        accumulate_streamed(product, kind, a, b, block, sum, accumulate, scratch);
    } else if (multiply != NULL) {
        accumulate_pairs(product, multiply, a, b, block, sum, accumulate, scratch);
    } else {
        accumulate_widened(product, kind, a, b, block, sum, accumulate, scratch);
    }
}

/* Of a product of few rows only so much of B is widened at a time that it stays in the first-level
   cache: it is read once. */
static int64_t columns_at_a_time(const struct sdyrt_product *product) {
    return is_streamed(product) ? STREAM_SUMS : product->m <= FEW_ROWS ? FEW_COLUMNS : BLOCK;
}

/* `narrows`: the result is of the operands' type, not f32. */
static void narrow_product(const struct sdyrt_product *product, const struct narrow_kind *kind,
                           int narrows, const uint16_t *a, const uint16_t *b, char *c,
                           int accumulate, char *scratch) {
    float *sum = (float *)(void *)scratch;
    const int64_t most = columns_at_a_time(product);
    const int64_t columns = narrows && accumulate ? minimum(most, BLOCK) : most;
    const int64_t sum_row = columns > BLOCK ? columns : BLOCK;
    for (int64_t row = 0; row < product->m; row += BLOCK) {
        for (int64_t col = 0; col < product->n; col += columns) {
            struct sdyrt_product block = {.type = SDYRT_PRODUCT_F32,
                                          .count = 1,
                                          .in_order = product->in_order,
                                          .m = minimum(BLOCK, product->m - row),
                                          .n = minimum(columns, product->n - col),
                                          .c_row = sum_row,
                                          .c_col = 1};
            const uint16_t *left = a + row * product->a_row, *right = b + col * product->b_col;
            int64_t offset = row * product->c_row + col * product->c_col;
            if (!narrows) {
                block.c_row = product->c_row;
                block.c_col = product->c_col;
                accumulate_block(product, kind, left, right, &block, (float *)(void *)c + offset,
                                 accumulate, scratch);
                continue;
            }
            uint16_t *to = (uint16_t *)(void *)c + offset;
            if (accumulate) {
                struct widened before =
                    widen(kind, block.m, block.n, to, product->c_row, product->c_col, sum);
                block.c_row = before.row;
                block.c_col = before.col;
            }
            accumulate_block(product, kind, left, right, &block, sum, accumulate, scratch);
            if (block.c_row == 1) { /* by columns */
                round_block(kind, block.n, block.m, sum, BLOCK, to, product->c_col, 1);
            } else {
                round_block(kind, block.m, block.n, sum, block.c_row, to, product->c_row,
                            product->c_col);
            }
        }
    }
}

/* Sums of bf16 products as C, at most BLOCK columns. */
static void store_bf16(int64_t rows, int64_t cols, const void *sums, int64_t sum_row, void *c,
                       int64_t row, int64_t col, int accumulate) {
    float before[BLOCK];
    for (int64_t i = 0; i < rows; i++) {
        const float *sum = (const float *)sums + i * sum_row;
        uint16_t *to = (uint16_t *)c + i * row;
        if (accumulate) {
            widen(&kind_bf16, 1, cols, to, 0, col, before);
            for (int64_t j = 0; j < cols; j++) {
                before[j] += sum[j];
            }
            sum = before;
        }
        round_block(&kind_bf16, 1, cols, sum, 0, to, 0, col);
    }
}

void sdyrt_store_float_sums(int64_t rows, int64_t cols, const void *sums, int64_t sum_row, void *c,
                            int64_t row, int64_t col, int accumulate) {
    for (int64_t i = 0; i < rows; i++) {
        const float *sum = (const float *)sums + i * sum_row;
        float *to = (float *)c + i * row;
        SPELL_OUT_UNIT(
            col, for (int64_t j = 0; j < cols;
                      j++) { to[j * step] = accumulate ? to[j * step] + sum[j] : sum[j]; })
    }
}

/* Whether AMX is faster, though it packs one operand: not where so few lines meet the other as it
   lies that reading it takes the time. Two rows times 4096x4096 take 2.1 ms without and 3.3 ms. */
static int amx_pays(const struct sdyrt_product *p) {
    enum { FEW_LINES = 2 };
    int streams = (p->m <= FEW_LINES && p->b_col == 1) || (p->n <= FEW_LINES && p->a_row == 1);
    return !streams && !p->in_order && sdyrt_product_amx_pays(p);
}

static const struct amx_type amx_bf16 = {AMX_BF16, 2, 2, store_bf16};
static const struct amx_type amx_bf16_f32 = {AMX_BF16, 2, 4, sdyrt_store_float_sums};

void sdyrt_product_narrow(const struct sdyrt_product *product, const void *a, const void *b,
                          void *c, int accumulate, void *scratch) {
    int is_bf16 = product->type == SDYRT_PRODUCT_BF16 || product->type == SDYRT_PRODUCT_BF16_F32;
    int wide = product->type == SDYRT_PRODUCT_BF16_F32 || product->type == SDYRT_PRODUCT_F16_F32;
    if (is_bf16 && amx_pays(product)) {
        sdyrt_product_amx(product, wide ? &amx_bf16_f32 : &amx_bf16, a, b, c, accumulate, scratch);
        return;
    }
    narrow_product(product, is_bf16 ? &kind_bf16 : &kind_f16, !wide, a, b, c, accumulate, scratch);
}
