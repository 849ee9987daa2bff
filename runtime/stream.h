/*
 * Copies of runs to results that do not stay in the caches: runs are read in the order in which
 * they lie and written past the caches, which spares reading what is overwritten.
 *
 * Another thread may read what was written when it hears from the team that the task has ended
 * (fence.h).
 *
 * The work is a fixed list of tasks of about SDYRT_STREAM_TASK_BYTES each, a function of the
 * description alone; tasks are independent and may run on any threads in any order.
 */
#ifndef SDYRT_STREAM_H
#define SDYRT_STREAM_H

#include <stddef.h>
#include <stdint.h>

#include "bounds.h"
#include "caches.h"

#ifdef __cplusplus
extern "C" {
#endif

enum {
    SDYRT_STREAM_TASK_BYTES = SDYRT_MIDDLE_CACHE / 2,
    SDYRT_STREAM_BYTES = SDYRT_FAR_CACHE / 2 /* results of so many do not stay in the caches */
};

/* out[sum of i_k * to[k]] = in[sum of i_k * from[k]] for all 0 <= i_k < size[k]. Strides count
 * elements. Those of the source may be anything; those of the result give every index an element of
 * its own. */
struct sdyrt_stream {
    int64_t bytes; /* of an element */
    int64_t rank;  /* at most SDYRT_RANK; the dimensions may come in any order */
    int64_t size[SDYRT_RANK];
    int64_t from[SDYRT_RANK];
    int64_t to[SDYRT_RANK];
};

/* The number of tasks; 0 where there is nothing to copy. */
int64_t sdyrt_stream_tasks(const struct sdyrt_stream *what);

/* Bytes of scratch that a task needs: none. */
size_t sdyrt_stream_scratch(const struct sdyrt_stream *what);

/* Runs one task on the calling thread. operands: in, out, not overlapping. scratch is not used. */
void sdyrt_stream(const struct sdyrt_stream *what, char *const *operands, int64_t task,
                  char *scratch);

/* As memcpy, past the caches where `past` is not 0. */
void sdyrt_move(void *to, const void *from, int64_t bytes, int past);

/* Rows that lie side by side go to `to`, `stride` bytes from one to the next, past the caches. */
void sdyrt_move_rows(void *to, int64_t stride, const void *from, int64_t rows, int64_t bytes);

#ifdef __cplusplus
}
#endif
#endif
