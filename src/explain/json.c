/* Explanations for programs: docs/how-to/explain.md describes the schema. One value a line. The
 * text is plain enough to stand in a script element of a page as well. */
#include <string.h>

#include "explain/explain.h"

enum { SCHEMA_VERSION = 1, DEVICE_IDS_SHOWN = 4096 };

/* --- parts ------------------------------------------------------------------------------------ */

struct writer {
    struct buffer *out;
    const struct explanation *explanation;
    bool paths;    /* all steps of the way of each axis */
    bool for_page; /* only what the page shows */
    struct buffer scratch;
};

static void add_axis(struct writer *writer, struct axis_ref axis) {
    buffer_add(writer->out, ",\"axis\":");
    json_string(writer->out, axis.name);
    if (!axis_is_whole(axis)) {
        json_add_number(writer->out, "pre_size", axis.pre_size);
        json_add_number(writer->out, "size", axis.size);
    }
}

static void add_axes(struct writer *writer, const char *key, struct axis_list axes) {
    buffer_printf(writer->out, ",\"%s\":[", key);
    for (uint32_t i = 0; i < axes.count; i++) {
        buffer_add(writer->out, i ? "," : "");
        axis_say(&writer->scratch, axes.items[i]);
        json_string(writer->out, writer->scratch.text);
        writer->scratch.length = 0;
    }
    buffer_add(writer->out, "]");
}

static void add_place(struct writer *writer, const char *operation, struct location location) {
    if (operation) {
        json_add_text(writer->out, "operation", operation);
    }
    if (location.source) {
        json_add_number(writer->out, "line", line_of(writer->explanation, location));
    }
}

static void add_round(struct writer *writer, struct round round) {
    buffer_printf(writer->out,
                  ",\"round\":{\"priority\":%lld,\"op_priority\":%d,\"strategy\":\"%s\"}",
                  (long long)round.user_priority, round.op_priority,
                  round.is_aggressive ? "aggressive" : "basic");
}

/* What brought an axis: for programs, which the text tells in words. */
static void add_means(struct writer *writer, const struct arrival *arrival) {
    const struct event *event = arrival->event;
    json_add_text(writer->out, "why", arrival_word(arrival));
    if (event) {
        add_place(writer, event->operation, event->location);
    }
    if (event && event->kind == EVENT_STEP) {
        say_factor(&writer->scratch, arrival->factor);
        json_add_buffer(writer->out, "factor", &writer->scratch);
        add_round(writer, event->round);
    }
}

static void add_arrival(struct writer *writer, const struct track *track, uint32_t dim,
                        const struct arrival *arrival) {
    if (!writer->for_page) {
        add_means(writer, arrival);
    }
    if (arrival->source) {
        json_add_number(writer->out, "from", arrival->source->id);
        json_add_number(writer->out, "from_dim", arrival->source_dim);
    }
    say_arrival(&writer->scratch, writer->explanation, track, dim, arrival, true);
    json_add_buffer(writer->out, "text", &writer->scratch);
}

static void add_path(struct writer *writer, const struct path *path) {
    buffer_add(writer->out, ",\"path\":[");
    for (size_t i = path->count; i-- > 0;) {
        const struct link *link = &path->items[i];
        buffer_printf(writer->out, "%s{\"value\":%u,\"label\":", i + 1 < path->count ? "," : "",
                      link->track->id);
        say_name(&writer->scratch, link->track);
        json_string(writer->out, writer->scratch.text);
        writer->scratch.length = 0;
        json_add_number(writer->out, "dim", link->dim);
        add_arrival(writer, link->track, link->dim, &link->arrival);
        buffer_add(writer->out, "}");
    }
    buffer_add(writer->out, "]");
}

static void add_way(struct writer *writer, struct track *track, uint32_t dim,
                    struct axis_ref axis) {
    struct path path = {0};
    trace_path(track, dim, axis, &path);
    add_arrival(writer, track, dim, &path.items[0].arrival);
    if (!writer->for_page) {
        json_add_number(writer->out, "origin", path.items[path.count - 1].track->id);
        json_add_number(writer->out, "origin_dim", path.items[path.count - 1].dim);
    }
    if (writer->paths) {
        add_path(writer, &path);
    }
    vector_free(&path);
}

