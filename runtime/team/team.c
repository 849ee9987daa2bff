#ifndef _GNU_SOURCE
#define _GNU_SOURCE /* for sched_getcpu */
#endif
#include "team.h"

#include "affinity.h"
#include "caches.h"
#include "cores.h"
#include "fence.h"
#include "parts.h"
#include "sizes.h"

#include <pthread.h>
#include <sched.h>
#include <semaphore.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

#ifdef _OPENMP
#include <omp.h>
#endif

#define THRESHOLD(name, value, unit, why, how) enum { name = value };
#include "team_thresholds.def"

enum {
    TASK_BITS = 24,
    MAX_TASKS = (1 << TASK_BITS) - 1, /* in one hand-out */
};

/* In team.open, instead of a hand-out: the workers end. */
#define CLOSED (~(uint64_t)0 << TASK_BITS)

struct sdyrt_thread {
    atomic_int stop; /* of the leader: the program is to end; the program reads it here */
    struct sdyrt_team *team;
    char *scratch;
    pthread_t handle;
};

/* A hand-out: so many tasks, numbered from `first`. Not 0 in `stop`: they are left out. Of a
 * lender's workers: where their scratch begins, and how far apart it is. */
struct phase {
    sdyrt_task_fn *task;
    sdyrt_joined_fn *joined; /* instead, or NULL */
    char *const *buf;
    int64_t first, tasks, together;
    const atomic_int *stop;
    char *scratch;
    size_t scratch_bytes;
};

struct sdyrt_team {
    /* (hand-out << TASK_BITS) + its tasks not yet taken. Whoever takes one counts it down; the
     * number of the hand-out keeps a late thread from taking a task of another. `phase` is written
     * while no task is open or running, and read by those who hold a task. */
    _Alignas(SDYRT_LINE_BYTES) _Atomic uint64_t open;
    struct phase phase;
    _Atomic int64_t shares, least, together;           /* how tasks are taken (set_shares) */
    atomic_int leader_core;                            /* where the last hand-out was made */
    _Alignas(SDYRT_LINE_BYTES) _Atomic uint64_t ended; /* tasks that workers have ended, ever */
    _Alignas(SDYRT_LINE_BYTES) atomic_int workers;     /* that have come */
    atomic_int sleeping;         /* workers asleep, or about to, whom nobody has called yet */
    sem_t call;                  /* one for each sleeper called */
    uint64_t hand_outs, given;   /* the leader's counts: hand-outs, tasks that workers have taken */
    int threads, handles;        /* asked for; pthreads to join: those of members[1...] */
    int home;                    /* the value of `forks` where the workers are, -1: not made yet */
    bool crowded;                /* more threads than cores */
    sdyrt_parallel_fn *parallel; /* another's threads instead of workers, or NULL */
    void *user;
    sdyrt_between_fn *between; /* tasks of the leader's, or NULL */
    void *between_user;
    struct sdyrt_team *lender;    /* of workers, or NULL */
    struct sdyrt_thread *members; /* the leader, then the workers */
    /* Of a lender. Whether its workers work for a team: 1 + the value of `forks` then; a parent's
     * work is not a child's. */
    atomic_int lent;
    struct scratch *_Atomic scratch; /* of its workers: the newest, and those before */
    pthread_mutex_t growing;
};

/* Memory for all workers. What is too small stays as long as the team, for it may be in use; each
 * is at least twice as large as the one before. */
struct scratch {
    struct scratch *before;
    size_t bytes; /* of a worker */
    char *memory;
};

/* ---- making a team --------------------------------------------------------------------------- */

static int available_cores(void) {
#if SDYRT_HAS_CORES
    return (int)sdyrt_cores_usable();
#elif defined(_OPENMP)
    return omp_get_num_procs();
#else
    return (int)sdyrt_cores_by_affinity();
#endif
}

int sdyrt_team_width(int threads, int useful) {
    if (threads <= 0) {
        int cores = available_cores();
        threads = cores < useful ? cores : useful;
    }
    threads = threads < 1 ? 1 : threads;
    return threads > SDYRT_THREADS ? SDYRT_THREADS : threads;
}

