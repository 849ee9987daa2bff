/* Propagation: from the shardings that the user gave to one for every value, as Shardy does it
 * (openxla/shardy docs/propagation.md). Layers, each on top of the one before:
 *
 *   factors     one operation, through the factors of its sharding rule      basic_factors.c,
 *               (factors.h)                                                  aggressive_factors.c
 *   fixpoint    all operations until nothing changes, one factor strategy    fixpoint.c
 *   strategies  the basic strategy, then the aggressive one                  propagate.c
 *   op          operation priorities: elementwise first, broadcasts last     op_priority.c
 *   user        priorities of the user's shardings: p0, then p1, ...         user_priority.c
 *
 * Shardings live in slots, one per value that can have one, while propagation runs; the IR is read
 * once before and written once after. Results of an operation's factors are remembered by rule and
 * shardings (through.c), for programs repeat themselves.
 */
#ifndef SDYC_PROPAGATION_H
#define SDYC_PROPAGATION_H

#include "ir/op_def.h"
#include "propagation/factors.h"
#include "transforms/pass.h"

/* --- rule_builder.c --------------------------------------------------------------------------- */

/* The rule of an operation from its definition; NULL: it has none. */
const struct attr *op_build_rule(struct context *context, const struct op *op, bool conservative);
/* The same, or the rule that stands on the operation. */
const struct attr *op_sharding_rule(struct context *context, const struct op *op,
                                    bool conservative);
/* `operand_count` operands and one result of one type, dimension by dimension. */
const struct attr *identity_rule(struct context *context, const struct type *type,
                                 uint32_t operand_count);

/* --- op_facts.c ------------------------------------------------------------------------------- */

/* Elementwise, or to be treated so by propagation. */
bool op_is_elementwise(const struct op *op);
/* The type of a tensor of a sharding rule: operands come first, then results. */
const struct type *op_tensor_type(const struct op *op, uint32_t index);
/* When and how propagation goes through the operation. */
enum op_schedule op_propagation_schedule(const struct op *op);
/* What a propagation barrier lets through. */
enum direction barrier_direction(const struct op *barrier);
/* @main, or the only function; NULL where there is none. */
struct op *main_function(struct module *module);

/* --- state.c: what propagation works on ------------------------------------------------------- */

enum { SLOT_NONE = UINT32_MAX };

/* A value that has a sharding of its own. */
struct sharding_slot {
    struct value *value;
    const struct attr *sharding, *initial; /* now, and in the IR */
    const struct slot_list *group;         /* the members of its sharding group, or NULL */
    uint32_t owner;                        /* the node of what `value` belongs to */
    /* Every node that a change concerns, but the owner, is within. */
    uint32_t first_user, last_user;
};
enum node_kind {
    NODE_NONE,      /* nothing travels through it */
    NODE_RULE,      /* by a sharding rule */
    NODE_EDGE,      /* data flow edge: from the sources of its flow to its targets */
    NODE_FUNC_EDGE, /* the same between a function and its calls */
    NODE_BARRIER,
};
/* An operation; op->note is its number, from 1. */
struct flow_node {
    struct op *op; /* NULL once erased */
    const struct attr *rule;
    const uint32_t *slots; /* of operands (or sources), then results */
    uint32_t tensor_count;
    uint32_t first_slot; /* of its values, which follow each other */
    uint8_t kind;        /* enum node_kind; small: all nodes are visited often */
    uint8_t schedule;    /* enum op_schedule */
    bool elementwise;
    bool rule_is_known;
    bool is_dead;               /* op_is_dead */
    bool operands_have_one_use; /* or are scalars: further uses may bring a conflict at each */
    bool is_queued;
};
struct propagation {
    struct module *module;
    struct context *context;
    struct arena *arena;
    bool conservative, keep_rules;
    const char *dump_directory; /* "": no dumps */

