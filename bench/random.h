/* What the benches of choices draw, the same on each machine. */
#ifndef BENCH_RANDOM_H
#define BENCH_RANDOM_H

#include <math.h>
#include <stdint.h>

/* A number below `limit`, by this state of a generator, which moves on. */
static inline uint32_t random_below(uint64_t *state, uint32_t limit) {
    *state = *state * UINT64_C(6364136223846793005) + 1442695040888963407u;
    return (uint32_t)(*state >> 33) % limit;
}

/* From 1 to 2^bits, even in its logarithm. */
static inline int64_t random_extent(uint64_t *state, uint32_t bits) {
    return (int64_t)(pow(2, (double)random_below(state, 1000 * bits) / 1000) + 0.5);
}

#endif
