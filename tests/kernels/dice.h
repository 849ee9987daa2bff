/* What is random of a case: a sequence of numbers that its seed decides. */
#ifndef KERNELS_DICE_H
#define KERNELS_DICE_H

#include <stdbool.h>
#include <stdint.h>

struct dice {
    uint64_t state; /* never 0 */
};

/* The dice of a case: of the seed of a run, the name of a family and the number of the case. */
struct dice dice_of(uint64_t seed, const char *family, int64_t number);

/* The next 64 bits (xorshift64*). */
uint64_t dice_bits(struct dice *dice);

/* A number from low to high, both included. */
int64_t dice_between(struct dice *dice, int64_t low, int64_t high);

/* Whether one of `sides` came up. */
bool dice_one_in(struct dice *dice, int64_t sides);

/* A number between -1 and 1. */
double dice_real(struct dice *dice);

/* An extent of at most `most`: often 1, a small one, or one about a power of two, where vectors and
   blocks end; seldom 0. */
int64_t dice_extent(struct dice *dice, int64_t most);

/* The numbers below `count` in a random order. */
void dice_shuffle(struct dice *dice, int64_t *numbers, int64_t count);

#endif
