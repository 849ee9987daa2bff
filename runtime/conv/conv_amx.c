/* Convolution by pixels of bytes with the tile registers of AMX: as conv_pixels.c has it, but that
   the slab's elements are four channels, and the kernel's taps strips of columns. Taps of a row
   that are contiguous in the slab are so in a strip. What is read beyond the end of a stretch, to
   fill a register, meets zeros there. */
#include "conv_slab.h"

#include "amx.h"
#include "gemm_kinds.h"
#include "transpose_tile.h"

#include <string.h>

#if defined(__x86_64__) && defined(__linux__)

#define OPERAND uint8_t
#define REAL    uint32_t
#define PER     4
#define NAME(x) x##_quads
#include "conv_slab.inc"

enum { ROOM_BYTES = CONV_PANEL_LIMIT / 4, STRIPS_BYTES = CONV_PANEL_LIMIT - ROOM_BYTES };

/* A task on its way. */
struct work {
    const struct sdyrt_conv *conv;
    const struct conv_plan *plan;
    const struct conv_box *box;
    enum amx_kind kind;
    int64_t set_rows; /* for which the registers are set up */
    char *strips, *room;
};

/* A pass over some taps and channels. */
struct pass {
    struct slab slab;
    struct view view;
    struct taps taps;
    int64_t channels;
    struct amx_step steps[CONV_MAX_STEPS];
    int64_t step_count, registers;
};

static void find_steps(const struct work *w, struct pass *pass) {
    struct gemm_step steps[CONV_MAX_STEPS];
    pass->step_count = make_steps(w->conv, &pass->view, &pass->taps, pass->slab.channels, 1, steps);
    pass->registers = 0;
    for (int64_t s = 0; s < pass->step_count; s++) {
        pass->steps[s] = (struct amx_step){steps[s].a * PER, pieces(steps[s].k * PER, AMX_LINE)};
        pass->registers += pass->steps[s].registers;
    }
}

/* Packs a row of taps, side by side where they are so in the slab, for one strip. What a tap leaves
   of its last register is overwritten by the next one. */
static char *pack_line(const struct work *w, const struct pass *pass, int64_t cols,
                       const char *kernel, int64_t registers, char *to) {
    const struct sdyrt_conv *c = w->conv;
    const int64_t tap = pass->view.merged ? pass->slab.channels * AMX_LINE : registers * AMX_TILE;
    char *end = to + (pass->view.merged ? 1 : c->kernel_size[CONV_W]) * registers * AMX_TILE;
    memset(end - AMX_TILE, 0, AMX_TILE);
    for (int64_t i = 0; i < c->kernel_size[CONV_W]; i++) {
        const struct grouped_operand from = {kernel + i * c->kernel_spatial[CONV_W], c->kernel_out,
                                             c->kernel_in, 1};
        sdyrt_group_strips(&from, cols, pass->channels, to + i * tap, AMX_LINE, 0, w->room);
    }
    return end;
}

/* The columns of a block; kernel points to the first of them and the pass's first input channel. */
static void pack_taps(const struct work *w, const struct pass *pass, int64_t cols,
                      const char *kernel) {
    const struct sdyrt_conv *c = w->conv;
    char *to = w->strips;
    for (int64_t col = 0; col < cols; col += AMX_LINES) {
        for (int64_t d = 0; d < c->kernel_size[CONV_D]; d++) {
            for (int64_t h = pass->taps.row; h < pass->taps.row + pass->taps.rows; h++) {
                const char *line = kernel + col * c->kernel_out + d * c->kernel_spatial[CONV_D] +
                                   h * c->kernel_spatial[CONV_H];
                to = pack_line(w, pass, minimum(AMX_LINES, cols - col), line,
                               pass->steps[0].registers, to);
            }
        }
    }
}

/* Pixels of a row of the result, block by block of nearly the same size. */
static void multiply_row(struct work *w, struct amx_product x, int64_t pixels, char *out,
                         int64_t out_row, int is_direct) {
    uint32_t sums[AMX_BLOCK * AMX_BLOCK];
    const int64_t blocks = pieces(pixels, AMX_BLOCK), c_col = w->conv->out_channel;
    for (int64_t block = 0, row = 0; block < blocks; block++, row += x.rows) {
        struct amx_product some = x;
        x.rows = (pixels - row + blocks - block - 1) / (blocks - block);
        some.rows = x.rows;
        some.a += row * x.a_row;
        if (w->set_rows != some.rows) {
            sdyrt_amx_set(some.rows);
            w->set_rows = some.rows;
        }
        char *to = out + row * out_row * (int64_t)sizeof *sums;
        if (is_direct) {
            some.c = to;
            some.c_row = out_row * (int64_t)sizeof *sums;
            sdyrt_amx_multiply(w->kind, &some);
            continue;
        }
        some.c = (char *)sums;
        some.c_row = AMX_BLOCK * (int64_t)sizeof *sums;
        some.accumulate = 0;
        sdyrt_amx_multiply(w->kind, &some);
        sdyrt_store_sums(some.rows, some.cols, sums, AMX_BLOCK, to, out_row, c_col, x.accumulate);
    }
}

