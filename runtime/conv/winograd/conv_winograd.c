/* Convolutions by 3x3 kernels in steps of one pixel, with 16 multiplications for four pixels of
   the result where the definition has 36: Winograd's F(2x2, 3x3), as Lavin and Gray have it in
   "Fast Algorithms for Convolutional Neural Networks" (2015). The input is cut into tiles of 4
   x 4 pixels that overlap by two. Tiles and kernel are transformed by sums alone; the 16
   numbers of a tile are 16 products of matrices, tiles by channels by channels of the result;
   and each four pixels of the result are sums of 16 products.

   Some channels of the input are done at a time, so that their transforms stay in the
   second-level cache, and are added to the products of those before them. */
#include "conv_winograd.h"
#include "conv_slab.h"

#include "cpu.h"
#include "parts.h"
#include "product_micro.h"
#include "product_native.h"
#include "sizes.h"
#include "strips.h"

enum {
    PARTS = CONV_TILE_PARTS,
    TAPS = CONV_TILE_TAPS,
    WIDTH = SDYRT_PANEL_BYTES / (int)sizeof(float)
};

#define VECTOR_BYTES 16
#define TARGET       BASELINE_TARGET
#define NAME(x)      x##_baseline
#include "conv_winograd.inc"

#if defined(__x86_64__)
#define VECTOR_BYTES 32
#define TARGET       AVX2_TARGET
#define NAME(x)      x##_avx2
#include "conv_winograd.inc"

#define VECTOR_BYTES 64
#define TARGET       AVX512_TARGET
#define NAME(x)      x##_avx512
#include "conv_winograd.inc"
#endif

static const struct conv_transforms *const sets[SDYRT_ISA_COUNT] = {
    [SDYRT_ISA_BASELINE] = &transforms_baseline,
#if defined(__x86_64__)
    [SDYRT_ISA_AVX2] = &transforms_avx2,
    [SDYRT_ISA_AVX512] = &transforms_avx512,
#endif
};

const struct conv_transforms *sdyrt_conv_transforms_of(int64_t isa) {
    return sets[isa];
}

/* A task, and where its numbers lie in the scratch. */
struct work {
    const struct sdyrt_conv *conv;
    const struct sdyrt_conv_plan *plan;
    const char *weights;
    const struct conv_box *box;
    int64_t planes, down, across; /* tiles */
    int64_t tiles;
    int64_t cols;   /* of the products: channels of the result */
    float *taps;    /* 9 x channels x WIDTH */
    float *kernel;  /* 16 x channels x WIDTH */
    float *input;   /* 16 x tiles x channels; at the end the result, where that is transposed */
    float *product; /* 16 x tiles x cols */
    float *slab;
};

static struct work work_of(const struct sdyrt_conv *conv, const struct sdyrt_conv_plan *plan,
                           const struct conv_box *box, const void *kernel, float *scratch) {
    struct work work = {.conv = conv,
                        .plan = plan,
                        .weights = kernel,
                        .box = box,
                        .planes = box->plane_end - box->plane,
                        .down = pieces(box->row_end - box->row, 2),
                        .across = pieces(conv->out_size[CONV_W], 2),
                        .cols = box->col_end - box->col};
    const int64_t channels = plan->channels;
    work.tiles = work.planes * work.down * work.across;
    work.taps = scratch;
    work.kernel = work.taps + TAPS * channels * WIDTH;
    work.input = work.kernel + PARTS * conv_apart(channels * WIDTH);
    work.product = work.input + PARTS * conv_apart(work.tiles * channels);
    work.slab = work.product + PARTS * conv_apart(work.tiles * work.cols);
    return work;
}

/* Both for either type of operands. */
static void copy_slab(const struct work *work, const struct sdyrt_conv *c, const struct slab *slab,
                      int64_t channels, const char *in) {
#if SDYRT_HAS_CONV_NARROW
    if (c->type == SDYRT_PRODUCT_BF16_F32) {
        sdyrt_conv_copy_slab_wide_bf16(c, work->box, slab, channels,
                                       (const uint16_t *)(const void *)in, work->slab);
        return;
    }
#endif
    sdyrt_conv_copy_slab_f32(c, work->box, slab, channels, (const float *)(const void *)in,
                             work->slab);
}

/* Rows of so many columns of the kernel, rows `row` apart in it, as rows of a panel. */
static void pack_rows(const struct sdyrt_conv *c, int64_t rows, int64_t row, int64_t cols,
                      const char *from, float *panel) {
#if SDYRT_HAS_CONV_NARROW
    if (c->type == SDYRT_PRODUCT_BF16_F32) {
        sdyrt_conv_pack_wide_bf16(rows, cols, (const uint16_t *)(const void *)from, row,
                                  c->kernel_out, panel);
        return;
    }
#endif
    sdyrt_pack_panel_f32(rows, cols, (const float *)(const void *)from, row, c->kernel_out, panel);
}

