#include "gemm_batch.h"

#include "gemm_tiny.h"
#include "parts.h"

static int is_computed(const struct gemm_batch *batch, const void *a, const void *b, void *c) {
    (void)a; /* where there is neither type */
    (void)b;
    (void)c;
    switch (batch->product->type) {
#if SDYRT_HAS_GEMM_F32
    case SDYRT_GEMM_F32:
        return sdyrt_gemm_tiny_f32(batch, a, b, c);
#endif
#if SDYRT_HAS_GEMM_F64
    case SDYRT_GEMM_F64:
        return sdyrt_gemm_tiny_f64(batch, a, b, c);
#endif
    default:
        return 0;
    }
}

void sdyrt_gemm_batch(const struct sdyrt_gemm *product, int64_t count, int64_t a_step,
                      int64_t b_step, int64_t c_step, const void *a, const void *b, void *c,
                      int accumulate, void *scratch) {
    const int64_t operand = (int64_t)sdyrt_gemm_operand_size(product->type);
    const int64_t result = (int64_t)sdyrt_gemm_result_size(product->type);
    const struct gemm_batch batch = {product, count, a_step, b_step, c_step, accumulate};
    if (!product->in_order && is_computed(&batch, a, b, c)) {
        return;
    }
    const char *left = a, *right = b;
    char *to = c;
    for (int64_t i = 0; i < count; i++) {
        sdyrt_gemm(product, left + i * a_step * operand, right + i * b_step * operand,
                   to + i * c_step * result, accumulate, scratch);
    }
}
