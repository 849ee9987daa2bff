/* The padded copy of the input that a task of a convolution works on; internal to the runtime. */
#ifndef SDYRT_CONV_SLAB_H
#define SDYRT_CONV_SLAB_H

#include "conv_routes.h"

/* The extents of the copy. Pairs of channels count as one. */
struct slab {
    int64_t rows, width, channels;
    int64_t plane; /* elements of one plane of the result: kernel depth x rows x width x channels */
};

/* Of what `rows` rows of the result reach. */
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

/* Copies `channels` channels of what the box reads, the first of which `in` points to. What lies
   outside of the input is zero. */
void sdyrt_conv_copy_slab_f32(const struct sdyrt_conv *conv, const struct conv_box *box,
                              const struct slab *slab, int64_t channels, const float *in,
                              float *to);

#endif
