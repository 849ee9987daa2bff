/* Traces as messages XSpace of XLA's profiler (xplane.proto):
 *
 *     XSpace        a list of planes
 *     XPlane        a name, lines, and what their events are, by number
 *     XLine         a thread: its events, from a time in ns
 *     XEvent        what it is, by number, and when, in ps from that time
 *
 * What all events of a kernel have in common stands once, with its name. Its operation of JAX and
 * its line of Python each event names by number, for jax.profiler.ProfileData shows no others.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "pjrt/traces/trace.h"

enum {
    SPACE_PLANES = 1,
    PLANE_NAME = 2,
    PLANE_LINES = 3,
    PLANE_EVENT_KINDS = 4,
    PLANE_STAT_KINDS = 5,
    PLANE_STATS = 6,
    LINE_ID = 1,
    LINE_NAME = 2,
    LINE_START_NS = 3,
    LINE_EVENTS = 4,
    EVENT_KIND = 1,
    EVENT_OFFSET_PS = 2,
    EVENT_DURATION_PS = 3,
    EVENT_STATS = 4,
    STAT_KIND = 1,
    STAT_NUMBER = 3, /* without a sign */
    STAT_TEXT = 5,
    STAT_REFERENCE = 7, /* to the name of a kind of stats */
    KIND_ID = 1,        /* of events and of stats alike */
    KIND_NAME = 2,
    EVENT_KIND_STATS = 5,
    MAP_KEY = 1,
    MAP_VALUE = 2,
    PS_PER_NS = 1000
};

/* What is said of events, by the names that XLA's tools know. */
enum stat {
    STAT_MODULE = 1,
    STAT_OPERATION,
    STAT_SOURCE,
    STAT_CATEGORY,
    STAT_FLOPS,
    STAT_BYTES,
    STAT_TASKS,
    STAT_CALLER,
    STAT_CALLER_TYPE,
    STAT_DROPPED,
    STAT_END
};
static const char *const stat_names[STAT_END] = {
    [STAT_MODULE] = "hlo_module", [STAT_OPERATION] = "tf_op",
    [STAT_SOURCE] = "source",     [STAT_CATEGORY] = "hlo_category",
    [STAT_FLOPS] = "flops",       [STAT_BYTES] = "bytes_accessed",
    [STAT_TASKS] = "tasks",       [STAT_CALLER] = "_c",
    [STAT_CALLER_TYPE] = "_ct",   [STAT_DROPPED] = "dropped_events",
};
enum { CALL_OF_LIBRARY = 14 }; /* the type of what JAX numbers when it calls us */

/* Writes a message within another, which is free then. */
static void write_inner(struct proto_writer *writer, uint32_t field, struct proto_writer *inner) {
    proto_write_bytes(writer, field, inner->bytes, inner->size);
    writer->failed = writer->failed || inner->failed;
    free(inner->bytes);
}

/* --- stats ------------------------------------------------------------------------------------ */

static void write_number_stat(struct proto_writer *writer, uint32_t field, enum stat stat,
                              uint32_t form, uint64_t number) {
    struct proto_writer inner = {0};
    proto_write_number(&inner, STAT_KIND, stat);
    proto_write_number(&inner, form, number);
    write_inner(writer, field, &inner);
}

static void write_text_stat(struct proto_writer *writer, enum stat stat, const char *text) {
    struct proto_writer inner = {0};
    proto_write_number(&inner, STAT_KIND, stat);
    proto_write_bytes(&inner, STAT_TEXT, text, strlen(text));
    write_inner(writer, EVENT_KIND_STATS, &inner);
}

static void write_stat_kind(struct proto_writer *writer, uint64_t id, const char *name,
                            size_t size) {
    struct proto_writer entry = {0}, kind = {0};
    proto_write_number(&kind, KIND_ID, id);
    proto_write_bytes(&kind, KIND_NAME, name, size);
    proto_write_number(&entry, MAP_KEY, id);
    write_inner(&entry, MAP_VALUE, &kind);
    write_inner(writer, PLANE_STAT_KINDS, &entry);
}

