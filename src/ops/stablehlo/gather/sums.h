/* Updates that a scatter adds up, many at each place. */
#ifndef SDYC_OPS_GATHER_SUMS_H
#define SDYC_OPS_GATHER_SUMS_H

#include "ops/kernel_builder.h"

/* The result of a scatter that adds floats, of which there are so many for each place of the
 * operand that their sums, which are made in the order of the updates, are to be of a wider type.
 * `part`: where updates go, and what they are, as node_parts takes it. NULL: the sums are to be of
 * the operand's type. */
struct node *node_wide_sums(struct kernel_builder *builder, const struct op *op,
                            const struct node_part *part);

#endif
