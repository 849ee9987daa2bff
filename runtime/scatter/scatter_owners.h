/* Updates of rows at places that many tasks make: each of them owns some of the rows, and makes the
   updates of these in their order. Bits are those of one task that makes them all, since updates of
   one place stay in their order.

   There are two phases, each of which may begin when the tasks of the one before have ended:

       division   tasks are parts of the updates; each lists its updates owner by owner
       updates    tasks are owners; each goes through its lists, part by part

   A thread that does all tasks of a phase needs no lists: it makes no division, and goes through
   the updates as they lie. */
#ifndef SDYRT_SCATTER_OWNERS_H
#define SDYRT_SCATTER_OWNERS_H

#include "caches.h"
#include "scatter.h"
#include "tasks.h"

#ifdef __cplusplus
extern "C" {
#endif

enum sdyrt_scatter_phase { SDYRT_SCATTER_DIVISION, SDYRT_SCATTER_UPDATES };

/* One phase. Operands are the memory; the values, dense rows, one for each update; places, the
   elements of the memory where rows begin, negative where an update is left out, as int64_t or
   int32_t; and the lists, which the phases share. */
struct sdyrt_scatter_owners {
    int64_t phase;   /* enum sdyrt_scatter_phase */
    int64_t op;      /* as of struct sdyrt_scatter, ... */
    int64_t type;    /* ... whose values it takes */
    int64_t wide;    /* 1: places are int64_t; 0: int32_t */
    int64_t columns; /* of a row, 1 or more */
    int64_t count;   /* of updates */
    int64_t parts;   /* of the updates: tasks of the division, fewer than 2^32 updates each */
    int64_t owners;  /* tasks that make updates: a power of two up to SDYRT_SCATTER_OWNERS */
};
enum {
    SDYRT_SCATTER_OWNERS = SDYRT_PIECES_MOST,
    SDYRT_SCATTER_SCRATCH = SDYRT_PAGE_BYTES * 4 /* bytes of a task's, aligned to 64 */
};

/* Bytes of the lists. */
int64_t sdyrt_scatter_lists(const struct sdyrt_scatter_owners *what);

/* Does tasks of the phase from `first` on, at most so many, on the calling thread; returns how
   many. The plan is that of the updates (scatter_plan.h). */
int64_t sdyrt_scatter_owners(const struct sdyrt_scatter_owners *what,
                             const struct sdyrt_scatter_plan *plan, char *const *operands,
                             int64_t first, int64_t most, char *scratch);

#ifdef __cplusplus
}
#endif
#endif
