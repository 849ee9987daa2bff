#include "gemm_batch.h"

#include "gemm_tiny.h"
#include "gemm_vectors.h"
#include "parts.h"
#include "subnormals.h"

static int is_computed(const struct gemm_batch *batch, const void *a, const void *b, void *c) {
    (void)a; /* where there is neither type */
    (void)b;
    (void)c;
    switch (batch->product->type) {
#if SDYRT_HAS_GEMM_F32
    case SDYRT_GEMM_F32:
        return sdyrt_gemm_vectors_f32(batch, a, b, c) || sdyrt_gemm_tiny_f32(batch, a, b, c);
#endif
#if SDYRT_HAS_GEMM_F64
    case SDYRT_GEMM_F64:
        return sdyrt_gemm_vectors_f64(batch, a, b, c) || sdyrt_gemm_tiny_f64(batch, a, b, c);
#endif
    default:
        return 0;
    }
}

static void multiply_each(const struct gemm_batch *batch, const char *a, const char *b, char *c,
                          void *scratch) {
    const struct sdyrt_gemm *product = batch->product;
    const int64_t operand = (int64_t)sdyrt_gemm_operand_size(product->type);
    const int64_t result = (int64_t)sdyrt_gemm_result_size(product->type);
    for (int64_t i = 0; i < batch->count; i++) {
        sdyrt_gemm(product, a + i * batch->a_step * operand, b + i * batch->b_step * operand,
                   c + i * batch->c_step * result, batch->accumulate, scratch);
    }
}

void sdyrt_gemm_batch(const struct sdyrt_gemm *product, int64_t count, int64_t a_step,
                      int64_t b_step, int64_t c_step, const void *a, const void *b, void *c,
                      int accumulate, void *scratch) {
    const struct gemm_batch batch = {product, count, a_step, b_step, c_step, accumulate};
    unsigned subnormals = flush_subnormals();
    if (product->in_order || !is_computed(&batch, a, b, c)) {
        multiply_each(&batch, a, b, c, scratch);
    }
    restore_subnormals(subnormals);
}
