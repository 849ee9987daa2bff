/* Sums of products take subnormal numbers as zero, and make none. Intel's processors multiply them
   a hundred times slower than others, in microcode, and probabilities of a softmax and gradients
   are full of them. Other processors keep them. Internal to the runtime. */
#ifndef SDYRT_SUBNORMALS_H
#define SDYRT_SUBNORMALS_H

#if defined(__x86_64__) && defined(__GNUC__)
#include "subnormals_sse.h"
#else

static inline unsigned flush_subnormals(void) {
    return 0;
}

static inline void restore_subnormals(unsigned before) {
    (void)before;
}

#endif
#endif
