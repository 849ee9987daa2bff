/* Products by narrow weights as kernels: descriptors, plans and calls. */
#include "codegen/library/weights.h"

#include <inttypes.h>

#include "codegen/emit/internal.h"
#include "codegen/library/route.h"
#include "codegen/program/print.h"
#include "product_weights_plan.h"

/* The part of the runtime that has a route. */
static const char *part_of(int64_t route) {
    return route == SDYRT_WEIGHTS_BY_PANELS ? "PRODUCT_WEIGHTS_PANELS" : "PRODUCT_WEIGHTS";
}

ROUTE_FAMILY(sdyrt_weights_plan, sdyrt_weights_plan_by, sdyrt_weights_choose, .name = "weights",
             .routes = SDYRT_WEIGHTS_ROUTE_COUNT, .route_name = sdyrt_weights_route_name,
             .sentence = sdyrt_weights_route_sentence, .part = part_of);

/* --- descriptors --- */

enum sdyrt_weights_type weights_type(enum element element) {
    switch (element) {
    case ELEMENT_BF16:
        return SDYRT_WEIGHTS_BF16;
    case ELEMENT_F16:
        return SDYRT_WEIGHTS_F16;
    case ELEMENT_F8E4M3FN:
        return SDYRT_WEIGHTS_F8E4M3FN;
    case ELEMENT_F8E5M2:
        return SDYRT_WEIGHTS_F8E5M2;
    case ELEMENT_I4:
    case ELEMENT_I8:
        return SDYRT_WEIGHTS_I8;
    case ELEMENT_U4:
    case ELEMENT_U8:
        return SDYRT_WEIGHTS_U8;
    default:
        return SDYRT_WEIGHTS_NONE;
    }
}

/* The dimension that counts blocks, if there is one, stands before that of their terms. */
static bool steps_along(const struct access *access, uint32_t dim) {
    return access->buffer != NULL && access->at.stride[dim] != 0;
}

bool weights_have_blocks(const struct kernel *kernel) {
    const struct gemm *gemm = kernel_gemm(kernel);
    bool found = false;
    for (uint32_t d = kernel->parallel_count; d < kernel->dim_count; d++) {
        found = found || steps_along(&gemm->scale, d) || steps_along(&gemm->zero, d);
    }
    return found;
}

/* Of the elements of scales or zero points. */
static int64_t factor_type(const struct access *access) {
    return access->buffer == NULL ? (int64_t)SDYRT_WEIGHTS_NONE
           : access->buffer->element == ELEMENT_F32
               ? (int64_t)SDYRT_WEIGHTS_F32
               : (int64_t)weights_type(access->buffer->element);
}

int32_t weights_part_dim(const struct kernel *kernel) {
    const struct gemm *gemm = kernel_gemm(kernel);
    for (uint32_t d = 0; gemm->packed.type != SDYRT_WEIGHTS_NONE && d < kernel->dim_count; d++) {
        if (gemm->part.stride[d] != 0) {
            return (int32_t)d;
        }
    }
    return -1;
}

/* Whether neither numbers of the program nor parts, scales or statements belong to a matrix. */
static bool are_plain(const struct kernel *kernel) {
    const struct gemm *gemm = kernel_gemm(kernel);
    return kernel->result_count == 0 && gemm->a.indirect_count == 0 &&
           gemm->b.indirect_count == 0 && gemm->scale.buffer == NULL && gemm->zero.buffer == NULL &&
           weights_part_dim(kernel) < 0;
}

uint32_t weights_first_taken(const struct kernel *kernel) {
    const uint32_t k = kernel->dim_count - 1, block = weights_have_blocks(kernel) ? k - 1 : k;
    return weights_part_dim(kernel) >= (int32_t)kernel->parallel_count ? block - 1 : block;
}

static int64_t type_of_rows(const struct access *rows) {
    return rows->buffer->element == ELEMENT_BF16 ? SDYRT_WEIGHTS_BF16 : SDYRT_WEIGHTS_F32;
}

