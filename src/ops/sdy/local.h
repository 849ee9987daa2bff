/* The sdy collectives on local types. */
#ifndef SDYC_OPS_SDY_LOCAL_H
#define SDYC_OPS_SDY_LOCAL_H

#include "ir/op_def.h"
#include "sharding/sharding.h"

/* Whether operand and result of a collective are the parts of one tensor that its axes, which fit
 * `mesh`, ask for: the result of an all_gather over an axis of size 4 is 4 times as large. On
 * global types, which are the same, this holds only where a collective changes no part's size. */
bool collective_is_local(const struct op *op, const struct mesh *mesh);

#endif
