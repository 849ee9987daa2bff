/* Convolutions by pixels of f32 with AMX: numbers are sums of three of bf16, as product_split.h has
   it. Internal to the runtime. */
#ifndef SDYRT_CONV_SPLIT_H
#define SDYRT_CONV_SPLIT_H

#include "conv_routes.h"

/* Decides what is computed and reported at a time of a part that is split: many pixels, for each
   block of them reads all of a packed kernel; or the whole task, where a packed kernel has no
   room. */
void sdyrt_conv_split_blocks(const struct sdyrt_conv *conv, struct conv_plan *plan);

/* Computes a box of such a part; scratch as for sdyrt_conv_run. */
void sdyrt_conv_split(const struct sdyrt_conv *conv, const struct conv_box *box, const void *in,
                      const void *kernel, void *out, char *scratch);

#endif
