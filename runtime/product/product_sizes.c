#include "product_native.h"
#include "product_split.h"
#include "product_tile.h"
#include "sizes.h"
#include "split.h"

static const struct {
    unsigned char operand, result;
} element_sizes[SDYRT_PRODUCT_TYPE_COUNT] = {
    [SDYRT_PRODUCT_F32] = {4, 4},    [SDYRT_PRODUCT_F64] = {8, 8},
    [SDYRT_PRODUCT_BF16] = {2, 2},   [SDYRT_PRODUCT_BF16_F32] = {2, 4},
    [SDYRT_PRODUCT_F16] = {2, 2},    [SDYRT_PRODUCT_F16_F32] = {2, 4},
    [SDYRT_PRODUCT_I8] = {1, 1},     [SDYRT_PRODUCT_I16] = {2, 2},
    [SDYRT_PRODUCT_I32] = {4, 4},    [SDYRT_PRODUCT_I64] = {8, 8},
    [SDYRT_PRODUCT_I8_I32] = {1, 4}, [SDYRT_PRODUCT_U8_I32] = {1, 4},
    [SDYRT_PRODUCT_PRED] = {1, 1},   [SDYRT_PRODUCT_C64] = {8, 8},
    [SDYRT_PRODUCT_C128] = {16, 16},
};

size_t sdyrt_product_operand_size(int64_t type) {
    return element_sizes[type].operand;
}

size_t sdyrt_product_result_size(int64_t type) {
    return element_sizes[type].result;
}

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

int64_t sdyrt_product_split_block(int64_t k) {
    return pieces(minimum(k, SPLIT_STRETCH), SPLIT_DEPTH) * SPLIT_STEP;
}

int64_t sdyrt_product_split_packed(int64_t cols, int64_t k) {
    const int64_t blocks = pieces(minimum(cols, SPLIT_COLUMNS), AMX_LINES) + AMX_BLOCK / AMX_LINES;
    return blocks * sdyrt_product_split_block(k) + AMX_BLOCK * AMX_BLOCK * (int64_t)sizeof(float);
}

size_t sdyrt_product_scratch(int64_t type, int64_t k) {
    switch (type) {
    case SDYRT_PRODUCT_F32:
        return k < SDYRT_PRODUCT_SPLIT_DEPTH
                   ? native_scratch(4, SDYRT_PRODUCT_PACKED_PANELS * SDYRT_PRODUCT_PANEL_BYTES, k)
                   : SDYRT_KERNEL_SCRATCH;
    case SDYRT_PRODUCT_F64:
    case SDYRT_PRODUCT_I32:
    case SDYRT_PRODUCT_I64:
        return native_scratch((int64_t)sdyrt_product_operand_size(type),
                              SDYRT_PRODUCT_PACKED_PANELS * SDYRT_PRODUCT_PANEL_BYTES, k);
    default:
        return SDYRT_KERNEL_SCRATCH;
    }
}

/* Of whole blocks, as one that is smaller may be split where this one is not. */
size_t sdyrt_product_scratch_of(const struct sdyrt_product *product) {
    struct sdyrt_product whole = *product;
    whole.m = pieces(product->m, AMX_BLOCK) * AMX_BLOCK;
    whole.n = pieces(product->n, AMX_BLOCK) * AMX_BLOCK;
    if (product->type != SDYRT_PRODUCT_F32) {
        return sdyrt_product_scratch(product->type, product->k);
    }
    const int64_t cols = maximum(whole.m, whole.n);
    return native_scratch(4, cols, product->k) +
           (size_t)(sdyrt_product_is_split(&whole) ? sdyrt_product_split_packed(cols, product->k)
                                                   : 0);
}
