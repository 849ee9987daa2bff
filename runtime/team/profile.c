#ifndef _GNU_SOURCE
#define _GNU_SOURCE /* for syscall */
#endif
#include "profile.h"

#include <stdatomic.h>
#include <stdlib.h>
#if defined(__linux__)
#include <sys/syscall.h>
#include <unistd.h>
#endif

struct sdyrt_profile {
    int64_t start; /* ns of the clock; with the address it names one profiled run */
    int64_t most;
    _Atomic int64_t count; /* of tasks, those without room among them */
    atomic_int threads;    /* that have come */
    int is_apart;          /* tasks are not joined */
    struct sdyrt_span spans[];
};

/* This thread in the run that it last took part in. */
static _Thread_local struct {
    const struct sdyrt_profile *profile;
    int64_t start;
    int64_t id;
    int32_t number;
} self;

/* Of other systems' threads, the number in the run. */
static int64_t system_id(int32_t number) {
#if defined(__linux__)
    (void)number;
    return syscall(SYS_gettid);
#else
    return number;
#endif
}

static int32_t thread_number(struct sdyrt_profile *profile) {
    if (self.profile != profile || self.start != profile->start) {
        self.profile = profile;
        self.start = profile->start;
        self.number = atomic_fetch_add_explicit(&profile->threads, 1, memory_order_relaxed);
        self.id = system_id(self.number);
    }
    return self.number;
}

struct sdyrt_profile *sdyrt_profile_new(int64_t most) {
    struct sdyrt_profile *profile =
        calloc(1, sizeof *profile + (size_t)most * sizeof profile->spans[0]);
    if (profile != NULL) {
        profile->most = most;
    }
    return profile;
}

void sdyrt_profile_free(struct sdyrt_profile *profile) {
    free(profile);
}

void sdyrt_profile_apart(struct sdyrt_profile *profile) {
    profile->is_apart = 1;
}

void sdyrt_profile_begin(struct sdyrt_profile *profile) {
    atomic_store(&profile->count, 0);
    atomic_store(&profile->threads, 0);
    profile->start = sdyrt_nanoseconds();
    self.profile = NULL;
    thread_number(profile);
}

/* Where a span of this thread is noted, which has ended; NULL: there is no room. */
static struct sdyrt_span *place_for(struct sdyrt_profile *profile, int number, int64_t task) {
    const int32_t thread = thread_number(profile);
    const int64_t place = atomic_fetch_add_explicit(&profile->count, 1, memory_order_relaxed);
    if (place >= profile->most) {
        return NULL;
    }
    struct sdyrt_span *span = &profile->spans[place];
    *span =
        (struct sdyrt_span){.task = task, .phase = number, .thread = thread, .thread_id = self.id};
    return span;
}

/* What noting takes is the task's, not time between tasks, which all threads would wait for. */
void sdyrt_profile_task(struct sdyrt_profile *profile, int number, sdyrt_task_fn *phase,
                        char *const *buf, int64_t task, char *scratch) {
    const int64_t begin = sdyrt_nanoseconds();
    phase(buf, task, scratch);
    struct sdyrt_span *span = place_for(profile, number, task);
    if (span != NULL) {
        span->begin = begin - profile->start;
        span->end = sdyrt_nanoseconds() - profile->start;
    }
}

int64_t sdyrt_profile_joined(struct sdyrt_profile *profile, int number, sdyrt_joined_fn *phase,
                             char *const *buf, int64_t task, int64_t most, char *scratch) {
    const int64_t begin = sdyrt_nanoseconds();
    const int64_t done = phase(buf, task, profile->is_apart ? 1 : most, scratch);
    const int64_t time = sdyrt_nanoseconds() - begin, start = begin - profile->start;
    for (int64_t i = 0; i < done; i++) {
        struct sdyrt_span *span = place_for(profile, number, task + i);
        if (span != NULL) {
            span->begin = start + time * i / done;
            span->end = start + time * (i + 1) / done;
        }
    }
    return done;
}

int64_t sdyrt_profile_count(const struct sdyrt_profile *profile) {
    int64_t count = atomic_load(&profile->count);
    return count < profile->most ? count : profile->most;
}

const struct sdyrt_span *sdyrt_profile_span(const struct sdyrt_profile *profile, int64_t index) {
    return &profile->spans[index];
}

int64_t sdyrt_profile_start(const struct sdyrt_profile *profile) {
    return profile->start;
}

int64_t sdyrt_profile_dropped(const struct sdyrt_profile *profile) {
    return atomic_load(&profile->count) - sdyrt_profile_count(profile);
}
