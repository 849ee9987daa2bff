/* How many threads a program could use, from the time of each of its tasks. Example: 56 tasks of
 * 15 us each are one after the other 0.84 ms; 16 threads take 4 rounds of 15 us, so they are 14
 * times as fast, and 64 threads 56 times. What stands between kernels one thread does. */
#include "cli/measure/bench_width.h"

#include <stdlib.h>
#include <string.h>

#include "cli/measure/bench_kernels.h"
#include "cli/programs/program.h"

enum { COUNTS_MOST = 6, THREADS_MOST = 1024 };

struct counts {
    int count;
    int64_t threads[COUNTS_MOST];
};

/* A task, or the time of a phase where tasks are done together. */
struct timed {
    int phase;
    double seconds;
};

/* The least times of several runs, by phase and in the order of beginning. */
struct times {
    VECTOR(struct timed) tasks;
    double between; /* what a run takes besides */
};

/* A kernel: its time as a whole, that of its tasks, and that of each number of threads. */
struct kernel_width {
    int phase;
    size_t tasks;
    double whole, sum, taken[COUNTS_MOST];
};
typedef VECTOR(struct kernel_width) kernel_widths;

/* --- measuring --- */

static bool read_counts(const char *text, struct counts *counts) {
    *counts = (struct counts){0};
    for (const char *at = text; counts->count < COUNTS_MOST; at++) {
        char *end;
        const long long number = strtoll(at, &end, 10);
        if (end == at || number < 1 || number > THREADS_MOST || (*end != ',' && *end != '\0')) {
            break;
        }
        counts->threads[counts->count++] = number;
        if (*end == '\0') {
            return true;
        }
        at = end;
    }
    return cli_error("--width takes up to %d numbers of threads, 1 to %d, as in --width=16,64,128",
                     COUNTS_MOST, THREADS_MOST);
}

/* Takes what was less in the last run; all runs have the same tasks. */
static void take_less(const struct sdyc_program *program, double run, struct times *times) {
    VECTOR(struct sdyc_span) spans = {0};
    struct sdyc_span span;
    int64_t dropped;
    for (int64_t i = 0; sdyc_span(program, i, &span, &dropped); i++) {
        *vector_push(&spans) = span;
    }
    if (spans.count > 0) {
        qsort(spans.items, spans.count, sizeof *spans.items, spans_by_phase);
    }
    const bool is_first = times->tasks.count == 0;
    double between = run;
    for (size_t i = 0; i < spans.count; i++) {
        const struct timed task = {spans.items[i].phase, spans.items[i].end - spans.items[i].begin};
        between -= task.seconds;
        if (is_first) {
            *vector_push(&times->tasks) = task;
        } else if (i < times->tasks.count && task.seconds < times->tasks.items[i].seconds) {
            times->tasks.items[i].seconds = task.seconds;
        }
    }
    between = between > 0 ? between : 0;
    times->between = is_first || between < times->between ? between : times->between;
    vector_free(&spans);
}

static bool measure(struct loaded_program *loaded, int64_t runs, struct times *times) {
    for (int64_t i = 0; i <= runs; i++) {
        const double start = seconds_now();
        if (!execute(loaded)) {
            return false;
        }
        const double seconds = seconds_now() - start;
        if (i > 0) { /* the first warms up */
            take_less(loaded->program, seconds, times);
        }
    }
    return true;
}

static bool load(const char *file, const struct common_flags *flags,
                 const struct input_values *inputs, int profile, struct loaded_program *loaded) {
    struct common_flags profiled = *flags;
    profiled.profile = profile;
    profiled.threads = 1;
    return load_program(loaded, file, &profiled, &inputs->given, NULL) &&
           load_inputs(loaded, inputs) && allocate_outputs(loaded);
}

/* --- the bound --- */

/* How long so many threads take for tasks, each of which goes to the thread that is free first. */
static double time_of(const struct timed *tasks, size_t count, int64_t threads) {
    double busy[THREADS_MOST] = {0}, last = 0;
    for (size_t i = 0; i < count; i++) {
        int64_t first = 0;
        for (int64_t t = 1; t < threads; t++) {
            first = busy[t] < busy[first] ? t : first;
        }
        busy[first] += tasks[i].seconds;
        last = busy[first] > last ? busy[first] : last;
    }
    return last;
}

static double sum_of(const struct timed *tasks, size_t count) {
    double sum = 0;
    for (size_t i = 0; i < count; i++) {
        sum += tasks[i].seconds;
    }
    return sum;
}

