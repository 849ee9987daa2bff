/* What each way of convolving can compute, and how it divides a part into tasks and passes. How it
   is divided decides how much is copied, packed and read again; the routes by pixels, of f32, bytes
   and bf16, divide a part alike, so that processors have the same tasks. */
#include "conv_make.h"

#include "conv_batch.h"
#include "conv_split.h"
#include "conv_tiles.h"
#include "product_few.h"

/* The least that a task has of channels, or of images: a panel of f32. */
enum { PANEL_COLS = SDYRT_PANEL_BYTES / (int)sizeof(float) };

/* --- questions --- */

/* Whether some pixel meets the padding. */
static int is_padded(const struct sdyrt_conv *c) {
    for (int dim = 0; dim < SDYRT_CONV_RANK; dim++) {
        int64_t last = (c->out_size[dim] - 1) * c->stride[dim] - c->pad_low[dim] +
                       (c->kernel_size[dim] - 1) * c->kernel_dilation[dim];
        if (c->pad_low[dim] > 0 || last >= c->in_size[dim]) {
            return 1;
        }
    }
    return 0;
}

/* Input positions that n positions of the result reach across. */
static int64_t reach(const struct sdyrt_conv *c, int dim, int64_t n) {
    return (n - 1) * c->stride[dim] + (c->kernel_size[dim] - 1) * c->kernel_dilation[dim] + 1;
}

int64_t conv_slab_bytes(const struct sdyrt_conv *c, const struct sdyrt_conv_plan *plan) {
    return plan->planes * c->kernel_size[CONV_D] * reach(c, CONV_H, plan->rows) *
           reach(c, CONV_W, c->out_size[CONV_W]) * (int64_t)sdyrt_product_result_size(c->type);
}

/* What is left for the last of pieces of so much. */
static int64_t last_piece(int64_t count, int64_t piece) {
    return count > 0 ? count - (pieces(count, piece) - 1) * piece : piece;
}

static int64_t count_tasks(const struct sdyrt_conv_plan *plan) {
    return pieces(plan->plane_count, plan->planes) * pieces(plan->row_count, plan->rows) *
           pieces(plan->col_count, plan->cols);
}

int conv_is_far(const struct sdyrt_conv *c) {
    const int64_t size = (int64_t)sdyrt_product_operand_size(c->type);
    const int64_t in = c->batch * c->in_size[CONV_D] * c->in_size[CONV_H] * c->in_size[CONV_W];
    const struct sdyrt_machine_class least = sdyrt_machine_of_set(SDYRT_SET_BASELINE);
    return c->in_channels * (in + c->out_channels * taps_of(c)) * size >
           least.cache_bytes[SDYRT_LEVEL_FAR];
}

/* --- by pixels --- */

/* Few results of very many terms each, as the gradient of a kernel has: some tasks more, by panels
   of channels, then images, then rows. */
static void divide_long_sums(const struct sdyrt_conv *c, struct sdyrt_conv_plan *plan) {
    int64_t terms = taps_of(c) * c->in_channels * plan->plane_count * plan->row_count *
                    c->out_size[CONV_W] * plan->col_count;
    while (count_tasks(plan) < CONV_FEW_TASKS &&
           terms / maximum(count_tasks(plan), 1) > CONV_TASK_TERMS) {
        if (plan->cols > PANEL_COLS) {
            plan->cols = even_piece(plan->col_count, plan->cols / 2, PANEL_COLS);
        } else if (plan->planes > 1) {
            plan->planes = pieces(plan->planes, 2);
        } else if (plan->rows > 1) {
            plan->rows = pieces(plan->rows, 2);
        } else {
            return;
        }
    }
}

static void divide_pixels(const struct sdyrt_conv *c, struct sdyrt_conv_plan *plan) {
    int64_t width = maximum(c->out_size[CONV_W], 1), height = c->out_size[CONV_H];
    plan->plane_count = c->batch * c->out_size[CONV_D];
    plan->row_count = height;
    plan->col_count = c->out_channels;
    plan->planes = 1;
    plan->rows = even_piece(height, CONV_TASK_PIXELS / width, 1);
    if (height * width * 2 <= CONV_TASK_PIXELS) {
        plan->planes =
            even_piece(plan->plane_count, CONV_TASK_PIXELS / maximum(height * width, 1), 1);
    }
    plan->cols = even_piece(plan->col_count, CONV_TASK_COLS, CONV_MIN_COLS);
    while (plan->cols > CONV_MIN_COLS && count_tasks(plan) < CONV_MIN_TASKS) {
        plan->cols = even_piece(plan->col_count, plan->cols / 2, CONV_MIN_COLS);
    }
    divide_long_sums(c, plan);
}

