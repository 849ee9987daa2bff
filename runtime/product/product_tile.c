#include "product_tile.h"

#include "product_native.h"
#include "product_split.h"
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

/* Each task packs its columns of B for all its rows, and reads its rows of A for all its columns.
   So a tile is up to twice as tall as wide; and taller where packing takes more of the time, of
   elements that are multiplied in pairs or fours. It is worth at least so many multiplications,
   because starting a task takes its time. */
enum {
    TILE_ROWS = 512,
    MIN_ROWS = 64,
    TILE_COLS = 256,
    MIN_COLS = 64, /* two packed panels */
    FEW_ROWS = 16, /* for so few, reading B takes the time, and long rows of it are read faster */
    FEW_COLS = 512,
    HARDLY_ROWS = 2,
    HARDLY_COLS = 1024,
    MOST_COLS = 4096,
    MIN_TASKS = 16,
    MIN_WORK = 1 << 20
};

/* Cuts extent into nearly equal pieces of at most limit, multiples of step but for the last. */
static int64_t even_piece(int64_t extent, int64_t limit, int64_t step) {
    if (extent <= limit) {
        return extent > 0 ? extent : 1;
    }
    int64_t piece = pieces(extent, pieces(extent, limit));
    return pieces(piece, step) * step;
}

static int is_tall(int64_t type) {
    return type == SDYRT_PRODUCT_BF16 || type == SDYRT_PRODUCT_BF16_F32 ||
           type == SDYRT_PRODUCT_I8 || type == SDYRT_PRODUCT_I16 || type == SDYRT_PRODUCT_I8_I32 ||
           type == SDYRT_PRODUCT_U8_I32;
}

void sdyrt_product_tile(int64_t type, int64_t batch, int64_t m, int64_t n, int64_t k,
                        int64_t *tile_m, int64_t *tile_n) {
    const int64_t min_cols = m <= HARDLY_ROWS ? HARDLY_COLS : m <= FEW_ROWS ? FEW_COLS : MIN_COLS;
    int64_t rows = TILE_ROWS, cols = m <= FEW_ROWS ? MOST_COLS : TILE_COLS;
    for (;;) {
        *tile_m = even_piece(m, rows, 8);
        *tile_n = even_piece(n, cols, MIN_COLS);
        int64_t tasks = pieces(m, *tile_m) * pieces(n, *tile_n);
        int can_narrow = cols > min_cols && *tile_n > min_cols;
        int can_shorten = rows > MIN_ROWS && *tile_m > MIN_ROWS;
        if (batch >= MIN_TASKS || tasks * batch >= MIN_TASKS || !(can_narrow || can_shorten) ||
            *tile_m * *tile_n / 2 < MIN_WORK / (k > 0 ? k : 1)) {
            return;
        }
        if (can_narrow && (!can_shorten || is_tall(type) || *tile_m < 2 * *tile_n)) {
            cols /= 2;
        } else {
            rows /= 2;
        }
    }
}
