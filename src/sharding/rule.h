/* Sharding rules: how the dimensions of an operation's operands and results correspond, through
 * factors (openxla/shardy docs/propagation.md). `([i, k], [k, j])->([i, j]) {i=8, j=16, k=4}
 * reduction={k}` is a matrix product. A rule is an interned attribute,
 * #sdy.op_sharding_rule<...>. */
#ifndef SDYC_RULE_H
#define SDYC_RULE_H

#include "ir/ir.h"

enum factor_kind {
    FACTOR_PASS_THROUGH,     /* no communication where all tensors shard it alike */
    FACTOR_REDUCTION,        /* only in operands: an all-reduce where it is sharded */
    FACTOR_NEED_REPLICATION, /* cannot be computed sharded */
    FACTOR_PERMUTATION,      /* sharded, it needs a collective permute */
};
/* What is wrong with the sets of special factors, `reduction={k}`: an operation with the rule
 * reports it. Of several in a set the first one here. */
enum rule_fault {
    RULE_SOUND,
    RULE_UNSORTED,
    RULE_REPEATED,
    RULE_STRAY,   /* beyond the last factor */
    RULE_OVERLAP, /* in two sets of kinds */
};
struct rule_factor {
    int64_t size;
    enum factor_kind kind;
    bool is_blocked; /* propagation does not follow it */
};
/* The factors of one dimension, major to minor. */
struct rule_dim {
    uint32_t count;
    const uint32_t *factors;
};
struct rule_tensor {
    uint32_t rank;
    const struct rule_dim *dims;
};
struct sharding_rule {
    uint32_t factor_count, operand_count, result_count;
    const struct rule_factor *factors;
    const struct rule_tensor *tensors; /* operands, then results */
    bool is_custom;                    /* the user's own: never dropped */
    enum rule_fault fault;
    uint32_t stray; /* the last factor of the set whose fault is RULE_STRAY */
};

extern const struct attr_def attr_sharding_rule;

/* The attribute of a rule, which is copied; the rule of an attribute, NULL where it is absent or
 * another one. */
const struct attr *sharding_rule_attr(struct context *context, const struct sharding_rule *rule);
const struct sharding_rule *attr_as_rule(const struct attr *attr);
/* The constraints of a rule that stands on `op`; reports the first fault. */
bool sharding_rule_verify(const struct attr *rule, const struct op *op,
                          struct diagnostics *diagnostics);

static inline uint32_t rule_tensor_count(const struct sharding_rule *rule) {
    return rule->operand_count + rule->result_count;
}
/* Some dimension of the tensor is mapped to the factor. */
bool rule_tensor_has(const struct rule_tensor *tensor, uint32_t factor);
/* The first dimension of the tensor that has the factor; false, and nothing set, where none has. */
bool rule_tensor_find(const struct rule_tensor *tensor, uint32_t factor, uint32_t *dim);
/* A pass-through factor of every tensor that is no scalar. */
bool rule_is_batching(const struct sharding_rule *rule, uint32_t factor);

#endif
