/* Where the time of a run goes: a line per kernel. The time of a kernel is that in which at least
 * one of its tasks ran, so that the sum over kernels is at most the time of the run. */
#include "cli/measure/bench_kernels.h"

#include <stdlib.h>

#include "cli/programs/program.h"

/* What this machine reaches, with as many threads. */
struct machine {
    double flops, bytes; /* a second, in f32 and from and to memory */
};

struct kernel_time {
    int phase;
    int64_t spans;
    double seconds;
};

struct kernel_times {
    VECTOR(struct kernel_time) list; /* of the phases that ran */
    double run, noted;               /* seconds of the whole run, and of all kernels */
    int threads;
    int64_t dropped;
};

/* --- what the machine reaches --- */

static const char product[] = "func.func @main(%a: tensor<1024x1024xf32>, %b: tensor<1024x1024xf32>"
                              ") -> tensor<1024x1024xf32> {\n"
                              "  %0 = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0] : "
                              "(tensor<1024x1024xf32>, tensor<1024x1024xf32>) -> "
                              "tensor<1024x1024xf32>\n"
                              "  return %0 : tensor<1024x1024xf32>\n}\n";
static const char sum[] = "func.func @main(%a: tensor<16777216xf32>, %b: tensor<16777216xf32>) -> "
                          "tensor<16777216xf32> {\n"
                          "  %0 = stablehlo.add %a, %b : tensor<16777216xf32>\n"
                          "  return %0 : tensor<16777216xf32>\n}\n";
enum { MACHINE_RUNS = 7 };

/* The least time of a program of one phase, and that phase; false after an error. */
static bool measure_text(const char *text, size_t length, const struct common_flags *flags,
                         double *seconds, struct sdyc_phase *phase) {
    const struct common_flags own = {.threads = flags->threads};
    const struct source source = {.name = "the measurement", .text = text, .length = length};
    const struct input_values inputs = {.random = true};
    struct loaded_program loaded = {0};
    bool done = load_program_text(&loaded, &source, &own, NULL, NULL) &&
                load_inputs(&loaded, &inputs) && allocate_outputs(&loaded);
    *seconds = 1e30;
    for (int i = 0; i < MACHINE_RUNS && done; i++) {
        double start = seconds_now();
        done = execute(&loaded);
        double taken = seconds_now() - start;
        *seconds = taken < *seconds ? taken : *seconds;
    }
    if (done) {
        sdyc_phase(loaded.program, 0, phase);
    }
    unload_program(&loaded);
    return done;
}

static bool measure_machine(const struct common_flags *flags, struct machine *machine) {
    struct sdyc_phase phase = {0};
    double seconds;
    if (!measure_text(product, sizeof product - 1, flags, &seconds, &phase)) {
        return false;
    }
    machine->flops = phase.flops / seconds;
    if (!measure_text(sum, sizeof sum - 1, flags, &seconds, &phase)) {
        return false;
    }
    machine->bytes = phase.bytes / seconds;
    return true;
}

/* --- the times of a run --- */

int spans_by_phase(const void *a, const void *b) {
    const struct sdyc_span *x = a, *y = b;
    if (x->phase != y->phase) {
        return x->phase < y->phase ? -1 : 1;
    }
    return (x->begin > y->begin) - (x->begin < y->begin);
}

static int compare_kernels(const void *a, const void *b) {
    const struct kernel_time *x = a, *y = b;
    return (x->seconds < y->seconds) - (x->seconds > y->seconds);
}

static int compare_threads(const void *a, const void *b) {
    const struct sdyc_span *x = a, *y = b;
    if (x->thread != y->thread) {
        return x->thread < y->thread ? -1 : 1;
    }
    return (x->begin > y->begin) - (x->begin < y->begin);
}

/* Noting a task, and waiting for what it stored past the caches, takes time before the thread's
 * next task of the same kernel or chain, which no other thread waits for: so it counts as that
 * one's. In front of the first task of a kernel, and where the pause is longer, it is a wait. */
static const double noting_seconds = 1e-6;

static void join_spans(struct sdyc_span *spans, size_t count) {
    qsort(spans, count, sizeof *spans, compare_threads);
    for (size_t i = 1; i < count; i++) {
        double pause = spans[i].begin - spans[i - 1].end;
        if (spans[i].thread == spans[i - 1].thread && spans[i].task > 0 && pause > 0 &&
            pause < noting_seconds) {
            spans[i].begin = spans[i - 1].end;
        }
    }
}

/* The time that spans of one phase, by their beginning, cover. */
static double covered(const struct sdyc_span *spans, size_t count) {
    double end = 0, seconds = 0;
    for (size_t i = 0; i < count; i++) {
        double begin = spans[i].begin > end ? spans[i].begin : end;
        if (spans[i].end > begin) {
            seconds += spans[i].end - begin;
            end = spans[i].end;
        }
    }
    return seconds;
}

