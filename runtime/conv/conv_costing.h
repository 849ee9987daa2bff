/* What costs are made of; internal to conv_cost*.c. Cycles are those of one core. */
#ifndef SDYRT_CONV_COSTING_H
#define SDYRT_CONV_COSTING_H

#include "conv_cost.h"
#include "machine_rates.h"
#include "product_shape.h"

/* What machines do, and what ways of convolving do there. */
#define THRESHOLD(name, value, unit, why, how) static const double name = value;
#include "product_thresholds.def"

#define THRESHOLD(name, value, unit, why, how)
#define RATE(name, value, unit, why, how) static const double name = value;
#include "conv_thresholds.def"

static inline double more_of(double a, double b) {
    return a > b ? a : b;
}

/* A part and the class that it is computed on; sizes are those of the result's elements, in which
   copies and packed kernels are too. */
struct costing {
    const struct sdyrt_conv *conv;
    const struct sdyrt_machine_class *class;
    const struct sdyrt_conv_plan *plan;
    int64_t size, lanes;
    int64_t across, down, beside; /* tasks along the planes, rows and channels of the result */
    double tasks;
};

/* What the costs of a plan are made from: it refers to all three. */
struct costing conv_costing_of(const struct sdyrt_conv *c, const struct sdyrt_machine_class *class,
                               const struct sdyrt_conv_plan *plan);

/* Bytes that a part reads of its input and of its kernel; elements of its result; terms of each of
   its sums. */
double conv_in_bytes(const struct costing *of);
double conv_kernel_bytes(const struct costing *of);
double conv_out_elements(const struct sdyrt_conv *c);
double conv_terms(const struct sdyrt_conv *c);

/* How many taps of a dimension meet the input, of all that positions of the result have. */
double conv_share_met(const struct sdyrt_conv *c, int dim);

/* How much of what all windows reach lies in the input: the rest is padding, of which nothing is
   copied. */
double conv_share_inside(const struct sdyrt_conv *c);

/* Multiply-adds of vectors in a cycle: two instructions each, where there is no one for both. */
double conv_multiplies(const struct sdyrt_machine_class *class);

/* For what comes from beyond the near cache, of so many bytes that are read in a row. */
double conv_fetch_cycles(const struct costing *of, double bytes);

/* What numbers that are split take of the time of those that are not: as such a product does. */
double conv_split_share(const struct sdyrt_product *product,
                        const struct sdyrt_machine_class *class);

/* A product by the panel kernel: so many rows and columns, of sums of so many terms in so many
   stretches. */
double conv_panel_cycles(const struct costing *of, double rows, int64_t cols, double terms,
                         double stretches);

/* Copying so many bytes from where elements of a copied row are so far apart in one of two
   directions, or not. */
double conv_move_cycles(double bytes, int64_t size, int64_t along, int64_t across);

/* Packing the kernel, by each task across the planes and rows: `length` terms at a time, that are
   `row` apart. */
double conv_pack_cycles(const struct costing *of, int64_t row, int64_t length);

/* Storing sums, so many times: they fill vectors, or are apart. */
double conv_store_cycles(const struct costing *of, double times);

#endif
