/* Convolution by pixels of bytes and bf16 with the tile registers of AMX: as conv_pixels.c has it,
   but that the slab's elements are groups, of four channels or of two, and the kernel's taps strips
   of columns. Where no pixel is padding, and channels fill groups, the input is read as it lies.
   Taps of a row that are contiguous in the slab are so in a strip. What is read beyond the end of a
   stretch of bytes, to fill a register, meets zeros there. Nothing is read beyond one of bf16, for
   zero times infinity is not zero: its registers are as short as it fills them. */
#include "conv_slab.h"
#include "conv_tiles.h"

#include "parts.h"
#include "product_amx.h"
#include "product_kinds.h"
#include "transpose_tile.h"

#include <string.h>

#if defined(__x86_64__) && defined(__linux__)

#if SDYRT_HAS_CONV_PAIRS
#define OPERAND uint8_t
#define REAL    uint32_t
#define PER     4
#define GROUPED
#define NAME(x) x##_quads
#include "conv_slab.inc"
#endif

static const struct amx_type types[SDYRT_PRODUCT_TYPE_COUNT] = {
    [SDYRT_PRODUCT_I8_I32] = SDYRT_ROW(CONV_PAIRS, AMX_I8, 1, 4, sdyrt_store_sums),
    [SDYRT_PRODUCT_U8_I32] = SDYRT_ROW(CONV_PAIRS, AMX_U8, 1, 4, sdyrt_store_sums),
    [SDYRT_PRODUCT_BF16_F32] = SDYRT_ROW(CONV_NARROW, AMX_BF16, 2, 4, sdyrt_store_float_sums),
};

/* A task on its way. */
struct work {
    const struct sdyrt_conv *conv;
    const struct sdyrt_conv_plan *plan;
    const struct conv_box *box;
    const struct amx_type *type;
    const char *packed;         /* the kernel, where it is */
    int64_t set_rows, set_line; /* for which the registers are set up */
    char *strips, *room;
};

/* A pass over some taps and channels. */
struct pass {
    struct slab slab;
    struct tap_view view;
    int64_t unit; /* bytes of an element of the view: a group of the slab's, a channel in place */
    struct taps taps;
    int64_t channels;
    int64_t before; /* bytes of a packed strip in front of its own */
    struct amx_step steps[CONV_MAX_STEPS];
    int64_t step_count, registers;
    int64_t line; /* bytes of a line of each */
};

static void find_steps(const struct work *w, struct pass *pass) {
    struct product_step steps[CONV_MAX_STEPS];
    pass->step_count = make_steps(w->conv, &pass->view, &pass->taps, pass->slab.channels, 1, steps);
    pass->registers = 0;
    pass->line = conv_tiles_line(w->conv, pass->channels);
    for (int64_t s = 0; s < pass->step_count; s++) {
        pass->steps[s] =
            (struct amx_step){steps[s].a * pass->unit, pieces(steps[s].k * GROUP, pass->line)};
        pass->registers += pass->steps[s].registers;
    }
}

/* Packs a row of taps, side by side where they are so in the slab, for one strip. What a tap leaves
   of its last register is overwritten by the next one. */
static char *pack_line(const struct work *w, const struct pass *pass, int64_t cols,
                       const char *kernel, int64_t registers, char *to) {
    const struct sdyrt_conv *c = w->conv;
    const int64_t size = w->type->operand, tile = pass->line * AMX_LINES;
    const int64_t tap = pass->view.merged ? pass->slab.channels * STRIP_ROW : registers * tile;
    char *end = to + (pass->view.merged ? 1 : c->kernel_size[CONV_W]) * registers * tile;
    memset(end - tile, 0, (size_t)tile);
    for (int64_t i = 0; i < c->kernel_size[CONV_W]; i++) {
        const struct grouped_operand from = {kernel + i * c->kernel_spatial[CONV_W] * size,
                                             c->kernel_out * size, c->kernel_in * size, size};
        sdyrt_group_strips(&from, cols, pass->channels, to + i * tap, AMX_LINE, 0, w->room);
    }
    return end;
}

