/* What happened, in English: how axes came to a value, and what became of it. */
#include <string.h>

#include "explain/explain.h"

/* --- how an axis came ------------------------------------------------------------------------- */

static const char *given_by(const struct subject *subject) {
    if (strcmp(subject->original, "sdy.sharding_constraint") == 0) {
        return "given by ";
    }
    bool is_manual = strcmp(subject->original, "sdy.manual_computation") == 0;
    return is_manual ? "given by out_shardings of " : "given by the sharding written on ";
}

static void say_given(struct buffer *out, const struct explanation *explanation,
                      const struct track *track, uint32_t dim, const struct event *event) {
    const struct subject *subject = track->subject;
    switch (subject->kind) {
    case SUBJECT_ARGUMENT:
        buffer_add(out, "given by the sharding of the argument");
        break;
    case SUBJECT_FUNCTION_RESULT:
        buffer_add(out, "given by the sharding of the result in the signature");
        break;
    case SUBJECT_BLOCK_ARGUMENT:
        buffer_printf(out, "given by in_shardings of %s", subject->operation);
        break;
    case SUBJECT_RESULT:
    case SUBJECT_ADDED:
        buffer_add(out, given_by(subject));
        say_operation(out, explanation, subject->operation, event->location);
        break;
    }
    const struct sharding *sharding = attr_as_sharding(event->after);
    if (dim < sharding->rank && sharding->dims[dim].priority != PRIORITY_NONE) {
        buffer_printf(out, ", with priority p%lld", (long long)sharding->dims[dim].priority);
    }
}

/* A pass that gives shardings without reporting why. */
static const char *pass_reason(const char *pass) {
    static const struct {
        const char *pass, *reason;
    } reasons[] = {
        {"sdy-add-data-flow-edges", "the flow's own sharding"},
        {"sdy-add-func-data-flow-edges", "the function's own sharding"},
        {"sdy-insert-explicit-reshards",
         "the operation computes on the axes its tensors agree on, and reshards stand where they "
         "do not"},
        {"sdy-import-func-calls", "a call gets the shardings of the function's arguments"},
        {"sdy-insert-func-call-reshards", "a call has the shardings of the function's results"},
        {"sdy-manual-axes-cleanup", "manual axes that are not used are replicated"},
        {"sdy-propagate-to-func-results", "results of functions get the shardings of what is "
                                          "returned"},
        {"sdy-remove-size-one-axes", "axes of size one shard nothing"},
        {"sdy-remove-sub-axes-in-input-output-shardings",
         "parts of axes do not stay on inputs and outputs whose dimension is open"},
        {"sdy-unflatten-call-graph", "calls of one function share one copy again"},
        {"sdy-update-non-divisible-input-output-shardings",
         "inputs and outputs keep only the axes that divide the dimension"},
    };
    for (size_t i = 0; pass && i < sizeof reasons / sizeof *reasons; i++) {
        if (strcmp(reasons[i].pass, pass) == 0) {
            return reasons[i].reason;
        }
    }
    return NULL;
}

static void say_pass(struct buffer *out, const struct event *event) {
    const char *reason = pass_reason(event->pass);
    buffer_printf(out, "changed by %s%s%s", event->pass, reason ? ": " : "", reason ? reason : "");
}

static void say_assignment(struct buffer *out, const struct explanation *explanation,
                           const struct track *track, const struct event *event) {
    switch (event->reason) {
    case ASSIGNED_BY_CALLEE:
        buffer_add(out, "given by the signature of the function, for ");
        say_operation(out, explanation, event->operation, event->location);
        break;
    case ASSIGNED_BY_COMPUTATION:
        buffer_add(out, "asked for by in_shardings of ");
        say_operation(out, explanation, event->operation, event->location);
        break;
    case ASSIGNED_UNREDUCED:
        buffer_add(out, "unreduced as asked for by ");
        say_operation(out, explanation, event->operation, event->location);
        break;
    case ASSIGNED_BY_GROUP:
        buffer_printf(out, "shared within sharding group %lld", (long long)track->group_in_text);
        if (event->other && event->other != track) {
            buffer_add(out, ", with ");
            say_name(out, event->other);
        }
        break;
    case ASSIGNED_FOR_LATER:
        buffer_add(out, "dimensions of later priorities wait, closed and empty");
        break;
    case ASSIGNED_BY_PRIORITY:
        buffer_printf(out, "dimensions of priority p%lld take part from now on",
                      (long long)event->priority);
        break;
    case ASSIGNED_EVENLY:
        buffer_add(out, "inputs and outputs keep only the axes that divide the dimension");
        break;
    case ASSIGNED_WITHOUT_PARTS:
        buffer_add(out, "parts of axes do not stay on inputs and outputs whose dimension is open");
        break;
    }
}

