/* sdy-apply-sharding-constraints: what a constraint asks of a value becomes its sharding, where
 * nothing else is asked of it. */
#include "ops/build.h"
#include "propagation/debug/notes.h"
#include "propagation/edit.h"
#include "propagation/passes.h"
#include "propagation/propagation.h"

static bool is_constraint(const struct op *op) {
    return op_is(op, OP_SDY_SHARDING_CONSTRAINT);
}

static const struct attr *in_sharding(const struct op *computation, uint32_t index) {
    const struct sharding_list *list = attr_as_shardings(op_property(computation, "in_shardings"));
    return list && index < list->count ? list->items[index] : NULL;
}

/* Some use asks for another sharding than this. */
static bool has_other_constraint(const struct value *value, const struct attr *sharding) {
    FOR_EACH_USE (use, value) {
        if (is_constraint(use->user) && op_property(use->user, "sharding") != sharding) {
            return true;
        }
        if (op_is(use->user, OP_SDY_MANUAL_COMPUTATION) &&
            in_sharding(use->user, use_index(use)) != sharding) {
            return true;
        }
    }
    return false;
}

static bool has_constraint(const struct value *value, const struct op *but) {
    FOR_EACH_USE (use, value) {
        if (use->user != but &&
            (is_constraint(use->user) || op_is(use->user, OP_SDY_MANUAL_COMPUTATION))) {
            return true;
        }
    }
    return false;
}

/* The last of a chain of at least two constraints that begins with `head`, when only the chain
 * concerns its input; NULL: no such chain. */
static struct op *chain_tail(struct module *module, struct op *head) {
    struct value *input = op_operand(head, 0);
    if ((input->op && is_constraint(input->op)) || value_sharding(module->context, input) ||
        has_constraint(input, head)) {
        return NULL;
    }
    struct op *tail = head;
    while (value_has_one_use(&tail->results[0]) &&
           is_constraint(tail->results[0].first_use->user)) {
        tail = tail->results[0].first_use->user;
    }
    return tail == head || has_constraint(&tail->results[0], NULL) ? NULL : tail;
}

/* Uses of the chain's input after its tail see the tail's result. */
static void skip_chain(struct module *module, struct op *head) {
    struct op *tail = chain_tail(module, head);
    if (!tail) {
        return;
    }
    struct use *next;
    for (struct use *use = op_operand(head, 0)->first_use; use; use = next) {
        next = use->next;
        struct op *user = use->user;
        bool is_return = op_has(user, OP_TERMINATOR) && op_has(op_parent(user), OP_FUNCTION);
        if (user != head && !is_return && user->block == tail->block && op_is_before(tail, user)) {
            op_set_operand(user, use_index(use), &tail->results[0]);
        }
    }
}

static bool should_apply(struct module *module, struct value *input, const struct attr *sharding) {
    return value_shardable(input) && !value_sharding(module->context, input) &&
           sharding_is_closed(attr_as_sharding(sharding)) && !has_other_constraint(input, sharding);
}

/* Unreduced axes do not travel: the value gets them at once. */
static void set_unreduced(struct module *module, const struct op *origin, struct value *input,
                          const struct attr *sharding) {
    const struct sharding *asked = attr_as_sharding(sharding);
    if (asked->unreduced.count == 0) {
        return;
    }
    const struct attr *now = value_sharding(module->context, input);
    now = now ? now : sharding_empty_like(module->context, asked, false);
    struct sharding with = *attr_as_sharding(now);
    with.unreduced = asked->unreduced;
    with.unreduced_kind = asked->unreduced_kind;
    observe_assignment(module, &(struct sharding_assignment){
                                   .reason = ASSIGNED_UNREDUCED,
                                   .value = value_shardable(input),
                                   .op = origin,
                                   .before = value_sharding(module->context, input),
                                   .after = sharding_attr(module->context, &with),
                               });
    value_set_sharding(module, input, sharding_attr(module->context, &with));
}

static bool is_on_edge(struct value *value) {
    return (value->op && op_has(value->op, OP_FLOW_EDGE)) || flow_edge(flow_owner_of_target(value));
}

static void move_after(struct op *op, struct value *value) {
    op_unlink(op);
    if (value->op) {
        op_insert_after(value->op, op);
    } else if (value->block->first) {
        op_insert_before(value->block->first, op);
    } else {
        op_append(value->block, op);
    }
}

static struct op *new_constraint(struct module *module, const struct op *origin,
                                 struct value *input, const struct attr *sharding) {
    struct builder builder = builder_after_value(module, input);
    builder.location = origin->location;
    return build_sharded(&builder, OP_SDY_SHARDING_CONSTRAINT, input, sharding);
}

/* Tells who watches that the input is given what `origin` asks. */
static void report(struct module *module, struct op *origin, struct op *own, struct value *input,
                   const struct attr *sharding) {
    if (own) {
        observe_constraint(module, own);
        return;
    }
    observe_assignment(module, &(struct sharding_assignment){
                                   .reason = ASSIGNED_BY_COMPUTATION,
                                   .value = value_shardable(input),
                                   .op = origin,
                                   .after = sharding,
                               });
}

/* A target of a data flow keeps its freedom: its uses see a constraint instead. `own` is the
 * constraint that asks, or NULL where a manual computation does. */
static void apply(struct module *module, struct op *origin, struct op *own, struct value *input,
                  const struct attr *sharding) {
    if (!should_apply(module, input, sharding)) {
        return;
    }
    if (!is_on_edge(input)) {
        const struct attr *rule = op_sharding_rule(module->context, origin, false);
        if (rule) {
            op_set_attr(module, origin, "sdy.sharding_rule", rule);
        }
        report(module, origin, own, input, sharding);
        value_set_sharding(module, input, sharding);
        return;
    }
    if (own) {
        move_after(own, input);
    } else {
        own = new_constraint(module, origin, input, sharding);
    }
    replace_uses_except(input, &own->results[0], own);
    set_unreduced(module, origin, input, sharding);
}

static bool apply_op(struct op *op, void *data) {
    struct module *module = data;
    if (is_constraint(op)) {
        skip_chain(module, op);
        apply(module, op, op, op_operand(op, 0), op_property(op, "sharding"));
    } else if (op_is(op, OP_SDY_MANUAL_COMPUTATION)) {
        const struct sharding_list *in = attr_as_shardings(op_property(op, "in_shardings"));
        for (uint32_t i = 0; in && i < in->count; i++) {
            apply(module, op, NULL, op_operand(op, i), in->items[i]);
        }
    }
    return true;
}

bool pass_apply_sharding_constraints(struct module *module, const struct pass_options *options) {
    struct debug_notes notes;
    debug_notes_begin(&notes, module, pass_bool(options, "debug-sharding-origins"),
                      pass_bool(options, "debug-propagation-edge-sharding"));
    if (module_has_made(module, op_table[OP_SDY_SHARDING_CONSTRAINT]) ||
        module_has_made(module, op_table[OP_SDY_MANUAL_COMPUTATION])) {
        op_walk_post(module->op, apply_op, module);
    }
    debug_notes_end(&notes, true);
    return true;
}
