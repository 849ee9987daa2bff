/* Sums of products take subnormal numbers as zero, and make none. Intel's processors multiply them
   a hundred times slower than others, in microcode, and probabilities of a softmax and gradients
   are full of them. Other processors keep them. Internal to the runtime. */
#ifndef SDYRT_SUBNORMALS_H
#define SDYRT_SUBNORMALS_H

#if defined(__x86_64__) && defined(__GNUC__)
#include <xmmintrin.h>

enum { SUBNORMALS_ZERO = 0x8040 }; /* of MXCSR: results (0x8000) and operands (0x0040) */

/* Begins it on this thread; what it returns ends it. May be nested. */
static inline unsigned flush_subnormals(void) {
    unsigned before = _mm_getcsr();
    if ((before & SUBNORMALS_ZERO) != SUBNORMALS_ZERO) {
        _mm_setcsr(before | SUBNORMALS_ZERO);
    }
    return before;
}

static inline void restore_subnormals(unsigned before) {
    if ((before & SUBNORMALS_ZERO) != SUBNORMALS_ZERO) {
        _mm_setcsr(before);
    }
}

#else

static inline unsigned flush_subnormals(void) {
    return 0;
}

static inline void restore_subnormals(unsigned before) {
    (void)before;
}

#endif
#endif
