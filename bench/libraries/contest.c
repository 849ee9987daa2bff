#include "contest.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { ROUNDS = 8, TRIES = 3, MOST_TEXT = 4096 };
static const double LEAST_SECONDS = 2e-4; /* of a measurement: shorter runs are repeated */
static const double SLOWER = 1.1;         /* of the library's time: what the table's end names */

void *contest_memory(size_t bytes) {
    void *memory = aligned_alloc(64, (bytes + 64) / 64 * 64);
    if (memory == NULL) {
        fprintf(stderr, "out of memory\n");
        exit(1);
    }
    memset(memory, 0, (bytes + 64) / 64 * 64);
    return memory;
}

/* --- numbers --- */

/* Bytes and bits behind the point of an element; of complex numbers those of their parts. */
static const struct element {
    const char *name;
    size_t bytes;
    int fraction; /* 0: an integer */
} elements[] = {{"f32", 4, 23},          {"complex<f32>", 4, 23}, {"f64", 8, 52},
                {"complex<f64>", 8, 52}, {"bf16", 2, 7},          {"i8", 1, 0},
                {"i32", 4, 0},           {"ui32", 4, 0},          {"ui64", 8, 0}};

static const struct element *element_named(const char *name) {
    for (size_t i = 0; i < sizeof elements / sizeof *elements; i++) {
        if (strcmp(elements[i].name, name) == 0) {
            return &elements[i];
        }
    }
    fprintf(stderr, "no case has elements of %s\n", name);
    exit(1);
}

double contest_number(const char *name, const void *array, size_t index) {
    const struct element *element = element_named(name);
    const char *at = (const char *)array + index * element->bytes;
    if (element->fraction == 52) {
        double value;
        memcpy(&value, at, sizeof value);
        return value;
    }
    if (element->fraction > 0) {
        uint32_t bits = 0;
        float value;
        memcpy((char *)&bits + 4 - element->bytes, at, element->bytes);
        memcpy(&value, &bits, sizeof value);
        return (double)value;
    }
    int64_t value = 0;
    memcpy(&value, at, element->bytes);
    const int unused = 64 - 8 * (int)element->bytes;
    return name[0] == 'i' ? (double)((int64_t)((uint64_t)value << unused) >> unused)
                          : (double)(uint64_t)value;
}

static void fill(const char *name, void *array, size_t bytes) {
    static uint64_t state = 1;
    const struct element *element = element_named(name);
    for (size_t i = 0; i < bytes / element->bytes; i++) {
        state = state * UINT64_C(6364136223846793005) + 1442695040888963407u;
        const double value = (double)(int64_t)state / 9223372036854775808.0;
        const float single = (float)value;
        const uint64_t mixed = state ^ state >> 32;
        const void *from = element->fraction == 0    ? (const void *)&mixed
                           : element->fraction == 52 ? (const void *)&value
                                                     : (const char *)&single + 4 - element->bytes;
        memcpy((char *)array + i * element->bytes, from, element->bytes);
    }
}

/* --- contests --- */

static struct sdyc_program *compile(const char *text) {
    struct sdyc_options options = SDYC_OPTIONS_INIT;
    struct sdyc_error *error;
    options.threads = 1;
    struct sdyc_program *program = sdyc_compile(text, strlen(text), "case", &options, &error);
    if (program == NULL) {
        fputs(sdyc_error_text(error), stderr);
        exit(1);
    }
    return program;
}

struct contest contest_open(const char *format, ...) {
    static char text[MOST_TEXT];
    struct contest c = {0};
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    c.program = compile(text);
    for (int i = 0; i < sdyc_input_count(c.program) && i < CONTEST_TENSORS; i++) {
        const struct sdyc_tensor tensor = sdyc_input(c.program, i);
        c.in[i] = contest_memory(tensor.bytes);
        fill(tensor.element, c.in[i], tensor.bytes);
    }
    for (int i = 0; i < sdyc_output_count(c.program) && i < CONTEST_TENSORS; i++) {
        const struct sdyc_tensor tensor = sdyc_output(c.program, i);
        c.out[i] = c.ours = contest_memory(tensor.bytes);
        c.element = tensor.element;
        c.count = tensor.bytes / element_named(tensor.element)->bytes;
    }
    c.theirs = contest_memory(c.count * sizeof(double));
    return c;
}

static void run_ours(const struct contest *c) {
    if (sdyc_run(c->program, (const void *const *)c->in, (void **)c->out) != SDYC_OK) {
        fputs(sdyc_error_text(sdyc_run_error(c->program)), stderr);
        exit(1);
    }
}

