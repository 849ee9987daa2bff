/* Convolution as a matrix product whose rows are images of the batch. The gradient of a kernel has
   this form: its batch is the channels of the forward input, contiguous in memory; its channels
   are the forward batch; its kernel is as large as an image; its result has few pixels.

   The contraction is made in passes over some taps of the kernel. What the images of a task have
   under them is copied first, images side by side, so that each pixel of the result finds in the
   near caches what it multiplies, one tap after the other. Where the rows of the kernel are short,
   each column of the result has a copy of its own, in which they are one stretch. */
#include "conv_batch.h"

#include "conv_slab.h"
#include "conv_sums.h"
#include "parts.h"
#include "product_micro.h"
#include "product_native.h"
#include "sizes.h"
#include "strips.h"

#include <string.h>

/* A pass: its first taps, how many, and the copy of what they read. Sheets are pairs of a channel
   of the input and a depth of the kernel. */
struct pass {
    int64_t sheet, row, tap;
    struct batch_pass size;
    struct batch_copy copy;
};

/* What all passes of a task share. */
struct work {
    const struct sdyrt_conv *conv; /* with the strides of where its sums are made */
    const struct sdyrt_conv_plan *plan;
    const struct conv_box *box;
    struct batch_span span;
    int64_t images;
};

/* The input position that the first position of a task reads through a tap. */
static int64_t position(const struct work *work, int dim, int64_t tap) {
    const struct sdyrt_conv *c = work->conv;
    return work->span.first[dim] * c->stride[dim] - c->pad_low[dim] + tap * c->kernel_dilation[dim];
}

/* The depth of the input that the n-th depth of a task reads through a sheet. */
static int64_t depth_at(const struct work *work, int64_t sheet, int64_t n) {
    const struct sdyrt_conv *c = work->conv;
    return position(work, CONV_D, sheet % c->kernel_size[CONV_D]) + n * c->stride[CONV_D];
}

static int is_inside(const struct sdyrt_conv *c, int dim, int64_t at) {
    return at >= 0 && at < c->in_size[dim];
}

/* Where a row of a sheet begins in the kernel. */
static int64_t line_offset(const struct sdyrt_conv *c, int64_t sheet, int64_t row) {
    return sheet / c->kernel_size[CONV_D] * c->kernel_in +
           sheet % c->kernel_size[CONV_D] * c->kernel_spatial[CONV_D] +
           row * c->kernel_spatial[CONV_H];
}

/* Appends a step, or makes the last one longer, where it goes on there. */
static int64_t append(const struct panel_product *x, struct product_step *steps, int64_t count,
                      struct product_step step) {
    struct product_step *last = steps + count - 1;
    if (count > 0 && step.a == last->a + last->k * x->a_col &&
        step.panel == last->panel + last->k * x->panel_row) {
        last->k += step.k;
        return count;
    }
    steps[count] = step;
    return count + 1;
}

/* The stretches of a pass that meet the input for a pixel of the result, which the task counts
   from the first of its span. */
static int64_t batch_steps(const struct work *work, const struct pass *pass,
                           const int64_t at[SDYRT_CONV_RANK], const struct panel_product *x,
                           struct product_step *steps) {
    const struct sdyrt_conv *c = work->conv;
    const struct batch_copy *copy = &pass->copy;
    const int64_t h = at[CONV_H] * copy->down.stride, line = copy->across.extent * work->images;
    const int64_t first = h % copy->down.dilation * copy->turn + h / copy->down.dilation;
    const int64_t column = copy->copies > 1 ? at[CONV_W] * copy->elements * work->images
                                            : at[CONV_W] * copy->across.stride * work->images;
    const int64_t from = position(work, CONV_H, pass->row) + at[CONV_H] * c->stride[CONV_H];
    int64_t count = 0;
    for (int64_t i = 0; i < pass->size.sheets; i++) {
        if (!is_inside(c, CONV_D, depth_at(work, pass->sheet + i, at[CONV_D]))) {
            continue;
        }
        const int64_t plane = (i * work->span.size[CONV_D] + at[CONV_D]) * copy->rows + first;
        for (int64_t r = 0; r < pass->size.rows; r++) {
            const int64_t panel = (i * pass->size.rows + r) * pass->size.taps * x->panel_row;
            if (is_inside(c, CONV_H, from + r * c->kernel_dilation[CONV_H])) {
                count = append(
                    x, steps, count,
                    (struct product_step){column + (plane + r) * line, panel, pass->size.taps});
            }
        }
    }
    return count;
}

/* Columns of the result that are computed as one, images by images: where these are all there are,
   and lie as evenly in the result. */
static int64_t columns_at_once(const struct work *work, const struct batch_copy *copy) {
    const struct sdyrt_conv *c = work->conv;
    const struct conv_box *box = work->box;
    const int64_t width = c->out_size[CONV_W];
    const int whole = box->row % width == 0 && box->row_end % width == 0;
    return whole && copy->copies == 1 && copy->across.stride == 1 && work->images == c->batch &&
                   c->out_spatial[CONV_W] == c->batch * c->out_batch
               ? width
               : 1;
}

/* The pixel's place in the span of its task, and its offset in the result. */
static int64_t locate(const struct work *work, int64_t pixel, int64_t at[SDYRT_CONV_RANK]) {
    const struct sdyrt_conv *c = work->conv;
    int64_t offset = 0;
    for (int dim = SDYRT_CONV_RANK - 1; dim >= 0; dim--) {
        offset += pixel % c->out_size[dim] * c->out_spatial[dim];
        at[dim] = pixel % c->out_size[dim] - work->span.first[dim];
        pixel /= c->out_size[dim];
    }
    return offset;
}

/* Limits a pass to the taps that are left. */
static void limit(const struct sdyrt_conv *c, const struct sdyrt_conv_plan *plan,
                  struct pass *pass) {
    const int64_t sheets = c->in_channels * c->kernel_size[CONV_D];
    pass->size.sheets = minimum(plan->channels, sheets - pass->sheet);
    pass->size.rows = minimum(plan->tap_rows, c->kernel_size[CONV_H] - pass->row);
    pass->size.taps = minimum(plan->tap_columns, c->kernel_size[CONV_W] - pass->tap);
}

#if SDYRT_HAS_CONV_F32
#define REAL      float
#define KERNEL    f32
#define TRANSPOSE transpose_32
#define NAME(x)   x##_f32
#include "conv_batch.inc"
#endif

#if SDYRT_HAS_CONV_F64
#define REAL      double
#define KERNEL    f64
#define TRANSPOSE transpose_64
#define NAME(x)   x##_f64
#include "conv_batch.inc"
#endif

#if SDYRT_HAS_CONV_U32
#define REAL      uint32_t
#define KERNEL    u32
#define TRANSPOSE transpose_32
#define NAME(x)   x##_u32
#include "conv_batch.inc"
#endif
