/* Into how many tasks work is cut, by the compiler and by the runtime's kernels alike. A sum of 64
   MB, for example, becomes 1,024 tasks of 64 KB each, which 128 threads share evenly; one of 100 KB
   is a single task. Never by the number of threads, so that bits do not depend on it. Internal to
   the runtime. */
#ifndef SDYRT_TASKS_H
#define SDYRT_TASKS_H

#include <stdint.h>

enum {
#define THRESHOLD(name, value, unit, why, how) SDYRT_##name = value,
#include "tasks_thresholds.def"
    /* Pieces of work that costs more the finer it is cut: one for each of so many threads as
       SDYRT_TASKS_MOST tasks are for. */
    SDYRT_PIECES_MOST = SDYRT_TASKS_MOST / 8
};

/* As many as leave each SDYRT_TASK_WORK, which is operations or bytes, whichever are more; from one
   to SDYRT_TASKS_MOST. */
static inline int64_t sdyrt_tasks_wanted(double work) {
    if (!(work >= 2.0 * SDYRT_TASK_WORK)) {
        return 1;
    }
    const double tasks = work / SDYRT_TASK_WORK;
    return tasks < SDYRT_TASKS_MOST ? (int64_t)tasks : SDYRT_TASKS_MOST;
}

#endif
