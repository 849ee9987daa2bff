/* What happened, and what did not, in English. */
#include <string.h>

#include "explain/explain.h"

/* --- words ------------------------------------------------------------------------------------ */

/* The number of the line, from 0, that holds the offset. */
static size_t line_index(const struct explanation *explanation, uint32_t offset) {
    size_t low = 0, high = explanation->lines.count;
    while (high - low > 1) {
        size_t middle = low + (high - low) / 2;
        if (explanation->lines.items[middle] <= offset) {
            low = middle;
        } else {
            high = middle;
        }
    }
    return low;
}

int32_t line_of(const struct explanation *explanation, struct location location) {
    return location.source
               ? (int32_t)line_index(explanation, location.offset) + explanation->source->first_line
               : 0;
}

int32_t column_of(const struct explanation *explanation, struct location location) {
    if (!location.source) {
        return 0;
    }
    size_t line = line_index(explanation, location.offset);
    return (int32_t)(location.offset - explanation->lines.items[line]) + 1;
}

void say_axis(struct buffer *out, struct axis_ref axis) {
    buffer_printf(out, "\"%s\"", axis.name);
    if (!axis_is_whole(axis)) {
        buffer_printf(out, ":(%lld)%lld", (long long)axis.pre_size, (long long)axis.size);
    }
}

void say_factor(struct buffer *out, uint32_t factor) {
    enum { LAST_LETTER = 'z' - 'i' };
    if (factor <= LAST_LETTER) {
        buffer_add_char(out, (char)('i' + factor));
    } else {
        buffer_printf(out, "z_%u", factor - LAST_LETTER);
    }
}

static void say_axes(struct buffer *out, struct axis_list axes) {
    for (uint32_t i = 0; i < axes.count; i++) {
        buffer_add(out, i ? ", " : "");
        say_axis(out, axes.items[i]);
    }
}

static void say_more_axes(struct buffer *out, const char *name, struct axis_list axes) {
    if (axes.count != 0) {
        buffer_printf(out, ", %s={", name);
        say_axes(out, axes);
        buffer_add(out, "}");
    }
}

void say_sharding(struct buffer *out, const struct attr *attr, uint32_t rank) {
    static const char *const unreduced[] = {"unreduced", "unreduced=max", "unreduced=min"};
    const struct sharding *sharding = attr_as_sharding(attr);
    buffer_add(out, "[");
    for (uint32_t i = 0; i < rank; i++) {
        buffer_add(out, i ? ", {" : "{");
        if (sharding && i < sharding->rank) {
            say_axes(out, sharding->dims[i].axes);
        }
        buffer_add(out, "}");
    }
    buffer_add(out, "]");
    if (sharding) {
        say_more_axes(out, "replicated", sharding->replicated);
        say_more_axes(out, unreduced[sharding->unreduced_kind], sharding->unreduced);
    }
}

/* All others have gone: no need to tell them apart. */
static bool is_only_one(const struct track *track) {
    for (const struct track *other = track->subject->tracks; other; other = other->next) {
        if (other != track && !other->gone) {
            return false;
        }
    }
    return !track->gone;
}

void say_name(struct buffer *out, const struct track *track) {
    buffer_add(out, track->subject->label);
    if (track->copy != 0 && !is_only_one(track)) {
        buffer_printf(out, " (copy %u)", track->copy);
    }
}

void say_gone(struct buffer *out, const struct track *track) {
    static const struct {
        const char *pass, *words;
    } reasons[] = {
        {"sdy-constant-or-scalar-merger", "merged with an equal one"},
        {"sdy-unflatten-call-graph", "removed with a copy of its function"},
        {"sdy-export-named-computations", "removed with a copy of its function"},
        {"symbol-dce", "removed with its function, which nothing calls"},
    };
    for (size_t i = 0; i < sizeof reasons / sizeof *reasons; i++) {
        if (strcmp(reasons[i].pass, track->gone) == 0) {
            buffer_add(out, reasons[i].words);
            return;
        }
    }
    buffer_add(out, "removed: nothing uses it");
}

void say_operation(struct buffer *out, const struct explanation *explanation, const char *operation,
                   struct location location) {
    buffer_add(out, operation);
    if (location.source) {
        buffer_printf(out, " (line %d)", (int)line_of(explanation, location));
    }
}

void say_subject(struct buffer *out, const struct subject *subject) {
    switch (subject->kind) {
    case SUBJECT_ARGUMENT:
        buffer_printf(out, "argument %u of @%s", subject->index, subject->function);
        break;
    case SUBJECT_RESULT:
        buffer_printf(out, "result of %s", subject->operation);
        break;
    case SUBJECT_BLOCK_ARGUMENT:
        buffer_printf(out, "argument %u of a region of %s", subject->index, subject->operation);
        break;
    case SUBJECT_FUNCTION_RESULT:
        buffer_printf(out, "result %u of @%s", subject->index, subject->function);
        break;
    case SUBJECT_ADDED:
        buffer_printf(out, "result of a %s that sdyc added", subject->operation);
        break;
    }
}

