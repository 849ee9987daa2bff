#include "frame.h"

#include "times.h"

#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

void case_describe(struct kernel_case *test, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(test->report->descriptor, FRAME_TEXT, format, arguments);
    va_end(arguments);
}

void case_fail(struct kernel_case *test, const char *format, ...) {
    if (test->report->has_failed || test->is_timed) {
        return;
    }
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(test->report->failure, FRAME_TEXT, format, arguments);
    va_end(arguments);
    test->report->has_failed = 1;
}

bool case_has_failed(const struct kernel_case *test) {
    return test->report->has_failed;
}

void case_takes(struct kernel_case *test, int route) {
    if (test->seeks_routes && test->report->taken[route] > 0) {
        longjmp(test->end, 1);
    }
    test->report->taken[route]++;
    test->route = route;
}

void case_works(struct kernel_case *test, double operations, double bytes) {
    test->operations = operations;
    test->bytes = bytes;
}

void *case_hold(struct kernel_case *test, size_t bytes) {
    void *memory = test->holds < FRAME_HELD ? malloc(bytes + 1) : NULL;
    if (memory == NULL) {
        fputs("kernels: no memory for what is expected\n", stderr);
        exit(2);
    }
    test->held[test->holds++] = memory;
    return memory;
}

char *case_copy(struct kernel_case *test, const void *from, size_t bytes) {
    char *copy = case_hold(test, bytes);
    memcpy(copy, from, bytes);
    return copy;
}

char *case_memory(struct kernel_case *test, size_t bytes, size_t alignment) {
    static const char poison[] = {(char)0xff, 0x7f, 0x5a, 0};
    char *memory = pages_take(&test->pages, &test->dice, bytes, alignment);
    memset(memory, poison[dice_between(&test->dice, 0, sizeof poison - 1)], bytes);
    return memory;
}

char *case_random_bytes(struct kernel_case *test, size_t bytes, size_t alignment) {
    char *memory = case_memory(test, bytes, alignment);
    for (size_t i = 0; i < bytes; i++) {
        memory[i] = (char)(dice_bits(&test->dice) >> 56);
    }
    return memory;
}

void case_protect(struct kernel_case *test, const void *operand) {
    pages_protect(&test->pages, operand);
}

void case_call(struct kernel_case *test, kernel_function *function, int count,
               const union argument *arguments) {
    if (test->is_timed) {
        test->seconds += times_call(function, arguments, count);
        return;
    }
    const char *left = call_checked(function, arguments, count);
    if (left != NULL) {
        case_fail(test, "the kernel does not leave %s as it was", left);
    }
}

void case_compare(struct kernel_case *test, const char *what, const void *found,
                  const void *expected, size_t bytes) {
    const unsigned char *a = found, *b = expected;
    if (bytes == 0 || test->is_timed || memcmp(found, expected, bytes) == 0) {
        return;
    }
    size_t at = 0;
    while (a[at] == b[at]) {
        at++;
    }
    case_fail(test, "%s: byte %zu of %zu is %02x, not %02x", what, at, bytes, a[at], b[at]);
}

void case_run_tasks(struct kernel_case *test, kernel_function *function, const void *what,
                    char *const *operands, int64_t tasks, size_t scratch_bytes) {
    case_run_planned(test, function, what, NULL, operands, tasks, scratch_bytes);
}

void case_run_planned(struct kernel_case *test, kernel_function *function, const void *what,
                      const void *plan, char *const *operands, int64_t tasks,
                      size_t scratch_bytes) {
    int64_t *order = case_hold(test, (size_t)tasks * sizeof *order);
    dice_shuffle(&test->dice, order, tasks);
    char *scratch = case_memory(test, (scratch_bytes + 63) / 64 * 64, 64);
    for (int64_t i = 0; i < tasks; i++) {
        const union argument arguments[] = {
            {what}, {plan}, {operands}, {.number = order[i]}, {scratch}};
        const union argument without[] = {{what}, {operands}, {.number = order[i]}, {scratch}};
        case_call(test, function, plan != NULL ? 5 : 4, plan != NULL ? arguments : without);
    }
}

const char *family_tasks(int route) {
    (void)route;
    return "tasks";
}

bool family_takes_all(int route, enum sdyrt_set set) {
    (void)route, (void)set;
    return true;
}

/* --- processes --- */

static void run_case(const struct kernel_family *family, struct kernel_case *test, uint64_t seed,
                     int64_t number) {
    test->dice = dice_of(seed, family->name, number);
    test->report->number = number;
    test->report->descriptor[0] = '\0';
    if (setjmp(test->end) == 0) {
        family->run(test);
    }
    const char *damage = pages_find_damage(&test->pages);
    if (damage != NULL) {
        case_fail(test, "something was written beside an operand");
    }
    pages_release(&test->pages);
    while (test->holds > 0) {
        free(test->held[--test->holds]);
    }
}

static bool must_take(const struct kernel_family *family, enum sdyrt_set set, int route) {
    return family->must_take != NULL && family->must_take(route, set);
}

