/* The gradient of a 3x3 kernel that moves by one pixel, with Winograd's transforms: F(3x3, 2x2),
   which is F(2x2, 3x3) of conv_winograd.c read the other way. The input is cut into the same tiles
   of 4 x 4 pixels that overlap by two, the gradient of the result into tiles of 2 x 2. The 16
   numbers of a tile are 16 products of matrices, channels of the input by tiles by channels of the
   result, and the kernel's gradient is made of sums of these. So there are 16 multiplications where
   the definition has 36.

   As a convolution the gradient has the channels of the input as its batch, the images as its
   channels, the gradient of the result as its kernel, and a result of 3 x 3 pixels. A task has some
   channels of both kinds, and goes over all tiles, some at a time. */
#include "conv_slab.h"
#include "conv_winograd.h"

#include "parts.h"
#include "product_micro.h"
#include "sizes.h"

/* Passes that are added one after the other, before they are added to the result. */
enum { MOST_ADDED = 64 };

enum { PARTS = CONV_TILE_PARTS, WIDTH = SDYRT_PANEL_BYTES / (int)sizeof(float) };

/* A task, and where its numbers lie in the scratch. */
struct work {
    const struct sdyrt_conv_plan *plan;
    int64_t rows, cols; /* of the products: channels of the input and of the result */
    float *product;     /* 16 x rows x cols */
    float *input;       /* 16 x tiles x rows */
    float *gradient;    /* 16 x tiles x cols */
    float *slab;
};

/* Some tiles of some images. */
struct tiles {
    struct conv_box box; /* planes are images, rows those of the gradient */
    int64_t column;
    int64_t planes, down, across;
};

/* The forward convolution, whose input, window and result belong to the tiles: whole ones, what
   lies behind the edges is padding. */
static struct sdyrt_conv forward(const struct sdyrt_conv *c, const struct tiles *tiles) {
    struct sdyrt_conv f = *c;
    for (int dim = CONV_H; dim <= CONV_W; dim++) {
        f.kernel_size[dim] = 3;
        f.out_size[dim] = c->kernel_size[dim];
    }
    f.in_batch = c->in_channel;
    f.in_channel = c->in_batch;
    f.out_size[CONV_W] = 2 * tiles->across;
    f.pad_low[CONV_W] -= tiles->column;
    return f;
}

/* A convolution whose window is one pixel of the gradient. */
static struct sdyrt_conv of_gradient(const struct sdyrt_conv *c, const struct tiles *tiles) {
    struct sdyrt_conv f = *c;
    for (int dim = CONV_H; dim <= CONV_W; dim++) {
        f.kernel_size[dim] = 1;
        f.in_size[dim] = f.out_size[dim] = c->kernel_size[dim];
        f.in_spatial[dim] = c->kernel_spatial[dim];
        f.pad_low[dim] = 0;
    }
    f.in_batch = c->kernel_in;
    f.in_channel = c->kernel_out;
    f.out_size[CONV_W] = 2 * tiles->across;
    f.pad_low[CONV_W] = -tiles->column;
    return f;
}

typedef void transform_fn(const float *from, int64_t row, int64_t channels, float *to,
                          int64_t part);

/* Copies what the tiles have of an operand, and transforms it. */
static void transform(const struct sdyrt_conv *f, const struct tiles *tiles, int64_t channels,
                      const float *from, float *slab_base, float *to, transform_fn *tile) {
    const struct slab slab = slab_of(f, 2 * tiles->down, channels);
    const int64_t row = slab.width * channels;
    const int64_t part = conv_apart(tiles->planes * tiles->down * tiles->across * channels);
    sdyrt_conv_copy_slab_f32(f, &tiles->box, &slab, channels, from, slab_base);
    for (int64_t line = 0; line < tiles->planes * tiles->down; line++) {
        const float *pixels =
            slab_base + line / tiles->down * slab.plane + line % tiles->down * 2 * row;
        for (int64_t i = 0; i < tiles->across; i++, to += channels) {
            tile(pixels + 2 * i * channels, row, channels, to, part);
        }
    }
}

