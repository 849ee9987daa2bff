/* What the costs of all ways of convolving are made of. They are simple on purpose: what the
   arithmetic units do, what is copied and packed, what comes from which cache, and what is begun.
   They only have to say which way is faster. */
#include "conv_costing.h"

#include "product_cost.h"

struct costing conv_costing_of(const struct sdyrt_conv *c, const struct sdyrt_machine_class *class,
                               const struct sdyrt_conv_plan *plan) {
    const int64_t size = (int64_t)sdyrt_product_result_size(c->type);
    struct costing of = {.conv = c,
                         .class = class,
                         .plan = plan,
                         .size = size,
                         .lanes = maximum(class->vector_bytes / size, 1),
                         .across = pieces(plan->plane_count, maximum(plan->planes, 1)),
                         .down = pieces(plan->row_count, maximum(plan->rows, 1)),
                         .beside = pieces(plan->col_count, maximum(plan->cols, 1))};
    of.tasks = (double)of.across * (double)of.down * (double)of.beside;
    return of;
}

/* How much of so many bytes is no longer in a cache of this size when it comes again. */
static double share_outside(double bytes, int64_t cache) {
    const double share = (bytes - (double)cache) / (double)cache;
    return share < 0 ? 0 : share > 1 ? 1 : share;
}

/* Cycles for what comes from beyond the near cache, of bytes that are read in a row. */
double conv_fetch_cycles(const struct costing *of, double bytes) {
    const int64_t *cache = of->class->cache_bytes;
    const double middle = share_outside(bytes, cache[SDYRT_LEVEL_NEAR]);
    const double far = share_outside(bytes, cache[SDYRT_LEVEL_MIDDLE]);
    const double memory = share_outside(bytes, cache[SDYRT_LEVEL_FAR]);
    return bytes *
           ((middle - far) / MIDDLE_BYTES + (far - memory) / FAR_BYTES + memory / MEMORY_BYTES);
}

/* Bytes of the input that the part reads: what its windows reach across, or, where these leave
   positions out, what they have. */
double conv_in_bytes(const struct costing *of) {
    const struct sdyrt_conv *c = of->conv;
    double elements = (double)(c->batch * c->in_channels);
    for (int dim = 0; dim < SDYRT_CONV_RANK; dim++) {
        const int64_t reach = (c->out_size[dim] - 1) * c->stride[dim] +
                              (c->kernel_size[dim] - 1) * c->kernel_dilation[dim] + 1;
        const int64_t read = minimum(reach, c->out_size[dim] * c->kernel_size[dim]);
        elements *= (double)minimum(c->in_size[dim], maximum(read, 0));
    }
    return elements * (double)sdyrt_product_operand_size(c->type);
}

double conv_terms(const struct sdyrt_conv *c) {
    return (double)(c->in_channels * taps_of(c));
}

double conv_kernel_bytes(const struct costing *of) {
    return conv_terms(of->conv) * (double)of->conv->out_channels *
           (double)sdyrt_product_operand_size(of->conv->type);
}

double conv_out_elements(const struct sdyrt_conv *c) {
    return (double)(c->batch * pixels_of(c) * c->out_channels);
}

/* Multiply-adds a cycle: two instructions each, where there is no one for both. */
double conv_multiplies(const struct sdyrt_machine_class *class) {
    return class->isa == SDYRT_ISA_BASELINE ? FMAS / 2 : FMAS;
}

/* A row of terms of a block of sums by the panel kernel: rows x vectors multiply-adds, what they
   load, and the latency of each sum. */
static double term_cycles(const struct costing *of, double rows, double vectors, double far) {
    const double load = far * vectors * (double)of->class->vector_bytes / PANEL_BYTES;
    return more_of(more_of(rows * vectors / conv_multiplies(of->class), (rows + vectors) / LOADS),
                   more_of(LATENCY, load));
}

/* A product by the panel kernel: so many rows and columns, of sums of so many terms in so many
   stretches. */
