/* Costs of the ways whose products have pixels as rows. */
#include "conv_costing.h"

#include "conv_split.h"
#include "product_cost.h"

#include <math.h>

/* Pixels that are rows of one product: those of a row, or of a block whose rows follow on each
   other. */
static double run_of(const struct costing *of) {
    const struct sdyrt_conv *c = of->conv;
    const struct sdyrt_conv_plan *plan = of->plan;
    const int64_t width = maximum(c->out_size[CONV_W], 1);
    const int64_t reach = (width - 1) * c->stride[CONV_W] +
                          (c->kernel_size[CONV_W] - 1) * c->kernel_dilation[CONV_W] + 1;
    const int joined = c->out_spatial[CONV_H] == width * c->out_spatial[CONV_W] &&
                       (plan->copies ? reach == width * c->stride[CONV_W] && c->stride[CONV_H] == 1
                                     : c->in_spatial[CONV_H] * c->stride[CONV_H] ==
                                           width * c->in_spatial[CONV_W] * c->stride[CONV_W]);
    return (double)(joined ? width * plan->block_rows : width);
}

/* Copying the input into slabs, by each task and in each pass over channels. */
static double slab_cycles(const struct costing *of) {
    const struct sdyrt_conv *c = of->conv;
    const double bytes = (double)(conv_slab_bytes(c, of->plan) * c->in_channels);
    const double passes = (double)pieces(c->in_channels, maximum(of->plan->channels, 1));
    const double lines =
        bytes / (double)(maximum(c->out_size[CONV_W], 1) * of->size) / conv_terms(c);
    if (!of->plan->copies) {
        return 0;
    }
    return of->tasks * (conv_move_cycles(bytes, of->size, c->in_channel, c->in_spatial[CONV_W]) +
                        passes * lines * START);
}

/* Passes over the result, and how many terms and stretches a sum has in each. */
struct passes {
    double count, terms, stretches;
};

static struct passes passes_of(const struct costing *of) {
    const struct sdyrt_conv *c = of->conv;
    const struct sdyrt_conv_plan *plan = of->plan;
    const int is_paired = plan->route == SDYRT_CONV_PAIRS || plan->route == SDYRT_CONV_TILES;
    const int64_t pair = is_paired ? paired(c->type) : 1;
    struct passes to;
    to.count = (double)(pieces(c->in_channels, maximum(plan->channels, 1)) *
                        pieces(c->kernel_size[CONV_H], maximum(plan->tap_rows, 1)));
    to.terms = conv_terms(c) / to.count / (double)pair;
    to.stretches = plan->route == SDYRT_CONV_LINES
                       ? (double)(c->kernel_size[CONV_D] * plan->tap_rows * plan->channels)
                       : (double)conv_stretches(c, plan) * (double)plan->tap_rows /
                             (double)maximum(c->kernel_size[CONV_H], 1);
    return to;
}

/* Pixels in place whose channels are apart: each block of rows touches as many lines as terms. */
static double touch_cycles(const struct costing *of, double run) {
    const struct sdyrt_conv *c = of->conv;
    if (of->plan->copies || (double)(c->in_channel * of->size) < SDYRT_APART_BYTES) {
        return 0;
    }
    const double panels = (double)pieces(c->out_channels, panel_width(c->type));
    const double blocks = (double)(c->batch * pixels_of(c)) / run *
                          (double)pieces((int64_t)run, product_micro_rows(of->class, 2));
    return blocks * panels * conv_terms(c) * TOUCH_NEAR;
}

/* What is done for all ways by pixels besides multiplying. */
static double around_pixels(const struct costing *of, double times, double pack) {
    return slab_cycles(of) + pack + conv_store_cycles(of, times) +
           (double)of->beside * conv_fetch_cycles(of, conv_in_bytes(of)) + of->tasks * TASK_START;
}

static double pixels_cycles(const struct costing *of, double pack) {
    const struct passes passes = passes_of(of);
    const double run = run_of(of);
    const double runs = (double)(of->conv->batch * pixels_of(of->conv)) / run;
    const double parts = (double)pieces((int64_t)passes.terms, CONV_PASS_TERMS);
    const double multiply =
        runs * passes.count * (double)of->beside *
        conv_panel_cycles(of, run, of->plan->cols, passes.terms, passes.stretches + parts);
    return multiply + touch_cycles(of, run) + around_pixels(of, passes.count * parts, pack);
}

