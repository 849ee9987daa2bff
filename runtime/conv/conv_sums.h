/* Long sums of a convolution, which are made of many parts: some parts are added to the result, one
   after the other, the next ones to a sum of their own, which joins the result later. So rounding
   errors do not grow with the number of parts. Internal to the runtime. */
#ifndef SDYRT_CONV_SUMS_H
#define SDYRT_CONV_SUMS_H

#include "conv_routes.h"

enum { CONV_MOST_ADDED = 32 }; /* parts that are added one after the other */

/* Where parts are added: `out`, with the strides of `to`, or stored where not `accumulate`. */
struct conv_sums {
    const struct sdyrt_conv *to;
    void *out;
    int accumulate;
    int64_t parts; /* that were added there */
    const struct sdyrt_conv *conv;
    const struct conv_box *box;
    int by_images; /* planes of the box are images, rows pixels */
    void *result;
    void *held; /* the sum apart; null: all is added to the result */
    struct sdyrt_conv apart;
};

/* The sums of a box; `held`: so many bytes for a sum apart, which is only made if it fits in there.
   All that is pointed to outlives the sums. */
struct conv_sums sdyrt_conv_sums(const struct sdyrt_conv *conv, const struct conv_box *box,
                                 int by_images, void *out, void *held, int64_t bytes);

/* Says that so many parts have been added to each sum. */
void sdyrt_conv_added(struct conv_sums *sums, int64_t parts);

/* Adds what is apart to the result. */
void sdyrt_conv_sums_end(const struct conv_sums *sums);

#endif
