/* The parts of a convolution, which are planned each by itself: groups, residues of a dilated input
   and pieces of its width; and what of its kernel can be packed. */
#include "conv_shape.h"

/* With a dilated input, every `period`-th position of the result meets the same taps. */
static int64_t period(const struct sdyrt_conv *conv, int dim) {
    return conv->in_dilation[dim] / common_divisor(conv->stride[dim], conv->in_dilation[dim]);
}

/* Restricts one dimension of a part to positions residue, residue + period, ... */
static void take_residue(struct conv_part *part, int dim, int64_t residue) {
    struct sdyrt_conv *c = &part->conv;
    int64_t dilation = c->in_dilation[dim], positions = period(c, dim);
    int64_t tap_period = dilation / common_divisor(c->kernel_dilation[dim], dilation);
    int64_t start = residue * c->stride[dim] - c->pad_low[dim], tap = 0;
    while (tap < tap_period && (start + tap * c->kernel_dilation[dim]) % dilation != 0) {
        tap++;
    }
    int64_t taps = tap < tap_period && tap < c->kernel_size[dim]
                       ? pieces(c->kernel_size[dim] - tap, tap_period)
                       : 0;
    part->first[dim] = residue;
    part->step[dim] = positions;
    part->kernel += tap * c->kernel_spatial[dim];
    part->out += residue * c->out_spatial[dim];
    c->pad_low[dim] = taps > 0 ? -(start + tap * c->kernel_dilation[dim]) / dilation : 0;
    c->out_size[dim] = pieces(maximum(c->out_size[dim] - residue, 0), positions);
    c->out_spatial[dim] *= positions;
    c->stride[dim] = c->stride[dim] * positions / dilation;
    c->kernel_size[dim] = taps;
    c->kernel_spatial[dim] *= tap_period;
    c->kernel_dilation[dim] = c->kernel_dilation[dim] * tap_period / dilation;
    c->in_dilation[dim] = 1;
}

static int64_t residues(const struct sdyrt_conv *conv) {
    return period(conv, CONV_D) * period(conv, CONV_H) * period(conv, CONV_W);
}

static int64_t groups_of(const struct sdyrt_conv *conv) {
    return is_depthwise(conv) ? 1 : conv->feature_groups * conv->batch_groups;
}

static void make_part(const struct sdyrt_conv *conv, int64_t group, int64_t residue,
                      struct conv_part *part) {
    *part = (struct conv_part){.conv = *conv, .step = {1, 1, 1}};
    struct sdyrt_conv *c = &part->conv;
    c->out_channels /= groups_of(conv);
    if (!is_depthwise(conv)) {
        c->feature_groups = c->batch_groups = 1;
    }
    part->channel = group * c->out_channels;
    part->in = group * (conv->feature_groups > 1 ? conv->in_channels * conv->in_channel
                                                 : conv->batch * conv->in_batch);
    part->kernel = part->channel * conv->kernel_out;
    part->out = part->channel * conv->out_channel;
    for (int dim = SDYRT_CONV_RANK - 1; dim >= 0; dim--) {
        if (conv->reversed[dim]) {
            part->kernel += (conv->kernel_size[dim] - 1) * conv->kernel_spatial[dim];
            c->kernel_spatial[dim] = -conv->kernel_spatial[dim];
            c->reversed[dim] = 0;
        }
        take_residue(part, dim, residue % period(conv, dim));
        residue /= period(conv, dim);
    }
}

/* Columns of the pieces that a part is cut into along its width. A row of pixels is never divided
   among tasks, so that one that is very long has to be several. */
static int64_t piece_width(const struct sdyrt_conv *part) {
    int64_t width = part->out_size[CONV_W];
    if (width <= 2 * TASK_PIXELS) {
        return maximum(width, 1);
    }
    enum conv_route route = sdyrt_conv_plan(part).route;
    int is_cut = route == CONV_PIXELS || route == CONV_WINOGRAD || route == CONV_PLAIN;
    return is_cut ? even_piece(width, TASK_PIXELS, 1) : width;
}

