/* Arithmetic of sizes. Internal to the runtime. */
#ifndef SDYRT_SIZES_H
#define SDYRT_SIZES_H

#include <stdint.h>

static inline int64_t minimum(int64_t a, int64_t b) {
    return a < b ? a : b;
}

static inline int64_t maximum(int64_t a, int64_t b) {
    return a > b ? a : b;
}

/* How many pieces of this size an extent has; the last one may be smaller. */
static inline int64_t pieces(int64_t extent, int64_t piece) {
    return (extent + piece - 1) / piece;
}

static inline int64_t common_divisor(int64_t a, int64_t b) {
    while (b != 0) {
        int64_t rest = a % b;
        a = b;
        b = rest;
    }
    return a;
}

#endif
