/* How much there is to evaluate. */
#ifndef SDYC_VERIFY_WORK_H
#define SDYC_VERIFY_WORK_H

#include "ir/ir.h"

/* The numbers that an operation makes, or the products that it sums for them: the elements of both
 * operands and of the result of a product are products of batch, free and summed sizes. Regions are
 * not counted. */
double evaluation_work(const struct op *op);

#endif