/* Seconds that this thread had of the processor. */
static double now(void) {
    struct timespec t;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/* Of one run, the mean of so many. rival: NULL for our side. */
static double seconds(const struct contest *c, const struct rival *rival, const void *what,
                      int64_t runs) {
    const double begin = now();
    for (int64_t i = 0; i < runs; i++) {
        if (rival != NULL) {
            rival->compute(c, what);
        } else {
            run_ours(c);
        }
    }
    return (now() - begin) / (double)runs;
}

/* The least time of both sides, ours first. */
static void measure(const struct contest *c, const struct rival *rival, const void *what,
                    double best[2]) {
    const struct rival *const sides[2] = {NULL, rival};
    int64_t runs[2];
    for (int side = 0; side < 2; side++) {
        seconds(c, sides[side], what, 1);
        const double once = seconds(c, sides[side], what, 1);
        runs[side] = once > LEAST_SECONDS ? 1 : (int64_t)(LEAST_SECONDS / (once + 1e-9)) + 1;
        best[side] = once;
    }
    for (int round = 0; round < ROUNDS; round++) {
        for (int side = 0; side < 2; side++) {
            for (int i = 0; i < TRIES; i++) {
                best[side] = fmin(best[side], seconds(c, sides[side], what, runs[side]));
            }
        }
    }
}

/* --- errors --- */

/* A unit in the last place of a number of the element's type; of integers 1. */
static long double unit_of(const struct element *element, long double number) {
    if (element->fraction == 0) {
        return 1;
    }
    const int least = element->fraction == 52 ? -1022 : -126;
    const int exponent = number == 0 ? least : ilogbl(number);
    return ldexpl(1, (exponent < least ? least : exponent) - element->fraction);
}

/* The largest error of each side, in units in the last place. */
static void find_errors(const struct contest *c, const struct rival *rival, const void *what,
                        double errors[2]) {
    const void *const results[2] = {c->ours, c->theirs};
    const struct element *element = element_named(c->element);
    const size_t asked = rival->samples, most = c->count;
    const size_t samples = asked == 0 || asked > most ? most : asked, step = most / samples;
    long double largest = 0, worst[2] = {0, 0};
    for (size_t i = 0; i < samples; i++) {
        const size_t index = i * step + i * 7919 % step;
        const long double wanted = rival->reference(c, what, index);
        for (int side = 0; side < 2; side++) {
            const long double found = contest_number(c->element, results[side], index);
            const long double error =
                fabsl(found - wanted) / (rival->each ? unit_of(element, wanted) : 1);
            worst[side] = error > worst[side] || isnan(error) ? error : worst[side];
        }
        largest = fmaxl(largest, fabsl(wanted));
    }
    for (int side = 0; side < 2; side++) {
        errors[side] = (double)(worst[side] / (rival->each ? 1 : unit_of(element, largest)));
    }
}

static void print_errors(const struct contest *c, const struct rival *rival, const void *what) {
    double errors[2];
    size_t different = 0;
    if (rival->reference != NULL) {
        find_errors(c, rival, what, errors);
        printf(" %.2g | %.2g |\n", errors[0], errors[1]);
        return;
    }
    for (size_t i = 0; i < c->count; i++) {
        different += memcmp(&(double){contest_number(c->element, c->ours, i)},
                            &(double){contest_number(c->element, c->theirs, i)}, 8) != 0;
    }
    if (different == 0) {
        printf(" same | bits |\n");
    } else {
        printf(" %zu differ | of %zu |\n", different, c->count);
    }
}

static void release(struct contest *c) {
    sdyc_free(c->program);
    for (int i = 0; i < CONTEST_TENSORS; i++) {
        free(c->in[i]);
        free(c->out[i]);
    }
    free(c->theirs);
}

void contest_play(struct contest *c, struct table *table, const char *name,
                  const struct rival *rival, const void *what) {
    double best[2];
    measure(c, rival, what, best);
    const double ratio = best[0] / best[1];
    printf("| %s | %.4g | %.4g | %.2f |", name, best[0] * 1e6, best[1] * 1e6, ratio);
    print_errors(c, rival, what);
    fflush(stdout);
    table->count++;
    if (ratio > SLOWER && table->slower < CONTEST_MOST) {
        snprintf(table->names[table->slower], CONTEST_NAME, "%s", name);
        table->ratios[table->slower++] = ratio;
    }
    release(c);
}

void contest_skip(struct contest *c, const char *name) {
    printf("| %s | | none | | | |\n", name);
    release(c);
}

/* --- tables --- */

/* "AMD EPYC 7763", as the system has it. */
static void processor_name(char *name, size_t size) {
    FILE *file = fopen("/proc/cpuinfo", "r");
    char line[256];
    snprintf(name, size, "this processor");
    while (file != NULL && fgets(line, sizeof line, file) != NULL) {
        const char *value = strchr(line, ':');
        if (strncmp(line, "model name", 10) == 0 && value != NULL) {
            snprintf(name, size, "%.*s", (int)strcspn(value + 2, "\n"), value + 2);
            break;
        }
    }
    if (file != NULL) {
        fclose(file);
    }
}

struct table table_begin(const char *family, const char *library) {
    char processor[128];
    processor_name(processor, sizeof processor);
    printf("%s beside %s, one thread of %s; us, the least of %d rounds\n\n", family, library,
           processor, ROUNDS);
    printf(
        "| case | sdyc | library | ratio | error, ulp | library's |\n|---|---|---|---|---|---|\n");
    struct table table = {0};
    snprintf(table.library, sizeof table.library, "%s", library);
    return table;
}

void table_end(const struct table *table) {
    printf("\nslower than %s by over a tenth: %d of %d", table->library, table->slower,
           table->count);
    for (int i = 0; i < table->slower; i++) {
        printf("%s %s (%.2f)", i == 0 ? ":" : ",", table->names[i], table->ratios[i]);
    }
    printf("\n\n");
}
