/* What jax.profiler gets to know of programs: when they ran, and each of their kernels, by thread.
 *
 * While a trace is on, programs are run by second versions of theirs that note when each task runs
 * (options->profile of sdyc_compile), which are compiled when they are first needed. Without one
 * nothing is noted, and a run asks one variable.
 */
#ifndef SDYC_PJRT_TRACE_H
#define SDYC_PJRT_TRACE_H

#include "pjrt/objects.h"
#include "pjrt/proto.h"

/* A program as the trace names it. Its texts are the trace's own, for the program may be gone. */
struct traced_program {
    struct traced_program *next;
    const char *name;
    uint64_t first_id; /* for xspace_write */
    int phase_count;
    struct sdyc_phase phases[];
};
enum { TRACED_RUN = -1, TRACED_COMPILATION = -2 };
/* Tasks of a kernel that one thread did one after the other; or a run of a program, around those of
 * its leader; or its compilation for the trace. Of one thread, events lie within one another or
 * apart. */
struct traced_event {
    int64_t begin, end; /* ns of the system's monotonic clock */
    int64_t thread;     /* by which the system knows it */
    int64_t tasks;
    uint64_t caller; /* of a run: the number by which JAX knows the call; 0: none */
    const struct traced_program *program;
    int phase; /* of the program; or one of the above */
};
struct trace {
    uint64_t number; /* of all traces of the process */
    struct traced_program *programs;
    struct traced_event *events;
    size_t count, capacity;
    int64_t dropped;      /* events that there was no room for */
    int64_t clock_offset; /* ns from the monotonic clock to that of the calendar */
};

/* NULL: no memory. */
struct trace *trace_new(void);
void trace_free(struct trace *trace); /* ends it; NULL is allowed */
/* From here on it records. False: another does. */
bool trace_begin(struct trace *trace);
/* From here on nothing changes it. */
void trace_end(struct trace *trace);
bool trace_is_on(void);
/* In a child process after a fork: there is no trace there, whatever the parent was doing. */
void trace_leave_behind(void);
int64_t trace_now(void); /* ns of the monotonic clock */
/* This thread has compiled the second version of an instance that it has borrowed, from `begin` to
 * `end`. */
void trace_add_compilation(struct instance *instance, int64_t begin, int64_t end);
/* This thread has run it. */
void trace_add_run(struct instance *instance, int64_t begin, int64_t end, uint64_t caller);

/* The trace as a message XSpace, for the profiler of JAX: a plane with a line for each thread.
 * Sorts the trace's events. */
void xspace_write(struct trace *trace, struct proto_writer *writer);

#endif
