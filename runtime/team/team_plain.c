/* A team without threads, in plain C: the caller's thread does everything, or threads that the
 * caller lends. Instead of team.c, in programs that are emitted so. */
#include "team.h"

#include "caches.h"
#include "fence.h"

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

/* What a phase is to lent threads. */
struct shared {
    const struct sdyrt_team *team;
    sdyrt_task_fn *task;
    char *const *buf;
};

static void share(void *data, int64_t task, int worker) {
    const struct shared *shared = data;
    shared->task(shared->buf, task, scratch_of(shared->team, worker));
    sdyrt_fence_stores();
}

void sdyrt_run(struct sdyrt_thread *thread, sdyrt_task_fn *task, int64_t tasks, char *const *buf) {
    struct sdyrt_team *team = thread->team;
    struct shared shared = {team, task, buf};
    if (team->parallel != NULL && team->workers > 1 && tasks > 1) {
        sdyrt_fence_stores();
        team->parallel(team->user, tasks, team->workers, share, &shared);
        return;
    }
    for (int64_t i = 0; i < tasks; i++) {
        task(buf, i, scratch_of(team, 0));
        if (team->between != NULL) {
            team->between(team->between_user);
        }
    }
}

char *sdyrt_thread_scratch(const struct sdyrt_thread *thread) {
    return scratch_of(thread->team, 0);
}
