/* Digits of the numbers of devices: axes and parts of axes are digits, each with a stride and a
 * size, and the digits of a program are the coarsest that all its axes can be told in. */
#ifndef SDYC_DIGITS_H
#define SDYC_DIGITS_H

#include "sharding/sharding.h"

enum { MOST_DIGITS = 8 }; /* more would leave too few dimensions for the tensors */

/* Where digits begin and end: strides, in rising order. */
struct digits {
    uint32_t count; /* one more than there are digits */
    int64_t at[MOST_DIGITS + 1];
};

/* Makes digits begin and end at these strides; false, and nothing done, where they would not nest
 * with the others, or were too many. */
bool digits_cut(struct digits *digits, int64_t low, int64_t high);
/* The same at both ends of an axis. */
bool digits_cut_axis(struct digits *digits, const struct mesh *mesh, struct axis_ref axis);

#endif