static void say_source(struct buffer *out, const struct arrival *arrival, const char *before,
                       bool with_source) {
    if (with_source && arrival->source) {
        buffer_add(out, before);
        say_dim(out, arrival->source, arrival->source_dim);
        buffer_add_char(out, ' ');
    }
}

static void say_returned(struct buffer *out, const struct explanation *explanation,
                         const struct track *track, struct location location) {
    bool is_result = track->subject->kind == SUBJECT_FUNCTION_RESULT;
    buffer_printf(out, "%s (line %d)", is_result ? "returned" : "by being returned as that result",
                  (int)line_of(explanation, location));
}

static void say_step(struct buffer *out, const struct explanation *explanation,
                     const struct track *track, const struct arrival *arrival, bool with_source) {
    const struct event *event = arrival->event;
    switch (event->step) {
    case STEP_RULE:
        say_source(out, arrival, "from ", with_source);
        buffer_add(out, "by factor ");
        say_factor(out, arrival->factor);
        buffer_add(out, " of ");
        break;
    case STEP_FLOW:
        say_source(out, arrival, "from ", with_source);
        buffer_add(out, "by the data flow of ");
        break;
    case STEP_BARRIER:
        say_source(out, arrival, "from ", with_source);
        buffer_add(out, "through the barrier ");
        break;
    case STEP_RETURN:
        say_source(out, arrival, "from ", with_source);
        say_returned(out, explanation, track, event->location);
        return;
    case STEP_CONSTRAINT:
        buffer_add(out, "asked for by ");
        break;
    }
    say_operation(out, explanation, event->operation, event->location);
}

void say_arrival(struct buffer *out, const struct explanation *explanation,
                 const struct track *track, uint32_t dim, const struct arrival *arrival,
                 bool with_source) {
    const struct event *event = arrival->event;
    if (!event) {
        if (!arrival->source) {
            buffer_printf(out, "given by in_shardings of %s", track->subject->operation);
            return;
        }
        say_source(out, arrival, "the same as ", with_source);
        buffer_add(out, "carried by ");
        say_operation(out, explanation, arrival->source->subject->operation,
                      arrival->source->subject->location);
        return;
    }
    switch (event->kind) {
    case EVENT_GIVEN:
        say_given(out, explanation, track, dim, event);
        break;
    case EVENT_COPIED:
        say_source(out, arrival, "from ", with_source);
        buffer_add(out, with_source ? "of which it is a copy" : "as a copy of it");
        break;
    case EVENT_STEP:
        say_step(out, explanation, track, arrival, with_source);
        break;
    case EVENT_ASSIGNED:
        say_assignment(out, explanation, track, event);
        break;
    case EVENT_PASS:
        if (event->other) {
            say_source(out, arrival, "from ", with_source);
            say_returned(out, explanation, track, event->location);
        } else {
            say_pass(out, event);
        }
        break;
    }
}

