/* Depthwise convolution, channels last: every tap is a product of two vectors of channels, whose
   sums stay in registers. So is that of its kernel's gradient, whose groups are of the batch.
   Operands of bf16 are widened in registers. */
#include "conv_depthwise.h"
#include "conv_sums.h"

#include "cpu.h"
#include "parts.h"
#include "scalar_convert.h"
#include "sizes.h"

#include <string.h>

#include "fused.h"

enum {
    VECTORS = CONV_DEPTHWISE_VECTORS,
    PIXELS = CONV_DEPTHWISE_PIXELS,
    SLIDE_PIXELS = CONV_DEPTHWISE_SLIDE,
    /* Of the kernel, and as much of the input, which stay in a near cache. */
    NEAR_BYTES = SDYRT_NEAR_CACHE / 2
};

/* Taps of a row, which slide over SLIDE_PIXELS: as many as networks have. */
enum slide { SLIDE_TAPS = 3 };

/* From tap to tap of a row: elements of the input and of the kernel; and from pixel to pixel. */
struct tap_row {
    int64_t step, tap, next;
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

/* Whether rows of the kernel are three taps side by side that move by one pixel or by two. */
static inline int may_slide(const struct sdyrt_conv *c) {
    return c->kernel_size[CONV_W] == SLIDE_TAPS && c->kernel_dilation[CONV_W] == 1 &&
           (c->stride[CONV_W] == 1 || c->stride[CONV_W] == 2);
}

#if SDYRT_HAS_CONV_F32
#define REAL         float
#define OPERAND      float
#define WIDE(one)    (one)
#define ROW          f32
#define TYPE(x)      x##_f32
#define ROW_F32(isa) .f32 = row##isa##_f32,
#include "conv_depthwise_isa.inc"
#else
#define ROW_F32(isa)
#endif

#if SDYRT_HAS_CONV_F64
#define REAL         double
#define OPERAND      double
#define WIDE(one)    (one)
#define ROW          f64
#define TYPE(x)      x##_f64
#define ROW_F64(isa) .f64 = row##isa##_f64,
#include "conv_depthwise_isa.inc"
#else
#define ROW_F64(isa)
#endif

#if SDYRT_HAS_CONV_U32
#define REAL         uint32_t
#define OPERAND      uint32_t
#define WIDE(one)    (one)
#define ROW          u32
#define TYPE(x)      x##_u32
#define ROW_U32(isa) .u32 = row##isa##_u32,
#include "conv_depthwise_isa.inc"
#else
#define ROW_U32(isa)
#endif

#if SDYRT_HAS_CONV_NARROW
#define REAL    float
#define OPERAND uint16_t
#define HALVED
#define WIDE(one)     sdyrt_convert_bf16_f32(one)
#define ROW           bf16
#define TYPE(x)       x##_bf16
#define ROW_BF16(isa) .bf16 = row##isa##_bf16,
#include "conv_depthwise_isa.inc"
#else
#define ROW_BF16(isa)
#endif

#define ROWS(isa)                                                                                  \
    { ROW_F32(isa) ROW_F64(isa) ROW_U32(isa) ROW_BF16(isa) }
static const struct depthwise_rows rows[SDYRT_ISA_COUNT] = {
    [SDYRT_ISA_BASELINE] = ROWS(_baseline),
#if defined(__x86_64__)
    [SDYRT_ISA_AVX2] = ROWS(_avx2),
    [SDYRT_ISA_AVX512] = ROWS(_avx512),
#endif
};

const struct depthwise_rows *sdyrt_depthwise_rows_of(int64_t isa) {
    return &rows[isa];
}