static void add_products(const struct work *work, int64_t tiles, int accumulate) {
    const struct product_step step = {0, 0, tiles};
    panel_kernel *multiply = sdyrt_product_micro_of(work->plan->isa)->f32;
    struct panel_product x = {.rows = work->rows,
                              .a_row = 1,
                              .a_col = work->rows,
                              .panel_row = work->cols,
                              .c_row = work->cols,
                              .c_col = 1,
                              .steps = &step,
                              .step_count = 1,
                              .accumulate = accumulate};
    for (int64_t part = 0; part < PARTS; part++) {
        x.a = work->input + part * conv_apart(tiles * work->rows);
        for (int64_t col = 0; col < work->cols; col += WIDTH) {
            x.cols = minimum(WIDTH, work->cols - col);
            x.panel = work->gradient + part * conv_apart(tiles * work->cols) + col;
            x.c = work->product + part * conv_apart(work->rows * work->cols) + col;
            multiply(&x);
        }
    }
}

/* Adds the taps of each channel of the input, from the products, to what is there, or not. */
static void store(const struct sdyrt_conv *c, const struct work *work, float *out, int adds) {
    const struct conv_transforms *transforms = sdyrt_conv_transforms_of(work->plan->isa);
    const int64_t part = conv_apart(work->rows * work->cols);
    for (int64_t row = 0; row < work->rows; row++) {
        float *taps = work->slab;
        transforms->kernel_tile(work->product + row * work->cols, part, work->cols, taps,
                                work->cols);
        for (int64_t tap = 0; tap < CONV_TILE_TAPS; tap++, taps += work->cols) {
            float *to = out + row * c->out_batch + tap / 3 * c->out_spatial[CONV_H] +
                        tap % 3 * c->out_spatial[CONV_W];
            for (int64_t i = 0; i < work->cols; i++) {
                to[i * c->out_channel] = adds ? to[i * c->out_channel] + taps[i] : taps[i];
            }
        }
    }
}

static void add_tiles(const struct sdyrt_conv *c, const struct work *work,
                      const struct tiles *tiles, const float *in, const float *gradient,
                      int accumulate) {
    const struct sdyrt_conv input = forward(c, tiles), result = of_gradient(c, tiles);
    const struct conv_transforms *transforms = sdyrt_conv_transforms_of(work->plan->isa);
    transform(&input, tiles, work->rows, in, work->slab, work->input, transforms->input_tile);
    transform(&result, tiles, work->cols, gradient, work->slab, work->gradient,
              transforms->gradient_tile);
    add_products(work, tiles->planes * tiles->down * tiles->across, accumulate);
}

void sdyrt_conv_winograd_gradient_f32(const struct sdyrt_conv *c,
                                      const struct sdyrt_conv_plan *plan,
                                      const struct conv_box *box, const void *in,
                                      const void *kernel, void *out, char *scratch) {
    struct work work = {.plan = plan,
                        .rows = box->plane_end - box->plane,
                        .cols = box->col_end - box->col,
                        .product = (float *)(void *)scratch};
    work.input = work.product + PARTS * conv_apart(work.rows * work.cols);
    work.gradient = work.input + PARTS * conv_apart(plan->tiles * work.rows);
    work.slab = work.gradient + PARTS * conv_apart(plan->tiles * work.cols);
    const struct conv_tiling tiling = sdyrt_conv_tiling(c, plan->tiles);
    const float *first = (const float *)in + box->plane * c->in_batch;
    const float *gradient = (const float *)kernel + box->col * c->kernel_out;
    float *to = (float *)out + box->plane * c->out_batch + box->col * c->out_channel;
    struct tiles tiles;
    int64_t added = 0;
    for (int64_t image = 0; image < c->in_channels; image += tiling.images) {
        tiles.planes = minimum(tiling.images, c->in_channels - image);
        for (int64_t row = 0; row < c->kernel_size[CONV_H]; row += 2 * tiling.down) {
            tiles.down = minimum(tiling.down, pieces(c->kernel_size[CONV_H] - row, 2));
            for (int64_t column = 0; column < c->kernel_size[CONV_W];
                 column += 2 * tiling.across, added++) {
                if (added > 0 && added % MOST_ADDED == 0) {
                    store(c, &work, to, added > MOST_ADDED);
                }
                tiles.column = column;
                tiles.across = minimum(tiling.across, pieces(c->kernel_size[CONV_W] - column, 2));
                tiles.box = (struct conv_box){.plane = image,
                                              .plane_end = image + tiles.planes,
                                              .row = row,
                                              .row_end = row + 2 * tiles.down};
                add_tiles(c, &work, &tiles, first, gradient, added % MOST_ADDED != 0);
            }
        }
    }
    store(c, &work, to, added > MOST_ADDED);
}
