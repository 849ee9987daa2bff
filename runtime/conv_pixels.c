/* Convolution as a matrix product whose rows are pixels: for NHWC, a tap of the kernel reads the
   pixels of a row at a constant distance, so that the product reads the input in place. The taps
   are the steps of one batch-reduce product. Where padding is met, the input rows of a task are
   first copied into a padded slab; there, the taps of a kernel row and their channels are one
   contiguous stretch. */
#include "conv_routes.h"

#include "gemm_micro.h"
#include "gemm_native.h"
#include "strips.h"

#include <string.h>

/* How the kernel's taps find their pixels: in the input itself or in the slab. Strides are
   those of a tap, in elements. */
struct view {
    const float *base;
    int64_t depth, row, col, channel;
    int merged; /* the taps of a kernel row are contiguous */
};

static int64_t minimum(int64_t a, int64_t b) {
    return a < b ? a : b;
}

static int64_t clamp(int64_t x, int64_t low, int64_t high) {
    return x < low ? low : x > high ? high : x;
}

/* to[w][channels] = from[w], with the strides of the input. */
static void copy_pixels(const struct sdyrt_conv *c, int64_t pixels, int64_t channels,
                        const float *from, float *to) {
    if (c->in_channel == 1 && c->in_spatial[CONV_W] == channels) {
        memcpy(to, from, (size_t)(pixels * channels) * sizeof *to);
    } else if (c->in_channel == 1) {
        for (int64_t w = 0; w < pixels; w++) {
            memcpy(to + w * channels, from + w * c->in_spatial[CONV_W],
                   (size_t)channels * sizeof *to);
        }
    } else if (c->in_spatial[CONV_W] == 1) {
        sdyrt_strips()->transpose_32(to, channels, from, c->in_channel, channels, pixels);
    } else {
        for (int64_t channel = 0; channel < channels; channel++) {
            for (int64_t w = 0; w < pixels; w++) {
                to[w * channels + channel] =
                    from[channel * c->in_channel + w * c->in_spatial[CONV_W]];
            }
        }
    }
}

/* The extents of the padded copy that a task needs. */
struct slab {
    int64_t rows, width, channels;
    int64_t plane; /* elements of one plane of the result: kernel depth x rows x width x channels */
};

static struct slab slab_of(const struct sdyrt_conv *c, int64_t rows, int64_t channels) {
    struct slab slab = {
        .rows = (rows - 1) * c->stride[CONV_H] +
                (c->kernel_size[CONV_H] - 1) * c->kernel_dilation[CONV_H] + 1,
        .width = (c->out_size[CONV_W] - 1) * c->stride[CONV_W] +
                 (c->kernel_size[CONV_W] - 1) * c->kernel_dilation[CONV_W] + 1,
        .channels = channels,
    };
    slab.plane = c->kernel_size[CONV_D] * slab.rows * slab.width * slab.channels;
    return slab;
}

/* One input row, padded; from is NULL where the whole row is padding. */
static void copy_row(const struct sdyrt_conv *c, const struct slab *slab, const float *from,
                     float *to) {
    int64_t left = from != NULL ? clamp(c->pad_low[CONV_W], 0, slab->width) : slab->width;
    int64_t end = clamp(c->in_size[CONV_W] + c->pad_low[CONV_W], left, slab->width);
    memset(to, 0, (size_t)(left * slab->channels) * sizeof *to);
    if (from != NULL) {
        from += (left - c->pad_low[CONV_W]) * c->in_spatial[CONV_W];
        copy_pixels(c, end - left, slab->channels, from, to + left * slab->channels);
    }
    memset(to + end * slab->channels, 0,
           (size_t)((slab->width - end) * slab->channels) * sizeof *to);
}

