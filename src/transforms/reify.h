/* The shape of what an operation gives, as a value that other operations compute. */
#ifndef SDYC_TRANSFORMS_REIFY_H
#define SDYC_TRANSFORMS_REIFY_H

#include "ir/ir.h"

/* The extents of the results of `op`, which are alike, as a list of indices; NULL where nobody says
 * how to compute them. */
struct value *reify_shape(struct builder *at, struct op *op);

#endif
