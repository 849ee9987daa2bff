/*
 * From text to callable function, in ms by stages, of each file: compiled again and again, the
 * least time of each stage and the least and median of the whole.
 *
 * usage: compile [--times=N] FILE...
 */
#include "sdyc/sdyc.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum stage { PARSE, VERIFY, PROPAGATE, PARTITION, CODEGEN, EMIT, TCC, LOAD, STAGES };
static const char *const stage_names[STAGES] = {"parse",   "verify", "propagate", "partition",
                                                "codegen", "emit",   "tcc",       "load"};
enum { MAX_TIMES = 1000 };

static double milliseconds(clockid_t clock) {
    struct timespec time;
    clock_gettime(clock, &time);
    return (double)time.tv_sec * 1e3 + (double)time.tv_nsec * 1e-6;
}

/* A stage by its own name, or a pass by where it stands: reshards begin partitioning. */
static enum stage stage_of(const char *name, enum stage before) {
    for (int i = 0; i < STAGES; i++) {
        if (strcmp(name, stage_names[i]) == 0) {
            return (enum stage)i;
        }
    }
    if (before == PARTITION || strcmp(name, "sdy-insert-explicit-reshards") == 0) {
        return PARTITION;
    }
    return PROPAGATE;
}

struct times {
    double least[STAGES];
    double total[MAX_TIMES], cpu; /* cpu: the least processor time of the whole */
};

static int compile(const char *file, struct times *times, int round) {
    struct sdyc_options options = SDYC_OPTIONS_INIT;
    struct sdyc_error *error;
    double cpu = milliseconds(CLOCK_PROCESS_CPUTIME_ID), start = milliseconds(CLOCK_MONOTONIC);
    struct sdyc_program *program = sdyc_compile_file(file, &options, &error);
    times->total[round] = milliseconds(CLOCK_MONOTONIC) - start;
    cpu = milliseconds(CLOCK_PROCESS_CPUTIME_ID) - cpu;
    times->cpu = round == 0 || cpu < times->cpu ? cpu : times->cpu;
    if (program == NULL) {
        fputs(sdyc_error_text(error), stderr);
        sdyc_error_free(error);
        return 0;
    }
    double stage[STAGES] = {0}, seconds;
    enum stage current = PARSE;
    const char *name;
    for (int i = 0; (name = sdyc_stage(program, i, &seconds)) != NULL; i++) {
        current = stage_of(name, current);
        stage[current] += 1e3 * seconds;
    }
    for (int i = 0; i < STAGES; i++) {
        times->least[i] = round == 0 || stage[i] < times->least[i] ? stage[i] : times->least[i];
    }
    sdyc_free(program);
    return 1;
}

static int by_value(const void *a, const void *b) {
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static int measure(const char *file, int rounds) {
    static struct times times;
    for (int round = 0; round < rounds; round++) {
        if (!compile(file, &times, round)) {
            return 0;
        }
    }
    qsort(times.total, (size_t)rounds, sizeof(double), by_value);
    for (int i = 0; i < STAGES; i++) {
        printf("%10.3f", times.least[i]);
    }
    printf("%10.3f%10.3f%10.3f  %s\n", times.cpu, times.total[0], times.total[rounds / 2], file);
    return 1;
}

int main(int argc, char **argv) {
    int rounds = 20, first = 1;
    if (argc > 1 && strncmp(argv[1], "--times=", 8) == 0) {
        rounds = atoi(argv[1] + 8);
        first = 2;
    }
    if (first >= argc || rounds < 1 || rounds > MAX_TIMES) {
        fprintf(stderr, "usage: compile [--times=N] FILE...\n");
        return 2;
    }
    for (int i = 0; i < STAGES; i++) {
        printf("%10s", stage_names[i]);
    }
    printf("%10s%10s%10s\n", "cpu", "least", "median");
    for (int i = first; i < argc; i++) {
        if (!measure(argv[i], rounds)) {
            return 1;
        }
    }
    return 0;
}
