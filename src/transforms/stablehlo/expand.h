/* The custom calls that stand for operations, a family a file: one function each, as a hook
 * `expand` is (ops/expand_builder.h), for expand.c to choose by the call's target. */
#ifndef SDYC_TRANSFORMS_STABLEHLO_EXPAND_H
#define SDYC_TRANSFORMS_STABLEHLO_EXPAND_H

#include "ops/expand_builder.h"
#include "transforms/chlo/expression.h"

/* approx_top_k.c */
bool expand_approx_top_k(struct formula *formula);
/* ragged.c */
bool expand_ragged_all_to_all(struct formula *formula);

#endif
