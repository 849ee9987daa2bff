/* Canonicalizers of sdy operations: hooks of their definitions. */
#ifndef SDYC_OPS_SDY_CANONICALIZE_H
#define SDYC_OPS_SDY_CANONICALIZE_H

#include "ir/op_def.h"

/* Drops one over no axes; the sum of what was made unreduced over the same axes is what it was. */
bool canonicalize_sdy_all_reduce(struct op *op, struct module *module);

#endif
