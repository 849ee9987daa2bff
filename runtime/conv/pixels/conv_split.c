/* The rows of the product are pixels of the result, 32 at a time, and a step of the contraction is
   32 channels at one tap of the kernel, one tap after the other. Pixels are split as they lie,
   again for each tap that meets them. What cannot be split, of either operand, is multiplied as it
   is. */
#include "conv_split.h"

#include "conv_shape.h"
#include "product_native.h"
#include "product_plan.h"

#include <string.h>

/* Strips of the kernel for a stretch of the contraction and all columns of a task, where they are
   not packed ahead; pixels of the same stretch; sums of a block; and for numbers that cannot be
   split those of the kernel, of the pixels in place of what was split of them. */
enum {
    STRETCH = CONV_SPLIT_STRETCH,
    STRIP = STRETCH * SPLIT_STEP, /* bytes, of 16 columns, or pixels */
    PANELS = CONV_TASK_COLS / AMX_BLOCK,
    STRIPS_BYTES = CONV_SPLIT_STRIPS, /* or panels as they are packed ahead */
    ROWS_BYTES = STRIP * 2,
    SUMS_BYTES = AMX_BLOCK * AMX_BLOCK * (int)sizeof(float),
    NUMBERS_BYTES = STRETCH * SPLIT_DEPTH * AMX_BLOCK * (int)sizeof(float)
};
_Static_assert(STRIPS_BYTES + ROWS_BYTES + SUMS_BYTES + NUMBERS_BYTES +
                       SDYRT_PRODUCT_NATIVE_SCRATCH <=
                   SDYRT_KERNEL_SCRATCH,
               "what is packed fits, and what the other product needs");
_Static_assert((int)NUMBERS_BYTES <= (int)ROWS_BYTES, "pixels fit where they were split");
_Static_assert(SPLIT_DEPTH *AMX_BLOCK *(int)sizeof(float) <= 2 * SPLIT_STEP,
               "so do numbers of the kernel");
#if defined(__x86_64__) && defined(__linux__)

/* Pixels of a block: where their first tap is in the input, and where their sums go. */
struct pixels {
    int64_t count;
    int64_t at[AMX_BLOCK][SDYRT_CONV_RANK];
    const float *image[AMX_BLOCK];
    float *out[AMX_BLOCK];
    int64_t out_row; /* elements from one's sums to the next one's; 0: they lie unevenly */
};

/* A panel of the kernel for a stretch: strips of columns, or, where it cannot be split, a row of
   numbers for each term of the contraction. */
struct panel {
    char *at;
    int64_t block_bytes;
    int is_split;
};

/* A task on its way. */
struct work {
    const struct sdyrt_conv *conv;
    const struct sdyrt_conv_plan *plan;
    const struct conv_box *box;
    const float *in, *kernel;
    float *out;
    char *strips, *rows;
    float *sums, *numbers;
    void *rest;           /* of the scratch */
    int64_t first, steps; /* of the stretch */
    int64_t set_rows;     /* for which the registers are set up */
    struct panel panels[PANELS];
    int others; /* panels that are not split */
    struct pixels pixels;
};

static int64_t steps_of_tap(const struct sdyrt_conv *c) {
    return pieces(c->in_channels, SPLIT_DEPTH);
}

static int64_t all_steps(const struct sdyrt_conv *c) {
    return taps_of(c) * steps_of_tap(c);
}

/* Steps that lie at one tap: where it is in the kernel, from which channel on, and how many. */
struct run {
    int64_t tap[SDYRT_CONV_RANK], channel, channels, steps;
};

static struct run run_at(const struct sdyrt_conv *c, int64_t step, int64_t end) {
    const int64_t per = steps_of_tap(c), tap = step / per, line = tap / c->kernel_size[CONV_W];
    const int64_t steps = minimum(end - step, per - step % per), channel = step % per * SPLIT_DEPTH;
    return (struct run){{line / c->kernel_size[CONV_H], line % c->kernel_size[CONV_H],
                         tap % c->kernel_size[CONV_W]},
                        channel,
                        minimum(steps * SPLIT_DEPTH, c->in_channels - channel),
                        steps};
}

/* --- the kernel --- */

static const float *taps_at(const struct sdyrt_conv *c, const float *kernel,
                            const struct run *run) {
    for (int dim = 0; dim < SDYRT_CONV_RANK; dim++) {
        kernel += run->tap[dim] * c->kernel_spatial[dim];
    }
    return kernel + run->channel * c->kernel_in;
}

