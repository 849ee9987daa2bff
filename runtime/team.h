/*
 * The thread team that emitted programs run on.
 *
 * A program is one C function that every thread of the team executes (SPMD). Its work is cut into
 * tasks, usually tiles; sdyrt_run() hands the tasks of one phase out to whichever thread is free,
 * and sdyrt_barrier() separates phases where one reads what another thread wrote:
 *
 *     static void tile(char *const *buf, int64_t task, char *scratch) { ... }
 *     static void program(struct sdyrt_thread *t, char *const *buf) {
 *         sdyrt_run(t, tile, 32, buf);
 *         sdyrt_barrier(t);
 *         sdyrt_run(t, other_tile, 16, buf);
 *     }
 *     struct sdyrt_team *team = sdyrt_team_new(0, 64, 1 << 16);
 *     sdyrt_team_execute(team, program, buf);
 *     sdyrt_team_free(team);
 *
 * Every thread must make the same calls in the same order; only task bodies differ.
 */
#ifndef SDYRT_TEAM_H
#define SDYRT_TEAM_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

struct sdyrt_team;   /* threads, their scratch memory and what they synchronise on */
struct sdyrt_thread; /* one thread while it executes a program */

/* One task of a phase: `task` counts from 0, `scratch` is the executing thread's own memory. */
typedef void sdyrt_task_fn(char *const *buf, int64_t task, char *scratch);
/* A whole program, called once by every thread of the team. */
typedef void sdyrt_program_fn(struct sdyrt_thread *thread, char *const *buf);

/* A team of `threads` threads (0: one per available core, up to `useful`), each with
 * `scratch_bytes` of 64-byte aligned scratch memory. NULL when memory is short. The caller frees it
 * with sdyrt_team_free. */
struct sdyrt_team *sdyrt_team_new(int threads, int useful, size_t scratch_bytes);
void sdyrt_team_free(struct sdyrt_team *team);

/* The number of threads the team was made for. */
int sdyrt_team_threads(const struct sdyrt_team *team);

/* Every thread of the team calls program(thread, buf); returns when all have. One call per team at
 * a time. What the caller wrote before is seen by the threads, and the other way round. */
void sdyrt_team_execute(struct sdyrt_team *team, sdyrt_program_fn *program, char *const *buf);

/* Executes task(buf, i, scratch) for each i in [0, tasks) exactly once, on whichever threads come
 * first. Returns as soon as no task is left to start: there is no barrier in it. */
void sdyrt_run(struct sdyrt_thread *thread, sdyrt_task_fn *task, int64_t tasks, char *const *buf);

/* Returns when every thread of the team has called it; all writes before are seen after. */
void sdyrt_barrier(struct sdyrt_thread *thread);

/* The calling thread's number (0 is the caller of sdyrt_team_execute), and its scratch memory. */
int sdyrt_thread_index(const struct sdyrt_thread *thread);
char *sdyrt_thread_scratch(const struct sdyrt_thread *thread);

#ifdef __cplusplus
}
#endif
#endif