/* --- what events are -------------------------------------------------------------------------- */

static uint64_t kind_of(const struct traced_program *program, int phase) {
    return program->first_id + (phase == TRACED_RUN           ? 0
                                : phase == TRACED_COMPILATION ? 1
                                                              : 2 + (uint64_t)phase);
}

/* "jit(f)/tanh, train.py:12": the operation of JAX and the line of Python; one may be missing. */
struct origin {
    const char *operation, *source;
    size_t operation_size, source_size;
};

static struct origin split_origin(const char *text) {
    const char *comma = NULL, *colon = strrchr(text, ':');
    for (const char *at = strstr(text, ", "); at; at = strstr(at + 1, ", ")) {
        comma = at;
    }
    const char *file = comma ? comma + 2 : text;
    if (!colon || colon < file || !colon[1] ||
        strspn(colon + 1, "0123456789") < strlen(colon + 1)) {
        return (struct origin){.operation = text, .operation_size = strlen(text)};
    }
    return (struct origin){.operation = text,
                           .operation_size = comma ? (size_t)(comma - text) : 0,
                           .source = file,
                           .source_size = strlen(file)};
}

/* The numbers of an origin's two texts among the kinds of stats. */
static uint64_t text_of(const struct traced_program *program, int phase, enum stat stat) {
    return STAT_END + 2 * kind_of(program, phase) + (stat == STAT_SOURCE);
}

static void write_origin(struct proto_writer *writer, const struct traced_program *program,
                         int phase) {
    const struct origin origin = split_origin(program->phases[phase].origin);
    if (origin.operation_size > 0) {
        write_stat_kind(writer, text_of(program, phase, STAT_OPERATION), origin.operation,
                        origin.operation_size);
    }
    if (origin.source_size > 0) {
        write_stat_kind(writer, text_of(program, phase, STAT_SOURCE), origin.source,
                        origin.source_size);
    }
}

static void refer_to_origin(struct proto_writer *writer, const struct traced_event *event) {
    const struct origin origin = split_origin(event->program->phases[event->phase].origin);
    if (origin.operation_size > 0) {
        write_number_stat(writer, EVENT_STATS, STAT_OPERATION, STAT_REFERENCE,
                          text_of(event->program, event->phase, STAT_OPERATION));
    }
    if (origin.source_size > 0) {
        write_number_stat(writer, EVENT_STATS, STAT_SOURCE, STAT_REFERENCE,
                          text_of(event->program, event->phase, STAT_SOURCE));
    }
}

static void write_kind(struct proto_writer *writer, const struct traced_program *program, int phase,
                       const char *name) {
    struct proto_writer entry = {0}, kind = {0};
    proto_write_number(&kind, KIND_ID, kind_of(program, phase));
    proto_write_bytes(&kind, KIND_NAME, name, strlen(name));
    write_text_stat(&kind, STAT_MODULE, program->name);
    if (phase >= 0) {
        const struct sdyc_phase *what = &program->phases[phase];
        write_text_stat(&kind, STAT_CATEGORY, what->kind);
        write_number_stat(&kind, EVENT_KIND_STATS, STAT_FLOPS, STAT_NUMBER, (uint64_t)what->flops);
        write_number_stat(&kind, EVENT_KIND_STATS, STAT_BYTES, STAT_NUMBER, (uint64_t)what->bytes);
    }
    proto_write_number(&entry, MAP_KEY, kind_of(program, phase));
    write_inner(&entry, MAP_VALUE, &kind);
    write_inner(writer, PLANE_EVENT_KINDS, &entry);
}

static void write_program(struct proto_writer *writer, const struct traced_program *program) {
    char name[256];
    snprintf(name, sizeof name, "compile %s for the trace", program->name);
    write_kind(writer, program, TRACED_RUN, program->name);
    write_kind(writer, program, TRACED_COMPILATION, name);
    for (int i = 0; i < program->phase_count; i++) {
        write_kind(writer, program, i, program->phases[i].what);
        write_origin(writer, program, i);
    }
}

