#include "conv_plan.h"

#include "conv_batch.h"
#include "conv_shape.h"
#include "product_few.h"
#include "product_split.h"

#include <string.h>

enum {
    TASK_COLS = 256,
    BLOCK_PIXELS = 64, /* that are reported at a time */
    MIN_COLS = 64,
    LEAST_COLS = 32, /* of a panel of f32 */
    MIN_TASKS = 16,
    FEW_TASKS = 4,         /* to share work where each packs the kernel again */
    LEAST_TASKS = 3,       /* where each copies the input, */
    SOME_TASKS = 8,        /* where each reads both operands, */
    FAR_BYTES = 8 << 20,   /* and they are so large that they come from memory each time */
    TASK_TERMS = 32 << 20, /* products that are added in a task which is not worth sharing */
    FEW_IMAGES = 16,
    TASK_IMAGES = 128, /* of CONV_BATCH and CONV_PRODUCT */
    WHOLE = 512,       /* images, and channels, of a task that is one piece of a long sum */
    LEAST_PIECES = 4,  /* of such a sum, which are the tasks, */
    MOST_PIECES = 8,   /* for each has its own result */
    LEAST_IMAGES = 32, /* that share the packing of the kernel */
    WIDE_COLS = 128,   /* which share that of the images */
    PASS_DEPTH = 768,  /* terms of a sum in one pass over the result */
    LEAST_LINE = 16,   /* taps of a kernel's row that make a stretch of their own */
    TASK_TILES = 112,  /* of CONV_WINOGRAD, 2 x 2 pixels each */
    LEAST_TILES = 24,  /* for which transforming a kernel pays */
    TILE_CHANNELS = 64,
    GRADIENT_TILES = 64,        /* of CONV_WINOGRAD_GRADIENT, in one pass */
    LEAST_GRADIENT_TILES = 256, /* in all, for which transforming the products pays */
    LEAST_CHANNELS = 32,        /* that pay for transforming the input, or the result */
    SPLIT_CHANNELS = 128,       /* and for splitting pixels and the kernel, */
    SPLIT_WORK = 1 << 26,       /* of so many products: tasks of few channels or pixels do not, */
    SPLIT_TASK = 12 << 20       /* nor do tasks of images with less */
};

/* Of an image of the result. */
static int64_t pixels_of(const struct sdyrt_conv *c) {
    return c->out_size[CONV_D] * c->out_size[CONV_H] * c->out_size[CONV_W];
}

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

/* Bytes of the padded copy for a task, per input channel or pair of them. */
static int64_t slab_bytes(const struct sdyrt_conv *c, const struct conv_plan *plan) {
    return plan->planes * c->kernel_size[CONV_D] * reach(c, CONV_H, plan->rows) *
           reach(c, CONV_W, c->out_size[CONV_W]) * (int64_t)sdyrt_product_result_size(c->type);
}

static int64_t count_tasks(const struct conv_plan *plan) {
    return pieces(plan->plane_count, plan->planes) * pieces(plan->row_count, plan->rows) *
           pieces(plan->col_count, plan->cols);
}

/* Few results of very many terms each, as the gradient of a kernel has: some tasks more, by panels
   of channels, then images, then rows. */
static void divide_long_sums(const struct sdyrt_conv *c, struct conv_plan *plan) {
    int64_t terms = taps_of(c) * c->in_channels * plan->plane_count * plan->row_count *
                    c->out_size[CONV_W] * plan->col_count;
    while (count_tasks(plan) < FEW_TASKS && terms / maximum(count_tasks(plan), 1) > TASK_TERMS) {
        if (plan->cols > LEAST_COLS) {
            plan->cols = even_piece(plan->col_count, plan->cols / 2, LEAST_COLS);
        } else if (plan->planes > 1) {
            plan->planes = pieces(plan->planes, 2);
        } else if (plan->rows > 1) {
            plan->rows = pieces(plan->rows, 2);
        } else {
            return;
        }
    }
}

