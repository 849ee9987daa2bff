/*
 * Reads, verifies and prints a module when told to: the worker of `bench/language`.
 *
 * usage: language FILE
 * For every line with a number of rounds on standard input, that many lines "PARSE VERIFY PRINT" in
 * ms, each round in a context of its own; at the end of the input "peak KIB".
 */
#include "frontend/frontend.h"

#include <stdlib.h>
#include <sys/resource.h>

static double milliseconds_since(double start) {
    return 1e3 * (seconds_now() - start);
}

static bool round_trip(const struct source *source, struct arena *arena) {
    struct diagnostics diagnostics;
    diagnostics_init(&diagnostics, arena, stderr);
    double start = seconds_now();
    struct context *context = context_new(&diagnostics);
    struct module *module = parse_module(context, source);
    double parse = milliseconds_since(start);
    start = seconds_now();
    bool good = module && verify_module(module);
    double verify = milliseconds_since(start);
    struct buffer text = {0};
    start = seconds_now();
    if (good) {
        print_module(&text, module, &(struct print_options){0});
        printf("%.4f %.4f %.4f\n", parse, verify, milliseconds_since(start));
    }
    buffer_free(&text);
    module_free(module);
    context_free(context);
    diagnostics_free(&diagnostics);
    return good;
}

int main(int argc, char **argv) {
    char line[64];
    struct arena *arena = arena_new();
    struct diagnostics diagnostics;
    struct source source;
    diagnostics_init(&diagnostics, arena, stderr);
    bool good = argc == 2 && source_read(arena, argv[1], &source, &diagnostics);
    while (good && fgets(line, sizeof line, stdin)) {
        for (int i = atoi(line); good && i > 0; i--) {
            good = round_trip(&source, arena);
        }
        fflush(stdout);
    }
    struct rusage usage;
    getrusage(RUSAGE_SELF, &usage);
    printf("peak %ld\n", usage.ru_maxrss);
    diagnostics_free(&diagnostics);
    arena_free(arena);
    return good ? 0 : 1;
}
