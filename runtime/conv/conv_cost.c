/* Costs of the ways whose products have images as rows, and of all others. */
#include "conv_costing.h"

#include "conv_batch.h"
#include "conv_depthwise.h"
#include "product_cost.h"
#include "product_plan.h"
#include "product_split.h"

#include <math.h>

/* --- by images of the batch --- */

/* Copying the input for a pass, images side by side, without what lies outside of it. */
static double batch_copy_cycles(const struct costing *of, const struct batch_copy *copy) {
    const struct sdyrt_conv *c = of->conv;
    const double elements = (double)(copy->copies * copy->elements) * conv_share_inside(c);
    const double bytes = elements * (double)(of->plan->planes * of->size);
    const double lines = elements / (double)maximum(copy->across.extent, 1);
    return conv_move_cycles(bytes, of->size, c->in_batch, c->in_spatial[CONV_W]) +
           elements * (c->in_batch == 1 ? LATENCY : 0) + lines * START;
}

/* Columns of the result whose images are the rows of one product (conv_batch.c). */
static int64_t columns_at_once(const struct costing *of, const struct batch_copy *copy) {
    const struct sdyrt_conv *c = of->conv;
    const int64_t width = maximum(c->out_size[CONV_W], 1);
    const int is_whole = of->plan->rows % width == 0 && of->plan->planes == c->batch;
    return is_whole && copy->copies == 1 && copy->across.stride == 1 &&
                   c->out_spatial[CONV_W] == c->batch * c->out_batch
               ? width
               : 1;
}

/* Multiplying in a pass of so many terms, without rows of the kernel that meet no input; a copy
   that is not in the near cache comes again for each pixel. */
static double batch_multiply_cycles(const struct costing *of, const struct batch_copy *copy,
                                    double terms) {
    const struct sdyrt_conv *c = of->conv;
    const struct sdyrt_conv_plan *plan = of->plan;
    const double together = (double)columns_at_once(of, copy);
    const double pixels = (double)plan->rows, images = (double)(plan->planes * of->size);
    const double calls = pixels / together * conv_share_met(c, CONV_D) * conv_share_met(c, CONV_H);
    const double panels = (double)pieces(plan->cols, panel_width(c->type));
    const double bytes = (double)(copy->copies * copy->elements) * images;
    const double again = bytes > (double)of->class->cache_bytes[SDYRT_LEVEL_NEAR]
                             ? pixels * panels * terms * images / MIDDLE_BYTES
                             : 0;
    return calls * conv_panel_cycles(of, (double)plan->planes * together, plan->cols, terms,
                                     (double)(plan->channels * plan->tap_rows)) +
           again;
}

double conv_cost_batch(const struct sdyrt_conv *c, const struct sdyrt_machine_class *class,
                       const struct sdyrt_conv_plan *plan) {
    const struct costing of = conv_costing_of(c, class, plan);
    const struct batch_span span = batch_largest(c, plan->rows);
    const struct batch_pass pass = {plan->channels, plan->tap_rows, plan->tap_columns};
    const struct batch_copy copy = batch_copy(c, &span, &pass);
    const double passes = (double)(pieces(c->in_channels * c->kernel_size[CONV_D], plan->channels) *
                                   pieces(c->kernel_size[CONV_H], plan->tap_rows) *
                                   pieces(c->kernel_size[CONV_W], plan->tap_columns));
    const double each =
        batch_copy_cycles(&of, &copy) + batch_multiply_cycles(&of, &copy, conv_terms(c) / passes);
    return of.tasks * (passes * each + TASK_START) +
           conv_pack_cycles(&of, c->kernel_spatial[CONV_W], plan->tap_columns) +
           conv_store_cycles(&of, passes) +
           (double)of.beside * conv_fetch_cycles(&of, conv_in_bytes(&of));
}

double conv_split_share(const struct sdyrt_product *product,
                        const struct sdyrt_machine_class *class) {
    const struct sdyrt_product_plan whole = {.depth = product_depth_block(product, class, 0)};
    return product_cost_split(product, class, &whole) / product_cost_blocks(product, class, &whole);
}

double conv_cost_split_batch(const struct sdyrt_conv *c, const struct sdyrt_machine_class *class,
                             const struct sdyrt_conv_plan *plan) {
    const struct sdyrt_product product =
        sdyrt_conv_product(c, plan->route, plan->planes, plan->rows, plan->cols);
    const int is_large = product.m * product.n * product.k >= CONV_SPLIT_TASK;
    return is_large && sdyrt_product_is_split(&product)
               ? conv_split_share(&product, class) * conv_cost_batch(c, class, plan)
               : INFINITY;
}

/* --- as products, and other ways --- */

/* What a product should take by its best route; product_cost.c counts a multiply-add as one
   instruction. */
static double choice_cycles(const struct costing *of, const struct sdyrt_product *product,
                            const struct sdyrt_product_choice *choice) {
    const double vectors = (double)(product->m * product->n * product->k) / (double)of->lanes;
    return choice->cycles + vectors * (1 / conv_multiplies(of->class) - 1 / FMAS);
}

/* What an operand of all tasks takes, which are read so many times, more than those of each task
   would if it were alone: those that lie near have come from farther away before. */
static double farther_cycles(const struct costing *of, double times, double bytes) {
    const double alone = of->tasks * conv_fetch_cycles(of, times * bytes / of->tasks);
    return more_of(times * conv_fetch_cycles(of, bytes) - alone, 0);
}

