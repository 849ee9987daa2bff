/* How convolution by images of the batch copies its input; internal to the runtime. Pure functions
   of the description. */
#ifndef SDYRT_CONV_BATCH_H
#define SDYRT_CONV_BATCH_H

#include "conv_shape.h"

/* What the pixels of the result that a task computes span in each dimension. */
struct batch_span {
    int64_t first[SDYRT_CONV_RANK], size[SDYRT_CONV_RANK];
};

/* Taps of a pass: of so many pairs of a channel of the input and a depth of the kernel. */
struct batch_pass {
    int64_t sheets, rows, taps;
};

/* What is copied along one dimension: every `gap`-th position, in which stride and dilation are
   counted. */
struct batch_axis {
    int64_t gap, stride, dilation, extent;
};

/* The copy for a pass. Of each image it has [copies][sheets][depths][rows][across.extent] elements.
   Rows that follow each other in the kernel do so in the copy too: it has first the rows whose
   number is a multiple of the dilation, then those after these, `turn` of each. */
struct batch_copy {
    struct batch_axis down, across;
    int64_t turn, rows;
    int64_t copies, elements; /* of a copy, of one image */
};

static inline struct batch_axis batch_axis(const struct sdyrt_conv *c, int dim, int64_t positions,
                                           int64_t taps) {
    const int64_t dilation = c->kernel_dilation[dim], stride = c->stride[dim];
    const int64_t gap = positions > 1 ? common_divisor(stride, dilation) : dilation;
    struct batch_axis axis = {gap, stride / gap, dilation / gap, 0};
    axis.extent = (positions - 1) * axis.stride + (taps - 1) * axis.dilation + 1;
    return axis;
}

static inline struct batch_copy batch_copy(const struct sdyrt_conv *c,
                                           const struct batch_span *span,
                                           const struct batch_pass *pass) {
    const int64_t columns = span->size[CONV_W];
    struct batch_copy copy = {.down = batch_axis(c, CONV_H, span->size[CONV_H], pass->rows),
                              .copies = 1};
    if (pass->taps < CONV_BATCH_SHORT && columns <= CONV_BATCH_COPIES) {
        copy.copies = columns;
    }
    copy.across = batch_axis(c, CONV_W, copy.copies > 1 ? 1 : columns, pass->taps);
    copy.turn = pieces(copy.down.extent, copy.down.dilation);
    copy.rows = copy.turn * copy.down.dilation;
    copy.elements = pass->sheets * span->size[CONV_D] * copy.rows * copy.across.extent;
    return copy;
}

/* The box around pixels [begin, end) of the result. */
static inline struct batch_span batch_span(const struct sdyrt_conv *c, int64_t begin, int64_t end) {
    struct batch_span span;
    int64_t last = end - 1;
    int same = 1; /* all dimensions further out have but one position */
    int64_t inner = c->out_size[CONV_D] * c->out_size[CONV_H] * c->out_size[CONV_W];
    for (int dim = 0; dim < SDYRT_CONV_RANK; dim++) {
        inner /= c->out_size[dim];
        const int64_t low = begin / inner % c->out_size[dim],
                      high = last / inner % c->out_size[dim];
        span.first[dim] = same ? low : 0;
        span.size[dim] = same ? high - low + 1 : c->out_size[dim];
        same = same && low == high;
    }
    return span;
}

/* The most positions of a dimension that so many pixels in a row span, if the rows before them are
   as long; makes of their number that of the positions of the next dimension. */
static inline int64_t batch_most(int64_t size, int64_t *count) {
    const int64_t all = *count;
    *count = all % size == 0 ? all / size : size % all == 0 ? 1 : pieces(all, size) + 1;
    return size % all == 0 ? all : size;
}

/* The largest box around that many pixels. */
static inline struct batch_span batch_largest(const struct sdyrt_conv *c, int64_t pixels) {
    struct batch_span span = {{0}, {0}};
    for (int dim = SDYRT_CONV_RANK - 1; dim >= 0; dim--) {
        span.size[dim] = batch_most(c->out_size[dim], &pixels);
    }
    return span;
}

#endif
