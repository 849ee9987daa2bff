/* Numbers that are not of an ordinary size. */
#ifndef KERNELS_SCALE_H
#define KERNELS_SCALE_H

#include "element.h"

/* 1, or now and then a power of two by which all numbers of an operand become so small that a route
   which splits them (split.h) computes with the numbers themselves. Sums that are exact stay so. */
static inline double scale_random(struct dice *dice, enum element type) {
    const bool holds_it = type == ELEMENT_F32 || type == ELEMENT_F64 || type == ELEMENT_BF16 ||
                          type == ELEMENT_C64 || type == ELEMENT_C128;
    return holds_it && dice_one_in(dice, 6) ? 0x1p-70 : 1;
}

#endif