static void divide_pixels(const struct sdyrt_conv *c, struct conv_plan *plan) {
    int64_t width = maximum(c->out_size[CONV_W], 1), height = c->out_size[CONV_H];
    plan->plane_count = c->batch * c->out_size[CONV_D];
    plan->row_count = height;
    plan->col_count = c->out_channels;
    plan->planes = 1;
    plan->rows = even_piece(height, TASK_PIXELS / width, 1);
    if (height * width * 2 <= TASK_PIXELS) {
        plan->planes = even_piece(plan->plane_count, TASK_PIXELS / maximum(height * width, 1), 1);
    }
    plan->cols = even_piece(plan->col_count, TASK_COLS, MIN_COLS);
    while (plan->cols > MIN_COLS && count_tasks(plan) < MIN_TASKS) {
        plan->cols = even_piece(plan->col_count, plan->cols / 2, MIN_COLS);
    }
    divide_long_sums(c, plan);
}

/* Tasks where the kernel is packed, so that it costs nothing but reading to have it for fewer
   pixels at a time: images or channels are halved, as less is read again, and copied. The passes
   stay as they are, for the same bits. */
static void divide_packed(const struct sdyrt_conv *c, struct conv_plan *plan) {
    const int64_t in = c->in_size[CONV_D] * c->in_size[CONV_H] * c->in_size[CONV_W];
    const int64_t read = c->batch * minimum(in, taps_of(c) * pixels_of(c)) * (plan->copies ? 2 : 1);
    const int64_t kernel = taps_of(c) * c->out_channels;
    plan->cols = even_piece(plan->col_count, TASK_COLS, MIN_COLS);
    while (count_tasks(plan) < MIN_TASKS && (plan->cols > MIN_COLS || plan->planes > 1)) {
        const int64_t again = kernel * pieces(plan->plane_count, plan->planes);
        const int is_less = again <= read * pieces(plan->col_count, plan->cols);
        if (plan->planes > 1 && (is_less || plan->cols <= MIN_COLS)) {
            plan->planes = even_piece(plan->plane_count, plan->planes / 2, 1);
        } else {
            plan->cols = even_piece(plan->col_count, plan->cols / 2, MIN_COLS);
        }
    }
    divide_long_sums(c, plan);
}

/* Whether the taps of a row lie side by side in the input, as the patches of an image do. */
static int has_dense_rows(const struct sdyrt_conv *c) {
    return c->in_channel == 1 && c->in_spatial[CONV_W] == c->in_channels &&
           c->kernel_dilation[CONV_W] == 1;
}

/* Stretches of the contraction in a pass over all taps. */
static int64_t steps_of(const struct sdyrt_conv *c, const struct conv_plan *plan) {
    int merged = plan->copies ? c->kernel_dilation[CONV_W] == 1
                              : has_dense_rows(c) && plan->channels == c->in_channels;
    return merged ? c->kernel_size[CONV_D] * c->kernel_size[CONV_H] : taps_of(c);
}

/* Whether rows of the kernel are the longest stretches that there are, and all of its taps more
   than a pass takes: a kernel as large as its image, as of a kernel's gradient. */
static int is_line_shaped(const struct sdyrt_conv *c) {
    return taps_of(c) > CONV_MAX_STEPS && c->kernel_size[CONV_W] >= LEAST_LINE &&
           c->kernel_size[CONV_W] > c->in_channels && paired(c->type) == 1;
}

