/* Kernels packed ahead, once for many runs of a convolution: panels of channels of the result one
   behind the other, each as its route makes it in its scratch. */
#include "conv_routes.h"
#include "parts.h"
#include "sizes.h"

#include <string.h>

#if SDYRT_HAS_CONV_PAIRS || SDYRT_HAS_CONV_NARROW
/* Columns of the dense kernel. */
static void copy_columns(const struct sdyrt_conv *c, int64_t col, const char *kernel, char *to) {
    const struct sdyrt_conv dense = sdyrt_conv_dense(c);
    const int64_t size = (int64_t)sdyrt_product_operand_size(c->type);
    const int64_t end = minimum(col + CONV_PANEL_ROW / 4, c->out_channels);
    for (int64_t row = 0; row < taps_of(c) * c->in_channels; row++) {
        const int64_t tap = row / c->in_channels, line = tap / c->kernel_size[CONV_W];
        const int64_t from = row % c->in_channels * c->kernel_in +
                             tap % c->kernel_size[CONV_W] * c->kernel_spatial[CONV_W] +
                             line % c->kernel_size[CONV_H] * c->kernel_spatial[CONV_H] +
                             line / c->kernel_size[CONV_H] * c->kernel_spatial[CONV_D];
        for (int64_t j = col; j < end; j++) {
            memcpy(to + (row * dense.kernel_in + j) * size,
                   kernel + (from + j * c->kernel_out) * size, (size_t)size);
        }
    }
}

/* Bytes and bf16, as the processor wants them. */
static void pack_grouped(const struct sdyrt_conv *c, const struct conv_plan *plan, int64_t col,
                         const void *kernel, void *packed, char *scratch) {
    struct conv_plan pixels = *plan;
    if (sdyrt_conv_fit_pixels(c, &pixels) && sdyrt_conv_amx_takes(c, &pixels)) {
        sdyrt_conv_pack_amx(c, &pixels, col, kernel, packed, scratch);
    } else {
        copy_columns(c, col, kernel, packed);
    }
}
#endif

struct packers {
    conv_pack_fn *pixels, *winograd;
};
static const struct packers packers[SDYRT_PRODUCT_TYPE_COUNT] = {
    [SDYRT_PRODUCT_F32] = SDYRT_ROW(CONV_F32, sdyrt_conv_pack_f32, sdyrt_conv_pack_winograd_f32),
    [SDYRT_PRODUCT_F64] = SDYRT_ROW(CONV_F64, sdyrt_conv_pack_pixels_f64, 0),
    [SDYRT_PRODUCT_I32] = SDYRT_ROW(CONV_U32, sdyrt_conv_pack_pixels_u32, 0),
    [SDYRT_PRODUCT_I8_I32] = SDYRT_ROW(CONV_PAIRS, pack_grouped, 0),
    [SDYRT_PRODUCT_U8_I32] = SDYRT_ROW(CONV_PAIRS, pack_grouped, 0),
    [SDYRT_PRODUCT_BF16_F32] = SDYRT_ROW(CONV_NARROW, pack_grouped, pack_grouped),
};

void sdyrt_conv_pack(const struct sdyrt_conv *conv, char *const *operands, int64_t task,
                     char *scratch) {
    const int64_t size = (int64_t)sdyrt_product_operand_size(conv->type);
    const int64_t width = CONV_PANEL_ROW / (int64_t)sdyrt_product_result_size(conv->type);
    struct conv_part part;
    sdyrt_conv_group(conv, 0, &part);
    const int64_t panels = pieces(part.conv.out_channels, width), panel = task % panels;
    sdyrt_conv_group(conv, task / panels, &part);
    const struct conv_plan plan = sdyrt_conv_plan(&part.conv);
    const char *kernel = operands[0] + part.kernel * size;
    const int64_t before = task - panel; /* panels of the groups before it */
    char *to = operands[1] + before * sdyrt_conv_panel_elements(&part.conv, &plan) * size;
    const struct packers *own = &packers[conv->type];
    (plan.route == CONV_WINOGRAD ? own->winograd : own->pixels)(&part.conv, &plan, panel * width,
                                                                kernel, to, scratch);
}
