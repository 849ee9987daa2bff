/* Which devices' values are needed, so that the others need not be evaluated: where most devices
 * hold nothing but padding, or most results are known to be right. */
#ifndef SDYC_VERIFY_NEEDS_H
#define SDYC_VERIFY_NEEDS_H

#include "verify/evaluation/evaluate.h"

/* Of the values of one block. */
struct needs;

/* Goes backwards from what the terminator hands on, of which wanted[i][device] says where it is
 * needed. What may end an evaluation in another way than with results (loops, collectives that
 * nobody needs, unknown effects) is needed on all devices. */
struct needs *needs_find(struct evaluator *e, const struct block *block, const bool *const *wanted);
void needs_free(struct needs *needs); /* NULL: nothing */
/* Whether devices do an operation each by itself, so that some can be left out. */
bool needs_is_alone(const struct needs *needs, const struct op *op);
/* Where an operation has to be evaluated, into devices[device]; false: nowhere. */
bool needs_of_op(const struct needs *needs, const struct op *op, bool *devices);

/* The function that an operation calls: its arguments are needed where any of them is. */
void needs_of_called(struct evaluator *e, const struct op *func, const bool *results,
                     bool *operands);

#endif