/* Of `channels` channels, the first of which `in` points to. */
static void transform_input(const struct work *work, int64_t channels, const char *in) {
    struct sdyrt_conv even = *work->conv; /* whole tiles: what lies behind the result is padding */
    even.out_size[CONV_W] = 2 * work->across;
    const struct slab slab = slab_of(&even, 2 * work->down, channels);
    const int64_t row = slab.width * channels, part = conv_apart(work->tiles * channels);
    const struct conv_transforms *transforms = sdyrt_conv_transforms_of(work->plan->isa);
    float *to = work->input;
    copy_slab(work, &even, &slab, channels, in);
    for (int64_t line = 0; line < work->planes * work->down; line++) {
        const float *from =
            work->slab + line / work->down * slab.plane + line % work->down * 2 * row;
        for (int64_t i = 0; i < work->across; i++, to += channels) {
            transforms->input_tile(from + 2 * i * channels, row, channels, to, part);
        }
    }
}

/* Whether the taps of a channel lie one behind the other, and channels behind each other, as in
   OIHW: what a channel of the result reads is one row then, which is transposed at once. */
static int is_taps_innermost(const struct sdyrt_conv *c) {
    return c->kernel_spatial[CONV_W] == 1 && c->kernel_spatial[CONV_H] == 3 && c->kernel_in == TAPS;
}

/* Channels of the input and, as columns, of the result, for which a kernel is transformed; where it
   begins, and where its parts go, so far apart. */
struct transformed {
    int64_t channels, cols;
    const char *kernel;
    float *to;
    int64_t apart;
};

/* By an instruction set. `taps` is scratch. */
static void transform_kernel(int64_t isa, const struct sdyrt_conv *c, const struct transformed *x,
                             float *taps) {
    const struct conv_transforms *transforms = sdyrt_conv_transforms_of(isa);
    const int64_t size = (int64_t)sdyrt_product_operand_size(c->type), row = x->channels * WIDTH;
    if (is_taps_innermost(c)) {
        pack_rows(c, TAPS * x->channels, 1, x->cols, x->kernel, taps);
        transforms->kernel_panel(taps, WIDTH, TAPS * WIDTH, x->channels, x->to, x->apart);
        return;
    }
    for (int64_t tap = 0; tap < TAPS; tap++) {
        const int64_t at =
            tap / 3 * c->kernel_spatial[CONV_H] + tap % 3 * c->kernel_spatial[CONV_W];
        pack_rows(c, x->channels, c->kernel_in, x->cols, x->kernel + at * size, taps + tap * row);
    }
    transforms->kernel_panel(taps, row, WIDTH, x->channels, x->to, x->apart);
}

/* Floats of a packed panel in front of the channels of a pass, or of all. */
static int64_t panel_before(const struct sdyrt_conv_plan *plan, int64_t first) {
    return PARTS * (first * WIDTH + pieces(first, plan->channels) * CONV_PARTS_APART);
}

/* The transformed kernel for a panel of channels of the result: that which was packed, or made now
   of `channels` channels, the first of which is `first`. */
static const float *kernel_panel(const struct work *work, int64_t first, int64_t channels,
                                 int64_t col, int64_t cols) {
    const struct sdyrt_conv *c = work->conv;
    const int64_t size = (int64_t)sdyrt_product_operand_size(c->type);
    if (c->packed) {
        return (const float *)(const void *)work->weights +
               col / WIDTH * panel_before(work->plan, c->in_channels) +
               panel_before(work->plan, first) + col % WIDTH;
    }
    const struct transformed x = {.channels = channels,
                                  .cols = cols,
                                  .kernel = work->weights +
                                            (first * c->kernel_in + col * c->kernel_out) * size,
                                  .to = work->kernel,
                                  .apart = conv_apart(channels * WIDTH)};
    transform_kernel(work->plan->isa, c, &x, work->taps);
    return work->kernel;
}

/* Adds what `channels` channels give to the products; to nothing, if they are the first. The box of
   a share may begin or end in the middle of a panel. */
static void add_products(const struct work *work, int64_t first, int64_t channels) {
    const struct product_step step = {0, 0, channels};
    panel_kernel *multiply = sdyrt_product_micro_of(work->plan->isa)->f32;
    for (int64_t col = 0, cols; col < work->cols; col += cols) {
        cols = minimum(WIDTH - (work->box->col + col) % WIDTH, work->cols - col);
        struct panel_product x = {.rows = work->tiles,
                                  .cols = cols,
                                  .a_row = channels,
                                  .a_col = 1,
                                  .panel_row = WIDTH,
                                  .panel_ahead =
                                      work->conv->packed ? conv_apart(channels * WIDTH) : 0,
                                  .c_row = work->cols,
                                  .c_col = 1,
                                  .steps = &step,
                                  .step_count = 1,
                                  .accumulate = first > 0};
        const float *kernel = kernel_panel(work, first, channels, work->box->col + col, x.cols);
        for (int64_t part = 0; part < PARTS; part++) {
            x.a = work->input + part * conv_apart(work->tiles * channels);
            x.panel = kernel + part * conv_apart(channels * WIDTH);
            x.c = work->product + part * conv_apart(work->tiles * work->cols) + col;
            multiply(&x);
        }
    }
}

