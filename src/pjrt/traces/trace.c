/* Traces: what is recorded while JAX's profiler asks for it. */
#include "pjrt/traces/trace.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum { MOST_EVENTS = 1 << 21 };

/* Of the process, as the profiler is. The lock is held for what a trace holds. */
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct trace *current;
static atomic_bool is_on;
static uint64_t numbers;

static int64_t clock_now(clockid_t clock) {
    struct timespec time;
    clock_gettime(clock, &time);
    return (int64_t)time.tv_sec * 1000000000 + time.tv_nsec;
}

int64_t trace_now(void) {
    return clock_now(CLOCK_MONOTONIC);
}

bool trace_is_on(void) {
    return atomic_load_explicit(&is_on, memory_order_acquire);
}

/* --- beginning and end ------------------------------------------------------------------------ */

struct trace *trace_new(void) {
    struct trace *trace = calloc(1, sizeof *trace);
    if (trace) {
        pthread_mutex_lock(&lock);
        trace->number = ++numbers;
        pthread_mutex_unlock(&lock);
    }
    return trace;
}

bool trace_begin(struct trace *trace) {
    pthread_mutex_lock(&lock);
    bool is_ours = !current || current == trace;
    if (is_ours) {
        current = trace;
        trace->clock_offset = clock_now(CLOCK_REALTIME) - trace_now();
        atomic_store(&is_on, true);
    }
    pthread_mutex_unlock(&lock);
    return is_ours;
}

void trace_end(struct trace *trace) {
    pthread_mutex_lock(&lock);
    if (current == trace) {
        current = NULL;
        atomic_store(&is_on, false);
    }
    pthread_mutex_unlock(&lock);
}

void trace_leave_behind(void) {
    pthread_mutex_init(&lock, NULL);
    current = NULL;
    atomic_store(&is_on, false);
}

void trace_free(struct trace *trace) {
    if (!trace) {
        return;
    }
    trace_end(trace);
    while (trace->programs) {
        struct traced_program *program = trace->programs;
        trace->programs = program->next;
        free(program);
    }
    free(trace->events);
    free(trace);
}

/* --- programs --------------------------------------------------------------------------------- */

static const char *keep_text(char **place, const char *text) {
    char *kept = *place;
    size_t size = strlen(text) + 1;
    memcpy(kept, text, size);
    *place += size;
    return kept;
}

/* One block; NULL: no memory. */
static struct traced_program *copy_program(const struct sdyc_program *program) {
    struct sdyc_phase phase;
    size_t size = strlen(sdyc_name(program)) + 1;
    int count = 0;
    while (sdyc_phase(program, count, &phase)) {
        size += strlen(phase.kind) + strlen(phase.what) + strlen(phase.origin) + 3;
        count++;
    }
    struct traced_program *copy =
        malloc(sizeof *copy + (size_t)count * sizeof copy->phases[0] + size);
    if (!copy) {
        return NULL;
    }
    char *place = (char *)&copy->phases[count];
    *copy = (struct traced_program){.name = keep_text(&place, sdyc_name(program)),
                                    .phase_count = count};
    for (int i = 0; i < count; i++) {
        sdyc_phase(program, i, &phase);
        phase.kind = keep_text(&place, phase.kind);
        phase.what = keep_text(&place, phase.what);
        phase.origin = keep_text(&place, phase.origin);
        copy->phases[i] = phase;
    }
    return copy;
}

/* As the current trace names it; NULL: no memory. */
static const struct traced_program *traced(struct instance *instance) {
    if (instance->trace != current->number) {
        struct traced_program *copy = copy_program(instance->profiled);
        if (copy) {
            copy->next = current->programs;
            current->programs = copy;
        }
        instance->traced = copy;
        instance->trace = copy ? current->number : 0;
    }
    return instance->traced;
}

/* --- events ----------------------------------------------------------------------------------- */

static bool has_room(struct trace *trace) {
    if (trace->count == trace->capacity && trace->capacity < MOST_EVENTS) {
        size_t capacity = trace->capacity > 0 ? 2 * trace->capacity : 1024;
        void *events = realloc(trace->events, capacity * sizeof *trace->events);
        trace->capacity = events ? capacity : trace->capacity;
        trace->events = events ? events : trace->events;
    }
    trace->dropped += trace->count == trace->capacity;
    return trace->count < trace->capacity;
}

/* The last event of a thread of the run, and its last task. */
struct open_event {
    size_t event;
    int64_t task;
    bool is_open;
};

/* A thread that goes on with the next tasks of a kernel goes on with the event. */
static void add_span(struct open_event *open, const struct sdyc_span *span,
                     const struct traced_program *program) {
    struct trace *trace = current;
    int64_t begin = span->start + (int64_t)(1e9 * span->begin + 0.5);
    int64_t end = span->start + (int64_t)(1e9 * span->end + 0.5);
    if (open->is_open && trace->events[open->event].phase == span->phase &&
        span->task > open->task) {
        trace->events[open->event].end = end;
        trace->events[open->event].tasks++;
        open->task = span->task;
        return;
    }
    open->is_open = has_room(trace);
    if (open->is_open) {
        *open = (struct open_event){trace->count, span->task, true};
        trace->events[trace->count++] = (struct traced_event){.begin = begin,
                                                              .end = end,
                                                              .thread = span->thread_id,
                                                              .tasks = 1,
                                                              .program = program,
                                                              .phase = span->phase};
    }
}

static void add_spans(const struct sdyc_program *program, const struct traced_program *named) {
    struct open_event *open = NULL;
    struct sdyc_span span;
    int64_t dropped;
    int threads = 0;
    for (int64_t i = 0; sdyc_span(program, i, &span, NULL); i++) {
        if (span.thread >= threads) {
            struct open_event *more = realloc(open, ((size_t)span.thread + 1) * sizeof *open);
            if (!more) {
                current->dropped++;
                continue;
            }
            open = more;
            memset(open + threads, 0, (size_t)(span.thread + 1 - threads) * sizeof *open);
            threads = span.thread + 1;
        }
        add_span(&open[span.thread], &span, named);
    }
    free(open);
    sdyc_span(program, 0, &span, &dropped);
    current->dropped += dropped;
}

static void add(struct instance *instance, const struct traced_event *event) {
    pthread_mutex_lock(&lock);
    const struct traced_program *program = current ? traced(instance) : NULL;
    if (program && has_room(current)) {
        struct traced_event *added = &current->events[current->count++];
        *added = *event;
        added->thread = gettid();
        added->program = program;
        if (event->phase == TRACED_RUN) {
            add_spans(instance->profiled, program);
        }
    }
    pthread_mutex_unlock(&lock);
}

void trace_add_compilation(struct instance *instance, int64_t begin, int64_t end) {
    add(instance, &(struct traced_event){.begin = begin, .end = end, .phase = TRACED_COMPILATION});
}

void trace_add_run(struct instance *instance, int64_t begin, int64_t end, uint64_t caller) {
    add(instance,
        &(struct traced_event){.begin = begin, .end = end, .caller = caller, .phase = TRACED_RUN});
}
