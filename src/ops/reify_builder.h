/* The shape of what an operation gives, as a list of indices that other operations compute. A hook
 * `reify` collects the extents one by one; computations on constants are folded at once. */
#ifndef SDYC_OPS_REIFY_BUILDER_H
#define SDYC_OPS_REIFY_BUILDER_H

#include "ops/op_def.h"

/* Extents that are being worked out, all of one type: index, or that of the shape operands. */
struct reified_extents {
    struct builder *at;
    const struct type *type;
    uint32_t count;
    struct value *items[MAX_RANK];
};

/* --- hooks that many operations share --------------------------------------------------------- */

/* The first operand's, of elementwise operations; of others nobody knows it. */
struct value *reify_elementwise(struct op *op, struct builder *at);
/* The first operand's; the second one's, where the first may be a scalar. */
struct value *reify_first(struct op *op, struct builder *at);
struct value *reify_second(struct op *op, struct builder *at);
/* What the last operand, a list of extents, says. */
struct value *reify_listed(struct op *op, struct builder *at);

/* --- what hooks are written with -------------------------------------------------------------- */

/* No extents yet, of the type index. */
struct reified_extents reify_extents(struct builder *at);
void reify_add(struct reified_extents *to, struct value *extent);
/* All that were added, as a tensor. */
struct value *reify_list(const struct reified_extents *to);
/* A number; the extent of a dimension: each of the type of `to`. */
struct value *reify_number(struct reified_extents *to, int64_t value);
struct value *reify_dimension(struct reified_extents *to, struct value *value, int64_t dim);
/* Element `place` of a list of integers, of the list's own type. */
struct value *reify_element(struct reified_extents *to, struct value *list, int64_t place);
/* A value of integers as the type of `to`. */
struct value *reify_cast(struct reified_extents *to, struct value *value);
/* An operation of arith on two extents. */
struct value *reify_compute(struct reified_extents *to, enum op_id id, struct value *a,
                            struct value *b);
/* What the operation that was just built is: a constant where it is known. */
struct value *reify_folded(struct reified_extents *to, struct value *value);
/* The whole shape of a value, as long as its rank, where it has one. */
struct value *reify_shape_of(struct builder *at, struct value *value);

#endif