/* Tasks where the kernel is packed, so that it costs nothing but reading to have it for fewer
   pixels at a time: images or channels are halved, as less is read again, and copied. The passes
   stay as they are, for the same bits. */
static void divide_packed(const struct sdyrt_conv *c, struct sdyrt_conv_plan *plan) {
    const int64_t in = c->in_size[CONV_D] * c->in_size[CONV_H] * c->in_size[CONV_W];
    const int64_t read = c->batch * minimum(in, taps_of(c) * pixels_of(c)) * (plan->copies ? 2 : 1);
    const int64_t kernel = taps_of(c) * c->out_channels;
    plan->cols = even_piece(plan->col_count, CONV_TASK_COLS, CONV_MIN_COLS);
    while (count_tasks(plan) < CONV_MIN_TASKS && (plan->cols > CONV_MIN_COLS || plan->planes > 1)) {
        const int64_t again = kernel * pieces(plan->plane_count, plan->planes);
        const int is_less = again <= read * pieces(plan->col_count, plan->cols);
        if (plan->planes > 1 && (is_less || plan->cols <= CONV_MIN_COLS)) {
            plan->planes = even_piece(plan->plane_count, plan->planes / 2, 1);
        } else {
            plan->cols = even_piece(plan->col_count, plan->cols / 2, CONV_MIN_COLS);
        }
    }
    divide_long_sums(c, plan);
}

/* Whether the taps of a row lie side by side in the input, as the patches of an image do. */
static int has_dense_rows(const struct sdyrt_conv *c) {
    return c->in_channel == 1 && c->in_spatial[CONV_W] == c->in_channels &&
           c->kernel_dilation[CONV_W] == 1;
}

int64_t conv_stretches(const struct sdyrt_conv *c, const struct sdyrt_conv_plan *plan) {
    int merged = plan->copies ? c->kernel_dilation[CONV_W] == 1
                              : has_dense_rows(c) && plan->channels == c->in_channels;
    return merged ? c->kernel_size[CONV_D] * c->kernel_size[CONV_H] : taps_of(c);
}

int conv_is_gradient(const struct sdyrt_conv *c) {
    return c->out_size[CONV_W] < 8 && c->kernel_size[CONV_W] > c->out_size[CONV_W];
}

/* Whether the rows of its kernel are the longest stretches of the contraction that there are, and
   all of its taps more than a pass takes: a kernel as large as its image. */
static int is_line_shaped(const struct sdyrt_conv *c) {
    return taps_of(c) > CONV_MAX_STEPS && c->kernel_size[CONV_W] > c->in_channels;
}

/* Whether the copies fit where stretches of the contraction are rows of the kernel, one for each
   channel; decides the taps and channels of a pass. */
static int fits_lines(const struct sdyrt_conv *c, struct sdyrt_conv_plan *plan) {
    int64_t depth = CONV_PANEL_LIMIT / SDYRT_PANEL_BYTES, slab = conv_slab_bytes(c, plan);
    int64_t lines = minimum(depth / maximum(c->kernel_size[CONV_W], 1), CONV_MAX_STEPS);
    plan->tap_rows = c->kernel_size[CONV_H];
    if (taps_of(c) == 0 || c->in_channels == 0 || c->out_size[CONV_W] == 0 ||
        slab > CONV_SLAB_LIMIT || lines < c->kernel_size[CONV_D]) {
        return 0;
    }
    plan->copies = 1;
    plan->channels = minimum(c->in_channels, CONV_SLAB_LIMIT / slab);
    plan->channels = minimum(plan->channels, lines / c->kernel_size[CONV_D]);
    plan->tap_rows = lines / c->kernel_size[CONV_D] / plan->channels;
    plan->tap_rows = even_piece(c->kernel_size[CONV_H], plan->tap_rows, 1);
    return 1;
}

/* Whether the channels of the result are so few that a vector of them would be empty for the most
   part, and stretches of the contraction are dense and fill several vectors. */
static int is_few(const struct sdyrt_conv *c, const struct sdyrt_conv_plan *plan) {
    const int64_t size = (int64_t)sdyrt_product_result_size(c->type);
    const int merged = conv_stretches(c, plan) < taps_of(c) || c->kernel_size[CONV_W] == 1;
    const int64_t stretch = (merged ? c->kernel_size[CONV_W] : 1) * plan->channels;
    return c->out_channels <= SDYRT_DOTS_ROWS && (plan->copies || c->in_channel == 1) &&
           stretch * size >= SDYRT_PANEL_BYTES;
}