/* in points to the first channel of the pass. */
static void copy_slab(const struct sdyrt_conv *c, const struct conv_box *box,
                      const struct slab *slab, const float *in, float *to) {
    for (int64_t plane = box->plane; plane < box->plane_end; plane++) {
        int64_t b = plane / c->out_size[CONV_D], d = plane % c->out_size[CONV_D];
        for (int64_t tap = 0; tap < c->kernel_size[CONV_D]; tap++) {
            int64_t depth =
                d * c->stride[CONV_D] + tap * c->kernel_dilation[CONV_D] - c->pad_low[CONV_D];
            for (int64_t row = 0; row < slab->rows; row++) {
                int64_t height = box->row * c->stride[CONV_H] + row - c->pad_low[CONV_H];
                int inside = depth >= 0 && depth < c->in_size[CONV_D] && height >= 0 &&
                             height < c->in_size[CONV_H];
                const float *from = in + b * c->in_batch + depth * c->in_spatial[CONV_D] +
                                    height * c->in_spatial[CONV_H];
                copy_row(c, slab, inside ? from : NULL, to);
                to += slab->width * slab->channels;
            }
        }
    }
}

static struct view view_of_slab(const struct sdyrt_conv *c, const struct slab *slab,
                                const float *base) {
    int64_t row = slab->width * slab->channels;
    return (struct view){base,
                         slab->rows * row,
                         c->kernel_dilation[CONV_H] * row,
                         c->kernel_dilation[CONV_W] * slab->channels,
                         1,
                         c->kernel_dilation[CONV_W] == 1};
}

static struct view view_of_input(const struct sdyrt_conv *c, const float *in) {
    return (struct view){in,
                         c->kernel_dilation[CONV_D] * c->in_spatial[CONV_D],
                         c->kernel_dilation[CONV_H] * c->in_spatial[CONV_H],
                         c->kernel_dilation[CONV_W] * c->in_spatial[CONV_W],
                         c->in_channel,
                         c->kernel_size[CONV_W] == 1};
}

/* The taps in the order in which pack_taps lays them down. Returns how many steps they take. */
static int64_t make_steps(const struct sdyrt_conv *c, const struct view *view, int64_t channels,
                          struct gemm_step *steps) {
    int64_t count = 0, panel = 0;
    int64_t width = view->merged ? 1 : c->kernel_size[CONV_W];
    int64_t length = view->merged ? c->kernel_size[CONV_W] * channels : channels;
    for (int64_t d = 0; d < c->kernel_size[CONV_D]; d++) {
        for (int64_t h = 0; h < c->kernel_size[CONV_H]; h++) {
            for (int64_t w = 0; w < width; w++) {
                int64_t a = d * view->depth + h * view->row + w * view->col;
                steps[count++] = (struct gemm_step){a, panel, length};
                panel += length * CONV_PANEL_COLS;
            }
        }
    }
    return count;
}

/* kernel points to the pass's first input channel and the panel's first output channel. */
static void pack_taps(const struct sdyrt_conv *c, int64_t channels, int64_t cols,
                      const float *kernel, float *panel) {
    for (int64_t d = 0; d < c->kernel_size[CONV_D]; d++) {
        for (int64_t h = 0; h < c->kernel_size[CONV_H]; h++) {
            for (int64_t w = 0; w < c->kernel_size[CONV_W]; w++) {
                const float *tap = kernel + d * c->kernel_spatial[CONV_D] +
                                   h * c->kernel_spatial[CONV_H] + w * c->kernel_spatial[CONV_W];
                sdyrt_pack_panel_f32(channels, cols, tap, c->kernel_in, c->kernel_out, panel);
                panel += channels * CONV_PANEL_COLS;
            }
        }
    }
}

