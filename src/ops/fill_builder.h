/* Padding: how an operation is done on operands and results that were made longer until devices
 * divide them. Padding stands at the end of a dimension. What the operation's needs (NEED_PADDED)
 * ask for stands in it already when a hook `fill` is called; the hook gives each result its longer
 * type, changes the properties that name extents and places, or makes dimensions whole.
 *
 * All hooks return true, or false after an error. */
#ifndef SDYC_OPS_FILL_BUILDER_H
#define SDYC_OPS_FILL_BUILDER_H

#include "ops/dim_set.h"
#include "ops/scalar.h"

struct fill_builder;

/* --- hooks that many operations share --------------------------------------------------------- */

/* Gives the results the types that follow from operands and shardings; what their padding holds is
 * not known. */
bool fill_in_place(struct op *op, struct fill_builder *builder);
/* The result is the operand, and its padding holds the same. */
bool fill_as_operand(struct op *op, struct fill_builder *builder);
/* The collectives of sdy, whose operand, result or both are padded as their shardings ask. */
bool fill_all_gather(struct op *op, struct fill_builder *builder);
bool fill_all_slice(struct op *op, struct fill_builder *builder); /* and reduce_scatter */
bool fill_all_to_all(struct op *op, struct fill_builder *builder);
bool fill_sharded_to_unreduced(struct op *op, struct fill_builder *builder);
/* Of a constant, of stablehlo or sdy: zeros behind its elements. */
bool constant_fill(struct op *op, struct fill_builder *builder);

/* --- what is known ---------------------------------------------------------------------------- */

/* The module at hand, and its context. */
struct module *fill_module(const struct fill_builder *builder);
struct context *fill_context(const struct fill_builder *builder);
/* Memory that lasts as long as the hook. */
struct arena *fill_scratch(const struct fill_builder *builder);
/* Where new operations go: before the one at hand. */
struct builder *fill_at(struct fill_builder *builder);
/* What functions are given and return is padded too, which is sdyc's own way, not Shardy's. */
bool fill_has_signatures(const struct fill_builder *builder);
/* The type of a value without its padding. */
const struct type *fill_original(const struct fill_builder *builder, const struct value *value);
/* What all of its padding holds, a dense attribute of rank 0; NULL: unknown. */
const struct attr *fill_content(const struct fill_builder *builder, const struct value *value);
/* The dimensions of a value that end in padding. */
dim_set fill_dims(const struct fill_builder *builder, const struct value *value);
/* The type of the first result as long as its sharding asks for. */
const struct type *fill_result_type(const struct fill_builder *builder, const struct op *op);

/* --- what hooks are written with -------------------------------------------------------------- */

/* Notes of a new value, or a result, what it is without padding and what that holds (NULL:
 * unknown). */
void fill_note(struct fill_builder *builder, struct value *value, const struct type *original,
               const struct attr *content);
/* A list of integers as a property. */
void fill_set_ints(struct fill_builder *builder, struct op *op, const char *name, uint32_t count,
                   const int64_t *items);
/* The value with a scalar, a value of rank 0, in the padding of these dimensions. */
struct value *fill_with_value(struct fill_builder *builder, struct value *value, dim_set dims,
                              struct value *scalar);
/* Does the operation on whole dimensions: these of each operand are gathered before, those of the
 * results are sliced behind it. */
bool fill_on_whole(struct fill_builder *builder, struct op *op, const dim_set *operand_dims,
                   dim_set result_dims);
/* The first result becomes `type`, and what uses it takes it cut in these dimensions to what its
 * sharding asks for. */
bool fill_cut_result(struct fill_builder *builder, struct op *op, const struct type *type,
                     dim_set dims);
/* "OP cannot be padded: WHY", at the operation; false. */
bool fill_fails(struct fill_builder *builder, const struct op *op, const char *why);

/* --- what padding holds, as dense attributes of rank 0 ---------------------------------------- */

/* The value that makes no difference to a fold by `op`; NULL: there is none. */
const struct attr *fold_identity(struct context *context, const struct type *element,
                                 enum scalar_op op);
const struct attr *fill_zero(struct context *context, const struct type *element);
/* An index that is out of bounds. */
const struct attr *fill_outside(struct context *context, const struct type *element);

#endif
