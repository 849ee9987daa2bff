/* The ways to compute a task of a convolution; internal to the runtime. */
#ifndef SDYRT_CONV_ROUTES_H
#define SDYRT_CONV_ROUTES_H

#include "conv_plan.h"

/* What a task computes: half-open ranges in the units of struct conv_plan. */
struct conv_box {
    int64_t plane, plane_end;
    int64_t row, row_end;
    int64_t col, col_end;
};

/* Each computes one box of a part (no groups, no reversal, input not dilated). Pointers are to the
   part's operands and result; scratch as for sdyrt_conv_run. */
typedef void conv_pixels_fn(const struct sdyrt_conv *conv, const struct conv_plan *plan,
                            const struct conv_box *box, const void *in, const void *kernel,
                            void *out, char *scratch);
conv_pixels_fn sdyrt_conv_pixels_f32, sdyrt_conv_pixels_f64, sdyrt_conv_pixels_u32;
conv_pixels_fn sdyrt_conv_pixels_i8, sdyrt_conv_pixels_u8; /* with results of 32 bits */
conv_pixels_fn sdyrt_conv_pixels_bf16; /* by pairs; where sdyrt_product_micro_bf16 is at hand */
conv_pixels_fn sdyrt_conv_pixels_wide_bf16; /* widened to f32 */
conv_pixels_fn sdyrt_conv_winograd_f32;     /* of bf16 too, which is widened */
conv_pixels_fn sdyrt_conv_winograd_gradient_f32;

/* Packs a panel of the kernel as these read it where it is packed, into the packed kernel of the
   part: the channels of the result from `col` on, for all of the input's. */
typedef void conv_pack_fn(const struct sdyrt_conv *conv, const struct conv_plan *plan, int64_t col,
                          const void *kernel, void *packed, char *scratch);
conv_pack_fn sdyrt_conv_pack_pixels_f32, sdyrt_conv_pack_pixels_f64, sdyrt_conv_pack_pixels_u32;
conv_pack_fn sdyrt_conv_pack_winograd_f32;
conv_pack_fn sdyrt_conv_pack_f32; /* by pixels, split where AMX is ready */
conv_pack_fn sdyrt_conv_pack_amx; /* where sdyrt_conv_amx_takes it */

/* As those of bytes and bf16, with AMX; 0: it is not at hand, or this has not the form. */
int sdyrt_conv_amx(const struct sdyrt_conv *conv, const struct conv_plan *plan,
                   const struct conv_box *box, const void *in, const void *kernel, void *out,
                   char *scratch);

/* Whether it is not 0. */
int sdyrt_conv_amx_takes(const struct sdyrt_conv *conv, const struct conv_plan *plan);

conv_pixels_fn sdyrt_conv_batch_f32, sdyrt_conv_batch_f64, sdyrt_conv_batch_u32;

typedef void conv_depthwise_fn(const struct sdyrt_conv *conv, const struct conv_box *box,
                               const void *in, const void *kernel, void *out, char *scratch);
conv_depthwise_fn sdyrt_conv_depthwise_f32, sdyrt_conv_depthwise_f64, sdyrt_conv_depthwise_u32;

typedef void conv_dots_fn(const struct sdyrt_conv *conv, const struct conv_box *box, const void *in,
                          const void *kernel, void *out);
conv_dots_fn sdyrt_conv_dots_f32, sdyrt_conv_dots_f64;

void sdyrt_conv_plain(const struct sdyrt_conv *conv, const struct conv_box *box, const char *in,
                      const char *kernel, char *out, char *scratch);

#endif
