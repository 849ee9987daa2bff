/* Explanations for a person at a terminal. */
#include <string.h>

#include "explain/explain.h"

enum { PATH_SHOWN_FIRST = 8, PATH_SHOWN_LAST = 24 };

/* --- one line a value ------------------------------------------------------------------------- */

struct columns {
    int line, name, type, sharding;
};
struct row {
    struct buffer name, type, sharding;
};

static void fill_row(struct row *row, const struct track *track) {
    row->name.length = row->type.length = row->sharding.length = 0;
    say_name(&row->name, track);
    if (row->name.text[0] == '@' && track->subject->name[0] == '%') {
        /* The heading names the function. */
        size_t prefix = strlen(track->subject->function) + 2;
        row->name.length -= prefix;
        memmove(row->name.text, row->name.text + prefix, row->name.length + 1);
    }
    print_type(&row->type, track->subject->type);
    say_sharding(&row->sharding, track->carrier->sharding, track->subject->type->rank);
}

static void free_row(struct row *row) {
    buffer_free(&row->name);
    buffer_free(&row->type);
    buffer_free(&row->sharding);
}

/* Scalars cannot be sharded: they are left out unless something is to be said. */
static bool is_listed(const struct track *track) {
    const struct attr *sharding = track->carrier->sharding;
    return track_is_shown(track) &&
           (track->subject->type->rank != 0 ||
            (sharding && !sharding_has_no_axes(attr_as_sharding(sharding))));
}

static void widen(int *width, size_t length, int most) {
    int wanted = length > (size_t)most ? most : (int)length;
    *width = wanted > *width ? wanted : *width;
}

static struct columns measure(const struct explanation *explanation) {
    struct columns columns = {.line = 4};
    struct row row = {0};
    for (size_t i = 0; i < explanation->tracks.count; i++) {
        const struct track *track = explanation->tracks.items[i];
        if (is_listed(track)) {
            fill_row(&row, track);
            widen(&columns.name, row.name.length, 20);
            widen(&columns.type, row.type.length, 26);
            widen(&columns.sharding, row.sharding.length, 44);
        }
    }
    free_row(&row);
    return columns;
}

/* An axis that the value has: where its way began, and the last step of it. */
struct cause {
    struct axis_ref axis;
    struct track *origin;
    struct arrival arrival;
};
typedef VECTOR(struct cause) cause_list;

static void find_causes(struct track *track, cause_list *causes) {
    const struct sharding *sharding = attr_as_sharding(track->carrier->sharding);
    for (uint32_t d = 0; sharding && d < sharding->rank; d++) {
        for (uint32_t i = 0; i < sharding->dims[d].axes.count; i++) {
            struct axis_ref axis = sharding->dims[d].axes.items[i];
            struct path path = {0};
            trace_path(track, d, axis, &path);
            *vector_push(causes) =
                (struct cause){axis, path.items[path.count - 1].track, path.items[0].arrival};
            vector_free(&path);
        }
    }
}

static void say_cause(struct buffer *out, const struct explanation *explanation,
                      const struct track *track, const struct arrival *arrival) {
    const struct event *event = arrival->event;
    if (!event && arrival->source) {
        buffer_add(out, " as ");
        say_name(out, arrival->source);
    } else if (!event) {
        buffer_add(out, " given");
    } else if (event->kind == EVENT_STEP) {
        buffer_add(out, " by ");
        say_operation(out, explanation, event->operation, event->location);
    } else if (event->kind == EVENT_ASSIGNED) {
        buffer_add(out, " ");
        say_event(out, explanation, track, event);
    } else if (event->kind == EVENT_PASS && !event->other) {
        buffer_printf(out, " by %s", event->pass);
    } else {
        buffer_add(out, event->kind == EVENT_GIVEN    ? " given"
                        : event->kind == EVENT_COPIED ? " copied"
                                                      : " returned");
    }
}

static bool same_cause(const struct event *a, const struct event *b) {
    return a == b || (a && b && a->kind == EVENT_STEP && b->kind == EVENT_STEP &&
                      a->location.offset == b->location.offset);
}