static size_t scratch_size(size_t bytes) {
    return sdyrt_whole_lines(bytes == 0 ? 1 : bytes);
}

/* The team, its members, then their scratch memory. */
static size_t scratch_offset(int threads) {
    return sdyrt_whole_lines(sizeof(struct sdyrt_team) +
                             (size_t)threads * sizeof(struct sdyrt_thread));
}

size_t sdyrt_team_size(int threads, int useful, size_t scratch_bytes) {
    threads = sdyrt_team_width(threads, useful);
    if (scratch_bytes > SIZE_MAX / SDYRT_THREADS / 2) {
        return SIZE_MAX;
    }
    return scratch_offset(threads) + (size_t)threads * scratch_size(scratch_bytes);
}

struct sdyrt_team *sdyrt_team_at(void *memory, int threads, int useful, size_t scratch_bytes) {
    struct sdyrt_team *team = memory;
    threads = sdyrt_team_width(threads, useful);
    *team =
        (struct sdyrt_team){.threads = threads, .home = -1, .crowded = threads > available_cores()};
    pthread_mutex_init(&team->growing, NULL);
    team->members = (struct sdyrt_thread *)(team + 1);
    for (int i = 0; i < threads; i++) {
        team->members[i] =
            (struct sdyrt_thread){.team = team,
                                  .scratch = (char *)memory + scratch_offset(threads) +
                                             (size_t)i * scratch_size(scratch_bytes)};
    }
    return team;
}

struct sdyrt_team *sdyrt_team_new(int threads, int useful, size_t scratch_bytes) {
    size_t size = sdyrt_team_size(threads, useful, scratch_bytes);
    void *memory = size < SIZE_MAX ? aligned_alloc(SDYRT_LINE_BYTES, size) : NULL;
    return memory == NULL ? NULL : sdyrt_team_at(memory, threads, useful, scratch_bytes);
}

int sdyrt_team_threads(const struct sdyrt_team *team) {
    return team->threads;
}

/* ---- taking tasks ---------------------------------------------------------------------------- */

static int64_t tasks_left(uint64_t open) {
    return (int64_t)(open & MAX_TASKS);
}

/* Tasks that are now the caller's to execute. */
struct run {
    int64_t first, count; /* 0: none is left */
};

/* Of so many tasks that a run would have, with so many left behind it, those in front of the first
 * of `together` that it would tear apart; all, where it has no others. */
static int64_t whole_run(int64_t count, int64_t behind, int64_t together) {
    const int64_t torn = (together - behind % together) % together;
    return torn < count ? count - torn : count;
}

/* Of many tasks several are taken at a time, the fewer the fewer are left: what follows on each
 * other in memory is read by one thread then, and they end together nevertheless. */
static struct run take_tasks(struct sdyrt_team *team) {
    uint64_t seen = atomic_load_explicit(&team->open, memory_order_acquire);
    for (int64_t left; (left = tasks_left(seen)) > 0;) {
        const int64_t least = atomic_load_explicit(&team->least, memory_order_relaxed);
        const int64_t share = left / atomic_load_explicit(&team->shares, memory_order_relaxed);
        const int64_t most = minimum(maximum(share, least), left);
        const int64_t together = atomic_load_explicit(&team->together, memory_order_relaxed);
        const int64_t count = whole_run(most, left - most, together);
        if (atomic_compare_exchange_weak_explicit(&team->open, &seen, seen - (uint64_t)count,
                                                  memory_order_acquire, memory_order_acquire)) {
            return (struct run){team->phase.first + team->phase.tasks - left, count};
        }
    }
    return (struct run){0, 0};
}

/* Whoever counts a sleeper off has to wake it, or is it. */
static bool count_sleeper_off(struct sdyrt_team *team) {
    int sleeping = atomic_load(&team->sleeping);
    while (sleeping > 0) {
        if (atomic_compare_exchange_weak(&team->sleeping, &sleeping, sleeping - 1)) {
            return true;
        }
    }
    return false;
}

/* For those who hold a task, or handed them out: wakes a worker where those awake are too few for
 * the phase and something is left of it. Nobody waits for it. */
