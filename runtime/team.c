#include "team.h"

#include <sched.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <unistd.h>

#ifdef _OPENMP
#include <omp.h>
#else
#include <pthread.h>
#endif

enum {
    CACHE_LINE = 64,
    MAX_THREADS = 4096,
    TASK_BITS = 24,
    MAX_TASKS = (1 << TASK_BITS) - 1, /* in one hand-out */
    SPINS = 4000,                     /* about 20 us, before the processor is given up */
};

struct sdyrt_thread {
    _Alignas(CACHE_LINE) struct sdyrt_team *team;
    int index;
    int threads;       /* that execute the program: OpenMP may grant fewer than asked */
    uint64_t hand_out; /* hand-outs this thread has begun, shifted left by TASK_BITS */
    char *scratch;
};

struct sdyrt_team {
    /* The tasks handed out so far: (hand-out << TASK_BITS) + tasks of it taken. */
    _Alignas(CACHE_LINE) _Atomic uint64_t taken;
    _Alignas(CACHE_LINE) atomic_int arrived; /* threads waiting at the barrier */
    _Alignas(CACHE_LINE) atomic_uint epoch;  /* barriers passed */
    /* OpenMP's own synchronisation is invisible to thread sanitizers; these repeat it. */
    _Alignas(CACHE_LINE) atomic_int started; /* -1 before it is known how many threads there are */
    atomic_int finished;
    int threads;
    int cores;
    sdyrt_program_fn *program;
    char *const *buf;
    struct sdyrt_thread *members;
    char *scratch;
};

/* ---- making a team --------------------------------------------------------------------------- */

static int available_cores(void) {
#ifdef _OPENMP
    return omp_get_num_procs();
#else
    long cores = sysconf(_SC_NPROCESSORS_ONLN);
    return cores < 1 ? 1 : (int)cores;
#endif
}

static size_t round_up(size_t bytes) {
    return (bytes + CACHE_LINE - 1) / CACHE_LINE * CACHE_LINE;
}

struct sdyrt_team *sdyrt_team_new(int threads, int useful, size_t scratch_bytes) {
    int cores = available_cores();
    if (threads <= 0) {
        threads = cores < useful ? cores : useful;
    }
    threads = threads < 1 ? 1 : threads;
    threads = threads > MAX_THREADS ? MAX_THREADS : threads;
    if (scratch_bytes > SIZE_MAX / MAX_THREADS / 2) {
        return NULL;
    }
    size_t scratch = round_up(scratch_bytes == 0 ? 1 : scratch_bytes);
    struct sdyrt_team *team = aligned_alloc(CACHE_LINE, sizeof *team);
    if (team == NULL) {
        return NULL;
    }
    *team = (struct sdyrt_team){.threads = threads, .cores = cores};
    team->members = aligned_alloc(CACHE_LINE, (size_t)threads * sizeof *team->members);
    team->scratch = aligned_alloc(CACHE_LINE, (size_t)threads * scratch);
    if (team->members == NULL || team->scratch == NULL) {
        sdyrt_team_free(team);
        return NULL;
    }
    for (int i = 0; i < threads; i++) {
        team->members[i] = (struct sdyrt_thread){
            .team = team, .index = i, .scratch = team->scratch + (size_t)i * scratch};
    }
    return team;
}

void sdyrt_team_free(struct sdyrt_team *team) {
    if (team != NULL) {
        free(team->members);
        free(team->scratch);
        free(team);
    }
}

int sdyrt_team_threads(const struct sdyrt_team *team) {
    return team->threads;
}

/* ---- executing a program --------------------------------------------------------------------- */

/* What thread `index` of `threads` does in an execution. */
static void execute_member(struct sdyrt_team *team, int index, int threads) {
    (void)atomic_load_explicit(&team->started, memory_order_acquire);
    struct sdyrt_thread *thread = &team->members[index];
    thread->threads = threads;
    thread->hand_out = 0;
    team->program(thread, team->buf);
    atomic_fetch_add_explicit(&team->finished, 1, memory_order_release);
}

