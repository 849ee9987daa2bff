/* What plans say of a convolution as a whole, to the compiler: tasks, packed kernels, rows of the
   input; and whether it should be several convolutions, or of other types. */
#include "conv_costing.h"
#include "conv_plan.h"
#include "runs.h"
#include "tasks.h"

int64_t sdyrt_conv_tasks(const struct sdyrt_conv *conv, const struct sdyrt_conv_plan *plans) {
    int64_t tasks = plans->parts * plans->tasks;
    for (; plans->more; plans++) {
        tasks += plans[1].parts * plans[1].tasks;
    }
    return sdyrt_conv_groups(conv) * tasks;
}

static int64_t shares_of(const struct sdyrt_conv *part, const struct sdyrt_conv_plan *plans,
                         int64_t shares) {
    const struct conv_shares cut = sdyrt_conv_cut(part, plans, shares);
    return cut.pieces.down * cut.pieces.across * cut.of_image;
}

/* How often the threads that pieces are for take one each, until there are no more. */
static int64_t rounds(int64_t tasks) {
    return pieces(tasks, SDYRT_PIECES_MOST);
}

/* Of all parts that are alike. A share multiplies as many vectors as a task has operations; of two
   numbers of shares near that, the one with which so many threads end sooner: 56 tasks are one
   round of 2 shares, two of 3. */
int64_t sdyrt_conv_shares(const struct sdyrt_conv *conv, const struct sdyrt_conv_plan *plans) {
    struct conv_part part;
    const int64_t tasks = maximum(sdyrt_conv_tasks(conv, plans), 1);
    sdyrt_conv_part(conv, 0, plans->residue, &part);
    const double terms = (double)taps_of(&part.conv) * (double)part.conv.in_channels;
    const double work = terms * (double)conv->batch * (double)pixels_of(conv) *
                        (double)conv->out_channels / SDYRT_VECTOR_FLOATS;
    const int64_t wanted = minimum(sdyrt_tasks_wanted(work), SDYRT_PIECES_MOST);
    if (plans->more || wanted <= tasks) {
        return 1;
    }
    const int64_t more = shares_of(&part.conv, plans, pieces(wanted, tasks));
    const int64_t fewer = shares_of(&part.conv, plans, maximum(wanted / tasks, 1));
    return rounds(tasks * more) * fewer < rounds(tasks * fewer) * more ? more : fewer;
}

int64_t sdyrt_conv_columns(const struct sdyrt_conv_plan *plans) {
    int64_t columns = plans->cols;
    for (; plans->more; plans++) {
        columns = maximum(columns, plans[1].cols);
    }
    return columns;
}

/* --- packed kernels --- */

static int is_one_part(const struct sdyrt_conv_plan *plans) {
    return !plans->more && plans->parts == 1;
}

int64_t sdyrt_conv_packed_bytes(const struct sdyrt_conv *conv,
                                const struct sdyrt_conv_plan *plans) {
    if (!is_one_part(plans) || sdyrt_conv_residues(conv) > 1) {
        return 0;
    }
    return sdyrt_conv_pack_tasks(conv) * plans->panel *
           (int64_t)sdyrt_product_operand_size(conv->type);
}

int64_t sdyrt_conv_packed_often(const struct sdyrt_conv *conv,
                                const struct sdyrt_conv_plan *plans) {
    const int64_t often =
        pieces(plans->plane_count, plans->planes) * pieces(plans->row_count, plans->rows);
    return !conv_is_gradient(conv) ? often : 0;
}

int64_t sdyrt_conv_pack_parts(const struct sdyrt_conv *conv, const struct sdyrt_conv_plan *plans) {
    const int64_t panels = maximum(sdyrt_conv_pack_tasks(conv), 1);
    const double bytes = (double)taps_of(conv) * (double)conv->in_channels * SDYRT_PANEL_BYTES;
    const int has_parts =
        conv->type == SDYRT_PRODUCT_F32 && sdyrt_conv_is(plans->route, CONV_PARTS);
    const int64_t most =
        minimum(SDYRT_PIECES_MOST / panels, pieces(conv->in_channels, CONV_PART_CHANNELS));
    return has_parts ? maximum(minimum(sdyrt_tasks_wanted(2 * bytes), most), 1) : 1;
}

