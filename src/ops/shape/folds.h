/* Operations on shapes where these are known. */
#ifndef SDYC_OPS_SHAPE_FOLDS_H
#define SDYC_OPS_SHAPE_FOLDS_H

#include "ops/build.h"

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

#endif