/* Rows of the result whose pixels are side by side but not their channels: transposed. */
static void store_transposed(const struct work *work, const float *from, int64_t rows, float *out) {
    const struct sdyrt_conv *c = work->conv;
    for (int64_t i = 0; i < rows; i++) {
        const float *row = from + i * 2 * work->across * work->cols;
        float *to = out + i * c->out_spatial[CONV_H];
        if (c->out_spatial[CONV_W] == 1) {
            sdyrt_strips()->transpose_32(to, c->out_channel, row, work->cols, c->out_size[CONV_W],
                                         work->cols);
            continue;
        }
        for (int64_t w = 0; w < c->out_size[CONV_W]; w++) {
            for (int64_t j = 0; j < work->cols; j++) {
                to[w * c->out_spatial[CONV_W] + j * c->out_channel] = row[w * work->cols + j];
            }
        }
    }
}

/* A line of tiles, the first of which is number `tile`: two rows of the result, or the last one. */
static void transform_output_line(const struct work *work, int64_t tile, int64_t rows, float *out) {
    const struct sdyrt_conv *c = work->conv;
    const int is_direct = c->out_channel == 1;
    const int64_t column = is_direct ? c->out_spatial[CONV_W] : work->cols;
    const int64_t row = is_direct ? c->out_spatial[CONV_H] : 2 * work->across * work->cols;
    const struct conv_transforms *transforms = sdyrt_conv_transforms_of(work->plan->isa);
    float *to = is_direct ? out : work->input;
    for (int64_t i = 0; i < work->across; i++) {
        const struct conv_tile pixels = {to + 2 * i * column, row, column, rows,
                                         minimum(2, c->out_size[CONV_W] - 2 * i)};
        transforms->output_tile(work->product + (tile + i) * work->cols,
                                conv_apart(work->tiles * work->cols), work->cols, &pixels);
    }
    if (!is_direct) {
        store_transposed(work, to, rows, out);
    }
}

void sdyrt_conv_winograd_f32(const struct sdyrt_conv *c, const struct sdyrt_conv_plan *plan,
                             const struct conv_box *box, const void *in, const void *kernel,
                             void *out, char *scratch) {
    const struct work work = work_of(c, plan, box, kernel, (float *)(void *)scratch);
    const int64_t size = (int64_t)sdyrt_product_operand_size(c->type);
    for (int64_t first = 0; first < c->in_channels; first += plan->channels) {
        const int64_t channels = minimum(plan->channels, c->in_channels - first);
        transform_input(&work, channels, (const char *)in + first * c->in_channel * size);
        add_products(&work, first, channels);
    }
    const int64_t lines = work.planes * work.down;
    for (int64_t line = 0; line < lines; line++) {
        const int64_t row = box->row + line % work.down * 2;
        float *to = (float *)out + (box->plane + line / work.down) * c->out_batch +
                    row * c->out_spatial[CONV_H] + box->col * c->out_channel;
        transform_output_line(&work, line * work.across, minimum(2, box->row_end - row), to);
    }
}

void sdyrt_conv_pack_winograd_f32(const struct sdyrt_conv *c, const struct sdyrt_conv_plan *plan,
                                  struct conv_strip strip, const void *kernel, void *packed,
                                  char *scratch) {
    const int64_t cols = minimum(WIDTH, c->out_channels - strip.col), size = sizeof(float);
    const int64_t all = pieces(c->in_channels, CONV_PART_CHANNELS);
    const int64_t each = pieces(all, strip.parts) * CONV_PART_CHANNELS, from = strip.part * each;
    float *panel = (float *)packed + strip.col / WIDTH * panel_before(plan, c->in_channels);
    for (int64_t first = 0; first < c->in_channels; first += plan->channels) {
        const int64_t channels = minimum(plan->channels, c->in_channels - first);
        const int64_t begin = maximum(first, from), end = minimum(first + channels, from + each);
        const struct transformed x = {
            .channels = end - begin,
            .cols = cols,
            .kernel =
                (const char *)kernel + (begin * c->kernel_in + strip.col * c->kernel_out) * size,
            .to = panel + panel_before(plan, first) + (begin - first) * WIDTH,
            .apart = conv_apart(channels * WIDTH)};
        if (begin < end) {
            transform_kernel(plan->isa, c, &x, (float *)(void *)scratch);
        }
    }
}