struct sdyrt_weights weights_of(const struct kernel *kernel, const struct sdyrt_product *product) {
    const struct gemm *gemm = kernel_gemm(kernel);
    const bool is_left = gemm->weights_left, has = weights_have_blocks(kernel);
    const uint32_t n = kernel->parallel_count - (is_left ? 2 : 1), block = kernel->dim_count - 2;
    const struct access *weights = is_left ? &gemm->a : &gemm->b;
    const struct access *other = is_left ? &gemm->b : &gemm->a;
    const int32_t part = weights_part_dim(kernel);
    const bool are_columns = part >= 0 && part < (int32_t)kernel->parallel_count;
    const bool are_beside = product->count > 1 && part < 0;
    return (struct sdyrt_weights){
        .type = part >= 0 ? gemm->packed.type : weights_type(weights->buffer->element),
        .m = product->m,
        .n = product->n,
        .k = has ? product->k * kernel->extent[block] : product->k,
        .a_row = product->a_row,
        .a_col = product->a_col,
        .b_row = product->b_row,
        .b_col = product->b_col,
        .c_row = product->c_row,
        .c_col = product->c_col,
        .block = product->k > 0 ? product->k : 1,
        .scale_type = factor_type(&gemm->scale),
        .scale_row = has ? gemm->scale.at.stride[block] : 0,
        .scale_col = gemm->scale.at.stride[n],
        .zero_type = factor_type(&gemm->zero),
        .zero_row = has ? gemm->zero.at.stride[block] : 0,
        .zero_col = gemm->zero.at.stride[n],
        .a_block = has ? other->at.stride[block] : product->k * product->a_col,
        .a_part = part >= 0 ? other->at.stride[part] : 0,
        .c_part = are_columns ? gemm->c.at.stride[part] : 0,
        .scale_part = are_columns ? gemm->scale.at.stride[part] : 0,
        .zero_part = are_columns ? gemm->zero.at.stride[part] : 0,
        .order = gemm->packed.order,
        .count = are_beside ? product->count : 1,
        .a_step = are_beside ? product->a_step : 0,
        .b_step = are_beside ? product->b_step : 0,
        .c_step = are_beside ? product->c_step : 0,
        .a_type = type_of_rows(other)};
}

/* --- texts --- */

static const struct route_plans *plans_of(struct emitter *e, const struct sdyrt_weights *what) {
    return route_plans_make(e->arena, &family, what);
}

static void print_shape(struct emitter *e, const struct sdyrt_weights *w) {
    const int64_t numbers[] = {
        w->type,      w->m,         w->n,          w->k,         w->a_row,    w->a_col,
        w->b_row,     w->b_col,     w->c_row,      w->c_col,     w->block,    w->scale_type,
        w->scale_row, w->scale_col, w->zero_type,  w->zero_row,  w->zero_col, w->a_block,
        w->a_part,    w->c_part,    w->scale_part, w->zero_part, w->order,    w->count,
        w->a_step,    w->b_step,    w->c_step,     w->a_type};
    const char *text = "";
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) {
        text = emit_text(e, "%s%s%" PRId64, text, i > 0 ? ", " : "", numbers[i]);
    }
    emit_line(e, "    {%s},", text);
}

void weights_print_tables(struct emitter *e, const struct sdyrt_weights *shapes, uint32_t count) {
    emit_symbol(e, "sdyrt_weights");
    emit_header(e, "product_weights.h");
    emit_line(e,
              "/* type, m, n, k, strides of rows and columns: A, weights, C; terms of a block; "
              "scales, zero points: type, strides of blocks and columns; strides of blocks of A, "
              "of parts of elements in A, C, scales, zero points; order of parts; how many, steps; "
              "type of A */");
    emit_line(e, "static const struct sdyrt_weights products[%u] = {", count);
    for (uint32_t shape = 0; shape < count; shape++) {
        print_shape(e, &shapes[shape]);
    }
    emit_line(e, "};");
    route_print_plans(e, plans_of(e, shapes), "plans");
}

static const char *operand_text(struct emitter *e, const struct access *access) {
    return access->buffer == NULL ? "0"
                                  : emit_text(e, "(char *)(%s)", emit_pointer(e, access).text);
}