/* The same where stretches are taps, or rows of them that lie side by side. */
static int fits_taps(const struct sdyrt_conv *c, struct sdyrt_conv_plan *plan) {
    int64_t taps = taps_of(c), panel_depth = CONV_PANEL_LIMIT / SDYRT_PANEL_BYTES;
    plan->tap_rows = c->kernel_size[CONV_H];
    if (taps == 0 || taps > panel_depth || c->in_channels == 0 || c->out_size[CONV_W] == 0) {
        return 0;
    }
    plan->copies =
        plan->copies || is_padded(c) || (c->in_channel != 1 && taps > 1) || paired(c->type) > 1;
    int64_t channels = maximum(CONV_PASS_TERMS / taps, 1);
    if (plan->copies) {
        channels = minimum(channels, CONV_SLAB_LIMIT / conv_slab_bytes(c, plan));
    } else if (has_dense_rows(c) && taps * c->in_channels <= panel_depth) {
        channels = c->in_channels;
    }
    channels *= paired(c->type);
    plan->channels = even_piece(c->in_channels, channels, 16);
    while (plan->channels > channels && plan->channels > 1) {
        plan->channels--; /* the multiple of 16 may have gone over the limit */
    }
    return channels > 0 && conv_stretches(c, plan) <= CONV_MAX_STEPS;
}

int conv_make_lines(const struct sdyrt_conv *c, const struct sdyrt_machine_class *class,
                    struct sdyrt_conv_plan *plan) {
    struct sdyrt_conv wide = *c;
    (void)class;
    divide_pixels(c, plan);
    if (is_narrow(c->type) && !fits_taps(c, plan)) {
        return 0;
    }
    wide.type = is_narrow(c->type) ? (int64_t)SDYRT_PRODUCT_F32 : c->type;
    if (!fits_lines(&wide, plan)) {
        return 0;
    }
    if (c->packed && is_number(c->type)) {
        divide_packed(c, plan);
    }
    return 1;
}

int conv_make_pixels(const struct sdyrt_conv *c, const struct sdyrt_machine_class *class,
                     struct sdyrt_conv_plan *plan) {
    struct sdyrt_conv wide = *c;
    (void)class;
    divide_pixels(c, plan);
    if (!fits_taps(c, plan)) {
        return 0;
    }
    if (is_narrow(c->type)) {
        wide.type = SDYRT_PRODUCT_F32;
        return fits_taps(&wide, plan);
    }
    if (c->packed) {
        divide_packed(c, plan);
    }
    return 1;
}

int conv_make_few(const struct sdyrt_conv *c, const struct sdyrt_machine_class *class,
                  struct sdyrt_conv_plan *plan) {
    return conv_make_pixels(c, class, plan) && is_few(c, plan);
}

/* Pixels have channels side by side, on both sides. */
int conv_make_split(const struct sdyrt_conv *c, const struct sdyrt_machine_class *class,
                    struct sdyrt_conv_plan *plan) {
    const int accepts = class->has_amx && !c->direct && c->in_channel == 1 && c->out_channel == 1;
    return accepts &&
           (is_line_shaped(c) ? conv_make_lines(c, class, plan) : conv_make_pixels(c, class, plan));
}

/* Bytes and bf16 for which processors have instructions keep the division that they are given. */
static void divide_narrow(const struct sdyrt_conv *c, struct sdyrt_conv_plan *plan) {
    if (plan->planes == 0) {
        divide_pixels(c, plan);
    }
}

int conv_make_pairs(const struct sdyrt_conv *c, const struct sdyrt_machine_class *class,
                    struct sdyrt_conv_plan *plan) {
    divide_narrow(c, plan);
    return (c->type != SDYRT_PRODUCT_BF16_F32 || class->has_bf16) && fits_taps(c, plan);
}

/* Whether pixels of the input have their channels side by side, in whole groups, so that registers
   are filled from where they lie. Bytes fill whole lines of them, for nothing may be read that is
   behind the last pixel. */
static int lies_in_groups(const struct sdyrt_conv *c) {
    const int64_t size = (int64_t)sdyrt_product_operand_size(c->type), group = GROUP / size;
    const int64_t whole = c->type == SDYRT_PRODUCT_BF16_F32 ? group : AMX_LINE / size;
    int64_t rest = c->in_channels % whole + c->in_batch % group;
    for (int dim = 0; dim < SDYRT_CONV_RANK; dim++) {
        rest += c->in_spatial[dim] % group;
    }
    return c->in_channel == 1 && rest == 0;
}