/* Restricts a part to a piece of its width. */
static void take_piece(struct conv_part *part, int64_t width, int64_t piece) {
    struct sdyrt_conv *c = &part->conv;
    int64_t from = piece * width;
    part->first[CONV_W] += from * part->step[CONV_W];
    part->out += from * c->out_spatial[CONV_W];
    c->pad_low[CONV_W] -= from * c->stride[CONV_W];
    c->out_size[CONV_W] = minimum(width, c->out_size[CONV_W] - from);
}

/* The tasks of a group's part: of all its pieces, of which all but the last are alike. */
struct part_tasks {
    int64_t width, pieces, each, all;
};

static struct part_tasks tasks_of_part(const struct conv_part *part) {
    struct part_tasks tasks = {.width = piece_width(&part->conv)};
    tasks.pieces = maximum(pieces(part->conv.out_size[CONV_W], tasks.width), 1);
    struct conv_part first = *part, last = *part;
    take_piece(&first, tasks.width, 0);
    take_piece(&last, tasks.width, tasks.pieces - 1);
    tasks.each = sdyrt_conv_plan(&first.conv).tasks;
    tasks.all = (tasks.pieces - 1) * tasks.each + sdyrt_conv_plan(&last.conv).tasks;
    return tasks;
}

static int64_t tasks_of_group(const struct sdyrt_conv *conv) {
    int64_t tasks = 0;
    for (int64_t residue = 0; residue < residues(conv); residue++) {
        struct conv_part part;
        make_part(conv, 0, residue, &part);
        tasks += tasks_of_part(&part).all;
    }
    return tasks;
}

int64_t sdyrt_conv_tasks(const struct sdyrt_conv *conv) {
    return groups_of(conv) * tasks_of_group(conv);
}

void sdyrt_conv_part(const struct sdyrt_conv *conv, int64_t *task, struct conv_part *part) {
    int64_t residue = 0, group = 0;
    make_part(conv, 0, 0, part);
    struct part_tasks tasks = tasks_of_part(part);
    if (groups_of(conv) > 1) {
        int64_t group_tasks = residues(conv) == 1 ? tasks.all : tasks_of_group(conv);
        group = *task / group_tasks;
        *task %= group_tasks;
    }
    while (*task >= tasks.all) {
        *task -= tasks.all;
        make_part(conv, 0, ++residue, part);
        tasks = tasks_of_part(part);
    }
    make_part(conv, group, residue, part);
    int64_t piece = tasks.pieces > 1 ? minimum(*task / tasks.each, tasks.pieces - 1) : 0;
    *task -= piece * tasks.each;
    take_piece(part, tasks.width, piece);
}

int64_t sdyrt_conv_columns(const struct sdyrt_conv *conv) {
    struct conv_part part;
    int64_t task = 0;
    sdyrt_conv_part(conv, &task, &part);
    return sdyrt_conv_plan(&part.conv).cols;
}

/* --- packed kernels --------------------------------------------------------------------------- */

struct sdyrt_conv sdyrt_conv_dense(const struct sdyrt_conv *conv) {
    struct sdyrt_conv dense = *conv;
    int64_t step = conv->out_channels * conv->in_channels;
    dense.kernel_out = 1;
    dense.kernel_in = conv->out_channels;
    for (int dim = SDYRT_CONV_RANK; dim-- > 0; step *= conv->kernel_size[dim]) {
        dense.kernel_spatial[dim] = step;
    }
    dense.packed = 0;
    return dense;
}

/* Of bytes and bf16: strips for AMX (conv_amx.c), which are more than the dense kernel. A line of
   bytes of a strip ends with a register, and behind each pass there is room for one. */
