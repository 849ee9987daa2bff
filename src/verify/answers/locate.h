/* Where a partitioned program leaves what the global one computes. */
#ifndef SDYC_VERIFY_LOCATE_H
#define SDYC_VERIFY_LOCATE_H

#include "verify/border/border.h"
#include "verify/evaluation/evaluate.h"

/* What both programs compute, as far as it helps to find where they part. */
struct traces;
struct traces *traces_new(const struct border *border, const struct op *global,
                          const struct op *partitioned);
void traces_free(struct traces *traces);
/* Watches an evaluator of either program; both run with the same key and inputs in the field. */
void traces_watch(struct traces *traces, struct evaluator *e, bool is_global);
/* A value of the global program. */
void traces_know(struct traces *traces, const struct value *value, const struct tensor *tensor);
/* The operation of the partitioned program that is to blame for a result that is wrong on a device,
 * and in *meant the one of the global program that it stands for; NULL where that is not known. */
const struct op *traces_find(struct traces *traces, uint32_t result, int64_t device,
                             const struct op **meant);

#endif
