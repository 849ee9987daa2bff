#include "conv.h"

#include "amx.h"
#include "conv_routes.h"
#include "conv_split.h"
#include "parts.h"
#include "product_micro.h"
#include "product_plan.h"
#include "sizes.h"
#include "subnormals.h"

#include <string.h>

/* Tasks that share channels follow each other: they read the same part of the kernel. */
static struct conv_box box_of(const struct conv_plan *plan, int64_t task) {
    int64_t row_tasks = pieces(plan->row_count, plan->rows);
    int64_t plane_tasks = pieces(plan->plane_count, plan->planes);
    int64_t row = task % row_tasks * plan->rows;
    int64_t plane = task / row_tasks % plane_tasks * plan->planes;
    int64_t col = task / row_tasks / plane_tasks * plan->cols;
    return (struct conv_box){
        .plane = plane,
        .plane_end = minimum(plane + plan->planes, plan->plane_count),
        .row = row,
        .row_end = minimum(row + plan->rows, plan->row_count),
        .col = col,
        .col_end = minimum(col + plan->cols, plan->col_count),
    };
}

/* Pixels of a part as the whole numbers them. */
struct reporter {
    const struct sdyrt_conv *whole;
    const struct conv_part *part;
    sdyrt_conv_epilogue *epilogue;
    void *context;
    int64_t channel, channels;
};

static int is_whole(const struct reporter *to) {
    const struct conv_part *part = to->part;
    return memcmp(part->conv.out_size, to->whole->out_size, sizeof part->conv.out_size) == 0;
}

/* Pixels [begin, end) in the part's own numbering: runs of those that follow each other in the
   whole. */
static void report(const struct reporter *to, int64_t begin, int64_t end) {
    const int64_t *size = to->part->conv.out_size, *whole = to->whole->out_size;
    const int64_t *first = to->part->first, *step = to->part->step;
    if (is_whole(to)) {
        to->epilogue(to->context, begin, end - begin, to->channel, to->channels);
        return;
    }
    for (int64_t pixel = begin, run; pixel < end; pixel += run) {
        int64_t column = pixel % size[CONV_W], line = pixel / size[CONV_W];
        int64_t w = column * step[CONV_W] + first[CONV_W];
        int64_t h = line % size[CONV_H] * step[CONV_H] + first[CONV_H];
        int64_t plane = line / size[CONV_H];
        int64_t d = plane % size[CONV_D] * step[CONV_D] + first[CONV_D];
        int64_t b = plane / size[CONV_D];
        int64_t number = ((b * whole[CONV_D] + d) * whole[CONV_H] + h) * whole[CONV_W] + w;
        run = step[CONV_W] == 1 ? minimum(size[CONV_W] - column, end - pixel) : 1;
        to->epilogue(to->context, number, run, to->channel, to->channels);
    }
}

static void report_box(const struct reporter *to, enum conv_route route,
                       const struct conv_box *box) {
    const int64_t *size = to->part->conv.out_size;
    if (route == CONV_BATCH || route == CONV_WINOGRAD_GRADIENT || route == CONV_PRODUCT ||
        route == CONV_PLANES) { /* planes are images, rows are pixels */
        int64_t pixels = size[CONV_D] * size[CONV_H] * size[CONV_W];
        for (int64_t image = box->plane; image < box->plane_end; image++) {
            report(to, image * pixels + box->row, image * pixels + box->row_end);
        }
        return;
    }
    /* Rows are divided only where there is one plane: the pixels are consecutive. */
    int64_t begin = (box->plane * size[CONV_H] + box->row) * size[CONV_W];
    int64_t end = ((box->plane_end - 1) * size[CONV_H] + box->row_end) * size[CONV_W];
    report(to, begin, end);
}

