/* What the unit tests of the runtime share. */
#ifndef RT_TEST_H
#define RT_TEST_H

#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

/* The next of a sequence of pseudo-random numbers (xorshift64*); any seed but 0. */
static inline uint64_t test_random(uint64_t *seed) {
    *seed ^= *seed >> 12;
    *seed ^= *seed << 25;
    *seed ^= *seed >> 27;
    return *seed * 0x2545f4914f6cdd1du;
}

/* Where a sanitizer looks at every access, a case takes ten times as long. */
#if defined(__has_feature)
#if __has_feature(address_sanitizer)
#define TEST_IS_WATCHED 1
#endif
#endif
#ifndef TEST_IS_WATCHED
#define TEST_IS_WATCHED 0
#endif

/* Whether the case of this number is tried: each, but where a sanitizer watches every fourth one,
 * unless SDYC_TEST_ALL is in the environment, as in `./check --full`. */
static inline bool test_takes(int number) {
    return !TEST_IS_WATCHED || number % 4 == 0 || getenv("SDYC_TEST_ALL") != NULL;
}

#endif
