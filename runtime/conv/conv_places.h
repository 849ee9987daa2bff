/* Where the elements of a kernel lie when it is packed, for the compiler: no program calls it. */
#ifndef SDYRT_CONV_PLACES_H
#define SDYRT_CONV_PLACES_H

#include "conv.h"

struct sdyrt_conv_places {
    struct sdyrt_conv conv; /* of one group */
    struct sdyrt_conv_plan plan;
    int64_t out_channels;   /* of all groups */
    int64_t group_elements; /* of a packed group */
    int dense;              /* columns side by side, as bytes and bf16 are packed without AMX */
};

/* What sdyrt_conv_place needs to know, of a convolution whose kernel is packed for a plan. 0: it is
   not packed, packing does not only move elements, or the kernel is read backwards. */
int sdyrt_conv_places_of(const struct sdyrt_conv *conv, const struct sdyrt_conv_plan *plan,
                         struct sdyrt_conv_places *places);

/* Where element `place` of the kernel, counted as its strides count, is packed; in elements. */
int64_t sdyrt_conv_place(const struct sdyrt_conv_places *places, int64_t place);

#endif
