/* Products of 8- and 16-bit integers: pairs of neighbours along the contraction are widened to 16
   bits and multiplied and added by one instruction, or four bytes are as they are, where the
   processor has one for these. Sums are of 32 bits and wrap around, and so does a narrower result,
   which is their low bits. */
#include "product_kinds.h"

#include "cpu.h"
#include "product_amx.h"
#include "product_groups.h"
#include "product_micro.h"
#include "product_native.h"
#include "product_pairs.h"
#include "product_quads.h"

#include <string.h>

enum {
    BLOCK_ROWS = SDYRT_PAIRS_ROWS,
    PAIRS = 512, /* depth of a block, two elements each, or fours */
    A_BYTES = BLOCK_ROWS * PAIRS * (int)sizeof(uint32_t),
    PANEL_BYTES = PAIRS * SDYRT_PANEL_BYTES,
    SUM_BYTES = BLOCK_ROWS * SDYRT_PANEL_BYTES,
    ROOM_BYTES = STRIP_COLUMNS * PAIRS * GROUP + STRIP_ROW,
    ROW_COLS = 4096, /* columns of a single row at a time */
    FEW_TERMS = 256  /* of a scalar product */
};
_Static_assert(A_BYTES + PANEL_BYTES + SUM_BYTES + ROOM_BYTES <= SDYRT_KERNEL_SCRATCH,
               "a block fits");

#define NAME(x) x##_i8
#define OPERAND int8_t
#include "product_pairs.inc"

#define NAME(x) x##_u8
#define OPERAND uint8_t
#include "product_pairs.inc"

#define NAME(x) x##_i16
#define OPERAND int16_t
#include "product_pairs.inc"

void sdyrt_pack_pairs_i8(int64_t k, int64_t cols, const int8_t *b, int64_t row, int64_t col,
                         uint32_t *panel) {
    pack_panel_i8(k, cols, b, row, col, panel);
}

void sdyrt_pack_pairs_u8(int64_t k, int64_t cols, const uint8_t *b, int64_t row, int64_t col,
                         uint32_t *panel) {
    pack_panel_u8(k, cols, b, row, col, panel);
}

typedef void pack_rows_fn(int64_t rows, int64_t k, const void *a, int64_t row, int64_t col,
                          uint32_t *to, int64_t to_row);
typedef void pack_panel_fn(int64_t k, int64_t cols, const void *b, int64_t row, int64_t col,
                           uint32_t *panel);

/* --- one row --- */

#define INSTANCES(isa)                                                                             \
    {                                                                                              \
        {row_sums_i8_##isa, column_sums_i8_##isa}, {row_sums_u8_##isa, column_sums_u8_##isa}, {    \
            row_sums_i16_##isa, column_sums_i16_##isa                                              \
        }                                                                                          \
    }

#define TARGET  BASELINE_TARGET
#define OPERAND int8_t
#define NAME(x) x##_i8_baseline
#include "product_pairs_few.inc"
#undef OPERAND
#define OPERAND uint8_t
#define NAME(x) x##_u8_baseline
#include "product_pairs_few.inc"
#undef OPERAND
#define OPERAND int16_t
#define NAME(x) x##_i16_baseline
#include "product_pairs_few.inc"
#undef OPERAND
#undef TARGET

#if defined(__x86_64__)

#define TARGET  AVX2_TARGET
#define OPERAND int8_t
#define NAME(x) x##_i8_avx2
#include "product_pairs_few.inc"
#undef OPERAND
#define OPERAND uint8_t
#define NAME(x) x##_u8_avx2
#include "product_pairs_few.inc"
#undef OPERAND
#define OPERAND int16_t
#define NAME(x) x##_i16_avx2
#include "product_pairs_few.inc"
#undef OPERAND
#undef TARGET