static bool lacks_a_route(const struct kernel_family *family, enum sdyrt_set set,
                          const struct frame_report *report) {
    bool lacks = false;
    for (int route = 0; route < family->routes; route++) {
        lacks = lacks || (report->taken[route] == 0 && must_take(family, set, route));
    }
    return lacks;
}

/* Whether the case of this number, from 0, is run, too. */
static bool goes_on(const struct kernel_family *family, enum sdyrt_set set,
                    const struct frame_options *options, const struct frame_report *report,
                    int64_t number) {
    const bool is_of_share = number < options->count;
    const bool may_seek = options->checks_routes && number < family->count;
    return !report->has_failed && (is_of_share || (may_seek && lacks_a_route(family, set, report)));
}

static void run_cases(const struct kernel_family *family, enum sdyrt_set set,
                      const struct frame_options *options, struct frame_report *report) {
    struct kernel_case test = {.set = set, .report = report, .is_timed = options->is_timed};
    struct sdyrt_machine machine;
    frame_use_set(set);
    sdyrt_machine_describe(&machine);
    const struct rlimit limit_of_time = {(rlim_t)options->seconds, (rlim_t)options->seconds + 1};
    setrlimit(RLIMIT_CPU, &limit_of_time);
    for (int64_t i = 0; goes_on(family, set, options, report, i); i++) {
        test.seeks_routes = i >= options->count;
        test.route = 0, test.seconds = 0, test.operations = 0, test.bytes = 0;
        run_case(family, &test, options->seed, options->first + i);
        report->seconds[test.route] += test.seconds;
        report->least[test.route] += times_least(&machine, test.operations, test.bytes);
    }
}

/* How a process ended that did not end by itself. */
static void note_end(struct frame_report *report, int status) {
    if (WIFSIGNALED(status)) {
        const int number = WTERMSIG(status);
        snprintf(report->failure, FRAME_TEXT, "%s",
                 number == SIGXCPU ? "it does not end" : strsignal(number));
        report->has_failed = 1;
    } else if (WEXITSTATUS(status) != 0) {
        snprintf(report->failure, FRAME_TEXT, "the process ends with %d", WEXITSTATUS(status));
        report->has_failed = 1;
    }
}

/* Whether each route was taken that has to be. */
static bool takes_all(const struct kernel_family *family, enum sdyrt_set set,
                      const struct frame_report *report) {
    bool all = true;
    for (int route = 0; route < family->routes; route++) {
        if (report->taken[route] == 0 && must_take(family, set, route)) {
            printf("kernels: %s on %s: no case takes the route %s\n", family->name,
                   frame_set_name(set), family->route_name(route));
            all = false;
        }
    }
    return all;
}

static void print_times(const struct kernel_family *family, const struct frame_report *report) {
    for (int route = 0; route < family->routes; route++) {
        if (report->taken[route] > 0 && report->seconds[route] > 0) {
            printf("    %-16s %9.2f us a case, %5.1f %% of the machine's limit\n",
                   family->route_name(route),
                   report->seconds[route] / (double)report->taken[route] * 1e6,
                   100 * report->least[route] / report->seconds[route]);
        }
    }
}

/* "3 of 4 routes" are those that were taken, and those that the set has. */
static void print_routes(const struct kernel_family *family, enum sdyrt_set set,
                         const struct frame_report *report) {
    int taken = 0, there = 0;
    for (int route = 0; route < family->routes; route++) {
        const bool is_taken = report->taken[route] > 0;
        taken += is_taken;
        there += is_taken || family->must_take == NULL || family->must_take(route, set);
    }
    printf(", %d of %d routes", taken, there);
    const char *before = ": ";
    for (int route = 0; route < family->routes; route++) {
        if (report->taken[route] > 0) {
            printf("%s%s %lld", before, family->route_name(route), (long long)report->taken[route]);
            before = ", ";
        }
    }
    putchar('\n');
}

bool frame_run(const struct kernel_family *family, enum sdyrt_set set,
               const struct frame_options *options) {
    struct frame_report *report =
        mmap(NULL, sizeof *report, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (report == MAP_FAILED) {
        fputs("kernels: no memory\n", stderr);
        exit(2);
    }
    fflush(NULL);
    const pid_t process = fork();
    if (process == 0) {
        run_cases(family, set, options, report);
        _exit(0);
    }
    int status = 1;
    while (process < 0 || waitpid(process, &status, 0) < 0) {
        if (process < 0) {
            fputs("kernels: cannot begin a process\n", stderr);
            exit(2);
        }
    }
    note_end(report, status);
    bool is_right = !report->has_failed;
    if (is_right) {
        printf("%s on %s: %lld cases", family->name, frame_set_name(set),
               (long long)options->count);
        print_routes(family, set, report);
        print_times(family, report);
        is_right = !options->checks_routes || takes_all(family, set, report);
    } else {
        printf("kernels: %s\n    %s\n    again: kernels --family %s --set %s --seed %llu --case "
               "%lld\n",
               report->failure, report->descriptor, family->name, frame_set_name(set),
               (unsigned long long)options->seed, (long long)report->number);
    }
    munmap(report, sizeof *report);
    return is_right;
}
