/* Which axes shard each factor of an operation, once its operands and results must agree. */
#ifndef SDYC_COMMON_AXES_H
#define SDYC_COMMON_AXES_H

#include "propagation/projection.h"

/* One axis list per factor of the projection's rule. `sizes`: elements of each tensor, operands
 * then results (0 where unknown). Where the tensors agree already, it is what they have. */
struct axis_list *common_axes(const struct projection *projection, const int64_t *sizes);

#endif
