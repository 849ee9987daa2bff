/* Kernels packed ahead, once for many runs of a convolution: panels of channels of the result one
   behind the other, each as its route makes it in its scratch. */
#include "conv_routes.h"
#include "parts.h"
#include "sizes.h"

struct packers {
    conv_pack_fn *pixels, *winograd;
};
static const struct packers packers[SDYRT_GEMM_TYPE_COUNT] = {
    [SDYRT_GEMM_F32] =
        SDYRT_ROW(CONV_F32, sdyrt_conv_pack_pixels_f32, sdyrt_conv_pack_winograd_f32),
    [SDYRT_GEMM_F64] = SDYRT_ROW(CONV_F64, sdyrt_conv_pack_pixels_f64, 0),
    [SDYRT_GEMM_I32] = SDYRT_ROW(CONV_U32, sdyrt_conv_pack_pixels_u32, 0),
};

void sdyrt_conv_pack(const struct sdyrt_conv *conv, char *const *operands, int64_t task,
                     char *scratch) {
    const int64_t size = (int64_t)sdyrt_gemm_operand_size(conv->type);
    const int64_t width = CONV_PANEL_ROW / (int64_t)sdyrt_gemm_result_size(conv->type);
    struct conv_part part;
    sdyrt_conv_group(conv, 0, &part);
    const int64_t panels = pieces(part.conv.out_channels, width), panel = task % panels;
    sdyrt_conv_group(conv, task / panels, &part);
    const struct conv_plan plan = sdyrt_conv_plan(&part.conv);
    const char *kernel = operands[0] + part.kernel * size;
    char *to = operands[1] + task * sdyrt_conv_panel_elements(&part.conv, &plan) * size;
    const struct packers *own = &packers[conv->type];
    (plan.route == CONV_WINOGRAD ? own->winograd : own->pixels)(&part.conv, &plan, panel * width,
                                                                kernel, to, scratch);
}
