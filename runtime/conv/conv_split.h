/* Convolutions by pixels of f32 with AMX: numbers are sums of three of bf16, as product_split.h has
   it. Internal to the runtime. */
#ifndef SDYRT_CONV_SPLIT_H
#define SDYRT_CONV_SPLIT_H

#include "conv_routes.h"
#include "split.h"

/* A panel of the kernel has two strips of columns, each of steps, and a line of a register. A task
   without a packed kernel has strips of so many bytes, for a stretch of so many steps. */
enum {
    CONV_SPLIT_STRETCH = 16,
    CONV_SPLIT_STRIPS =
        CONV_TASK_COLS / AMX_BLOCK * (2 * CONV_SPLIT_STRETCH * SPLIT_STEP + AMX_LINE)
};

/* Bytes of a panel of a packed kernel. */
static inline int64_t conv_split_panel(const struct sdyrt_conv *c) {
    return 2 * taps_of(c) * pieces(c->in_channels, SPLIT_DEPTH) * SPLIT_STEP + AMX_LINE;
}

#endif