#define TARGET  AVX512_TARGET
#define OPERAND int8_t
#define NAME(x) x##_i8_avx512
#include "product_pairs_few.inc"
#undef OPERAND
#define OPERAND uint8_t
#define NAME(x) x##_u8_avx512
#include "product_pairs_few.inc"
#undef OPERAND
#define OPERAND int16_t
#define NAME(x) x##_i16_avx512
#include "product_pairs_few.inc"
#undef OPERAND
#undef TARGET

#endif

typedef void few_sums_fn(const struct sdyrt_product *product, const void *a, const void *b,
                         uint32_t *sum);
enum operand_kind { OPERAND_I8, OPERAND_U8, OPERAND_I16, OPERAND_KINDS };
struct few_sums {
    few_sums_fn *of_rows, *of_columns;
};
static const struct few_sums few_sums[SDYRT_ISA_COUNT][OPERAND_KINDS] = {
    [SDYRT_ISA_BASELINE] = INSTANCES(baseline),
#if defined(__x86_64__)
    [SDYRT_ISA_AVX2] = INSTANCES(avx2),
    [SDYRT_ISA_AVX512] = INSTANCES(avx512),
#endif
};

/* One type: how it is packed, and what becomes of the sums (NULL: they are the result). */
struct pairs_kind {
    pack_rows_fn *pack_rows;
    pack_panel_fn *pack_panel;
    store_sums_fn *narrow;
    int64_t operand, result; /* bytes */
    enum operand_kind few;
};

static const struct pairs_kind *kind_of(int64_t type) {
    static const struct pairs_kind i8 = {pack_rows_i8, pack_panel_i8, narrow_i8, 1, 1, OPERAND_I8};
    static const struct pairs_kind i16 = {pack_rows_i16, pack_panel_i16, narrow_i16, 2, 2,
                                          OPERAND_I16};
    static const struct pairs_kind i8_i32 = {pack_rows_i8, pack_panel_i8, NULL, 1, 4, OPERAND_I8};
    static const struct pairs_kind u8_i32 = {pack_rows_u8, pack_panel_u8, NULL, 1, 4, OPERAND_U8};
    return type == SDYRT_PRODUCT_I8       ? &i8
           : type == SDYRT_PRODUCT_I16    ? &i16
           : type == SDYRT_PRODUCT_I8_I32 ? &i8_i32
                                          : &u8_i32;
}

void sdyrt_store_sums(const struct product_sums *sums, void *c, int64_t row, int64_t col,
                      int accumulate) {
    const int64_t cols = sums->cols;
    const uint32_t *sum = sums->at;
    for (int64_t i = 0; i < sums->rows; i++, sum += sums->row) {
        uint32_t *to = (uint32_t *)c + i * row;
        SPELL_OUT_UNIT(
            col, cols, for (int64_t j = 0; j < cols; j++) {
                to[j * step] = (accumulate ? to[j * step] : 0) + sum[j];
            })
    }
}

/* How operands are taken: elements of a group, and what multiplies these. */
struct grouping {
    int64_t elements;
    panel_kernel *multiply;
};

/* A product on its way: the parts of the scratch have what is packed of A and of B, and sums that
   are not the result. */
struct work {
    const struct sdyrt_product *product;
    const struct pairs_kind *kind;
    const struct grouping *by;
    uint32_t *rows, *panel, *sum;
    char *room; /* for packing fours */
};

static struct work work_of(const struct sdyrt_product *p, const struct grouping *by,
                           char *scratch) {
    return (struct work){.product = p,
                         .kind = kind_of(p->type),
                         .by = by,
                         .rows = (uint32_t *)(void *)scratch,
                         .panel = (uint32_t *)(void *)(scratch + A_BYTES),
                         .sum = (uint32_t *)(void *)(scratch + A_BYTES + PANEL_BYTES),
                         .room = scratch + A_BYTES + PANEL_BYTES + SUM_BYTES};
}

