/* What an operation says to propagation: its sharding rule, through factors (sharding/rule.h).
 *
 * A hook adds factors in order, major before minor where two share a dimension. A dimension that no
 * factor was mapped to gets one of size 1 in the end. Sizes of 1 are added to a dimension only
 * where it has no other factor. The hook returns false where there is no rule.
 */
#ifndef SDYC_OPS_RULE_BUILDER_H
#define SDYC_OPS_RULE_BUILDER_H

#include "ir/ir.h"
#include "sharding/rule.h"

struct rule_builder;

/* --- hooks that many operations share --------------------------------------------------------- */

/* Not shardable, or no tensors: no rule. */
bool rule_none(const struct op *op, struct rule_builder *builder);
/* All operands and results have one shape, or are scalars; one factor a dimension. */
bool rule_pointwise(const struct op *op, struct rule_builder *builder);

/* --- factors ---------------------------------------------------------------------------------- */

enum { NO_DIM = -1 };

/* A factor of dimension operands[i] of operand i and results[i] of result i; NO_DIM: not of it. */
void rule_add(struct rule_builder *builder, const int64_t *operands, const int64_t *results,
              int64_t size, enum factor_kind kind);
/* For operations with at most two operands that matter, and one result. */
void rule_add_unary(struct rule_builder *builder, int64_t operand, int64_t result, int64_t size,
                    enum factor_kind kind);
void rule_add_binary(struct rule_builder *builder, int64_t lhs, int64_t rhs, int64_t result,
                     int64_t size, enum factor_kind kind);
/* A factor of dimension `dim` of all operands and results that are no scalars; of all operands; of
 * all results. */
void rule_add_everywhere(struct rule_builder *builder, int64_t dim, int64_t size,
                         enum factor_kind kind);
void rule_add_operands(struct rule_builder *builder, int64_t dim, int64_t size,
                       enum factor_kind kind);
void rule_add_results(struct rule_builder *builder, int64_t dim, int64_t size,
                      enum factor_kind kind);
/* Propagation does not follow the factor added last. */
void rule_block(struct rule_builder *builder, bool blocked);

/* One factor everywhere per dimension of `type`, the first `count` only. */
void rule_add_dims(struct rule_builder *builder, const struct type *type, uint32_t count);
/* The same for dimensions that `a` and `b` have alike; others get `kind`, and block where said. */
void rule_add_dims_unless_equal(struct rule_builder *builder, const struct type *a,
                                const struct type *b, enum factor_kind kind, bool blocked);

/* The rule depends on more than the operation's types and properties: on what made its operands, on
 * other attributes. It is built anew whenever it is asked for; others are built once. */
void rule_looks_further(struct rule_builder *builder);

/* Rules of dimensions that may not be divisible, or would need communication, are not wanted. */
bool rule_is_conservative(const struct rule_builder *builder);

#endif