int sdyrt_conv_lie_alike(const struct sdyrt_conv *a, const struct sdyrt_conv *b) {
    int same = a->type == b->type && a->in_channels == b->in_channels &&
               a->out_channels == b->out_channels && a->kernel_in == b->kernel_in &&
               a->kernel_out == b->kernel_out && sdyrt_conv_groups(a) == sdyrt_conv_groups(b);
    for (int dim = 0; dim < SDYRT_CONV_RANK; dim++) {
        same = same && a->kernel_size[dim] == b->kernel_size[dim] &&
               a->kernel_spatial[dim] == b->kernel_spatial[dim] &&
               a->kernel_dilation[dim] == b->kernel_dilation[dim] &&
               a->reversed[dim] == b->reversed[dim];
    }
    return same;
}

int sdyrt_conv_pack_alike(const struct sdyrt_conv_plan *a, const struct sdyrt_conv_plan *b) {
    return a->route == b->route && a->channels == b->channels && a->tap_rows == b->tap_rows &&
           a->panel == b->panel;
}

/* --- rows that another convolution reads, or what follows alone --- */

/* Whether it is one part, of images without depth. */
static int is_of_planes(const struct sdyrt_conv *conv, const struct sdyrt_conv_plan *plans) {
    int is_flat = conv->in_size[CONV_D] == 1 && conv->kernel_size[CONV_D] == 1 &&
                  conv->out_size[CONV_D] == 1 && conv->pad_low[CONV_D] == 0;
    for (int dim = 0; dim < SDYRT_CONV_RANK; dim++) {
        is_flat = is_flat && conv->in_dilation[dim] == 1;
    }
    return is_flat && conv->batch_groups == 1 && is_one_part(plans) && sdyrt_conv_groups(conv) == 1;
}

int sdyrt_conv_has_rows(const struct sdyrt_conv *conv, const struct sdyrt_conv_plan *plans) {
    return is_of_planes(conv, plans) && sdyrt_conv_is(plans->route, CONV_ROWS);
}

int64_t sdyrt_conv_block_elements(const struct sdyrt_conv *c, const struct sdyrt_conv_plan *plans) {
    if (!is_of_planes(c, plans) || sdyrt_conv_is(plans->route, CONV_IMAGES)) {
        return 0;
    }
    return (plans->block_planes - 1) * c->out_batch +
           (plans->block_rows - 1) * c->out_spatial[CONV_H] +
           (c->out_size[CONV_W] - 1) * c->out_spatial[CONV_W] + (plans->cols - 1) * c->out_channel +
           1;
}

int64_t sdyrt_conv_rows_of(const struct sdyrt_conv *c, int64_t rows) {
    const int64_t reach = (rows - 1) * c->stride[CONV_H] +
                          (c->kernel_size[CONV_H] - 1) * c->kernel_dilation[CONV_H] + 1;
    return rows > c->out_size[CONV_H] ? pieces(rows, c->out_size[CONV_H]) * c->in_size[CONV_H]
                                      : minimum(reach, c->in_size[CONV_H]);
}

int64_t sdyrt_conv_rows_read(const struct sdyrt_conv *c, const struct sdyrt_conv_plan *plans) {
    const int64_t pixel = c->in_channels * c->feature_groups, row = pixel * c->in_size[CONV_W];
    if (!sdyrt_conv_has_rows(c, plans) || plans->cols < plans->col_count || c->in_channel != 1 ||
        c->in_spatial[CONV_W] != pixel || c->in_spatial[CONV_H] != row ||
        c->in_batch != c->in_size[CONV_H] * row) {
        return 0;
    }
    return plans->planes > 1 ? plans->planes * c->in_size[CONV_H]
                             : sdyrt_conv_rows_of(c, plans->rows);
}

/* --- before there are plans --- */

/* The plan of the first part, on a processor that has nothing but what all have. */
static struct sdyrt_conv_plan first_plan(const struct sdyrt_conv *conv) {
    const struct conv_planner planner = sdyrt_conv_planner(SDYRT_SET_BASELINE);
    struct sdyrt_conv_plan plan;
    sdyrt_conv_plans(conv, &planner, &plan, 1);
    return plan;
}

