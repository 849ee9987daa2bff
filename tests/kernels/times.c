#include "times.h"

#include <time.h>

void times_measure(struct times_limit *limit) {
    struct sdyrt_machine machine;
    sdyrt_machine_describe(&machine);
    sdyrt_machine_measure(&machine, &limit->measured);
}

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

double times_least(const struct times_limit *limit, double operations, double bytes) {
    const struct sdyrt_machine_measured *measured = &limit->measured;
    int level = 0;
    while (level < SDYRT_LEVEL_COUNT - 1 && (double)measured->bytes_read[level] < bytes) {
        level++;
    }
    const double computing = operations > 0 && measured->operations_second[SDYRT_RATE_F32] > 0
                                 ? operations / measured->operations_second[SDYRT_RATE_F32]
                                 : 0;
    const double moving =
        bytes > 0 && measured->bytes_second[level] > 0 ? bytes / measured->bytes_second[level] : 0;
    return computing > moving ? computing : moving;
}
