/* One factor strategy over all operations until nothing changes.
 *
 * The order is that of Shardy's rewrite driver, for where shardings conflict it decides: a stack of
 * operations, in program order at first; what a change may affect is pushed on top of it. Like that
 * driver, it removes operations that nothing uses.
 */
#include "ops/op_def.h"
#include "propagation/observer.h"
#include "propagation/propagation.h"

/* --- the worklist: what was pushed last is first, then nodes that have not been visited ------- */

static void push_node(struct propagation *state, uint32_t number, const struct op *except) {
    if (number < state->unvisited && !state->nodes.items[number].is_queued &&
        state->nodes.items[number].op != except) {
        state->nodes.items[number].is_queued = true;
        *vector_push(&state->worklist) = number;
    }
}

static void push(struct propagation *state, const struct op *op, const struct op *except) {
    if (op->note != 0) {
        push_node(state, (uint32_t)op->note - 1, except);
    }
}

/* NULL: nothing is left. */
static struct flow_node *pop(struct propagation *state) {
    if (state->worklist.count != 0) {
        struct flow_node *node =
            &state->nodes.items[state->worklist.items[--state->worklist.count]];
        node->is_queued = false;
        return node;
    }
    return state->unvisited < state->nodes.count ? &state->nodes.items[state->unvisited++] : NULL;
}

static void push_users(struct propagation *state, const struct value *value,
                       const struct op *except);

/* What a function returns goes to the results of its calls. */
static void push_users_of_calls(struct propagation *state, struct op *func, uint32_t index,
                                const struct op *except) {
    const struct call_sites *calls = pointer_map_get(&state->calls, func);
    for (size_t i = 0; calls && i < calls->count; i++) {
        push_users(state, &calls->items[i]->results[index], except);
    }
}

static void push_user(struct propagation *state, const struct use *use, const struct op *except) {
    struct op *user = use->user;
    /* Shardings of operands enter the body of a computation with the next round only: Shardy does
     * not notice that its edges depend on them. */
    bool enters_body = user->def->flow == OP_FLOW_BODY;
    struct op *edge = enters_body ? NULL : flow_edge(flow_owner_of_source(use));
    if (edge) {
        push(state, edge, except);
    } else if (op_has(user, OP_TERMINATOR)) {
        struct op *parent = op_parent(user);
        if (op_has(parent, OP_FUNCTION)) {
            push_users_of_calls(state, parent, use_index(use), except);
        }
        push(state, parent, except);
    } else if (op_has(user, OP_CALL)) {
        const struct attr *callee = op_property(user, "callee");
        struct op *func = callee ? symbol_lookup_from(user, callee) : NULL;
        if (func && func->regions[0].first) {
            push_users(state, func->regions[0].first->arguments[use_index(use)], except);
        }
    } else {
        push(state, user, except);
    }
}

static void push_users(struct propagation *state, const struct value *value,
                       const struct op *except) {
    FOR_EACH_USE (use, value) {
        push_user(state, use, except);
    }
}

/* Whether a change concerns, besides the owner and `visited`, a node that has been visited. */
static bool concerns_users(const struct propagation *state, const struct sharding_slot *slot,
                           const struct flow_node *visited) {
    size_t number = (size_t)(visited - state->nodes.items);
    return slot->first_user < state->unvisited &&
           (slot->first_user != number || slot->last_user != number);
}

/* Everything that the sharding of a slot concerns, but for `visited`, which has just been done. */
static void push_affected(struct propagation *state, const struct sharding_slot *slot,
                          const struct flow_node *visited) {
    const struct op *except = visited->op;
    if (!concerns_users(state, slot, visited)) {
        push_node(state, slot->owner, except);
        return;
    }
    const struct value *value = slot->value;
    if (value->op && op_has(value->op, OP_FLOW_EDGE)) {
        const struct value *owner = op_operand(value->op, 0);
        struct op *flow = value_owner(owner);
        for (uint32_t r = 0; flow->def->flow == OP_FLOW_LOOP && r < flow->region_count; r++) {
            push_users(state, flow->regions[r].first->arguments[owner->index], except);
        }
    }
    push(state, value_owner(value), except);
    push_users(state, value, except);
}

/* --- updates ---------------------------------------------------------------------------------- */

/* Gives the value of a slot, and all others of its group, a sharding. Where that comes of a visit
 * (not NULL), what it concerns is visited again. */
static void set_slot(struct propagation *state, uint32_t number, const struct attr *sharding,
                     const struct flow_node *visited) {
    struct sharding_slot *slot = &state->slots.items[number];
    slot->sharding = sharding;
    if (visited) {
        push_affected(state, slot, visited);
    }
    const struct slot_list *members = slot->group;
    for (size_t i = 0; members && i < members->count; i++) {
        struct sharding_slot *member = &state->slots.items[members->items[i]];
        if (member == slot) {
            continue;
        }
        observe_assignment(state->module, &(struct sharding_assignment){
                                              .reason = ASSIGNED_BY_GROUP,
                                              .value = member->value,
                                              .from = slot->value,
                                              .before = member->sharding,
                                              .after = sharding,
                                          });
        member->sharding = sharding;
        if (visited) {
            push_affected(state, member, visited);
        }
    }
}

