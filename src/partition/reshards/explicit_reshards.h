/* What the parts of sdy-insert-explicit-reshards share. */
#ifndef SDYC_EXPLICIT_RESHARDS_H
#define SDYC_EXPLICIT_RESHARDS_H

#include "partition/builder.h"
#include "partition/reshard_op.h"

struct inserter {
    struct module *module;
    struct arena *scratch;
    bool full, failed;
    struct partition_builder builder; /* asks hooks what must be whole */
};

/* --- reductions.c ----------------------------------------------------------------------------- */

/* Whether what the operation reduces can be reduced in parts: each result is combined by a sum, a
 * maximum or a minimum. */
bool is_reducible(const struct op *op);
/* What a reduction over sharded dimensions leaves in parts does not show in its sharding, only in
 * the sum that stands behind it. Where an earlier run of the pass put one it goes, for this run
 * decides anew; what else it did becomes a reshard. */
void absorb_sums(struct inserter *inserter, struct op *op);
/* Over which axes the operation reduces, given those of each factor. */
struct axis_vector reduced_axes(const struct op_context *context, const struct axis_list *axes);
/* Puts a reduction over the axes behind the operation, one for each result; not over those that the
 * results are to stay unreduced over. */
void reduce_over(struct inserter *inserter, const struct op_context *context,
                 struct axis_list axes);
/* A result may be declared unreduced over more axes than the operation leaves it in parts for:
 * where it had to work on whole dimensions, say. It becomes so behind the operation. */
void keep_declared(struct inserter *inserter, const struct op_context *context,
                   const struct axis_vector *reduced);
/* Where reductions are not made yet: results that are to stay unreduced over some axes have to be
 * reduced over all others now. */
void reduce_unreduced_results(struct inserter *inserter, const struct op_context *context);

/* --- joined_parts.c --------------------------------------------------------------------------- */

/* Whether the operands of a concatenation, cut like its result, have neighbours send less than it
 * takes to make its dimension whole. */
bool joins_in_parts(struct inserter *inserter, const struct op_context *context);

/* --- reshape_overflow.c ----------------------------------------------------------------------- */

/* Some tensor has axes that the factors of a dimension cannot take one after the other. */
bool is_overflowing(const struct projection *projection);
/* The axes that both sides of a reshape, which overflows, should share, factor by factor. */
struct axis_list *reshape_axes(const struct op_context *context, struct projection *projection);

#endif