double sdyrt_conv_gathered(int64_t size) {
    return GATHER / (double)size * MEMORY_BYTES;
}

double sdyrt_conv_turned(int64_t size) {
    return size < (int64_t)sizeof(float) ? sdyrt_conv_gathered(size)
                                         : (1 / TURN_BYTES - 1 / PACK_BYTES) * MEMORY_BYTES;
}

double sdyrt_conv_packings(double pixels) {
    const double tasks = more_of(pixels / CONV_TASK_PIXELS, 1);
    return tasks < CONV_MIN_TASKS ? tasks : CONV_MIN_TASKS;
}

int sdyrt_conv_wants_images(const struct sdyrt_conv *conv) {
    return conv->batch_groups > 1 || (conv->feature_groups == 1 && conv_is_gradient(conv));
}

/* Whether the first part, if it had this type, goes by pixels in some form or is a product. */
static int is_by_pixels(const struct sdyrt_conv *conv, int64_t type) {
    struct sdyrt_conv typed = *conv;
    typed.type = type;
    const int64_t route = first_plan(&typed).route;
    return route == SDYRT_CONV_PIXELS || route == SDYRT_CONV_FEW || route == SDYRT_CONV_WINOGRAD ||
           route == SDYRT_CONV_DEPTHWISE || route == SDYRT_CONV_PLANES ||
           route == SDYRT_CONV_PRODUCT;
}

int sdyrt_conv_takes_bf16(const struct sdyrt_conv *conv) {
    return is_by_pixels(conv, SDYRT_PRODUCT_F32) && is_by_pixels(conv, SDYRT_PRODUCT_BF16_F32);
}

/* Whether it is one part, and its sums may be made in any order. */
static int may_be_pieces(const struct sdyrt_conv *c) {
    int may = !c->in_order && c->pieces == 0 && c->feature_groups * c->batch_groups == 1;
    for (int dim = 0; dim < SDYRT_CONV_RANK; dim++) {
        may = may && c->in_dilation[dim] == 1 && !c->reversed[dim];
    }
    return may && conv_is_far(c);
}

/* The most pieces of equally many channels. */
static int64_t count_pieces(int64_t channels) {
    int64_t count = minimum(channels, CONV_MIN_TASKS / 2);
    while (count > 1 && channels % count != 0) {
        count--;
    }
    return count;
}

/* What so many pieces, and adding up their results, take of the time of the convolution as it is: a
   mean of classes, as one way is chosen for all. */
static double share_of_pieces(const struct sdyrt_conv *conv, const struct sdyrt_conv_plan *whole,
                              const struct sdyrt_conv *piece, const struct sdyrt_conv_plan *plan) {
    double sum = 0;
    for (int set = 0; set < CONV_COMMON_CLASSES; set++) {
        const struct sdyrt_machine_class class = sdyrt_machine_of_set((enum sdyrt_set)set);
        const double cycles = (double)piece->pieces * sdyrt_conv_cycles(piece, &class, plan) +
                              conv_cost_adding(piece, &class);
        sum += cycles / sdyrt_conv_cycles(conv, &class, whole);
    }
    return sum / CONV_COMMON_CLASSES;
}

/* A task of the convolution as it is reads the input for its images and the kernel for its
   channels; one that is a piece reads its part of both, and writes a result that is then read. */
int64_t sdyrt_conv_pieces(const struct sdyrt_conv *conv) {
    struct sdyrt_conv piece = *conv;
    piece.pieces = count_pieces(conv->in_channels);
    if (!may_be_pieces(conv) || piece.pieces < CONV_FEW_TASKS) {
        return 1;
    }
    piece.in_channels /= piece.pieces;
    const struct sdyrt_conv_plan whole = first_plan(conv), plan = first_plan(&piece);
    const int is_task = plan.route == SDYRT_CONV_BATCH && plan.tasks == 1 && !whole.more;
    return is_task && share_of_pieces(conv, &whole, &piece, &plan) < 1 ? piece.pieces : 1;
}
