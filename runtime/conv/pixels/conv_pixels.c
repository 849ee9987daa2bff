/* Convolution as a matrix product whose rows are pixels: for NHWC, a tap of the kernel reads the
   pixels of a row at a constant distance, so that the product reads the input in place. The taps
   are the steps of one batch-reduce product. Where padding is met, the input rows of a task are
   first copied into a padded slab; there, the taps of a kernel row and their channels are one
   contiguous stretch. Integers of 8 bits are always copied: channels two by two become the pairs
   that one instruction multiplies and adds. */
#include "conv_slab.h"
#include "conv_sums.h"

#include "parts.h"
#include "product_few.h"
#include "product_kinds.h"
#include "product_micro.h"
#include "product_native.h"
#include "sizes.h"

#include <string.h>

#if SDYRT_HAS_CONV_F32 || SDYRT_HAS_CONV_F64 || SDYRT_HAS_CONV_U32 || SDYRT_HAS_CONV_NARROW
#include "strips.h"
#endif

/* One of the passes over the result, of some input channels and taps: what it is a part of, where
   its pixels are found, and the convolution with the strides of what it adds to. */
struct pass {
    const struct sdyrt_conv *conv;
    const struct sdyrt_conv_plan *plan;
    const struct conv_box *box;
    int64_t channels;
    struct taps taps;
    struct slab slab;
    struct tap_view view;
};

/* Rows of a panel that are fetched before they are read, where it was packed ahead: it comes from
   farther away than one that was packed just before. */
enum { AHEAD = 16 };

/* The steps of a pass in parts, each a sum of its own that is added to the result: rounding errors
   grow with the terms that are added one after the other. Steps of part i begin at begin[i]. */
enum { MOST_PARTS = CONV_SUM_PARTS + 1 };
struct pass_parts {
    struct product_step steps[CONV_MAX_STEPS + MOST_PARTS];
    int64_t begin[MOST_PARTS + 1], count;
};

/* Divides so many steps into parts of nearly equally many terms. */
static void divide_pass(const struct product_step *steps, int64_t count, int64_t a_col,
                        int64_t panel_row, struct pass_parts *to) {
    int64_t terms = 0, made = 0, room;
    for (int64_t s = 0; s < count; s++) {
        terms += steps[s].k;
    }
    const int64_t parts = pieces(terms, CONV_PASS_TERMS), most = pieces(terms, maximum(parts, 1));
    to->count = 0;
    to->begin[0] = 0;
    room = most;
    for (int64_t s = 0; s < count; s++) {
        for (int64_t done = 0, k; done < steps[s].k; done += k) {
            k = minimum(steps[s].k - done, room);
            to->steps[made++] = (struct product_step){steps[s].a + done * a_col,
                                                      steps[s].panel + done * panel_row, k};
            room -= k;
            if (room == 0) {
                to->begin[++to->count] = made;
                room = most;
            }
        }
    }
    if (to->begin[to->count] < made || made == 0) {
        to->begin[++to->count] = made;
    }
}

/* Where a part of a long sum is held, and room for it. */
enum {
    HELD_AT = CONV_PANEL_LIMIT + CONV_SLAB_LIMIT,
    HELD_BYTES = (int)SDYRT_KERNEL_SCRATCH - HELD_AT
};

/* Columns that are computed at a time: all, but for long sums, of which a part is held. How a sum
   is made must not depend on the box that it is in. */
static int64_t columns_held(const struct sdyrt_conv *c, const struct sdyrt_conv_plan *plan,
                            const struct conv_box *box, int64_t width) {
    const int64_t pixels =
        (box->plane_end - box->plane) * (box->row_end - box->row) * c->out_size[CONV_W];
    const int64_t passes = pieces(c->in_channels, plan->channels) *
                           pieces(c->kernel_size[CONV_H], maximum(plan->tap_rows, 1));
    const int64_t room = HELD_BYTES / SDYRT_PANEL_BYTES / maximum(pixels, 1);
    return passes * MOST_PARTS > CONV_MOST_ADDED ? maximum(room, 1) * width
                                                 : maximum(box->col_end - box->col, 1);
}

/* The steps of a pass in the order of pack_lines. */
static int64_t make_lines(const struct sdyrt_conv *c, const struct tap_view *view,
                          const struct taps *taps, int64_t channels, int64_t panel_row,
                          struct product_step *steps) {
    int64_t count = 0, panel = 0, length = c->kernel_size[CONV_W];
    for (int64_t d = 0; d < c->kernel_size[CONV_D]; d++) {
        for (int64_t h = taps->row; h < taps->row + taps->rows; h++) {
            for (int64_t i = 0; i < channels; i++) {
                int64_t a = d * view->depth + h * view->row + i * view->channel;
                steps[count++] = (struct product_step){a, panel, length};
                panel += length * panel_row;
            }
        }
    }
    return count;
}

