/* How convolution by pixels finds them: in the input, or in a padded copy of a task's part of it,
   the slab; internal to the runtime. */
#ifndef SDYRT_CONV_SLAB_H
#define SDYRT_CONV_SLAB_H

#include "conv_routes.h"
#include "product_micro.h"
#include "sizes.h"

#include <string.h>

/* How the kernel's taps find their pixels: in the input itself or in the slab. Strides are
   those of a tap, in elements. */
struct tap_view {
    const void *base;
    int64_t depth, row, col, channel;
    int merged; /* the taps of a kernel row are contiguous */
};

/* The extents of the padded copy that a task needs. Pairs of channels count as one. */
struct slab {
    int64_t rows, width, channels;
    int64_t plane; /* elements of one plane of the result: kernel depth x rows x width x channels */
};

static inline int64_t clamp(int64_t x, int64_t low, int64_t high) {
    return x < low ? low : x > high ? high : x;
}

/* Copies `count` runs of so many bytes, which begin `step` bytes apart, one behind the other. A run
   is fetched while those before it are copied. */
static inline void copy_runs(void *to, const void *from, int64_t count, int64_t bytes,
                             int64_t step) {
    const int64_t ahead = SDYRT_PAGE_BYTES / bytes + 1;
    const char *run = from;
    char *next = to;
    for (int64_t i = 0; i < count; i++, run += step, next += bytes) {
        const char *later = run + minimum(ahead, count - 1 - i) * step;
        for (int64_t at = 0; at < bytes; at += SDYRT_LINE_BYTES) {
            __builtin_prefetch(later + at);
        }
        memcpy(next, run, (size_t)bytes);
    }
}

static inline struct slab slab_of(const struct sdyrt_conv *c, int64_t rows, int64_t channels) {
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

static inline struct tap_view view_of_slab(const struct sdyrt_conv *c, const struct slab *slab,
                                           const void *base) {
    int64_t row = slab->width * slab->channels;
    return (struct tap_view){base,
                             slab->rows * row,
                             c->kernel_dilation[CONV_H] * row,
                             c->kernel_dilation[CONV_W] * slab->channels,
                             1,
                             c->kernel_dilation[CONV_W] == 1};
}

/* Where the channels of a pixel and the pixels of a row are dense, so are the taps of a row. */
static inline struct tap_view view_of_input(const struct sdyrt_conv *c, int64_t channels,
                                            const void *in) {
    int dense = c->in_channel == 1 && c->in_spatial[CONV_W] == channels;
    return (struct tap_view){in,
                             c->kernel_dilation[CONV_D] * c->in_spatial[CONV_D],
                             c->kernel_dilation[CONV_H] * c->in_spatial[CONV_H],
                             c->kernel_dilation[CONV_W] * c->in_spatial[CONV_W],
                             c->in_channel,
                             c->kernel_size[CONV_W] == 1 ||
                                 (dense && c->kernel_dilation[CONV_W] == 1)};
}

/* The taps of a pass: so many rows of the kernel. */
struct taps {
    int64_t row, rows;
};

/* The taps one behind the other in the panel, row by row. Returns how many steps they take. */
static inline int64_t make_steps(const struct sdyrt_conv *c, const struct tap_view *view,
                                 const struct taps *taps, int64_t channels, int64_t panel_row,
                                 struct product_step *steps) {
    int64_t count = 0, panel = 0;
    int64_t width = view->merged ? 1 : c->kernel_size[CONV_W];
    int64_t length = view->merged ? c->kernel_size[CONV_W] * channels : channels;
    for (int64_t d = 0; d < c->kernel_size[CONV_D]; d++) {
        for (int64_t h = taps->row; h < taps->row + taps->rows; h++) {
            for (int64_t w = 0; w < width; w++) {
                int64_t a = d * view->depth + h * view->row + w * view->col;
                steps[count++] = (struct product_step){a, panel, length};
                panel += length * panel_row;
            }
        }
    }
    return count;
}

/* Where the pixels of the box's n-th row begin, in the view and in the result. */
static inline void locate_row(const struct sdyrt_conv *c, const struct sdyrt_conv_plan *plan,
                              const struct conv_box *box, const struct slab *slab, int64_t n,
                              int64_t *a, int64_t *out) {
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

/* Copies `channels` channels of what the box reads into a slab; `in` points to the first of them.
   What lies outside of the input is zero. */
void sdyrt_conv_copy_slab_f32(const struct sdyrt_conv *conv, const struct conv_box *box,
                              const struct slab *slab, int64_t channels, const float *in,
                              float *to);

/* The same of bf16: pairs of channels as they are, or widened. */
void sdyrt_conv_copy_slab_bf16(const struct sdyrt_conv *conv, const struct conv_box *box,
                               const struct slab *slab, int64_t channels, const uint16_t *in,
                               uint32_t *to);
void sdyrt_conv_copy_slab_wide_bf16(const struct sdyrt_conv *conv, const struct conv_box *box,
                                    const struct slab *slab, int64_t channels, const uint16_t *in,
                                    float *to);

/* As sdyrt_pack_panel_f32, of bf16. */
void sdyrt_conv_pack_wide_bf16(int64_t k, int64_t cols, const uint16_t *b, int64_t row, int64_t col,
                               float *panel);

#endif
