/* Costs of the ways by Winograd's transforms: products of a tile's parts, and the transforms. */
#include "conv_costing.h"

#include "conv_winograd.h"

/* What both have: a tile's 16 products, of so many rows, columns and terms. */
static double tile_products(const struct costing *of, double rows, int64_t cols, double terms) {
    const double bytes = CONV_TILE_PARTS * (double)of->size;
    const double sums = bytes * 2 * rows * (double)cols / MIDDLE_BYTES;
    const double panels = (double)pieces(cols, panel_width(of->conv->type));
    const double read = bytes * rows * terms * panels / MIDDLE_BYTES;
    return CONV_TILE_PARTS * conv_panel_cycles(of, rows, cols, terms, 1) + sums + read;
}

/* Transforming so many tiles of so many channels. */
static double transform_cycles(const struct costing *of, double tiles, double channels,
                               double cycles) {
    return tiles * channels / (double)of->lanes * cycles;
}

/* A constant kernel is kept as it is transformed: memory, which has the price of reading it once.
   Of large kernels by few pixels that is more than what they save. */
static double room_cycles(const struct costing *of) {
    return conv_kernel_bytes(of) * CONV_TILE_PARTS / CONV_TILE_TAPS / MEMORY_BYTES;
}

double conv_cost_winograd(const struct sdyrt_conv *c, const struct sdyrt_machine_class *class,
                          const struct sdyrt_conv_plan *plan) {
    const struct costing of = conv_costing_of(c, class, plan);
    const double across = (double)pieces(c->out_size[CONV_W], 2);
    const double down = (double)pieces(plan->rows, 2), tiles = (double)plan->planes * down * across;
    const double in = (double)c->in_channels, out = (double)c->out_channels;
    const double passes = (double)pieces(c->in_channels, plan->channels);
    const double slab = (double)plan->planes * (2 * down + 2) * (2 * across + 2) * in;
    const double copy =
        conv_move_cycles(slab * (double)of.size, of.size, c->in_channel, c->in_spatial[CONV_W]);
    const double taps = c->kernel_in == CONV_TILE_TAPS ? 1 : (double)c->kernel_in;
    const double kernel =
        c->packed
            ? (double)(of.across * of.down) * conv_fetch_cycles(&of, 2 * conv_kernel_bytes(&of))
            : conv_pack_cycles(&of, (int64_t)taps, c->in_channels) +
                  of.tasks * transform_cycles(&of, in, (double)plan->cols, 2 * TILE);
    const double products = of.tasks * passes * tile_products(&of, tiles, plan->cols, in / passes);
    const double input = of.tasks * (copy + transform_cycles(&of, tiles, in, TILE));
    const double all = tiles * (double)(of.across * of.down);
    const double turned =
        c->out_channel == 1 ? 0 : conv_out_elements(c) * (double)of.size / TURN_BYTES;
    return kernel + room_cycles(&of) + products + input +
           transform_cycles(&of, all, out, TILE / 2) + turned +
           (double)of.beside * conv_fetch_cycles(&of, conv_in_bytes(&of)) +
           conv_fetch_cycles(&of, conv_out_elements(c) * (double)of.size) + of.tasks * TASK_START;
}

double conv_cost_winograd_gradient(const struct sdyrt_conv *c,
                                   const struct sdyrt_machine_class *class,
                                   const struct sdyrt_conv_plan *plan) {
    const struct costing of = conv_costing_of(c, class, plan);
    const struct conv_tiling tiling = sdyrt_conv_tiling(c, plan->tiles);
    const double down = (double)tiling.down, across = (double)tiling.across;
    const double tiles = (double)tiling.images * down * across;
    const double rows = (double)plan->planes, cols = (double)plan->cols, size = (double)of.size;
    const double passes = (double)(pieces(c->in_channels, tiling.images) *
                                   pieces(pieces(c->kernel_size[CONV_H], 2), tiling.down) *
                                   pieces(pieces(c->kernel_size[CONV_W], 2), tiling.across));
    const double slab = (double)tiling.images * (2 * down + 2) * (2 * across + 2);
    const double input =
        conv_move_cycles(slab * rows * size, of.size, c->in_batch, c->in_spatial[CONV_W]) +
        transform_cycles(&of, tiles, rows, TILE);
    const double gradient = conv_move_cycles(tiles * 2 * 2 * cols * size, of.size, c->kernel_out,
                                             c->kernel_spatial[CONV_W]) +
                            transform_cycles(&of, tiles, cols, 2 * TILE);
    const double store = rows * cols * CONV_TILE_TAPS * (c->out_channel == 1 ? 1 : PIECES);
    return of.tasks * (passes * (input + gradient + tile_products(&of, rows, plan->cols, tiles)) +
                       store + TASK_START) +
           (double)of.beside * conv_fetch_cycles(&of, conv_in_bytes(&of)) +
           (double)of.across * conv_fetch_cycles(&of, conv_kernel_bytes(&of));
}