/* Whether pixels of a task lie apart, and so far that they do not stay near for the next channels:
   what is between them takes part of a line of the cache, or of the sets of its lines. */
static int is_scattered(const struct sdyrt_conv *c, const struct sdyrt_conv_plan *plan) {
    const int64_t pixels = plan->planes * plan->rows * c->out_size[CONV_W];
    const int64_t bytes = c->in_spatial[CONV_W] * (int64_t)sdyrt_product_operand_size(c->type);
    return c->in_spatial[CONV_W] > c->in_channels && pixels * bytes > SDYRT_MIDDLE_CACHE;
}

/* As fits_taps has it, where nothing is copied: taps of a row are one, or lie side by side. */
static int fits_in_place(const struct sdyrt_conv *c, struct sdyrt_conv_plan *plan) {
    const int64_t taps = taps_of(c), size = (int64_t)sdyrt_product_operand_size(c->type);
    if (taps == 0 || c->in_channels == 0 || is_padded(c) || !lies_in_groups(c) ||
        is_scattered(c, plan)) {
        return 0;
    }
    plan->tap_rows = c->kernel_size[CONV_H];
    plan->channels = even_piece(
        c->in_channels, maximum(CONV_PASS_TERMS / taps, 1) * paired(c->type), AMX_LINE / size);
    return (c->kernel_size[CONV_W] == 1 ||
            (has_dense_rows(c) && plan->channels == c->in_channels)) &&
           conv_stretches(c, plan) <= CONV_MAX_STEPS && conv_tiles_fit(c, plan);
}

int conv_make_tiles(const struct sdyrt_conv *c, const struct sdyrt_machine_class *class,
                    struct sdyrt_conv_plan *plan) {
    const struct sdyrt_conv seen = conv_tiles_seen(c);
    divide_narrow(c, plan);
    return class->has_amx &&
           (fits_in_place(&seen, plan) || (fits_taps(&seen, plan) && conv_tiles_fit(&seen, plan)));
}

/* --- by Winograd's transforms --- */

/* Floats of scratch for a task of the Winograd route, as conv_winograd.c lays it out. */
static int64_t winograd_scratch(const struct sdyrt_conv *c, const struct sdyrt_conv_plan *plan) {
    const int64_t panel = SDYRT_PANEL_BYTES / (int64_t)sizeof(float);
    int64_t across = pieces(c->out_size[CONV_W], 2), down = pieces(plan->rows, 2);
    int64_t tiles = plan->planes * down * across;
    int64_t slab = plan->planes * (2 * down + 2) * (2 * across + 2);
    int64_t per_channel =
        (CONV_TILE_TAPS + CONV_TILE_PARTS) * panel + CONV_TILE_PARTS * tiles + slab;
    return per_channel * plan->channels +
           CONV_TILE_PARTS * (tiles * plan->cols + 3 * CONV_PARTS_APART); /* of three arrays */
}

/* Whether images, kernel and result have two spatial dimensions alone. */
static int is_flat(const struct sdyrt_conv *c) {
    return c->kernel_size[CONV_D] == 1 && c->out_size[CONV_D] == 1 && c->in_size[CONV_D] == 1 &&
           c->pad_low[CONV_D] == 0;
}

/* Whether the kernel is 3x3 and moves by one pixel, and channels fill vectors. */
static int is_winograd_shaped(const struct sdyrt_conv *c) {
    int plane = is_flat(c);
    for (int dim = CONV_H; dim <= CONV_W; dim++) {
        plane = plane && c->kernel_size[dim] == 3 && c->stride[dim] == 1 &&
                c->kernel_dilation[dim] == 1 && c->out_size[dim] > 1;
    }
    return plane && !c->direct && c->in_channels > 0 && c->in_channels % 16 == 0 &&
           c->out_channels % 16 == 0;
}

/* Tasks of at most so many tiles, if a line of them is no more: lines of an image, or images. */
static void divide_tiles(const struct sdyrt_conv *c, int64_t most, struct sdyrt_conv_plan *plan) {
    int64_t across = pieces(c->out_size[CONV_W], 2), down = pieces(c->out_size[CONV_H], 2);
    plan->planes = 1;
    plan->rows = 2 * even_piece(down, most / across, 1);
    if (down * across * 2 <= most) {
        plan->planes = even_piece(c->batch, most / (down * across), 1);
    }
}

