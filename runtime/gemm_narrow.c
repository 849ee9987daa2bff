/* Products of 16-bit floats: blocks of the operands are widened to f32 in the scratch, and the sum
   is rounded once, at the end. */
#include "gemm_kinds.h"

#include "gemm_native.h"
#include "scalar.h"

enum {
    BLOCK = 256, /* rows, columns and depth of what is widened at a time */
    BLOCK_BYTES = BLOCK * BLOCK * (int)sizeof(float)
};
_Static_assert(3 * BLOCK_BYTES + SDYRT_GEMM_NATIVE_SCRATCH <= SDYRT_GEMM_NARROW_SCRATCH,
               "three blocks and the native product's scratch fit");

static int64_t minimum(int64_t a, int64_t b) {
    return a < b ? a : b;
}

typedef void widen_fn(int64_t rows, int64_t cols, const uint16_t *from, int64_t row, int64_t col,
                      float *to);
typedef void round_fn(int64_t rows, int64_t cols, const float *from, int64_t from_row, uint16_t *to,
                      int64_t row, int64_t col);

/* Widened blocks have BLOCK elements a row. The unit stride is spelled out for the vectoriser. */
#define CONVERT(type)                                                                              \
    static void widen_##type(int64_t rows, int64_t cols, const uint16_t *from, int64_t row,        \
                             int64_t col, float *to) {                                             \
        for (int64_t i = 0; i < rows; i++, from += row, to += BLOCK) {                             \
            if (col == 1) {                                                                        \
                for (int64_t j = 0; j < cols; j++) {                                               \
                    to[j] = sdyrt_convert_##type##_f32(from[j]);                                   \
                }                                                                                  \
            } else {                                                                               \
                for (int64_t j = 0; j < cols; j++) {                                               \
                    to[j] = sdyrt_convert_##type##_f32(from[j * col]);                             \
                }                                                                                  \
            }                                                                                      \
        }                                                                                          \
    }                                                                                              \
    static void round_##type(int64_t rows, int64_t cols, const float *from, int64_t from_row,      \
                             uint16_t *to, int64_t row, int64_t col) {                             \
        for (int64_t i = 0; i < rows; i++, from += from_row, to += row) {                          \
            for (int64_t j = 0; j < cols; j++) {                                                   \
                to[j * col] = sdyrt_convert_f32_##type(from[j]);                                   \
            }                                                                                      \
        }                                                                                          \
    }
CONVERT(bf16)
CONVERT(f16)

/* sum (BLOCK elements a row, or C itself) += A[rows, k] * B[k, cols] */
static void accumulate_block(const struct sdyrt_gemm *product, widen_fn *widen, const uint16_t *a,
                             const uint16_t *b, struct sdyrt_gemm *block, float *sum,
                             int accumulate, char *scratch) {
    float *wide_a = (float *)(void *)(scratch + BLOCK_BYTES);
    float *wide_b = (float *)(void *)(scratch + 2 * BLOCK_BYTES);
    if (product->k == 0) {
        block->k = 0;
        sdyrt_gemm_native_f32(block, wide_a, wide_b, sum, accumulate, scratch + 3 * BLOCK_BYTES);
    }
    for (int64_t depth = 0; depth < product->k; depth += BLOCK) {
        block->k = minimum(BLOCK, product->k - depth);
        widen(block->m, block->k, a + depth * product->a_col, product->a_row, product->a_col,
              wide_a);
        widen(block->k, block->n, b + depth * product->b_row, product->b_row, product->b_col,
              wide_b);
        sdyrt_gemm_native_f32(block, wide_a, wide_b, sum, accumulate || depth > 0,
                              scratch + 3 * BLOCK_BYTES);
    }
}

static void narrow_product(const struct sdyrt_gemm *product, widen_fn *widen, round_fn *narrow,
                           const uint16_t *a, const uint16_t *b, char *c, int accumulate,
                           char *scratch) {
    float *sum = (float *)(void *)scratch;
    for (int64_t row = 0; row < product->m; row += BLOCK) {
        for (int64_t col = 0; col < product->n; col += BLOCK) {
            struct sdyrt_gemm block = {SDYRT_GEMM_F32,
                                       minimum(BLOCK, product->m - row),
                                       minimum(BLOCK, product->n - col),
                                       0,
                                       BLOCK,
                                       1,
                                       BLOCK,
                                       1,
                                       BLOCK,
                                       1};
            const uint16_t *left = a + row * product->a_row, *right = b + col * product->b_col;
            int64_t offset = row * product->c_row + col * product->c_col;
            if (narrow == NULL) { /* the result is f32 */
                block.c_row = product->c_row;
                block.c_col = product->c_col;
                accumulate_block(product, widen, left, right, &block, (float *)(void *)c + offset,
                                 accumulate, scratch);
                continue;
            }
            uint16_t *to = (uint16_t *)(void *)c + offset;
            if (accumulate) {
                widen(block.m, block.n, to, product->c_row, product->c_col, sum);
            }
            accumulate_block(product, widen, left, right, &block, sum, accumulate, scratch);
            narrow(block.m, block.n, sum, BLOCK, to, product->c_row, product->c_col);
        }
    }
}

void sdyrt_gemm_round(int64_t type, int64_t rows, int64_t cols, const float *from, int64_t from_row,
                      uint16_t *to, int64_t row, int64_t col) {
    round_fn *narrow = type == SDYRT_GEMM_BF16 ? round_bf16 : round_f16;
    narrow(rows, cols, from, from_row, to, row, col);
}

void sdyrt_gemm_narrow(const struct sdyrt_gemm *product, const void *a, const void *b, void *c,
                       int accumulate, void *scratch) {
    int is_bf16 = product->type == SDYRT_GEMM_BF16 || product->type == SDYRT_GEMM_BF16_F32;
    int wide = product->type == SDYRT_GEMM_BF16_F32 || product->type == SDYRT_GEMM_F16_F32;
    round_fn *narrow = wide ? NULL : is_bf16 ? round_bf16 : round_f16;
    narrow_product(product, is_bf16 ? widen_bf16 : widen_f16, narrow, a, b, c, accumulate, scratch);
}
