/*
 * Runs the propagation pipeline on a module when told to: a worker of `bench/propagation`.
 *
 * usage: passes FILE
 * Prints "ready"; then, for every line with a number of runs on standard input, that many "WALL
 * CPU" pairs in ms, each of the pipeline alone on a module that was parsed and verified anew.
 */
#include "compile.h"

#include <stdio.h>
#include <stdlib.h>
#include <time.h>

static double milliseconds(clockid_t clock) {
    struct timespec time;
    clock_gettime(clock, &time);
    return (double)time.tv_sec * 1e3 + (double)time.tv_nsec * 1e-6;
}

static bool run(const char *file) {
    struct compilation unit;
    struct pass_list list;
    compilation_open(&unit, stderr);
    unit.driver.verify_each = false;
    pass_list_init(&list, unit.arena, &unit.diagnostics);
    bool done = source_read(unit.arena, file, &unit.source, &unit.diagnostics) &&
                compilation_parse(&unit) && pass_list_add(&list, "sdy-propagation-pipeline", NULL);
    double wall = milliseconds(CLOCK_MONOTONIC), cpu = milliseconds(CLOCK_PROCESS_CPUTIME_ID);
    done = done && pass_list_run(&list, unit.module, &unit.driver);
    printf("%.4f %.4f\n", milliseconds(CLOCK_MONOTONIC) - wall,
           milliseconds(CLOCK_PROCESS_CPUTIME_ID) - cpu);
    pass_list_free(&list);
    compilation_close(&unit);
    return done;
}

int main(int argc, char **argv) {
    char line[64];
    if (argc != 2) {
        fprintf(stderr, "usage: passes FILE\n");
        return 2;
    }
    printf("ready\n");
    fflush(stdout);
    while (fgets(line, sizeof line, stdin)) {
        for (int i = atoi(line); i > 0; i--) {
            if (!run(argv[1])) {
                return 1;
            }
        }
        fflush(stdout);
    }
    return 0;
}
