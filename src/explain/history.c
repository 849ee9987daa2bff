/* What propagation reports while it runs, as events of tracks. */
#include <string.h>

#include "explain/explain.h"
#include "ops/op_def.h"

/* --- which values a step is between ----------------------------------------------------------- */

static struct track *function_result(const struct explanation *explanation, const struct op *func,
                                     uint32_t index) {
    const char *name = symbol_name(func);
    for (size_t i = 0; name && i < explanation->program_subjects; i++) {
        const struct subject *subject = explanation->subjects.items[i];
        if (subject->kind == SUBJECT_FUNCTION_RESULT && subject->index == index &&
            strcmp(subject->function, name) == 0) {
            return subject->tracks;
        }
    }
    return NULL;
}

static struct value *returned_value(const struct op *func, uint32_t index) {
    const struct op *returns = block_terminator(func->regions[0].first);
    return op_operand(returns, index);
}

/* A tensor of a step as the program names it: what carries its sharding may be another value. */
static struct track *step_track(const struct explanation *explanation,
                                const struct sharding_step *step, uint32_t tensor) {
    const struct op *op = step->op;
    const struct value *named = step->values[tensor];
    if (op_has(op, OP_FUNCTION)) {
        if (tensor == 1) {
            return function_result(explanation, op, step->result);
        }
        named = returned_value(op, step->result);
    } else if (op_is(op, OP_SDY_DATA_FLOW_EDGE)) {
        const struct value *owner = op_operand(op, 0);
        bool is_source = tensor < flow_source_count(owner);
        named = is_source ? flow_source(owner, tensor)->value : owner;
    } else if (!op_has(op, OP_FLOW_EDGE)) {
        named = tensor < op->operand_count ? op_operand(op, tensor)
                                           : op_result(op, tensor - op->operand_count);
    }
    struct track *track = track_of(explanation, named);
    return track ? track : track_of(explanation, step->values[tensor]);
}

static enum step_kind kind_of(const struct sharding_step *step) {
    if (op_has(step->op, OP_FUNCTION)) {
        return STEP_RETURN;
    }
    if (op_has(step->op, OP_FLOW_EDGE)) {
        return STEP_FLOW;
    }
    if (op_is(step->op, OP_SDY_PROPAGATION_BARRIER)) {
        return STEP_BARRIER;
    }
    return step->directions ? STEP_RULE : STEP_CONSTRAINT;
}

/* --- what moved ------------------------------------------------------------------------------- */

/* The axes of `new` that are not in `old`; an axis that has become larger counts as new. What the
 * dimension does not have in the end, for it would be strided, has not come. */
static struct axis_list added_axes(struct arena *arena, struct axis_list old, struct axis_list new,
                                   struct axis_list dim) {
    struct axis_vector added = {.arena = arena};
    for (uint32_t i = 0; i < new.count; i++) {
        bool is_old = i < old.count && axis_equal(old.items[i], new.items[i]);
        if (!is_old && axes_overlap(dim, (struct axis_list){.count = 1, .items = &new.items[i]})) {
            axes_push(&added, new.items[i]);
        }
    }
    return axes_of(&added);
}

/* The tensor that had the axes, or one that had some of them. */
static uint32_t source_tensor(const struct sharding_step *step, uint32_t tensor, uint32_t factor,
                              struct axis_list added) {
    uint32_t source = step_source(step, tensor, factor);
    uint32_t count = rule_tensor_count(step->before->rule);
    for (uint32_t t = 0; t < count && source == TENSOR_NONE; t++) {
        const struct factor_sharding *other = &step->before->tensors[t].factors[factor];
        if (t != tensor && other->is_mapped && axes_overlap(other->axes, added)) {
            source = t;
        }
    }
    return source;
}

typedef VECTOR(struct move) move_list;

static void add_move(struct explanation *explanation, const struct sharding_step *step,
                     uint32_t tensor, uint32_t factor, move_list *moves) {
    const struct sharding_rule *rule = step->before->rule;
    struct move move = {.factor = factor};
    if (!rule_tensor_find(&rule->tensors[tensor], factor, &move.dim)) {
        return;
    }
    const struct sharding *changed = attr_as_sharding(step->changed[tensor]);
    move.axes =
        added_axes(explanation->arena, step->before->tensors[tensor].factors[factor].axes,
                   step->after->tensors[tensor].factors[factor].axes, changed->dims[move.dim].axes);
    if (move.axes.count == 0) {
        return;
    }
    uint32_t source = source_tensor(step, tensor, factor, move.axes);
    if (source != TENSOR_NONE &&
        rule_tensor_find(&rule->tensors[source], factor, &move.source_dim)) {
        move.source = step_track(explanation, step, source);
    }
    *vector_push(moves) = move;
}

