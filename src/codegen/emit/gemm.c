/* Matrix products: a call of the runtime per point of the outer dimensions, then the results over
 * the tile while it is in the cache. */
#include "codegen/emit/internal.h"
#include "codegen/emit/runtime_calls.h"

#include <inttypes.h>

const char *emit_product_type(const struct kernel_buffer *operand,
                              const struct kernel_buffer *result) {
    static const char *const names[SDYRT_GEMM_TYPE_COUNT] = {
        [SDYRT_GEMM_F32] = "SDYRT_GEMM_F32",       [SDYRT_GEMM_F64] = "SDYRT_GEMM_F64",
        [SDYRT_GEMM_BF16] = "SDYRT_GEMM_BF16",     [SDYRT_GEMM_BF16_F32] = "SDYRT_GEMM_BF16_F32",
        [SDYRT_GEMM_F16] = "SDYRT_GEMM_F16",       [SDYRT_GEMM_F16_F32] = "SDYRT_GEMM_F16_F32",
        [SDYRT_GEMM_I8] = "SDYRT_GEMM_I8",         [SDYRT_GEMM_I16] = "SDYRT_GEMM_I16",
        [SDYRT_GEMM_I32] = "SDYRT_GEMM_I32",       [SDYRT_GEMM_I64] = "SDYRT_GEMM_I64",
        [SDYRT_GEMM_I8_I32] = "SDYRT_GEMM_I8_I32", [SDYRT_GEMM_U8_I32] = "SDYRT_GEMM_U8_I32",
        [SDYRT_GEMM_PRED] = "SDYRT_GEMM_PRED",     [SDYRT_GEMM_C64] = "SDYRT_GEMM_C64",
        [SDYRT_GEMM_C128] = "SDYRT_GEMM_C128"};
    return names[product_type(operand, result)];
}

/* Points of a dimension of the tile. */
static const char *tile_points(struct emitter *e, uint32_t d, const char *name) {
    const struct dimension *dim = &e->dims[d];
    if (!dim->ragged) {
        return emit_integer(e, dim->size);
    }
    emit_line(e, "const int64_t %s = %s - %s;", name, dim->high, emit_low(dim));
    return name;
}

static void describe(struct emitter *e, uint32_t m, uint32_t n, uint32_t k) {
    const struct gemm *gemm = &e->kernel->gemm;
    const char *rows = tile_points(e, m, "rows"), *columns = tile_points(e, n, "columns");
    emit_line(e, "const struct sdyrt_gemm product = {");
    emit_line(e, "    %s, %s, %s, %" PRId64 ", /* m, n, k */",
              emit_product_type(gemm->a.buffer, gemm->c.buffer), rows, columns,
              e->kernel->extent[k]);
    emit_line(e, "    %s, %s, %s, %s, %s, %s /* strides of rows and columns: A, B, C */",
              emit_integer(e, gemm->a.at.stride[m]), emit_integer(e, gemm->a.at.stride[k]),
              emit_integer(e, gemm->b.at.stride[k]), emit_integer(e, gemm->b.at.stride[n]),
              emit_integer(e, gemm->c.at.stride[m]), emit_integer(e, gemm->c.at.stride[n]));
    emit_line(e, "};");
}

/* Whether this call adds to what earlier ones left. */
static const char *accumulate_text(struct emitter *e, uint32_t first, uint32_t k) {
    const char *text = NULL;
    for (uint32_t d = first; d < k; d++) {
        if (e->kernel->extent[d] > 1) {
            text = text == NULL ? e->dims[d].at : emit_text(e, "(%s | %s)", text, e->dims[d].at);
        }
    }
    return text == NULL ? "0" : emit_text(e, "%s != 0", text);
}

void emit_gemm(struct emitter *e) {
    const struct kernel *kernel = e->kernel;
    uint32_t m = kernel->parallel_count - 2, n = m + 1, k = kernel->dim_count - 1;
    uint32_t loops = (1u << m) - 1, outer_k = ((1u << k) - 1) & ~((1u << (n + 1)) - 1);
    e->uses_products = e->uses_scratch = true;
    describe(e, m, n, k);
    emit_symbol(e, "sdyrt_gemm");
    emit_header(e, "gemm.h");
    int32_t opened = emit_open_loops(e, loops);
    int32_t inside = emit_open_loops(e, outer_k);
    const struct gemm *gemm = &kernel->gemm;
    emit_line(e, "sdyrt_gemm(&product, %s, %s, %s, %s, scratch);", emit_pointer(e, &gemm->a).text,
              emit_pointer(e, &gemm->b).text, emit_pointer(e, &gemm->c).text,
              accumulate_text(e, n + 1, k));
    emit_close_blocks(e, inside);
    if (kernel->result_count > 0) {
        emit_plan(e);
        emit_keep_strips(e, false);
        emit_results(e, 1u << m | 1u << n);
    }
    emit_close_blocks(e, opened);
}
