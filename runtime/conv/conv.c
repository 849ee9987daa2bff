#include "conv.h"

#include "conv_routes.h"
#include "parts.h"
#include "sizes.h"
#include "subnormals.h"

#include <string.h>

/* Tasks that share channels follow each other: they read the same part of the kernel. */
static struct conv_box box_of(const struct sdyrt_conv_plan *plan, int64_t task) {
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

static void report_box(const struct reporter *to, int64_t route, const struct conv_box *box) {
    const int64_t *size = to->part->conv.out_size;
    if (sdyrt_conv_is(route, CONV_IMAGES)) {
        int64_t pixels = pixels_of(&to->part->conv);
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

/* For a 1x1 kernel on planes, image by image. */
static void multiply_planes(const struct sdyrt_conv *c, const struct sdyrt_conv_plan *plan,
                            const struct conv_box *box, const void *in, const void *kernel,
                            void *out, char *scratch) {
    const int64_t operand = (int64_t)sdyrt_product_operand_size(c->type);
    const int64_t result = (int64_t)sdyrt_product_result_size(c->type);
    const struct sdyrt_product product =
        sdyrt_conv_product(c, plan->route, 1, box->row_end - box->row, box->col_end - box->col);
    const struct sdyrt_product_plan *how = sdyrt_conv_product_plan(c, plan, &product);
    for (int64_t image = box->plane; image < box->plane_end; image++) {
        const int64_t from = image * c->in_batch + box->row * product.b_col;
        const int64_t to =
            image * c->out_batch + box->row * product.c_col + box->col * product.c_row;
        sdyrt_product(&product, how, (const char *)kernel + box->col * product.a_row * operand,
                      (const char *)in + from * operand, (char *)out + to * result, 0, scratch);
    }
}

/* Where the kernel covers the image. */
static void multiply_whole(const struct sdyrt_conv *c, const struct sdyrt_conv_plan *plan,
                           const struct conv_box *box, const void *in, const void *kernel,
                           void *out, char *scratch) {
    const int64_t operand = (int64_t)sdyrt_product_operand_size(c->type);
    const int64_t result = (int64_t)sdyrt_product_result_size(c->type);
    const struct sdyrt_product product =
        sdyrt_conv_product(c, plan->route, box->plane_end - box->plane, 1, box->col_end - box->col);
    sdyrt_product(&product, sdyrt_conv_product_plan(c, plan, &product),
                  (const char *)in + box->plane * product.a_row * operand,
                  (const char *)kernel + box->col * product.b_col * operand,
                  (char *)out + (box->plane * product.c_row + box->col * product.c_col) * result, 0,
                  scratch);
}

#if SDYRT_HAS_CONV_NARROW
/* bf16 widened to f32. */
static void multiply_wide(const struct sdyrt_conv *c, const struct sdyrt_conv_plan *plan,
                          const struct conv_box *box, const void *in, const void *kernel, void *out,
                          char *scratch) {
    struct sdyrt_conv wide = *c;
    wide.type = SDYRT_PRODUCT_F32;
    sdyrt_conv_pixels_wide_bf16(&wide, plan, box, in, kernel, out, scratch);
}
#endif

/* What computes the routes of a type besides those of all types: null where it has none, or the
   program has no such types. */
#define NUMBERS(part, t)                                                                           \
    [SDYRT_CONV_DEPTHWISE] = SDYRT_OR_NULL(part, sdyrt_conv_depthwise_##t),                        \
    [SDYRT_CONV_LINES] = SDYRT_OR_NULL(part, sdyrt_conv_pixels_##t),                               \
    [SDYRT_CONV_FEW] = SDYRT_OR_NULL(part, sdyrt_conv_pixels_##t),                                 \
    [SDYRT_CONV_PIXELS] = SDYRT_OR_NULL(part, sdyrt_conv_pixels_##t),                              \
    [SDYRT_CONV_BATCH] = SDYRT_OR_NULL(part, sdyrt_conv_batch_##t)
#define BYTES(t)                                                                                   \
    {                                                                                              \
        [SDYRT_CONV_TILES] = SDYRT_OR_NULL(CONV_PAIRS, sdyrt_conv_tiles),                          \
        [SDYRT_CONV_PAIRS] = SDYRT_OR_NULL(CONV_PAIRS, sdyrt_conv_pixels_##t)                      \
    }
static conv_route_fn *const own_routes[SDYRT_PRODUCT_TYPE_COUNT][SDYRT_CONV_ROUTE_COUNT] = {
    [SDYRT_PRODUCT_F32] =
        {NUMBERS(CONV_F32, f32), [SDYRT_CONV_DOTS] = SDYRT_OR_NULL(CONV_F32, sdyrt_conv_dots_f32),
         [SDYRT_CONV_WINOGRAD_GRADIENT] = SDYRT_OR_NULL(CONV_F32, sdyrt_conv_winograd_gradient_f32),
         [SDYRT_CONV_WINOGRAD] = SDYRT_OR_NULL(CONV_F32, sdyrt_conv_winograd_f32),
         [SDYRT_CONV_SPLIT] = SDYRT_OR_NULL(CONV_F32, sdyrt_conv_split)},
    [SDYRT_PRODUCT_F64] = {NUMBERS(CONV_F64, f64), [SDYRT_CONV_DOTS] = SDYRT_OR_NULL(
                                                       CONV_F64, sdyrt_conv_dots_f64)},
    [SDYRT_PRODUCT_I32] = {NUMBERS(CONV_U32, u32)},
    [SDYRT_PRODUCT_I8_I32] = BYTES(i8),
    [SDYRT_PRODUCT_U8_I32] = BYTES(u8),
    [SDYRT_PRODUCT_BF16_F32] =
        {[SDYRT_CONV_DEPTHWISE] = SDYRT_OR_NULL(CONV_NARROW, sdyrt_conv_depthwise_bf16),
         [SDYRT_CONV_TILES] = SDYRT_OR_NULL(CONV_NARROW, sdyrt_conv_tiles),
         [SDYRT_CONV_PAIRS] = SDYRT_OR_NULL(CONV_NARROW, sdyrt_conv_pixels_bf16),
         [SDYRT_CONV_WINOGRAD] = SDYRT_OR_NULL(CONV_NARROW, sdyrt_conv_winograd_f32),
         [SDYRT_CONV_LINES] = SDYRT_OR_NULL(CONV_NARROW, multiply_wide),
         [SDYRT_CONV_PIXELS] = SDYRT_OR_NULL(CONV_NARROW, multiply_wide)},
};

static conv_route_fn *route_of(int64_t type, int64_t route) {
    switch (route) {
    case SDYRT_CONV_PRODUCT:
    case SDYRT_CONV_SPLIT_BATCH:
        return multiply_whole;
    case SDYRT_CONV_PLANES:
        return multiply_planes;
    case SDYRT_CONV_PLAIN:
        return sdyrt_conv_plain;
    default:
        return own_routes[type][route];
    }
}

#if SDYRT_HAS_CONV_F32
#define PACK_SPLIT sdyrt_conv_pack_split
#else
#define PACK_SPLIT 0
#endif
/* What packs a panel of the kernel by the task that needs it. */
static conv_pack_fn *packer_of(int64_t type, int64_t route) {
    static conv_pack_fn *const by_pixels[SDYRT_PRODUCT_TYPE_COUNT] = {
        [SDYRT_PRODUCT_F32] = SDYRT_OR_NULL(CONV_F32, sdyrt_conv_pack_pixels_f32),
        [SDYRT_PRODUCT_F64] = SDYRT_OR_NULL(CONV_F64, sdyrt_conv_pack_pixels_f64),
        [SDYRT_PRODUCT_I32] = SDYRT_OR_NULL(CONV_U32, sdyrt_conv_pack_pixels_u32),
    };
    return route == SDYRT_CONV_SPLIT ? PACK_SPLIT : by_pixels[type];
}

static int is_blocked(const struct sdyrt_conv_plan *plan, const struct conv_box *box) {
    return plan->block_planes < box->plane_end - box->plane ||
           plan->block_rows < box->row_end - box->row;
}

/* Packs the kernel's panels of a box, and returns where the packed kernel would begin. */
static const char *pack_panels(const struct sdyrt_conv *c, const struct sdyrt_conv_plan *plan,
                               const struct conv_box *box, const char *kernel, char *scratch) {
    const int64_t size = (int64_t)sdyrt_product_operand_size(c->type);
    char *packed = scratch - box->col / (SDYRT_PANEL_BYTES / size) * plan->panel * size;
    for (int64_t col = box->col; col < box->col_end; col += SDYRT_PANEL_BYTES / size) {
        packer_of(c->type, plan->route)(c, plan, (struct conv_strip){col, 0, 1}, kernel, packed,
                                        NULL);
    }
    return packed;
}

/* A call on its way: what it computes, and of which part. */
struct task {
    const struct sdyrt_conv_call *call;
    const struct sdyrt_conv_plan *plan; /* NULL: there is nothing to compute */
    struct conv_part part;
    const char *in, *kernel; /* of the part */
    char *out, *scratch;
};

/* Where the kernel of a part begins, in elements. */
static int64_t kernel_of(const struct conv_part *part, const struct sdyrt_conv_plan *plan) {
    const struct sdyrt_conv *c = &part->conv;
    return c->packed ? part->channel / c->out_channels *
                           pieces(c->out_channels, panel_width(c->type)) * plan->panel
                     : part->kernel;
}

/* Of the part that a task belongs to, whose number becomes that within it. */
static struct task begin_task(const struct sdyrt_conv_call *call, int64_t *number, void *scratch) {
    const struct sdyrt_conv *conv = call->conv;
    const int64_t operand = (int64_t)sdyrt_product_operand_size(conv->type);
    const int64_t result = (int64_t)sdyrt_product_result_size(conv->type);
    struct task task = {.call = call, .scratch = scratch};
    task.plan = sdyrt_conv_find_part(conv, call->plans, number, &task.part);
    if (task.plan == NULL) {
        return task;
    }
    task.in = (const char *)call->in + task.part.in * operand;
    task.kernel = (const char *)call->kernel + kernel_of(&task.part, task.plan) * operand;
    task.out = (char *)call->out + task.part.out * result;
    if (conv->packed && is_narrow(conv->type) && task.plan->route != SDYRT_CONV_TILES) {
        task.part.conv = sdyrt_conv_dense(&task.part.conv);
    }
    return task;
}

/* Where the result of the part would begin for that of a block, of rows of pixels, to begin at the
   call's `out`. */
static char *place_block(const struct task *task, const struct conv_box *block) {
    const struct sdyrt_conv *c = &task->part.conv;
    const int64_t size = (int64_t)sdyrt_product_result_size(c->type);
    const int64_t first = block->plane * c->out_batch + block->row * c->out_spatial[CONV_H] +
                          block->col * c->out_channel;
    char *const out = (char *)task->call->out - first * size;
    *task->call->band = out - task->part.out * size;
    return out;
}

/* Computes and reports a box of a task, block by block. */
static void run_blocks(const struct task *task, const struct conv_box *box) {
    const struct sdyrt_conv_plan *plan = task->plan;
    const struct reporter reporter = {task->call->conv,
                                      &task->part,
                                      task->call->epilogue,
                                      task->call->context,
                                      task->part.channel + box->col,
                                      box->col_end - box->col};
    struct sdyrt_conv conv = task->part.conv;
    conv_route_fn *compute = route_of(conv.type, plan->route);
    const char *kernel = task->kernel;
    if (sdyrt_conv_is(plan->route, CONV_PANELS) && !conv.packed && is_blocked(plan, box)) {
        kernel = pack_panels(&conv, plan, box, kernel, task->scratch);
        conv.packed = 1;
    }
    struct conv_box block = *box;
    char *out = task->out;
    for (; block.plane < box->plane_end; block.plane = block.plane_end) {
        block.plane_end = minimum(block.plane + plan->block_planes, box->plane_end);
        for (block.row = box->row; block.row < box->row_end; block.row = block.row_end) {
            block.row_end = minimum(block.row + plan->block_rows, box->row_end);
            if (task->call->band != NULL) {
                out = place_block(task, &block);
            }
            compute(&conv, plan, &block, task->in, kernel, out, task->scratch);
            if (reporter.epilogue != NULL) {
                report_box(&reporter, plan->route, &block);
            }
        }
    }
}

void sdyrt_conv_run(const struct sdyrt_conv_call *call, int64_t number, void *scratch) {
    const struct task task = begin_task(call, &number, scratch);
    if (task.plan == NULL) {
        return;
    }
    const struct conv_box box = box_of(task.plan, number);
    unsigned subnormals = flush_subnormals();
    run_blocks(&task, &box);
    restore_subnormals(subnormals);
}

/* A box cut down to some of its shares, each of whole rows or of whole images; how many. */
static int64_t take_whole(const struct sdyrt_conv_plan *plan,
                          const struct sdyrt_product_pieces *shares, int64_t first, int64_t most,
                          struct conv_box *box) {
    const int by_planes = plan->planes > 1;
    int64_t *const low = by_planes ? &box->plane : &box->row;
    int64_t *const high = by_planes ? &box->plane_end : &box->row_end;
    struct sdyrt_product_part part = {*low, *high, box->col, box->col_end};
    const int64_t count = sdyrt_join_pieces(shares, first, most, &part);
    *low = part.row, *high = part.row_end;
    box->col = part.col, box->col_end = part.col_end;
    return count;
}

/* The same of shares of any kind. Those of one image are joined, or those of whole images. */
static int64_t take_shares(const struct sdyrt_conv_plan *plan, const struct conv_shares *shares,
                           int64_t first, int64_t most, struct conv_box *box) {
    const int64_t of_image = shares->of_image, share = first % of_image;
    if (first >= shares->pieces.down * shares->pieces.across * of_image) {
        box->row_end = box->row;
        box->plane_end = box->plane;
        return most;
    }
    if (share == 0 && most >= of_image) {
        return of_image * take_whole(plan, &shares->pieces, first / of_image, most / of_image, box);
    }
    const int64_t count = minimum(most, of_image - share);
    take_whole(plan, &shares->pieces, first / of_image, 1, box);
    box->row_end = minimum(box->row + (share + count) * shares->lines, box->row_end);
    box->row = minimum(box->row + share * shares->lines, box->row_end);
    return count;
}

int64_t sdyrt_conv_run_shares(const struct sdyrt_conv_call *call, int64_t shares, int64_t first,
                              int64_t most, void *scratch) {
    int64_t number = first / shares;
    const int64_t share = first % shares, left = minimum(most, shares - share);
    const struct task task = begin_task(call, &number, scratch);
    if (task.plan == NULL) {
        return left;
    }
    const struct conv_shares cut = sdyrt_conv_cut(&task.part.conv, task.plan, shares);
    struct conv_box box = box_of(task.plan, number);
    const int64_t count = take_shares(task.plan, &cut, share, left, &box);
    if (box.col < box.col_end && box.row < box.row_end) {
        unsigned subnormals = flush_subnormals();
        run_blocks(&task, &box);
        restore_subnormals(subnormals);
    }
    return count;
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

void sdyrt_conv_find_rows(const struct sdyrt_conv *conv, const struct sdyrt_conv_plan *plans,
                          int64_t task, int64_t *rows) {
    struct conv_part part;
    const struct sdyrt_conv_plan *plan = sdyrt_conv_find_part(conv, plans, &task, &part);
    const struct conv_box box = box_of(plan, task);
    sdyrt_conv_rows_before(conv, (int64_t[]){box.plane, box.plane_end, box.row, box.row_end}, rows);
}

void sdyrt_conv_make_rows(const struct sdyrt_conv_call *call, const int64_t *rows, void *scratch) {
    int64_t first = 0;
    const struct task task = begin_task(call, &first, scratch);
    const struct sdyrt_conv_plan *plan = task.plan;
    unsigned subnormals = flush_subnormals();
    struct conv_box box = {.plane = rows[0]};
    for (; box.plane < rows[1]; box.plane = box.plane_end) {
        box.plane_end = minimum(box.plane + plan->planes, rows[1]);
        for (box.row = rows[2]; box.row < rows[3]; box.row = box.row_end) {
            box.row_end = minimum(box.row + plan->rows, rows[3]);
            for (box.col = 0; box.col < plan->col_count; box.col = box.col_end) {
                box.col_end = minimum(box.col + plan->cols, plan->col_count);
                run_blocks(&task, &box);
            }
        }
    }
    restore_subnormals(subnormals);
}