static void say_dim(struct buffer *out, const struct track *track, uint32_t dim) {
    buffer_printf(out, "dimension %u of ", dim);
    say_name(out, track);
}

/* --- how an axis came ------------------------------------------------------------------------- */

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
        buffer_add(out, "given by the sharding written on ");
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
        /* A manual axis on the way through an argument of the computation, which does not show it.
         */
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

/* --- what stopped an axis --------------------------------------------------------------------- */

static int64_t element_count(const struct track *track) {
    int64_t count = 1;
    for (uint32_t i = 0; i < track->subject->type->rank; i++) {
        if (!multiply_checked(count, track->subject->type->dims[i], &count)) {
            return INT64_MAX;
        }
    }
    return count;
}

static const char *round_words(int32_t op_priority) {
    static const char *const words[] = {
        "elementwise operations whose operands have no other use", "elementwise operations",
        "factors that need no communication", "all but broadcasts forward", "everything"};
    return op_priority < 0 ? "what the program gives" : words[op_priority];
}

/* Both came at once: why the aggressive strategy preferred the one. */
static void say_contest(struct buffer *out, const struct track *winner, const struct track *loser,
                        bool is_elementwise) {
    long long won = (long long)element_count(winner), lost = (long long)element_count(loser);
    buffer_add(out, "both came at once, and the aggressive strategy ");
    if (won > lost) {
        buffer_add(out, "prefers the larger tensor: ");
        say_name(out, winner);
        buffer_printf(out, " has %lld elements, ", won);
        say_name(out, loser);
        buffer_printf(out, " has %lld", lost);
    } else if (won < lost) {
        buffer_add(out, "chose that of ");
        say_name(out, winner);
    } else {
        buffer_printf(out, "prefers, of equally large tensors, %sthe earlier ",
                      is_elementwise ? "the factor with more shards, then " : "");
        if (winner == loser) {
            buffer_add(out, "factor");
        } else {
            buffer_add(out, "one: ");
            say_name(out, winner);
        }
    }
}

/* Why dimension `other_dim` of the track has the axis, and not the one that `stop` is about. */
static void say_win(struct buffer *out, const struct explanation *explanation, struct track *track,
                    const struct stop *stop) {
    struct arrival winner = trace_back(track, stop->other_dim, stop->axis, TIME_END);
    struct arrival loser = trace_back(stop->source, stop->source_dim, stop->axis, TIME_END);
    struct round won = arrival_round(&winner, stop->other_dim);
    struct round lost = arrival_round(&loser, stop->source_dim);
    const struct event *event = winner.event;
    if (won.user_priority < lost.user_priority) {
        buffer_printf(out, "priority p%lld goes before p%lld", (long long)won.user_priority,
                      (long long)lost.user_priority);
    } else if (!event || event->kind != EVENT_STEP) {
        buffer_add(out, "there it is ");
        say_arrival(out, explanation, track, stop->other_dim, &winner, true);
    } else if (event->round.is_aggressive && winner.source &&
               event->location.offset == stop->location.offset &&
               (!loser.event || loser.event->time < event->time)) {
        say_contest(out, winner.source, stop->source, stop->is_elementwise);
    } else if (won.op_priority < lost.op_priority) {
        buffer_printf(out, "it came there earlier, in the round of %s, the other one in that of %s",
                      round_words(won.op_priority), round_words(lost.op_priority));
    } else {
        buffer_add(out, "it came there first, ");
        say_arrival(out, explanation, track, stop->other_dim, &winner, true);
    }
}

static void say_travel(struct buffer *out, const struct explanation *explanation,
                       const struct stop *stop) {
    say_axis(out, stop->axis);
    buffer_add(out, " of ");
    say_dim(out, stop->source, stop->source_dim);
    buffer_add(out, " would come by ");
    if (stop->is_flow) {
        buffer_add(out, "the data flow of ");
    } else if (strcmp(stop->operation, "return") != 0) {
        buffer_add(out, "factor ");
        say_factor(out, stop->factor);
        buffer_add(out, " of ");
    }
    say_operation(out, explanation, stop->operation, stop->location);
    buffer_add(out, ", but ");
}

static void say_end(struct buffer *out, const struct explanation *explanation,
                    const struct track *track, const struct stop *stop) {
    static const char *const kinds[] = {"", ", which it sums or reduces over",
                                        ", which it needs whole", ", which it permutes"};
    say_axis(out, stop->axis);
    buffer_add(out, " of ");
    say_dim(out, stop->source, stop->source_dim);
    buffer_add(out, " ends at ");
    say_operation(out, explanation, stop->operation, stop->location);
    buffer_add(out, ": it shards factor ");
    say_factor(out, stop->factor);
    buffer_printf(out, "%s, and no dimension of ", kinds[stop->factor_kind]);
    say_name(out, track);
    buffer_add(out, " has that factor");
}