/* All taps of the pass for a strip of so many columns. Up to a tile is written behind them. */
static char *pack_strip(const struct work *w, const struct pass *pass, int64_t cols,
                        const char *kernel, char *to) {
    const struct sdyrt_conv *c = w->conv;
    for (int64_t d = 0; d < c->kernel_size[CONV_D]; d++) {
        for (int64_t h = pass->taps.row; h < pass->taps.row + pass->taps.rows; h++) {
            const int64_t line = d * c->kernel_spatial[CONV_D] + h * c->kernel_spatial[CONV_H];
            to = pack_line(w, pass, cols, kernel + line * w->type->operand,
                           pass->steps[0].registers, to);
        }
    }
    return to;
}

/* The columns of a block; kernel points to the first of them and the pass's first input channel. */
static void pack_taps(const struct work *w, const struct pass *pass, int64_t cols,
                      const char *kernel) {
    const struct sdyrt_conv *c = w->conv;
    char *to = w->strips;
    for (int64_t col = 0; col < cols; col += AMX_LINES) {
        to = pack_strip(w, pass, minimum(AMX_LINES, cols - col),
                        kernel + col * c->kernel_out * w->type->operand, to);
    }
}

/* Pixels that are multiplied one behind the other: rows of so many pixels of the result, of which
   one begins `pitch` pixels behind the one before. What lies between two is multiplied with them,
   and left. */
struct run {
    int64_t rows, width, pitch;
    char *out;
    int64_t out_line, out_pixel; /* bytes from one row to the next, and from one pixel */
};

static int64_t run_pixels(const struct run *run) {
    return (run->rows - 1) * run->pitch + run->width;
}

/* Some sums, the first of which is that of the run's pixel `first`. */
static void store_run(const struct work *w, const struct run *run, struct product_sums sums,
                      int64_t first, int accumulate) {
    const int64_t end = first + sums.rows;
    const char *from = sums.at;
    for (int64_t at = first, next; at < end; at = next) {
        const int64_t row = at / run->pitch, pixel = at % run->pitch;
        next = minimum(end, (row + 1) * run->pitch);
        sums.at = from + (at - first) * sums.row * (int64_t)sizeof(uint32_t);
        sums.rows = minimum(next, row * run->pitch + run->width) - at;
        if (sums.rows > 0) {
            w->type->store(&sums, run->out + row * run->out_line + pixel * run->out_pixel,
                           run->out_pixel / (int64_t)sizeof(uint32_t), w->conv->out_channel,
                           accumulate);
        }
    }
}

/* A run, block by block of nearly the same size. */
static void multiply_run(struct work *w, struct amx_product x, const struct run *run) {
    uint32_t sums[AMX_BLOCK * AMX_BLOCK];
    const int64_t pixels = run_pixels(run), blocks = pieces(pixels, AMX_BLOCK);
    const int is_direct = run->rows == 1 && w->conv->out_channel == 1 && x.cols % AMX_LINES == 0;
    for (int64_t block = 0, at = 0; block < blocks; block++, at += x.rows) {
        struct amx_product some = x;
        x.rows = (pixels - at + blocks - block - 1) / (blocks - block);
        some.rows = x.rows;
        some.a += at * x.a_row;
        if (w->set_rows != some.rows || w->set_line != some.line) {
            sdyrt_amx_set(some.rows, some.line);
            w->set_rows = some.rows;
            w->set_line = some.line;
        }
        if (is_direct) {
            some.c = run->out + at * run->out_pixel;
            some.c_row = run->out_pixel;
            sdyrt_amx_multiply(w->type->kind, &some);
            continue;
        }
        some.c = (char *)sums;
        some.c_row = AMX_BLOCK * (int64_t)sizeof *sums;
        some.accumulate = 0;
        sdyrt_amx_multiply(w->type->kind, &some);
        store_run(w, run, (struct product_sums){sums, some.rows, some.cols, AMX_BLOCK}, at,
                  x.accumulate);
    }
}

/* Whether rows of a plane are one run, though there is something between them: registers that go on
   in the next row are fuller than those that end with one. Example: 7 pixels of a row fill 7 lines
   of 16, and 7 such rows a register each; 9 pixels apart they are 61 lines, and fill four. Moving
   the sums takes about an eighth of the time of making them. */
static int is_one_run(const struct run *plane) {
    const int64_t apart = plane->rows * pieces(plane->width, AMX_BLOCK);
    return plane->pitch > plane->width && 8 * pieces(run_pixels(plane), AMX_BLOCK) <= 7 * apart;
}

/* All pixels of the box by the columns that are packed, to `out` and behind it. Rows that follow on
   each other in what is read and in the result are one. */
