#include "conv_layers.h"

#include <string.h>

#include "conv_shape.h"
#include "random.h"

/* Square images and kernels. */
#define LAYER(network, batch, size, in, out, kernel, stride)                                       \
    { network, batch, 1, size, size, in, out, {1, kernel, kernel}, stride, 1, 1, 0 }
#define GROUPS(network, batch, size, in, out, kernel, stride, groups)                              \
    { network, batch, 1, size, size, in, out, {1, kernel, kernel}, stride, 1, groups, 0 }

static const struct layer layers[] = {
    LAYER("resnet50", 1, 224, 3, 64, 7, 2),
    LAYER("resnet50", 1, 56, 64, 64, 1, 1),
    LAYER("resnet50", 1, 56, 64, 64, 3, 1),
    LAYER("resnet50", 1, 56, 64, 256, 1, 1),
    LAYER("resnet50", 1, 56, 256, 64, 1, 1),
    LAYER("resnet50", 1, 56, 256, 512, 1, 2),
    LAYER("resnet50", 1, 56, 128, 128, 3, 2),
    LAYER("resnet50", 1, 28, 128, 128, 3, 1),
    LAYER("resnet50", 1, 28, 128, 512, 1, 1),
    LAYER("resnet50", 1, 28, 512, 128, 1, 1),
    LAYER("resnet50", 1, 14, 256, 256, 3, 1),
    LAYER("resnet50", 1, 14, 256, 1024, 1, 1),
    LAYER("resnet50", 4, 14, 1024, 256, 1, 1),
    LAYER("resnet50", 1, 7, 512, 512, 3, 1),
    LAYER("resnet50", 4, 7, 512, 512, 3, 1),
    LAYER("resnet50", 8, 7, 512, 2048, 1, 1),
    LAYER("resnet50", 4, 7, 2048, 512, 1, 1),
    LAYER("mobilenetv2", 1, 224, 3, 32, 3, 2),
    LAYER("mobilenetv2", 1, 112, 32, 16, 1, 1),
    LAYER("mobilenetv2", 1, 112, 16, 96, 1, 1),
    LAYER("mobilenetv2", 2, 56, 24, 144, 1, 1),
    LAYER("mobilenetv2", 2, 28, 192, 32, 1, 1),
    LAYER("mobilenetv2", 4, 14, 64, 384, 1, 1),
    LAYER("mobilenetv2", 8, 7, 160, 960, 1, 1),
    LAYER("mobilenetv2", 8, 7, 320, 1280, 1, 1),
    GROUPS("mobilenetv2", 1, 112, 32, 32, 3, 1, 32),
    GROUPS("mobilenetv2", 1, 112, 96, 96, 3, 2, 96),
    GROUPS("mobilenetv2", 2, 28, 192, 192, 3, 1, 192),
    GROUPS("mobilenetv2", 4, 7, 960, 960, 3, 1, 960),
    LAYER("convnext", 1, 224, 3, 96, 4, 4),
    LAYER("convnext", 1, 56, 96, 192, 2, 2),
    LAYER("convnext", 1, 56, 96, 384, 1, 1),
    LAYER("convnext", 4, 7, 768, 3072, 1, 1),
    GROUPS("convnext", 1, 56, 96, 96, 7, 1, 96),
    GROUPS("convnext", 2, 14, 384, 384, 7, 1, 384),
    LAYER("unet", 1, 128, 3, 32, 3, 1),
    LAYER("unet", 1, 64, 32, 64, 3, 1),
    LAYER("unet", 1, 64, 64, 64, 3, 1),
    LAYER("unet", 1, 32, 128, 128, 3, 1),
    LAYER("unet", 1, 16, 256, 256, 3, 1),
    LAYER("unet", 1, 128, 16, 16, 3, 1),
    LAYER("unet", 1, 128, 32, 1, 1, 1),
    LAYER("unet", 1, 128, 32, 2, 3, 1),
    {"unet", 1, 1, 32, 32, 128, 64, {1, 2, 2}, 2, 1, 1, 1},
    {"unet", 1, 1, 16, 16, 128, 64, {1, 4, 4}, 2, 1, 1, 1},
    {"unet", 1, 1, 16, 16, 128, 128, {1, 3, 3}, 2, 1, 1, 1},
    {"audio", 1, 1, 1, 16000, 1, 128, {1, 1, 80}, 4, 1, 1, 0},
    {"audio", 1, 1, 1, 1600, 128, 128, {1, 1, 3}, 1, 1, 1, 0},
    {"audio", 1, 1, 1, 3200, 64, 64, {1, 1, 9}, 1, 4, 1, 0},
    {"audio", 4, 1, 1, 400, 256, 256, {1, 1, 8}, 4, 1, 1, 0},
    {"audio", 1, 1, 1, 8000, 32, 1, {1, 1, 7}, 1, 1, 1, 0},
    {"audio", 1, 1, 1, 500, 128, 64, {1, 1, 16}, 8, 1, 1, 1},
    {"video", 1, 8, 32, 32, 3, 32, {3, 7, 7}, 2, 1, 1, 0},
    {"video", 1, 4, 14, 14, 64, 64, {3, 3, 3}, 1, 1, 1, 0},
    {"video", 2, 8, 16, 16, 16, 32, {3, 3, 3}, 1, 1, 1, 0},
    {"video", 1, 8, 16, 16, 64, 32, {3, 1, 1}, 1, 1, 1, 0},
    GROUPS("resnext", 1, 28, 128, 128, 3, 1, 32),
    GROUPS("resnext", 2, 14, 256, 256, 3, 1, 8),
    {"deeplab", 1, 1, 28, 28, 128, 128, {1, 3, 3}, 1, 2, 1, 0},
    {"deeplab", 1, 1, 33, 33, 64, 64, {1, 3, 3}, 1, 6, 1, 0},
    LAYER("lenet", 32, 28, 1, 6, 5, 1),
    LAYER("lenet", 32, 12, 6, 16, 5, 1),
    LAYER("digits", 32, 28, 1, 16, 3, 1),
    LAYER("digits", 32, 28, 16, 16, 3, 1),
    LAYER("digits", 64, 14, 16, 32, 3, 1),
    LAYER("cifar", 8, 32, 16, 16, 3, 1),
    LAYER("cifar", 8, 16, 32, 32, 3, 1),
    LAYER("cifar", 8, 8, 64, 64, 3, 1),
    LAYER("vit", 1, 224, 3, 384, 16, 16),
    LAYER("vgg", 1, 56, 64, 128, 3, 1),
    LAYER("edges", 1, 128, 1, 1, 15, 1),
    LAYER("edges", 1, 128, 4, 3, 5, 1),
};
enum { LAYERS = sizeof layers / sizeof *layers };