void weights_call(struct emitter *e, const struct sdyrt_weights *what, const char *shape,
                  const char *accumulate, bool turned) {
    const struct gemm *gemm = kernel_gemm(e->kernel);
    const struct access *a = turned ? &gemm->b : &gemm->a, *b = turned ? &gemm->a : &gemm->b;
    const struct access *operands[] = {a, b, &gemm->scale, &gemm->zero};
    const char *texts[4];
    for (uint32_t i = 0; i < 4; i++) { /* which may declare what they are made of */
        texts[i] = operand_text(e, operands[i]);
    }
    emit_line(e, "char *const operands[] = {%s, %s,", texts[0], texts[1]);
    emit_line(e, "                          %s, %s};", texts[2], texts[3]);
    emit_line(e, "%s(&products[%s], %s, operands, %s, %s, scratch);",
              emit_symbol(e, "sdyrt_weights"), shape == NULL ? "0" : "shape",
              route_plan_text(e, plans_of(e, what), "plans"), emit_pointer(e, &gemm->c).text,
              accumulate);
}

void weights_print(struct printer *printer, const struct sdyrt_weights *what) {
    struct arena *arena = arena_new();
    const bool are_many = sdyrt_weights_are_widened(what->m, what->a_type);
    buffer_add(printer->out,
               are_many ? "      widened a piece at a time, " : "      decoded as it is read");
    if (are_many) {
        buffer_add(printer->out, what->a_type == SDYRT_WEIGHTS_BF16 ? "to bf16" : "to f32");
    }
    if (what->count > 1) {
        buffer_printf(printer->out, ", %" PRId64 " products together", what->count);
    }
    buffer_printf(printer->out, "%s%s, blocks of %" PRId64 "\n",
                  what->scale_type != SDYRT_WEIGHTS_NONE ? ", with scales" : "",
                  what->zero_type != SDYRT_WEIGHTS_NONE ? ", with zero points" : "", what->block);
    route_print(printer, route_plans_make(arena, &family, what));
    arena_free(arena);
}

/* --- tiles --- */

/* Whether weights are widened, and not multiplied as they are decoded. */
static bool are_many(const struct kernel *kernel) {
    const struct gemm *gemm = kernel_gemm(kernel);
    const uint32_t n = kernel->parallel_count - 1;
    const struct access *rows = gemm->weights_left ? &gemm->b : &gemm->a;
    return sdyrt_weights_are_widened(kernel->extent[gemm_is_turned(gemm) ? n : n - 1],
                                     type_of_rows(rows));
}

/* How many products a call computes: those whose weights lie beside each other. */
static int64_t weights_beside(struct kernel *kernel) {
    const uint32_t n = kernel->parallel_count - 1, m = n - 1;
    if (m == 0 || kernel->extent[m - 1] < 2 || !are_plain(kernel)) {
        return 1;
    }
    kernel->tile[m - 1] = kernel->extent[m - 1];
    const struct sdyrt_product whole = gemm_product(kernel, 0);
    const struct sdyrt_weights weights = weights_of(kernel, &whole);
    return sdyrt_weights_lie_beside(&weights) ? weights.count : 1;
}

void weights_choose_tile(struct kernel *kernel, int64_t batch) {
    const uint32_t n = kernel->parallel_count - 1, m = n - 1;
    kernel->tile[m] = kernel->extent[m] > 0 ? kernel->extent[m] : 1;
    kernel->tile[n] = kernel->extent[n] > 0 ? kernel->extent[n] : 1;
    const int64_t beside = weights_beside(kernel);
    if (m > 0) {
        kernel->tile[m - 1] = beside;
        batch /= beside;
    }
    const struct sdyrt_product whole = gemm_product(kernel, 0);
    const struct sdyrt_weights weights = weights_of(kernel, &whole);
    const bool is_turned = gemm_is_turned(kernel_gemm(kernel));
    int64_t *rows = &kernel->tile[is_turned ? n : m], *columns = &kernel->tile[is_turned ? m : n];
    if (are_many(kernel)) {
        sdyrt_weights_tile_of_many(&weights, batch, rows, columns);
        return;
    }
    const int64_t tile = sdyrt_weights_tile(&weights, batch);
    *columns = tile < *columns ? tile : *columns;
}

size_t weights_scratch(const struct kernel *kernel) {
    return are_many(kernel) ? SDYRT_WEIGHTS_MANY_SCRATCH : SDYRT_WEIGHTS_SCRATCH;
}
