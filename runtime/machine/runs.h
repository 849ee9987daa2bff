/* How long runs of memory are that a plan calls short or long, as the lines of caches.h have it. */
#ifndef SDYRT_RUNS_H
#define SDYRT_RUNS_H

#include "caches.h"

enum {
    SDYRT_LINE_FLOATS = SDYRT_LINE_BYTES / sizeof(float),
    SDYRT_VECTOR_FLOATS = SDYRT_VECTOR_BYTES / sizeof(float),
    SDYRT_SHORT_RUN = 4 * SDYRT_LINE_BYTES, /* bytes: what goes around a shorter run costs more */
    SDYRT_LONG_RUN = 16 * SDYRT_LINE_BYTES, /* lines that a run has in part alone do not count */
};

#endif