/* Packs a panel and multiplies by it: x->c[rows, cols] += ... */
static void multiply_panel(const struct work *w, struct panel_product *x, int64_t k,
                           const char *b) {
    const struct sdyrt_product *p = w->product;
    x->panel = w->panel;
#if defined(__x86_64__)
    if (w->by->elements == 4) {
        uint32_t begin[COLS];
        const struct product_sums first = {begin, x->rows, x->cols, 0};
        struct panel_product more = *x;
        sdyrt_quads_panel(k, x->cols, b, p->b_row, p->b_col, w->panel, w->room);
        sdyrt_quads_begin(w->kind->few == OPERAND_U8, k, w->panel, begin);
        sdyrt_store_sums(&first, x->c, x->c_row, x->c_col, x->accumulate);
        more.accumulate = 1;
        w->by->multiply(&more);
        return;
    }
#endif
    w->kind->pack_panel(k, x->cols, b, p->b_row, p->b_col, w->panel);
    w->by->multiply(x);
}

/* C[x->rows, n] += A * B for a block of rows and of the depth; A is packed. */
static void multiply_block(const struct work *w, struct panel_product *x, int64_t k, const char *b,
                           char *c) {
    const struct sdyrt_product *p = w->product;
    const struct pairs_kind *kind = w->kind;
    const int accumulate = x->accumulate;
    for (int64_t col = 0; col < p->n; col += COLS) {
        const char *columns = b + col * p->b_col * kind->operand;
        char *to = c + col * p->c_col * kind->result;
        x->cols = minimum(COLS, p->n - col);
        if (kind->narrow == NULL) {
            x->c = to;
            multiply_panel(w, x, k, columns);
            continue;
        }
        const struct product_sums sums = {w->sum, x->rows, x->cols, COLS};
        x->c = w->sum;
        x->accumulate = 0;
        multiply_panel(w, x, k, columns);
        kind->narrow(&sums, to, p->c_row, p->c_col, accumulate);
        x->accumulate = accumulate;
    }
}

/* A block of A; groups from row to row. */
static int64_t pack_block(const struct work *w, int64_t rows, int64_t k, const char *a) {
    const struct sdyrt_product *p = w->product;
    const int64_t to_row = pieces(k, w->by->elements);
#if defined(__x86_64__)
    if (w->by->elements == 4) {
        const int64_t line = sdyrt_group_line(k, 1) / GROUP;
        sdyrt_quads_rows(rows, k, a, p->a_row, p->a_col, w->rows, line);
        return line;
    }
#endif
    w->kind->pack_rows(rows, k, a, p->a_row, p->a_col, w->rows, to_row);
    return to_row;
}

/* A result of one row. */
static void store_row(const struct sdyrt_product *p, const struct pairs_kind *kind,
                      const uint32_t *sum, void *c, int accumulate) {
    store_sums_fn *store = kind->narrow != NULL ? kind->narrow : sdyrt_store_sums;
    const struct product_sums sums = {sum, 1, p->n, 0};
    store(&sums, c, 0, p->c_col, accumulate);
}

/* One row times a matrix that is read as it lies, some columns at a time. */
static void multiply_row(const struct sdyrt_product *p, few_sums_fn *add, const char *a,
                         const char *b, char *c, int accumulate, uint32_t *sum) {
    const struct pairs_kind *kind = kind_of(p->type);
    for (int64_t col = 0; col < p->n; col += ROW_COLS) {
        struct sdyrt_product some = *p;
        some.n = minimum(ROW_COLS, p->n - col);
        add(&some, a, b + col * p->b_col * kind->operand, sum);
        store_row(&some, kind, sum, c + col * p->c_col * kind->result, accumulate);
    }
}