/* Decides the channels of a pass, for which what a task needs fits. */
int conv_make_winograd(const struct sdyrt_conv *c, const struct sdyrt_machine_class *class,
                       struct sdyrt_conv_plan *plan) {
    (void)class;
    if (!is_winograd_shaped(c)) {
        return 0;
    }
    plan->plane_count = c->batch;
    plan->row_count = c->out_size[CONV_H];
    plan->col_count = c->out_channels;
    plan->cols = even_piece(c->out_channels, CONV_MIN_COLS, PANEL_COLS);
    divide_tiles(c, CONV_TASK_TILES, plan);
    if (count_tasks(plan) < CONV_MIN_TASKS) {
        divide_tiles(c, CONV_TASK_TILES / 2, plan);
    }
    plan->channels = even_piece(c->in_channels, CONV_TILE_TERMS, 16);
    while (winograd_scratch(c, plan) * (int64_t)sizeof(float) > (int64_t)SDYRT_KERNEL_SCRATCH) {
        if (plan->channels <= 16) {
            return 0;
        }
        plan->channels -= 16;
    }
    return 1;
}

/* Halves images and channels of the result that a task has, the more first, as long as there are
   fewer than so many tasks. */
static void halve_batch(struct sdyrt_conv_plan *plan, int64_t least, int64_t tasks) {
    while (count_tasks(plan) < tasks && maximum(plan->cols, plan->planes) > least) {
        if (plan->cols >= plan->planes) {
            plan->cols = even_piece(plan->col_count, plan->cols / 2, PANEL_COLS);
        } else {
            plan->planes = even_piece(plan->plane_count, plan->planes / 2, 16);
        }
    }
}

/* The gradient of a 3x3 kernel that moved by one pixel. */
static int is_winograd_gradient(const struct sdyrt_conv *c) {
    int plane = is_flat(c);
    for (int dim = CONV_H; dim <= CONV_W; dim++) {
        plane = plane && c->out_size[dim] == 3 && c->stride[dim] == 1 &&
                c->kernel_dilation[dim] == 1 && c->kernel_size[dim] > 3;
    }
    return plane && !c->direct && c->batch % 16 == 0 && c->out_channels % 16 == 0 &&
           c->in_channels > 0;
}

/* Decides the tiles of a pass, for what a task needs as conv_winograd_gradient.c lays it out. */
int conv_make_winograd_gradient(const struct sdyrt_conv *c, const struct sdyrt_machine_class *class,
                                struct sdyrt_conv_plan *plan) {
    (void)class;
    if (!is_winograd_gradient(c)) {
        return 0;
    }
    plan->plane_count = c->batch;
    plan->row_count = plan->rows = pixels_of(c);
    plan->col_count = c->out_channels;
    plan->planes = even_piece(c->batch, CONV_MIN_COLS, 16);
    plan->cols = even_piece(c->out_channels, CONV_MIN_COLS, PANEL_COLS);
    halve_batch(plan, PANEL_COLS, CONV_FEW_TASKS);
    if (count_tasks(plan) == 1) {
        plan->planes = even_piece(c->batch, plan->planes / 2, 16);
    }
    int64_t products = CONV_TILE_PARTS * (plan->planes * plan->cols + 3 * CONV_PARTS_APART);
    int64_t slab = CONV_TILE_PARTS * plan->planes; /* of tiles that share no pixels */
    int64_t each = CONV_TILE_PARTS * (plan->planes + plan->cols) + slab;
    int64_t room = (int64_t)(SDYRT_KERNEL_SCRATCH / sizeof(float)) - products;
    plan->tiles = minimum(CONV_TILE_TERMS, room / each);
    return plan->tiles > 0;
}

/* --- by images of the batch --- */

/* Decides the taps of a pass of the batch route, so that its copy of the input fits. */
static int fits_batch(const struct sdyrt_conv *c, struct sdyrt_conv_plan *plan) {
    const struct batch_span span = batch_largest(c, plan->rows);
    const int64_t size = plan->planes * (int64_t)sdyrt_product_operand_size(c->type);
    int64_t depth = CONV_MAX_STEPS;
    for (; depth > 0; depth /= 2) {
        int64_t width = c->kernel_size[CONV_W], height = c->kernel_size[CONV_H];
        plan->tap_columns = even_piece(width, depth, 1);
        plan->tap_rows = even_piece(height, maximum(depth / plan->tap_columns, 1), 1);
        plan->channels = maximum(depth / (plan->tap_columns * plan->tap_rows), 1);
        if (plan->tap_rows < height || plan->tap_columns < width) {
            plan->channels = 1;
        }
        plan->channels = even_piece(c->in_channels * c->kernel_size[CONV_D], plan->channels, 1);
        const struct batch_pass pass = {plan->channels, plan->tap_rows, plan->tap_columns};
        const struct batch_copy copy = batch_copy(c, &span, &pass);
        if (copy.copies * copy.elements * size <= CONV_BATCH_LIMIT) {
            return 1;
        }
    }
    return 0;
}