static void multiply_rows(struct work *w, const struct pass *pass, struct amx_product x,
                          char *out) {
    const struct sdyrt_conv *c = w->conv;
    const int64_t pixel = w->plan->copies ? pass->slab.channels : c->in_spatial[CONV_W];
    const int64_t line = w->plan->copies ? pass->slab.width * pixel : c->in_spatial[CONV_H];
    const int64_t rows = w->box->row_end - w->box->row, width = c->out_size[CONV_W];
    const int64_t planes = w->box->plane_end - w->box->plane;
    const int64_t a_row = c->stride[CONV_W] * pixel, a_line = c->stride[CONV_H] * line;
    const int64_t size = sizeof(uint32_t), out_row = c->out_spatial[CONV_W];
    struct run run = {rows,
                      width,
                      a_row > 0 && a_line % a_row == 0 ? a_line / a_row : 0,
                      out,
                      c->out_spatial[CONV_H] * size,
                      out_row * size};
    const int64_t step = is_one_run(&run) ? rows : 1;
    int64_t a, to, next_a = 0, next_to = 0;
    run.rows = step;
    x.a_row = a_row * pass->unit;
    locate_row(c, w->plan, w->box, &pass->slab, 0, &a, &to);
    for (int64_t n = step; n <= planes * rows; n += step) {
        if (n < planes * rows) {
            locate_row(c, w->plan, w->box, &pass->slab, n, &next_a, &next_to);
            if (step == 1 && next_a == a + run.width * a_row &&
                next_to == to + run.width * out_row) {
                run.width += width;
                continue;
            }
        }
        x.a = (const char *)pass->view.base + a * pass->unit;
        run.out = out + to * size;
        run.pitch = step == 1 ? run.width : run.pitch;
        multiply_run(w, x, &run);
        a = next_a;
        to = next_to;
        run.width = width;
    }
}

/* Of a packed strip of all passes, each with room for what is written behind it. */
static int64_t strip_bytes(const struct sdyrt_conv *c, const struct sdyrt_conv_plan *plan) {
    int64_t bytes = 0;
    for (int64_t first = 0; first < c->in_channels; first += plan->channels) {
        const int64_t channels = minimum(plan->channels, c->in_channels - first);
        for (int64_t row = 0; row < c->kernel_size[CONV_H]; row += plan->tap_rows) {
            const int64_t rows = minimum(plan->tap_rows, c->kernel_size[CONV_H] - row);
            bytes += conv_tiles_bytes(c, channels, rows) + AMX_TILE;
        }
    }
    return bytes;
}

/* A pass over the channels from `first` on, of so many rows of a task. */
static void begin_pass(const struct work *w, struct pass *pass, int64_t first, int64_t rows) {
    const struct sdyrt_conv *c = w->conv;
    pass->channels = minimum(w->plan->channels, c->in_channels - first);
    pass->slab = slab_of(c, rows, pieces(pass->channels * w->type->operand, GROUP));
    pass->view = view_of_slab(c, &pass->slab, NULL);
    pass->unit = GROUP;
    pass->taps = (struct taps){0, 0};
}

/* Goes to its first, or its next rows of taps; 0: there are no more. */
static int next_taps(const struct work *w, struct pass *pass) {
    if (pass->taps.rows > 0) {
        pass->before += pass->registers * pass->line * AMX_LINES + AMX_TILE;
    }
    pass->taps.row += pass->taps.rows;
    pass->taps.rows = minimum(w->plan->tap_rows, w->conv->kernel_size[CONV_H] - pass->taps.row);
    if (pass->taps.rows > 0) {
        find_steps(w, pass);
    }
    return pass->taps.rows > 0;
}

static void add_taps(struct work *w, struct pass *pass, const char *kernel, char *out,
                     int accumulate) {
    const struct sdyrt_conv *c = w->conv;
    struct amx_product x = {.strip = w->strips,
                            .line = pass->line,
                            .strip_bytes = pass->registers * pass->line * AMX_LINES,
                            .steps = pass->steps,
                            .step_count = pass->step_count,
                            .accumulate = accumulate};
    if (c->packed) {
        x.strip_bytes = strip_bytes(c, w->plan);
    }
    for (int64_t col = w->box->col; col < w->box->col_end; col += AMX_BLOCK) {
        x.cols = minimum(AMX_BLOCK, w->box->col_end - col);
        if (c->packed) {
            x.strip = w->packed + col / AMX_LINES * x.strip_bytes + pass->before;
        } else {
            pack_taps(w, pass, x.cols, kernel + col * c->kernel_out * w->type->operand);
        }
        multiply_rows(w, pass, x, out + col * c->out_channel * (int64_t)sizeof(uint32_t));
    }
}

