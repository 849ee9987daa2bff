/* Convolution as a matrix product whose rows are pixels: for NHWC, a tap of the kernel reads the
   pixels of a row at a constant distance, so that the product reads the input in place. The taps
   are the steps of one batch-reduce product. Where padding is met, the input rows of a task are
   first copied into a padded slab; there, the taps of a kernel row and their channels are one
   contiguous stretch. Integers of 8 bits are always copied: channels two by two become the pairs
   that one instruction multiplies and adds. */
#include "conv_routes.h"

#include "conv_slab.h"
#include "gemm_kinds.h"
#include "gemm_micro.h"
#include "gemm_native.h"
#include "parts.h"
#include "sizes.h"

#include <string.h>

#if SDYRT_HAS_CONV_F32 || SDYRT_HAS_CONV_F64 || SDYRT_HAS_CONV_U32
#include "strips.h"
#endif

/* How the kernel's taps find their pixels: in the input itself or in the slab. Strides are
   those of a tap, in elements. */
struct view {
    const void *base;
    int64_t depth, row, col, channel;
    int merged; /* the taps of a kernel row are contiguous */
};

static int64_t clamp(int64_t x, int64_t low, int64_t high) {
    return x < low ? low : x > high ? high : x;
}

static struct view view_of_slab(const struct sdyrt_conv *c, const struct slab *slab,
                                const void *base) {
    int64_t row = slab->width * slab->channels;
    return (struct view){base,
                         slab->rows * row,
                         c->kernel_dilation[CONV_H] * row,
                         c->kernel_dilation[CONV_W] * slab->channels,
                         1,
                         c->kernel_dilation[CONV_W] == 1};
}

/* Where the channels of a pixel and the pixels of a row are dense, so are the taps of a row. */
static struct view view_of_input(const struct sdyrt_conv *c, int64_t channels, const void *in) {
    int dense = c->in_channel == 1 && c->in_spatial[CONV_W] == channels;
    return (struct view){in,
                         c->kernel_dilation[CONV_D] * c->in_spatial[CONV_D],
                         c->kernel_dilation[CONV_H] * c->in_spatial[CONV_H],
                         c->kernel_dilation[CONV_W] * c->in_spatial[CONV_W],
                         c->in_channel,
                         c->kernel_size[CONV_W] == 1 || (dense && c->kernel_dilation[CONV_W] == 1)};
}

/* The taps of a pass: so many rows of the kernel. */
struct taps {
    int64_t row, rows;
};

/* The taps in the order in which pack_taps lays them down. Returns how many steps they take. */
static int64_t make_steps(const struct sdyrt_conv *c, const struct view *view,
                          const struct taps *taps, int64_t channels, int64_t panel_row,
                          struct gemm_step *steps) {
    int64_t count = 0, panel = 0;
    int64_t width = view->merged ? 1 : c->kernel_size[CONV_W];
    int64_t length = view->merged ? c->kernel_size[CONV_W] * channels : channels;
    for (int64_t d = 0; d < c->kernel_size[CONV_D]; d++) {
        for (int64_t h = taps->row; h < taps->row + taps->rows; h++) {
            for (int64_t w = 0; w < width; w++) {
                int64_t a = d * view->depth + h * view->row + w * view->col;
                steps[count++] = (struct gemm_step){a, panel, length};
                panel += length * panel_row;
            }
        }
    }
    return count;
}

/* The same in the order of pack_lines. */
static int64_t make_lines(const struct sdyrt_conv *c, const struct view *view,
                          const struct taps *taps, int64_t channels, int64_t panel_row,
                          struct gemm_step *steps) {
    int64_t count = 0, panel = 0, length = c->kernel_size[CONV_W];
    for (int64_t d = 0; d < c->kernel_size[CONV_D]; d++) {
        for (int64_t h = taps->row; h < taps->row + taps->rows; h++) {
            for (int64_t i = 0; i < channels; i++) {
                int64_t a = d * view->depth + h * view->row + i * view->channel;
                steps[count++] = (struct gemm_step){a, panel, length};
                panel += length * panel_row;
            }
        }
    }
    return count;
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

#if SDYRT_HAS_CONV_F32
#define OPERAND   float
#define REAL      float
#define PER       1
#define KERNEL    f32
#define TRANSPOSE transpose_32
#define PACK      sdyrt_pack_panel_f32
#define NAME(x)   x##_f32
#include "conv_pixels.inc"

void sdyrt_conv_copy_slab_f32(const struct sdyrt_conv *conv, const struct conv_box *box,
                              const struct slab *slab, int64_t channels, const float *in,
                              float *to) {
    copy_slab_f32(conv, box, slab, channels, in, to);
}
#endif

#if SDYRT_HAS_CONV_F64
#define OPERAND   double
#define REAL      double
#define PER       1
#define KERNEL    f64
#define TRANSPOSE transpose_64
#define PACK      sdyrt_pack_panel_f64
#define NAME(x)   x##_f64
#include "conv_pixels.inc"
#endif

#if SDYRT_HAS_CONV_U32
#define OPERAND   uint32_t
#define REAL      uint32_t
#define PER       1
#define KERNEL    u32
#define TRANSPOSE transpose_32
#define PACK      sdyrt_pack_panel_u32
#define NAME(x)   x##_u32
#include "conv_pixels.inc"
#endif

#if SDYRT_HAS_CONV_PAIRS
#define OPERAND int8_t
#define REAL    uint32_t
#define PER     2
#define KERNEL  pairs
#define PACK    sdyrt_pack_pairs_i8
#define NAME(x) x##_i8
#include "conv_pixels.inc"

#define OPERAND uint8_t
#define REAL    uint32_t
#define PER     2
#define KERNEL  pairs
#define PACK    sdyrt_pack_pairs_u8
#define NAME(x) x##_u8
#include "conv_pixels.inc"
#endif
