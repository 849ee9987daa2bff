/* Time, for what is measured and for what may take so long at most. For files that define
   _GNU_SOURCE before they include anything. */
#ifndef SDYRT_CLOCK_H
#define SDYRT_CLOCK_H

#include <time.h>

/* Seconds since some moment. */
static inline double sdyrt_seconds(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

#endif