/* Some steps of a panel as numbers, with zeros beyond the channels of the result and the input. */
static void copy_numbers(const struct sdyrt_conv *c, const float *kernel, int64_t cols,
                         int64_t step, int64_t end, float *to) {
    for (struct run run; step < end; step += run.steps) {
        run = run_at(c, step, end);
        const float *from = taps_at(c, kernel, &run);
        memset(to, 0, (size_t)(run.steps * SPLIT_DEPTH * AMX_BLOCK) * sizeof *to);
        for (int64_t l = 0; l < run.channels; l++) {
            for (int64_t j = 0; j < cols; j++) {
                to[l * AMX_BLOCK + j] = from[l * c->kernel_in + j * c->kernel_out];
            }
        }
        to += run.steps * SPLIT_DEPTH * AMX_BLOCK;
    }
}

/* Packs some steps of so many columns. Returns whether they can be split. */
static int pack_panel(const struct sdyrt_conv *c, const float *kernel, int64_t cols, int64_t step,
                      int64_t end, char *to, int64_t block_bytes) {
    int is_split = 1;
    const int64_t begin = step;
    for (struct run run; step < end; step += run.steps) {
        run = run_at(c, step, end);
        const struct split_operand from = {taps_at(c, kernel, &run), c->kernel_out, c->kernel_in};
        is_split &= sdyrt_split_columns(&from, cols, run.channels, to + (step - begin) * SPLIT_STEP,
                                        block_bytes);
    }
    if (!is_split) {
        copy_numbers(c, kernel, cols, begin, end, (float *)(void *)to);
    }
    return is_split;
}

/* Steps of a stretch, but for the last one. */
static int64_t stretch_of(const struct sdyrt_conv *c) {
    return pieces(all_steps(c), pieces(all_steps(c), STRETCH));
}

/* Where a panel that is packed ahead says of each stretch whether it is split: at its end. */
static char *splits_of(const struct sdyrt_conv *c, char *panel) {
    return panel + 2 * all_steps(c) * SPLIT_STEP;
}

/* Stretch by stretch, each of which is split or not as one that a task packs itself is: so the sums
   are the same. */
void sdyrt_conv_pack_split(const struct sdyrt_conv *c, const struct sdyrt_conv_plan *plan,
                           struct conv_strip strip, const void *kernel, void *packed,
                           char *scratch) {
    const int64_t steps = all_steps(c), bytes = conv_split_panel(c), stretch = stretch_of(c);
    const int64_t cols = minimum(AMX_BLOCK, c->out_channels - strip.col);
    const int64_t all = pieces(steps, stretch), each = pieces(all, strip.parts);
    char *panel = (char *)packed + strip.col / AMX_BLOCK * bytes, *is_split = splits_of(c, panel);
    (void)plan, (void)scratch;
    if (strip.part == 0) {
        memset(is_split + all, 0, (size_t)(panel + bytes - (is_split + all)));
    }
    for (int64_t i = strip.part * each; i < minimum((strip.part + 1) * each, all); i++) {
        const int64_t first = i * stretch, end = minimum(first + stretch, steps);
        is_split[i] =
            (char)pack_panel(c, (const float *)kernel + strip.col * c->kernel_out, cols, first, end,
                             panel + 2 * first * SPLIT_STEP, (end - first) * SPLIT_STEP);
    }
}

/* What is packed ahead, of the stretch. */
static struct panel packed_panel(const struct work *w, int64_t col) {
    const struct sdyrt_conv *c = w->conv;
    char *at = (char *)(uintptr_t)w->kernel + col / AMX_BLOCK * conv_split_panel(c);
    return (struct panel){at + 2 * w->first * SPLIT_STEP, w->steps * SPLIT_STEP,
                          splits_of(c, at)[w->first / stretch_of(c)]};
}

/* What a task packs itself. */
static struct panel own_panel(const struct work *w, int64_t col, char *strips) {
    const struct sdyrt_conv *c = w->conv;
    const int64_t cols = minimum(AMX_BLOCK, w->box->col_end - col);
    return (struct panel){strips, STRIP,
                          pack_panel(c, w->kernel + col * c->kernel_out, cols, w->first,
                                     w->first + w->steps, strips, STRIP)};
}

/* The panels of the stretch, one for each block of columns of the box. */
static void find_panels(struct work *w) {
    struct panel *panel = w->panels;
    char *strips = w->strips;
    w->others = 0;
    for (int64_t col = w->box->col; col < w->box->col_end; col += AMX_BLOCK, panel++) {
        *panel = w->conv->packed ? packed_panel(w, col) : own_panel(w, col, strips);
        w->others += !panel->is_split;
        strips += 2 * STRIP;
    }
}

/* --- pixels --- */