double conv_cost_pixels(const struct sdyrt_conv *c, const struct sdyrt_machine_class *class,
                        const struct sdyrt_conv_plan *plan) {
    const struct costing of = conv_costing_of(c, class, plan);
    return pixels_cycles(&of, conv_pack_cycles(&of, c->kernel_in, c->in_channels));
}

double conv_cost_lines(const struct sdyrt_conv *c, const struct sdyrt_machine_class *class,
                       const struct sdyrt_conv_plan *plan) {
    const struct costing of = conv_costing_of(c, class, plan);
    return pixels_cycles(&of,
                         conv_pack_cycles(&of, c->kernel_spatial[CONV_W], c->kernel_size[CONV_W]));
}

/* Scalar products of pixels and columns, of each stretch. */
double conv_cost_few(const struct sdyrt_conv *c, const struct sdyrt_machine_class *class,
                     const struct sdyrt_conv_plan *plan) {
    const struct costing of = conv_costing_of(c, class, plan);
    const struct passes passes = passes_of(&of);
    const double run = run_of(&of), pixels = (double)(c->batch * pixels_of(c));
    const int64_t length = (int64_t)(passes.terms / more_of(passes.stretches, 1));
    const struct sdyrt_product dots = {.type = c->type,
                                       .m = c->out_channels,
                                       .n = (int64_t)run,
                                       .k = length,
                                       .a_row = (int64_t)passes.terms,
                                       .a_col = 1,
                                       .b_row = 1,
                                       .b_col = length,
                                       .count = 1};
    const struct sdyrt_product_plan all = {.depth = maximum(length, 1)};
    struct sdyrt_machine_class near = *class; /* pixels meet others' taps again at once */
    near.cache_bytes[SDYRT_LEVEL_NEAR] = near.cache_bytes[SDYRT_LEVEL_MIDDLE] =
        near.cache_bytes[SDYRT_LEVEL_FAR];
    const double multiply = pixels / run * passes.count * passes.stretches *
                            (product_cost_dots(&dots, &near, &all) + 2 * START);
    const double pack = c->packed ? 0 : conv_terms(c) * (double)c->out_channels * GATHER * of.tasks;
    return multiply + pack + slab_cycles(&of) + conv_fetch_cycles(&of, conv_in_bytes(&of)) +
           of.tasks * TASK_START;
}

/* Two numbers at a time: passes have half as many terms. */
double conv_cost_pairs(const struct sdyrt_conv *c, const struct sdyrt_machine_class *class,
                       const struct sdyrt_conv_plan *plan) {
    return conv_cost_pixels(c, class, plan);
}

/* In tiles of AMX, a share of the time of the panel kernel. */
double conv_cost_tiles(const struct sdyrt_conv *c, const struct sdyrt_machine_class *class,
                       const struct sdyrt_conv_plan *plan) {
    return TILES_SHARE * conv_cost_pixels(c, class, plan);
}

/* Whether channels are so many that splitting pixels and the kernel pays: docs/reference/numbers.md
   says of which convolutions the sums are made so. */
static int is_split(const struct sdyrt_conv *c) {
    const int64_t deep = pieces(c->in_channels, SPLIT_DEPTH) * SPLIT_DEPTH;
    const int64_t terms = taps_of(c) * c->in_channels * c->out_channels;
    return c->in_channels >= CONV_SPLIT_CHANNELS && 4 * deep <= 5 * c->in_channels &&
           c->out_channels >= CONV_SPLIT_CHANNELS &&
           terms * c->batch * pixels_of(c) >= CONV_SPLIT_WORK;
}

double conv_cost_split(const struct sdyrt_conv *c, const struct sdyrt_machine_class *class,
                       const struct sdyrt_conv_plan *plan) {
    const int64_t terms = taps_of(c) * c->in_channels;
    const struct sdyrt_product product = {.type = c->type,
                                          .m = c->batch * pixels_of(c),
                                          .n = c->out_channels,
                                          .k = terms,
                                          .a_row = terms,
                                          .a_col = 1,
                                          .b_row = c->out_channels,
                                          .b_col = 1,
                                          .c_row = c->out_channels,
                                          .c_col = 1,
                                          .count = 1};
    return is_split(c) ? conv_split_share(&product, class) * conv_cost_pixels(c, class, plan)
                       : INFINITY;
}
