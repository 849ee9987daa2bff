/* Convolution as a matrix product whose rows are images of the batch. The gradient of a kernel has
   this form: its batch is the channels of the forward input, contiguous in memory; its channels
   are the forward batch; its kernel is as large as an image; its result has few pixels. */
#include "conv_routes.h"

#include "gemm_micro.h"
#include "gemm_native.h"
#include "parts.h"
#include "sizes.h"

enum {
    PASS_DEPTH = 1024, /* terms of a sum in one pass over the result */
    NEAR_BYTES = 512
};

/* A line of the kernel: one input channel, depth and row; its taps differ in the column alone. */
struct line {
    int64_t channel, depth, row;
};

static struct line line_at(const struct sdyrt_conv *c, int64_t number) {
    int64_t height = c->kernel_size[CONV_H], depth = c->kernel_size[CONV_D];
    return (struct line){number / (height * depth), number / height % depth, number % height};
}

/* Lines whose taps are near to each other are read in place. */
static int in_place(const struct sdyrt_conv *c, const struct conv_box *box, int64_t size) {
    return c->kernel_out == 1 && (box->col_end - box->col) % (SDYRT_PANEL_BYTES / size) == 0 &&
           c->kernel_spatial[CONV_W] * size <= NEAR_BYTES;
}

/* Where the taps of the i-th line of a pass begin: in the kernel itself or packed. */
static int64_t panel_offset(const struct sdyrt_conv *c, struct line line, int64_t i, int direct,
                            int64_t panel_row) {
    return direct ? line.channel * c->kernel_in + line.depth * c->kernel_spatial[CONV_D] +
                        line.row * c->kernel_spatial[CONV_H]
                  : i * c->kernel_size[CONV_W] * panel_row;
}

/* The stretches that meet the input, not its padding, for one pixel of the result. */
static int64_t make_steps(const struct sdyrt_conv *c, int64_t first, int64_t count, int64_t pixel,
                          int direct, int64_t panel_row, struct gemm_step *steps) {
    int64_t position[SDYRT_CONV_RANK], steps_made = 0;
    for (int dim = SDYRT_CONV_RANK - 1; dim >= 0; dim--) {
        position[dim] = pixel % c->out_size[dim] * c->stride[dim] - c->pad_low[dim];
        pixel /= c->out_size[dim];
    }
    int64_t dilation = c->kernel_dilation[CONV_W];
    int64_t start = maximum(0, (dilation - 1 - position[CONV_W]) / dilation);
    int64_t end = minimum(c->kernel_size[CONV_W],
                          (c->in_size[CONV_W] - position[CONV_W] + dilation - 1) / dilation);
    for (int64_t i = 0; i < count && start < end; i++) {
        struct line line = line_at(c, first + i);
        int64_t d = position[CONV_D] + line.depth * c->kernel_dilation[CONV_D];
        int64_t h = position[CONV_H] + line.row * c->kernel_dilation[CONV_H];
        int64_t w = position[CONV_W] + start * dilation;
        if (d >= 0 && d < c->in_size[CONV_D] && h >= 0 && h < c->in_size[CONV_H]) {
            steps[steps_made++] = (struct gemm_step){
                line.channel * c->in_channel + d * c->in_spatial[CONV_D] +
                    h * c->in_spatial[CONV_H] + w * c->in_spatial[CONV_W],
                panel_offset(c, line, i, direct, panel_row) + start * panel_row, end - start};
        }
    }
    return steps_made;
}

static int64_t pixel_offset(const struct sdyrt_conv *c, int64_t pixel) {
    int64_t offset = 0;
    for (int dim = SDYRT_CONV_RANK - 1; dim >= 0; dim--) {
        offset += pixel % c->out_size[dim] * c->out_spatial[dim];
        pixel /= c->out_size[dim];
    }
    return offset;
}

#if SDYRT_HAS_CONV_F32
#define REAL    float
#define KERNEL  f32
#define NAME(x) x##_f32
#include "conv_batch.inc"
#endif

#if SDYRT_HAS_CONV_F64
#define REAL    double
#define KERNEL  f64
#define NAME(x) x##_f64
#include "conv_batch.inc"
#endif

#if SDYRT_HAS_CONV_U32
#define REAL    uint32_t
#define KERNEL  u32
#define NAME(x) x##_u32
#include "conv_batch.inc"
#endif