double conv_panel_cycles(const struct costing *of, double rows, int64_t cols, double terms,
                         double stretches) {
    const int64_t lanes = of->lanes, pair = 2 * lanes, panel = SDYRT_PANEL_BYTES / of->size;
    const int64_t most = product_micro_rows(of->class, cols <= lanes ? 1 : 2);
    const double blocks = (double)pieces((int64_t)rows, most);
    const double each = rows / more_of(blocks, 1);
    const double far =
        share_outside(terms * SDYRT_PANEL_BYTES, of->class->cache_bytes[SDYRT_LEVEL_NEAR]);
    double starts = (double)(cols / pair);
    double steps = starts * term_cycles(of, each, 2, far);
    if (cols % pair > 0) {
        steps += term_cycles(of, each, cols % pair > lanes ? 2 : 1, far);
        starts += 1;
    }
    return blocks * (steps * terms + starts * ((1 + stretches) * BLOCK_START + each)) +
           (double)pieces(cols, panel) * 2 * START +
           (cols % lanes > 0 ? rows * (BLOCK_START + (double)(cols % pair) * PIECES) : 0);
}

/* Cycles of copying so many bytes from where elements of a copied row are so far apart in one of
   two directions. */
double conv_move_cycles(double bytes, int64_t size, int64_t along, int64_t across) {
    return along == 1    ? bytes / PACK_BYTES
           : across == 1 ? bytes / TURN_BYTES
                         : bytes / (double)size * GATHER;
}

/* Packing a kernel, by each task across the planes and rows: so many terms at a time, `row`
   apart. */
double conv_pack_cycles(const struct costing *of, int64_t row, int64_t length) {
    enum { TURNED_AT_ONCE = 4 }; /* rows of a block that is transposed */
    const struct sdyrt_conv *c = of->conv;
    const int64_t panels = pieces(of->plan->cols, panel_width(c->type));
    const double places = conv_terms(c) * (double)(of->size) * of->tasks;
    const double whole = places * (double)(panels * panel_width(c->type));
    const double calls = conv_terms(c) / (double)maximum(length, 1) * of->tasks * (double)panels;
    const int64_t turned = length < TURNED_AT_ONCE ? 0 : row;
    const double read =
        (double)(of->across * of->down) * conv_fetch_cycles(of, conv_kernel_bytes(of));
    if (c->packed) {
        return read;
    }
    if (c->kernel_out == 1) {
        return whole / PACK_BYTES + calls * START + read;
    }
    return conv_move_cycles(places * (double)of->plan->cols, of->size, 0, turned) +
           whole / PACK_BYTES + calls * START + read;
}

/* Storing sums, so many times: they fill vectors, or are apart. */
double conv_store_cycles(const struct costing *of, double times) {
    const double elements = conv_out_elements(of->conv);
    const double near = elements / (double)of->lanes * (times - 1);
    return (of->conv->out_channel == 1 ? near : elements * PIECES * times) +
           conv_fetch_cycles(of, elements * (double)of->size);
}

/* How many of a kernel's taps meet the input along a dimension, of all that positions of the result
   have. */
double conv_share_met(const struct sdyrt_conv *c, int dim) {
    int64_t count = 0;
    for (int64_t tap = 0; tap < c->kernel_size[dim]; tap++) {
        const int64_t at = tap * c->kernel_dilation[dim] - c->pad_low[dim];
        const int64_t begin = at < 0 ? pieces(-at, c->stride[dim]) : 0;
        const int64_t end = pieces(maximum(c->in_size[dim] - at, 0), c->stride[dim]);
        count += maximum(minimum(end, c->out_size[dim]) - begin, 0);
    }
    return (double)count / (double)maximum(c->out_size[dim] * c->kernel_size[dim], 1);
}

double conv_share_inside(const struct sdyrt_conv *c) {
    return conv_share_met(c, CONV_D) * conv_share_met(c, CONV_H) * conv_share_met(c, CONV_W);
}
