/*
 * Runs a program when told to: `bench/mesh` and `bench/networks` hold one worker per variant
 * (turns.py), so that variants take turns and the peak of memory of each is its own.
 *
 * usage: worker FILE [THREADS] [private] [--layout=nchw|nhwc] [--input=LAYOUT] [--output=LAYOUT]
 * The last two are how the first input and the first result lie in memory (docs/how-to/layouts.md).
 * Prints "ready MS" with the time of the compilation; then, for every line with a number of runs
 * on standard input, that many "WALL CPU" pairs in ms; at the end of the input "peak KIB".
 */
#include "sdyc/sdyc.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <time.h>

static double milliseconds(clockid_t clock) {
    struct timespec time;
    clock_gettime(clock, &time);
    return (double)time.tv_sec * 1e3 + (double)time.tv_nsec * 1e-6;
}

static void *allocate(const struct sdyc_tensor *tensor) {
    void *memory = aligned_alloc(64, (tensor->bytes + 63) / 64 * 64);
    if (!memory) {
        fprintf(stderr, "worker: out of memory\n");
        exit(1);
    }
    return memory;
}

static float random_value(void) {
    return (float)(rand() % 1000 - 500) * 1e-4f;
}

static void random_bf16(uint16_t *values, size_t count) {
    for (size_t i = 0; i < count; i++) {
        float value = random_value();
        uint32_t bits;
        memcpy(&bits, &value, sizeof bits);
        values[i] = (uint16_t)(bits >> 16);
    }
}

/* Values between -0.05 and 0.05; inputs that are neither f32 nor bf16 are zero. */
static void *random_input(struct sdyc_tensor tensor) {
    float *values = allocate(&tensor);
    memset(values, 0, tensor.bytes);
    if (strcmp(tensor.element, "bf16") == 0) {
        random_bf16((uint16_t *)values, tensor.bytes / sizeof(uint16_t));
    }
    if (strcmp(tensor.element, "f32") == 0) {
        for (size_t i = 0; i < tensor.bytes / sizeof *values; i++) {
            values[i] = random_value();
        }
    }
    return values;
}

/* What follows a flag, or NULL. */
static const char *after(const char *argument, const char *flag) {
    size_t length = strlen(flag);
    return strncmp(argument, flag, length) == 0 ? argument + length : NULL;
}

static void read_argument(const char *argument, struct sdyc_options *options, const char **input,
                          const char **output) {
    const char *layout = after(argument, "--layout=");
    if (layout) {
        options->layout = strcmp(layout, "nchw") == 0   ? SDYC_LAYOUT_NCHW
                          : strcmp(layout, "nhwc") == 0 ? SDYC_LAYOUT_NHWC
                                                        : SDYC_LAYOUT_AUTO;
    } else if (after(argument, "--input=")) {
        *input = after(argument, "--input=");
    } else if (after(argument, "--output=")) {
        *output = after(argument, "--output=");
    } else if (strcmp(argument, "private") == 0) {
        options->storage = SDYC_STORAGE_PRIVATE;
    } else {
        options->threads = atoi(argument);
    }
}

static void run(struct sdyc_program *program, void **inputs, void **outputs) {
    double cpu = milliseconds(CLOCK_PROCESS_CPUTIME_ID), wall = milliseconds(CLOCK_MONOTONIC);
    if (sdyc_run(program, (const void *const *)inputs, outputs) != SDYC_OK) {
        fprintf(stderr, "worker: %s\n", sdyc_error_text(sdyc_run_error(program)));
        exit(1);
    }
    printf("%.4f %.4f\n", milliseconds(CLOCK_MONOTONIC) - wall,
           milliseconds(CLOCK_PROCESS_CPUTIME_ID) - cpu);
}

int main(int argc, char **argv) {
    struct sdyc_options options = SDYC_OPTIONS_INIT;
    const char *input = NULL, *output = NULL;
    struct sdyc_error *error;
    char line[64];
    if (argc < 2) {
        fprintf(stderr, "usage: worker FILE [THREADS] [private] [--layout=ORDER] [--input=LAYOUT] "
                        "[--output=LAYOUT]\n");
        return 2;
    }
    for (int i = 2; i < argc; i++) {
        read_argument(argv[i], &options, &input, &output);
    }
    options.input_layouts = &input;
    options.output_layouts = &output;
    options.input_layout_count = options.output_layout_count = 1;
    double start = milliseconds(CLOCK_MONOTONIC);
    struct sdyc_program *program = sdyc_compile_file(argv[1], &options, &error);
    if (program == NULL) {
        fputs(sdyc_error_text(error), stderr);
        sdyc_error_free(error);
        return 1;
    }
    printf("ready %.3f\n", milliseconds(CLOCK_MONOTONIC) - start);
    fflush(stdout);
    size_t input_count = (size_t)sdyc_input_count(program);
    size_t output_count = (size_t)sdyc_output_count(program);
    void **memory = calloc(input_count + output_count + 1, sizeof *memory);
    for (size_t i = 0; i < input_count; i++) {
        memory[i] = random_input(sdyc_input(program, (int)i));
    }
    for (size_t i = 0; i < output_count; i++) {
        struct sdyc_tensor tensor = sdyc_output(program, (int)i);
        memory[input_count + i] = allocate(&tensor);
    }
    while (fgets(line, sizeof line, stdin)) {
        for (int i = atoi(line); i > 0; i--) {
            run(program, memory, memory + input_count);
        }
        fflush(stdout);
    }
    struct rusage usage;
    getrusage(RUSAGE_SELF, &usage);
    printf("peak %ld\n", usage.ru_maxrss);
    for (size_t i = 0; i < input_count + output_count; i++) {
        free(memory[i]);
    }
    free(memory);
    sdyc_free(program);
    return 0;
}
