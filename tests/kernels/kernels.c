/* Every kernel of the runtime, on every set of instructions that this processor has, against plain
   C: kernels [--seed N] [--family F] [--set S] [--count N] [--case N] [--routes] [--bench]
   [--stop] [--seconds N].

   A case is a random descriptor with its operands, between pages that nobody may touch; its number
   and the seed decide it. `--count` is how many percent of the usual cases there are, `--case` runs
   one alone. `--routes` fails where a route is not taken by any, as all usual cases together do; of
   those that `--count` leaves out, it runs the first for each route that is lacking.
   `--stop` ends with the first set on which a case fails; `--seconds` is how much of the
   processor's time a family may take on a set. README.md says more. */
#include "families.h"

#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

static const struct kernel_family *const families[] = {
#define FAMILY(name) &kernels_##name,
#include "families.def"
};
enum { FAMILIES = sizeof families / sizeof families[0], SECONDS = 60 };

struct request {
    const char *family; /* NULL: all */
    const char *set;    /* NULL: all */
    uint64_t seed;
    int64_t percent, only; /* -1: all cases */
    int seconds;
    bool is_timed, checks_routes, stops;
    bool is_begun; /* in a process of its own for the set */
};

static int64_t number_of(const char *option, const char *text) {
    char *end;
    const long long number = strtoll(text, &end, 10);
    if (*text == '\0' || *end != '\0' || number < 0) {
        fprintf(stderr, "kernels: --%s takes a number, not '%s'\n", option, text);
        exit(2);
    }
    return number;
}

static struct request read_request(int count, char **words) {
    static const struct option options[] = {{"seed", required_argument, NULL, 's'},
                                            {"family", required_argument, NULL, 'f'},
                                            {"set", required_argument, NULL, 't'},
                                            {"count", required_argument, NULL, 'c'},
                                            {"case", required_argument, NULL, 'o'},
                                            {"bench", no_argument, NULL, 'b'},
                                            {"begun", no_argument, NULL, 'i'},
                                            {"routes", no_argument, NULL, 'r'},
                                            {"stop", no_argument, NULL, 'q'},
                                            {"seconds", required_argument, NULL, 'l'},
                                            {NULL, 0, NULL, 0}};
    struct request request = {.seed = 1, .percent = 100, .only = -1, .seconds = SECONDS};
    int option;
    while ((option = getopt_long(count, words, "", options, NULL)) != -1) {
        switch (option) {
        case 's':
            request.seed = (uint64_t)number_of("seed", optarg);
            break;
        case 'f':
            request.family = optarg;
            break;
        case 't':
            request.set = optarg;
            break;
        case 'c':
            request.percent = number_of("count", optarg);
            break;
        case 'o':
            request.only = number_of("case", optarg);
            break;
        case 'b':
            request.is_timed = true;
            break;
        case 'r':
            request.checks_routes = true;
            break;
        case 'q':
            request.stops = true;
            break;
        case 'l':
            request.seconds = (int)number_of("seconds", optarg);
            break;
        case 'i':
            request.is_begun = true;
            break;
        default:
            exit(2);
        }
    }
    return request;
}

/* The strips of a process are chosen before main: for a lesser set it begins again. */
static bool run_set(enum sdyrt_set set, char **words, int count) {
    char **all = calloc((size_t)count + 4, sizeof *all), set_option[] = "--set";
    char begun[] = "--begun", name[16];
    snprintf(name, sizeof name, "%s", frame_set_name(set));
    memcpy(all, words, (size_t)count * sizeof *all);
    all[count] = set_option;
    all[count + 1] = name;
    all[count + 2] = begun;
    fflush(NULL);
    const pid_t process = fork();
    if (process == 0) {
        if (set <= SDYRT_SET_AVX512) {
            setenv("SDYRT_ISA", name, 1);
        } else if (set < SDYRT_SET_AMX) {
            setenv("SDYRT_ISA", "avx512", 1);
        }
        execv("/proc/self/exe", all);
        _exit(2);
    }
    int status = 1;
    const bool has_ended = process > 0 && waitpid(process, &status, 0) == process;
    free(all);
    return has_ended && WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

static bool run_families(const struct request *request, enum sdyrt_set set) {
    bool is_right = true, is_known = false;
    for (int i = 0; i < FAMILIES; i++) {
        const struct kernel_family *family = families[i];
        if (request->family != NULL && strcmp(request->family, family->name) != 0) {
            continue;
        }
        const int64_t count = family->count * request->percent / 100;
        const struct frame_options options = {.seed = request->seed,
                                              .first = request->only >= 0 ? request->only : 0,
                                              .count = request->only >= 0 ? 1
                                                       : count > 0        ? count
                                                                          : 1,
                                              .checks_routes =
                                                  request->checks_routes ||
                                                  (request->only < 0 && request->percent >= 100),
                                              .seconds = request->seconds,
                                              .is_timed = request->is_timed};
        is_right = frame_run(family, set, &options) && is_right;
        is_known = true;
    }
    if (!is_known) {
        fprintf(stderr, "kernels: there is no family '%s'\n", request->family);
    }
    return is_right && is_known;
}

int main(int count, char **words) {
    const struct request request = read_request(count, words);
    bool is_right = true, is_known = false;
    if (!request.is_begun) {
        printf("seed %llu\n", (unsigned long long)request.seed);
    }
    for (int set = 0; set < SDYRT_SET_COUNT && (is_right || !request.stops); set++) {
        const bool is_asked =
            request.set == NULL || strcmp(request.set, frame_set_name((enum sdyrt_set)set)) == 0;
        is_known = is_known || is_asked;
        if (!is_asked) {
            continue;
        }
        const char *reason = frame_leaves_out((enum sdyrt_set)set, request.set != NULL);
        if (reason != NULL) {
            printf("%s: %s\n", frame_set_name((enum sdyrt_set)set), reason);
        } else if (!request.is_begun) {
            is_right = run_set((enum sdyrt_set)set, words, count) && is_right;
        } else {
            is_right = run_families(&request, (enum sdyrt_set)set) && is_right;
        }
    }
    if (!is_known) {
        fprintf(stderr, "kernels: there is no set '%s'\n", request.set);
    }
    return is_right && is_known ? 0 : 1;
}
