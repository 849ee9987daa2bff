/* `sdyc bench`: compile and run times of a program, with its variants side by side. */
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/cli.h"
#include "cli/measure/bench_kernels.h"
#include "cli/measure/bench_width.h"
#include "cli/programs/inputs.h"
#include "cli/programs/program.h"

enum { COMPILATIONS = 5 };

struct bench {
    struct common_flags common;
    struct input_values inputs;
    int64_t runs;
    bool kernels;
    const char *width; /* numbers of threads, or NULL */
    bool alone;        /* the run as given, without variants */
};

/* --- compile times ---------------------------------------------------------------------------- */

static double compile_seconds(const struct sdyc_program *program) {
    double total = 0, seconds;
    for (int i = 0; sdyc_stage(program, i, &seconds); i++) {
        total += seconds;
    }
    return total;
}

static int compare_programs(const void *a, const void *b) {
    double x = compile_seconds(((const struct loaded_program *)a)->program);
    double y = compile_seconds(((const struct loaded_program *)b)->program);
    return (x > y) - (x < y);
}

static void print_memory(const struct sdyc_program *program) {
    struct buffer text = {0};
    struct sdyc_memory memory;
    sdyc_memory(program, &memory);
    add_program_memory(&text, &memory);
    fputs(text.text, stdout);
    buffer_free(&text);
}

/* Compiles several times and prints the stages and memory of the middle one. */
static bool measure_compile(const struct bench *bench, const char *file) {
    struct loaded_program programs[COMPILATIONS] = {0};
    bool done = true;
    for (int i = 0; i < COMPILATIONS && done; i++) {
        done = load_program(&programs[i], file, &bench->common, &bench->inputs.given, NULL);
    }
    if (done) {
        qsort(programs, COMPILATIONS, sizeof *programs, compare_programs);
        printf("compile (the middle one of %d):\n", COMPILATIONS);
        print_stages(programs[COMPILATIONS / 2].program, stdout);
        print_memory(programs[COMPILATIONS / 2].program);
    }
    for (int i = 0; i < COMPILATIONS; i++) {
        unload_program(&programs[i]);
    }
    return done;
}

/* --- run times -------------------------------------------------------------------------------- */

struct run_times {
    double first, median, least; /* seconds */
};

static int compare_doubles(const void *a, const void *b) {
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static bool repeat(struct loaded_program *loaded, size_t runs, struct run_times *times) {
    double *seconds = memory_array(runs + 1, sizeof *seconds);
    bool done = true;
    for (size_t i = 0; i <= runs && done; i++) {
        double start = seconds_now();
        done = execute(loaded);
        seconds[i] = seconds_now() - start;
    }
    if (done) {
        times->first = seconds[0];
        qsort(seconds + 1, runs, sizeof *seconds, compare_doubles);
        times->median = seconds[1 + runs / 2];
        times->least = seconds[1];
    }
    memory_free(seconds);
    return done;
}

static bool measure_run(const struct bench *bench, const char *file,
                        const struct common_flags *flags, const char *label) {
    struct loaded_program loaded = {0};
    struct run_times times;
    bool done = load_program(&loaded, file, flags, &bench->inputs.given, NULL) &&
                load_inputs(&loaded, &bench->inputs) && allocate_outputs(&loaded) &&
                repeat(&loaded, (size_t)bench->runs, &times);
    if (done) {
        printf("  %-28s %10.3f %10.3f %10.3f %10.3f\n", label,
               1e3 * compile_seconds(loaded.program), 1e3 * times.first, 1e3 * times.median,
               1e3 * times.least);
    }
    unload_program(&loaded);
    return done;
}

static bool measure_variants(const struct bench *bench, const char *file) {
    printf("run (%lld times), in ms:\n  %-28s %10s %10s %10s %10s\n", (long long)bench->runs, "",
           "compile", "first run", "median", "least");
    const struct common_flags *base = &bench->common;
    struct common_flags threads = *base, storage = *base, nchw = *base, nhwc = *base;
    char label[64];
    long cores = sysconf(_SC_NPROCESSORS_ONLN);
    threads.threads = base->threads == 1 ? cores : 1;
    storage.storage = !base->storage;
    nchw.layout = 1;
    nhwc.layout = 2;
    snprintf(label, sizeof label, "--threads=%lld", (long long)threads.threads);
    bool done = measure_run(bench, file, base, "as given");
    if (!done || bench->alone) {
        return done;
    }
    return measure_run(bench, file, &threads, label) &&
           measure_run(bench, file, &storage,
                       storage.storage ? "--storage=private" : "--storage=shared") &&
           measure_run(bench, file, &nchw, "--layout=nchw") &&
           measure_run(bench, file, &nhwc, "--layout=nhwc");
}

int command_bench(int count, char **words) {
    struct bench bench = {.inputs = {.command = "bench", .word_count = count, .words = words},
                          .runs = 20};
    struct flag common[COMMON_GROUP_SIZE];
    common_flags_init(&bench.common, common);
    const struct flag group[] = {
        {"load", FLAG_LIST, &bench.common.load, "LIB.so:SYMBOL[=TARGET],...",
         "Functions of a shared library for custom calls; may be given several times.", NULL},
        {"input", FLAG_LIST, &bench.inputs.given, "VALUE",
         "As for `sdyc run`; random ones if none is given.", NULL},
        {"runs", FLAG_NUMBER, &bench.runs, "N", "Runs of each variant (20).", NULL},
        {"kernels", FLAG_SWITCH, &bench.kernels, NULL,
         "The time of each kernel, beside what the machine's memory and arithmetic allow.", NULL},
        {"width", FLAG_TEXT, &bench.width, "N,...",
         "How many times as fast N threads can be, from the time of each task on one.", NULL},
        {"as-given", FLAG_SWITCH, &bench.alone, NULL, "Measure the run as given, no variants.",
         NULL},
        {0},
    };
    struct command_line line = {
        .needs = "a file",
        .usage = "sdyc bench FILE [--input=VALUE]... [--runs=N] [--kernels] "
                 "[--width=N,...] [FLAG]...",
        .about =
            "Measures the stages of compilation, then the run: as the flags say, and with "
            "threads,\nstorage model and layout changed one at a time; or its kernels;\nor how "
            "many threads it could use.",
        .groups = (const struct flag *const[]){group, common, NULL},
    };
    enum flags_result result = flags_parse(&line, count, words);
    int status = flags_status(result);
    if (result == FLAGS_RUN) {
        inputs_begin(&bench.inputs);
        bench.inputs.random |= bench.inputs.given.texts.count == 0;
        bench.runs = bench.runs > 0 ? bench.runs : 1;
        bool done =
            bench.width
                ? bench_width(line.file, &bench.common, &bench.inputs, bench.runs, bench.width)
            : bench.kernels ? bench_kernels(line.file, &bench.common, &bench.inputs, bench.runs)
                            : (bench.alone || measure_compile(&bench, line.file)) &&
                                  measure_variants(&bench, line.file);
        status = !done;
    }
    common_flags_free(&bench.common);
    vector_free(&bench.inputs.given.texts);
    return status;
}