static void add_dims(struct writer *writer, struct track *track) {
    const struct sharding *sharding = attr_as_sharding(track->carrier->sharding);
    buffer_add(writer->out, ",\"dims\":[");
    for (uint32_t d = 0; d < track->subject->type->rank; d++) {
        struct axis_list axes =
            sharding && d < sharding->rank ? sharding->dims[d].axes : (struct axis_list){0};
        buffer_printf(writer->out, "%s{\"size\":%lld,\"local\":%lld,\"axes\":[", d ? "," : "",
                      (long long)track->subject->type->dims[d],
                      (long long)local_size(writer->explanation, track, d));
        for (uint32_t i = 0; i < axes.count; i++) {
            buffer_printf(writer->out, "%s{\"place\":%u", i ? "," : "", i);
            add_axis(writer, axes.items[i]);
            add_way(writer, track, d, axes.items[i]);
            buffer_add(writer->out, "}");
        }
        buffer_add(writer->out, "]");
        const struct event *loss = find_loss(track->carrier, d);
        if (loss) {
            say_loss(&writer->scratch, writer->explanation, track->carrier, d, loss);
            json_add_buffer(writer->out, "lost", &writer->scratch);
        }
        buffer_add(writer->out, "}");
    }
    buffer_add(writer->out, "]");
}

static void add_stops(struct writer *writer, struct track *track) {
    buffer_add(writer->out, ",\"stops\":[");
    for (size_t i = 0; i < track->stops.count; i++) {
        const struct stop *stop = track->stops.items[i];
        buffer_add(writer->out, i ? ",{" : "{");
        say_stop(&writer->scratch, writer->explanation, track, stop);
        buffer_add(writer->out, "\"text\":");
        json_string(writer->out, writer->scratch.text);
        writer->scratch.length = 0;
        if (stop->dim != NO_STOP_DIM) {
            json_add_number(writer->out, "dim", stop->dim);
        }
        if (stop->axis.name) {
            add_axis(writer, stop->axis);
        }
        if (stop->source) {
            json_add_number(writer->out, "from", stop->source->id);
            json_add_number(writer->out, "from_dim", stop->source_dim);
        }
        if (!writer->for_page) {
            json_add_text(writer->out, "why", stop_word(stop));
            add_place(writer, stop->operation, stop->location);
        }
        buffer_add(writer->out, "}");
    }
    buffer_add(writer->out, "]");
}

static void add_events(struct writer *writer, const struct track *track) {
    uint32_t rank = track->subject->type->rank;
    buffer_add(writer->out, ",\"events\":[");
    for (size_t i = 0; i < track->events.count; i++) {
        const struct event *event = track->events.items[i];
        buffer_printf(writer->out, "%s{\"time\":%u", i ? "," : "", event->time);
        if (event->pass && !writer->for_page) {
            json_add_text(writer->out, "pass", event->pass);
        }
        say_sharding(&writer->scratch, event->after, rank);
        json_add_buffer(writer->out, "after", &writer->scratch);
        say_event(&writer->scratch, writer->explanation, track, event);
        json_add_buffer(writer->out, "text", &writer->scratch);
        buffer_add(writer->out, "}");
    }
    buffer_add(writer->out, "]");
}

static void add_holdings(struct writer *writer, const struct subject *subject) {
    if (!subject->holdings) {
        return;
    }
    buffer_add(writer->out, ",\"holds\":[");
    for (const struct holding *holding = subject->holdings; holding; holding = holding->next) {
        buffer_add(writer->out, holding == subject->holdings ? "" : ",");
        buffer_add(writer->out, holding->json);
    }
    buffer_add(writer->out, "]");
}

/* --- values ----------------------------------------------------------------------------------- */

static void add_identity(struct writer *writer, const struct track *track) {
    static const char *const kinds[] = {"argument", "result", "block_argument", "function_result",
                                        "added"};
    const struct subject *subject = track->subject;
    struct buffer *out = writer->out;
    buffer_printf(out, "{\"id\":%u,\"name\":", track->id);
    json_string(out, subject->name);
    say_name(&writer->scratch, track);
    json_add_buffer(out, "label", &writer->scratch);
    json_add_number(out, "copy", track->copy);
    json_add_text(out, "function", subject->function);
    json_add_text(out, "kind", kinds[subject->kind]);
    json_add_number(out, "index", subject->index);
    json_add_text(out, "operation", subject->operation);
    json_add_number(out, "line", line_of(writer->explanation, subject->location));
    json_add_number(out, "column", column_of(writer->explanation, subject->location));
    print_type(&writer->scratch, subject->type);
    json_add_buffer(out, "type", &writer->scratch);
}