#ifdef _OPENMP
/* Not instrumented: how OpenMP passes `team` to its threads would be taken for a race. */
__attribute__((no_sanitize("thread"))) static void fork_join(struct sdyrt_team *team) {
#pragma omp parallel num_threads(team->threads)
    execute_member(team, omp_get_thread_num(), omp_get_num_threads());
}
#else
static void *run_member(void *member) {
    struct sdyrt_thread *thread = member;
    int threads;
    while ((threads = atomic_load_explicit(&thread->team->started, memory_order_acquire)) <= 0) {
        sched_yield();
    }
    execute_member(thread->team, thread->index, threads);
    return NULL;
}

/* Without OpenMP: POSIX threads, made anew, as many as the system grants. */
static void fork_join(struct sdyrt_team *team) {
    pthread_t handles[MAX_THREADS];
    int threads = 1;
    while (threads < team->threads &&
           pthread_create(&handles[threads], NULL, run_member, &team->members[threads]) == 0) {
        threads++;
    }
    atomic_store_explicit(&team->started, threads, memory_order_release);
    run_member(&team->members[0]);
    for (int i = 1; i < threads; i++) {
        pthread_join(handles[i], NULL);
    }
}
#endif

void sdyrt_team_execute(struct sdyrt_team *team, sdyrt_program_fn *program, char *const *buf) {
    team->program = program;
    team->buf = buf;
    atomic_store_explicit(&team->taken, 0, memory_order_relaxed);
    atomic_store_explicit(&team->started, -1, memory_order_release);
    if (team->threads == 1) {
        execute_member(team, 0, 1);
    } else {
        fork_join(team);
    }
    (void)atomic_load_explicit(&team->finished, memory_order_acquire);
}

/* ---- inside a program ------------------------------------------------------------------------ */

/* Takes the next task of the thread's current hand-out, or -1 when none is left. The threads may
 * be at different hand-outs: whoever comes first to one moves `taken` on to it, which is safe
 * because a thread only leaves a hand-out when all its tasks are taken; and whoever comes late
 * finds `taken` past it. */
static int64_t take_task(struct sdyrt_thread *thread, int64_t tasks) {
    _Atomic uint64_t *taken = &thread->team->taken;
    uint64_t seen = atomic_load_explicit(taken, memory_order_relaxed);
    for (;;) {
        int64_t task = (int64_t)(seen - thread->hand_out); /* negative: nobody was here yet */
        task = task < 0 ? 0 : task;
        if (task >= tasks) {
            return -1;
        }
        if (atomic_compare_exchange_weak_explicit(taken, &seen,
                                                  thread->hand_out + (uint64_t)task + 1,
                                                  memory_order_relaxed, memory_order_relaxed)) {
            return task;
        }
    }
}

void sdyrt_run(struct sdyrt_thread *thread, sdyrt_task_fn *task, int64_t tasks, char *const *buf) {
    if (thread->threads == 1) {
        for (int64_t i = 0; i < tasks; i++) {
            task(buf, i, thread->scratch);
        }
        return;
    }
    for (int64_t first = 0; first < tasks; first += MAX_TASKS) {
        int64_t count = tasks - first < MAX_TASKS ? tasks - first : MAX_TASKS;
        thread->hand_out += (uint64_t)1 << TASK_BITS;
        for (int64_t i; (i = take_task(thread, count)) >= 0;) {
            task(buf, first + i, thread->scratch);
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

void sdyrt_barrier(struct sdyrt_thread *thread) {
    struct sdyrt_team *team = thread->team;
    if (thread->threads == 1) {
        return;
    }
    unsigned epoch = atomic_load_explicit(&team->epoch, memory_order_relaxed);
    if (atomic_fetch_add_explicit(&team->arrived, 1, memory_order_acq_rel) == thread->threads - 1) {
        atomic_store_explicit(&team->arrived, 0, memory_order_relaxed);
        atomic_store_explicit(&team->epoch, epoch + 1, memory_order_release);
        return;
    }
    int spins = thread->threads > team->cores ? 0 : SPINS;
    while (atomic_load_explicit(&team->epoch, memory_order_acquire) == epoch) {
        if (spins > 0) {
            spins--;
            pause_processor();
        } else {
            sched_yield();
        }
    }
}

int sdyrt_thread_index(const struct sdyrt_thread *thread) {
    return thread->index;
}

char *sdyrt_thread_scratch(const struct sdyrt_thread *thread) {
    return thread->scratch;
}
