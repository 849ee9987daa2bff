/* A team without threads, in plain C: the caller's thread does everything, or threads that the
 * caller lends. Instead of team.c, in programs that are emitted so. */
#include "team.h"

#include "caches.h"
#include "fence.h"

#define THRESHOLD(name, value, unit, why, how) enum { name = value };
#include "team_thresholds.def"

struct sdyrt_thread {
    struct sdyrt_team *team;
};

struct sdyrt_team {
    struct sdyrt_thread leader;
    int workers; /* that scratch memory is for, the leader among them */
    size_t scratch;
    sdyrt_parallel_fn *parallel;
    void *user;
    sdyrt_between_fn *between;
    void *between_user;
};

static int worker_count(int threads) {
    return threads < 1 ? 1 : threads > SDYRT_THREADS ? SDYRT_THREADS : threads;
}

static char *scratch_of(const struct sdyrt_team *team, int worker) {
    return (char *)(uintptr_t)team + sdyrt_whole_lines(sizeof *team) +
           (size_t)worker * team->scratch;
}

size_t sdyrt_team_size(int threads, int useful, size_t scratch_bytes) {
    (void)useful;
    if (scratch_bytes > SIZE_MAX / SDYRT_THREADS / 2) {
        return SIZE_MAX;
    }
    return sdyrt_whole_lines(sizeof(struct sdyrt_team)) +
           (size_t)worker_count(threads) * sdyrt_whole_lines(scratch_bytes);
}

struct sdyrt_team *sdyrt_team_at(void *memory, int threads, int useful, size_t scratch_bytes) {
    struct sdyrt_team *team = memory;
    (void)useful;
    *team = (struct sdyrt_team){.leader = {team},
                                .workers = worker_count(threads),
                                .scratch = sdyrt_whole_lines(scratch_bytes)};
    return team;
}

void sdyrt_team_end(struct sdyrt_team *team) {
    (void)team;
}

void sdyrt_team_start(struct sdyrt_team *team) {
    (void)team;
}

void sdyrt_team_lend(struct sdyrt_team *team, sdyrt_parallel_fn *parallel, void *user) {
    team->parallel = parallel;
    team->user = user;
}

void sdyrt_team_between(struct sdyrt_team *team, sdyrt_between_fn *between, void *user) {
    team->between = between;
    team->between_user = user;
}

int sdyrt_team_threads(const struct sdyrt_team *team) {
    return team->workers;
}

void sdyrt_team_execute(struct sdyrt_team *team, sdyrt_program_fn *program, char *const *buf) {
    program(&team->leader, buf);
    sdyrt_fence_stores();
}

/* What a phase is to lent threads: so many runs of tasks, by one of the functions. */
struct shared {
    const struct sdyrt_team *team;
    sdyrt_task_fn *task;
    sdyrt_joined_fn *joined;
    char *const *buf;
    int64_t tasks, runs;
};

/* Executes the task, or several from it on, before `end`; how many. */
static int64_t execute_some(const struct shared *shared, int64_t task, int64_t end, int worker) {
    char *scratch = scratch_of(shared->team, worker);
    if (shared->joined) {
        return shared->joined(shared->buf, task, end - task, scratch);
    }
    shared->task(shared->buf, task, scratch);
    return 1;
}

static void share(void *data, int64_t number, int worker) {
    const struct shared *shared = data;
    const int64_t end = (number + 1) * shared->tasks / shared->runs;
    for (int64_t task = number * shared->tasks / shared->runs; task < end;) {
        task += execute_some(shared, task, end, worker);
    }
    sdyrt_fence_stores();
}

static void run_shared(struct shared *shared) {
    const struct sdyrt_team *team = shared->team;
    if (team->parallel != NULL && team->workers > 1 && shared->tasks > 1) {
        sdyrt_fence_stores();
        team->parallel(team->user, shared->runs, team->workers, share, shared);
        return;
    }
    for (int64_t task = 0; task < shared->tasks;) {
        task += execute_some(shared, task, shared->tasks, 0);
        if (team->between != NULL) {
            team->between(team->between_user);
        }
    }
}

void sdyrt_run(struct sdyrt_thread *thread, sdyrt_task_fn *task, int64_t tasks, char *const *buf) {
    struct shared shared = {thread->team, task, NULL, buf, tasks, tasks};
    run_shared(&shared);
}

void sdyrt_run_joined(struct sdyrt_thread *thread, sdyrt_joined_fn *joined, int64_t tasks,
                      int64_t together, char *const *buf) {
    const int64_t enough = (int64_t)TEAM_SHARES * thread->team->workers;
    (void)together;
    struct shared shared = {thread->team, NULL,  joined,
                            buf,          tasks, tasks < enough ? tasks : enough};
    run_shared(&shared);
}

char *sdyrt_thread_scratch(const struct sdyrt_thread *thread) {
    return scratch_of(thread->team, 0);
}