/* Batch rows: the tasks divide batch, channels and at last pixels, which is the least for what is
   copied. Where the convolution is one of several pieces, these are tasks enough. */
int conv_make_batch(const struct sdyrt_conv *c, const struct sdyrt_machine_class *class,
                    struct sdyrt_conv_plan *plan) {
    const int is_piece = c->pieces > 1;
    (void)class;
    if (c->in_channels == 0 || taps_of(c) == 0 || pixels_of(c) == 0) {
        return 0;
    }
    plan->plane_count = c->batch;
    plan->row_count = pixels_of(c);
    plan->col_count = c->out_channels;
    plan->planes = even_piece(c->batch, is_piece ? CONV_TASK_PIXELS : CONV_TASK_IMAGES, 8);
    plan->rows = maximum(plan->row_count, 1);
    plan->cols =
        even_piece(plan->col_count, is_piece ? CONV_TASK_PIXELS : CONV_TASK_COLS, CONV_MIN_COLS);
    if (!is_piece) {
        halve_batch(plan, CONV_MIN_COLS, conv_is_far(c) ? CONV_MIN_TASKS / 2 : CONV_MIN_TASKS);
        halve_batch(plan, PANEL_COLS, CONV_FEW_TASKS);
    }
    while (!is_piece && plan->rows > 1 && count_tasks(plan) < CONV_FEW_TASKS) {
        plan->rows = pieces(plan->rows, 2);
    }
    while (!fits_batch(c, plan)) {
        if (plan->rows == 1) {
            return 0;
        }
        plan->rows = pieces(plan->rows, 2);
    }
    return 1;
}

int conv_make_split_batch(const struct sdyrt_conv *c, const struct sdyrt_machine_class *class,
                          struct sdyrt_conv_plan *plan) {
    struct conv_contraction contraction;
    return class->has_amx && !c->direct && sdyrt_conv_contraction(c, &contraction) &&
           conv_make_batch(c, class, plan);
}

/* --- as products, and other ways --- */

/* As wide as it goes and, where there are few tasks, less tall: each task reads its rows of the one
   operand and all of its columns of the other from memory. */
int conv_make_product(const struct sdyrt_conv *c, const struct sdyrt_machine_class *class,
                      struct sdyrt_conv_plan *plan) {
    struct conv_contraction contraction;
    (void)class;
    if (!sdyrt_conv_contraction(c, &contraction)) {
        return 0;
    }
    plan->plane_count = c->batch;
    plan->row_count = plan->rows = 1;
    plan->col_count = c->out_channels;
    plan->planes = even_piece(c->batch, CONV_TASK_IMAGES, 8);
    plan->cols = even_piece(c->out_channels, CONV_TASK_COLS, CONV_MIN_COLS);
    while ((count_tasks(plan) < CONV_MIN_TASKS && plan->planes > 2 * PANEL_COLS) ||
           (count_tasks(plan) < CONV_FEW_TASKS && plan->planes > PANEL_COLS)) {
        plan->planes = even_piece(c->batch, plan->planes / 2, 8);
    }
    if (count_tasks(plan) < CONV_FEW_TASKS) {
        plan->cols = even_piece(c->out_channels, CONV_TASK_COLS / 2, CONV_MIN_COLS);
    }
    return 1;
}

/* Whether all pixels of an image lie at a constant distance from each other. */
static int is_plane(const int64_t size[SDYRT_CONV_RANK], const int64_t stride[SDYRT_CONV_RANK]) {
    return (size[CONV_H] == 1 || stride[CONV_H] == size[CONV_W] * stride[CONV_W]) &&
           (size[CONV_D] == 1 || stride[CONV_D] == size[CONV_H] * size[CONV_W] * stride[CONV_W]);
}

/* Whether the kernel is a number for each pair of channels, and images are planes. */
static int is_plane_shaped(const struct sdyrt_conv *c) {
    int same = c->in_channels > 0;
    for (int dim = 0; dim < SDYRT_CONV_RANK; dim++) {
        same = same && c->kernel_size[dim] == 1 && c->stride[dim] == 1 && c->pad_low[dim] == 0 &&
               c->in_size[dim] == c->out_size[dim];
    }
    return same && is_plane(c->in_size, c->in_spatial) && is_plane(c->out_size, c->out_spatial);
}

