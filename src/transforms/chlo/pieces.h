/* What decompositions that are no formulas ask of shapes, and make of them. */
#ifndef SDYC_TRANSFORMS_CHLO_PIECES_H
#define SDYC_TRANSFORMS_CHLO_PIECES_H

#include "ops/build.h"

bool is_bounded(const struct type *type);           /* dynamic, with a bound where it is so */
bool is_static_or_bounded(const struct type *type); /* ranked, and no dimension is without limit */
/* `scalar`, dense<...> : tensor<T>, in the shape of `like`, which has a rank. */
struct value *build_constant_like(struct builder *at, const struct attr *scalar,
                                  struct value *like);

#endif
