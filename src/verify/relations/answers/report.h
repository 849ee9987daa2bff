/* What devices hold of each value of the partition, told to those who ask. */
#ifndef SDYC_RELATIONS_REPORT_H
#define SDYC_RELATIONS_REPORT_H

#include "verify/relations/rules/rules.h"

/* What an element is, by the device d and the places i0, i1, ... along the dimensions:
 *
 *     if 0 <= 4 * d + i0 < 9: (sum k2 < 8 of (argument0[4 * d + i0, k2] * 2)) else 0
 *
 * Of a large one the rest is "...". */
void view_print(struct prover *p, struct buffer *text, const struct view *view);

/* Tells what devices hold of a value of the partitioned program: of the operation's result of that
 * number or, where `op` is NULL, of the argument of the block. */
void relations_tell(struct relating *r, const struct block *block, const struct op *op,
                    uint32_t number, const struct view *view);

#endif
