/* How x86-64 is told to do without subnormal numbers; a part of subnormals.h. */
#include <pmmintrin.h>

/* Of MXCSR: results and operands. */
enum { SUBNORMALS_ZERO = _MM_FLUSH_ZERO_ON | _MM_DENORMALS_ZERO_ON };

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