/* For a 1x1 kernel on planes: result[channel][pixel] = kernel[channel][i] * in[i][pixel] */
static void multiply_planes(const struct sdyrt_conv *c, const struct conv_box *box, const char *in,
                            const char *kernel, char *out, void *scratch) {
    int64_t operand = (int64_t)sdyrt_product_operand_size(c->type);
    int64_t result = (int64_t)sdyrt_product_result_size(c->type);
    int64_t in_pixel = c->in_spatial[CONV_W], out_pixel = c->out_spatial[CONV_W];
    struct sdyrt_product product = {c->type,
                                    box->col_end - box->col,
                                    box->row_end - box->row,
                                    c->in_channels,
                                    c->kernel_out,
                                    c->kernel_in,
                                    c->in_channel,
                                    in_pixel,
                                    c->out_channel,
                                    out_pixel,
                                    c->in_order,
                                    c->direct,
                                    1,
                                    0,
                                    0,
                                    0};
    for (int64_t image = box->plane; image < box->plane_end; image++) {
        int64_t from = image * c->in_batch + box->row * in_pixel;
        int64_t to = image * c->out_batch + box->row * out_pixel + box->col * c->out_channel;
        sdyrt_product_now(&product, kernel + box->col * c->kernel_out * operand,
                          in + from * operand, out + to * result, 0, scratch);
    }
}

#if SDYRT_HAS_CONV_PAIRS
/* Bytes, by AMX where that is at hand. */
static void multiply_i8(const struct sdyrt_conv *c, const struct conv_plan *plan,
                        const struct conv_box *box, const void *in, const void *kernel, void *out,
                        char *scratch) {
    if (!sdyrt_conv_amx(c, plan, box, in, kernel, out, scratch)) {
        const struct sdyrt_conv dense = sdyrt_conv_dense(c);
        sdyrt_conv_pixels_i8(c->packed ? &dense : c, plan, box, in, kernel, out, scratch);
    }
}

static void multiply_u8(const struct sdyrt_conv *c, const struct conv_plan *plan,
                        const struct conv_box *box, const void *in, const void *kernel, void *out,
                        char *scratch) {
    if (!sdyrt_conv_amx(c, plan, box, in, kernel, out, scratch)) {
        const struct sdyrt_conv dense = sdyrt_conv_dense(c);
        sdyrt_conv_pixels_u8(c->packed ? &dense : c, plan, box, in, kernel, out, scratch);
    }
}
#endif

/* Where the kernel covers the image:
   result[image][channel] = in[image][term] * kernel[term][channel] */
static void multiply_whole(const struct sdyrt_conv *c, const struct conv_box *box, const char *in,
                           const char *kernel, char *out, void *scratch) {
    int64_t operand = (int64_t)sdyrt_product_operand_size(c->type);
    int64_t result = (int64_t)sdyrt_product_result_size(c->type);
    struct conv_contraction terms;
    sdyrt_conv_contraction(c, &terms);
    struct sdyrt_product product = {c->type,
                                    box->plane_end - box->plane,
                                    box->col_end - box->col,
                                    terms.terms,
                                    c->in_batch,
                                    terms.in,
                                    terms.kernel,
                                    c->kernel_out,
                                    c->out_batch,
                                    c->out_channel,
                                    c->in_order,
                                    c->direct,
                                    1,
                                    0,
                                    0,
                                    0};
    sdyrt_product_now(&product, in + box->plane * c->in_batch * operand,
                      kernel + box->col * c->kernel_out * operand,
                      out + (box->plane * c->out_batch + box->col * c->out_channel) * result, 0,
                      scratch);
}

#if SDYRT_HAS_CONV_NARROW
/* bf16: as it is, where the processor multiplies it, by pixels even where tasks are divided for
   Winograd's tiles; else widened, as the plan has it. */