/* Who closed the dimension. */
static void say_closed(struct buffer *out, const struct explanation *explanation,
                       const struct track *track, uint32_t dim) {
    buffer_add(out, "that dimension is closed");
    for (size_t i = 0; i < track->events.count; i++) {
        const struct event *event = track->events.items[i];
        const struct sharding *sharding = attr_as_sharding(event->after);
        if (!sharding || dim >= sharding->rank || !sharding->dims[dim].is_closed) {
            continue;
        }
        const struct arrival arrival = {.event = event};
        buffer_add(out, ", ");
        say_arrival(out, explanation, track, UINT32_MAX, &arrival, false);
        return;
    }
}

void say_loss(struct buffer *out, const struct explanation *explanation, const struct track *track,
              uint32_t dim, const struct event *loss) {
    buffer_add(out, "it was sharded along ");
    say_axes(out, attr_as_sharding(loss->before)->dims[dim].axes);
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

static void say_obstacle(struct buffer *out, const struct explanation *explanation,
                         struct track *track, const struct stop *stop) {
    switch (stop->kind) {
    case STOP_CLOSED:
        say_closed(out, explanation, track, stop->dim);
        break;
    case STOP_USED:
        buffer_printf(out, "the axis shards dimension %u already: ", stop->other_dim);
        say_win(out, explanation, track, stop);
        break;
    case STOP_REPLICATED:
        buffer_printf(out, "%s is explicitly replicated along it", track->subject->label);
        break;
    case STOP_UNREDUCED:
        buffer_printf(out, "%s is unreduced along it", track->subject->label);
        break;
    case STOP_CONFLICT:
        if (stop->other == track) {
            buffer_printf(out, "dimension %u has ", stop->other_dim);
        } else {
            say_dim(out, stop->other, stop->other_dim);
            buffer_add(out, " has ");
        }
        say_axis(out, stop->other_axis);
        buffer_add(out, " in its place; neither gives way, a reshard settles it");
        break;
    case STOP_ELSEWHERE:
        buffer_add(out, "there it shards ");
        say_dim(out, stop->other, stop->other_dim);
        break;
    case STOP_DIVIDE:
        buffer_printf(out,
                      "it does not divide what is left of the factor, %lld, and the dimension has "
                      "a minor factor below it",
                      (long long)stop->room);
        break;
    case STOP_STRIDED:
        buffer_add(out,
                   "a major factor of the dimension is not sharded to its end: each device would "
                   "hold a strided part");
        break;
    case STOP_PART:
        say_axis(out, stop->other_axis);
        buffer_add(out, " shards ");
        say_dim(out, stop->other, stop->other_dim);
        buffer_add(out, ", and these parts of the axis cannot stand side by side");
        break;
    case STOP_LATE:
        buffer_add(out, "it came there after that had been looked at for the last time");
        break;
    case STOP_BARRIER:
        buffer_add(out, "the barrier lets nothing through that way");
        break;
    case STOP_BLOCKED:
        buffer_add(out, "the rule blocks propagation of the factor");
        break;
    case STOP_ELEMENTWISE:
        buffer_add(out, "operands of an elementwise operation only take what its result has taken");
        if (stop->other) {
            buffer_add(out, ", and the axis shards ");
            say_dim(out, stop->other, stop->other_dim);
        }
        break;
    case STOP_NO_FACTOR:
    case STOP_NO_RULE:
    case STOP_OTHER_MESH:
        break;
    }
}

void say_stop(struct buffer *out, const struct explanation *explanation, struct track *track,
              const struct stop *stop) {
    switch (stop->kind) {
    case STOP_NO_RULE:
        say_operation(out, explanation, stop->operation, stop->location);
        buffer_add(out, " has no sharding rule: nothing of ");
        say_name(out, stop->source);
        buffer_add(out, " goes through it");
        break;
    case STOP_OTHER_MESH:
        say_operation(out, explanation, stop->operation, stop->location);
        buffer_add(out, " has tensors on meshes that differ: nothing goes through it");
        break;
    case STOP_NO_FACTOR:
        say_end(out, explanation, track, stop);
        break;
    default:
        say_travel(out, explanation, stop);
        say_obstacle(out, explanation, track, stop);
        break;
    }
}

const char *stop_word(const struct stop *stop) {
    static const char *const words[] = {
        [STOP_CLOSED] = "closed",
        [STOP_USED] = "used",
        [STOP_REPLICATED] = "replicated",
        [STOP_UNREDUCED] = "unreduced",
        [STOP_CONFLICT] = "conflict",
        [STOP_ELSEWHERE] = "elsewhere",
        [STOP_DIVIDE] = "divisibility",
        [STOP_STRIDED] = "strided",
        [STOP_PART] = "part",
        [STOP_LATE] = "late",
        [STOP_BARRIER] = "barrier",
        [STOP_BLOCKED] = "blocked",
        [STOP_ELEMENTWISE] = "elementwise",
        [STOP_NO_FACTOR] = "no_factor",
        [STOP_NO_RULE] = "no_rule",
        [STOP_OTHER_MESH] = "other_mesh",
    };
    return words[stop->kind];
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
        say_axes(out, move->axes);
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
