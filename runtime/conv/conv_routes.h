/* What computes a task of a convolution by each route; internal to the runtime. */
#ifndef SDYRT_CONV_ROUTES_H
#define SDYRT_CONV_ROUTES_H

#include "conv_shape.h"

/* What a task computes: half-open ranges in the units of struct sdyrt_conv_plan. */
struct conv_box {
    int64_t plane, plane_end;
    int64_t row, row_end;
    int64_t col, col_end;
};

/* Each computes one box of a part (no groups, no reversal, input not dilated), which was planned
   for it. Pointers are to the part's operands and result; scratch as for sdyrt_conv_run. */
typedef void conv_route_fn(const struct sdyrt_conv *conv, const struct sdyrt_conv_plan *plan,
                           const struct conv_box *box, const void *in, const void *kernel,
                           void *out, char *scratch);
/* By pixels, lines or few columns. */
conv_route_fn sdyrt_conv_pixels_f32, sdyrt_conv_pixels_f64, sdyrt_conv_pixels_u32;
conv_route_fn sdyrt_conv_pixels_i8, sdyrt_conv_pixels_u8; /* by pairs, with results of 32 bits */
conv_route_fn sdyrt_conv_pixels_bf16;      /* by pairs, where there are instructions for them */
conv_route_fn sdyrt_conv_pixels_wide_bf16; /* widened to f32 */
conv_route_fn sdyrt_conv_tiles;            /* of bytes and bf16 */
conv_route_fn sdyrt_conv_split;            /* of f32 */
conv_route_fn sdyrt_conv_winograd_f32;     /* of bf16 too, which is widened */
conv_route_fn sdyrt_conv_winograd_gradient_f32;
conv_route_fn sdyrt_conv_batch_f32, sdyrt_conv_batch_f64, sdyrt_conv_batch_u32;
conv_route_fn sdyrt_conv_depthwise_f32, sdyrt_conv_depthwise_f64, sdyrt_conv_depthwise_u32;
conv_route_fn sdyrt_conv_depthwise_bf16;
conv_route_fn sdyrt_conv_dots_f32, sdyrt_conv_dots_f64;
conv_route_fn sdyrt_conv_plain;

/* Packs a panel of the kernel as these read it where it is packed, into the packed kernel of the
   part: the channels of the result from `col` on, for all of the input's; or one of several parts
   of that, where the route has parts (sdyrt_conv_pack_parts). */
struct conv_strip {
    int64_t col, part, parts;
};
typedef void conv_pack_fn(const struct sdyrt_conv *conv, const struct sdyrt_conv_plan *plan,
                          struct conv_strip strip, const void *kernel, void *packed, char *scratch);
conv_pack_fn sdyrt_conv_pack_pixels_f32, sdyrt_conv_pack_pixels_f64, sdyrt_conv_pack_pixels_u32;
conv_pack_fn sdyrt_conv_pack_winograd_f32;
conv_pack_fn sdyrt_conv_pack_split;
conv_pack_fn sdyrt_conv_pack_tiles;

#endif
