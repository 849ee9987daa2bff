/*
 * When the tasks of a program ran, and on which thread. A program that is compiled to be profiled
 * calls its phases through sdyrt_profile_task; an emitted one never does.
 *
 *     struct sdyrt_profile *profile = sdyrt_profile_new(1 << 20);
 *     sdyrt_profile_begin(profile);
 *     ... tasks, on any threads, which have all ended before ...
 *     for (int64_t i = 0; i < sdyrt_profile_count(profile); i++) {
 *         const struct sdyrt_span *span = sdyrt_profile_span(profile, i);
 *     }
 *     sdyrt_profile_free(profile);
 */
#ifndef SDYRT_PROFILE_H
#define SDYRT_PROFILE_H

#include <stdint.h>

#include "team.h"

#ifdef __cplusplus
extern "C" {
#endif

struct sdyrt_profile;

/* One task. */
struct sdyrt_span {
    int64_t begin, end; /* ns since sdyrt_profile_begin */
    int64_t task;       /* its number in the phase */
    int32_t phase;      /* as the program numbers them */
    int32_t thread;     /* 0: the thread that began the profile; others as they came */
    int64_t thread_id;  /* by which the system knows it, the same in all runs */
};

/* Room for `most` spans, whose memory exists once they are written. NULL: no memory. */
struct sdyrt_profile *sdyrt_profile_new(int64_t most);
void sdyrt_profile_free(struct sdyrt_profile *profile);

/* Forgets all spans. The caller becomes thread 0, and the time 0. */
void sdyrt_profile_begin(struct sdyrt_profile *profile);

/* From now on, in all runs, tasks that can be joined are executed one by one, as the last ones of
 * many threads are: so each is noted with its own time. */
void sdyrt_profile_apart(struct sdyrt_profile *profile);

/* Executes phase(buf, task, scratch) and notes it, on any thread. `number` is the phase's. */
void sdyrt_profile_task(struct sdyrt_profile *profile, int number, sdyrt_task_fn *phase,
                        char *const *buf, int64_t task, char *scratch);

/* The same of tasks that can be joined; those that are done together share their time. */
int64_t sdyrt_profile_joined(struct sdyrt_profile *profile, int number, sdyrt_joined_fn *phase,
                             char *const *buf, int64_t task, int64_t most, char *scratch);

/* What was noted, while no task runs; in the order in which tasks ended. */
int64_t sdyrt_profile_count(const struct sdyrt_profile *profile);
const struct sdyrt_span *sdyrt_profile_span(const struct sdyrt_profile *profile, int64_t index);
/* When it began, in ns of the system's monotonic clock. */
int64_t sdyrt_profile_start(const struct sdyrt_profile *profile);
/* Tasks that there was no room for. */
int64_t sdyrt_profile_dropped(const struct sdyrt_profile *profile);

#ifdef __cplusplus
}
#endif
#endif
