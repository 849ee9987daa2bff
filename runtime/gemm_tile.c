#include "gemm_tile.h"

static const struct {
    unsigned char operand, result;
} element_sizes[SDYRT_GEMM_TYPE_COUNT] = {
    [SDYRT_GEMM_F32] = {4, 4},     [SDYRT_GEMM_F64] = {8, 8},    [SDYRT_GEMM_BF16] = {2, 2},
    [SDYRT_GEMM_BF16_F32] = {2, 4}, [SDYRT_GEMM_F16] = {2, 2},    [SDYRT_GEMM_F16_F32] = {2, 4},
    [SDYRT_GEMM_I8] = {1, 1},      [SDYRT_GEMM_I16] = {2, 2},    [SDYRT_GEMM_I32] = {4, 4},
    [SDYRT_GEMM_I64] = {8, 8},     [SDYRT_GEMM_I8_I32] = {1, 4}, [SDYRT_GEMM_U8_I32] = {1, 4},
    [SDYRT_GEMM_PRED] = {1, 1},    [SDYRT_GEMM_C64] = {8, 8},    [SDYRT_GEMM_C128] = {16, 16},
};

size_t sdyrt_gemm_operand_size(int64_t type) {
    return element_sizes[type].operand;
}

size_t sdyrt_gemm_result_size(int64_t type) {
    return element_sizes[type].result;
}

static int64_t minimum(int64_t a, int64_t b) {
    return a < b ? a : b;
}

/* Cuts extent into equal pieces of at most limit, rounded up to a multiple of step. */
static int64_t even_piece(int64_t extent, int64_t limit, int64_t step) {
    if (extent <= limit) {
        return extent > 0 ? extent : 1;
    }
    int64_t pieces = (extent + limit - 1) / limit;
    int64_t piece = (extent + pieces - 1) / pieces;
    return minimum(extent, (piece + step - 1) / step * step);
}

void sdyrt_gemm_tile(int64_t type, int64_t m, int64_t n, int64_t k, int64_t *tile_m,
                     int64_t *tile_n) {
    (void)type;
    (void)k;
    *tile_m = even_piece(m, 512, 64);
    *tile_n = even_piece(n, 512, 64);
}
