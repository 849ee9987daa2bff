/* Folds that pick one of what they are given, and compute nothing. */
#ifndef SDYC_PREPARE_PICKS_H
#define SDYC_PREPARE_PICKS_H

#include "ir/ir.h"

/* Whether the body of a fold of `count` tensors returns, of each, one of the two values that it is
 * given. */
bool body_picks(const struct op *op, uint32_t count);

#endif
