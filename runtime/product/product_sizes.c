#include "product_tile.h"

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
