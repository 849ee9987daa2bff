/* Depthwise convolution, channels last: every tap is a product of two vectors of channels, whose
   sums stay in registers. So is that of its kernel's gradient, whose groups are of the batch. */
#include "conv_sums.h"

#include "cpu.h"
#include "parts.h"
#include "sizes.h"

#include <string.h>

#include "fused.h"

enum {
    VECTORS = 4,           /* of channels, for each of so many */
    PIXELS = 2,            /* side by side, summed at a time */
    NEAR_BYTES = 16 << 10, /* of the kernel, and as much of the input, which stay in a near cache */
    MOST_TERMS = 768       /* added one after the other, before they are added to the result */
};

/* The taps that meet the input for a pixel of the result, and the input position of the first of
   all taps. */
struct window {
    int64_t at[SDYRT_CONV_RANK], begin[SDYRT_CONV_RANK], end[SDYRT_CONV_RANK];
};

/* Steps of `dilation` that reach across so many positions. */
static int64_t steps_across(int64_t positions, int64_t dilation) {
    return dilation == 1 ? positions : pieces(positions, dilation);
}

/* Moves a window along one dimension, to the position of a pixel; of the taps there, those in [low,
   high) alone. */
static inline void move_window(const struct sdyrt_conv *c, int dim, int64_t position, int64_t low,
                               int64_t high, struct window *window) {
    const int64_t at = position * c->stride[dim] - c->pad_low[dim];
    const int64_t dilation = c->kernel_dilation[dim], room = maximum(c->in_size[dim] - at, 0);
    window->at[dim] = at;
    window->begin[dim] = maximum(low, at < 0 ? steps_across(-at, dilation) : 0);
    window->end[dim] = minimum(high, steps_across(room, dilation));
}

/* Whether all taps of a row meet the input at a pixel. */
static inline int is_inside(const struct sdyrt_conv *c, int64_t w) {
    const int64_t at = w * c->stride[CONV_W] - c->pad_low[CONV_W];
    return at >= 0 &&
           at + (c->kernel_size[CONV_W] - 1) * c->kernel_dilation[CONV_W] < c->in_size[CONV_W];
}

#if SDYRT_HAS_CONV_F32
#define REAL    float
#define TYPE(x) x##_f32
#include "conv_depthwise_isa.inc"
#endif

#if SDYRT_HAS_CONV_F64
#define REAL    double
#define TYPE(x) x##_f64
#include "conv_depthwise_isa.inc"
#endif

#if SDYRT_HAS_CONV_U32
#define REAL    uint32_t
#define TYPE(x) x##_u32
#include "conv_depthwise_isa.inc"
#endif
