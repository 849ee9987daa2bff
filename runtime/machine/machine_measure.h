/* What the core that asks does in fact, to be shown beside what its description says. Plans never
 * depend on it. */
#ifndef SDYRT_MACHINE_MEASURE_H
#define SDYRT_MACHINE_MEASURE_H

#include "machine.h"

struct sdyrt_machine_measured {
    double operations_second[SDYRT_RATE_F32 + 1]; /* of products of f64 and of f32 in registers */
    double bytes_second[SDYRT_LEVEL_COUNT];       /* read from each level */
    int64_t bytes_read[SDYRT_LEVEL_COUNT];        /* the size of what was read again and again */
};

/* Takes about a second. Returns 0, or -1 where there is no memory to read. */
int sdyrt_machine_measure(const struct sdyrt_machine *machine,
                          struct sdyrt_machine_measured *measured);

#endif