static void call_worker(struct sdyrt_team *team) {
    int sleeping = atomic_load(&team->sleeping);
    if (sleeping > 0) {
        int awake = atomic_load_explicit(&team->workers, memory_order_relaxed) - sleeping;
        if (team->phase.tasks - 1 > awake &&
            tasks_left(atomic_load_explicit(&team->open, memory_order_relaxed)) > 0 &&
            count_sleeper_off(team)) {
            sem_post(&team->call);
        }
    }
}

static void pause_processor(void) {
#if defined(__x86_64__)
    __builtin_ia32_pause();
#elif defined(__aarch64__)
    __asm__ volatile("yield");
#endif
}

/* ---- workers --------------------------------------------------------------------------------- */

int64_t sdyrt_nanoseconds(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (int64_t)time.tv_sec * 1000000000 + time.tv_nsec;
}

/* Until when a worker that has just worked polls. */
static int64_t polling_end(const struct sdyrt_team *team) {
    return team->crowded ? 0 : sdyrt_nanoseconds() + TEAM_PATIENCE;
}

/* The first task of a run, or several of them that are joined; how many. */
static int64_t execute_some(const struct phase *phase, struct run run, char *scratch) {
    if (atomic_load_explicit(phase->stop, memory_order_relaxed)) {
        return run.count;
    }
    if (phase->joined != NULL) {
        return phase->joined(phase->buf, run.first, run.count, scratch);
    }
    phase->task(phase->buf, run.first, scratch);
    return 1;
}

static struct run run_behind(struct run run, int64_t done) {
    return (struct run){run.first + done, run.count - done};
}

static void execute_run(const struct phase *phase, struct run run, char *scratch) {
    while (run.count > 0) {
        run = run_behind(run, execute_some(phase, run, scratch));
    }
}

static char *worker_scratch(const struct sdyrt_thread *thread) {
    const struct phase *phase = &thread->team->phase;
    return phase->scratch == NULL
               ? thread->scratch
               : phase->scratch + (size_t)(thread - thread->team->members) * phase->scratch_bytes;
}

/* Takes tasks until none is left; whether there was one. The first thing a worker with a task does
 * is to call another, so that the leader has to call only one. What it has done it says when there
 * is no more: stores past the caches would be waited for after each task. No further hand-out is
 * made before. */
static bool execute_tasks(struct sdyrt_thread *thread) {
    struct sdyrt_team *team = thread->team;
    uint64_t tasks = 0;
    for (struct run run; (run = take_tasks(team)).count > 0; tasks += (uint64_t)run.count) {
        if (tasks == 0) {
            call_worker(team);
        }
        execute_run(&team->phase, run, worker_scratch(thread));
    }
    if (tasks > 0) {
        sdyrt_fence_stores();
        atomic_fetch_add_explicit(&team->ended, tasks, memory_order_release);
    }
    return tasks > 0;
}

static bool is_news(uint64_t open) {
    return open == CLOSED || tasks_left(open) > 0;
}

/* The core that the caller runs on, -1 where that is not known. */
static int current_core(void) {
#ifdef __linux__
    return sched_getcpu();
#else
    return -1;
#endif
}

/* Whether something came while the caller looked a number of times. */
static bool poll(struct sdyrt_team *team) {
    int core = current_core();
    if (core >= 0 && core == atomic_load_explicit(&team->leader_core, memory_order_relaxed)) {
        sched_yield(); /* the leader has to wait while this thread polls */
    }
    for (int i = 0; i < TEAM_POLLS; i++) {
        if (is_news(atomic_load_explicit(&team->open, memory_order_relaxed))) {
            return true;
        }
        pause_processor();
    }
    return false;
}

/* Sleeps until called. The leader opens tasks and then looks for sleepers; here it is the other way
 * round, so one of the two sees the other. */
static void sleep_until_called(struct sdyrt_team *team) {
    atomic_fetch_add(&team->sleeping, 1);
    if (is_news(atomic_load(&team->open)) && count_sleeper_off(team)) {
        return;
    }
    while (sem_wait(&team->call) != 0) {
    }
}

