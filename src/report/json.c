/* The report for programs: docs/reference/report.md describes the schema. */
#include "report/report.h"

enum { SCHEMA_VERSION = 1, DEVICES_LISTED = 4096 };

static void add_real(struct buffer *out, const char *key, double number) {
    buffer_printf(out, ",\"%s\":%.17g", key, number);
}

static void add_bool(struct buffer *out, const char *key, bool is_true) {
    buffer_printf(out, ",\"%s\":%s", key, is_true ? "true" : "false");
}

static void add_line(struct buffer *out, const char *key, const struct cost_report *report,
                     struct location location) {
    if (report_line(report, location) > 0) {
        json_add_number(out, key, report_line(report, location));
    }
}

static void add_axes(struct buffer *out, const char *key, bool has_axes, struct axis_list axes) {
    if (!has_axes) {
        return;
    }
    buffer_printf(out, ",\"%s\":[", key);
    for (uint32_t i = 0; i < axes.count; i++) {
        buffer_add(out, i ? ",{\"axis\":" : "{\"axis\":");
        json_string(out, axes.items[i].name);
        if (!axis_is_whole(axes.items[i])) {
            json_add_number(out, "pre_size", axes.items[i].pre_size);
            json_add_number(out, "size", axes.items[i].size);
        }
        buffer_add(out, "}");
    }
    buffer_add(out, "]");
}

static void add_type(struct buffer *out, const struct type *type) {
    struct buffer text = {0};
    print_type(&text, type);
    json_add_buffer(out, "type", &text);
    buffer_free(&text);
}

/* --- collectives ------------------------------------------------------------------------------ */

/* Rows of `group` devices each, or pairs. */
static void add_groups(struct buffer *out, const struct traffic *traffic) {
    struct int_list ids = traffic->ids;
    if (ids.count == 0 || ids.count > DEVICES_LISTED) {
        return;
    }
    bool pairs = traffic->kind == TRAFFIC_COLLECTIVE_PERMUTE;
    buffer_printf(out, ",\"%s\":[", pairs ? "pairs" : "devices");
    for (uint32_t i = 0; i < ids.count; i++) {
        bool begins = i % (uint32_t)traffic->size == 0;
        buffer_printf(out, "%s%lld", begins ? (i ? "],[" : "[") : ",", (long long)ids.items[i]);
    }
    buffer_add(out, "]]");
}

static void add_reason(struct buffer *out, const struct cost_report *report,
                       const struct reason *reason) {
    struct buffer text = {0};
    buffer_add(out, ",\"reason\":{\"why\":");
    json_string(out, reason_word(reason));
    json_add_text(out, "operation", reason->operation);
    add_line(out, "line", report, reason->location);
    json_add_number(out, "number", reason->number);
    if (reason->factors) {
        say_factors(&text, reason->factors);
        json_add_buffer(out, "factors", &text);
    }
    say_reason(&text, report, reason);
    json_add_buffer(out, "text", &text);
    buffer_add(out, "}");
    buffer_free(&text);
}

static void add_collective(struct buffer *out, const struct cost_report *report,
                           const struct collective_cost *cost) {
    const struct traffic *traffic = &cost->traffic;
    buffer_add(out, "{\"kind\":");
    json_string(out, traffic_name(traffic->kind));
    add_line(out, "line", report, cost->location);
    add_axes(out, "axes", cost->has_axes, cost->axes);
    json_add_number(out, "groups", traffic->groups);
    json_add_number(out, "group", traffic->size);
    add_groups(out, traffic);
    if (cost->type) {
        add_type(out, cost->type);
    }
    json_add_number(out, "operand", traffic->operand);
    json_add_number(out, "each", traffic->each);
    json_add_number(out, "all", traffic->all);
    if (report->machine.links.count > 0) {
        add_real(out, "seconds", cost->seconds);
    }
    json_add_number(out, "times", cost->times.count);
    add_bool(out, "known", cost->times.is_known);
    add_line(out, "loop", report, cost->loop);
    json_add_number(out, "places", cost->places);
    add_bool(out, "counts", cost->counts);
    add_reason(out, report, cost->reason);
    buffer_add(out, "}");
}

static void add_sum(struct buffer *out, const struct cost_report *report,
                    const struct axes_cost *sum) {
    buffer_printf(out, "\"collectives\":%lld", (long long)sum->collectives);
    json_add_number(out, "each", sum->each);
    json_add_number(out, "all", sum->all);
    if (report->machine.links.count > 0) {
        add_real(out, "seconds", sum->seconds);
    }
}

static void add_sums(struct buffer *out, const struct cost_report *report) {
    buffer_add(out, ",\n\"sent\":{");
    add_sum(out, report, &report->total);
    add_bool(out, "known", report->all_known);
    buffer_add(out, ",\n \"by_axes\":[");
    for (size_t i = 0; i < report->axes.count; i++) {
        const struct axes_cost *sum = &report->axes.items[i];
        buffer_add(out, i ? ",\n {" : "\n {");
        add_sum(out, report, sum);
        add_axes(out, "axes", sum->has_axes, sum->axes);
        buffer_add(out, "}");
    }
    buffer_add(out, "],\n \"by_kind\":[");
    bool first = true;
    for (int kind = 0; kind < TRAFFIC_KINDS; kind++) {
        if (report->kinds[kind].collectives > 0) {
            buffer_add(out, first ? "\n {" : ",\n {");
            add_sum(out, report, &report->kinds[kind]);
            json_add_text(out, "kind", traffic_name((enum traffic_kind)kind));
            buffer_add(out, "}");
            first = false;
        }
    }
    buffer_add(out, "]}");
}

/* --- memory, work ----------------------------------------------------------------------------- */