int conv_make_planes(const struct sdyrt_conv *c, const struct sdyrt_machine_class *class,
                     struct sdyrt_conv_plan *plan) {
    (void)class;
    if (!is_plane_shaped(c) ||
        c->out_channel == 1) { /* by pixels there, whose kernels are packed */
        return 0;
    }
    plan->plane_count = c->batch;
    plan->row_count = pixels_of(c);
    plan->col_count = c->out_channels;
    plan->planes = 1;
    const struct sdyrt_product_phase phase = {.type = c->type,
                                              .batch = c->batch,
                                              .m = plan->col_count,
                                              .n = plan->row_count,
                                              .k = c->in_channels};
    sdyrt_product_tile(&phase, &plan->cols, &plan->rows);
    return 1;
}

/* One image by one channel of the kernel, whose rows are dense. */
int conv_make_dots(const struct sdyrt_conv *c, const struct sdyrt_machine_class *class,
                   struct sdyrt_conv_plan *plan) {
    (void)class;
    divide_pixels(c, plan);
    return c->batch == 1 && c->out_channels == 1 && c->kernel_dilation[CONV_W] == 1 &&
           c->kernel_spatial[CONV_W] == 1 && c->in_spatial[CONV_W] == 1;
}

int conv_make_depthwise(const struct sdyrt_conv *c, const struct sdyrt_machine_class *class,
                        struct sdyrt_conv_plan *plan) {
    (void)class;
    divide_pixels(c, plan);
    return c->feature_groups * c->batch_groups > 1;
}

int conv_make_plain(const struct sdyrt_conv *c, const struct sdyrt_machine_class *class,
                    struct sdyrt_conv_plan *plan) {
    (void)class;
    divide_pixels(c, plan);
    return c->feature_groups * c->batch_groups == 1;
}

/* --- products --- */

/* Taps at the ends of a row have fewer pixels: what wants many of them is no plan for all. */
void conv_choose_product(const struct sdyrt_product *product, int64_t route,
                         const struct sdyrt_machine_class *class,
                         struct sdyrt_product_choice *choice) {
    sdyrt_product_choose(product, class, choice);
    if (route == SDYRT_CONV_PLAIN && choice->plan.route == SDYRT_PRODUCT_TINY) {
        sdyrt_product_plan_by(SDYRT_PRODUCT_PANELS, product, class, &choice->plan, &choice->cycles);
    }
}

void conv_make_products(const struct sdyrt_conv *c, const struct sdyrt_machine_class *class,
                        struct sdyrt_conv_plan *plan) {
    if (!sdyrt_conv_is(plan->route, CONV_PRODUCTS)) {
        return;
    }
    const struct sdyrt_product whole =
        sdyrt_conv_product(c, plan->route, plan->planes, plan->rows, plan->cols);
    const struct sdyrt_product last = sdyrt_conv_product(
        c, plan->route, last_piece(plan->plane_count, plan->planes),
        last_piece(plan->row_count, plan->rows), last_piece(plan->col_count, plan->cols));
    for (int shape = 0; shape < SDYRT_CONV_SHAPES; shape++) {
        struct sdyrt_product product = whole;
        struct sdyrt_product_choice choice;
        const int fewer_rows = (shape & SDYRT_CONV_FEWER_ROWS) != 0;
        const int fewer_columns = (shape & SDYRT_CONV_FEWER_COLUMNS) != 0;
        product.m = fewer_rows ? last.m : whole.m;
        product.n = fewer_columns ? last.n : whole.n;
        if (fewer_rows <= (last.m < whole.m) && fewer_columns <= (last.n < whole.n)) {
            conv_choose_product(&product, plan->route, class, &choice);
            plan->products[shape] = choice.plan;
        }
    }
}

/* --- what all have in common --- */

/* Whether a task of pixels takes its input in place and each panel of the kernel once, and has room
   for all of its panels: they are packed at its beginning, if they are not already. */
static int takes_blocks(const struct sdyrt_conv *c, const struct sdyrt_conv_plan *plan) {
    const int64_t panels = pieces(plan->cols, panel_width(c->type));
    const int64_t bytes = panels * taps_of(c) * c->in_channels * SDYRT_PANEL_BYTES;
    return !plan->copies && plan->channels == c->in_channels &&
           plan->tap_rows == c->kernel_size[CONV_H] &&
           (c->packed || bytes <= CONV_PANEL_LIMIT + CONV_SLAB_LIMIT);
}