/* Pixels of the box from the n-th on. */
static void find_pixels(struct work *w, int64_t n, int64_t count) {
    const struct sdyrt_conv *c = w->conv;
    const int64_t rows = w->box->row_end - w->box->row, width = c->out_size[CONV_W];
    w->pixels.count = count;
    for (int64_t i = 0; i < count; i++) {
        const int64_t plane = w->box->plane + (n + i) / width / rows;
        const int64_t image = plane / c->out_size[CONV_D];
        const int64_t place[] = {plane % c->out_size[CONV_D], w->box->row + (n + i) / width % rows,
                                 (n + i) % width};
        w->pixels.image[i] = w->in + image * c->in_batch;
        w->pixels.out[i] = w->out + image * c->out_batch;
        for (int dim = 0; dim < SDYRT_CONV_RANK; dim++) {
            w->pixels.at[i][dim] = place[dim] * c->stride[dim] - c->pad_low[dim];
            w->pixels.out[i] += place[dim] * c->out_spatial[dim];
        }
    }
    w->pixels.out_row = count > 1 ? w->pixels.out[1] - w->pixels.out[0] : c->out_spatial[CONV_W];
    for (int64_t i = 2; i < count; i++) {
        if (w->pixels.out[i] - w->pixels.out[i - 1] != w->pixels.out_row) {
            w->pixels.out_row = 0;
        }
    }
}

/* The channels that a pixel meets at a tap; NULL: it meets the padding. */
static const float *meets(const struct work *w, int64_t pixel, const struct run *run) {
    const struct sdyrt_conv *c = w->conv;
    const float *line = w->pixels.image[pixel] + run->channel;
    for (int dim = 0; dim < SDYRT_CONV_RANK; dim++) {
        const int64_t at = w->pixels.at[pixel][dim] + run->tap[dim] * c->kernel_dilation[dim];
        if (at < 0 || at >= c->in_size[dim]) {
            return NULL;
        }
        line += at * c->in_spatial[dim];
    }
    return line;
}

/* Splits what the pixels meet in the stretch. Returns whether it can be split. */
static int split_pixels(const struct work *w) {
    const int64_t end = w->first + w->steps;
    int is_split = 1;
    struct run run;
    for (int64_t step = w->first; step < end; step += run.steps) {
        run = run_at(w->conv, step, end);
        char *to = w->rows + (step - w->first) * SPLIT_STEP;
        for (int64_t first = 0; first < w->pixels.count; first += AMX_LINES, to += STRIP) {
            const float *lines[AMX_LINES] = {NULL};
            for (int64_t i = first; i < minimum(first + AMX_LINES, w->pixels.count); i++) {
                lines[i - first] = meets(w, i, &run);
            }
            is_split &= sdyrt_split_lines(lines, run.channels, to);
        }
    }
    return is_split;
}

/* The same as numbers, a row for each pixel. */
static void copy_pixels(const struct work *w, float *to) {
    const int64_t end = w->first + w->steps, row = w->steps * SPLIT_DEPTH;
    struct run run;
    memset(to, 0, (size_t)(AMX_BLOCK * row) * sizeof *to);
    for (int64_t step = w->first; step < end; step += run.steps) {
        run = run_at(w->conv, step, end);
        for (int64_t i = 0; i < w->pixels.count; i++) {
            const float *line = meets(w, i, &run);
            if (line != NULL) {
                memcpy(to + i * row + (step - w->first) * SPLIT_DEPTH, line,
                       (size_t)run.channels * sizeof *to);
            }
        }
    }
}

/* --- products --- */

/* The block's sums, where the pixels or the panel's numbers cannot be split; the pixels are in
   place of what was split of them. */
static void multiply_numbers(const struct work *w, const struct panel *panel) {
    const int64_t depth = w->steps * SPLIT_DEPTH;
    const struct sdyrt_product product = {.type = SDYRT_PRODUCT_F32,
                                          .m = w->pixels.count,
                                          .n = AMX_BLOCK,
                                          .k = depth,
                                          .a_row = depth,
                                          .a_col = 1,
                                          .b_row = AMX_BLOCK,
                                          .b_col = 1,
                                          .c_row = AMX_BLOCK,
                                          .c_col = 1,
                                          .count = 1};
    const struct sdyrt_product_plan plan =
        sdyrt_product_panels_of(w->plan->isa, SDYRT_PRODUCT_F32, depth);
    const float *kernel = (const float *)(const void *)panel->at;
    if (panel->is_split) {
        sdyrt_split_join_columns(panel->at, panel->block_bytes, w->steps, w->numbers);
        kernel = w->numbers;
    }
    sdyrt_product(&product, &plan, (const float *)(const void *)w->rows, kernel, w->sums, 0,
                  w->rest);
}