static const struct attr *slot_sharding(const struct propagation *state, uint32_t slot) {
    return slot == SLOT_NONE ? NULL : state->slots.items[slot].sharding;
}

/* The direction of each factor; false where nothing may travel at all. */
static bool find_directions(const struct propagation *state, const struct flow_node *node,
                            const struct sharding_rule *rule, uint8_t *directions) {
    uint8_t any = DIRECTION_NONE;
    enum direction pass_through, other;
    if (node->kind == NODE_BARRIER) {
        pass_through = other = barrier_direction(node->op);
    } else {
        pass_through = node_direction(state, node, FACTOR_PASS_THROUGH);
        other = node_direction(state, node, FACTOR_REDUCTION);
    }
    for (uint32_t f = 0; f < rule->factor_count; f++) {
        const struct rule_factor *factor = &rule->factors[f];
        enum direction direction = factor->kind == FACTOR_PASS_THROUGH ? pass_through : other;
        directions[f] = factor->is_blocked ? DIRECTION_NONE : (uint8_t)direction;
        any |= directions[f];
    }
    return any != DIRECTION_NONE;
}

/* The manual computation whose flow an edge is of, if it has manual axes; what the edge carries is
 * then seen from one side and its sources from the other. */
static const struct axis_list *edge_manual_axes(const struct flow_node *node) {
    return node->kind == NODE_EDGE
               ? attr_as_axes(op_property(value_owner(op_operand(node->op, 0)), "manual_axes"))
               : NULL;
}

/* The sharding that edges of the owner were given outside of the manual computation. */
static const struct attr *outer_sharding(const struct flow_node *node) {
    const struct value *owner = op_operand(node->op, 0);
    const struct sharding_list *list = attr_as_shardings(
        op_property(value_owner(owner), owner->op ? "out_shardings" : "in_shardings"));
    return list ? list->items[owner->index] : NULL;
}

/* From the edge's own side to that of its sources (`before`), or back. */
static const struct attr *cross_edge(struct propagation *state, const struct flow_node *node,
                                     const struct attr *sharding, bool before) {
    const struct axis_list *manual = edge_manual_axes(node);
    if (!manual || !sharding) {
        return sharding;
    }
    bool edge_is_inside = !op_operand(node->op, 0)->op;
    return edge_is_inside == before
               ? sharding_with_manual(state->context, outer_sharding(node), sharding, manual)
               : sharding_without_manual(state->context, sharding, manual);
}

enum { TENSORS_ON_STACK = 64, FACTORS_ON_STACK = 128 };

/* The shardings of the node's tensors; false where there are none. */
static bool read_shardings(const struct propagation *state, const struct flow_node *node,
                           const struct attr **shardings) {
    bool any = false;
    for (uint32_t t = 0; t < node->tensor_count; t++) {
        shardings[t] = slot_sharding(state, node->slots[t]);
        any |= shardings[t] != NULL;
    }
    return any;
}

static struct passage passage_of(struct propagation *state, const struct flow_node *node,
                                 const struct attr **shardings, const uint8_t *directions) {
    uint32_t last = node->tensor_count - 1;
    shardings[last] = cross_edge(state, node, shardings[last], true);
    return (struct passage){
        .rule = node->rule,
        .shardings = shardings,
        .directions = directions,
        .conservative = state->conservative && node->kind == NODE_RULE,
        .elementwise = node->elementwise,
        .op = node->op,
        .slots = node->slots,
    };
}

static void visit(struct propagation *state, struct flow_node *node) {
    const struct attr *shardings_here[TENSORS_ON_STACK];
    const struct attr **shardings =
        node->tensor_count <= TENSORS_ON_STACK
            ? shardings_here
            : ARENA_ARRAY(state->arena, const struct attr *, node->tensor_count);
    bool any = read_shardings(state, node, shardings);
    if (!node->rule_is_known && (any || state->keep_rules)) {
        const struct op *op = op_fetch_ahead(node->op);
        node->rule = op_sharding_rule(state->context, op, state->conservative);
        node->rule_is_known = true;
    }
    const struct sharding_rule *rule = attr_as_rule(node->rule);
    if (!any || !rule) {
        return;
    }
    uint8_t directions_here[FACTORS_ON_STACK];
    uint8_t *directions = rule->factor_count <= FACTORS_ON_STACK
                              ? directions_here
                              : ARENA_ARRAY(state->arena, uint8_t, rule->factor_count);
    if (!find_directions(state, node, rule, directions)) {
        return;
    }
    const struct passage passage = passage_of(state, node, shardings, directions);
    const struct attr *const *result = propagate_through(state, &passage);
    uint32_t last = node->tensor_count - 1;
    for (uint32_t t = 0; result && t < node->tensor_count; t++) {
        if (result[t] && node->slots[t] != SLOT_NONE) {
            const struct attr *sharding =
                t == last ? cross_edge(state, node, result[t], false) : result[t];
            set_slot(state, node->slots[t], sharding, node);
        }
    }
}

