/* When each way of convolving is worth while, if no row of conv_routes.def before it is taken. */
#include "conv_make.h"

#include "conv_split.h"
#include "product.h"
#include "product_split.h"

int conv_pays_always(const struct sdyrt_conv *c, const struct sdyrt_conv_plan *plan) {
    (void)c, (void)plan;
    return 1;
}

int conv_is_gradient(const struct sdyrt_conv *c) {
    return c->out_size[CONV_W] < 8 && c->kernel_size[CONV_W] > c->out_size[CONV_W];
}

/* Whether images of the batch make longer runs of rows than the pixels of a row do, along taps that
   make the longer stretches. */
static int is_gradient_shaped(const struct sdyrt_conv *c) {
    return c->batch >= ROW_IMAGES && conv_is_gradient(c);
}

/* Whether rows of products are better images than pixels. */
static int is_batch_shaped(const struct sdyrt_conv *c) {
    int near = c->in_batch == 1 && c->batch >= ROW_IMAGES;
    return is_number(c->type) && c->in_channel != 1 && c->in_channels > 0 && taps_of(c) > 0 &&
           (near || is_gradient_shaped(c) || taps_of(c) > CONV_MAX_STEPS);
}

/* Whether pixels are the better rows, though images could be: there are too few of these and the
   pixels of a row make more; or there are few and the channels of the result are less than a panel,
   so that the kernel has to be packed: for images that is done for each pixel again. */
static int prefers_pixels(const struct sdyrt_conv *c) {
    int at_once = c->stride[CONV_W] == 1 && c->out_spatial[CONV_W] == c->batch * c->out_batch;
    int few = c->batch < ROW_IMAGES && c->out_size[CONV_W] > c->batch && conv_is_line_shaped(c) &&
              !at_once;
    return few || (c->batch <= FEW_IMAGES && pixels_of(c) > 1 && c->out_channels < LEAST_COLS);
}

/* Whether images lie side by side and the terms of a sum do not. */
static int lies_by_images(const struct sdyrt_conv *c) {
    return is_number(c->type) && c->in_batch == 1 && c->in_channel != 1 &&
           (c->kernel_size[CONV_W] == 1 || c->in_spatial[CONV_W] != 1);
}

int conv_pays_product(const struct sdyrt_conv *c, const struct sdyrt_conv_plan *plan) {
    (void)plan;
    return c->batch >= LEAST_IMAGES && !lies_by_images(c);
}

int conv_pays_planes(const struct sdyrt_conv *c, const struct sdyrt_conv_plan *plan) {
    (void)plan;
    return c->out_channel != 1;
}

int conv_pays_dots(const struct sdyrt_conv *c, const struct sdyrt_conv_plan *plan) {
    (void)plan;
    return c->kernel_size[CONV_W] >= DOTS_TAPS;
}

int conv_pays_winograd_gradient(const struct sdyrt_conv *c, const struct sdyrt_conv_plan *plan) {
    const int64_t tiles =
        c->in_channels * pieces(c->kernel_size[CONV_H], 2) * pieces(c->kernel_size[CONV_W], 2);
    (void)plan;
    return c->batch >= LEAST_CHANNELS && c->out_channels >= LEAST_CHANNELS &&
           tiles >= LEAST_GRADIENT_TILES;
}

int conv_pays_winograd(const struct sdyrt_conv *c, const struct sdyrt_conv_plan *plan) {
    const int64_t tiles = plan->planes * pieces(plan->rows, 2) * pieces(c->out_size[CONV_W], 2);
    return c->in_channels >= LEAST_CHANNELS && c->out_channels >= LEAST_CHANNELS &&
           tiles >= LEAST_TILES;
}

/* Whether rows of products are better pixels than images. */
static int are_pixels_better(const struct sdyrt_conv *c) {
    return !is_batch_shaped(c) || prefers_pixels(c);
}

int conv_pays_split(const struct sdyrt_conv *c, const struct sdyrt_conv_plan *plan) {
    const int64_t deep = pieces(c->in_channels, CONV_SPLIT_DEPTH) * CONV_SPLIT_DEPTH;
    const int64_t terms = taps_of(c) * c->in_channels * c->out_channels;
    (void)plan;
    return are_pixels_better(c) && c->in_channels >= SPLIT_CHANNELS &&
           4 * deep <= 5 * c->in_channels && c->out_channels >= SPLIT_CHANNELS &&
           terms * c->batch * pixels_of(c) >= SPLIT_WORK;
}

int conv_pays_lines(const struct sdyrt_conv *c, const struct sdyrt_conv_plan *plan) {
    (void)plan;
    return are_pixels_better(c) && conv_is_line_shaped(c);
}

int conv_pays_pixels(const struct sdyrt_conv *c, const struct sdyrt_conv_plan *plan) {
    (void)plan;
    return are_pixels_better(c) && !conv_is_line_shaped(c);
}

int conv_pays_batch(const struct sdyrt_conv *c, const struct sdyrt_conv_plan *plan) {
    (void)plan;
    return is_batch_shaped(c);
}

int conv_pays_split_batch(const struct sdyrt_conv *c, const struct sdyrt_conv_plan *plan) {
    struct conv_contraction contraction;
    if (!is_batch_shaped(c) || !sdyrt_conv_contraction(c, &contraction)) {
        return 0;
    }
    const struct sdyrt_product product = {.type = c->type,
                                          .m = plan->planes,
                                          .n = plan->cols,
                                          .k = contraction.terms,
                                          .direct = c->direct};
    return product.m * product.n * product.k >= SPLIT_TASK && sdyrt_product_is_split(&product);
}