/* All pixels of the box by the columns that are packed. Rows that follow on each other in slab and
   result are one. */
static void multiply_rows(struct work *w, const struct pass *pass, struct amx_product x,
                          char *out) {
    const struct sdyrt_conv *c = w->conv;
    const int64_t width = c->out_size[CONV_W], out_row = c->out_spatial[CONV_W];
    const int64_t count = (w->box->plane_end - w->box->plane) * (w->box->row_end - w->box->row);
    const int64_t a_row = c->stride[CONV_W] * pass->slab.channels;
    const int is_direct = c->out_channel == 1 && x.cols % AMX_LINES == 0;
    int64_t a, to, next_a = 0, next_to = 0, pixels = width;
    x.a_row = a_row * PER;
    locate_row(c, w->plan, w->box, &pass->slab, 0, &a, &to);
    for (int64_t n = 1; n <= count; n++) {
        if (n < count) {
            locate_row(c, w->plan, w->box, &pass->slab, n, &next_a, &next_to);
            if (next_a == a + pixels * a_row && next_to == to + pixels * out_row) {
                pixels += width;
                continue;
            }
        }
        x.a = (const char *)pass->view.base + a * PER;
        multiply_row(w, x, pixels, out + to * (int64_t)sizeof(uint32_t), out_row, is_direct);
        a = next_a;
        to = next_to;
        pixels = width;
    }
}

static void add_taps(struct work *w, struct pass *pass, const char *kernel, char *out,
                     int accumulate) {
    const struct sdyrt_conv *c = w->conv;
    find_steps(w, pass);
    struct amx_product x = {.strip = w->strips,
                            .strip_bytes = pass->registers * AMX_TILE,
                            .steps = pass->steps,
                            .step_count = pass->step_count,
                            .accumulate = accumulate};
    for (int64_t col = w->box->col; col < w->box->col_end; col += AMX_BLOCK) {
        x.cols = minimum(AMX_BLOCK, w->box->col_end - col);
        pack_taps(w, pass, x.cols, kernel + col * c->kernel_out);
        multiply_rows(w, pass, x, out + col * c->out_channel * (int64_t)sizeof(uint32_t));
    }
}

/* Whether the strips of a block of columns fit, where each stretch fills registers of its own. */
static int fits(const struct sdyrt_conv *c, const struct conv_plan *plan) {
    const int64_t pixel = pieces(minimum(plan->channels, c->in_channels), PER) * PER;
    const int64_t rows = c->kernel_size[CONV_D] * plan->tap_rows, width = c->kernel_size[CONV_W];
    const int64_t registers = c->kernel_dilation[CONV_W] == 1
                                  ? rows * pieces(width * pixel, AMX_LINE)
                                  : rows * width * pieces(pixel, AMX_LINE);
    return (registers + 1) * 2 * AMX_TILE <= STRIPS_BYTES && pixel * AMX_LINES * 2 <= ROOM_BYTES;
}

int sdyrt_conv_amx(const struct sdyrt_conv *c, const struct conv_plan *plan,
                   const struct conv_box *box, const void *in, const void *kernel, void *out,
                   char *scratch) {
    struct work w = {.conv = c,
                     .plan = plan,
                     .box = box,
                     .kind = c->type == SDYRT_GEMM_I8_I32 ? AMX_I8 : AMX_U8,
                     .strips = scratch,
                     .room = scratch + STRIPS_BYTES};
    if (!sdyrt_amx_ready() || !fits(c, plan)) {
        return 0;
    }
    uint32_t *copy = (uint32_t *)(void *)(scratch + CONV_PANEL_LIMIT);
    for (int64_t first = 0; first < c->in_channels; first += plan->channels) {
        struct pass pass = {.channels = minimum(plan->channels, c->in_channels - first)};
        pass.slab = slab_of(c, box->row_end - box->row, PAIRED(pass.channels));
        pass.view = view_of_slab(c, &pass.slab, copy);
        copy_slab_quads(c, box, &pass.slab, pass.channels,
                        (const uint8_t *)in + first * c->in_channel, copy);
        for (; pass.taps.row < c->kernel_size[CONV_H]; pass.taps.row += pass.taps.rows) {
            pass.taps.rows = minimum(plan->tap_rows, c->kernel_size[CONV_H] - pass.taps.row);
            add_taps(&w, &pass, (const char *)kernel + first * c->kernel_in, out,
                     first > 0 || pass.taps.row > 0);
        }
    }
    sdyrt_amx_release();
    return 1;
}

#else

int sdyrt_conv_amx(const struct sdyrt_conv *conv, const struct conv_plan *plan,
                   const struct conv_box *box, const void *in, const void *kernel, void *out,
                   char *scratch) {
    (void)conv;
    (void)plan;
    (void)box;
    (void)in;
    (void)kernel;
    (void)out;
    (void)scratch;
    return 0;
}

#endif