enum { MOST_WORK = 30000000 }; /* multiplications of a layer */

static double work_of(const struct layer *l) {
    const double pixels = (double)l->batch * (double)l->depth * (double)l->height *
                          (double)l->width / (double)(l->stride * l->stride);
    return pixels * (double)l->in * (double)l->out / (double)l->groups *
           (double)(l->kernel[CONV_D] * l->kernel[CONV_H] * l->kernel[CONV_W]);
}

struct layer layer_limited(const struct layer *layer) {
    struct layer l = *layer;
    while (work_of(&l) > MOST_WORK && l.height + l.width > l.kernel[CONV_H] + l.kernel[CONV_W]) {
        int64_t *most = l.batch > 1 ? &l.batch : l.height > 1 ? &l.height : &l.width;
        *most = pieces(*most, 2);
    }
    return l;
}

const struct layer *network_layers(int *count) {
    *count = LAYERS;
    return layers;
}

const char *layer_form_name(enum layer_form form) {
    static const char *const names[LAYER_FORMS] = {"nhwc", "nchw", "kernel nhwc", "kernel nchw",
                                                   "image nhwc"};
    return names[form];
}

/* --- random ones --- */

/* A number of channels: often a multiple of 16. */
static int64_t channels(uint64_t *state) {
    const int64_t count = random_extent(state, 9);
    return count > 16 && random_below(state, 3) > 0 ? (count + 15) / 16 * 16 : count;
}

struct layer random_layer(uint64_t *state) {
    static const int64_t sizes[] = {1, 1, 3, 3, 3, 3, 5, 7, 2, 4};
    struct layer l;
    do {
        const uint32_t rank = random_below(state, 8); /* 1, 3, else 2 */
        const int64_t size = random_extent(state, 7) + 1;
        const int64_t kernel = sizes[random_below(state, 10)];
        l = (struct layer){"random",        random_extent(state, 6), 1, size, size, channels(state),
                           channels(state), {1, kernel, kernel},     1, 1,    1,    0};
        l.stride = random_below(state, 5) == 0 ? 2 : 1;
        l.dilation = random_below(state, 10) == 0 ? 2 : 1;
        if (rank == 0) {
            l.height = l.kernel[CONV_H] = 1;
            l.width = random_extent(state, 12) + kernel;
        } else if (rank == 1) {
            l.depth = random_extent(state, 4) + kernel;
            l.kernel[CONV_D] = kernel;
        } else if (random_below(state, 10) == 0) {
            l.groups = l.in % 16 == 0 && l.out % 16 == 0 ? 4 : 1;
        }
    } while (work_of(&l) > MOST_WORK || work_of(&l) < 1e4);
    return l;
}

/* --- descriptors --- */