static void say_first_stop(struct buffer *out, const struct explanation *explanation,
                           const struct track *track) {
    for (uint32_t d = 0; d < track->subject->type->rank; d++) {
        const struct event *loss = find_loss(track->carrier, d);
        if (loss) {
            say_event(out, explanation, track, loss);
            return;
        }
    }
    for (size_t i = 0; i < track->carrier->stops.count; i++) {
        const struct stop *stop = track->carrier->stops.items[i];
        if (stop->kind == STOP_NO_RULE) {
            buffer_printf(out, "%s has no sharding rule", stop->operation);
            return;
        }
        if (stop->dim != NO_STOP_DIM) {
            axis_say(out, stop->axis);
            buffer_printf(out, " stopped (%s)", stop_word(stop));
            return;
        }
    }
    if (track->carrier->stops.count != 0) {
        const struct stop *stop = track->carrier->stops.items[0];
        if (stop->kind == STOP_NO_FACTOR) {
            axis_say(out, stop->axis);
            buffer_add(out, " of ");
            say_name(out, stop->source);
            buffer_add(out, " ends at ");
            say_operation(out, explanation, stop->operation, stop->location);
            return;
        }
    }
    buffer_add(out, "nothing came");
}

static void say_causes(struct buffer *out, const struct explanation *explanation,
                       const struct track *track, const cause_list *causes) {
    for (size_t i = 0; i < causes->count; i++) {
        const struct cause *cause = &causes->items[i];
        const struct cause *next = i + 1 < causes->count ? cause + 1 : NULL;
        bool together = next && same_cause(cause->arrival.event, next->arrival.event);
        axis_say(out, cause->axis);
        if (cause->origin != track && !(together && next->origin == cause->origin)) {
            buffer_add(out, " from ");
            say_name(out, cause->origin);
        }
        if (!together) {
            say_cause(out, explanation, track, &cause->arrival);
        }
        buffer_add(out, together ? ", " : next ? "; " : "");
    }
}

static void say_short_reason(struct buffer *out, const struct explanation *explanation,
                             struct track *track) {
    cause_list causes = {0};
    find_causes(track, &causes);
    if (causes.count != 0) {
        say_causes(out, explanation, track, &causes);
    } else {
        say_first_stop(out, explanation, track);
    }
    if (track->gone) {
        buffer_add(out, "; ");
        say_gone(out, track);
    }
    vector_free(&causes);
}

static void say_mesh(struct buffer *out, const char *name, const struct mesh *mesh) {
    buffer_printf(out, "mesh @%s", name);
    for (uint32_t i = 0; i < mesh->axis_count; i++) {
        buffer_printf(out, "%s\"%s\"=%lld", i ? ", " : " (", mesh->axes[i].name,
                      (long long)mesh->axes[i].size);
    }
    buffer_printf(out, "%s%lld devices%s", mesh->axis_count ? ": " : " (",
                  (long long)mesh_device_count(mesh), ")");
}

static void say_all(struct buffer *out, const struct explanation *explanation) {
    struct columns columns = measure(explanation);
    struct row row = {0};
    const char *function = NULL;
    bool is_added = false;
    FOR_EACH_OP (op, explanation->module->op->regions[0].first) {
        const struct mesh *mesh = attr_as_mesh(op_property(op, "mesh"));
        if (mesh) {
            say_mesh(out, symbol_name(op), mesh);
            buffer_add(out, "\n");
        }
    }
    for (size_t i = 0; i < explanation->subjects.count; i++) {
        const struct subject *subject = explanation->subjects.items[i];
        for (struct track *track = subject->tracks; track; track = track->next) {
            if (!is_listed(track)) {
                continue;
            }
            if (!function || strcmp(function, subject->function) != 0 ||
                is_added != (subject->kind == SUBJECT_ADDED)) {
                function = subject->function;
                is_added = subject->kind == SUBJECT_ADDED;
                buffer_printf(out, "\n@%s%s\n", function, is_added ? ", added by passes" : "");
            }
            fill_row(&row, track);
            buffer_printf(out, "%*d  %-*s  %-*s  %-*s  ", columns.line,
                          (int)line_of(explanation, subject->location), columns.name, row.name.text,
                          columns.type, row.type.text, columns.sharding, row.sharding.text);
            say_short_reason(out, explanation, track);
            buffer_add(out, "\n");
        }
    }
    free_row(&row);
}