/* Whether the copies for the pixel route by lines fit; decides the taps and channels of a pass. */
static int fits_lines(const struct sdyrt_conv *c, struct conv_plan *plan) {
    int64_t depth = CONV_PANEL_LIMIT / CONV_PANEL_ROW, slab = slab_bytes(c, plan);
    int64_t lines = minimum(depth / c->kernel_size[CONV_W], CONV_MAX_STEPS);
    if (c->in_channels == 0 || c->out_size[CONV_W] == 0 || slab > CONV_SLAB_LIMIT ||
        lines < c->kernel_size[CONV_D]) {
        return 0;
    }
    plan->copies = plan->lines = 1;
    plan->channels = minimum(c->in_channels, CONV_SLAB_LIMIT / slab);
    plan->channels = minimum(plan->channels, lines / c->kernel_size[CONV_D]);
    plan->tap_rows = lines / c->kernel_size[CONV_D] / plan->channels;
    plan->tap_rows = even_piece(c->kernel_size[CONV_H], plan->tap_rows, 1);
    return 1;
}

/* Whether the channels of the result are so few that a vector of them would be empty for the most
   part, and stretches of the contraction are dense and fill several vectors. */
static int is_few(const struct sdyrt_conv *c, const struct conv_plan *plan) {
    const int64_t size = (int64_t)sdyrt_product_result_size(c->type);
    const int merged = steps_of(c, plan) < taps_of(c) || c->kernel_size[CONV_W] == 1;
    const int64_t stretch = (merged ? c->kernel_size[CONV_W] : 1) * plan->channels;
    return has_routes(c->type) && c->out_channels <= SDYRT_DOTS_ROWS &&
           (plan->copies || c->in_channel == 1) && stretch * size >= CONV_PANEL_ROW;
}

/* The channels of a pass are decided by what is copied and packed. */
int sdyrt_conv_fit_pixels(const struct sdyrt_conv *c, struct conv_plan *plan) {
    int64_t taps = taps_of(c), panel_depth = CONV_PANEL_LIMIT / CONV_PANEL_ROW;
    plan->tap_rows = c->kernel_size[CONV_H];
    if (is_line_shaped(c)) {
        return fits_lines(c, plan);
    }
    if (taps == 0 || taps > panel_depth || c->in_channels == 0 || c->out_size[CONV_W] == 0) {
        return 0;
    }
    plan->copies =
        plan->copies || is_padded(c) || (c->in_channel != 1 && taps > 1) || paired(c->type) > 1;
    int64_t channels = maximum(PASS_DEPTH / taps, 1);
    if (plan->copies) {
        channels = minimum(channels, CONV_SLAB_LIMIT / slab_bytes(c, plan));
    } else if (has_dense_rows(c) && taps * c->in_channels <= panel_depth) {
        channels = c->in_channels;
    }
    channels *= paired(c->type);
    plan->channels = even_piece(c->in_channels, channels, 16);
    while (plan->channels > channels && plan->channels > 1) {
        plan->channels--; /* the multiple of 16 may have gone over the limit */
    }
    plan->few = channels > 0 && is_few(c, plan);
    return channels > 0 && steps_of(c, plan) <= CONV_MAX_STEPS;
}

/* Floats of scratch for a task of the Winograd route, as conv_winograd.c lays it out. */
static int64_t winograd_scratch(const struct sdyrt_conv *c, const struct conv_plan *plan) {
    const int64_t panel = CONV_PANEL_ROW / (int64_t)sizeof(float);
    int64_t across = pieces(c->out_size[CONV_W], 2), down = pieces(plan->rows, 2);
    int64_t tiles = plan->planes * down * across;
    int64_t slab = plan->planes * (2 * down + 2) * (2 * across + 2);
    int64_t per_channel =
        (CONV_TILE_TAPS + CONV_TILE_PARTS) * panel + CONV_TILE_PARTS * tiles + slab;
    return per_channel * plan->channels +
           CONV_TILE_PARTS * (tiles * plan->cols + 3 * CONV_PARTS_APART); /* of three arrays */
}

