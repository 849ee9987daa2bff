/* Sizes of memory, in bytes, that plans for all instruction sets go by: lines and pages, and the
   caches of the class that stands for a processor with AVX-512 (machine_class.c). */
#ifndef SDYRT_CACHES_H
#define SDYRT_CACHES_H

#include <stddef.h>

enum {
    SDYRT_LINE_BYTES = 64,
    SDYRT_PAGE_BYTES = 4096,
    SDYRT_VECTOR_BYTES = 16,     /* of the vectors that every processor has; AVX2 permutes within */
    SDYRT_CACHE_WAYS = 8,        /* lines of one set of the near cache */
    SDYRT_NEAR_CACHE = 32 << 10, /* the first one for data */
    SDYRT_MIDDLE_CACHE = 1 << 20, /* the second one: more does not stay with a core */
    SDYRT_FAR_CACHE = 32 << 20,   /* the last one, which cores share */
};

/* So many bytes, rounded up to whole lines. */
static inline size_t sdyrt_whole_lines(size_t bytes) {
    return (bytes + SDYRT_LINE_BYTES - 1) / SDYRT_LINE_BYTES * SDYRT_LINE_BYTES;
}

#endif
