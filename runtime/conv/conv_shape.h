/* Questions about the form of a convolution that its plan and its parts both ask; internal to the
   runtime. */
#ifndef SDYRT_CONV_SHAPE_H
#define SDYRT_CONV_SHAPE_H

#include "conv_plan.h"
#include "sizes.h"

enum { TASK_PIXELS = 512 }; /* rows of a product, to share the packing of its panels */

/* Cuts extent into nearly equal pieces of at most limit, multiples of step but for the last. */
static inline int64_t even_piece(int64_t extent, int64_t limit, int64_t step) {
    if (extent <= limit) {
        return maximum(extent, 1);
    }
    return pieces(pieces(extent, pieces(extent, maximum(limit, 1))), step) * step;
}

/* Types of which there is more than the plain route: all, or by pixels alone. */
static inline int has_routes(int64_t type) {
    return type == SDYRT_PRODUCT_F32 || type == SDYRT_PRODUCT_F64 || type == SDYRT_PRODUCT_I32;
}

static inline int has_pixels(int64_t type) {
    return has_routes(type) || type == SDYRT_PRODUCT_I8_I32 || type == SDYRT_PRODUCT_U8_I32 ||
           type == SDYRT_PRODUCT_BF16_F32;
}

/* Channels that are multiplied at a time by pixels: pairs, where the operands are narrow. */
static inline int64_t paired(int64_t type) {
    return sdyrt_product_operand_size(type) < sdyrt_product_result_size(type) ? 2 : 1;
}

/* Groups of one channel of the result each, and all that is read of them side by side: channels, or
   images of the batch. */
static inline int is_depthwise(const struct sdyrt_conv *c) {
    int64_t groups = c->feature_groups * c->batch_groups;
    int beside = c->feature_groups > 1 ? c->in_channels == 1 && c->in_channel == 1
                                       : c->batch == 1 && c->in_batch == 1;
    return has_routes(c->type) && !c->in_order && groups > 1 && c->out_channels == groups &&
           beside && c->out_channel == 1 && c->kernel_out == 1;
}

#endif