/* --- one value -------------------------------------------------------------------------------- */

static void say_link(struct buffer *out, const struct explanation *explanation,
                     const struct link *link, bool is_origin) {
    buffer_add(out, is_origin ? "     " : "  -> ");
    say_name(out, link->track);
    buffer_printf(out, " dimension %u: ", link->dim);
    say_arrival(out, explanation, link->track, link->dim, &link->arrival, false);
    const struct subject *subject = link->track->subject;
    if (is_origin && subject->kind != SUBJECT_RESULT) {
        buffer_printf(out, " (line %d)", (int)line_of(explanation, subject->location));
    }
    buffer_add(out, "\n");
}

static void say_path(struct buffer *out, const struct explanation *explanation, struct track *track,
                     uint32_t dim, struct axis_ref axis) {
    struct path path = {0};
    trace_path(track, dim, axis, &path);
    for (size_t i = path.count; i-- > 0;) {
        size_t number = path.count - 1 - i;
        if (path.count > PATH_SHOWN_FIRST + PATH_SHOWN_LAST && number >= PATH_SHOWN_FIRST &&
            i >= PATH_SHOWN_LAST) {
            if (number == PATH_SHOWN_FIRST) {
                buffer_printf(out, "     ... %zu steps (all of them: --json) ...\n",
                              path.count - PATH_SHOWN_FIRST - PATH_SHOWN_LAST);
            }
            continue;
        }
        say_link(out, explanation, &path.items[i], number == 0);
    }
    vector_free(&path);
}

static void say_stops(struct buffer *out, const struct explanation *explanation,
                      struct track *track, uint32_t dim) {
    for (size_t i = 0; i < track->carrier->stops.count; i++) {
        const struct stop *stop = track->carrier->stops.items[i];
        if (stop->dim == dim) {
            buffer_add(out, "  x  ");
            say_stop(out, explanation, track->carrier, stop);
            buffer_add(out, ".\n");
        }
    }
}

static bool has_stops(const struct track *track, uint32_t dim) {
    for (size_t i = 0; i < track->carrier->stops.count; i++) {
        if (track->carrier->stops.items[i]->dim == dim) {
            return true;
        }
    }
    return false;
}

static void say_dimension(struct buffer *out, const struct explanation *explanation,
                          struct track *track, uint32_t dim) {
    const struct sharding *sharding = attr_as_sharding(track->carrier->sharding);
    struct axis_list axes =
        sharding && dim < sharding->rank ? sharding->dims[dim].axes : (struct axis_list){0};
    long long size = (long long)track->subject->type->dims[dim];
    buffer_printf(out, "\nDimension %u (%lld) is ", dim, size);
    const struct event *loss = find_loss(track->carrier, dim);
    if (axes.count == 0) {
        buffer_add(out, "not sharded");
        buffer_add(out, loss || has_stops(track, dim) ? ":\n" : ": nothing came to it.\n");
    }
    for (uint32_t i = 0; i < axes.count; i++) {
        buffer_add(out, i ? "and " : "");
        buffer_add(out, "sharded along ");
        axis_say(out, axes.items[i]);
        buffer_add(out, ":\n");
        say_path(out, explanation, track, dim, axes.items[i]);
    }
    if (loss) {
        buffer_add(out, "  x  ");
        say_loss(out, explanation, track, dim, loss);
        buffer_add(out, ".\n");
    }
    say_stops(out, explanation, track, dim);
}

