/* Whether an operation may be run where the program would not have run it: out of a loop of no
 * turns, or ahead of a branch. It may where nothing can go wrong that its types, as they are
 * written, leave to run time: sizes that have to agree, or numbers that attributes speak of. */
#ifndef SDYC_OPS_SPECULATION_H
#define SDYC_OPS_SPECULATION_H

#include "ir/op_def.h"

enum speculation {
    SPECULATION_UNKNOWN,   /* nobody says: calls of what is not known */
    SPECULATION_NEVER,     /* not with these types and attributes */
    SPECULATION_RECURSIVE, /* where all operations in its regions may */
    SPECULATION_ALWAYS,
};
/* Whether the operation may, by its traits and its hook; regions are the caller's to look at. */
enum speculation op_speculation(const struct op *op);

/* --- hooks: `speculatable` of struct op_def --------------------------------------------------- */

/* Never: an operation that may fail, or whose effects are not known. */
bool speculatable_never(const struct op *op);
/* The first result promises no extent that the first operand does not. */
bool speculatable_by_first(const struct op *op);
/* All operands are static. */
bool speculatable_if_static(const struct op *op);
/* ... and the last operand, or the last three, are constants. */
bool speculatable_by_shape(const struct op *op);
bool speculatable_by_three_shapes(const struct op *op);

/* Those of one operation each: whether its result promises no extent that its operands, with these
 * attributes, do not give. */
bool speculatable_all_gather(const struct op *op);
bool speculatable_all_to_all(const struct op *op);
bool speculatable_bitcast_convert(const struct op *op);
bool speculatable_concatenate(const struct op *op);
bool speculatable_convolution(const struct op *op);
bool speculatable_dot_general(const struct op *op);
bool speculatable_dynamic_broadcast_in_dim(const struct op *op);
bool speculatable_dynamic_iota(const struct op *op);
bool speculatable_fft(const struct op *op);
bool speculatable_gather(const struct op *op); /* and scatter */
bool speculatable_reduce_scatter(const struct op *op);
bool speculatable_set_dimension_size(const struct op *op);
bool speculatable_transpose(const struct op *op);
bool speculatable_triangular_solve(const struct op *op);

#endif
