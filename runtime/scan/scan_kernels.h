/* What a task of a scan is made of; internal to the runtime. */
#ifndef SDYRT_SCAN_KERNELS_H
#define SDYRT_SCAN_KERNELS_H

#include "caches.h"
#include "scan.h"
#include "scan_kind.h"
#include "walk.h"

/* Lines are scanned one after the other, along them, or `width` at a time, across them. */
struct scan_lines {
    struct scan_kind kind;
    struct walk_dim line; /* the scanned dimension; strides in bytes */
    int reverse, exclusive;
    int is_whole; /* lines are not divided into chunks */
};

/* The two ways, in scan_lines.c: elements [begin, begin + count) of a line (of `width` lines),
   whose first element is at `from` and `to`. `before` is the state of all that came before the
   chunk, or null; `total` takes the state of the chunk alone, and nothing is written to the
   result, or is null. */
struct scan_part {
    const char *from;
    char *to;
    int64_t begin, count, width;
    const char *before;
    char *total;
};
void sdyrt_scan_along(const struct scan_lines *lines, const struct scan_part *part, char *scratch);
void sdyrt_scan_across(const struct scan_lines *lines, const struct scan_part *part, char *scratch);

/* What strips of scratch hold, and bytes of one: states, with room for an element at either end. */
enum scan_buffer { SCAN_STATES, SCAN_SOURCE, SCAN_WIDE, SCAN_RESULT, SCAN_MERGED, SCAN_BUFFERS };
enum {
    SCAN_BUFFER = SCAN_STRIP * SCAN_STATE_BYTES + 2 * SDYRT_LINE_BYTES,
    SCAN_SCRATCH = SCAN_BUFFERS * SCAN_BUFFER
};

#endif
