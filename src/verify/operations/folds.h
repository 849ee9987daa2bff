/* Operations that fold elements by a region. */
#ifndef SDYC_VERIFY_FOLDS_H
#define SDYC_VERIFY_FOLDS_H

#include "verify/evaluation/evaluate.h"

local_rule local_map, local_reduce, local_reduce_window, local_select_and_scatter;

/* region(sum, next) on all elements of two lists of tensors, which are taken over; the list `sums`
 * becomes what it gives. False: stopped, and `sums` are empty. */
bool fold_once(struct region_run *run, uint32_t count, struct tensor **sums, struct tensor **next);

#endif