static int64_t grouped_elements(const struct sdyrt_conv *part, const struct conv_plan *plan) {
    enum { GROUP_BYTES = 4, REGISTER_LINE = 64, REGISTER = 1024, STRIP = 16, STRIPS = 2 };
    const int64_t size = (int64_t)sdyrt_product_operand_size(part->type);
    struct conv_plan pixels = *plan;
    if ((plan->route != CONV_PIXELS && plan->route != CONV_WINOGRAD) ||
        !sdyrt_conv_fit_pixels(part, &pixels)) {
        return 0;
    }
    int64_t bytes = 0;
    for (int64_t first = 0; first < part->in_channels; first += pixels.channels) {
        const int64_t channels = minimum(pixels.channels, part->in_channels - first);
        const int64_t groups = pieces(channels * size, GROUP_BYTES) * GROUP_BYTES;
        bytes += taps_of(part) * (groups + (size == 1 ? REGISTER_LINE : 0)) * STRIP +
                 pieces(part->kernel_size[CONV_H], pixels.tap_rows) * REGISTER;
    }
    return STRIPS * bytes / size;
}

/* Two strips of 16 columns, and a line. */
int64_t sdyrt_conv_split_panel(const struct sdyrt_conv *c) {
    enum { LINE = 64 };
    return 2 * taps_of(c) * pieces(c->in_channels, CONV_SPLIT_DEPTH) * CONV_SPLIT_STEP + LINE;
}

int64_t sdyrt_conv_panel_elements(const struct sdyrt_conv *part, const struct conv_plan *plan) {
    const int64_t width = CONV_PANEL_ROW / (int64_t)sdyrt_product_result_size(part->type);
    if (paired(part->type) > 1) {
        return grouped_elements(part, plan);
    }
    if (!has_routes(part->type)) {
        return 0;
    }
    if (plan->route == CONV_PIXELS && plan->is_split) {
        return sdyrt_conv_split_panel(part) / (int64_t)sizeof(float);
    }
    if (plan->route == CONV_PIXELS) {
        return taps_of(part) * part->in_channels * width;
    }
    const int64_t passes =
        plan->route == CONV_WINOGRAD ? pieces(part->in_channels, plan->channels) : 0;
    return CONV_TILE_PARTS *
           (passes > 0 ? part->in_channels * width + passes * CONV_PARTS_APART : 0);
}

void sdyrt_conv_group(const struct sdyrt_conv *conv, int64_t group, struct conv_part *part) {
    make_part(conv, group, 0, part);
}

/* The plan of a convolution whose kernel is to be packed, or was: as its packer has it. */
static struct conv_plan packing_plan(const struct sdyrt_conv *conv) {
    struct conv_part part;
    sdyrt_conv_group(conv, 0, &part);
    struct conv_plan plan = sdyrt_conv_plan(&part.conv);
    if (paired(conv->type) > 1) {
        sdyrt_conv_fit_pixels(&part.conv, &plan);
    }
    return plan;
}

int sdyrt_conv_packs_alike(const struct sdyrt_conv *a, const struct sdyrt_conv *b) {
    const struct conv_plan one = packing_plan(a), other = packing_plan(b);
    int same = a->type == b->type && a->in_channels == b->in_channels &&
               a->out_channels == b->out_channels && a->kernel_in == b->kernel_in &&
               a->kernel_out == b->kernel_out && groups_of(a) == groups_of(b);
    for (int dim = 0; dim < SDYRT_CONV_RANK; dim++) {
        same = same && a->kernel_size[dim] == b->kernel_size[dim] &&
               a->kernel_spatial[dim] == b->kernel_spatial[dim] &&
               a->kernel_dilation[dim] == b->kernel_dilation[dim] &&
               a->reversed[dim] == b->reversed[dim];
    }
    return same && one.route == other.route && one.channels == other.channels &&
           one.tap_rows == other.tap_rows && one.is_split == other.is_split &&
           one.few == other.few && one.lines == other.lines;
}