static void multiply_bf16(const struct sdyrt_conv *c, const struct conv_plan *plan,
                          const struct conv_box *box, const void *in, const void *kernel, void *out,
                          char *scratch) {
    struct conv_plan pixels = *plan;
    const struct sdyrt_conv dense = sdyrt_conv_dense(c);
    if (sdyrt_conv_fit_pixels(c, &pixels)) {
        if (sdyrt_conv_amx(c, &pixels, box, in, kernel, out, scratch)) {
            return;
        }
        c = c->packed ? &dense : c;
        if (sdyrt_product_micro_bf16() != NULL) {
            sdyrt_conv_pixels_bf16(c, &pixels, box, in, kernel, out, scratch);
            return;
        }
    }
    if (plan->route == CONV_WINOGRAD) {
        sdyrt_conv_winograd_f32(c, plan, box, in, kernel, out, scratch);
        return;
    }
    struct sdyrt_conv wide = *c;
    wide.type = SDYRT_PRODUCT_F32;
    pixels = *plan;
    sdyrt_conv_fit_pixels(&wide, &pixels);
    pixels.few = 0; /* of f32 as it lies */
    sdyrt_conv_pixels_wide_bf16(&wide, &pixels, box, in, kernel, out, scratch);
}
#endif

/* What computes the routes of a type; those that it does not have are null. */
struct routes {
    conv_pixels_fn *pixels, *winograd, *gradient, *batch;
    conv_pack_fn *pack; /* by pixels */
    conv_depthwise_fn *depthwise;
    conv_dots_fn *dots;
};
#define ROUTES(part, t, winograd, gradient, pack, dots)                                            \
    SDYRT_ROW(part, sdyrt_conv_pixels_##t, winograd, gradient, sdyrt_conv_batch_##t, pack,         \
              sdyrt_conv_depthwise_##t, dots)
static const struct routes routes[SDYRT_PRODUCT_TYPE_COUNT] = {
    [SDYRT_PRODUCT_F32] =
        ROUTES(CONV_F32, f32, sdyrt_conv_winograd_f32, sdyrt_conv_winograd_gradient_f32,
               sdyrt_conv_pack_f32, sdyrt_conv_dots_f32),
    [SDYRT_PRODUCT_F64] =
        ROUTES(CONV_F64, f64, 0, 0, sdyrt_conv_pack_pixels_f64, sdyrt_conv_dots_f64),
    [SDYRT_PRODUCT_I32] = ROUTES(CONV_U32, u32, 0, 0, sdyrt_conv_pack_pixels_u32, 0),
    [SDYRT_PRODUCT_I8_I32] = {SDYRT_OR_NULL(CONV_PAIRS, multiply_i8), 0, 0, 0, 0, 0, 0},
    [SDYRT_PRODUCT_U8_I32] = {SDYRT_OR_NULL(CONV_PAIRS, multiply_u8), 0, 0, 0, 0, 0, 0},
    [SDYRT_PRODUCT_BF16_F32] = SDYRT_ROW(CONV_NARROW, multiply_bf16, multiply_bf16, 0, 0, 0, 0, 0),
};

/* Where the kernel of a part begins. */
static int64_t kernel_of(const struct conv_part *part, const struct conv_plan *plan) {
    const struct sdyrt_conv *c = &part->conv;
    const int64_t width = CONV_PANEL_ROW / (int64_t)sdyrt_product_result_size(c->type);
    return c->packed ? part->channel / c->out_channels * pieces(c->out_channels, width) *
                           sdyrt_conv_panel_elements(c, plan)
                     : part->kernel;
}

/* Computes a box of a part; kernel is where that of the part begins. */
static void run_box(const struct sdyrt_conv *c, const struct conv_plan *plan,
                    const struct conv_box *box, const char *in, const char *kernel, char *out,
                    char *scratch) {
    switch (plan->route) {
    case CONV_PIXELS:
#if SDYRT_HAS_CONV_F32
        if (plan->is_split) {
            sdyrt_conv_split(c, box, in, kernel, out, scratch);
            break;
        }
#endif
        routes[c->type].pixels(c, plan, box, in, kernel, out, scratch);
        break;
    case CONV_WINOGRAD:
        routes[c->type].winograd(c, plan, box, in, kernel, out, scratch);
        break;
    case CONV_WINOGRAD_GRADIENT:
        routes[c->type].gradient(c, plan, box, in, kernel, out, scratch);
        break;
    case CONV_BATCH:
        if (plan->is_split) {
            multiply_whole(c, box, in, kernel, out, scratch);
            break;
        }
        routes[c->type].batch(c, plan, box, in, kernel, out, scratch);
        break;
    case CONV_DEPTHWISE:
        routes[c->type].depthwise(c, box, in, kernel, out, scratch);
        break;
    case CONV_DOTS:
        routes[c->type].dots(c, box, in, kernel, out);
        break;
    case CONV_PRODUCT:
        multiply_whole(c, box, in, kernel, out, scratch);
        break;
    case CONV_PLANES:
        multiply_planes(c, box, in, kernel, out, scratch);
        break;
    case CONV_PLAIN:
        sdyrt_conv_plain(c, box, in, kernel, out, scratch);
        break;
    }
}

#if SDYRT_HAS_CONV_PAIRS || SDYRT_HAS_CONV_NARROW
/* A packed kernel of bytes or bf16 is packed again for each block where AMX does not take it. */
static void avoid_packing(const struct sdyrt_conv *c, struct conv_plan *plan) {
    const int is_narrow = sdyrt_product_operand_size(c->type) < sdyrt_product_result_size(c->type);
    if (is_narrow && plan->route == CONV_PIXELS && !sdyrt_conv_amx_takes(c, plan)) {
        plan->block_planes = plan->planes;
        plan->block_rows = plan->rows;
    }
}
#endif

static int is_blocked(const struct conv_plan *plan, const struct conv_box *box) {
    return plan->block_planes < box->plane_end - box->plane ||
           plan->block_rows < box->row_end - box->row;
}

/* Packs the kernel's panels of a box, and returns where the packed kernel would begin. */
static const char *pack_panels(const struct sdyrt_conv *c, const struct conv_plan *plan,
                               const struct conv_box *box, const char *kernel, char *scratch) {
    const int64_t size = (int64_t)sdyrt_product_operand_size(c->type);
    char *packed =
        scratch - box->col / (CONV_PANEL_ROW / size) * sdyrt_conv_panel_elements(c, plan) * size;
    for (int64_t col = box->col; col < box->col_end; col += CONV_PANEL_ROW / size) {
        routes[c->type].pack(c, plan, col, kernel, packed, NULL);
    }
    return packed;
}

/* A call: what it computes, and of which part. */
struct call {
    struct conv_part part;
    struct conv_plan plan;
    const char *in, *kernel; /* of the part */
    char *out, *scratch;
    sdyrt_conv_epilogue *epilogue;
    void *context;
};

/* Of the part that a task belongs to, whose number becomes that within it. */
static struct call begin_call(const struct sdyrt_conv *conv, const void *in, const void *kernel,
                              void *out, int64_t *task, void *scratch) {
    const int64_t operand = (int64_t)sdyrt_product_operand_size(conv->type);
    struct call call = {.scratch = scratch};
    sdyrt_conv_part(conv, task, &call.part);
    call.plan = sdyrt_conv_plan(&call.part.conv);
    call.in = (const char *)in + call.part.in * operand;
    call.kernel = (const char *)kernel + kernel_of(&call.part, &call.plan) * operand;
    call.out = (char *)out + call.part.out * (int64_t)sdyrt_product_result_size(conv->type);
#if SDYRT_HAS_CONV_PAIRS || SDYRT_HAS_CONV_NARROW
    avoid_packing(&call.part.conv, &call.plan);
#endif
#if SDYRT_HAS_CONV_F32
    call.plan.is_split = call.plan.is_split && sdyrt_amx_ready();
    if (call.plan.route == CONV_PIXELS && call.plan.is_split) {
        sdyrt_conv_split_blocks(&call.part.conv, &call.plan);
    }
#endif
    return call;
}

/* Computes and reports a box of a task, block by block. */
static void run_blocks(const struct sdyrt_conv *whole, const struct call *call,
                       const struct conv_box *box) {
    const struct conv_plan *plan = &call->plan;
    const struct reporter reporter = {whole,
                                      &call->part,
                                      call->epilogue,
                                      call->context,
                                      call->part.channel + box->col,
                                      box->col_end - box->col};
    struct sdyrt_conv conv = call->part.conv;
    const char *kernel = call->kernel;
    if (plan->route == CONV_PIXELS && !conv.packed && is_blocked(plan, box)) {
        kernel = pack_panels(&conv, plan, box, kernel, call->scratch);
        conv.packed = 1;
    }
    struct conv_box block = *box;
    for (; block.plane < box->plane_end; block.plane = block.plane_end) {
        block.plane_end = minimum(block.plane + plan->block_planes, box->plane_end);
        for (block.row = box->row; block.row < box->row_end; block.row = block.row_end) {
            block.row_end = minimum(block.row + plan->block_rows, box->row_end);
            run_box(&conv, plan, &block, call->in, kernel, call->out, call->scratch);
            if (call->epilogue != NULL) {
                report_box(&reporter, plan->route, &block);
            }
        }
    }
}

void sdyrt_conv_run(const struct sdyrt_conv *conv, const void *in, const void *kernel, void *out,
                    int64_t task, sdyrt_conv_epilogue *epilogue, void *context, void *scratch) {
    struct call call = begin_call(conv, in, kernel, out, &task, scratch);
    const struct conv_box box = box_of(&call.plan, task);
    unsigned subnormals = flush_subnormals();
    call.epilogue = epilogue;
    call.context = context;
    run_blocks(conv, &call, &box);
    restore_subnormals(subnormals);
}

/* --- rows that another convolution reads ------------------------------------------------------ */

void sdyrt_conv_rows_before(const struct sdyrt_conv *conv, const int64_t *rows, int64_t *before) {
    const int64_t height = conv->in_size[CONV_H], low = conv->pad_low[CONV_H];
    const int64_t begin = rows[2] * conv->stride[CONV_H] - low;
    const int64_t end = (rows[3] - 1) * conv->stride[CONV_H] - low +
                        (conv->kernel_size[CONV_H] - 1) * conv->kernel_dilation[CONV_H] + 1;
    const int is_alone = rows[1] - rows[0] == 1;
    before[0] = rows[0];
    before[1] = rows[1];
    before[2] = is_alone ? minimum(maximum(begin, 0), height) : 0;
    before[3] = is_alone ? maximum(minimum(end, height), before[2]) : height;
}

void sdyrt_conv_find_rows(const struct sdyrt_conv *conv, int64_t task, int64_t *rows) {
    struct conv_part part;
    sdyrt_conv_part(conv, &task, &part);
    const struct conv_plan plan = sdyrt_conv_plan(&part.conv);
    const struct conv_box box = box_of(&plan, task);
    sdyrt_conv_rows_before(conv, (int64_t[]){box.plane, box.plane_end, box.row, box.row_end}, rows);
}

void sdyrt_conv_make_rows(const struct sdyrt_conv *conv, const void *in, const void *kernel,
                          void *out, const int64_t *rows, sdyrt_conv_epilogue *epilogue,
                          void *context, void *scratch) {
    int64_t first = 0;
    struct call call = begin_call(conv, in, kernel, out, &first, scratch);
    const struct conv_plan *plan = &call.plan;
    unsigned subnormals = flush_subnormals();
    call.epilogue = epilogue;
    call.context = context;
    struct conv_box box = {.plane = rows[0]};
    for (; box.plane < rows[1]; box.plane = box.plane_end) {
        box.plane_end = minimum(box.plane + plan->planes, rows[1]);
        for (box.row = rows[2]; box.row < rows[3]; box.row = box.row_end) {
            box.row_end = minimum(box.row + plan->rows, rows[3]);
            for (box.col = 0; box.col < plan->col_count; box.col = box.col_end) {
                box.col_end = minimum(box.col + plan->cols, plan->col_count);
                run_blocks(conv, &call, &box);
            }
        }
    }
    restore_subnormals(subnormals);
}
