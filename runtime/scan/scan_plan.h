/* How a scan is computed: its lines in normal form, and what a task does. Internal to the
   runtime. */
#ifndef SDYRT_SCAN_PLAN_H
#define SDYRT_SCAN_PLAN_H

#include "scan.h"
#include "scan_kind.h"

struct scan_dim {
    int64_t size, from, to; /* strides in bytes */
};

/* Lines are scanned one after the other, along them, or `width` at a time, across them, where
   they lie side by side in both operands: then these columns are a dimension of their own. A
   task does one chunk of `group` lines (or groups of columns). */
struct scan_plan {
    struct scan_kind kind;
    struct scan_dim line; /* the scanned dimension */
    int reverse, exclusive;
    struct scan_dim outer[SDYRT_SCAN_RANK + 1]; /* without columns; the result's slowest first */
    int64_t outer_rank, outer_count;
    int64_t columns, width; /* 1 where lines are scanned along */
    int across;
    int64_t from, to; /* of the first element, in bytes */
    int64_t chunk, chunks, strips, group, groups;
};

/* The plan; a function of the description alone, its phase excepted. */
void sdyrt_scan_plan(const struct sdyrt_scan *what, struct scan_plan *plan);

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
void sdyrt_scan_along(const struct scan_plan *plan, const struct scan_part *part, char *scratch);
void sdyrt_scan_across(const struct scan_plan *plan, const struct scan_part *part, char *scratch);

/* Bytes of a strip of states, with room for an element at either end; what the two ways need. */
enum {
    SCAN_MARGIN = 64,
    SCAN_BUFFER = SCAN_STRIP * 8 * SCAN_PLANES + 2 * SCAN_MARGIN,
    SCAN_SCRATCH = 5 * SCAN_BUFFER
};

#endif
