/* What a convolution's parts are, and questions about their form that plans and kernels both ask;
   internal to the runtime. Pure functions of the description. */
#ifndef SDYRT_CONV_SHAPE_H
#define SDYRT_CONV_SHAPE_H

#include "caches.h"
#include "conv.h"
#include "product.h"
#include "product_micro.h"
#include "sizes.h"

enum { CONV_D, CONV_H, CONV_W }; /* indices of the spatial dimensions */

/* What chooses: the rows of conv_thresholds.def. */
#define RATE(name, value, unit, why, how)
enum {
#define THRESHOLD(name, value, unit, why, how) CONV_##name = value,
#include "conv_thresholds.def"
};

/* What kernels are made of: stretches of the contraction in a pass, and parts of a sum there;
   numbers of a tile by Winograd's transforms, and taps of its kernel. */
enum { CONV_MAX_STEPS = 256, CONV_SUM_PARTS = 4, CONV_TILE_PARTS = 16, CONV_TILE_TAPS = 9 };

/* What follows from both. Of tasks: how many are wanted where each packs the kernel or copies the
   input again, images where these are rows, and tiles of 2 x 2 pixels. Of a pass: terms of the
   products of tiles, whose kernel's panel leaves most of the middle cache to the tiles; and taps of
   a row of the kernel by images, so few that a pass has more rows than there are copies. */
enum {
    CONV_FEW_TASKS = CONV_MIN_TASKS / 4,
    CONV_TASK_IMAGES = CONV_TASK_COLS,
    CONV_TASK_TILES = CONV_TASK_PIXELS / 2 / 2,
    CONV_TILE_TERMS = SDYRT_MIDDLE_CACHE / 8 / (CONV_TILE_PARTS * SDYRT_PANEL_BYTES),
    CONV_BATCH_SHORT = CONV_MAX_STEPS / CONV_BATCH_COPIES
};

/* Where numbers are split: pixels reported at a time, for which all of a split kernel is read; and
   the products that pay for splitting, of a convolution, or of a task whose rows are images. */
enum {
    CONV_SPLIT_PIXELS = CONV_BLOCK_PIXELS * 2,
    CONV_SPLIT_WORK = CONV_TASK_TERMS * 2,
    CONV_SPLIT_TASK = CONV_TASK_TERMS / 4
};

/* Bytes of scratch for a packed panel; and for a copy of the input, by images of the batch or
   padded, behind which there is room for a sum. */
enum {
    CONV_PANEL_LIMIT = CONV_SUM_PARTS * CONV_PASS_TERMS * SDYRT_PANEL_BYTES,
    CONV_BATCH_LIMIT = (int)SDYRT_KERNEL_SCRATCH / 2,
    CONV_SLAB_LIMIT = CONV_BATCH_LIMIT - SDYRT_NEAR_CACHE
};

/* Floats between the parts of tiles, lest they share a set of the cache: a line. */
enum { CONV_PARTS_APART = SDYRT_LINE_BYTES / (int)sizeof(float) };

/* A part of a convolution that is itself one, without reversal, dilation of the input and groups
   (but for depthwise convolutions, which are one part), and a piece of it where its rows are very
   long. Pixel (d, h, w) of the part is pixel first + step * (d, h, w) of the whole. */
struct conv_part {
    struct sdyrt_conv conv;
    int64_t in, kernel, out; /* element offsets of its operands and result */
    int64_t first[SDYRT_CONV_RANK], step[SDYRT_CONV_RANK];
    int64_t channel; /* of the whole, where its channels begin */
};

/* --- parts (conv_parts.c) --- */

/* Groups that are parts: all, or one where channels have a group each. */
int64_t sdyrt_conv_groups(const struct sdyrt_conv *conv);

/* Residues of a dilated input: every so many positions of the result meet the same taps. */
int64_t sdyrt_conv_residues(const struct sdyrt_conv *conv);

/* The part of a group and a residue, and its `piece`-th piece of so many columns. */
void sdyrt_conv_part(const struct sdyrt_conv *conv, int64_t group, int64_t residue,
                     struct conv_part *part);
void sdyrt_conv_take_piece(struct conv_part *part, int64_t width, int64_t piece);

/* Finds the part that a task belongs to, turns *task into its number within the part and returns
   the part's plan; NULL: there is no such task. */
const struct sdyrt_conv_plan *sdyrt_conv_find_part(const struct sdyrt_conv *conv,
                                                   const struct sdyrt_conv_plan *plans,
                                                   int64_t *task, struct conv_part *part);

/* The convolution as its kernel is when it is dense, output channels last. So lie kernels of bytes
   and bf16 that were packed where AMX does not take them. */
struct sdyrt_conv sdyrt_conv_dense(const struct sdyrt_conv *conv);

/* --- what kernels and their plans both know of a route and of a part (conv_shape.c) --- */

