/* What an operation needs to become local. Its hook `needs` returns a list of this, dimension by
 * dimension, and does nothing else; the partition stage satisfies it. A dimension that the list
 * does not name is worked on part by part.
 *
 * The hook is asked more than once: about the shardings at hand, while they are being chosen, and
 * again when operands and results agree with the sharding rule, before anything is local.
 */
#ifndef SDYC_OPS_NEEDS_H
#define SDYC_OPS_NEEDS_H

#include "support/support.h"

struct op;
struct partition_builder;

enum need_kind {
    /* Not to be sharded at all, although the sharding rule may allow it: is made whole where
     * shardings are chosen. */
    NEED_WHOLE,
    /* A part needs `low` elements before it and `high` behind it: is made whole once shardings
     * agree. None of either is local work, should the dimension be sharded all the same. */
    NEED_HALO,
    /* Elements move between the parts: is made whole once shardings agree. */
    NEED_EXCHANGED,
};

/* A need of one dimension of an operand, or (operands first) of a result. */
struct need {
    enum need_kind kind;
    uint32_t tensor, dim;
    int64_t low, high; /* NEED_HALO */
};
struct need_list {
    VECTOR(struct need) items;
};

/* --- hooks that many operations share --------------------------------------------------------- */

/* What an operation needs that has no hook: where it has a sharding rule, that what the rule calls
 * a permutation (or to be replicated) is exchanged; else whole tensors. */
void needs_by_rule(const struct op *op, const struct partition_builder *builder,
                   struct need_list *needs);
/* Works on whole tensors only. */
void needs_all_whole(const struct op *op, const struct partition_builder *builder,
                     struct need_list *needs);
/* Takes any shardings as they are: symbols, functions, terminators, constants. */
void needs_nothing(const struct op *op, const struct partition_builder *builder,
                   struct need_list *needs);

/* --- what hooks are written with -------------------------------------------------------------- */

/* Dimension `dim` of an operand (of a result) has a need of a kind. */
void need_operand(struct need_list *needs, enum need_kind kind, uint32_t operand, uint32_t dim);
void need_result(struct need_list *needs, enum need_kind kind, const struct op *op, uint32_t result,
                 uint32_t dim);
/* So does dimension `dim` of every operand and every result that has it. */
void need_everywhere(struct need_list *needs, enum need_kind kind, const struct op *op,
                     uint32_t dim);

#endif
