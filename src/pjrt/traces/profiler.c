/* The extension by which JAX's profiler asks for traces (trace.h). */
#include <stdlib.h>
#include <string.h>

#include "pjrt/traces/trace.h"

struct pjrt_profiler {
    struct trace *trace;
    struct proto_writer message; /* of the trace; empty before it is asked for */
};

static struct pjrt_error *profiler_create(struct pjrt_profiler_create_args *args) {
    args->profiler = calloc(1, sizeof *args->profiler);
    return args->profiler ? NULL : error_no_memory();
}

static struct pjrt_error *profiler_destroy(struct pjrt_profiler_args *args) {
    if (args->profiler) {
        trace_free(args->profiler->trace);
        free(args->profiler->message.bytes);
        free(args->profiler);
    }
    return NULL;
}

/* A new trace, whatever there was before. */
static struct pjrt_error *profiler_start(struct pjrt_profiler_args *args) {
    struct pjrt_profiler *profiler = args->profiler;
    trace_free(profiler->trace);
    free(profiler->message.bytes);
    profiler->message = (struct proto_writer){0};
    profiler->trace = trace_new();
    if (!profiler->trace) {
        return error_no_memory();
    }
    return trace_begin(profiler->trace)
               ? NULL
               : error_new(PJRT_FAILED_PRECONDITION, "another trace of sdyc is under way");
}

static struct pjrt_error *profiler_stop(struct pjrt_profiler_args *args) {
    if (args->profiler->trace) {
        trace_end(args->profiler->trace);
        queue_clients(compiled_end_traces);
    }
    return NULL;
}

static struct pjrt_error *profiler_collect(struct pjrt_profiler_data_args *args) {
    struct pjrt_profiler *profiler = args->profiler;
    if (profiler->trace && !profiler->message.bytes) {
        trace_end(profiler->trace);
        xspace_write(profiler->trace, &profiler->message);
    }
    if (profiler->message.failed) {
        return error_no_memory();
    }
    if (args->data && profiler->message.size > 0) {
        memcpy(args->data, profiler->message.bytes, profiler->message.size);
    }
    args->data = args->data ? args->data : profiler->message.bytes;
    args->size = profiler->message.size;
    return NULL;
}

static const struct pjrt_profiler_table table = {
    .struct_size = sizeof table,
    .error_destroy = error_destroy,
    .error_message = error_message,
    .error_code = error_get_code,
    .create = profiler_create,
    .destroy = profiler_destroy,
    .start = profiler_start,
    .stop = profiler_stop,
    .collect = profiler_collect,
};

struct pjrt_profiler_extension profiler_extension = {
    .head = {sizeof profiler_extension, PJRT_EXTENSION_PROFILER, NULL},
    .table = &table,
};