static void copy_slab(const struct work *w, const struct pass *pass, const char *in,
                      uint32_t *copy) {
#if SDYRT_HAS_CONV_NARROW
    if (w->type->kind == AMX_BF16) {
        sdyrt_conv_copy_slab_bf16(w->conv, w->box, &pass->slab, pass->channels,
                                  (const uint16_t *)(const void *)in, copy);
        return;
    }
#endif
    SDYRT_IF(CONV_PAIRS, copy_slab_quads(w->conv, w->box, &pass->slab, pass->channels,
                                         (const uint8_t *)in, copy);)
}

/* What the pass reads, whose first channel `in` points to: as it lies, or copied. */
static void view_input(const struct work *w, struct pass *pass, const char *in, uint32_t *copy) {
    if (w->plan->copies) {
        copy_slab(w, pass, in, copy);
        pass->view.base = copy;
    } else {
        pass->view = view_of_input(w->conv, pass->channels, in);
        pass->unit = w->type->operand;
    }
}

/* Strips one behind the other, of each pass after pass. */
void sdyrt_conv_pack_tiles(const struct sdyrt_conv *c, const struct sdyrt_conv_plan *plan,
                           struct conv_strip panel, const void *kernel, void *packed,
                           char *scratch) {
    const struct amx_type *type = &types[c->type];
    const struct work w = {.conv = c, .plan = plan, .type = type, .room = scratch};
    const int64_t strip = strip_bytes(c, plan);
    char *to = (char *)packed + panel.col / AMX_LINES * strip;
    const int64_t end = minimum(panel.col + AMX_BLOCK, c->out_channels);
    for (int64_t col = panel.col; col < end; col += AMX_LINES) {
        struct pass pass = {.before = 0};
        for (int64_t first = 0; first < c->in_channels; first += plan->channels) {
            const int64_t at = first * c->kernel_in + col * c->kernel_out;
            begin_pass(&w, &pass, first, 1);
            while (next_taps(&w, &pass)) {
                pack_strip(&w, &pass, minimum(AMX_LINES, end - col),
                           (const char *)kernel + at * type->operand, to + pass.before);
            }
        }
        to += strip;
    }
}

void sdyrt_conv_tiles(const struct sdyrt_conv *c, const struct sdyrt_conv_plan *plan,
                      const struct conv_box *box, const void *in, const void *kernel, void *out,
                      char *scratch) {
    const struct amx_type *type = &types[c->type];
    const struct sdyrt_conv seen = conv_tiles_seen(c);
    struct work w = {.conv = &seen,
                     .plan = plan,
                     .box = box,
                     .type = type,
                     .packed = kernel,
                     .strips = scratch,
                     .room = scratch + CONV_TILES_STRIPS};
    struct pass pass = {.before = 0};
    uint32_t *copy = (uint32_t *)(void *)(scratch + CONV_PANEL_LIMIT);
    for (int64_t first = 0; first < c->in_channels; first += plan->channels) {
        begin_pass(&w, &pass, first, box->row_end - box->row);
        view_input(&w, &pass, (const char *)in + first * c->in_channel * type->operand, copy);
        while (next_taps(&w, &pass)) {
            add_taps(&w, &pass, (const char *)kernel + first * c->kernel_in * type->operand, out,
                     first > 0 || pass.taps.row > 0);
        }
    }
    sdyrt_amx_release();
}

#else

void sdyrt_conv_pack_tiles(const struct sdyrt_conv *conv, const struct sdyrt_conv_plan *plan,
                           struct conv_strip panel, const void *kernel, void *packed,
                           char *scratch) {
    (void)conv, (void)plan, (void)panel, (void)kernel, (void)packed, (void)scratch;
}

void sdyrt_conv_tiles(const struct sdyrt_conv *conv, const struct sdyrt_conv_plan *plan,
                      const struct conv_box *box, const void *in, const void *kernel, void *out,
                      char *scratch) {
    (void)conv, (void)plan, (void)box, (void)in, (void)kernel, (void)out, (void)scratch;
}

#endif