static void work(struct sdyrt_thread *thread) {
    struct sdyrt_team *team = thread->team;
    atomic_fetch_add(&team->workers, 1);
    int64_t end = polling_end(team);
    while (atomic_load_explicit(&team->open, memory_order_relaxed) != CLOSED) {
        if (execute_tasks(thread)) {
            end = polling_end(team);
        } else if (!poll(team) && (team->crowded || sdyrt_nanoseconds() > end)) {
            sleep_until_called(team);
            end = polling_end(team);
        }
    }
    /* Seen by sdyrt_team_free; that OpenMP's threads have met is invisible to thread sanitizers. */
    atomic_fetch_sub(&team->workers, 1);
}

#ifdef _OPENMP
/* One parallel region for the team's life, on a thread of its own, which is the first worker. Not
 * instrumented: how OpenMP passes `team` to its threads would be taken for a race. */
__attribute__((no_sanitize("thread"))) static void *host_workers(void *team_) {
    struct sdyrt_team *team = team_;
#pragma omp parallel num_threads(team->threads - 1)
    work(&team->members[1 + omp_get_thread_num()]);
    return NULL;
}

static void create_workers(struct sdyrt_team *team) {
    team->handles = pthread_create(&team->members[1].handle, NULL, host_workers, team) == 0;
}
#else
static void *run_worker(void *member) {
    work(member);
    return NULL;
}

/* Without OpenMP: POSIX threads, as many as the system grants. */
static void create_workers(struct sdyrt_team *team) {
    team->handles = 0;
    for (int i = 1; i < team->threads; i++) {
        struct sdyrt_thread *member = &team->members[i];
        if (pthread_create(&member->handle, NULL, run_worker, member) != 0) {
            break;
        }
        team->handles++;
    }
}
#endif

/* How many forks lie between the first process and this one: threads stay behind. */
static atomic_int forks;

static void count_fork(void) {
    atomic_fetch_add(&forks, 1);
}

static void watch_forks(void) {
    pthread_atfork(NULL, NULL, count_fork);
}

static bool has_workers_here(const struct sdyrt_team *team) {
    return team->home == atomic_load_explicit(&forks, memory_order_relaxed);
}

static void start_workers(struct sdyrt_team *team) {
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, watch_forks);
    team->home = atomic_load(&forks);
    atomic_store(&team->workers, 0);
    atomic_store(&team->sleeping, 0);
    if (sem_init(&team->call, 0, 0) == 0) {
        create_workers(team);
    }
}

static void stop_workers(struct sdyrt_team *team) {
    atomic_store(&team->open, CLOSED);
    while (count_sleeper_off(team)) {
        sem_post(&team->call);
    }
    for (int i = 1; i <= team->handles; i++) {
        pthread_join(team->members[i].handle, NULL);
    }
    (void)atomic_load(&team->workers);
    sem_destroy(&team->call);
}

void sdyrt_team_start(struct sdyrt_team *team) {
    if (team->threads > 1 && team->parallel == NULL && !has_workers_here(team)) {
        start_workers(team);
    }
}

void sdyrt_team_end(struct sdyrt_team *team) {
    if (has_workers_here(team)) {
        stop_workers(team);
    }
    for (struct scratch *scratch = team->scratch; scratch != NULL;) {
        struct scratch *before = scratch->before;
        free(scratch->memory);
        free(scratch);
        scratch = before;
    }
    pthread_mutex_destroy(&team->growing);
}

void sdyrt_team_free(struct sdyrt_team *team) {
    if (team != NULL) {
        sdyrt_team_end(team);
        free(team);
    }
}

/* ---- the leader ------------------------------------------------------------------------------ */

void sdyrt_team_execute(struct sdyrt_team *team, sdyrt_program_fn *program, char *const *buf) {
    program(&team->members[0], buf);
    sdyrt_fence_stores();
}

void sdyrt_team_stop(struct sdyrt_team *team) {
    atomic_store(&team->members[0].stop, 1);
}

int sdyrt_team_take_stop(struct sdyrt_team *team) {
    atomic_int *stop = &team->members[0].stop;
    return atomic_load_explicit(stop, memory_order_relaxed) && atomic_exchange(stop, 0);
}

