/* A track for the compilation, and one per thread of the run. Times are in microseconds; the run
 * begins where the compilation ends. */
#include "cli/measure/trace.h"

enum { COMPILATION = 1, RUN = 2 }; /* the two processes of the trace */

static void name_process(struct buffer *out, int process, const char *name) {
    buffer_printf(
        out, "{\"ph\":\"M\",\"name\":\"process_name\",\"pid\":%d,\"args\":{\"name\":", process);
    json_string(out, name);
    buffer_add(out, "}},\n");
}

static void name_thread(struct buffer *out, int thread) {
    buffer_printf(
        out, "{\"ph\":\"M\",\"name\":\"thread_name\",\"pid\":%d,\"tid\":%d,\"args\":{\"name\":\"",
        RUN, thread);
    buffer_printf(out, thread == 0 ? "caller" : "worker %d", thread);
    buffer_add(out, "\"}},\n");
}

static void begin_event(struct buffer *out, int process, int thread, double begin, double end,
                        const char *name) {
    buffer_printf(out,
                  "{\"ph\":\"X\",\"pid\":%d,\"tid\":%d,\"ts\":%.3f,\"dur\":%.3f,\"name\":", process,
                  thread, 1e6 * begin, 1e6 * (end - begin));
    json_string(out, name);
}

/* The stages one after another; how long they took. */
static double add_compilation(struct buffer *out, const struct sdyc_program *program) {
    double time = 0, seconds;
    const char *name;
    for (int i = 0; (name = sdyc_stage(program, i, &seconds)); i++) {
        begin_event(out, COMPILATION, 0, time, time + seconds, name);
        buffer_add(out, "},\n");
        time += seconds;
    }
    return time;
}

static void add_span(struct buffer *out, const struct sdyc_program *program,
                     const struct sdyc_span *span, double start) {
    struct sdyc_phase phase = {0};
    sdyc_phase(program, span->phase, &phase);
    begin_event(out, RUN, span->thread, start + span->begin, start + span->end, phase.what);
    buffer_add(out, ",\"cat\":");
    json_string(out, phase.kind);
    buffer_printf(out,
                  ",\"args\":{\"kernel\":%d,\"task\":%lld,\"tasks\":%lld,\"flops\":%.0f,"
                  "\"bytes\":%.0f,\"line\":%d}},\n",
                  span->phase, (long long)span->task, (long long)phase.tasks, phase.flops,
                  phase.bytes, phase.line);
}

static void add_run(struct buffer *out, const struct sdyc_program *program, double start) {
    struct sdyc_span span;
    int threads = 0;
    for (int64_t i = 0; sdyc_span(program, i, &span, NULL); i++) {
        add_span(out, program, &span, start);
        threads = span.thread + 1 > threads ? span.thread + 1 : threads;
    }
    for (int i = 0; i < threads; i++) {
        name_thread(out, i);
    }
}

bool write_trace(const char *path, const struct sdyc_program *program) {
    struct buffer out = {0};
    struct sdyc_span last;
    int64_t dropped;
    buffer_add(&out, "{\"displayTimeUnit\":\"ns\",\"traceEvents\":[\n");
    double start = add_compilation(&out, program);
    add_run(&out, program, start);
    name_process(&out, COMPILATION, "compilation");
    name_process(&out, RUN, "run");
    out.length -= 2; /* the last comma */
    sdyc_span(program, 0, &last, &dropped);
    buffer_printf(&out, "\n],\"otherData\":{\"dropped\":%lld}}\n", (long long)dropped);
    bool written = write_text(path, out.text, out.length);
    buffer_free(&out);
    return written;
}
