/* What did not happen, in English: why an axis stopped. */
#include <string.h>

#include "explain/explain.h"

static int64_t element_count(const struct track *track) {
    int64_t count = 1;
    for (uint32_t i = 0; i < track->subject->type->rank; i++) {
        if (!multiply_checked(count, track->subject->type->dims[i], &count)) {
            return INT64_MAX;
        }
    }
    return count;
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
    } else if (won.op_priority < stop->first_turn) {
        buffer_printf(out, "it came there in the round of %s, ", round_words(won.op_priority));
        say_arrival(out, explanation, track, stop->other_dim, &winner, true);
        buffer_printf(out, ", and %s has its turn only in that of %s", stop->operation,
                      round_words(stop->first_turn));
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
    axis_say(out, stop->axis);
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
    axis_say(out, stop->axis);
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
        buffer_add(out, ": ");
        say_arrival(out, explanation, track, UINT32_MAX, &arrival, false);
        return;
    }
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
        axis_say(out, stop->other_axis);
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
        axis_say(out, stop->other_axis);
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