static const char *step_operation(struct explanation *explanation, const struct op *op) {
    if (op_has(op, OP_FLOW_EDGE)) {
        op = value_owner(op_operand(op, 0));
    } else if (op_has(op, OP_FUNCTION)) {
        return "return";
    }
    return operation_name(explanation->arena, op);
}

static struct location step_location(const struct op *op) {
    if (op_has(op, OP_FLOW_EDGE)) {
        return value_owner(op_operand(op, 0))->location;
    }
    return op_has(op, OP_FUNCTION) ? block_terminator(op->regions[0].first)->location
                                   : op->location;
}

/* A new sharding as its value shows it: the edge of a manual computation is reported as seen from
 * the other side. */
static const struct attr *seen_by_value(const struct explanation *explanation,
                                        const struct sharding_step *step, uint32_t tensor) {
    const struct attr *sharding = step->changed[tensor];
    if (!op_is(step->op, OP_SDY_DATA_FLOW_EDGE)) {
        return sharding;
    }
    const struct value *owner = op_operand(step->op, 0);
    const struct op *flow = value_owner(owner);
    const struct axis_list *manual = attr_as_axes(op_property(flow, "manual_axes"));
    if (!manual || tensor < flow_source_count(owner)) {
        return sharding;
    }
    const struct sharding_list *outer = attr_as_shardings(op_property(flow, "out_shardings"));
    return owner->op ? sharding_with_manual(explanation->context, outer->items[owner->index],
                                            sharding, manual)
                     : sharding_without_manual(explanation->context, sharding, manual);
}

static void note_tensor(struct explanation *explanation, const struct sharding_step *step,
                        uint32_t tensor) {
    struct track *track = track_of(explanation, step->values[tensor]);
    if (op_has(step->op, OP_FUNCTION) && tensor == 1) {
        track = function_result(explanation, step->op, step->result);
    }
    if (!track) {
        return;
    }
    move_list moves = {0};
    for (uint32_t f = 0; f < step->before->rule->factor_count; f++) {
        add_move(explanation, step, tensor, f, &moves);
    }
    struct event *event = add_event(explanation, track, EVENT_STEP, track->sharding,
                                    seen_by_value(explanation, step, tensor));
    event->step = kind_of(step);
    event->operation = step_operation(explanation, step->op);
    event->location = step_location(step->op);
    event->round = (struct round){.user_priority = step->user_priority,
                                  .op_priority = step->op_priority,
                                  .is_aggressive = step->is_aggressive};
    event->move_count = (uint32_t)moves.count;
    if (moves.count) {
        event->moves =
            arena_copy(explanation->arena, moves.items, moves.count * sizeof *moves.items);
    }
    vector_free(&moves);
}

/* The tensor is one that has been noted before: `add %a, %a`. */
static bool is_repeated(const struct sharding_step *step, uint32_t tensor) {
    for (uint32_t t = 0; t < tensor; t++) {
        if (step->values[t] && step->values[t] == step->values[tensor] &&
            step->changed[t] == step->changed[tensor]) {
            return true;
        }
    }
    return false;
}

static void note_step(void *data, const struct sharding_step *step) {
    struct explanation *explanation = data;
    for (uint32_t t = 0; t < rule_tensor_count(step->before->rule); t++) {
        if (step->changed[t] && !is_repeated(step, t)) {
            note_tensor(explanation, step, t);
        }
    }
}

/* --- assignments ------------------------------------------------------------------------------ */

static void note_assignment(void *data, const struct sharding_assignment *assignment) {
    struct explanation *explanation = data;
    struct track *track = assignment->value ? track_of(explanation, assignment->value)
                          : assignment->op
                              ? function_result(explanation, assignment->op, assignment->result)
                              : NULL;
    if (!track) {
        return;
    }
    /* That a dimension waits for its priority is no change of what the program asks for. */
    struct event *event =
        add_event(explanation, track, EVENT_ASSIGNED, assignment->before, assignment->after);
    event->reason = assignment->reason;
    event->priority = assignment->priority;
    event->round = (struct round){.user_priority = assignment->priority};
    event->other = track_of(explanation, assignment->from);
    if (assignment->op) {
        event->operation = operation_name(explanation->arena, assignment->op);
        event->location = assignment->op->location;
    }
}

static void note_fixed_point(void *data, struct propagation *state) {
    find_stops(data, state);
}

struct sharding_observer history_observer(struct explanation *explanation) {
    return (struct sharding_observer){
        .step = note_step,
        .assignment = note_assignment,
        .fixed_point = note_fixed_point,
        .data = explanation,
    };
}
