/* Watching shardings: who gets which, from where and why. For `sdyc explain` and for the notes of
 * the debug options.
 *
 * Whoever wants to know sets module->observer before passes run; nothing is made for it where there
 * is none. Reports come in the order of what happens. All they point to, but for values, operations
 * and attributes, is gone when the call returns.
 *
 * Two kinds of things happen:
 *
 *   step        shardings move through an operation, along the factors of its rule
 *   assignment  one value (or result of the main function) is given a sharding otherwise
 */
#ifndef SDYC_OBSERVER_H
#define SDYC_OBSERVER_H

#include "propagation/projection.h"

struct propagation;

/* What one visit of an operation moved. Tensors are its operands, then its results; of a
 * data flow edge the sources of the flow (flow_source), then the edge; of an edge of a
 * function what its calls pass, or what it returns, then the edge; of a function one
 * value that it returns, then its result. Of a sharding constraint that is applied on
 * import, too: from its result to its operand. */
struct sharding_step {
    struct op *op;
    uint32_t result; /* where op is a function: the number of its result */
    /* What carries the sharding of each tensor (value_shardable); NULL: nothing does. */
    struct value *const *values;
    /* All shardings by the factors of before->rule, before the step and after it. */
    const struct projection *before, *after;
    /* The new sharding of each tensor that changes, NULL for the others. The edge of a manual
     * computation is seen as its sources see it: with manual axes outside, without them inside. */
    const struct attr *const *changed;
    /* What propagation was at: which way each factor might travel (enum direction; NULL: a
     * constraint), the strategy, and both priorities. */
    const uint8_t *directions;
    bool is_aggressive;
    int32_t op_priority;
    int64_t user_priority;
};

enum assignment_reason {
    /* On import. */
    ASSIGNED_BY_CALLEE,      /* op, a call without sharding: as the results of the function */
    ASSIGNED_BY_COMPUTATION, /* op, a manual computation, asks it of its operand */
    ASSIGNED_UNREDUCED,      /* op, a constraint or a computation, asks for unreduced axes */
    /* Before or during propagation: `from` and the value are in one sharding group. */
    ASSIGNED_BY_GROUP,
    /* Dimensions of later priorities than p0 are emptied, their axes replicated; and given back
     * when `priority` is reached. */
    ASSIGNED_FOR_LATER,
    ASSIGNED_BY_PRIORITY,
    /* On export, of arguments and results. */
    ASSIGNED_EVENLY,       /* axes that do not divide the dimension go */
    ASSIGNED_WITHOUT_PARTS /* sub-axes of open dimensions go */
};
struct sharding_assignment {
    enum assignment_reason reason;
    const struct value *value; /* that carries the sharding; NULL: the result of a function */
    const struct op *op;       /* who asks, as above; with value NULL: the function */
    uint32_t result;           /* with value NULL: the number of the result */
    const struct value *from;
    int64_t priority;
    const struct attr *before, *after; /* NULL: none */
};

struct sharding_observer {
    void (*step)(void *data, const struct sharding_step *step);
    void (*assignment)(void *data, const struct sharding_assignment *assignment); /* or NULL */
    /* Nothing moves any more: a look at everything before it goes back to the IR. May be NULL. */
    void (*fixed_point)(void *data, struct propagation *state);
    void *data;
};

/* --- reading a step --------------------------------------------------------------------------- */

enum { TENSOR_NONE = UINT32_MAX };

/* The tensor that the factor of `tensor` has its new axes from: the first one that had them all
 * before. TENSOR_NONE: the axes are not new, or no single tensor had all of them. */
uint32_t step_source(const struct sharding_step *step, uint32_t tensor, uint32_t factor);

/* --- for those who report --------------------------------------------------------------------- */

/* Each does nothing where the module has no observer. */
void observe_assignment(const struct module *module, const struct sharding_assignment *assignment);
/* A sharding constraint is about to give its operand its own sharding. */
void observe_constraint(struct module *module, struct op *constraint);

#endif
