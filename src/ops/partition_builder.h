/* What an operation says to the partitioner: how it becomes local.
 *
 * The hook of an operation is called at three moments, told apart by partition_phase():
 *
 *   PARTITION_CHOOSE    before shardings are made compatible. The hook names the dimensions
 *                       which it cannot work on in parts although its sharding rule allows it.
 *   PARTITION_RESOLVE   shardings are compatible with the rule. The hook names the dimensions
 *                       for which a device would need what another device holds.
 *   PARTITION_LOCALIZE  the operands are local values already; the hook makes the operation
 *                       local: changes it in place, or replaces it.
 *
 * Named dimensions are resharded to be whole. Most operations need no hook of their own:
 * partition_by_rule. Dimensions and types that the functions below give are global unless they say
 * local; axes are those of the present shardings.
 */
#ifndef SDYC_OPS_PARTITION_BUILDER_H
#define SDYC_OPS_PARTITION_BUILDER_H

#include "ir/ir.h"
#include "sharding/axes.h"

struct partition_builder;

enum partition_phase { PARTITION_CHOOSE, PARTITION_RESOLVE, PARTITION_LOCALIZE };
enum partition_phase partition_phase(const struct partition_builder *builder);

/* --- hooks that many operations share --------------------------------------------------------- */

/* Sharded as the rule allows; permutation factors are made whole; the operation stays as it is and
 * gets local result types. */
bool partition_by_rule(struct op *op, struct partition_builder *builder);
/* Works on whole tensors only: operands and results are replicated. */
bool partition_replicate(struct op *op, struct partition_builder *builder);
/* Takes no part: symbols, functions, terminators. Result types follow their shardings. */
bool partition_as_typed(struct op *op, struct partition_builder *builder);
/* A constant, of stablehlo or sdy: its part. */
bool constant_partition(struct op *op, struct partition_builder *builder);

/* --- what must be whole ----------------------------------------------------------------------- */

/* Dimension `dim` of an operand (of a result) must be whole. In PARTITION_LOCALIZE it is too late:
 * an error where it is not. */
void partition_keep_whole(struct partition_builder *builder, uint32_t operand, uint32_t dim);
void partition_keep_result_whole(struct partition_builder *builder, uint32_t result, uint32_t dim);

/* --- what is known ---------------------------------------------------------------------------- */

struct axis_list partition_operand_axes(const struct partition_builder *builder, uint32_t operand,
                                        uint32_t dim);
struct axis_list partition_result_axes(const struct partition_builder *builder, uint32_t result,
                                       uint32_t dim);
/* No operand and no result is sharded. */
bool partition_is_whole(const struct partition_builder *builder);
/* Into how many parts axes cut a dimension. */
int64_t partition_parts(const struct partition_builder *builder, struct axis_list axes);
/* Size of a dimension of an operand before partitioning. */
int64_t partition_operand_size(const struct partition_builder *builder, uint32_t operand,
                               uint32_t dim);

/* --- PARTITION_LOCALIZE ----------------------------------------------------------------------- */

/* The type result `index` shall have; NULL after an error was reported (a dimension that the axes
 * do not divide). */
const struct type *partition_local_type(struct partition_builder *builder, uint32_t index);
/* Gives every result its local type; the operation stays. */
bool partition_in_place(struct op *op, struct partition_builder *builder);
/* Where new operations go: before the one that is being made local. */
struct builder *partition_at(struct partition_builder *builder);
/* Replaces the operation, which has one result, by `value`. */
bool partition_replace(struct op *op, struct partition_builder *builder, struct value *value);
/* Where the part of a dimension begins that a device holds, as a tensor<i64>:
 * its place times `part_size`. */
struct value *partition_offset(struct partition_builder *builder, struct axis_list axes,
                               int64_t part_size);
/* `value` on the devices that come first along `axes`, zeros on the others: what sums over those
 * axes to `value`. */
struct value *partition_first_only(struct partition_builder *builder, struct value *value,
                                   struct axis_list axes);
/* A constant of zeros. */
struct value *partition_zeros(struct partition_builder *builder, const struct type *type);
/* The part of a replicated value that the sharding of result 0 gives to each device. */
struct value *partition_slice(struct partition_builder *builder, struct value *whole);

bool partition_error(struct partition_builder *builder, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

#endif