/* By panels of groups, a block of rows and of the depth after the other. */
static void multiply_groups(const struct sdyrt_product *p, const struct grouping *by, const char *a,
                            const char *b, char *c, int accumulate, void *scratch) {
    const struct work w = work_of(p, by, scratch);
    const struct pairs_kind *kind = w.kind;
    int64_t depth = 0;
    do { /* once even if k is zero: C is to be cleared */
        int64_t k = minimum(by->elements * PAIRS, p->k - depth);
        struct product_step step = {0, 0, pieces(k, by->elements)};
        const char *right = b + depth * p->b_row * kind->operand;
        for (int64_t row = 0; row < p->m; row += BLOCK_ROWS) {
            struct panel_product x = {.rows = minimum(BLOCK_ROWS, p->m - row),
                                      .a = w.rows,
                                      .a_col = 1,
                                      .panel_row = COLS,
                                      .c_row = kind->narrow == NULL ? p->c_row : COLS,
                                      .c_col = kind->narrow == NULL ? p->c_col : 1,
                                      .steps = &step,
                                      .step_count = 1,
                                      .accumulate = accumulate || depth > 0};
            const char *left = a + (row * p->a_row + depth * p->a_col) * kind->operand;
            x.a_row = pack_block(&w, x.rows, k, left);
            multiply_block(&w, &x, k, right, c + row * p->c_row * kind->result);
        }
        depth += k;
    } while (depth < p->k);
}

/* --- the routes --- */

void sdyrt_product_small_rows_small(const struct sdyrt_product *p,
                                    const struct sdyrt_product_plan *plan, const void *a,
                                    const void *b, void *c, int accumulate, void *scratch) {
    few_sums_fn *add = few_sums[plan->isa][kind_of(p->type)->few].of_rows;
    multiply_row(p, add, a, b, c, accumulate, scratch);
}

void sdyrt_product_small_dots_small(const struct sdyrt_product *p,
                                    const struct sdyrt_product_plan *plan, const void *a,
                                    const void *b, void *c, int accumulate, void *scratch) {
    few_sums_fn *add = few_sums[plan->isa][kind_of(p->type)->few].of_columns;
    multiply_row(p, add, a, b, c, accumulate, scratch);
}

void sdyrt_product_pairs_small(const struct sdyrt_product *p, const struct sdyrt_product_plan *plan,
                               const void *a, const void *b, void *c, int accumulate,
                               void *scratch) {
    const struct grouping by = {2, sdyrt_product_micro_of(plan->isa)->pairs};
    multiply_groups(p, &by, a, b, c, accumulate, scratch);
}

#if defined(__x86_64__) && defined(__linux__)

/* The type of bytes for AMX. */
static const struct amx_type *amx_type(int64_t type) {
    static const struct amx_type i8 = {AMX_I8, 1, 1, narrow_i8},
                                 i8_i32 = {AMX_I8, 1, 4, sdyrt_store_sums},
                                 u8_i32 = {AMX_U8, 1, 4, sdyrt_store_sums};
    return type == SDYRT_PRODUCT_I8 ? &i8 : type == SDYRT_PRODUCT_I8_I32 ? &i8_i32 : &u8_i32;
}

void sdyrt_product_quads_small(const struct sdyrt_product *p, const struct sdyrt_product_plan *plan,
                               const void *a, const void *b, void *c, int accumulate,
                               void *scratch) {
    const int is_unsigned = kind_of(p->type)->few == OPERAND_U8;
    const struct grouping by = {4, sdyrt_product_micro_quads(is_unsigned)};
    (void)plan;
    multiply_groups(p, &by, a, b, c, accumulate, scratch);
}

void sdyrt_product_quad_rows_small(const struct sdyrt_product *p,
                                   const struct sdyrt_product_plan *plan, const void *a,
                                   const void *b, void *c, int accumulate, void *scratch) {
    (void)plan;
    multiply_row(p, sdyrt_quads_row, a, b, c, accumulate, scratch);
}

void sdyrt_product_amx_small(const struct sdyrt_product *p, const struct sdyrt_product_plan *plan,
                             const void *a, const void *b, void *c, int accumulate, void *scratch) {
    (void)plan;
    sdyrt_product_amx(p, amx_type(p->type), a, b, c, accumulate, scratch);
}

#endif
