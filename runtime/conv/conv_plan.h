/* How a convolution is divided into tasks; internal to the runtime. Pure functions of the
   description, needing nothing but product_tile.c. */
#ifndef SDYRT_CONV_PLAN_H
#define SDYRT_CONV_PLAN_H

#include "conv.h"

enum { CONV_D, CONV_H, CONV_W }; /* indices of the spatial dimensions */

enum conv_route {
    CONV_PIXELS,   /* rows of a matrix product are pixels of the result, columns its channels */
    CONV_WINOGRAD, /* the same for 3x3 kernels, with fewer multiplications */
    CONV_WINOGRAD_GRADIENT, /* the same for the gradient of such a kernel */
    CONV_BATCH,     /* rows are images of the batch: the gradient of a kernel looks like that */
    CONV_PRODUCT,   /* one product: the kernel covers the image, rows are images of the batch */
    CONV_PLANES,    /* rows are channels, columns pixels: 1x1 kernels on planes, as in NCHW */
    CONV_DEPTHWISE, /* every channel of the result has a group of its own, side by side */
    CONV_DOTS, /* scalar products of rows, where there is one image and channel of the result */
    CONV_PLAIN /* one product per pixel row and tap of the kernel */
};

enum {
    CONV_PANEL_ROW = 128,         /* bytes of a row of a packed panel */
    CONV_PANEL_LIMIT = 384 << 10, /* bytes of scratch for one packed panel */
    CONV_SLAB_LIMIT = 608 << 10,  /* bytes of scratch for a padded copy of the input */
    CONV_MAX_STEPS = 256,         /* stretches of the contraction in one pass */
    CONV_BATCH_DEPTH = 256,       /* terms of a sum in one pass, of CONV_BATCH, */
    CONV_BATCH_LIMIT = 640 << 10, /* and bytes of scratch for its copy of the input */
    CONV_TILE_PARTS = 16,         /* numbers of a transformed tile, of CONV_WINOGRAD */
    CONV_TILE_TAPS = 9,           /* of its kernel */
    CONV_PARTS_APART = 16 /* floats between parts, lest those of a tile share a set of the cache */
};

/* A part of a convolution that is itself one, without reversal, dilation of the input and groups
   (but for depthwise convolutions, which are one part), and a piece of it where its rows are very
   long. Pixel (d, h, w) of the part is pixel first + step * (d, h, w) of the whole. */
struct conv_part {
    struct sdyrt_conv conv;
    int64_t in, kernel, out; /* element offsets of its operands and result */
    int64_t first[SDYRT_CONV_RANK], step[SDYRT_CONV_RANK];
    int64_t channel; /* of the whole, where its channels begin */
};

/* A task of a part: `planes` images (counting batch and depth), `rows` of each, `cols` channels.
   Rows are divided only where planes is one. With CONV_BATCH, CONV_WINOGRAD_GRADIENT, CONV_PRODUCT
   and CONV_PLANES, planes count the batch and rows the pixels. */
struct conv_plan {
    enum conv_route route;
    int64_t planes, rows, cols;
    int64_t plane_count, row_count, col_count; /* what there is of each */
    int64_t tasks;
    int64_t channels;    /* input channels contracted in one pass; of CONV_BATCH, pairs of one and
                            a depth of the kernel */
    int64_t tap_rows;    /* rows of the kernel in one pass */
    int64_t tap_columns; /* taps of a row, of CONV_BATCH */
    int64_t tiles;       /* in one pass, of CONV_WINOGRAD_GRADIENT */
    int64_t block_planes,
        block_rows; /* that are computed and reported at a time: as planes, rows */
    int copies;     /* the input goes through a padded copy in the scratch */
    int is_split;   /* by pixels, or a product in place of CONV_BATCH: faster if numbers are split
                       into some of bf16, where there is AMX */
    int few;        /* scalar products of pixels and the kernel's columns, which are so few */
    int lines;      /* stretches of the contraction are rows of the kernel, for each channel one */
};

static inline int64_t taps_of(const struct sdyrt_conv *c) {
    return c->kernel_size[CONV_D] * c->kernel_size[CONV_H] * c->kernel_size[CONV_W];
}

struct conv_plan sdyrt_conv_plan(const struct sdyrt_conv *part);

/* The contraction of a kernel that covers the image, as one dimension of so many terms, so far
   apart in both operands; 0: it does not cover it, or channels and pixels do not lie so. */
struct conv_contraction {
    int64_t terms, in, kernel;
};
int sdyrt_conv_contraction(const struct sdyrt_conv *part, struct conv_contraction *to);

/* The tiles of a pass of CONV_WINOGRAD_GRADIENT, at most so many: of some images, down and
   across. */
struct conv_tiling {
    int64_t images, down, across;
};
struct conv_tiling sdyrt_conv_tiling(const struct sdyrt_conv *part, int64_t tiles);

/* Decides what CONV_PIXELS has to know of a task divided as the plan has it, with a padded copy
   where `copies` is set or it needs one. 0: what it copies or packs does not fit. */
int sdyrt_conv_fit_pixels(const struct sdyrt_conv *part, struct conv_plan *plan);

/* Elements of the packed kernel of a part, of each panel of CONV_PANEL_ROW bytes of its channels of
   the result; 0: its route packs none. */
int64_t sdyrt_conv_panel_elements(const struct sdyrt_conv *part, const struct conv_plan *plan);

/* Bytes of a panel of the kernel that is packed for a part which is split (conv_split.h). */
enum { CONV_SPLIT_COLS = 32, CONV_SPLIT_DEPTH = 32, CONV_SPLIT_STEP = 3072 };
int64_t sdyrt_conv_split_panel(const struct sdyrt_conv *part);

/* The convolution as its kernel is when it is dense, output channels last. So lie kernels of bytes
   and bf16 that were packed where AMX does not take them. */
struct sdyrt_conv sdyrt_conv_dense(const struct sdyrt_conv *conv);

/* The part of a group of a convolution whose kernel can be packed. */
void sdyrt_conv_group(const struct sdyrt_conv *conv, int64_t group, struct conv_part *part);

/* Finds the part that a task belongs to and turns *task into its number within the part. */
void sdyrt_conv_part(const struct sdyrt_conv *conv, int64_t *task, struct conv_part *part);

#endif
