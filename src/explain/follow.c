/* Following values through the passes. After each pass every value of the module is looked up: it
 * is where it was, or its operation has been rebuilt, or it is a copy. Shardings that differ from
 * what they were without anyone having reported it are the pass's doing. */
#include <stdlib.h>

#include "explain/explain.h"
#include "ops/op_def.h"
#include "propagation/edit.h"

static bool same_lists(const struct sharding *a, const struct sharding *b) {
    for (uint32_t i = 0; i < a->rank; i++) {
        if (!axes_equal(a->dims[i].axes, b->dims[i].axes)) {
            return false;
        }
    }
    return axes_equal(a->replicated, b->replicated) && axes_equal(a->unreduced, b->unreduced);
}

bool same_axes(const struct attr *a, const struct attr *b) {
    const struct sharding *first = attr_as_sharding(a), *second = attr_as_sharding(b);
    if (!first || !second) {
        return (!first || sharding_has_no_axes(first)) && (!second || sharding_has_no_axes(second));
    }
    return first->rank == second->rank && same_lists(first, second);
}

struct event *add_event(struct explanation *explanation, struct track *track, enum event_kind kind,
                        const struct attr *before, const struct attr *after) {
    struct event *event = ARENA_NEW(explanation->arena, struct event);
    *event = (struct event){
        .kind = kind,
        .time = explanation->time++,
        .before = before,
        .after = after,
        .pass = explanation->pass,
    };
    *vector_push(&track->events) = event;
    track->sharding = after;
    return event;
}

/* A track of the subject whose value is nowhere any more: its operation has been rebuilt. */
static struct track *lost_track(const struct explanation *explanation,
                                const struct subject *subject) {
    for (struct track *track = subject->tracks; track; track = track->next) {
        if (!track->is_seen && !track->gone &&
            !pointer_map_get(&explanation->values_now, track->value)) {
            return track;
        }
    }
    return NULL;
}

static struct track *adopt(struct explanation *explanation, struct value *value) {
    struct subject *subject = subject_of(explanation, value);
    if (!subject) {
        return new_track(explanation, added_subject(explanation, value), value);
    }
    struct track *track = lost_track(explanation, subject);
    if (track) {
        pointer_map_put(&explanation->tracks_by_value, value, track);
        track->value = value;
        return track;
    }
    struct track *origin = subject->tracks;
    track = new_track(explanation, subject, value);
    if (origin->sharding) {
        add_event(explanation, track, EVENT_COPIED, NULL, origin->sharding)->other = origin;
    }
    return track;
}

/* --- all values ------------------------------------------------------------------------------- */

typedef void value_visit(struct explanation *explanation, struct value *value);

static void for_each_value(struct explanation *explanation, struct op *op, value_visit *visit) {
    for (uint32_t i = 0; i < op->result_count && !op_has(op, OP_FLOW_EDGE); i++) {
        if (type_is_tensor(op->results[i].type)) {
            visit(explanation, &op->results[i]);
        }
    }
    for (uint32_t r = 0; r < op->region_count; r++) {
        FOR_EACH_BLOCK (block, &op->regions[r]) {
            for (uint32_t i = 0; i < block->argument_count; i++) {
                if (type_is_tensor(block->arguments[i]->type)) {
                    visit(explanation, block->arguments[i]);
                }
            }
            FOR_EACH_OP (inner, block) {
                for_each_value(explanation, inner, visit);
            }
        }
    }
}

static void note_value(struct explanation *explanation, struct value *value) {
    pointer_map_put(&explanation->values_now, value, value);
    struct track *track = track_of(explanation, value);
    if (track) {
        track->is_seen = true;
    }
}

static void find_value(struct explanation *explanation, struct value *value) {
    struct track *track = track_of(explanation, value);
    track = track ? track : adopt(explanation, value);
    track->is_seen = true;
}

static void note_change(struct explanation *explanation, struct track *track,
                        const struct attr *now) {
    enum event_kind kind = explanation->pass ? EVENT_PASS : EVENT_GIVEN;
    if (same_axes(track->sharding, now) && (explanation->pass || !now)) {
        track->sharding = now;
        return;
    }
    struct event *event = add_event(explanation, track, kind, track->sharding, now);
    event->location = track->subject->location;
}

static void update_value(struct explanation *explanation, struct value *value) {
    struct track *track = track_of(explanation, value);
    struct track *carrier = track_of(explanation, value_shardable(value));
    track->carrier = carrier ? carrier : track;
    if (track->carrier == track) {
        note_change(explanation, track, value_sharding(explanation->context, value));
    }
}

/* A result of a function that is not main has the sharding of what is returned. */
static void update_function_result(struct explanation *explanation, struct track *track,
                                   const struct op *func) {
    const struct attr *now = func_result_sharding(func, track->subject->index);
    size_t count = track->events.count;
    note_change(explanation, track, now);
    if (track->events.count == count || !explanation->pass || !func->regions[0].first) {
        return;
    }
    const struct op *returns = block_terminator(func->regions[0].first);
    const struct value *returned = op_operand(returns, track->subject->index);
    if (same_axes(value_sharding(explanation->context, returned), now)) {
        struct event *event = track->events.items[count];
        event->other = track_of(explanation, returned);
        event->location = returns->location;
    }
}

static void update_function_results(struct explanation *explanation) {
    for (size_t i = 0; i < explanation->program_subjects; i++) {
        const struct subject *subject = explanation->subjects.items[i];
        if (subject->kind != SUBJECT_FUNCTION_RESULT) {
            continue;
        }
        const struct op *func = symbol_lookup(explanation->module->op, subject->function);
        if (func && op_has(func, OP_FUNCTION) && subject->index < func_result_count(func)) {
            update_function_result(explanation, subject->tracks, func);
        }
    }
}

static void note_gone(struct explanation *explanation) {
    for (size_t i = 0; i < explanation->tracks.count; i++) {
        struct track *track = explanation->tracks.items[i];
        if (!track->is_seen && track->value) {
            pointer_map_remove(&explanation->tracks_by_value, track->value);
            track->value = NULL;
            track->gone = explanation->pass;
        }
    }
}

static bool note_group(struct op *op, void *data) {
    if (op_is(op, OP_SDY_SHARDING_GROUP)) {
        struct track *track = track_of(data, op_operand(op, 0));
        if (track) {
            bool is_first = track->group < 0;
            track->group = op_int(op, "group_id", -1);
            track->group_in_text = is_first ? track->group : track->group_in_text;
        }
    }
    return true;
}

void follow_values(struct explanation *explanation) {
    struct op *root = explanation->module->op;
    for (size_t i = 0; i < explanation->tracks.count; i++) {
        explanation->tracks.items[i]->is_seen = false;
    }
    for_each_value(explanation, root, note_value);
    for_each_value(explanation, root, find_value);
    for_each_value(explanation, root, update_value);
    update_function_results(explanation);
    note_gone(explanation);
    pointer_map_free(&explanation->values_now);
    explanation->values_now = (struct pointer_map){0};
    op_walk(root, note_group, explanation);
}
