/* What constant integers, and types that are known, make of an operation: programs work out sizes
 * with such. A hook `fold` reads its operands and replaces the operation by a constant, or by an
 * operand of its own. */
#ifndef SDYC_OPS_FOLD_BUILDER_H
#define SDYC_OPS_FOLD_BUILDER_H

#include "ir/ir.h"

struct fold_builder;

/* A tensor of integers in row-major order; `items` has one where `splat` is set. */
struct fold_integers {
    const struct type *type;
    bool splat;
    int64_t count;
    int64_t *items;
};

/* A hook. What the operation's scalar function makes of the operands, element by element; false
 * where it has none, or such as integers do not have. */
bool fold_by_scalar(struct op *op, struct fold_builder *builder);

/* Reads all operands of an operation with one result of integers (one of them); false where one is
 * no constant of integers, or has more elements than sizes do. */
bool fold_read_operands(struct op *op, struct fold_builder *builder);
bool fold_read_operand(struct op *op, struct fold_builder *builder, uint32_t index);
/* What was read. */
const struct fold_integers *fold_operand(const struct fold_builder *builder, uint32_t index);
int64_t fold_item(const struct fold_integers *integers, int64_t index);
/* Room for the elements of a result; NULL: these are more than sizes do have. */
int64_t *fold_room(struct fold_builder *builder, int64_t count);
/* What an operation makes of an element of each operand, of which the last has the type `element`;
 * false: it has no value. */
typedef bool fold_element(const struct op *op, const struct type *element, const int64_t *in,
                          int64_t *out);
/* Reads the operands, at most three, and folds them element by element. */
bool fold_elements(struct op *op, struct fold_builder *builder, fold_element *fold);
/* a < b of elements of this type. */
bool fold_is_less(const struct type *element, int64_t a, int64_t b);

/* The operation becomes a constant of these items (one: of all elements), or one of its operands.
 * True. */
bool fold_become_constant(struct op *op, struct fold_builder *builder, const int64_t *items,
                          int64_t stored);
bool fold_become_operand(struct op *op, uint32_t index);
/* The same with the one element that operand 0 has everywhere; false: it has several. */
bool fold_become_splat(struct op *op, struct fold_builder *builder);
/* It becomes a constant shape of these extents. True. */
bool fold_become_shape(struct op *op, struct fold_builder *builder, uint32_t rank,
                       const int64_t *dims);
/* Its one result gets what a type says beyond its own. */
void fold_refine_result(struct op *op, struct fold_builder *builder, const struct type *type);

#endif
