/* Rows of pixels of a depthwise convolution, for each instruction set; internal to the runtime. */
#ifndef SDYRT_CONV_DEPTHWISE_H
#define SDYRT_CONV_DEPTHWISE_H

#include "conv_routes.h"

/* Pixels of a row that are summed at a time, each by so many vectors of channels; and by two, where
   three taps slide over them. */
enum {
    CONV_DEPTHWISE_PIXELS = 2,
    CONV_DEPTHWISE_VECTORS = 4,
    CONV_DEPTHWISE_SLIDE = CONV_DEPTHWISE_PIXELS * 2
};

/* The taps that meet the input for a pixel of the result, and the input position of the first of
   all taps. */
struct window {
    int64_t at[SDYRT_CONV_RANK], begin[SDYRT_CONV_RANK], end[SDYRT_CONV_RANK];
};

/* `count` channels of the pixels of a row, whose window stands at it; in, kernel and out point to
   the first channel. Added to what is there, or not. */
typedef void depthwise_row(const struct sdyrt_conv *conv, struct window *window, int64_t count,
                           const void *in, const void *kernel, void *out, int adds);

/* Those of an instruction set (enum sdyrt_isa); null for types that a program does not convolve. */
struct depthwise_rows {
    depthwise_row *f32, *f64, *u32, *bf16;
};
const struct depthwise_rows *sdyrt_depthwise_rows_of(int64_t isa);

#endif