/* Of the tasks of a phase, which may have been executed several times. */
static struct kernel_width width_of(const struct sdyc_program *program, const struct timed *tasks,
                                    size_t count, const struct counts *counts) {
    struct kernel_width width = {
        .phase = tasks[0].phase, .tasks = count, .sum = sum_of(tasks, count)};
    struct sdyc_phase phase = {0};
    sdyc_phase(program, width.phase, &phase);
    const size_t each = phase.tasks > 0 ? (size_t)phase.tasks : count;
    for (int c = 0; c < counts->count; c++) {
        for (size_t first = 0; first < count; first += each) {
            const size_t left = count - first;
            width.taken[c] += time_of(tasks + first, left < each ? left : each, counts->threads[c]);
        }
    }
    return width;
}

static size_t phase_end(const struct times *times, size_t first) {
    size_t end = first;
    while (end < times->tasks.count &&
           times->tasks.items[end].phase == times->tasks.items[first].phase) {
        end++;
    }
    return end;
}

static int compare_widths(const void *a, const void *b) {
    const struct kernel_width *x = a, *y = b;
    return (x->whole < y->whole) - (x->whole > y->whole);
}

/* Both runs have the same phases. */
static void find_widths(const struct sdyc_program *program, const struct times *together,
                        const struct times *apart, const struct counts *counts,
                        kernel_widths *widths) {
    size_t whole = 0;
    for (size_t first = 0, end; first < apart->tasks.count; first = end) {
        end = phase_end(apart, first);
        struct kernel_width width =
            width_of(program, &apart->tasks.items[first], end - first, counts);
        const size_t whole_end = whole < together->tasks.count ? phase_end(together, whole) : whole;
        width.whole = sum_of(together->tasks.items + whole, whole_end - whole);
        whole = whole_end;
        *vector_push(widths) = width;
    }
    if (widths->count > 0) {
        qsort(widths->items, widths->count, sizeof *widths->items, compare_widths);
    }
}

/* --- the table --- */

static void print_kernel(const struct sdyc_program *program, const struct counts *counts,
                         const struct kernel_width *width) {
    struct sdyc_phase phase = {0};
    sdyc_phase(program, width->phase, &phase);
    printf("%7d %9.4f %7zu %6.2f ", width->phase, 1e3 * width->whole, width->tasks,
           width->whole > 0 ? width->sum / width->whole : 1);
    for (int c = 0; c < counts->count; c++) {
        printf(" %6.1f", width->taken[c] > 0 ? width->whole / width->taken[c] : 1);
    }
    printf("  %s, line %d: %s\n", phase.kind, phase.line, phase.what);
}

static void print_widths(const struct sdyc_program *program, double between,
                         const struct counts *counts, const kernel_widths *widths) {
    double whole = 0, sum = 0, taken[COUNTS_MOST] = {0};
    for (size_t i = 0; i < widths->count; i++) {
        whole += widths->items[i].whole;
        sum += widths->items[i].sum;
        for (int c = 0; c < counts->count; c++) {
            taken[c] += widths->items[i].taken[c];
        }
    }
    const double run = whole + between;
    printf("one thread: %.4f ms, of which between kernels %.4f; the tasks one by one: %.2f of the "
           "kernels\n",
           1e3 * run, 1e3 * between, whole > 0 ? sum / whole : 1);
    for (int c = 0; c < counts->count; c++) {
        printf("%5lld threads: at most %.1f times as fast\n", (long long)counts->threads[c],
               run / (between + taken[c]));
    }
    printf("\n kernel        ms   tasks  apart ");
    for (int c = 0; c < counts->count; c++) {
        printf(" %6lld", (long long)counts->threads[c]);
    }
    printf("  what\n");
    for (size_t i = 0; i < widths->count; i++) {
        print_kernel(program, counts, &widths->items[i]);
    }
}

bool bench_width(const char *file, const struct common_flags *flags,
                 const struct input_values *inputs, int64_t runs, const char *counts_text) {
    struct loaded_program whole = {0}, parts = {0};
    struct times together = {.between = 0}, apart = {.between = 0};
    struct counts counts;
    kernel_widths widths = {0};
    bool done = read_counts(counts_text, &counts) &&
                load(file, flags, inputs, SDYC_PROFILE_TASKS, &whole) &&
                load(file, flags, inputs, SDYC_PROFILE_APART, &parts) &&
                measure(&whole, runs, &together) && measure(&parts, runs, &apart);
    if (done) {
        find_widths(parts.program, &together, &apart, &counts, &widths);
        print_widths(parts.program, together.between, &counts, &widths);
    }
    vector_free(&widths);
    vector_free(&together.tasks);
    vector_free(&apart.tasks);
    unload_program(&whole);
    unload_program(&parts);
    return done;
}
