/* Bounded dynamism: how an operation is done on tensors that are stored as large as their bounds,
 * with the sizes that they have at run time, each a tensor<i32>, beside them. What lies behind a
 * size is padding, of any content: an operation for which it would make a difference replaces it
 * before.
 *
 * When a hook `bound` is called the operands have their static types, the results have not. The
 * hook gives each result its static type and notes its sizes, or replaces the operation. All hooks
 * return true, or false after an error. */
#ifndef SDYC_OPS_BOUND_BUILDER_H
#define SDYC_OPS_BOUND_BUILDER_H

#include "ops/dim_set.h"
#include "ops/op_def.h"

struct bound_builder;

/* --- hooks that many operations share --------------------------------------------------------- */

/* By the sharding rule: a dimension of a result is as long as those of the operands that have its
 * factor, and padding holds what NEED_PADDED asks for. */
bool bound_by_rule(struct op *op, struct bound_builder *builder);
/* Result i is operand i. */
bool bound_pairwise(struct op *op, struct bound_builder *builder);
/* Sizes go through the regions of a loop, or of cases, as further values. */
bool bound_loop(struct op *op, struct bound_builder *builder);
bool bound_branches(struct op *op, struct bound_builder *builder);

/* --- what is known ---------------------------------------------------------------------------- */

/* The module at hand, and its context. */
struct module *bound_module(const struct bound_builder *builder);
struct context *bound_context(const struct bound_builder *builder);
/* Memory that lasts as long as what is noted. */
struct arena *bound_arena(const struct bound_builder *builder);
/* Where new operations go: before the one at hand. */
struct builder *bound_at(struct bound_builder *builder);
/* The static type that a bounded one is stored as; NULL: a dimension has no bound. */
const struct type *bound_storage(struct context *context, const struct type *type);
/* What the type of a value was. */
const struct type *bound_original(const struct bound_builder *builder, const struct value *value);
/* The dimensions that may end in padding. */
dim_set bound_dims(const struct bound_builder *builder, const struct value *value);
/* How the body of a fold combines its arguments number `index`: the scalar operation of the one
 * operation on these two that it is. SCALAR_NONE: otherwise. */
int32_t body_operation(const struct op *op, uint32_t index);

/* --- sizes ------------------------------------------------------------------------------------ */

/* The size of a dimension; a constant where it is static. */
struct value *bound_size(struct bound_builder *builder, const struct value *value, uint32_t dim);
struct value *size_of(struct bound_builder *builder, int64_t size);
/* An operation on two sizes. */
struct value *size_by(struct bound_builder *builder, enum op_id id, struct value *a,
                      struct value *b);
/* A size held between 0 and a bound. */
struct value *size_held(struct bound_builder *builder, struct value *size, int64_t bound);
/* Element `index` of a list of integers as a size. */
struct value *size_at(struct bound_builder *builder, struct value *list, int64_t index);
/* The integers of an operand that is a constant, one for each dimension of the result; false: it is
 * no such. */
bool bound_constants(const struct op *op, uint32_t operand, struct int_list *list);
/* Windows of `reach` places, `step` apart, over `size` elements, `dilation` apart, and `more`
 * places around them. */
struct value *size_of_windows(struct bound_builder *builder, struct value *size, int64_t dilation,
                              int64_t more, int64_t reach, int64_t step);
/* For operations that keep the number of dimensions: a size is that of the first of the leading
 * `count` operands that has one there. */
void bound_sizes_by_place(struct bound_builder *builder, const struct op *op, uint32_t count,
                          struct value **sizes);
/* The result's dimensions that are known at run time have the sizes of a list; others their own. */
void bound_sizes_of_list(struct bound_builder *builder, const struct op *op, struct value *list,
                         struct value **sizes);

/* --- padding ---------------------------------------------------------------------------------- */

/* i1 in the shape of a value: true where it holds no padding in these dimensions; NULL: none of
 * them ends in padding. */
struct value *bound_mask(struct bound_builder *builder, const struct value *value, dim_set dims);
/* The value with a scalar, or with zeros, in the padding of these dimensions. */
struct value *bound_fill(struct bound_builder *builder, struct value *value, dim_set dims,
                         struct value *scalar);
struct value *bound_zeroed(struct bound_builder *builder, struct value *value, dim_set dims);
/* A scalar zero of the type's element type. */
struct value *bound_zero(struct bound_builder *builder, const struct type *type);
/* The part of a value that both types have, with zeros around it; without sizes. */
struct value *bound_fitted(struct bound_builder *builder, struct value *value,
                           const struct type *type);
/* The value with its gaps, put into a tensor of what it is padded with, as long as `bounds`, from
 * `low` places on; `sizes` are those of the result. */
struct bound_padding {
    struct value *padding, *const *low, *const *high;
    const int64_t *interior, *bounds;
};
struct value *bound_padded(struct bound_builder *builder, struct value *from,
                           const struct bound_padding *how, struct value **sizes);

/* --- results ---------------------------------------------------------------------------------- */

/* Notes of a value what its type was, and the size of each dimension (NULL: it is static). */
void bound_note(struct bound_builder *builder, struct value *value, const struct type *original,
                struct value *const *sizes);
/* An operation whose results are sized by its rule. `handled`: dimensions of operands that are
 * taken care of (NULL: none); `given`: sizes of each result's dimensions (NULL: none are). */
bool bound_by_rule_but(struct bound_builder *builder, struct op *op, const dim_set *handled,
                       struct value *const *given);
/* Gives the one result its static type and these sizes. */
bool bound_in_place(struct bound_builder *builder, struct op *op, struct value *const *sizes);
/* The one result of the operation is this value, cut or padded to what it is stored as, with
 * these sizes. */
bool bound_replace(struct bound_builder *builder, struct op *op, struct value *value,
                   struct value *const *sizes);
/* The operation, of one result, gives its place to another, which is the one at hand now. */
void bound_become(struct bound_builder *builder, struct op *op, struct op *made);
/* "OP: WHY", at the operation; false. */
bool bound_fails(struct bound_builder *builder, const struct op *op, const char *why);

#endif
