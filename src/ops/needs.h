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

struct module;
struct op;
struct partition_builder;

enum need_kind {
    NEED_NONE, /* ends a list */
    /* Not to be sharded at all, although the sharding rule may allow it: is made whole where
     * shardings are chosen. */
    NEED_WHOLE,
    /* So too; but where the dimension comes sharded all the same, the operation becomes local as
     * if its parts were apart, with a warning. */
    NEED_CHOSEN_WHOLE,
    /* Parts need elements of their neighbours: windows look at the dimension. Once shardings agree
     * the neighbours send these, or it is made whole. */
    NEED_HALO,
    /* Elements move between the parts: is made whole once shardings agree. */
    NEED_EXCHANGED,
    /* Folded along in order: stays sharded. The operation folds each part, and what the parts come
     * to, where it becomes local. */
    NEED_SCANNED,
    /* What a part may end in, where the parts do not divide the dimension, holds a value that makes
     * no difference: is put there where it is not known to be there. */
    NEED_PADDED,
};

/* A need that leaves the dimension sharded. */
static inline bool need_keeps_parts(enum need_kind kind) {
    return kind == NEED_SCANNED || kind == NEED_PADDED;
}

/* What NEED_PADDED asks for. */
enum need_fill {
    FILL_IDENTITY, /* of the fold `of`, an enum scalar_op: 0 for sums, -inf for maxima, ... */
    FILL_OPERAND,  /* operand number `of`, of rank 0 */
    FILL_OUTSIDE,  /* an index that is out of bounds */
};

/* How a dimension is looked at. Its elements stand `dilation` apart; element j of dimension `dim`
 * of tensor `tensor` looks at the `reach` places from j * step - low on. What stands in other
 * places is up to the operation. */
struct need_window {
    uint32_t tensor, dim;
    int64_t step, low, reach, dilation;
    /* Makes the operation one whose dimension has this padding in front and behind instead; NULL:
     * each operand that is looked at gives the elements that stand in it, none has another's. */
    void (*pad)(struct module *module, struct op *op, uint32_t dim, int64_t low, int64_t high);
    /* The operand, a scalar, that other places hold; NEED_ZERO: zero. */
    uint32_t padding;
    bool by_device; /* may begin in another place of its part on each device */
    /* Is sent however much it is: results are sums over the parts already, so that it may not be
     * made whole any more. */
    bool always;
};
enum { NEED_ZERO = UINT32_MAX };

/* A need of one dimension of an operand, or (operands first) of a result. */
struct need {
    enum need_kind kind;
    uint32_t tensor, dim;
    struct need_window window; /* NEED_HALO: of an operand's dimension */
    enum need_fill fill;       /* NEED_PADDED */
    int32_t of;
};
struct need_list {
    VECTOR(struct need) items;
};

/* --- hooks that many operations share --------------------------------------------------------- */

/* What an operation needs that has no hook: where it has a sharding rule, that what the rule calls
 * a permutation (or to be replicated) is exchanged and what it folds is padded; else whole
 * tensors. */
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
/* NEED_PADDED of dimension `dim` of an operand. */
void need_padded(struct need_list *needs, uint32_t operand, uint32_t dim, enum need_fill fill,
                 int32_t of);
/* The same with what makes no difference to how the operation folds elements: as its body does, or,
 * where it has none, as products are summed. */
void need_padded_for_fold(struct need_list *needs, const struct op *op, uint32_t operand,
                          uint32_t dim);
/* So does dimension `dim` of every operand and every result that has it. */
void need_everywhere(struct need_list *needs, enum need_kind kind, const struct op *op,
                     uint32_t dim);
/* Dimension `dim` of an operand is looked at. */
void need_halo(struct need_list *needs, uint32_t operand, uint32_t dim, struct need_window window);

#endif
