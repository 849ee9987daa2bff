/* The transforms of Winograd's convolutions; internal to the runtime. All are of so many channels,
   a multiple of 16. `part`: floats from one of the CONV_TILE_PARTS numbers of a tile to the
   next. */
#ifndef SDYRT_CONV_WINOGRAD_H
#define SDYRT_CONV_WINOGRAD_H

#include "conv_shape.h"

/* 2 x 2 pixels of a result, floats from row to row and from column to column, of which `rows` and
   `columns` are inside of it. */
struct conv_tile {
    float *at;
    int64_t row, column, rows, columns;
};

struct conv_transforms {
    /* Of 4 x 4 pixels, which lie side by side in rows `row` apart. */
    void (*input_tile)(const float *from, int64_t row, int64_t channels, float *to, int64_t part);
    /* Of a 3 x 3 kernel: of each tap and channel SDYRT_PANEL_BYTES of numbers, which lie `tap` and
       `channel` floats apart. */
    void (*kernel_panel)(const float *from, int64_t tap, int64_t channel, int64_t channels,
                         float *to, int64_t part);
    /* To 2 x 2 pixels of the result. */
    void (*output_tile)(const float *from, int64_t part, int64_t channels,
                        const struct conv_tile *to);
    /* Of 2 x 2 pixels of a gradient. */
    void (*gradient_tile)(const float *from, int64_t row, int64_t channels, float *to,
                          int64_t part);
    /* To the 3 x 3 taps of a kernel's gradient, `tap` floats apart. */
    void (*kernel_tile)(const float *from, int64_t part, int64_t channels, float *to, int64_t tap);
};

/* Those of an instruction set (enum sdyrt_isa). */
const struct conv_transforms *sdyrt_conv_transforms_of(int64_t isa);

/* Floats from a part to the next, of so many. */
static inline int64_t conv_apart(int64_t count) {
    return count + CONV_PARTS_APART;
}

#endif
