/* Reductions to the greatest or least term and the first place where it stands, as argmax and
 * argmin are. */
#ifndef SDYC_ARGMAX_H
#define SDYC_ARGMAX_H

#include "codegen/program/program.h"

struct argmax {
    enum scalar_op op; /* SCALAR_MAXIMUM or SCALAR_MINIMUM; SCALAR_NONE: it is no such reduction */
    uint32_t dim;      /* the one sequential dimension of several points... */
    int64_t step;      /* ...and how far places are from one to the next */
    bool from_zero;    /* the place is the point of that dimension */
};

/* Whether the kernel's reduction has two accumulators. One begins at the value that changes
 * nothing and becomes the extreme of the first terms, NaN where one is. The other begins at zero
 * and turns to the least of the second terms where that stands: these are places, which rise from
 * point to point and fit into 32 bits. Known by what the step computes, however it is written. */
struct argmax kernel_argmax(const struct kernel *kernel);
/* Whether strips along `mask` can make such a reduction: each is the sequential dimension, or has
 * one place for all of its elements. */
bool argmax_fits(const struct kernel *kernel, const struct argmax *argmax, uint32_t mask,
                 bool sequential);

#endif