/* A product for each task, whose cost has its operands come from the cache that holds them. */
double conv_cost_product(const struct sdyrt_conv *c, const struct sdyrt_machine_class *class,
                         const struct sdyrt_conv_plan *plan) {
    const struct costing of = conv_costing_of(c, class, plan);
    const struct sdyrt_product product =
        sdyrt_conv_product(c, plan->route, plan->planes, plan->rows, plan->cols);
    struct sdyrt_product_choice choice;
    conv_choose_product(&product, plan->route, class, &choice);
    return of.tasks * (choice_cycles(&of, &product, &choice) + TASK_START) +
           farther_cycles(&of, (double)of.beside, conv_in_bytes(&of)) +
           farther_cycles(&of, (double)(of.across * of.down), conv_kernel_bytes(&of)) +
           conv_fetch_cycles(&of, conv_out_elements(c) * (double)of.size);
}

double conv_cost_dots(const struct sdyrt_conv *c, const struct sdyrt_machine_class *class,
                      const struct sdyrt_conv_plan *plan) {
    const struct costing of = conv_costing_of(c, class, plan);
    const double rows = (double)(c->in_channels * c->kernel_size[CONV_D] * c->kernel_size[CONV_H]);
    const double vectors = (double)pieces(c->kernel_size[CONV_W], of.lanes);
    const double again = conv_fetch_cycles(&of, conv_kernel_bytes(&of) + conv_in_bytes(&of));
    return (double)pixels_of(c) * (rows * (vectors * 2 / LOADS + 2 * START) + again) +
           of.tasks * TASK_START;
}

double conv_cost_depthwise(const struct sdyrt_conv *c, const struct sdyrt_machine_class *class,
                           const struct sdyrt_conv_plan *plan) {
    const struct costing of = conv_costing_of(c, class, plan);
    const double pixels = (double)(c->batch * pixels_of(c)), taps = conv_terms(c);
    const double vectors = (double)pieces(c->out_channels, of.lanes);
    const double groups = (double)pieces(c->out_channels, CONV_DEPTHWISE_VECTORS * of.lanes);
    const double step =
        more_of(1 / conv_multiplies(class), (1 + (double)1 / CONV_DEPTHWISE_PIXELS) / LOADS);
    return pixels * (taps * vectors * step + groups * 2 * START / CONV_DEPTHWISE_PIXELS) +
           conv_fetch_cycles(&of, conv_out_elements(c) * (double)of.size) + of.tasks * TASK_START;
}

/* Each result is written, and read again. */
double conv_cost_adding(const struct sdyrt_conv *piece, const struct sdyrt_machine_class *class) {
    const struct sdyrt_conv_plan none = {0};
    const struct costing of = conv_costing_of(piece, class, &none);
    const double elements = (double)piece->pieces * conv_out_elements(piece);
    return elements / (double)of.lanes + 2 * conv_fetch_cycles(&of, elements * (double)of.size);
}

static double tap_cycles(const struct costing *of, const struct sdyrt_product *tap) {
    struct sdyrt_product_choice choice;
    conv_choose_product(tap, of->plan->route, of->class, &choice);
    return choice_cycles(of, tap, &choice) +
           (double)(tap->m * tap->n) / (double)of->lanes * 2 * LATENCY;
}

/* Sums of a row of pixels begin with zeros. */
static double clear_cycles(const struct sdyrt_product *tap,
                           const struct sdyrt_machine_class *class) {
    const struct sdyrt_product_plan plan = sdyrt_product_panels_of(class->isa, tap->type, 0);
    struct sdyrt_product none = *tap;
    none.k = 0;
    return product_cost_panels(&none, class, &plan);
}

/* Each task reads what meets input of the kernel for its channels, and again for each of its rows
   of pixels: by many places at a time, between which a cache of that size has lost what it had. */
static double plain_kernel_cycles(const struct costing *of, double rows, double met) {
    const double all = met * conv_kernel_bytes(of);
    const double part = all / (double)maximum(of->beside, 1);
    const double again = STREAMS * conv_fetch_cycles(of, 2 * part) / 2;
    return (double)(of->across * of->down) * conv_fetch_cycles(of, all) +
           (rows - of->tasks) * again;
}

double conv_cost_plain(const struct sdyrt_conv *c, const struct sdyrt_machine_class *class,
                       const struct sdyrt_conv_plan *plan) {
    const struct costing of = conv_costing_of(c, class, plan);
    const struct sdyrt_product tap =
        sdyrt_conv_product(c, plan->route, plan->planes, plan->rows, plan->cols);
    const double images = (double)(c->batch * of.beside);
    const double rows = images * (double)(c->out_size[CONV_D] * c->out_size[CONV_H]);
    const double down = conv_share_met(c, CONV_D) * conv_share_met(c, CONV_H);
    const double met = down * conv_share_met(c, CONV_W);
    const double taps = down * rows * (double)taps_of(c), full = met * rows * (double)taps_of(c);
    return full * tap_cycles(&of, &tap) + taps * PLAIN_CALL +
           rows * (clear_cycles(&tap, class) + PLAIN_CALL) + plain_kernel_cycles(&of, rows, met) +
           (double)of.beside * conv_fetch_cycles(&of, conv_in_bytes(&of)) +
           conv_fetch_cycles(&of, conv_out_elements(c) * (double)of.size) + of.tasks * TASK_START;
}