    VECTOR(struct sharding_slot) slots;
    VECTOR(struct value *) sharing; /* values that may have the slot of another */
    VECTOR(struct flow_node) nodes;
    VECTOR(uint32_t) worklist; /* numbers of nodes; the last is the next */
    size_t unvisited;          /* the nodes from here on come after the worklist */
    struct pointer_map meshes; /* name -> struct mesh */
    struct pointer_map calls;  /* function -> struct call_sites */
    struct through_cache *cache;
    struct pointer_map groups; /* the attribute group_id -> struct slot_list, its members */

    struct op *main;                      /* whose result shardings take part; or NULL */
    const struct attr **result_shardings; /* of main */
    const struct attr **initial_results;

    int32_t op_priority; /* how far the schedule has come; OP_PRIORITY_ALL: no schedule */
    int64_t user_priority;
    enum { STRATEGY_BASIC, STRATEGY_AGGRESSIVE } strategy;
    bool basic_first, aggressive_after, by_op_priority;
};
struct slot_list {
    uint32_t *items;
    size_t count, capacity;
};
struct call_sites {
    struct op **items;
    size_t count, capacity;
};
enum { OP_PRIORITY_COUNT = 5, OP_PRIORITY_ALL = OP_PRIORITY_COUNT - 1 };

/* Numbers values and operations and reads all shardings; false with a report where the module has
 * what propagation does not take (dynamic shapes, tuples). */
bool propagation_init(struct propagation *state, struct module *module);
/* Writes shardings, and rules where they are kept, back to the IR. */
void propagation_write(struct propagation *state);
/* Writes, and releases all. */
void propagation_finish(struct propagation *state);
/* Takes from the IR what a node knows of uses; after uses of operands or results have gone. */
void node_count_uses(struct flow_node *node);
/* The slot of the value that carries the sharding of `value`; SLOT_NONE: none. */
uint32_t value_slot(const struct value *value);
const struct mesh *propagation_mesh(struct propagation *state, const struct sharding *sharding);

/* --- through.c -------------------------------------------------------------------------------- */

/* A passage of shardings through an operation. Tensors are those of the rule. */
struct passage {
    const struct attr *rule;
    const struct attr *const *shardings;
    const uint8_t *directions; /* of each factor: enum direction */
    bool conservative, elementwise;
    /* For the observer: where this is. */
    struct op *op;         /* the main function: between what it returns and its result */
    uint32_t result;       /* of the main function */
    const uint32_t *slots; /* of each tensor */
};
/* An array with the new sharding of each tensor that changes and NULL for the others, or NULL where
 * none does. */
const struct attr *const *propagate_through(struct propagation *state,
                                            const struct passage *passage);
/* The mesh that a passage is on: the sharding that names it, which all others share; NULL: they
 * have none in common. */
const struct sharding *passage_mesh(struct propagation *state, const struct passage *passage,
                                    const struct mesh **mesh);
void through_cache_free(struct through_cache *cache);

/* --- the layers ------------------------------------------------------------------------------- */

/* groups.c: gives all members of a sharding group one sharding, before anything else. */
void sync_sharding_groups(struct module *module);
void propagate_to_fixpoint(struct propagation *state); /* fixpoint.c */
/* The passage through a node as shardings are now, in memory of `arena`; false where it has no rule
 * or no sharding. Nothing moves. */
bool node_passage(struct propagation *state, const struct flow_node *node, struct arena *arena,
                  struct passage *passage);
void propagate_strategies(struct propagation *state);       /* propagate.c */
void propagate_by_op_priority(struct propagation *state);   /* op_priority.c */
bool propagate_by_user_priority(struct propagation *state); /* user_priority.c */
/* dump.c: writes the module into the dump directory, where there is one, as the present user
 * priority leaves it; false with a report where it cannot. */
bool dump_priority(struct propagation *state);
/* Which way a factor of a node may travel at the present op priority. */
enum direction node_direction(const struct propagation *state, const struct flow_node *node,
                              enum factor_kind kind);

#endif
