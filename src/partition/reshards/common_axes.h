/* Which axes shard each factor of an operation, once its operands and results must agree. */
#ifndef SDYC_COMMON_AXES_H
#define SDYC_COMMON_AXES_H

#include "propagation/projection.h"

/* All tensors that have the factor shard it alike, by `axes`. */
bool agreed_axes(const struct projection *projection, uint32_t factor, struct axis_list *axes);
/* The same but for axes of size one. */
bool agreed_parts(const struct projection *projection, uint32_t factor);
/* One axis list per factor of the projection's rule. `sizes`: elements of each tensor, operands
 * then results (0 where unknown). Where the tensors agree already, it is what they have. */
struct axis_list *common_axes(const struct projection *projection, const int64_t *sizes);

#endif
