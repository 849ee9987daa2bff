/*
 * Rows of a result that are made of short runs of several sources: concatenations of narrow
 * operands, borders of few elements, repeated, reversed or interleaved groups.
 *
 * The work is a fixed list of tasks of about SDYRT_WEAVE_TASK_BYTES each, a function of the
 * description alone; tasks are independent and may run on any threads in any order.
 */
#ifndef SDYRT_WEAVE_H
#define SDYRT_WEAVE_H

#include <stddef.h>
#include <stdint.h>

#include "caches.h"

#include "caches.h"

#ifdef __cplusplus
extern "C" {
#endif

enum {
    SDYRT_WEAVE_RUNS = 64,
    SDYRT_WEAVE_SOURCES = SDYRT_WEAVE_RUNS,
    SDYRT_WEAVE_ROW = SDYRT_PAGE_BYTES, /* bytes, at most */
    SDYRT_WEAVE_TASK_BYTES = SDYRT_MIDDLE_CACHE / 8 * 3
};

/* Row r of the result's block o is the runs of the row, one behind the other, where run k is bytes
 * from + r * step + o * outer_step of its source. All that is not a count is bytes. */
struct sdyrt_weave {
    int64_t rows, outer; /* rows of a block, which lie side by side; blocks */
    int64_t row;         /* the sum of the runs, at most SDYRT_WEAVE_ROW */
    int64_t outer_to;    /* from one block of the result to the next */
    int64_t sources, runs;
    int64_t step[SDYRT_WEAVE_SOURCES], outer_step[SDYRT_WEAVE_SOURCES]; /* of any sign, or 0 */
    int64_t source[SDYRT_WEAVE_RUNS], from[SDYRT_WEAVE_RUNS], bytes[SDYRT_WEAVE_RUNS];
};

/* How it is done: a row of weave_routes.def; where columns are transposed, by which instruction
 * set; and where it is by vectors, how wide these are in bytes and how many rows they make
 * together. */
struct sdyrt_weave_plan {
    int64_t route; /* enum sdyrt_weave_route */
    int64_t isa;   /* enum sdyrt_isa */
    int64_t width, rows;
};

enum sdyrt_weave_route {
#define ROUTE(name, NAME, ...) SDYRT_WEAVE_BY_##NAME,
#include "weave_routes.def"
    SDYRT_WEAVE_ROUTE_COUNT
};

/* The number of tasks; 0 where there is nothing to copy. */
int64_t sdyrt_weave_tasks(const struct sdyrt_weave *what);

/* Bytes of scratch that a task needs by this plan. */
size_t sdyrt_weave_scratch(const struct sdyrt_weave *what, const struct sdyrt_weave_plan *plan);

/* Runs one task on the calling thread, by a plan that was made for this description, for a class
 * that the processor belongs to. operands: the sources, then the result, which overlaps none of
 * them. Bytes between those that are copied may be read. */
void sdyrt_weave(const struct sdyrt_weave *what, const struct sdyrt_weave_plan *plan,
                 char *const *operands, int64_t task, char *scratch);

#ifdef __cplusplus
}
#endif
#endif