enum conv_trait {
    CONV_NONE = 0,
    CONV_IMAGES = 1,   /* its planes are images, and its rows the pixels of one */
    CONV_PRODUCTS = 2, /* its boxes are products that sdyrt_product computes, whose plans it has */
    CONV_ROWS = 4,     /* it goes by rows of pixels, which can be made alone */
    CONV_PANELS = 8,   /* it has panels of the kernel that a task packs for all of its blocks */
    CONV_ALONE = 16,   /* a pixel and a channel have the same bits in any box */
    CONV_BLOCKS = 32,  /* the same in any box of whole blocks and panels */
    CONV_PARTS = 64    /* several tasks can pack a panel of its kernel of f32 */
};

/* Channels of the input, by multiples of which these tasks divide a panel: a line of f32. */
enum { CONV_PART_CHANNELS = SDYRT_LINE_BYTES / (int)sizeof(float) };

/* Whether a route (enum sdyrt_conv_route) has the trait. */
int sdyrt_conv_is(int64_t route, enum conv_trait trait);

/* The contraction of a kernel that covers the image, as one dimension of so many terms, so far
   apart in both operands; 0: it does not cover it, or channels and pixels do not lie so. */
struct conv_contraction {
    int64_t terms, in, kernel;
};
int sdyrt_conv_contraction(const struct sdyrt_conv *part, struct conv_contraction *to);

/* The tiles of a pass of a gradient by Winograd's transforms, at most so many: of some images, down
   and across. */
struct conv_tiling {
    int64_t images, down, across;
};
struct conv_tiling sdyrt_conv_tiling(const struct sdyrt_conv *part, int64_t tiles);

/* How the box of a task is cut into at most so many shares, whose results have the bits that they
   have in the whole: blocks of its rows, or images where it has several, and panels of channels;
   where there would be too few, an image is several shares, each of so many lines. One share, where
   the route knows no such. Shares of an image follow on each other. */
struct conv_shares {
    struct sdyrt_product_pieces pieces; /* of whole rows, or whole images */
    int64_t lines, of_image;            /* of a share; and shares of each piece */
};
struct conv_shares sdyrt_conv_cut(const struct sdyrt_conv *part, const struct sdyrt_conv_plan *plan,
                                  int64_t shares);

/* By a route whose boxes are products: that of so many planes, rows and channels of the result. By
   `plain` it is that of a row of pixels and a tap. */
struct sdyrt_product sdyrt_conv_product(const struct sdyrt_conv *part, int64_t route,
                                        int64_t planes, int64_t rows, int64_t channels);

/* The plan of a product that a box is. */
const struct sdyrt_product_plan *sdyrt_conv_product_plan(const struct sdyrt_conv *part,
                                                         const struct sdyrt_conv_plan *plan,
                                                         const struct sdyrt_product *product);

static inline int64_t taps_of(const struct sdyrt_conv *c) {
    return c->kernel_size[CONV_D] * c->kernel_size[CONV_H] * c->kernel_size[CONV_W];
}

/* Of an image of the result. */
static inline int64_t pixels_of(const struct sdyrt_conv *c) {
    return c->out_size[CONV_D] * c->out_size[CONV_H] * c->out_size[CONV_W];
}

/* Cuts extent into nearly equal pieces of at most limit, multiples of step but for the last. */
static inline int64_t even_piece(int64_t extent, int64_t limit, int64_t step) {
    if (extent <= limit) {
        return maximum(extent, 1);
    }
    return pieces(pieces(extent, pieces(extent, maximum(limit, 1))), step) * step;
}

/* Numbers that are multiplied as they are, by all routes but those of AMX. */
static inline int is_number(int64_t type) {
    return type == SDYRT_PRODUCT_F32 || type == SDYRT_PRODUCT_F64 || type == SDYRT_PRODUCT_I32;
}

/* Numbers whose sums are wider: bytes, and bf16. */
static inline int is_narrow(int64_t type) {
    return sdyrt_product_operand_size(type) < sdyrt_product_result_size(type);
}

/* Channels that are multiplied at a time by pixels: pairs, where the operands are narrow. */
static inline int64_t paired(int64_t type) {
    return is_narrow(type) ? 2 : 1;
}

/* Channels of the result in a packed panel. */
static inline int64_t panel_width(int64_t type) {
    return SDYRT_PANEL_BYTES / (int64_t)sdyrt_product_result_size(type);
}

/* Groups of one channel of the result each, and all that is read of them side by side: channels, or
   images of the batch. */
static inline int is_depthwise(const struct sdyrt_conv *c) {
    int64_t groups = c->feature_groups * c->batch_groups;
    int beside = c->feature_groups > 1 ? c->in_channels == 1 && c->in_channel == 1
                                       : c->batch == 1 && c->in_batch == 1;
    return (is_number(c->type) || c->type == SDYRT_PRODUCT_BF16_F32) && !c->in_order &&
           groups > 1 && c->out_channels == groups && beside && c->out_channel == 1 &&
           c->kernel_out == 1;
}

#endif