const char *arrival_word(const struct arrival *arrival) {
    static const char *const steps[] = {"rule", "flow", "barrier", "return", "constraint"};
    static const char *const assignments[] = {"callee", "manual_computation", "unreduced", "group",
                                              "waits",  "priority",           "even",      "whole"};
    if (!arrival->event) {
        /* A manual axis on the way through an argument of the computation,
         * which does not show it. */
        return arrival->source ? "carried" : "given";
    }
    switch (arrival->event->kind) {
    case EVENT_GIVEN:
        return "given";
    case EVENT_COPIED:
        return "copy";
    case EVENT_STEP:
        return steps[arrival->event->step];
    case EVENT_ASSIGNED:
        return assignments[arrival->event->reason];
    case EVENT_PASS:
        break;
    }
    return arrival->event->other ? "return" : "pass";
}

/* --- the history of a value ------------------------------------------------------------------- */

/* When: of user priorities only later ones are worth a word. */
static void say_round(struct buffer *out, const struct round *round) {
    buffer_add(out, " (round of ");
    if (round->user_priority != 0) {
        buffer_printf(out, "priority p%lld, ", (long long)round->user_priority);
    }
    buffer_printf(out, "%s, %s strategy)", round_words(round->op_priority),
                  round->is_aggressive ? "aggressive" : "basic");
}

static void say_moves(struct buffer *out, const struct explanation *explanation,
                      const struct track *track, const struct event *event) {
    for (uint32_t i = 0; i < event->move_count; i++) {
        const struct move *move = &event->moves[i];
        const struct arrival arrival = {.event = event,
                                        .factor = move->factor,
                                        .source = move->source,
                                        .source_dim = move->source_dim};
        buffer_add(out, i ? "; " : "");
        axes_say(out, move->axes);
        buffer_printf(out, " %s to dimension %u%s ", move->axes.count == 1 ? "comes" : "come",
                      move->dim, event->step == STEP_CONSTRAINT ? "," : "");
        say_step(out, explanation, track, &arrival, true);
    }
    if (event->step == STEP_CONSTRAINT && event->move_count == 0) {
        buffer_add(out, "asked for by ");
        say_operation(out, explanation, event->operation, event->location);
    } else if (event->step != STEP_CONSTRAINT) {
        say_round(out, &event->round);
    }
}

void say_event(struct buffer *out, const struct explanation *explanation, const struct track *track,
               const struct event *event) {
    const struct arrival arrival = {.event = event, .source = event->other};
    switch (event->kind) {
    case EVENT_STEP:
        say_moves(out, explanation, track, event);
        break;
    case EVENT_COPIED:
        buffer_add(out, "copied from ");
        say_name(out, event->other);
        buffer_printf(out, " by %s", event->pass);
        break;
    case EVENT_GIVEN:
        say_given(out, explanation, track, UINT32_MAX, event);
        break;
    case EVENT_PASS:
        if (event->other) {
            buffer_add(out, "that of ");
            say_name(out, event->other);
            buffer_printf(out, ", which is returned (line %d)",
                          (int)line_of(explanation, event->location));
            break;
        }
        say_pass(out, event);
        break;
    case EVENT_ASSIGNED:
        say_arrival(out, explanation, track, 0, &arrival, true);
        break;
    }
}

void say_loss(struct buffer *out, const struct explanation *explanation, const struct track *track,
              uint32_t dim, const struct event *loss) {
    buffer_add(out, "it was sharded along ");
    axes_say(out, attr_as_sharding(loss->before)->dims[dim].axes);
    buffer_add(out, " before: ");
    say_event(out, explanation, track, loss);
}

const struct event *find_loss(const struct track *track, uint32_t dim) {
    for (size_t i = track->events.count; i-- > 0;) {
        const struct event *event = track->events.items[i];
        const struct sharding *before = attr_as_sharding(event->before);
        const struct sharding *after = attr_as_sharding(event->after);
        bool waits = event->kind == EVENT_ASSIGNED && event->reason == ASSIGNED_FOR_LATER;
        if (before && after && dim < before->rank && dim < after->rank && !waits &&
            !axes_equal(before->dims[dim].axes, after->dims[dim].axes)) {
            bool less = axes_strict_prefix(after->dims[dim].axes, before->dims[dim].axes);
            return less || after->dims[dim].axes.count == 0 ? event : NULL;
        }
    }
    return NULL;
}