static void write_programs(struct trace *trace, struct proto_writer *writer) {
    uint64_t id = 1;
    for (struct traced_program *program = trace->programs; program; program = program->next) {
        program->first_id = id;
        id += 2 + (uint64_t)program->phase_count;
        write_program(writer, program);
    }
}

/* --- lines ------------------------------------------------------------------------------------ */

/* By thread, then by time; what holds others before them. */
static int compare_events(const void *a, const void *b) {
    const struct traced_event *x = a, *y = b;
    if (x->thread != y->thread) {
        return x->thread < y->thread ? -1 : 1;
    }
    if (x->begin != y->begin) {
        return x->begin < y->begin ? -1 : 1;
    }
    return (x->end < y->end) - (x->end > y->end);
}

static void write_event(struct proto_writer *writer, const struct traced_event *event,
                        int64_t start) {
    struct proto_writer inner = {0};
    proto_write_number(&inner, EVENT_KIND, kind_of(event->program, event->phase));
    proto_write_number(&inner, EVENT_OFFSET_PS, (uint64_t)(event->begin - start) * PS_PER_NS);
    proto_write_number(&inner, EVENT_DURATION_PS,
                       (uint64_t)(event->end - event->begin) * PS_PER_NS);
    if (event->phase >= 0) {
        write_number_stat(&inner, EVENT_STATS, STAT_TASKS, STAT_NUMBER, (uint64_t)event->tasks);
        refer_to_origin(&inner, event);
    }
    if (event->caller) {
        write_number_stat(&inner, EVENT_STATS, STAT_CALLER, STAT_NUMBER, event->caller);
        write_number_stat(&inner, EVENT_STATS, STAT_CALLER_TYPE, STAT_NUMBER, CALL_OF_LIBRARY);
    }
    write_inner(writer, LINE_EVENTS, &inner);
}

/* The events of one thread. */
static void write_line(struct proto_writer *writer, const struct traced_event *events, size_t count,
                       int64_t clock_offset) {
    struct proto_writer line = {0};
    char name[64];
    bool leads = false;
    for (size_t i = 0; i < count; i++) {
        leads = leads || events[i].phase < 0;
    }
    int length = snprintf(name, sizeof name, "%s (thread %lld)", leads ? "programs" : "worker",
                          (long long)events->thread);
    proto_write_number(&line, LINE_ID, (uint64_t)events->thread);
    proto_write_bytes(&line, LINE_NAME, name, (size_t)length);
    proto_write_number(&line, LINE_START_NS, (uint64_t)(events->begin + clock_offset));
    for (size_t i = 0; i < count; i++) {
        write_event(&line, &events[i], events->begin);
    }
    write_inner(writer, PLANE_LINES, &line);
}

static void write_lines(struct proto_writer *writer, const struct trace *trace) {
    for (size_t i = 0, end; i < trace->count; i = end) {
        end = i + 1;
        while (end < trace->count && trace->events[end].thread == trace->events[i].thread) {
            end++;
        }
        write_line(writer, &trace->events[i], end - i, trace->clock_offset);
    }
}

void xspace_write(struct trace *trace, struct proto_writer *writer) {
    static const char name[] = "/device:CUSTOM:sdyc"; /* as XLA's tools look for devices */
    struct proto_writer plane = {0};
    if (trace->count == 0) {
        return;
    }
    qsort(trace->events, trace->count, sizeof *trace->events, compare_events);
    proto_write_bytes(&plane, PLANE_NAME, name, sizeof name - 1);
    write_programs(trace, &plane);
    for (uint64_t stat = 1; stat < STAT_END; stat++) {
        write_stat_kind(&plane, stat, stat_names[stat], strlen(stat_names[stat]));
    }
    write_lines(&plane, trace);
    if (trace->dropped > 0) {
        write_number_stat(&plane, PLANE_STATS, STAT_DROPPED, STAT_NUMBER, (uint64_t)trace->dropped);
    }
    write_inner(writer, SPACE_PLANES, &plane);
}