/* Whether the kernel is 3x3 and moves by one pixel, and channels fill vectors. */
static int is_winograd_shaped(const struct sdyrt_conv *c) {
    int plane = c->kernel_size[CONV_D] == 1 && c->out_size[CONV_D] == 1 &&
                c->in_size[CONV_D] == 1 && c->pad_low[CONV_D] == 0;
    for (int dim = CONV_H; dim <= CONV_W; dim++) {
        plane = plane && c->kernel_size[dim] == 3 && c->stride[dim] == 1 &&
                c->kernel_dilation[dim] == 1 && c->out_size[dim] > 1;
    }
    int is_float = c->type == SDYRT_PRODUCT_F32 || c->type == SDYRT_PRODUCT_BF16_F32;
    return plane && is_float && !c->direct && c->in_channels % 16 == 0 &&
           c->out_channels % 16 == 0 && c->in_channels >= LEAST_CHANNELS &&
           c->out_channels >= LEAST_CHANNELS;
}

/* Tasks of at most so many tiles, if a line of them is no more: lines of an image, or images. */
static void divide_tiles(const struct sdyrt_conv *c, int64_t most, struct conv_plan *plan) {
    int64_t across = pieces(c->out_size[CONV_W], 2), down = pieces(c->out_size[CONV_H], 2);
    plan->planes = 1;
    plan->rows = 2 * even_piece(down, most / across, 1);
    if (down * across * 2 <= most) {
        plan->planes = even_piece(c->batch, most / (down * across), 1);
    }
}

/* Whether a task has enough tiles, and what it needs fits; decides the channels of a pass. */
static int divide_winograd(const struct sdyrt_conv *c, struct conv_plan *plan) {
    plan->plane_count = c->batch;
    plan->row_count = c->out_size[CONV_H];
    plan->col_count = c->out_channels;
    plan->cols = even_piece(c->out_channels, MIN_COLS, LEAST_COLS);
    divide_tiles(c, TASK_TILES, plan);
    if (count_tasks(plan) < MIN_TASKS) {
        divide_tiles(c, TASK_TILES / 2, plan);
    }
    plan->channels = even_piece(c->in_channels, TILE_CHANNELS, 16);
    while (winograd_scratch(c, plan) * (int64_t)sizeof(float) > (int64_t)SDYRT_KERNEL_SCRATCH) {
        if (plan->channels <= 16) {
            return 0;
        }
        plan->channels -= 16;
    }
    return plan->planes * pieces(plan->rows, 2) * pieces(c->out_size[CONV_W], 2) >= LEAST_TILES;
}

