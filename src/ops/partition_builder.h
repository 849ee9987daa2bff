/* How an operation becomes local. Two hooks ask and use what is declared here:
 *
 *   needs      what must be so before the operation can become local (ops/needs.h): only asks
 *   localize   the operands are local values already and all needs are met: changes the operation
 *              in place, or replaces it
 *
 * Most operations have neither. Dimensions and types that the functions below give are global
 * unless they say local; axes are those of the present shardings.
 */
#ifndef SDYC_OPS_PARTITION_BUILDER_H
#define SDYC_OPS_PARTITION_BUILDER_H

#include "ir/ir.h"
#include "ops/needs.h"
#include "sharding/axes.h"

struct partition_builder;

/* --- what is known ---------------------------------------------------------------------------- */

/* The axes that shard a dimension of an operand, or of a result; none where it has no sharding. */
struct axis_list partition_operand_axes(const struct partition_builder *builder, uint32_t operand,
                                        uint32_t dim);
struct axis_list partition_result_axes(const struct partition_builder *builder, uint32_t result,
                                       uint32_t dim);
/* Into how many parts axes cut a dimension. */
int64_t partition_parts(const struct partition_builder *builder, struct axis_list axes);
/* Whether any operand or result has a dimension with axes. */
bool partition_is_sharded(const struct partition_builder *builder);

/* Neighbours may send what windows of this operation reach wherever that is sdyc's own way, not
 * Shardy's: its tensors are of known shapes, on one mesh, and none is yet to be summed. */
bool partition_may_send(const struct partition_builder *builder);

/* Operand 0 and result 0 hold the same elements in the same order, and so does each part. */
bool partition_moves_nothing(const struct partition_builder *builder);

/* The devices of the result stand in the reverse order along the axes of these dimensions. */
bool partition_is_reversed(const struct partition_builder *builder, struct int_list dims);

/* --- localize --------------------------------------------------------------------------------- */

/* The type result `index` shall have; NULL after an error was reported (a dimension that the axes
 * do not divide). */
const struct type *partition_local_type(struct partition_builder *builder, uint32_t index);
/* Gives every result its local type; the operation stays. A hook: that of operations without. */
bool partition_in_place(struct op *op, struct partition_builder *builder);
/* Where new operations go: before the one that is being made local. */
struct builder *partition_at(struct partition_builder *builder);
/* Replaces the operation, which has one result, by `value`. */
bool partition_replace(struct op *op, struct partition_builder *builder, struct value *value);
/* The operation again, with local result types, its properties and its operands, and no more. */
struct op *partition_remake(const struct op *op, struct partition_builder *builder);
/* `value`, which was made of result `index`, takes its place for all others. */
void partition_wrap(struct partition_builder *builder, uint32_t index, struct value *value);
/* A tensor<i64>: `first` on the devices that come first along `axes`, and `step` more from each to
 * the next. */
struct value *partition_progression(struct partition_builder *builder, struct axis_list axes,
                                    int64_t first, int64_t step);
/* Where the part of a dimension begins that a device holds, as a tensor<i64>:
 * its place times `part_size`. */
struct value *partition_offset(struct partition_builder *builder, struct axis_list axes,
                               int64_t part_size);
/* `value` on the devices that come first along `axes`, zeros on the others: what sums over those
 * axes to `value`. */
struct value *partition_first_only(struct partition_builder *builder, struct value *value,
                                   struct axis_list axes);
/* A constant of what a device adds to a sum over devices that holds nothing of it: zeros, of floats
 * such as leave the sign of another zero alone where that is asked for. */
struct value *partition_nothing(struct partition_builder *builder, struct builder *at,
                                const struct type *type);
/* What all devices hold along a dimension of a value that is sharded as an operand is, in order. */
struct value *partition_gather(struct partition_builder *builder, struct builder *at,
                               struct value *value, uint32_t operand, uint32_t dim);
/* The part of a replicated value that the sharding of result 0 gives to each device. */
struct value *partition_slice(struct partition_builder *builder, struct value *whole);

/* A hook. A constant, of stablehlo or sdy: its part. */
bool constant_localize(struct op *op, struct partition_builder *builder);

/* A located error at the operation at hand; false. */
bool partition_error(struct partition_builder *builder, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

#endif