int64_t sdyrt_conv_pack_tasks(const struct sdyrt_conv *conv) {
    const int64_t width = CONV_PANEL_ROW / (int64_t)sdyrt_product_result_size(conv->type);
    return groups_of(conv) * pieces(conv->out_channels / groups_of(conv), width);
}

int64_t sdyrt_conv_packed_bytes(const struct sdyrt_conv *conv) {
    struct conv_part part;
    make_part(conv, 0, 0, &part);
    if (residues(conv) > 1 || tasks_of_part(&part).pieces > 1) {
        return 0;
    }
    const struct conv_plan plan = sdyrt_conv_plan(&part.conv);
    return sdyrt_conv_pack_tasks(conv) * sdyrt_conv_panel_elements(&part.conv, &plan) *
           (int64_t)sdyrt_product_operand_size(conv->type);
}

/* Whether the first part, if it had this type, goes by pixels in some form or is a product. */
static int is_by_pixels(const struct sdyrt_conv *conv, int64_t type) {
    struct sdyrt_conv typed = *conv;
    struct conv_part part;
    int64_t task = 0;
    typed.type = type;
    sdyrt_conv_part(&typed, &task, &part);
    const struct conv_plan plan = sdyrt_conv_plan(&part.conv);
    return (plan.route == CONV_PIXELS && !plan.lines) || plan.route == CONV_WINOGRAD ||
           plan.route == CONV_PLANES || plan.route == CONV_PRODUCT;
}

int sdyrt_conv_takes_bf16(const struct sdyrt_conv *conv) {
    return is_by_pixels(conv, SDYRT_PRODUCT_F32) && is_by_pixels(conv, SDYRT_PRODUCT_BF16_F32);
}

/* --- rows that another convolution reads ------------------------------------------------------ */

/* Whether it is one part, of images without depth; then its plan. */
static int is_one_part(const struct sdyrt_conv *conv, struct conv_plan *plan) {
    struct conv_part part;
    int64_t task = 0;
    sdyrt_conv_part(conv, &task, &part);
    *plan = sdyrt_conv_plan(&part.conv);
    int is_flat = conv->in_size[CONV_D] == 1 && conv->kernel_size[CONV_D] == 1 &&
                  conv->out_size[CONV_D] == 1 && conv->pad_low[CONV_D] == 0;
    for (int dim = 0; dim < SDYRT_CONV_RANK; dim++) {
        is_flat = is_flat && conv->in_dilation[dim] == 1;
    }
    return is_flat && conv->batch_groups == 1 && plan->tasks == sdyrt_conv_tasks(conv) &&
           (plan->route == CONV_PIXELS || plan->route == CONV_DEPTHWISE);
}

int64_t sdyrt_conv_rows_of(const struct sdyrt_conv *c, int64_t rows) {
    const int64_t reach = (rows - 1) * c->stride[CONV_H] +
                          (c->kernel_size[CONV_H] - 1) * c->kernel_dilation[CONV_H] + 1;
    return rows > c->out_size[CONV_H] ? pieces(rows, c->out_size[CONV_H]) * c->in_size[CONV_H]
                                      : minimum(reach, c->in_size[CONV_H]);
}

int64_t sdyrt_conv_rows_read(const struct sdyrt_conv *c) {
    const int64_t pixel = c->in_channels * c->feature_groups, row = pixel * c->in_size[CONV_W];
    struct conv_plan plan;
    if (!is_one_part(c, &plan) || plan.cols < plan.col_count || c->in_channel != 1 ||
        c->in_spatial[CONV_W] != pixel || c->in_spatial[CONV_H] != row ||
        c->in_batch != c->in_size[CONV_H] * row) {
        return 0;
    }
    return plan.planes > 1 ? plan.planes * c->in_size[CONV_H] : sdyrt_conv_rows_of(c, plan.rows);
}

int sdyrt_conv_has_rows(const struct sdyrt_conv *conv) {
    struct conv_plan plan;
    return is_one_part(conv, &plan);
}
