/* Convolutions by pixels of f32 with AMX: numbers are sums of three of bf16, as product_split.h has
   it. Internal to the runtime. */
#ifndef SDYRT_CONV_SPLIT_H
#define SDYRT_CONV_SPLIT_H

#include "conv_routes.h"
#include "split.h"

/* A panel of the kernel has two strips of columns for each stretch of so many steps at most, and
   for each stretch a byte, in lines of a register. A task without a packed kernel has strips of so
   many bytes, for a stretch. */
enum {
    CONV_SPLIT_STRETCH = 16,
    CONV_SPLIT_STRIPS =
        CONV_TASK_COLS / AMX_BLOCK * (2 * CONV_SPLIT_STRETCH * SPLIT_STEP + AMX_LINE)
};

/* Bytes of a panel of a packed kernel. */
static inline int64_t conv_split_panel(const struct sdyrt_conv *c) {
    const int64_t steps = taps_of(c) * pieces(c->in_channels, SPLIT_DEPTH);
    const int64_t stretches = pieces(steps, CONV_SPLIT_STRETCH);
    return 2 * steps * SPLIT_STEP + pieces(stretches, AMX_LINE) * AMX_LINE;
}

#endif
