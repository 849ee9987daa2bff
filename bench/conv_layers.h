/* Convolutions that bench/conv_routes computes: those of networks, and random ones. */
#ifndef BENCH_CONV_LAYERS_H
#define BENCH_CONV_LAYERS_H

#include "conv.h"

/* A convolution of a network, of images of so many pixels and channels. */
struct layer {
    const char *network;
    int64_t batch, depth, height, width, in, out;
    int64_t kernel[SDYRT_CONV_RANK];
    int64_t stride, dilation, groups;
    int is_transposed; /* the stride is that of the result */
};

/* What is computed of a layer, and where its channels lie: the result, the gradient by the kernel
   as a convolution has it, and that by the image. */
enum layer_form { FORWARD_LAST, FORWARD_FIRST, KERNEL_LAST, KERNEL_FIRST, IMAGE_LAST, LAYER_FORMS };

/* "nhwc", "nchw", "kernel nhwc", "kernel nchw", "image nhwc". */
const char *layer_form_name(enum layer_form form);

/* The layers of networks, and how many there are. */
const struct layer *network_layers(int *count);

/* The layer with fewer images, or only the upper part of one, so that it is soon computed. */
struct layer layer_limited(const struct layer *layer);

/* A layer that is drawn by this state of a generator, which moves on. */
struct layer random_layer(uint64_t *state);

/* The descriptor of a form of a layer; 0: there is no such gradient of it, or it is no work. */
int layer_describe(const struct layer *layer, enum layer_form form, int64_t type,
                   struct sdyrt_conv *conv);

#endif
