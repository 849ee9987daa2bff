/* Convolution by scalar products of rows: for one image and one channel of the result. The gradient
   of a depthwise kernel, channels first, is made of such: the row of an image by that of a kernel
   as large. */
#include "conv_routes.h"

#include "parts.h"
#include "strips.h"

/* A stretch of the kernel's row that meets the input, for column w of the result. */
static int64_t meeting(const struct sdyrt_conv *c, int64_t w, int64_t *from, int64_t *tap) {
    int64_t at = w * c->stride[CONV_W] - c->pad_low[CONV_W];
    *tap = at < 0 ? -at : 0;
    *from = at + *tap;
    int64_t taps = c->kernel_size[CONV_W] - *tap, room = c->in_size[CONV_W] - *from;
    return taps < room ? taps : room;
}

#if SDYRT_HAS_CONV_F32
#define REAL    float
#define DOT     dot_f32
#define NAME(x) x##_f32
#include "conv_dots.inc"
#endif

#if SDYRT_HAS_CONV_F64
#define REAL    double
#define DOT     dot_f64
#define NAME(x) x##_f64
#include "conv_dots.inc"
#endif
