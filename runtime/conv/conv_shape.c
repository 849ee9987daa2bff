#include "conv_shape.h"

#include <string.h>

/* --- routes --- */

enum {
    NONE = CONV_NONE,
    IMAGES = CONV_IMAGES,
    PRODUCTS = CONV_PRODUCTS,
    ROWS = CONV_ROWS,
    PANELS = CONV_PANELS,
    ALONE = CONV_ALONE,
    BLOCKS = CONV_BLOCKS,
    PARTS = CONV_PARTS
};

static const unsigned char traits_of[SDYRT_CONV_ROUTE_COUNT] = {
#define ROUTE(name, NAME, TYPES, make, cost, traits, sentence) traits,
#include "conv_routes.def"
};

int sdyrt_conv_is(int64_t route, enum conv_trait trait) {
    return (traits_of[route] & trait) != 0;
}

/* --- contractions --- */

/* Puts the dimensions of a contraction in order, from the nearest terms of the input outwards. */
static void sort_by_distance(int64_t dims[][3], int count) {
    for (int i = 1; i < count; i++) {
        for (int j = i; j > 0 && dims[j][1] < dims[j - 1][1]; j--) {
            for (int k = 0; k < 3; k++) {
                int64_t swap = dims[j][k];
                dims[j][k] = dims[j - 1][k];
                dims[j - 1][k] = swap;
            }
        }
    }
}

int sdyrt_conv_contraction(const struct sdyrt_conv *c, struct conv_contraction *to) {
    int64_t dims[SDYRT_CONV_RANK + 1][3] = {{c->in_channels, c->in_channel, c->kernel_in}};
    int count = c->in_channels > 1;
    if (c->in_channels * taps_of(c) == 0) {
        return 0;
    }
    for (int dim = 0; dim < SDYRT_CONV_RANK; dim++) {
        if (c->out_size[dim] != 1 || c->kernel_size[dim] != c->in_size[dim] ||
            c->pad_low[dim] != 0 || (c->kernel_size[dim] > 1 && c->kernel_dilation[dim] != 1)) {
            return 0;
        }
        if (c->kernel_size[dim] > 1) {
            memcpy(dims[count++],
                   (int64_t[]){c->in_size[dim], c->in_spatial[dim], c->kernel_spatial[dim]},
                   sizeof dims[0]);
        }
    }
    sort_by_distance(dims, count);
    *to = (struct conv_contraction){1, count > 0 ? dims[0][1] : 1, count > 0 ? dims[0][2] : 1};
    for (int i = 0; i < count; i++) {
        if (dims[i][1] != to->in * to->terms || dims[i][2] != to->kernel * to->terms) {
            return 0;
        }
        to->terms *= dims[i][0];
    }
    return 1;
}

struct conv_tiling sdyrt_conv_tiling(const struct sdyrt_conv *c, int64_t tiles) {
    int64_t down = pieces(c->kernel_size[CONV_H], 2), across = pieces(c->kernel_size[CONV_W], 2);
    struct conv_tiling tiling = {1, 1, even_piece(across, tiles, 1)};
    if (tiling.across == across) {
        tiling.down = even_piece(down, tiles / across, 1);
    }
    if (down * across <= tiles) {
        tiling.images = even_piece(c->in_channels, tiles / (down * across), 1);
    }
    return tiling;
}

/* Of a kernel that covers the image:
   result[image][channel] = in[image][term] * kernel[term][channel] */
static struct sdyrt_product product_of_images(const struct sdyrt_conv *c, int64_t images,
                                              int64_t channels) {
    struct conv_contraction terms;
    sdyrt_conv_contraction(c, &terms);
    return (struct sdyrt_product){.type = c->type,
                                  .m = images,
                                  .n = channels,
                                  .k = terms.terms,
                                  .a_row = c->in_batch,
                                  .a_col = terms.in,
                                  .b_row = terms.kernel,
                                  .b_col = c->kernel_out,
                                  .c_row = c->out_batch,
                                  .c_col = c->out_channel,
                                  .in_order = c->in_order,
                                  .direct = c->direct,
                                  .count = 1};
}

/* Of a 1x1 kernel on planes: result[channel][pixel] = kernel[channel][term] * in[term][pixel] */
static struct sdyrt_product product_of_planes(const struct sdyrt_conv *c, int64_t pixels,
                                              int64_t channels) {
    return (struct sdyrt_product){.type = c->type,
                                  .m = channels,
                                  .n = pixels,
                                  .k = c->in_channels,
                                  .a_row = c->kernel_out,
                                  .a_col = c->kernel_in,
                                  .b_row = c->in_channel,
                                  .b_col = c->in_spatial[CONV_W],
                                  .c_row = c->out_channel,
                                  .c_col = c->out_spatial[CONV_W],
                                  .in_order = c->in_order,
                                  .direct = c->direct,
                                  .count = 1};
}