/* Where the pixels of the box's n-th row begin, in the view and in the result. */
static void locate_row(const struct sdyrt_conv *c, const struct conv_plan *plan,
                       const struct conv_box *box, const struct slab *slab, int64_t n, int64_t *a,
                       int64_t *out) {
    int64_t rows = box->row_end - box->row;
    int64_t plane = box->plane + n / rows, h = box->row + n % rows;
    int64_t b = plane / c->out_size[CONV_D], d = plane % c->out_size[CONV_D];
    *out = b * c->out_batch + d * c->out_spatial[CONV_D] + h * c->out_spatial[CONV_H];
    *a = plan->copies
             ? n / rows * slab->plane + n % rows * c->stride[CONV_H] * slab->width * slab->channels
             : b * c->in_batch +
                   (d * c->stride[CONV_D] - c->pad_low[CONV_D]) * c->in_spatial[CONV_D] +
                   (h * c->stride[CONV_H] - c->pad_low[CONV_H]) * c->in_spatial[CONV_H] -
                   c->pad_low[CONV_W] * c->in_spatial[CONV_W];
}

/* All pixels of the box by one panel. Rows that follow on each other in view and result are one. */
static void multiply_rows(const struct sdyrt_conv *c, const struct conv_plan *plan,
                          const struct conv_box *box, const struct slab *slab,
                          const struct view *view, struct panel_product *x, float *out) {
    int64_t width = c->out_size[CONV_W];
    int64_t count = (box->plane_end - box->plane) * (box->row_end - box->row);
    int64_t a, to, next_a = 0, next_to = 0;
    locate_row(c, plan, box, slab, 0, &a, &to);
    x->rows = width;
    for (int64_t n = 1; n <= count; n++) {
        if (n < count) {
            locate_row(c, plan, box, slab, n, &next_a, &next_to);
            if (next_a == a + x->rows * x->a_row && next_to == to + x->rows * x->c_row) {
                x->rows += width;
                continue;
            }
        }
        x->a = view->base + a;
        x->c = out + to;
        sdyrt_gemm_micro()->f32(x);
        a = next_a;
        to = next_to;
        x->rows = width;
    }
}

/* Adds the sum over `channels` input channels; in and kernel point to the first of them. */
static void add_channels(const struct sdyrt_conv *c, const struct conv_plan *plan,
                         const struct conv_box *box, int64_t channels, const float *in,
                         const float *kernel, float *out, int accumulate, float *panel,
                         float *copy) {
    struct slab slab = slab_of(c, box->row_end - box->row, channels);
    struct view view = plan->copies ? view_of_slab(c, &slab, copy) : view_of_input(c, in);
    struct gemm_step steps[CONV_MAX_STEPS];
    int64_t pixel = plan->copies ? channels : c->in_spatial[CONV_W];
    struct panel_product x = {.a_row = c->stride[CONV_W] * pixel,
                              .a_col = view.channel,
                              .panel = panel,
                              .panel_row = CONV_PANEL_COLS,
                              .c_row = c->out_spatial[CONV_W],
                              .c_col = c->out_channel,
                              .steps = steps,
                              .step_count = make_steps(c, &view, channels, steps),
                              .accumulate = accumulate};
    if (plan->copies) {
        copy_slab(c, box, &slab, in, copy);
    }
    for (int64_t col = box->col; col < box->col_end; col += CONV_PANEL_COLS) {
        x.cols = minimum(CONV_PANEL_COLS, box->col_end - col);
        pack_taps(c, channels, x.cols, kernel + col * c->kernel_out, panel);
        multiply_rows(c, plan, box, &slab, &view, &x, out + col * c->out_channel);
    }
}

void sdyrt_conv_pixels(const struct sdyrt_conv *c, const struct conv_plan *plan,
                       const struct conv_box *box, const float *in, const float *kernel, float *out,
                       char *scratch) {
    float *panel = (float *)(void *)scratch;
    float *copy = (float *)(void *)(scratch + CONV_PANEL_LIMIT);
    for (int64_t first = 0; first < c->in_channels; first += plan->channels) {
        add_channels(c, plan, box, minimum(plan->channels, c->in_channels - first),
                     in + first * c->in_channel, kernel + first * c->kernel_in, out, first > 0,
                     panel, copy);
    }
}
