/* Where a partitioned program leaves what the global one computes. */
#ifndef SDYC_VERIFY_LOCATE_H
#define SDYC_VERIFY_LOCATE_H

#include "verify/border/border.h"
#include "verify/evaluation/evaluate.h"

/* What both programs compute, as far as it helps to find where they part. */
struct traces;
struct traces *traces_new(const struct border *border);
void traces_free(struct traces *traces);
/* Watches an evaluator of either program; both run with the same key and inputs in the field. */
void traces_watch(struct traces *traces, struct evaluator *e, bool is_global);
/* An argument of the global program. */
void traces_know(struct traces *traces, const struct tensor *tensor);
/* The operation of the partitioned program that is to blame for a result that is wrong on a
 * device. */
const struct op *traces_find(struct traces *traces, const struct op *func, uint32_t result,
                             int64_t device);

#endif
