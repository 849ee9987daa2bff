/* Reductions to the greatest or least term and the first place where it stands, as argmax and
 * argmin are. */
#ifndef SDYC_PLACES_H
#define SDYC_PLACES_H

#include "codegen/program/program.h"

struct places {
    enum scalar_op op; /* SCALAR_MAXIMUM or SCALAR_MINIMUM; SCALAR_NONE: it is no such reduction */
    uint32_t dim;      /* the one sequential dimension of several points... */
    int64_t step;      /* ...and how far places are from one to the next */
    bool from_zero;    /* the place is the point of that dimension */
};

/* Whether the kernel's reduction has two accumulators, of which one begins at the value that changes
 * nothing and becomes the extreme of the first terms, NaN where one is, and the other begins at zero
 * and becomes the least of the second terms where it stands: these are places, which rise from point
 * to point and fit into 32 bits. Known by what the step computes, however it is written. */
struct places kernel_places(const struct kernel *kernel);
/* Whether strips along `mask` can make such a reduction: each is the sequential dimension, or has one
 * place for all of its elements. */
bool places_fit(const struct kernel *kernel, const struct places *places, uint32_t mask,
                bool sequential);

#endif