/* Waits for the tasks that workers have begun. */
static void await_workers(struct sdyrt_team *team) {
    int spins = team->crowded ? 0 : TEAM_SPINS;
    while (atomic_load_explicit(&team->ended, memory_order_acquire) != team->given) {
        if (spins > 0) {
            spins--;
            pause_processor();
        } else {
            sched_yield();
        }
    }
}

void sdyrt_team_between(struct sdyrt_team *team, sdyrt_between_fn *between, void *user) {
    team->between = between;
    team->between_user = user;
}

/* The leader executes a run. */
static void lead_run(const struct sdyrt_thread *thread, const struct phase *phase, struct run run) {
    const struct sdyrt_team *team = thread->team;
    while (run.count > 0) {
        run = run_behind(run, execute_some(phase, run, thread->scratch));
        if (team->between != NULL) {
            team->between(team->between_user);
        }
    }
}

/* Of what is left a thread takes one of so many shares; of tasks that can be joined half of what
 * would be its own, and of the last ones no less than a share of others would be at first, or than
 * share what is made first, where each thread has several times as many. */
static void set_shares(struct sdyrt_team *team, const struct phase *phase) {
    const bool is_joined = phase->joined != NULL;
    const int64_t own = team->threads, all = own * TEAM_SHARES, shares = is_joined ? 2 * own : all;
    const int64_t together = maximum(phase->together, 1);
    const int64_t whole = phase->tasks >= 2 * shares * together ? together : 1;
    const int64_t least = is_joined ? maximum(phase->tasks / all, whole) : 1;
    atomic_store_explicit(&team->shares, shares, memory_order_relaxed);
    atomic_store_explicit(&team->least, least, memory_order_relaxed);
    atomic_store_explicit(&team->together, together, memory_order_relaxed);
}

static void hand_out(struct sdyrt_thread *thread, struct phase phase) {
    struct sdyrt_team *team = thread->team;
    team->phase = phase;
    set_shares(team, &phase);
    atomic_store_explicit(&team->leader_core, current_core(), memory_order_relaxed);
    team->hand_outs++;
    sdyrt_fence_stores();
    atomic_store(&team->open, (team->hand_outs << TASK_BITS) + (uint64_t)phase.tasks);
    call_worker(team);
    int64_t own = 0;
    for (struct run run; (run = take_tasks(team)).count > 0; own += run.count) {
        lead_run(thread, &phase, run);
    }
    team->given += (uint64_t)(phase.tasks - own);
    await_workers(team);
}

/* ---- another's threads ----------------------------------------------------------------------- */

void sdyrt_team_lend(struct sdyrt_team *team, sdyrt_parallel_fn *parallel, void *user) {
    team->parallel = parallel;
    team->user = user;
}

/* What a phase is to them: so many runs, of one task where tasks cannot be joined. */
struct shared {
    const struct sdyrt_team *team;
    struct phase phase;
    int64_t runs;
};

static int64_t run_count(const struct sdyrt_team *team, const struct phase *phase) {
    const int64_t enough = (int64_t)TEAM_SHARES * team->threads;
    return phase->joined != NULL && phase->tasks > enough ? enough : phase->tasks;
}

static void share(void *data, int64_t number, int worker) {
    const struct shared *shared = data;
    const int64_t tasks = shared->phase.tasks, first = number * tasks / shared->runs;
    const struct run run = {first, (number + 1) * tasks / shared->runs - first};
    execute_run(&shared->phase, run, shared->team->members[worker].scratch);
    sdyrt_fence_stores();
}

/* ---- workers of a lender --------------------------------------------------------------------- */

#if SDYRT_HAS_LENDER
/* Makes its workers' scratch memory large enough, while they may be at work in what they have. */
static bool grow_scratch(struct sdyrt_team *lender, size_t bytes) {
    if (bytes > SIZE_MAX / SDYRT_THREADS / 4) {
        return false;
    }
    pthread_mutex_lock(&lender->growing);
    struct scratch *before = lender->scratch;
    bool good = before != NULL && bytes <= before->bytes;
    if (!good) {
        struct scratch *scratch = malloc(sizeof *scratch);
        size_t twice = before != NULL ? 2 * before->bytes : 0;
        size_t size = scratch_size(bytes > twice ? bytes : twice);
        char *memory = aligned_alloc(SDYRT_LINE_BYTES, (size_t)lender->threads * size);
        good = scratch != NULL && memory != NULL;
        if (good) {
            *scratch = (struct scratch){before, size, memory};
            lender->scratch = scratch;
        } else {
            free(scratch);
            free(memory);
        }
    }
    pthread_mutex_unlock(&lender->growing);
    return good;
}