static void store_sums(const struct work *w, int64_t col, int64_t cols) {
    const struct pixels *p = &w->pixels;
    if (p->out_row != 0) {
        sdyrt_split_store(p->count, cols, w->sums, AMX_BLOCK, p->out[0] + col, p->out_row,
                          w->first > 0);
        return;
    }
    for (int64_t i = 0; i < p->count; i++) {
        sdyrt_split_store(1, cols, w->sums + i * AMX_BLOCK, 0, p->out[i] + col, 0, w->first > 0);
    }
}

/* Fetches where sums of a panel go, which are made meanwhile. */
static void fetch_sums(const struct work *w, int64_t col, int64_t cols) {
    for (int64_t i = 0; i < w->pixels.count; i++) {
        __builtin_prefetch(w->pixels.out[i] + col, 1);
        __builtin_prefetch(w->pixels.out[i] + col + cols - 1, 1);
    }
}

/* The block of pixels by the panels that are split. First sums go straight to the result where they
   lie so. */
static void multiply_split(struct work *w) {
    const int64_t rows = w->pixels.count, end = w->box->col_end;
    const struct panel *panel = w->panels;
    struct split_product x = {.rows = rows, .steps = w->steps, .a = w->rows, .a_block = STRIP};
    if (w->set_rows != rows) {
        sdyrt_amx_set(rows, AMX_LINE);
        w->set_rows = rows;
    }
    for (int64_t col = w->box->col; col < end; col += AMX_BLOCK, panel++) {
        x.cols = minimum(AMX_BLOCK, end - col);
        const int is_direct = w->first == 0 && w->pixels.out_row > 0 && x.cols % AMX_LINES == 0;
        if (!panel->is_split) {
            continue;
        }
        x.b = panel->at;
        x.b_block = panel->block_bytes;
        x.c = (char *)(is_direct ? w->pixels.out[0] + col : w->sums);
        x.c_row = (is_direct ? w->pixels.out_row : AMX_BLOCK) * (int64_t)sizeof(float);
        fetch_sums(w, col, x.cols);
        sdyrt_split_multiply(&x);
        if (!is_direct) {
            store_sums(w, col, x.cols);
        }
    }
}

/* By the other panels, or by all, as numbers. */
static void multiply_others(const struct work *w, int all) {
    const int64_t end = w->box->col_end;
    const struct panel *panel = w->panels;
    copy_pixels(w, (float *)(void *)w->rows);
    for (int64_t col = w->box->col; col < end; col += AMX_BLOCK, panel++) {
        if (all || !panel->is_split) {
            multiply_numbers(w, panel);
            store_sums(w, col, minimum(AMX_BLOCK, end - col));
        }
    }
}

static void multiply_block(struct work *w) {
    const int are_split = split_pixels(w);
    if (are_split) {
        multiply_split(w);
    }
    if (!are_split || w->others > 0) {
        multiply_others(w, !are_split);
    }
}

void sdyrt_conv_split(const struct sdyrt_conv *c, const struct sdyrt_conv_plan *plan,
                      const struct conv_box *box, const void *in, const void *kernel, void *out,
                      char *scratch) {
    struct work w = {.conv = c, .plan = plan, .box = box, .in = in, .kernel = kernel, .out = out};
    w.strips = scratch;
    w.rows = w.strips + STRIPS_BYTES;
    w.sums = (float *)(void *)(w.rows + ROWS_BYTES);
    w.numbers = w.sums + SUMS_BYTES / (int)sizeof(float);
    w.rest = w.numbers + NUMBERS_BYTES / (int)sizeof(float);
    const int64_t steps = all_steps(c), stretch = stretch_of(c);
    const int64_t pixels =
        (box->plane_end - box->plane) * (box->row_end - box->row) * c->out_size[CONV_W];
    for (; w.first < steps; w.first += w.steps) {
        w.steps = minimum(stretch, steps - w.first);
        find_panels(&w);
        for (int64_t n = 0; n < pixels; n += AMX_BLOCK) {
            find_pixels(&w, n, minimum(AMX_BLOCK, pixels - n));
            multiply_block(&w);
        }
    }
    sdyrt_amx_release();
}

#else

void sdyrt_conv_split(const struct sdyrt_conv *conv, const struct sdyrt_conv_plan *plan,
                      const struct conv_box *box, const void *in, const void *kernel, void *out,
                      char *scratch) {
    (void)conv, (void)plan, (void)box, (void)in, (void)kernel, (void)out, (void)scratch;
}

void sdyrt_conv_pack_split(const struct sdyrt_conv *conv, const struct sdyrt_conv_plan *plan,
                           struct conv_strip strip, const void *kernel, void *packed,
                           char *scratch) {
    (void)conv, (void)plan, (void)strip, (void)kernel, (void)packed, (void)scratch;
}

#endif