#if SDYRT_HAS_CONV_F32
#define OPERAND   float
#define REAL      float
#define PER       1
#define MULTIPLY  sdyrt_product_micro_of(isa)->f32
#define TRANSPOSE transpose_32
#define PACK      sdyrt_pack_panel_f32
#define FEW       sdyrt_product_few_of(isa)->dots_f32
#define PACKED
#define NAME(x) x##_f32
#include "conv_pixels.inc"

void sdyrt_conv_copy_slab_f32(const struct sdyrt_conv *conv, const struct conv_box *box,
                              const struct slab *slab, int64_t channels, const float *in,
                              float *to) {
    copy_slab_f32(conv, box, slab, channels, in, to);
}
#endif

#if SDYRT_HAS_CONV_F64
#define OPERAND   double
#define REAL      double
#define PER       1
#define MULTIPLY  sdyrt_product_micro_of(isa)->f64
#define TRANSPOSE transpose_64
#define PACK      sdyrt_pack_panel_f64
#define FEW       sdyrt_product_few_of(isa)->dots_f64
#define PACKED
#define NAME(x) x##_f64
#include "conv_pixels.inc"
#endif

#if SDYRT_HAS_CONV_U32
#define OPERAND   uint32_t
#define REAL      uint32_t
#define PER       1
#define MULTIPLY  sdyrt_product_micro_of(isa)->u32
#define TRANSPOSE transpose_32
#define PACK      sdyrt_pack_panel_u32
#define FEW       sdyrt_product_few_of(isa)->dots_u32
#define PACKED
#define NAME(x) x##_u32
#include "conv_pixels.inc"
#endif

#if SDYRT_HAS_CONV_PAIRS
#define OPERAND  int8_t
#define REAL     uint32_t
#define PER      2
#define MULTIPLY sdyrt_product_micro_of(isa)->pairs
#define PACK     sdyrt_pack_pairs_i8
#define NAME(x)  x##_i8
#include "conv_pixels.inc"

#define OPERAND  uint8_t
#define REAL     uint32_t
#define PER      2
#define MULTIPLY sdyrt_product_micro_of(isa)->pairs
#define PACK     sdyrt_pack_pairs_u8
#define NAME(x)  x##_u8
#include "conv_pixels.inc"
#endif

#if SDYRT_HAS_CONV_NARROW
#include "transpose_tile.h"

#define OPERAND uint16_t
#define REAL    uint32_t
#define PER     2
#define GROUPED
#define MULTIPLY sdyrt_product_micro_bf16_pairs()
#define PACK     sdyrt_pack_pairs_bf16
#define NAME(x)  x##_bf16
#include "conv_pixels.inc"

void sdyrt_conv_copy_slab_bf16(const struct sdyrt_conv *conv, const struct conv_box *box,
                               const struct slab *slab, int64_t channels, const uint16_t *in,
                               uint32_t *to) {
    copy_slab_bf16(conv, box, slab, channels, in, to);
}

void sdyrt_conv_pack_wide_bf16(int64_t k, int64_t cols, const uint16_t *b, int64_t row, int64_t col,
                               float *panel) {
    enum { WIDE = SDYRT_PANEL_BYTES / (int)sizeof(float) };
    uint16_t raw[WIDE];
    for (int64_t p = 0; p < k; p++, b += row, panel += WIDE) {
        if (col != 1) {
            sdyrt_load_16(raw, b, cols, col);
        }
        sdyrt_convert_bf16_f32_v(panel, col == 1 ? b : raw, cols);
        memset(panel + cols, 0, (size_t)(WIDE - cols) * sizeof *panel);
    }
}

#define OPERAND  uint16_t
#define REAL     float
#define PER      1
#define WIDEN    sdyrt_convert_bf16_f32_v
#define MULTIPLY sdyrt_product_micro_of(isa)->f32
#define PACK     sdyrt_conv_pack_wide_bf16
#define NAME(x)  x##_wide_bf16
#include "conv_pixels.inc"

void sdyrt_conv_copy_slab_wide_bf16(const struct sdyrt_conv *conv, const struct conv_box *box,
                                    const struct slab *slab, int64_t channels, const uint16_t *in,
                                    float *to) {
    copy_slab_wide_bf16(conv, box, slab, channels, in, to);
}
#endif