/* Whether it has blocks of so few pixels that their channels are still in a near cache when they
   are reported, all panels of the kernel after each other; smaller blocks of the other routes would
   copy or pack something again. Where narrow types copy the input, taps in one line read no pixel
   twice; without AMX their kernels are packed for each block. */
static int has_blocks(const struct sdyrt_conv *c, const struct sdyrt_conv_plan *plan) {
    switch (plan->route) {
    case SDYRT_CONV_DEPTHWISE:
        return 1;
    case SDYRT_CONV_PIXELS:
    case SDYRT_CONV_FEW:
    case SDYRT_CONV_LINES:
        return is_number(c->type) && takes_blocks(c, plan);
    case SDYRT_CONV_TILES:
        return c->packed && c->kernel_size[CONV_D] == 1 && c->kernel_size[CONV_H] == 1;
    default:
        return 0;
    }
}

/* Many pixels, for each block of them reads all of a packed kernel; or the whole task, where a
   packed kernel has no room. */
static void divide_split_blocks(const struct sdyrt_conv *c, struct sdyrt_conv_plan *plan) {
    const int64_t width = maximum(c->out_size[CONV_W], 1);
    const int64_t packed = pieces(plan->cols, AMX_BLOCK) * conv_split_panel(c);
    if (c->packed || packed <= CONV_SPLIT_STRIPS) {
        plan->block_rows = even_piece(plan->rows, CONV_SPLIT_PIXELS / width, 1);
        plan->block_planes =
            plan->rows * width < CONV_SPLIT_PIXELS
                ? even_piece(plan->planes, CONV_SPLIT_PIXELS / (plan->rows * width), 1)
                : 1;
    }
}

/* Of bytes and bf16: strips for AMX (conv_amx.c), which are more than the dense kernel. A line of
   bytes of a strip ends with a register, and behind each pass there is room for one. */
static int64_t grouped_elements(const struct sdyrt_conv *c, const struct sdyrt_conv_plan *plan) {
    const int64_t size = (int64_t)sdyrt_product_operand_size(c->type);
    struct sdyrt_conv_plan pixels = *plan;
    pixels.copies = 0;
    if (!fits_taps(c, &pixels)) {
        return 0;
    }
    int64_t bytes = 0;
    for (int64_t first = 0; first < c->in_channels; first += pixels.channels) {
        const int64_t channels = minimum(pixels.channels, c->in_channels - first);
        const int64_t groups = pieces(channels * size, GROUP) * GROUP;
        bytes += taps_of(c) * (groups + (size == 1 ? AMX_LINE : 0)) * AMX_BLOCK +
                 pieces(c->kernel_size[CONV_H], pixels.tap_rows) * 2 * AMX_TILE;
    }
    return bytes / size;
}

static int64_t panel_elements(const struct sdyrt_conv *c, const struct sdyrt_conv_plan *plan) {
    const int64_t width = panel_width(c->type);
    switch (plan->route) {
    case SDYRT_CONV_TILES:
    case SDYRT_CONV_PAIRS:
        return grouped_elements(c, plan);
    case SDYRT_CONV_PIXELS:
    case SDYRT_CONV_FEW:
    case SDYRT_CONV_LINES:
        return is_narrow(c->type) ? grouped_elements(c, plan) : taps_of(c) * c->in_channels * width;
    case SDYRT_CONV_SPLIT:
        return conv_split_panel(c) / (int64_t)sizeof(float);
    case SDYRT_CONV_WINOGRAD:
        return is_narrow(c->type)
                   ? grouped_elements(c, plan)
                   : CONV_TILE_PARTS * (c->in_channels * width +
                                        pieces(c->in_channels, plan->channels) * CONV_PARTS_APART);
    default:
        return 0;
    }
}

void conv_make_blocks(const struct sdyrt_conv *c, struct sdyrt_conv_plan *plan) {
    const int64_t width = maximum(c->out_size[CONV_W], 1);
    plan->tasks = count_tasks(plan);
    plan->panel = panel_elements(c, plan);
    plan->block_planes = plan->planes;
    plan->block_rows = plan->rows;
    if (plan->route == SDYRT_CONV_SPLIT) {
        divide_split_blocks(c, plan);
    } else if (has_blocks(c, plan)) {
        plan->block_rows = even_piece(plan->rows, CONV_BLOCK_PIXELS / width, 1);
        plan->block_planes = 1;
        if (plan->rows * width * 2 <= CONV_BLOCK_PIXELS) {
            plan->block_planes =
                even_piece(plan->planes, CONV_BLOCK_PIXELS / maximum(plan->rows * width, 1), 1);
        }
    }
}
