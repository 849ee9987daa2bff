/* What the unit tests of the runtime share. */
#ifndef RT_TEST_H
#define RT_TEST_H

#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

/* The next of a sequence of pseudo-random numbers (xorshift64*); any seed but 0. */
static inline uint64_t test_random(uint64_t *seed) {
    *seed ^= *seed >> 12;
    *seed ^= *seed << 25;
    *seed ^= *seed >> 27;
    return *seed * 0x2545f4914f6cdd1du;
}

#endif