int sdyrt_team_borrow(struct sdyrt_team *team, struct sdyrt_team *lender, size_t scratch_bytes) {
    bool good = grow_scratch(lender, scratch_bytes);
    team->lender = good ? lender : NULL;
    return good;
}
#endif

/* ---- phases ---------------------------------------------------------------------------------- */

static void hand_out_all(struct sdyrt_thread *thread, const struct phase *all) {
    sdyrt_team_start(thread->team);
    for (int64_t first = 0; first < all->tasks; first += MAX_TASKS) {
        struct phase phase = *all;
        phase.first = first;
        phase.tasks = all->tasks - first < MAX_TASKS ? all->tasks - first : MAX_TASKS;
        hand_out(thread, phase);
    }
}

/* Whether the workers are now the caller's alone. What a child finds lent was so in its parent, and
 * the counts are those of a hand-out that nobody is going to end. */
static bool take_workers(struct sdyrt_team *lender) {
    int own = 1 + atomic_load_explicit(&forks, memory_order_relaxed);
    int seen = atomic_load_explicit(&lender->lent, memory_order_relaxed);
    if (seen == own || !atomic_compare_exchange_strong_explicit(
                           &lender->lent, &seen, own, memory_order_acquire, memory_order_relaxed)) {
        return false;
    }
    if (seen != 0) {
        atomic_store(&lender->open, lender->hand_outs << TASK_BITS);
        lender->given = atomic_load(&lender->ended);
    }
    return true;
}

/* Whether the team has a lender whose workers are free: then the phase has ended. */
static bool run_with_lender(const struct sdyrt_thread *thread, const struct phase *phase) {
    struct sdyrt_team *lender = thread->team->lender;
    if (lender == NULL || lender->threads == 1 || !take_workers(lender)) {
        return false;
    }
    struct sdyrt_thread leader = {.team = lender, .scratch = thread->scratch};
    const struct scratch *scratch = lender->scratch;
    struct phase lent = *phase;
    lent.scratch = scratch->memory;
    lent.scratch_bytes = scratch->bytes;
    hand_out_all(&leader, &lent);
    atomic_store_explicit(&lender->lent, 0, memory_order_release);
    return true;
}

static void run_phase(struct sdyrt_thread *thread, const struct phase *phase) {
    struct sdyrt_team *team = thread->team;
    const int64_t tasks = phase->tasks;
    if (team->parallel != NULL && team->threads > 1 && tasks > 1) {
        struct shared shared = {team, *phase, run_count(team, phase)};
        sdyrt_fence_stores();
        team->parallel(team->user, shared.runs, team->threads, share, &shared);
        return;
    }
    if (tasks > 1 && run_with_lender(thread, phase)) {
        return;
    }
    if (team->threads == 1 || tasks < 2) {
        lead_run(thread, phase, (struct run){0, tasks});
        return;
    }
    hand_out_all(thread, phase);
}

void sdyrt_run(struct sdyrt_thread *thread, sdyrt_task_fn *task, int64_t tasks, char *const *buf) {
    const struct phase phase = {.task = task, .buf = buf, .tasks = tasks, .stop = &thread->stop};
    run_phase(thread, &phase);
}

void sdyrt_run_joined(struct sdyrt_thread *thread, sdyrt_joined_fn *joined, int64_t tasks,
                      int64_t together, char *const *buf) {
    const struct phase phase = {
        .joined = joined, .buf = buf, .tasks = tasks, .together = together, .stop = &thread->stop};
    run_phase(thread, &phase);
}

char *sdyrt_thread_scratch(const struct sdyrt_thread *thread) {
    return thread->scratch;
}