bool node_passage(struct propagation *state, const struct flow_node *node, struct arena *arena,
                  struct passage *passage) {
    const struct sharding_rule *rule = attr_as_rule(node->rule);
    const struct attr **shardings = ARENA_ARRAY(arena, const struct attr *, node->tensor_count);
    if (!read_shardings(state, node, shardings) || !rule) {
        return false;
    }
    uint8_t *directions = ARENA_ARRAY(arena, uint8_t, rule->factor_count);
    find_directions(state, node, rule, directions);
    *passage = passage_of(state, node, shardings, directions);
    return true;
}

/* --- results of the main function ------------------------------------------------------------- */

/* Between what the main function returns and its result shardings, without notice. */
static void propagate_results(struct propagation *state) {
    const struct op *returns = state->main ? func_return(state->main) : NULL;
    for (uint32_t i = 0; returns && i < returns->operand_count; i++) {
        const struct value *value = op_operand(returns, i);
        uint32_t slot = value_slot(value);
        const struct attr *shardings[2] = {slot_sharding(state, slot), state->result_shardings[i]};
        if (value->type->kind != TYPE_TENSOR || (!shardings[0] && !shardings[1])) {
            continue;
        }
        uint8_t directions[MAX_RANK];
        for (uint32_t d = 0; d < value->type->rank; d++) {
            directions[d] = DIRECTION_BOTH;
        }
        const struct passage passage = {
            .rule = identity_rule(state->context, value->type, 1),
            .shardings = shardings,
            .directions = directions,
            .op = state->main,
            .result = i,
            .slots = (const uint32_t[2]){slot, slot},
        };
        const struct attr *const *result = propagate_through(state, &passage);
        if (result && result[0] && slot != SLOT_NONE) {
            set_slot(state, slot, result[0], NULL);
        }
        if (result && result[1]) {
            state->result_shardings[i] = result[1];
        }
    }
}

/* --- dead operations -------------------------------------------------------------------------- */

/* Whether at most one operation other than `op` uses the value. */
static bool has_one_other_user(const struct value *value, const struct op *op) {
    const struct op *other = NULL;
    FOR_EACH_USE (use, value) {
        if (use->user == op || use->user == other) {
            continue;
        }
        if (other) {
            return false;
        }
        other = use->user;
    }
    return true;
}

struct erasure {
    struct propagation *state;
    VECTOR(const struct value *) operands; /* of the operation and of those inside */
};

static bool forget(struct op *op, void *data) {
    struct erasure *erasure = data;
    if (op->note != 0) {
        erasure->state->nodes.items[op->note - 1].op = NULL;
        op->note = 0;
    }
    for (uint32_t i = 0; i < op->operand_count; i++) {
        *vector_push(&erasure->operands) = op_operand(op, i);
    }
    return true;
}

static void count_uses(struct propagation *state, const struct op *op) {
    if (op && op->note != 0) {
        node_count_uses(&state->nodes.items[op->note - 1]);
    }
}

/* A use of the value has gone: what defines it may be dead, what uses it may do so alone. */
static void count_uses_around(struct propagation *state, const struct value *value) {
    count_uses(state, value->op);
    if (value_has_one_use(value)) {
        count_uses(state, value->first_use->user);
    }
}

static void erase_dead(struct propagation *state, struct op *op) {
    for (uint32_t i = 0; i < op->operand_count; i++) {
        struct value *operand = op_operand(op, i);
        if (operand->op && has_one_other_user(operand, op)) {
            push(state, operand->op, NULL);
        }
    }
    struct erasure erasure = {.state = state};
    op_walk(op, forget, &erasure);
    op_erase(op);
    for (size_t i = 0; i < erasure.operands.count; i++) {
        count_uses_around(state, erasure.operands.items[i]);
    }
    vector_free(&erasure.operands);
}

void propagate_to_fixpoint(struct propagation *state) {
    propagate_results(state);
    state->unvisited = 0;
    for (struct flow_node *node = pop(state); node; node = pop(state)) {
        if (!node->op) {
            continue;
        }
        if (node->is_dead) {
            erase_dead(state, node->op);
        } else if (node->kind != NODE_NONE) {
            visit(state, node);
        }
    }
    propagate_results(state);
}