/* Of a row of pixels and a tap: result[pixel][channel] = in[pixel][term] * kernel[term][channel] */
static struct sdyrt_product product_of_tap(const struct sdyrt_conv *c, int64_t channels) {
    return (struct sdyrt_product){.type = c->type,
                                  .m = c->out_size[CONV_W],
                                  .n = channels,
                                  .k = c->in_channels,
                                  .a_row = c->stride[CONV_W] * c->in_spatial[CONV_W],
                                  .a_col = c->in_channel,
                                  .b_row = c->kernel_in,
                                  .b_col = c->kernel_out,
                                  .c_row = c->out_spatial[CONV_W],
                                  .c_col = c->out_channel,
                                  .in_order = c->in_order,
                                  .direct = c->direct,
                                  .count = 1};
}

struct sdyrt_product sdyrt_conv_product(const struct sdyrt_conv *c, int64_t route, int64_t planes,
                                        int64_t rows, int64_t channels) {
    return route == SDYRT_CONV_PLAIN    ? product_of_tap(c, channels)
           : route == SDYRT_CONV_PLANES ? product_of_planes(c, rows, channels)
                                        : product_of_images(c, planes, channels);
}

const struct sdyrt_product_plan *sdyrt_conv_product_plan(const struct sdyrt_conv *c,
                                                         const struct sdyrt_conv_plan *plan,
                                                         const struct sdyrt_product *product) {
    const struct sdyrt_product whole =
        sdyrt_conv_product(c, plan->route, plan->planes, plan->rows, plan->cols);
    const int rows = product->m < whole.m ? SDYRT_CONV_FEWER_ROWS : SDYRT_CONV_WHOLE;
    const int columns = product->n < whole.n ? SDYRT_CONV_FEWER_COLUMNS : SDYRT_CONV_WHOLE;
    return &plan->products[rows | columns];
}

/* Rows of the result that are made together: two by Winograd's tiles, by other routes so many. */
static int64_t least_rows(const struct sdyrt_conv_plan *plan, int64_t of_others) {
    return plan->route == SDYRT_CONV_WINOGRAD ? 2 : of_others;
}

/* Rows, or images, that shares are multiples of. */
static int64_t least_share(const struct sdyrt_conv_plan *plan) {
    const int is_alone = sdyrt_conv_is(plan->route, CONV_ALONE);
    if (plan->planes > 1) {
        return is_alone && plan->block_planes == plan->planes ? 1 : plan->block_planes;
    }
    return least_rows(plan, plan->block_rows);
}

struct conv_shares sdyrt_conv_cut(const struct sdyrt_conv *part, const struct sdyrt_conv_plan *plan,
                                  int64_t shares) {
    const int by_planes = plan->planes > 1, is_alone = sdyrt_conv_is(plan->route, CONV_ALONE);
    const int64_t height = by_planes ? plan->planes : plan->rows, width = panel_width(part->type);
    if (shares == 1 || !(is_alone || sdyrt_conv_is(plan->route, CONV_BLOCKS))) {
        return (struct conv_shares){{height, plan->cols, 1, 1}, plan->rows, 1};
    }
    const int64_t rows = even_piece(height, pieces(height, shares), least_share(plan));
    const int64_t down = pieces(height, rows), across = shares / down;
    const int64_t cols = even_piece(plan->cols, pieces(plan->cols, across), width);
    const struct sdyrt_product_pieces of = {rows, cols, down, pieces(plan->cols, cols)};
    struct conv_shares cut = {of, plan->rows, 1};
    const int64_t left = shares / (of.down * of.across);
    if (plan->route == SDYRT_CONV_WINOGRAD && left > 1 && cols == width) {
        cut.pieces.cols = width / 2; /* its sums are of any columns of a panel */
        cut.pieces.across = pieces(plan->cols, cut.pieces.cols);
        return cut;
    }
    if (by_planes && rows == 1 && is_alone && left > 1) {
        cut.lines = even_piece(plan->rows, pieces(plan->rows, left), least_rows(plan, 1));
        cut.of_image = pieces(plan->rows, cut.lines);
    }
    return cut;
}
