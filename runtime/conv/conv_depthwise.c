/* Depthwise convolution, channels last: every tap is a product of two vectors of channels, whose
   sums stay in registers. So is that of its kernel's gradient, whose groups are of the batch. */
#include "conv_routes.h"

#include "cpu.h"
#include "parts.h"

#include <string.h>

enum { VECTORS = 4 }; /* of channels, summed at a time */

/* The input position that a tap reads along one dimension; -1: padding. */
static int64_t source(const struct sdyrt_conv *c, int dim, int64_t position, int64_t tap) {
    int64_t at = position * c->stride[dim] + tap * c->kernel_dilation[dim] - c->pad_low[dim];
    return at >= 0 && at < c->in_size[dim] ? at : -1;
}

#if SDYRT_HAS_CONV_F32
#define REAL    float
#define TYPE(x) x##_f32
#include "conv_depthwise_isa.inc"
#endif

#if SDYRT_HAS_CONV_F64
#define REAL    double
#define TYPE(x) x##_f64
#include "conv_depthwise_isa.inc"
#endif

#if SDYRT_HAS_CONV_U32
#define REAL    uint32_t
#define TYPE(x) x##_u32
#include "conv_depthwise_isa.inc"
#endif
