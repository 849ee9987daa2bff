/*
 * The thread team that emitted programs run on.
 *
 * A program is one C function that one thread executes: the leader, which is whoever calls
 * sdyrt_team_execute(). It is ordinary C, with loops and branches where it needs them. Small work
 * it does itself; the work of a large phase is cut into tasks, usually tiles, and sdyrt_run() lets
 * the team's other threads, the workers, take some of them:
 *
 *     static void tile(char *const *buf, int64_t task, char *scratch) { ... }
 *     static void program(struct sdyrt_thread *thread, char *const *buf) {
 *         sdyrt_run(thread, tile, 32, buf);
 *         small(buf, 0, sdyrt_thread_scratch(thread));
 *         sdyrt_run(thread, other_tile, 16, buf);
 *     }
 *     struct sdyrt_team *team = sdyrt_team_new(0, 64, 1 << 16);
 *     sdyrt_team_execute(team, program, buf);
 *     sdyrt_team_free(team);
 *
 * A phase ends when its tasks have ended, not when all threads have come: a worker that the system
 * took away and that holds no task delays nobody, and one that comes late takes what is left.
 */
#ifndef SDYRT_TEAM_H
#define SDYRT_TEAM_H

#include <stddef.h>
#include <stdint.h>

#include "bounds.h"

#ifdef __cplusplus
extern "C" {
#endif

struct sdyrt_team;   /* threads, their scratch memory and what they synchronise on */
struct sdyrt_thread; /* one thread of a team */

/* One task of a phase: `task` counts from 0, `scratch` is the executing thread's own memory. */
typedef void sdyrt_task_fn(char *const *buf, int64_t task, char *scratch);
/* Several tasks of a phase that lie side by side and are done together faster than one by one:
 * those from `task` on, 1 or more and at most `most`; returns how many it has done. */
typedef int64_t sdyrt_joined_fn(char *const *buf, int64_t task, int64_t most, char *scratch);
/* A whole program, called by the leader alone. */
typedef void sdyrt_program_fn(struct sdyrt_thread *thread, char *const *buf);

/* A team of `threads` threads (0: one per available core, up to `useful`), each with
 * `scratch_bytes` of 64-byte aligned scratch memory. The workers are made when the first phase is
 * handed out and stay until the team is freed; the system may grant fewer. A child process after
 * fork() may go on with the team, which then makes workers there. NULL when memory is short. The
 * caller frees it with sdyrt_team_free. */
struct sdyrt_team *sdyrt_team_new(int threads, int useful, size_t scratch_bytes);
void sdyrt_team_free(struct sdyrt_team *team);

/* The same in memory of the caller's: how many bytes, aligned to 64, a team takes (SIZE_MAX: too
 * many); the team there; and its end, after which the memory is the caller's again. */
size_t sdyrt_team_size(int threads, int useful, size_t scratch_bytes);
struct sdyrt_team *sdyrt_team_at(void *memory, int threads, int useful, size_t scratch_bytes);
void sdyrt_team_end(struct sdyrt_team *team);

/* Makes the workers now. */
void sdyrt_team_start(struct sdyrt_team *team);

/* Another's threads instead of the team's own: calls share(data, i, worker) for each i in
 * [0, tasks), on any threads, `worker` in [0, workers) and not the same for calls at the same time;
 * and comes back when all have ended. Lent before the team starts; NULL: none are. */
typedef void sdyrt_share_fn(void *data, int64_t task, int worker);
typedef void sdyrt_parallel_fn(void *user, int64_t tasks, int workers, sdyrt_share_fn *share,
                               void *data);
void sdyrt_team_lend(struct sdyrt_team *team, sdyrt_parallel_fn *parallel, void *user);

/* What the leader does between two tasks of a phase, for work that goes on beside them: it takes
 * little time. Set before the team starts; NULL: nothing. */
typedef void sdyrt_between_fn(void *user);
void sdyrt_team_between(struct sdyrt_team *team, sdyrt_between_fn *between, void *user);

/* The workers of `lender` instead of the team's own, for a team that was made for one thread. They
 * work for one team at a time: a phase that finds them busy, the leader executes alone. Returns 0
 * when there is no memory for their scratch. The lender runs nothing itself, and lives longer. */
int sdyrt_team_borrow(struct sdyrt_team *team, struct sdyrt_team *lender, size_t scratch_bytes);

/* How many threads a team would be made for; how many one was made for, the leader among them. */
int sdyrt_team_width(int threads, int useful);
int sdyrt_team_threads(const struct sdyrt_team *team);

/* Has the program that runs, or else the next, end soon: tasks that have not begun are left out,
 * and the program sees it in the int that struct sdyrt_thread begins with. What it writes is
 * worthless then. From any thread, or a signal handler. Not in team_plain.c. */
void sdyrt_team_stop(struct sdyrt_team *team);
/* Whether that was asked for and no program has taken it; takes it. */
int sdyrt_team_take_stop(struct sdyrt_team *team);

/* Calls program(thread, buf) with the caller as the leader. One call per team at a time. */
void sdyrt_team_execute(struct sdyrt_team *team, sdyrt_program_fn *program, char *const *buf);

/* Executes task(buf, i, scratch) for each i in [0, tasks) exactly once, on whichever threads come
 * first. The tasks see what the leader wrote before; when the call returns all tasks have ended and
 * the leader sees what they wrote. For the leader alone, outside tasks. */
void sdyrt_run(struct sdyrt_thread *thread, sdyrt_task_fn *task, int64_t tasks, char *const *buf);

/* The same of tasks that can be joined: each thread is given runs of them. So many `together`, from
 * a multiple of that on, share what is made first: runs that are longer end where such tasks do. */
void sdyrt_run_joined(struct sdyrt_thread *thread, sdyrt_joined_fn *joined, int64_t tasks,
                      int64_t together, char *const *buf);

/* The thread's scratch memory: what the leader passes to tasks that it calls itself. */
char *sdyrt_thread_scratch(const struct sdyrt_thread *thread);

/* The time of the system's monotonic clock, which a team without threads does not ask for. */
int64_t sdyrt_nanoseconds(void);

#ifdef __cplusplus
}
#endif
#endif
