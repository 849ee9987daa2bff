/* From a dimension's axis back to where it came from, one step at a time. */
#include "explain/explain.h"

/* The part of `axis` that one of the axes has in common with it. */
static bool find_axis(struct axis_list axes, struct axis_ref axis, struct axis_ref *common) {
    for (uint32_t i = 0; i < axes.count; i++) {
        if (axis_overlap(axes.items[i], axis, common)) {
            return true;
        }
    }
    return false;
}

static bool dim_has(const struct attr *attr, uint32_t dim, struct axis_ref axis,
                    struct axis_ref *common) {
    const struct sharding *sharding = attr_as_sharding(attr);
    return sharding && dim < sharding->rank && find_axis(sharding->dims[dim].axes, axis, common);
}

static bool by_step(const struct event *event, uint32_t dim, struct axis_ref axis,
                    struct arrival *arrival) {
    for (uint32_t i = 0; i < event->move_count; i++) {
        const struct move *move = &event->moves[i];
        struct axis_ref common;
        if (move->dim == dim && find_axis(move->axes, axis, &common)) {
            *arrival = (struct arrival){
                .event = event,
                .axis = common,
                .factor = move->factor,
                .source = move->source,
                .source_dim = move->source_dim,
                .time = event->time,
            };
            return true;
        }
    }
    return false;
}

/* Whether the event brought the axis. What waits for its priority has been given before. */
static bool brought(const struct event *event, uint32_t dim, struct axis_ref axis,
                    struct arrival *arrival) {
    struct axis_ref common, old;
    if (event->kind == EVENT_STEP) {
        return by_step(event, dim, axis, arrival);
    }
    bool waits = event->kind == EVENT_ASSIGNED &&
                 (event->reason == ASSIGNED_FOR_LATER || event->reason == ASSIGNED_BY_PRIORITY);
    if (waits || !dim_has(event->after, dim, axis, &common) ||
        (event->kind != EVENT_GIVEN && dim_has(event->before, dim, axis, &old))) {
        return false;
    }
    *arrival = (struct arrival){
        .event = event,
        .axis = common,
        .source = event->other,
        .source_dim = dim,
        .time = event->time,
    };
    return true;
}

struct arrival trace_back(struct track *track, uint32_t dim, struct axis_ref axis, uint32_t time) {
    struct arrival arrival = {.axis = axis, .time = time};
    if (track->carrier != track) {
        arrival.source = track->carrier;
        arrival.source_dim = dim;
        return arrival;
    }
    for (size_t i = track->events.count; i-- > 0;) {
        const struct event *event = track->events.items[i];
        if (event->time < time && brought(event, dim, axis, &arrival)) {
            return arrival;
        }
    }
    return arrival;
}

void trace_path(struct track *track, uint32_t dim, struct axis_ref axis, struct path *path) {
    uint32_t time = TIME_END;
    while (track) {
        struct arrival arrival = trace_back(track, dim, axis, time);
        *vector_push(path) = (struct link){track, dim, arrival};
        track = arrival.source;
        dim = arrival.source_dim;
        axis = arrival.axis;
        time = arrival.time;
    }
}

struct round arrival_round(const struct arrival *arrival, uint32_t dim) {
    const struct event *event = arrival->event;
    struct round round = {.op_priority = -1};
    if (!event && arrival->source) {
        struct arrival carried =
            trace_back(arrival->source, arrival->source_dim, arrival->axis, arrival->time);
        return carried.event ? arrival_round(&carried, arrival->source_dim) : round;
    }
    if (!event || event->kind == EVENT_STEP || event->kind == EVENT_ASSIGNED) {
        return event ? event->round : round;
    }
    const struct sharding *given = attr_as_sharding(event->after);
    if (given && dim < given->rank && given->dims[dim].priority != PRIORITY_NONE) {
        round.user_priority = given->dims[dim].priority;
    }
    return round;
}