/* The same padding: the result is as large as the image, or a stride's part of it. */
static void set_sizes(const struct layer *l, struct sdyrt_conv *c) {
    const int64_t sizes[] = {l->depth, l->height, l->width};
    for (int dim = 0; dim < SDYRT_CONV_RANK; dim++) {
        const int64_t stride = sizes[dim] > 1 ? l->stride : 1;
        const int64_t window = (l->kernel[dim] - 1) * l->dilation + 1;
        c->in_size[dim] = sizes[dim];
        c->kernel_size[dim] = l->kernel[dim];
        c->kernel_dilation[dim] = l->kernel[dim] > 1 ? l->dilation : 1;
        c->stride[dim] = l->is_transposed ? 1 : stride;
        c->in_dilation[dim] = l->is_transposed ? stride : 1;
        if (l->is_transposed) {
            c->out_size[dim] = sizes[dim] * stride;
            c->pad_low[dim] = window - 1 - (window - stride > 0 ? (window - stride) / 2 : 0);
        } else {
            c->out_size[dim] = pieces(sizes[dim], stride);
            c->pad_low[dim] = l->kernel[dim] == stride ? 0 : (window - 1) / 2;
        }
    }
}

/* Strides of spatial dimensions from the last one on; returns those of all of them. */
static int64_t set_strides(const int64_t *size, int64_t step, int64_t *stride) {
    for (int dim = SDYRT_CONV_RANK - 1; dim >= 0; dim--) {
        stride[dim] = step;
        step *= size[dim];
    }
    return step;
}

static void lay_out_last(struct sdyrt_conv *c) {
    const int64_t in = c->in_channels * c->feature_groups;
    c->in_channel = c->kernel_out = c->out_channel = 1;
    c->kernel_in = c->out_channels;
    c->in_batch = set_strides(c->in_size, in, c->in_spatial);
    c->out_batch = set_strides(c->out_size, c->out_channels, c->out_spatial);
    set_strides(c->kernel_size, c->in_channels * c->out_channels, c->kernel_spatial);
}

static void lay_out_first(struct sdyrt_conv *c) {
    c->in_channel = set_strides(c->in_size, 1, c->in_spatial);
    c->out_channel = set_strides(c->out_size, 1, c->out_spatial);
    c->kernel_in = set_strides(c->kernel_size, 1, c->kernel_spatial);
    c->in_batch = c->in_channel * c->in_channels * c->feature_groups;
    c->out_batch = c->out_channel * c->out_channels;
    c->kernel_out = c->kernel_in * c->in_channels;
}

/* The gradient of a kernel: channels of the input are its batch, images its channels, the gradient
   of the result its kernel. */
static void turn_to_kernel(struct sdyrt_conv *c) {
    const struct sdyrt_conv f = *c;
    c->batch = f.in_channels, c->in_channels = f.batch;
    c->in_batch = f.in_channel, c->in_channel = f.in_batch;
    c->kernel_in = f.out_batch, c->kernel_out = f.out_channel;
    c->out_batch = f.kernel_in, c->out_channel = f.kernel_out;
    for (int dim = 0; dim < SDYRT_CONV_RANK; dim++) {
        c->kernel_size[dim] = f.out_size[dim], c->out_size[dim] = f.kernel_size[dim];
        c->kernel_spatial[dim] = f.out_spatial[dim], c->out_spatial[dim] = f.kernel_spatial[dim];
        c->stride[dim] = f.kernel_dilation[dim], c->kernel_dilation[dim] = f.stride[dim];
    }
}

/* The gradient of an image: a convolution of the result's gradient, dilated by the stride, with the
   kernel reversed. */
static void turn_to_image(struct sdyrt_conv *c) {
    const struct sdyrt_conv f = *c;
    c->in_channels = f.out_channels, c->out_channels = f.in_channels;
    c->in_batch = f.out_batch, c->in_channel = f.out_channel;
    c->kernel_in = f.kernel_out, c->kernel_out = f.kernel_in;
    c->out_batch = f.in_batch, c->out_channel = f.in_channel;
    for (int dim = 0; dim < SDYRT_CONV_RANK; dim++) {
        c->in_size[dim] = f.out_size[dim], c->out_size[dim] = f.in_size[dim];
        c->in_spatial[dim] = f.out_spatial[dim], c->out_spatial[dim] = f.in_spatial[dim];
        c->stride[dim] = 1, c->in_dilation[dim] = f.stride[dim];
        c->pad_low[dim] = (f.kernel_size[dim] - 1) * f.kernel_dilation[dim] - f.pad_low[dim];
        c->reversed[dim] = 1;
    }
}

int layer_describe(const struct layer *l, enum layer_form form, int64_t type,
                   struct sdyrt_conv *c) {
    const int is_gradient = form >= KERNEL_LAST;
    memset(c, 0, sizeof *c);
    if (is_gradient && (l->groups > 1 || l->is_transposed)) {
        return 0;
    }
    c->type = type;
    c->batch = l->batch;
    c->in_channels = l->in / l->groups;
    c->out_channels = l->out;
    c->feature_groups = l->groups;
    c->batch_groups = 1;
    set_sizes(l, c);
    if (form == FORWARD_FIRST || form == KERNEL_FIRST) {
        lay_out_first(c);
    } else {
        lay_out_last(c);
    }
    if (form == KERNEL_LAST || form == KERNEL_FIRST) {
        turn_to_kernel(c);
    } else if (form == IMAGE_LAST) {
        turn_to_image(c);
    }
    return 1;
}
