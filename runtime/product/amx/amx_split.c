#include "split.h"

#if defined(__x86_64__) && defined(__linux__)

#include "amx_registers.h"

/* Registers 4 and 5 for a part of A, 6 and 7 for one of B; and their products. */
#define TAKE_A(part)                                                                               \
    _tile_loadd(4, a + (part)*AMX_TILE, AMX_LINE);                                                 \
    if (below) {                                                                                   \
        _tile_loadd(5, a + (part)*AMX_TILE + x->a_block, AMX_LINE);                                \
    }
#define TAKE_B(part)                                                                               \
    _tile_loadd(6, b + (part)*AMX_TILE, AMX_LINE);                                                 \
    if (beside) {                                                                                  \
        _tile_loadd(7, b + (part)*AMX_TILE + x->b_block, AMX_LINE);                                \
    }
#define ADD_PRODUCTS                                                                               \
    _tile_dpbf16ps(0, 4, 6);                                                                       \
    if (beside) {                                                                                  \
        _tile_dpbf16ps(1, 4, 7);                                                                   \
    }                                                                                              \
    if (below) {                                                                                   \
        _tile_dpbf16ps(2, 5, 6);                                                                   \
    }                                                                                              \
    if (beside && below) {                                                                         \
        _tile_dpbf16ps(3, 5, 7);                                                                   \
    }

/* The six greatest products of parts, in an order in which each has an operand of the last. */
static inline AMX_TARGET ALWAYS void add_parts(const struct split_product *x, const int beside,
                                               const int below) {
    char unwanted[AMX_LINE];
    int64_t steps = 0;
    const char *a = x->a, *b = x->b;
    for (int64_t n = x->steps; n > 0; n--, a += SPLIT_STEP, b += SPLIT_STEP) {
        TAKE_A(0)
        TAKE_B(2)
        ADD_PRODUCTS
        TAKE_B(1)
        ADD_PRODUCTS
        TAKE_A(1)
        ADD_PRODUCTS
        TAKE_B(0)
        ADD_PRODUCTS
        TAKE_A(2)
        ADD_PRODUCTS
        TAKE_A(0)
        ADD_PRODUCTS
        keep_awake(&steps, unwanted, pieces(AMX_AWAKE, SPLIT_PRODUCTS));
    }
}

AMX_TARGET void sdyrt_split_multiply(const struct split_product *x) {
    const int beside = x->cols > AMX_LINES, below = x->rows > AMX_LINES;
    MEMORY_IS_WRITTEN(x);
    clear(beside, below);
    if (beside && below) {
        add_parts(x, 1, 1);
    } else if (beside) {
        add_parts(x, 1, 0);
    } else if (below) {
        add_parts(x, 0, 1);
    } else {
        add_parts(x, 0, 0);
    }
    store(x->c, x->c_row, beside, below);
}

#endif
