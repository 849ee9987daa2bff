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
void sdyrt_conv_pixels(const struct sdyrt_conv *conv, const struct conv_plan *plan,
                       const struct conv_box *box, const float *in, const float *kernel, float *out,
                       char *scratch);
void sdyrt_conv_batch(const struct sdyrt_conv *conv, const struct conv_box *box, const float *in,
                      const float *kernel, float *out, char *scratch);
void sdyrt_conv_depthwise(const struct sdyrt_conv *conv, const struct conv_box *box,
                          const float *in, const float *kernel, float *out);
void sdyrt_conv_plain(const struct sdyrt_conv *conv, const struct conv_box *box, const char *in,
                      const char *kernel, char *out, char *scratch);

#endif
