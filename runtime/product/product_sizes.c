#include "product_native.h"
#include "product_split.h"
#include "product_tile.h"
#include "sizes.h"

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

/* Packed panels of B and a group of packed rows of A, or few packed rows. */
static size_t native_scratch(int64_t size, int64_t k) {
    int64_t blocks = sdyrt_product_depth(k) * SDYRT_PRODUCT_DEPTH_BYTES;
    int64_t rows = SDYRT_PRODUCT_PACKED_ROWS * sdyrt_product_packed_row(k, size) * size;
    return (size_t)maximum(blocks, rows);
}

size_t sdyrt_product_scratch(int64_t type, int64_t k) {
    switch (type) {
    case SDYRT_PRODUCT_F32:
        return k < SDYRT_PRODUCT_SPLIT_DEPTH ? native_scratch(4, k) : SDYRT_KERNEL_SCRATCH;
    case SDYRT_PRODUCT_F64:
    case SDYRT_PRODUCT_I32:
    case SDYRT_PRODUCT_I64:
        return native_scratch((int64_t)sdyrt_product_operand_size(type), k);
    default:
        return SDYRT_KERNEL_SCRATCH;
    }
}
