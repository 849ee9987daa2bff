/* The kernels of convolutions for the processor at hand: a plan that all processors have does not
   say whose instructions compute it, so that an emitted program has it once. */
#include "conv_depthwise.h"
#include "conv_winograd.h"
#include "cpu.h"
#include "parts.h"

const struct depthwise_rows *sdyrt_depthwise_rows(void) {
    return sdyrt_depthwise_rows_of(sdyrt_cpu_isa());
}

#if SDYRT_HAS_CONV_F32
const struct conv_transforms *sdyrt_conv_transforms(void) {
    return sdyrt_conv_transforms_of(sdyrt_cpu_isa());
}
#endif
