/* Lines of memory that are asked for ahead; internal to the runtime. */
#ifndef SDYRT_PRODUCT_AHEAD_H
#define SDYRT_PRODUCT_AHEAD_H

#include <stdint.h>

#include "caches.h"

/* The lines of memory that rows of B have to read next: those of each row one after the other,
   since memory gives most where it is read as it lies. One is asked for whenever one is read, into
   a middle cache: the near one has no room for so many. */
struct ahead {
    const char *line;
    int64_t left, lines; /* in its row, and in each */
    int64_t to_row;      /* bytes from the end of a row to the next */
    int64_t to_other;    /* and to each other one that ask_rows asks for with it, or 0 */
};

static inline __attribute__((always_inline)) void ask(struct ahead *ahead) {
    __builtin_prefetch(ahead->line, 0, 2);
    ahead->line += SDYRT_LINE_BYTES;
    if (--ahead->left == 0) {
        ahead->left = ahead->lines;
        ahead->line += ahead->to_row;
    }
}

enum { ASKED_ROWS = 4 };

/* Lines of so many rows, as several streams are fetched faster than one. */
static inline __attribute__((always_inline)) void ask_rows(struct ahead *ahead) {
    const char *other = ahead->line;
#pragma GCC unroll 4
    for (int i = 1; i < ASKED_ROWS; i++) {
        other += ahead->to_other;
        __builtin_prefetch(other, 0, 2);
    }
    ask(ahead);
}

#endif