/* Decides the taps of a pass of the batch route, so that its copy of the input fits. */
static int fits_batch(const struct sdyrt_conv *c, struct conv_plan *plan) {
    const struct batch_span span = batch_largest(c, plan->rows);
    const int64_t size = plan->planes * (int64_t)sdyrt_product_operand_size(c->type);
    int64_t depth = CONV_BATCH_DEPTH;
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

/* Halves images and channels of the result that a task has, the more first, as long as there are
   fewer than so many tasks. */
static void halve_batch(struct conv_plan *plan, int64_t least, int64_t tasks) {
    while (count_tasks(plan) < tasks && maximum(plan->cols, plan->planes) > least) {
        if (plan->cols >= plan->planes) {
            plan->cols = even_piece(plan->col_count, plan->cols / 2, LEAST_COLS);
        } else {
            plan->planes = even_piece(plan->plane_count, plan->planes / 2, 16);
        }
    }
}

/* Whether the operands come from memory for each task that reads them. */
static int is_far(const struct sdyrt_conv *c) {
    const int64_t size = (int64_t)sdyrt_product_operand_size(c->type);
    const int64_t in = c->batch * c->in_size[CONV_D] * c->in_size[CONV_H] * c->in_size[CONV_W];
    return c->in_channels * (in + c->out_channels * taps_of(c)) * size > FAR_BYTES;
}

/* Batch rows: the tasks divide batch, channels and at last pixels, which is the least for what is
   copied. Where the convolution is one of several pieces, these are tasks enough. */
static void divide_batch(const struct sdyrt_conv *c, struct conv_plan *plan) {
    const int is_piece = c->pieces > 1;
    plan->plane_count = c->batch;
    plan->row_count = pixels_of(c);
    plan->col_count = c->out_channels;
    plan->planes = even_piece(c->batch, is_piece ? WHOLE : TASK_IMAGES, 8);
    plan->rows = maximum(plan->row_count, 1);
    plan->cols = even_piece(plan->col_count, is_piece ? WHOLE : TASK_COLS, MIN_COLS);
    if (!is_piece) {
        halve_batch(plan, MIN_COLS, is_far(c) ? SOME_TASKS : MIN_TASKS);
        halve_batch(plan, LEAST_COLS, FEW_TASKS);
    }
    while (!is_piece && plan->rows > 1 && count_tasks(plan) < LEAST_TASKS) {
        plan->rows = pieces(plan->rows, 2);
    }
    while (plan->row_count > 0 && !fits_batch(c, plan) && plan->rows > 1) {
        plan->rows = pieces(plan->rows, 2);
    }
}

/* The gradient of a 3x3 kernel that moved by one pixel. */
static int is_winograd_gradient(const struct sdyrt_conv *c) {
    int plane = c->kernel_size[CONV_D] == 1 && c->out_size[CONV_D] == 1 &&
                c->in_size[CONV_D] == 1 && c->pad_low[CONV_D] == 0;
    for (int dim = CONV_H; dim <= CONV_W; dim++) {
        plane = plane && c->out_size[dim] == 3 && c->stride[dim] == 1 &&
                c->kernel_dilation[dim] == 1 && c->kernel_size[dim] > 3;
    }
    return plane && c->type == SDYRT_PRODUCT_F32 && !c->direct && c->batch % 16 == 0 &&
           c->out_channels % 16 == 0 && c->batch >= LEAST_CHANNELS &&
           c->out_channels >= LEAST_CHANNELS &&
           c->in_channels * pieces(c->kernel_size[CONV_H], 2) * pieces(c->kernel_size[CONV_W], 2) >=
               LEAST_GRADIENT_TILES;
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

/* Decides the tiles of a pass, for what a task needs as conv_winograd_gradient.c lays it out. */
static int divide_winograd_gradient(const struct sdyrt_conv *c, struct conv_plan *plan) {
    plan->plane_count = c->batch;
    plan->row_count = plan->rows = pixels_of(c);
    plan->col_count = c->out_channels;
    plan->planes = even_piece(c->batch, MIN_COLS, 16);
    plan->cols = even_piece(c->out_channels, MIN_COLS, LEAST_COLS);
    halve_batch(plan, LEAST_COLS, FEW_TASKS);
    if (count_tasks(plan) == 1) {
        plan->planes = even_piece(c->batch, plan->planes / 2, 16);
    }
    int64_t products = CONV_TILE_PARTS * (plan->planes * plan->cols + 3 * CONV_PARTS_APART);
    int64_t slab = CONV_TILE_PARTS * plan->planes; /* of tiles that share no pixels */
    int64_t each = CONV_TILE_PARTS * (plan->planes + plan->cols) + slab;
    int64_t room = (int64_t)(SDYRT_KERNEL_SCRATCH / sizeof(float)) - products;
    plan->tiles = minimum(GRADIENT_TILES, room / each);
    return plan->tiles > 0;
}

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
    int count = c->in_channels != 1;
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

/* As wide as it goes and, where there are few tasks, less tall: each task reads its rows of the one
   operand and all of its columns of the other from memory. */
static void divide_product(const struct sdyrt_conv *c, struct conv_plan *plan) {
    plan->plane_count = c->batch;
    plan->row_count = plan->rows = 1;
    plan->col_count = c->out_channels;
    plan->planes = even_piece(c->batch, TASK_IMAGES, 8);
    plan->cols = even_piece(c->out_channels, TASK_COLS, MIN_COLS);
    while ((count_tasks(plan) < MIN_TASKS && plan->planes > 2 * LEAST_IMAGES) ||
           (count_tasks(plan) < FEW_TASKS && plan->planes > LEAST_IMAGES)) {
        plan->planes = even_piece(c->batch, plan->planes / 2, 8);
    }
    if (count_tasks(plan) < FEW_TASKS) {
        plan->cols = even_piece(c->out_channels, WIDE_COLS, MIN_COLS);
    }
}

/* A kernel almost as large as its image, as of a kernel's gradient. */
static int is_gradient(const struct sdyrt_conv *c) {
    return c->out_size[CONV_W] < 8 && c->kernel_size[CONV_W] > c->out_size[CONV_W];
}

/* Whether images of the batch make longer runs of rows than the pixels of a row do, along taps that
   make the longer stretches. */
static int is_gradient_shaped(const struct sdyrt_conv *c) {
    return c->batch >= 8 && is_gradient(c);
}

int sdyrt_conv_wants_images(const struct sdyrt_conv *conv) {
    return conv->batch_groups > 1 || (conv->feature_groups == 1 && is_gradient(conv));
}

static int is_batch_shaped(const struct sdyrt_conv *c) {
    int64_t taps = taps_of(c);
    int near = c->in_batch == 1 && c->batch >= 8;
    return c->in_channel != 1 && c->in_channels > 0 && taps > 0 &&
           (near || is_gradient_shaped(c) || taps > CONV_MAX_STEPS);
}

/* Whether pixels are the better rows, though images could be: there are too few of these and the
   pixels of a row make more; or there are few and the channels of the result are less than a panel,
   so that the kernel has to be packed: for images that is done for each pixel again. */
static int prefers_pixels(const struct sdyrt_conv *c) {
    int at_once = c->stride[CONV_W] == 1 && c->out_spatial[CONV_W] == c->batch * c->out_batch;
    int few = c->batch < 8 && c->out_size[CONV_W] > c->batch && is_line_shaped(c) && !at_once;
    return few || (c->batch <= FEW_IMAGES && pixels_of(c) > 1 && c->out_channels < LEAST_COLS);
}

/* One image by one kernel, whose rows are long and dense. */
static int is_row_shaped(const struct sdyrt_conv *c) {
    return (c->type == SDYRT_PRODUCT_F32 || c->type == SDYRT_PRODUCT_F64) && c->batch == 1 &&
           c->out_channels == 1 && c->kernel_size[CONV_W] >= 8 && c->kernel_dilation[CONV_W] == 1 &&
           c->kernel_spatial[CONV_W] == 1 && c->in_spatial[CONV_W] == 1;
}

/* Whether all pixels of an image lie at a constant distance from each other. */
static int is_plane(const int64_t size[SDYRT_CONV_RANK], const int64_t stride[SDYRT_CONV_RANK]) {
    return (size[CONV_H] == 1 || stride[CONV_H] == size[CONV_W] * stride[CONV_W]) &&
           (size[CONV_D] == 1 || stride[CONV_D] == size[CONV_H] * size[CONV_W] * stride[CONV_W]);
}

static int is_plane_shaped(const struct sdyrt_conv *c) {
    int same = c->out_channel != 1 && c->in_channels > 0;
    for (int dim = 0; dim < SDYRT_CONV_RANK; dim++) {
        same = same && c->kernel_size[dim] == 1 && c->stride[dim] == 1 && c->pad_low[dim] == 0 &&
               c->in_size[dim] == c->out_size[dim];
    }
    return same && is_plane(c->in_size, c->in_spatial) && is_plane(c->out_size, c->out_spatial);
}

static void divide_planes(const struct sdyrt_conv *c, struct conv_plan *plan) {
    plan->plane_count = c->batch;
    plan->row_count = pixels_of(c);
    plan->col_count = c->out_channels;
    plan->planes = 1;
    sdyrt_product_tile(c->type, c->batch, plan->col_count, plan->row_count, c->in_channels,
                       &plan->cols, &plan->rows);
}

/* Whether images lie side by side and the terms of a sum do not. */
static int lies_by_images(const struct sdyrt_conv *c) {
    return has_routes(c->type) && c->in_batch == 1 && c->in_channel != 1 &&
           (c->kernel_size[CONV_W] == 1 || c->in_spatial[CONV_W] != 1);
}

/* Whether a task of pixels takes its input in place and each panel of the kernel once, and has room
   for all of its panels: they are packed at its beginning, if they are not already. Narrow types
   copy the input, of which taps in one line read no pixel twice. */
static int takes_blocks(const struct sdyrt_conv *c, const struct conv_plan *plan) {
    if (paired(c->type) > 1) {
        return plan->route == CONV_PIXELS && c->packed && c->kernel_size[CONV_D] == 1 &&
               c->kernel_size[CONV_H] == 1;
    }
    const int64_t width = CONV_PANEL_ROW / (int64_t)sdyrt_product_result_size(c->type);
    const int64_t bytes = pieces(plan->cols, width) * taps_of(c) * c->in_channels * CONV_PANEL_ROW;
    return has_routes(c->type) && plan->route == CONV_PIXELS && !plan->copies &&
           plan->channels == c->in_channels && plan->tap_rows == c->kernel_size[CONV_H] &&
           (c->packed || bytes <= CONV_PANEL_LIMIT + CONV_SLAB_LIMIT);
}

/* What is computed and reported at a time: so few pixels that their channels are still in a near
   cache when they are reported, all panels of the kernel after each other; or the whole task, where
   smaller blocks would copy or pack something again. */
static void divide_blocks(const struct sdyrt_conv *c, struct conv_plan *plan) {
    const int64_t width = maximum(c->out_size[CONV_W], 1);
    plan->block_planes = plan->planes;
    plan->block_rows = plan->rows;
    if (plan->route == CONV_DEPTHWISE || takes_blocks(c, plan)) {
        plan->block_rows = even_piece(plan->rows, BLOCK_PIXELS / width, 1);
        plan->block_planes = 1;
        if (plan->rows * width * 2 <= BLOCK_PIXELS) {
            plan->block_planes =
                even_piece(plan->planes, BLOCK_PIXELS / maximum(plan->rows * width, 1), 1);
        }
    }
}

/* Whether pixels have channels side by side, on both sides, and enough of each. */
static int splits_pixels(const struct sdyrt_conv *c) {
    const int64_t deep = pieces(c->in_channels, CONV_SPLIT_DEPTH) * CONV_SPLIT_DEPTH;
    const int64_t terms = taps_of(c) * c->in_channels * c->out_channels;
    return c->type == SDYRT_PRODUCT_F32 && !c->in_order && !c->direct && c->in_channel == 1 &&
           c->out_channel == 1 && c->in_channels >= SPLIT_CHANNELS &&
           4 * deep <= 5 * c->in_channels && c->out_channels >= SPLIT_CHANNELS &&
           terms * c->batch * pixels_of(c) >= SPLIT_WORK;
}

/* Whether the tasks of images are products that are split: of a kernel that covers the image, as of
   the gradient of a 1x1 kernel. */
static int splits_images(const struct sdyrt_conv *c, const struct conv_plan *plan) {
    struct conv_contraction contraction;
    if (!sdyrt_conv_contraction(c, &contraction)) {
        return 0;
    }
    const struct sdyrt_product product = {.type = c->type,
                                          .m = plan->planes,
                                          .n = plan->cols,
                                          .k = contraction.terms,
                                          .in_order = c->in_order,
                                          .direct = c->direct};
    return product.m * product.n * product.k >= SPLIT_TASK && sdyrt_product_is_split(&product);
}

struct conv_plan sdyrt_conv_plan(const struct sdyrt_conv *part) {
    struct conv_plan plan = {.route = CONV_PLAIN};
    struct conv_contraction contraction;
    if (part->in_order) {
        divide_pixels(part, &plan);
    } else if (part->feature_groups * part->batch_groups > 1) {
        plan.route = CONV_DEPTHWISE;
        divide_pixels(part, &plan);
    } else if (part->batch >= LEAST_IMAGES && !lies_by_images(part) &&
               sdyrt_conv_contraction(part, &contraction)) {
        plan.route = CONV_PRODUCT;
        divide_product(part, &plan);
    } else if (is_plane_shaped(part)) {
        plan.route = CONV_PLANES;
        divide_planes(part, &plan);
    } else if (is_row_shaped(part)) {
        plan.route = CONV_DOTS;
        divide_pixels(part, &plan);
    } else if (is_winograd_gradient(part) && divide_winograd_gradient(part, &plan)) {
        plan.route = CONV_WINOGRAD_GRADIENT;
    } else if (is_winograd_shaped(part) && divide_winograd(part, &plan)) {
        plan.route = CONV_WINOGRAD;
    } else {
        divide_pixels(part, &plan);
        int is_batch = has_routes(part->type) && is_batch_shaped(part);
        if (has_pixels(part->type) && (!is_batch || prefers_pixels(part)) &&
            sdyrt_conv_fit_pixels(part, &plan)) {
            plan.route = CONV_PIXELS;
            plan.is_split = splits_pixels(part);
            if (part->packed && has_routes(part->type)) {
                divide_packed(part, &plan);
            }
        } else if (is_batch) {
            plan.route = CONV_BATCH;
            divide_batch(part, &plan);
            plan.is_split = splits_images(part, &plan);
        }
    }
    plan.tasks = count_tasks(&plan);
    divide_blocks(part, &plan);
    return plan;
}

/* Whether it is one part, and its sums may be made in any order. */
static int may_be_pieces(const struct sdyrt_conv *c) {
    int may = !c->in_order && c->pieces == 0 && c->feature_groups * c->batch_groups == 1;
    for (int dim = 0; dim < SDYRT_CONV_RANK; dim++) {
        may = may && c->in_dilation[dim] == 1 && !c->reversed[dim];
    }
    return may && is_far(c);
}

/* The most pieces of equally many channels. */
static int64_t count_pieces(int64_t channels) {
    int64_t count = minimum(channels, MOST_PIECES);
    while (count > 1 && channels % count != 0) {
        count--;
    }
    return count;
}

/* A task of the convolution as it is reads the input for its images and the kernel for its
   channels; one that is a piece reads its part of both, and writes a result that is then read. */
int64_t sdyrt_conv_pieces(const struct sdyrt_conv *conv) {
    struct sdyrt_conv piece = *conv;
    piece.pieces = count_pieces(conv->in_channels);
    if (!may_be_pieces(conv) || piece.pieces < LEAST_PIECES) {
        return 1;
    }
    const struct conv_plan plan = sdyrt_conv_plan(conv);
    piece.in_channels /= piece.pieces;
    const struct conv_plan whole = sdyrt_conv_plan(&piece);
    if (plan.route != CONV_BATCH || whole.route != CONV_BATCH || whole.tasks != 1) {
        return 1;
    }
    const int64_t positions = conv->in_size[CONV_D] * conv->in_size[CONV_H] * conv->in_size[CONV_W];
    const int64_t input = conv->in_channels * conv->batch * positions;
    const int64_t kernel = conv->in_channels * conv->out_channels * taps_of(conv);
    const int64_t result = conv->batch * conv->out_channels * pixels_of(conv);
    const int64_t across = pieces(plan.plane_count, plan.planes);
    const int64_t down = pieces(plan.col_count, plan.cols);
    const int64_t rows = pieces(plan.row_count, plan.rows);
    const int64_t moved = rows * (input * down + kernel * across);
    return 5 * (input + kernel + 3 * piece.pieces * result) < 4 * moved ? piece.pieces : 1;
}
