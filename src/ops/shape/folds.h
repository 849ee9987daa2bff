/* Operations on shapes where these are known. */
#ifndef SDYC_OPS_SHAPE_FOLDS_H
#define SDYC_OPS_SHAPE_FOLDS_H

#include "ops/build.h"
#include "ops/fold_builder.h"

/* What an operation is where its operands are constants: a constant, or one of its operands. */
struct shape_fold {
    const struct attr *constant; /* of an index, or of a tensor of them; NULL: it is not known */
    struct value *value;         /* an operand that it is equal to, or NULL */
};
struct shape_fold shape_fold_of(struct context *context, const struct op *op);
/* Puts what it is into its place, and erases it; false where it is not known. */
bool shape_fold_in_place(struct op *op, struct module *module);
/* A constant list of extents. */
bool constant_shape(const struct value *value, struct int_list *list);
/* The number of an arith.constant of type index; false where it is none. */
bool constant_index(const struct value *value, int64_t *index);

/* --- simplify.c: hooks of canonicalization ---------------------------------------------------- */

/* Of shape.broadcast, shape.cstr_broadcastable and shape.assuming; true where something changed. */
bool simplify_broadcast(struct op *op, struct module *module);
bool simplify_broadcastable(struct op *op, struct module *module);
bool simplify_assuming(struct op *op, struct module *module);

/* --- refined.c: hooks of folding -------------------------------------------------------------- */

/* The shape of a tensor whose type says it; the one that constant shapes broadcast to. */
bool fold_shape_of_static(struct op *op, struct fold_builder *builder);
bool fold_common_shape(struct op *op, struct fold_builder *builder);
/* The body of what may assume that known shapes go together stands in its place. */
bool fold_assumed(struct op *op, struct fold_builder *builder);
/* A cast between equal types is its operand; `refining`: its result knows what the operand does. */
bool fold_equal_cast(struct op *op, struct fold_builder *builder);
bool fold_refining_cast(struct op *op, struct fold_builder *builder);

#endif