static void add_memory(struct buffer *out, const struct cost_report *report) {
    const struct memory_cost *memory = &report->memory;
    buffer_printf(out, ",\n\"memory\":{\"peak\":%lld", (long long)memory->peak);
    json_add_number(out, "arguments", memory->arguments);
    json_add_number(out, "results", memory->results);
    if (memory->at) {
        json_add_text(out, "operation", memory->at->name);
        add_line(out, "line", report, memory->at->location);
    }
    buffer_add(out, ",\"largest\":[");
    for (uint32_t i = 0; i < memory->largest_count; i++) {
        const struct live_value *live = &memory->largest[i];
        buffer_printf(out, "%s{\"bytes\":%lld", i ? ",\n " : "\n ", (long long)live->bytes);
        add_type(out, live->value->type);
        const char *name = value_name(report->arena, live->value);
        if (name) {
            json_add_text(out, "name", name);
        }
        if (live->value->op) {
            json_add_text(out, "operation", live->value->op->name);
        }
        add_line(out, "line", report, value_location(live->value));
        buffer_add(out, "}");
    }
    buffer_add(out, "]}");
    buffer_printf(out, ",\n\"work\":{\"flops\":%.17g", report->flops);
    add_real(out, "bytes", report->bytes);
    add_bool(out, "known", report->flops_known);
    if (machine_works(&report->machine)) {
        add_real(out, "seconds", report->work);
    }
    buffer_add(out, "}");
}

/* --- scaling ---------------------------------------------------------------------------------- */

static void add_part(struct buffer *out, const struct cost_report *report, const char *key,
                     const struct scaling_part *part) {
    buffer_printf(out, ",\"%s\":{\"flops\":%.17g", key, part->flops);
    json_add_number(out, "peak", part->peak);
    json_add_number(out, "each", part->each);
    if (machine_works(&report->machine)) {
        add_real(out, "work_seconds", part->work);
    }
    if (report->machine.links.count > 0) {
        add_real(out, "sent_seconds", part->sent);
    }
    buffer_add(out, "}");
}

static void add_scaling(struct buffer *out, const struct cost_report *report) {
    if (!report->scaling.axis) {
        return;
    }
    buffer_add(out, ",\n\"scaling\":{\"axis\":");
    json_string(out, report->scaling.axis);
    buffer_add(out, ",\"sizes\":[");
    for (size_t i = 0; i < report->scaling.rows.count; i++) {
        const struct scaling_row *row = &report->scaling.rows.items[i];
        buffer_printf(out, "%s{\"size\":%lld", i ? ",\n " : "\n ", (long long)row->size);
        json_add_number(out, "devices", row->devices);
        add_part(out, report, "strong", &row->strong);
        add_part(out, report, "weak", &row->weak);
        buffer_add(out, "}");
    }
    buffer_add(out, "]}");
}

/* --- what is repeated ------------------------------------------------------------------------- */

static void add_repetition(struct buffer *out, const struct cost_report *report,
                           const struct repetition *repetition) {
    struct buffer text = {0};
    buffer_add(out, "{\"axis\":");
    json_string(out, repetition->axis.name);
    json_add_number(out, "parts", repetition->parts);
    add_line(out, "line", report, repetition->location);
    if (repetition->name) {
        json_add_text(out, "name", repetition->name);
    }
    if (repetition->operation) {
        json_add_text(out, "operation", repetition->operation);
    }
    add_type(out, repetition->type);
    json_add_number(out, "dim", repetition->dim);
    sharding_say_dims(&text, repetition->sharding, repetition->type->rank);
    json_add_buffer(out, "sharding", &text);
    sharding_say_dims(&text, repetition->cure, repetition->type->rank);
    json_add_buffer(out, "cure", &text);
    say_cure(&text, repetition);
    json_add_buffer(out, "text", &text);
    json_add_number(out, "operations", repetition->operations);
    add_real(out, "flops", repetition->flops);
    add_real(out, "bytes", repetition->bytes);
    if (repetition->first) {
        json_add_text(out, "first", repetition->first);
        add_line(out, "first_line", report, repetition->first_location);
    }
    buffer_add(out, "}");
    buffer_free(&text);
}

/* --- all of it -------------------------------------------------------------------------------- */

static void add_mesh(struct buffer *out, const struct cost_report *report) {
    if (!report->mesh) {
        return;
    }
    buffer_add(out, ",\n\"mesh\":{\"name\":");
    json_string(out, report->mesh_name);
    json_add_number(out, "devices", mesh_device_count(report->mesh));
    buffer_add(out, ",\"axes\":[");
    for (uint32_t i = 0; i < report->mesh->axis_count; i++) {
        buffer_add(out, i ? ",{\"name\":" : "{\"name\":");
        json_string(out, report->mesh->axes[i].name);
        buffer_printf(out, ",\"size\":%lld}", (long long)report->mesh->axes[i].size);
    }
    buffer_add(out, "]}");
}

void report_json(struct buffer *out, const struct cost_report *report) {
    buffer_printf(out, "{\"version\":%d", SCHEMA_VERSION);
    json_add_text(out, "file", report->source->name);
    add_mesh(out, report);
    buffer_add(out, ",\n\"collectives\":[");
    for (size_t i = 0; i < report->collectives.count; i++) {
        buffer_add(out, i ? ",\n" : "\n");
        add_collective(out, report, &report->collectives.items[i]);
    }
    buffer_add(out, "]");
    add_sums(out, report);
    add_memory(out, report);
    add_scaling(out, report);
    buffer_add(out, ",\n\"repeated\":[");
    for (size_t i = 0; i < report->repeated.count; i++) {
        buffer_add(out, i ? ",\n" : "\n");
        add_repetition(out, report, report->repeated.items[i]);
    }
    buffer_add(out, "]}\n");
}
