/* Convolutions by pixels of f32 with AMX: numbers are sums of three of bf16, as product_split.h has
   it. Internal to the runtime. */
#ifndef SDYRT_CONV_SPLIT_H
#define SDYRT_CONV_SPLIT_H

#include "conv_routes.h"

/* A panel of the kernel has two strips of 16 columns, each of steps of so many terms and bytes,
   and a line of a register. A task without a packed kernel has strips of so many bytes, for a
   stretch of the contraction. */
enum {
    CONV_SPLIT_COLS = 32,
    CONV_SPLIT_DEPTH = 32,
    CONV_SPLIT_STEP = 3072,
    CONV_SPLIT_LINE = 64,
    CONV_SPLIT_STRETCH = 16,    /* steps */
    CONV_SPLIT_TASK_COLS = 256, /* at most */
    CONV_SPLIT_STRIPS = CONV_SPLIT_TASK_COLS / CONV_SPLIT_COLS *
                        (2 * CONV_SPLIT_STRETCH * CONV_SPLIT_STEP + CONV_SPLIT_LINE)
};

/* Bytes of a panel of a packed kernel. */
static inline int64_t conv_split_panel(const struct sdyrt_conv *c) {
    return 2 * taps_of(c) * pieces(c->in_channels, CONV_SPLIT_DEPTH) * CONV_SPLIT_STEP +
           CONV_SPLIT_LINE;
}

#endif
