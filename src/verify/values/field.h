/* Numbers modulo the prime 2^61 - 1: sums, products and quotients are exact, in any order.
 *
 * Three numbers stand for what is no number of the field: infinity, its negative, and NaN. */
#ifndef SDYC_VERIFY_FIELD_H
#define SDYC_VERIFY_FIELD_H

#include <stdint.h>

#define FIELD_PRIME    (((uint64_t)1 << 61) - 1)
#define FIELD_INFINITY ((uint64_t)0x0badcafe17e57a11)
#define FIELD_MINUS    (FIELD_PRIME - FIELD_INFINITY)
#define FIELD_NAN      ((uint64_t)0x0a17e5ca1ab1e5ed)

__extension__ typedef unsigned __int128 field_wide;

static inline uint64_t field_cut(uint64_t x) {
    uint64_t folded = (x & FIELD_PRIME) + (x >> 61);
    return folded >= FIELD_PRIME ? folded - FIELD_PRIME : folded;
}
static inline uint64_t field_cut_wide(field_wide x) {
    x = (x & FIELD_PRIME) + (x >> 61); /* below 2^68 */
    return field_cut((uint64_t)((x & FIELD_PRIME) + (x >> 61)));
}
static inline uint64_t field_add(uint64_t x, uint64_t y) {
    uint64_t sum = x + y;
    return sum >= FIELD_PRIME ? sum - FIELD_PRIME : sum;
}
static inline uint64_t field_negate(uint64_t x) {
    return x ? FIELD_PRIME - x : 0;
}
static inline uint64_t field_multiply(uint64_t x, uint64_t y) {
    return field_cut_wide((field_wide)x * y);
}

/* 1 / x; of 0 it is 0. */
uint64_t field_inverse(uint64_t x);
uint64_t field_of_integer(int64_t value);
/* The number m * 2^e that a float is, or one of the three above. */
uint64_t field_of_real(double value);
/* The integer of magnitude below 2^32 that a number of the field stands for; 0: it is none. */
int field_as_integer(uint64_t x, int64_t *value);

#endif