static void say_head(struct buffer *out, const struct explanation *explanation,
                     const struct track *track) {
    const struct subject *subject = track->subject;
    say_name(out, track);
    buffer_add(out, ": ");
    print_type(out, subject->type);
    buffer_add(out, ", ");
    say_subject(out, subject);
    buffer_printf(out, ", %s:%d:%d\n", explanation->source->name,
                  (int)line_of(explanation, subject->location),
                  (int)column_of(explanation, subject->location));
    const struct attr *attr = track->carrier->sharding;
    const struct mesh *mesh = mesh_of(explanation, attr);
    if (track->gone) {
        say_gone(out, track);
        buffer_printf(out, " (%s)\n", track->gone);
    }
    if (!mesh) {
        buffer_add(out, "no sharding: every device holds all of it\n");
        return;
    }
    buffer_add(out, "sharded ");
    say_sharding(out, attr, subject->type->rank);
    buffer_add(out, " on ");
    const char *name = attr_as_sharding(attr)->mesh_name;
    say_mesh(out, name ? name : "", mesh);
    buffer_add(out, "; each device holds ");
    for (uint32_t d = 0; d < subject->type->rank; d++) {
        buffer_printf(out, "%lldx", (long long)local_size(explanation, track, d));
    }
    print_type(out, type_element(subject->type));
    buffer_add(out, "\n");
}

static void say_company(struct buffer *out, const struct explanation *explanation,
                        const struct track *track) {
    if (track->carrier != track) {
        buffer_add(out, "It has one sharding with ");
        say_name(out, track->carrier);
        buffer_add(out, ", for it flows through ");
        say_operation(out, explanation, track->carrier->subject->operation,
                      track->carrier->subject->location);
        buffer_add(out, ".\n");
    }
    if (track->group < 0) {
        return;
    }
    buffer_printf(out, "It has one sharding with the others of sharding group %lld:",
                  (long long)track->group_in_text);
    for (size_t i = 0; i < explanation->tracks.count; i++) {
        const struct track *other = explanation->tracks.items[i];
        if (other != track && other->group == track->group && track_is_shown(other)) {
            buffer_add_char(out, ' ');
            say_name(out, other);
        }
    }
    buffer_add(out, ".\n");
}

static void say_history(struct buffer *out, const struct explanation *explanation,
                        const struct track *track) {
    uint32_t rank = track->subject->type->rank;
    buffer_add(out, "\nHistory:\n");
    for (size_t i = 0; i < track->events.count; i++) {
        const struct event *event = track->events.items[i];
        buffer_printf(out, "%3zu. ", i + 1);
        say_sharding(out, event->after, rank);
        buffer_add(out, "\n     ");
        say_event(out, explanation, track, event);
        buffer_add(out, "\n");
    }
    if (track->events.count == 0) {
        buffer_add(out, "  nothing gave it a sharding\n");
    }
}

static void say_track(struct buffer *out, const struct explanation *explanation,
                      struct track *track) {
    say_head(out, explanation, track);
    say_company(out, explanation, track);
    for (uint32_t d = 0; d < track->subject->type->rank; d++) {
        say_dimension(out, explanation, track, d);
    }
    if (has_stops(track, NO_STOP_DIM)) {
        buffer_add(out, "\nWhat does not come here:\n");
        say_stops(out, explanation, track, NO_STOP_DIM);
    }
    say_history(out, explanation, track->carrier);
}

static void say_copies(struct buffer *out, const struct explanation *explanation,
                       const struct subject *subject) {
    bool first = true;
    for (struct track *track = subject->tracks; track; track = track->next) {
        if (track_is_shown(track)) {
            buffer_add(out, first ? "" : "\n");
            say_track(out, explanation, track);
            first = false;
        }
    }
}

/* Where nothing is sharded at all, that is the one thing to say. */
static void say_nothing(struct buffer *out, const struct explanation *explanation) {
    bool has_mesh = false;
    FOR_EACH_OP (op, explanation->module->op->regions[0].first) {
        has_mesh |= attr_as_mesh(op_property(op, "mesh")) != NULL;
    }
    for (size_t i = 0; i < explanation->tracks.count; i++) {
        if (explanation->tracks.items[i]->events.count != 0) {
            return;
        }
    }
    buffer_add(out, explanation->program_subjects == 0 ? "The program has no tensors.\n"
                    : has_mesh ? "Nothing is sharded: no argument, result, operation or constraint "
                                 "of the program has a sharding.\n"
                               : "Nothing is sharded: the program has no mesh (sdy.mesh).\n");
}

void explain_text(struct buffer *out, const struct explanation *explanation,
                  const struct subject *subject) {
    say_nothing(out, explanation);
    if (subject) {
        say_copies(out, explanation, subject);
    } else {
        say_all(out, explanation);
    }
    buffer_remove_controls(out);
}
