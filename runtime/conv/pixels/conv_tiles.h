/* The registers of AMX that convolutions of bytes and bf16 by pixels fill, for kernels and plans;
   internal to the runtime. Pure functions of the description. */
#ifndef SDYRT_CONV_TILES_H
#define SDYRT_CONV_TILES_H

#include "amx.h"
#include "conv_shape.h"

/* Of a task's scratch: room for packing, and the strips of a block of columns. */
enum {
    CONV_TILES_ROOM = CONV_PANEL_LIMIT / 4,
    CONV_TILES_STRIPS = CONV_PANEL_LIMIT - CONV_TILES_ROOM
};

/* What a kernel of one tap reads of every second pixel, say, is an image of its own, whose pixels
   lie twice as far apart: none of it is multiplied or copied in vain. */
static inline struct sdyrt_conv conv_tiles_seen(const struct sdyrt_conv *c) {
    struct sdyrt_conv seen = *c;
    for (int dim = 0; dim < SDYRT_CONV_RANK; dim++) {
        if (c->kernel_size[dim] == 1 && c->pad_low[dim] == 0 &&
            (c->out_size[dim] - 1) * c->stride[dim] < c->in_size[dim]) {
            seen.in_spatial[dim] *= c->stride[dim];
            seen.in_size[dim] = c->out_size[dim];
            seen.stride[dim] = 1;
        }
    }
    return seen;
}

/* Groups of a stretch in a pass over so many channels. */
static inline int64_t conv_tiles_groups(const struct sdyrt_conv *c, int64_t channels) {
    const int64_t pixel = pieces(channels * (int64_t)sdyrt_product_operand_size(c->type), GROUP);
    return c->kernel_dilation[CONV_W] == 1 ? c->kernel_size[CONV_W] * pixel : pixel;
}

/* Bytes of a line of registers for stretches of such a pass, which bf16 has to fill. */
static inline int64_t conv_tiles_line(const struct sdyrt_conv *c, int64_t channels) {
    const int64_t groups = conv_tiles_groups(c, channels);
    int64_t line = AMX_LINE / GROUP;
    while (c->type == SDYRT_PRODUCT_BF16_F32 && groups % line != 0) {
        line--;
    }
    return line * GROUP;
}

/* Bytes of a strip in a pass over so many channels and rows of taps. */
static inline int64_t conv_tiles_bytes(const struct sdyrt_conv *c, int64_t channels,
                                       int64_t tap_rows) {
    const int64_t groups = conv_tiles_groups(c, channels), line = conv_tiles_line(c, channels);
    const int64_t lines = c->kernel_size[CONV_D] * tap_rows *
                          (c->kernel_dilation[CONV_W] == 1 ? 1 : c->kernel_size[CONV_W]);
    return lines * pieces(groups * GROUP, line) * line * AMX_LINES;
}

/* Whether the strips of a block of columns fit, where each stretch fills registers of its own, and
   lines of registers are not too short, in the last pass either. */
static inline int conv_tiles_fit(const struct sdyrt_conv *c, const struct sdyrt_conv_plan *plan) {
    const int64_t channels = minimum(plan->channels, c->in_channels);
    const int64_t rest = (c->in_channels - 1) % channels + 1;
    const int64_t size = (int64_t)sdyrt_product_operand_size(c->type);
    const int64_t strip = conv_tiles_bytes(c, channels, plan->tap_rows);
    return conv_tiles_line(c, channels) >= CONV_TILES_LINE &&
           conv_tiles_line(c, rest) >= CONV_TILES_LINE &&
           (strip + AMX_TILE) * 2 <= CONV_TILES_STRIPS &&
           (channels * size + AMX_LINE) * AMX_LINES * 2 <= CONV_TILES_ROOM;
}

#endif
