#include "product.h"

#include "parts.h"
#include "product_kinds.h"
#include "product_native.h"
#include "sizes.h"
#include "subnormals.h"

/* --- the runners --- */

/* Those of a route by type, as far as the program has that; of the last two on x86 alone. */
#define F32(name)     [SDYRT_PRODUCT_F32] = SDYRT_OR_NULL(PRODUCT_F32, sdyrt_product_##name##_f32)
#define F64(name)     [SDYRT_PRODUCT_F64] = SDYRT_OR_NULL(PRODUCT_F64, sdyrt_product_##name##_f64)
#define I32(name)     [SDYRT_PRODUCT_I32] = SDYRT_OR_NULL(PRODUCT_U32, sdyrt_product_##name##_u32)
#define I64(name)     [SDYRT_PRODUCT_I64] = SDYRT_OR_NULL(PRODUCT_U64, sdyrt_product_##name##_u64)
#define REALS(name)   F32(name), F64(name)
#define NUMBERS(name) REALS(name), I32(name), I64(name)
#define OF_PAIRS(TYPE, name)                                                                       \
    [SDYRT_PRODUCT_##TYPE] = SDYRT_OR_NULL(PRODUCT_PAIRS, sdyrt_product_##name##_small)
#define OF_NARROW(TYPE, name)                                                                      \
    [SDYRT_PRODUCT_##TYPE] = SDYRT_OR_NULL(PRODUCT_NARROW, sdyrt_product_##name##_narrow)
#define NARROW(name)                                                                               \
    OF_NARROW(BF16, name), OF_NARROW(BF16_F32, name), OF_NARROW(F16, name), OF_NARROW(F16_F32, name)
#define SMALL(name)                                                                                \
    OF_PAIRS(I8, name), OF_PAIRS(I8_I32, name), OF_PAIRS(U8_I32, name), OF_PAIRS(I16, name)
#define COMPLEX(name)                                                                              \
    [SDYRT_PRODUCT_C64] = SDYRT_OR_NULL(PRODUCT_C64, sdyrt_product_##name##_c64),                  \
    [SDYRT_PRODUCT_C128] = SDYRT_OR_NULL(PRODUCT_C128, sdyrt_product_##name##_c128)
#define TRUTH(name) [SDYRT_PRODUCT_PRED] = SDYRT_OR_NULL(PRODUCT_PRED, sdyrt_product_##name)
#if defined(__x86_64__) && defined(__linux__)
#define MASKED(name)         REALS(name)
#define TILED(name)          F32(name)
#define BYTES(name)          OF_PAIRS(I8, name), OF_PAIRS(I8_I32, name), OF_PAIRS(U8_I32, name)
#define BF16S(name)          OF_NARROW(BF16, name), OF_NARROW(BF16_F32, name)
#define GROUPED(name)        BYTES(name), BF16S(name)
#define PAIRED(name)         SMALL(name), BF16S(name)
#define MASKED_COMPLEX(name) COMPLEX(name)
#else
#define MASKED(name)
#define TILED(name)
#define BYTES(name)
#define GROUPED(name)
#define PAIRED(name) SMALL(name)
#define MASKED_COMPLEX(name)
#endif
#define SDYRT_HAS_SELF 1

struct route {
    int takes_all, alone;
    product_route_fn *of_type[SDYRT_PRODUCT_TYPE_COUNT + 1];
};

static const struct route routes[SDYRT_PRODUCT_ROUTE_COUNT] = {
#define ROUTE(name, NAME, TYPES, part, adds, takes_all, alone, accepts, depth, cost)               \
    {takes_all, alone, {[SDYRT_PRODUCT_TYPE_COUNT] = 0, SDYRT_IF(part, TYPES(name))}},
#include "product_routes.def"
};

static product_route_fn *runner_of(const struct sdyrt_product *product,
                                   const struct sdyrt_product_plan *plan) {
    return routes[plan->route].of_type[product->type];
}

/* One product, a stretch of the depth after the other. */
static void multiply_stretches(const struct sdyrt_product *product,
                               const struct sdyrt_product_plan *plan, const char *a, const char *b,
                               char *c, int accumulate, void *scratch) {
    product_route_fn *multiply = runner_of(product, plan);
    const int64_t size = (int64_t)sdyrt_product_operand_size(product->type);
    struct sdyrt_product part = *product;
    int64_t depth = 0;
    do { /* once even if k is zero: C is to be cleared */
        part.k = minimum(plan->depth, product->k - depth);
        multiply(&part, plan, a + depth * part.a_col * size, b + depth * part.b_row * size, c,
                 accumulate || depth > 0, scratch);
        depth += part.k;
    } while (depth < product->k);
}

static void multiply_each(const struct sdyrt_product *product,
                          const struct sdyrt_product_plan *plan, const char *a, const char *b,
                          char *c, int accumulate, void *scratch) {
    const int64_t operand = (int64_t)sdyrt_product_operand_size(product->type);
    const int64_t result = (int64_t)sdyrt_product_result_size(product->type);
    for (int64_t i = 0; i < product->count; i++) {
        multiply_stretches(product, plan, a, b, c, accumulate, scratch);
        a += product->a_step * operand;
        b += product->b_step * operand;
        c += product->c_step * result;
    }
}

void sdyrt_product(const struct sdyrt_product *product, const struct sdyrt_product_plan *plan,
                   const void *a, const void *b, void *c, int accumulate, void *scratch) {
    const struct sdyrt_product p = plan->exchanged ? transposed_product(product) : *product;
    const void *left = plan->exchanged ? b : a, *right = plan->exchanged ? a : b;
    unsigned subnormals = flush_subnormals();
    if (routes[plan->route].takes_all) {
        runner_of(&p, plan)(&p, plan, left, right, c, accumulate, scratch);
    } else {
        multiply_each(&p, plan, left, right, c, accumulate, scratch);
    }
    restore_subnormals(subnormals);
}

/* --- pieces of a tile --- */

/* [from, end) becomes as much of it as lies in `size` from `offset` on. */
static void cut_down(int64_t *from, int64_t *end, int64_t offset, int64_t size) {
    *from = minimum(*from + offset, *end);
    *end = minimum(*from + size, *end);
}

int64_t sdyrt_join_pieces(const struct sdyrt_product_pieces *pieces, int64_t piece, int64_t most,
                          struct sdyrt_product_part *tile) {
    const int64_t down = pieces->down, row = piece % down, col = piece / down;
    const int is_whole = row == 0 && most >= down; /* as tall as the tile */
    const int64_t rows = is_whole ? down : minimum(most, down - row);
    const int64_t cols = is_whole ? minimum(most / down, pieces->across - col) : 1;
    cut_down(&tile->row, &tile->row_end, row * pieces->rows, rows * pieces->rows);
    cut_down(&tile->col, &tile->col_end, col * pieces->cols, cols * pieces->cols);
    return rows * cols;
}

/* The same of whole columns of pieces alone: the first piece of one is all of it. */
static int64_t join_columns(const struct sdyrt_product_pieces *pieces, int64_t piece, int64_t most,
                            struct sdyrt_product_part *tile) {
    const int64_t down = pieces->down, row = piece % down, col = piece / down;
    const int64_t cols = maximum(minimum(most / down, pieces->across - col), 1);
    if (row > 0) {
        tile->row_end = tile->row;
        return minimum(most, down - row);
    }
    cut_down(&tile->col, &tile->col_end, col * pieces->cols, cols * pieces->cols);
    return minimum(most, cols * down);
}

int64_t sdyrt_product_join(const struct sdyrt_product_pieces *pieces,
                           const struct sdyrt_product_plan *plan, int64_t piece, int64_t most,
                           struct sdyrt_product_part *tile) {
    const int alone = routes[plan->route].alone;
    if (alone == 1) {
        return sdyrt_join_pieces(pieces, piece, most, tile);
    }
    if (alone == 2 && pieces->cols % SDYRT_PRODUCT_BLOCK_COLS == 0) {
        return join_columns(pieces, piece, most, tile);
    }
    tile->row_end = piece == 0 ? tile->row_end : tile->row;
    return minimum(most, pieces->down * pieces->across - piece);
}

/* The route that takes any product of the type. */
static enum sdyrt_product_route panels_of(int64_t type) {
    switch (type) {
    case SDYRT_PRODUCT_BF16:
    case SDYRT_PRODUCT_BF16_F32:
    case SDYRT_PRODUCT_F16:
    case SDYRT_PRODUCT_F16_F32:
        return SDYRT_PRODUCT_WIDE_PANELS;
    case SDYRT_PRODUCT_I8:
    case SDYRT_PRODUCT_I16:
    case SDYRT_PRODUCT_I8_I32:
    case SDYRT_PRODUCT_U8_I32:
        return SDYRT_PRODUCT_PAIRS;
    case SDYRT_PRODUCT_C64:
    case SDYRT_PRODUCT_C128:
        return SDYRT_PRODUCT_COMPLEX_PANELS;
    case SDYRT_PRODUCT_PRED:
        return SDYRT_PRODUCT_TRUTHS;
    default:
        return SDYRT_PRODUCT_PANELS;
    }
}

struct sdyrt_product_plan sdyrt_product_panels_of(int64_t isa, int64_t type, int64_t k) {
    const enum sdyrt_product_route route = panels_of(type);
    const int64_t depth = route == SDYRT_PRODUCT_PANELS ? sdyrt_product_depth(k) : k;
    return (struct sdyrt_product_plan){
        .route = route, .depth = maximum(depth, 1), .in_place = SDYRT_PRODUCT_PACKED, .isa = isa};
}
