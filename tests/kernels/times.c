#include "times.h"

#include <time.h>

static double now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + (double)time.tv_nsec * 1e-9;
}

double times_call(kernel_function *function, const union argument *arguments, int count) {
    enum { CALLS = 5 };
    double least = 0;
    for (int i = 0; i < CALLS; i++) {
        const double from = now();
        call_checked(function, arguments, count);
        const double taken = now() - from;
        least = i == 0 || taken < least ? taken : least;
    }
    return least;
}

double times_least(const struct sdyrt_machine *machine, double operations, double bytes) {
    int level = 0;
    while (level < SDYRT_LEVEL_MEMORY && (double)machine->cache_bytes[level] < bytes) {
        level++;
    }
    const double hertz = (double)machine->hertz; /* 0, and so are the limits: not known */
    const double most = hertz * machine->operations[SDYRT_RATE_F32];
    const double flow = hertz * machine->bytes[level];
    const double computing = most > 0 ? operations / most : 0;
    const double moving = flow > 0 ? bytes / flow : 0;
    return computing > moving ? computing : moving;
}