static void add_value(struct writer *writer, struct track *track) {
    const struct attr *attr = track->carrier->sharding;
    const struct sharding *sharding = attr_as_sharding(attr);
    struct buffer *out = writer->out;
    add_identity(writer, track);
    if (sharding) {
        json_add_text(out, "mesh", sharding->mesh_name);
    }
    say_sharding(&writer->scratch, attr, track->subject->type->rank);
    json_add_buffer(out, "sharding", &writer->scratch);
    if (track->carrier != track) {
        json_add_number(out, "carrier", track->carrier->id);
    }
    if (track->subject->manual) {
        add_axes(writer, "manual", *track->subject->manual);
    }
    if (track->group >= 0) {
        json_add_number(out, "group", track->group);
    }
    if (track->gone) {
        say_gone(&writer->scratch, track);
        json_add_buffer(out, "gone", &writer->scratch);
        json_add_text(out, "gone_by", track->gone);
    }
    add_dims(writer, track);
    add_axes(writer, "replicated", sharding ? sharding->replicated : (struct axis_list){0});
    add_axes(writer, "unreduced", sharding ? sharding->unreduced : (struct axis_list){0});
    add_stops(writer, track);
    add_events(writer, track);
    add_holdings(writer, track->subject);
    buffer_add(out, "}");
}

static void add_meshes(struct writer *writer) {
    struct buffer *out = writer->out;
    bool first = true;
    buffer_add(out, ",\n\"meshes\":[");
    FOR_EACH_OP (op, writer->explanation->module->op->regions[0].first) {
        const struct mesh *mesh = attr_as_mesh(op_property(op, "mesh"));
        if (!mesh) {
            continue;
        }
        buffer_add(out, first ? "\n{\"name\":" : ",\n{\"name\":");
        first = false;
        json_string(out, symbol_name(op));
        buffer_add(out, ",\"axes\":[");
        for (uint32_t i = 0; i < mesh->axis_count; i++) {
            buffer_add(out, i ? ",{\"name\":" : "{\"name\":");
            json_string(out, mesh->axes[i].name);
            buffer_printf(out, ",\"size\":%lld}", (long long)mesh->axes[i].size);
        }
        buffer_printf(out, "],\"devices\":%lld", (long long)mesh_device_count(mesh));
        if (mesh->device_id_count != 0 && mesh->device_id_count <= DEVICE_IDS_SHOWN) {
            buffer_add(out, ",\"device_ids\":[");
            for (uint32_t i = 0; i < mesh->device_id_count; i++) {
                buffer_printf(out, "%s%lld", i ? "," : "", (long long)mesh->device_ids[i]);
            }
            buffer_add(out, "]");
        }
        buffer_add(out, "}");
    }
    buffer_add(out, "]");
}

static void add_document(struct writer *writer, const struct subject *subject) {
    struct buffer *out = writer->out;
    buffer_printf(out, "{\"version\":%d", SCHEMA_VERSION);
    json_add_text(out, "file", writer->explanation->source->name);
    add_meshes(writer);
    buffer_add(out, ",\n\"values\":[");
    bool first = true;
    for (size_t i = 0; i < writer->explanation->tracks.count; i++) {
        struct track *track = writer->explanation->tracks.items[i];
        if (!subject || track->subject == subject) {
            buffer_add(out, first ? "\n" : ",\n");
            add_value(writer, track);
            first = false;
        }
    }
    buffer_add(out, "]}\n");
    buffer_free(&writer->scratch);
}

void explain_json(struct buffer *out, const struct explanation *explanation,
                  const struct subject *subject) {
    struct writer writer = {.out = out, .explanation = explanation, .paths = subject != NULL};
    add_document(&writer, subject);
}

void explain_page_data(struct buffer *out, const struct explanation *explanation) {
    struct writer writer = {.out = out, .explanation = explanation, .for_page = true};
    add_document(&writer, NULL);
}