/* The kernels of the last run, the longest first. */
static void collect(const struct sdyc_program *program, double run, struct kernel_times *times) {
    VECTOR(struct sdyc_span) spans = {0};
    struct sdyc_span span;
    for (int64_t i = 0; sdyc_span(program, i, &span, &times->dropped); i++) {
        *vector_push(&spans) = span;
        times->threads = span.thread + 1 > times->threads ? span.thread + 1 : times->threads;
    }
    if (spans.count > 0) {
        join_spans(spans.items, spans.count);
        qsort(spans.items, spans.count, sizeof *spans.items, spans_by_phase);
    }
    for (size_t first = 0, end; first < spans.count; first = end) {
        int phase = spans.items[first].phase;
        for (end = first; end < spans.count && spans.items[end].phase == phase;) {
            end++;
        }
        double seconds = covered(&spans.items[first], end - first);
        *vector_push(&times->list) = (struct kernel_time){phase, (int64_t)(end - first), seconds};
        times->noted += seconds;
    }
    if (times->list.count > 0) {
        qsort(times->list.items, times->list.count, sizeof *times->list.items, compare_kernels);
    }
    times->run = run;
    vector_free(&spans);
}

/* Those of the fastest run; the first, which warms up, does not count. */
static bool measure(struct loaded_program *loaded, int64_t runs, struct kernel_times *best) {
    best->run = 1e30;
    for (int64_t i = 0; i <= runs; i++) {
        double start = seconds_now();
        if (!execute(loaded)) {
            return false;
        }
        double seconds = seconds_now() - start;
        if (i > 0 && seconds < best->run) {
            vector_free(&best->list);
            *best = (struct kernel_times){0};
            collect(loaded->program, seconds, best);
        }
    }
    return true;
}

/* --- the table --- */

static void print_rate(double rate, double limit) {
    if (rate > 0) {
        printf(" %8.2f %4.0f %%", 1e-9 * rate, 100 * rate / limit);
    } else {
        printf(" %8s %6s", "", "");
    }
}

static void print_kernel(const struct sdyc_program *program, const struct machine *machine,
                         const struct kernel_times *times, const struct kernel_time *kernel) {
    struct sdyc_phase phase = {0};
    sdyc_phase(program, kernel->phase, &phase);
    double seconds = kernel->seconds > 0 ? kernel->seconds : 1e-9;
    double executions = phase.tasks > 0 ? (double)kernel->spans / (double)phase.tasks : 0;
    printf("%7d %9.4f %5.1f %% %7lld", kernel->phase, 1e3 * kernel->seconds,
           100 * kernel->seconds / times->run, (long long)kernel->spans);
    print_rate(executions * phase.flops / seconds, machine->flops);
    print_rate(executions * phase.bytes / seconds, machine->bytes);
    if (phase.line > 0) {
        printf("  %s, line %d: %s\n", phase.kind, phase.line, phase.what);
    } else {
        printf("  %s: %s\n", phase.kind, phase.what);
    }
}

static void print_times(const struct sdyc_program *program, const struct machine *machine,
                        const struct kernel_times *times, int64_t runs) {
    printf("the fastest of %lld runs: %.4f ms, threads that worked: %d\n"
           "this machine: %.1f Gflop/s (a product of f32), %.1f GB/s (a sum of large arrays)\n\n"
           " kernel        ms   share   tasks  Gflop/s   peak     GB/s memory  what\n",
           (long long)runs, 1e3 * times->run, times->threads, 1e-9 * machine->flops,
           1e-9 * machine->bytes);
    for (size_t i = 0; i < times->list.count; i++) {
        print_kernel(program, machine, times, &times->list.items[i]);
    }
    double rest = times->run > times->noted ? times->run - times->noted : 0;
    printf("        %9.4f %5.1f %%          between kernels, and kernels of single numbers\n",
           1e3 * rest, 100 * rest / times->run);
    if (times->dropped > 0) {
        printf("%lld more tasks, which there was no room to note, are in the last line\n",
               (long long)times->dropped);
    }
}

bool bench_kernels(const char *file, const struct common_flags *flags,
                   const struct input_values *inputs, int64_t runs) {
    struct common_flags profiled = *flags;
    struct loaded_program loaded = {0};
    struct kernel_times times = {0};
    struct machine machine;
    profiled.profile = SDYC_PROFILE_TASKS;
    bool done = load_program(&loaded, file, &profiled, &inputs->given, NULL) &&
                load_inputs(&loaded, inputs) && allocate_outputs(&loaded) &&
                measure_machine(flags, &machine) && measure(&loaded, runs, &times);
    if (done) {
        print_times(loaded.program, &machine, &times, runs);
    }
    vector_free(&times.list);
    unload_program(&loaded);
    return done;
}
