/* What a program would cost on meshes of other sizes. */
#include <stdlib.h>
#include <string.h>

#include "ops/op_def.h"
#include "report/report.h"

/* --- what is asked ---------------------------------------------------------------------------- */

static bool refuse(struct cost_report *report, const char *why) {
    return diag_error(report->context->diagnostics, (struct location){0},
                      "'%s' is not an axis and its sizes, as in x:8,64,512: %s",
                      report->request->scale, why);
}

static bool read_sizes(struct cost_report *report, const char *text) {
    while (*text) {
        char *end;
        long long size = strtoll(text, &end, 10);
        if (end == text || (*end != ',' && *end != '\0') || size < 1 || size > INT64_C(1) << 30) {
            return refuse(report, "a size is a number from 1 to 2^30");
        }
        *vector_push(&report->scaling.rows) = (struct scaling_row){.size = size};
        text = end + (*end == ',');
    }
    return report->scaling.rows.count > 0 || refuse(report, "it has no sizes");
}

static bool read_request(struct cost_report *report) {
    const char *text = report->request->scale, *colon = strrchr(text, ':');
    if (!colon) {
        return refuse(report, "it has no sizes");
    }
    report->scaling.axis = arena_printf(report->arena, "%.*s", (int)(colon - text), text);
    return read_sizes(report, colon + 1);
}

/* --- strong scaling --------------------------------------------------------------------------- */

/* Gives the axis of a mesh another size; devices are in their order then. False: there is no such
 * axis. */
static bool resize(struct cost_report *report, struct module *module, struct op *op, int64_t size) {
    struct mesh mesh = *attr_as_mesh(op_property(op, "mesh"));
    struct mesh_axis *axes = ARENA_ARRAY(report->arena, struct mesh_axis, mesh.axis_count);
    bool found = false;
    for (uint32_t i = 0; i < mesh.axis_count; i++) {
        axes[i] = mesh.axes[i];
        if (strcmp(axes[i].name, report->scaling.axis) == 0) {
            axes[i].size = size;
            found = true;
        }
    }
    mesh.axes = axes;
    mesh.device_id_count = found ? 0 : mesh.device_id_count;
    op_set_property(module, op, "mesh", mesh_attr(report->context, &mesh));
    return found;
}

/* A copy of the module in which the axis has that size; NULL after an error. */
static struct module *resized(struct cost_report *report, int64_t size) {
    struct pointer_map map = {0};
    struct module *module = module_new(report->context, report->module->op->location);
    bool found = false;
    module->op = op_clone(module, report->module->op, &map);
    module->resources = report->module->resources;
    pointer_map_free(&map);
    FOR_EACH_OP (op, module->op->regions[0].first) {
        if (op_is(op, OP_SDY_MESH) && attr_as_mesh(op_property(op, "mesh"))) {
            found |= resize(report, module, op, size);
        }
    }
    if (!found) {
        refuse(report, "no mesh of the program has that axis");
    }
    if (!found || !verify_module(module)) {
        module_free(module);
        return NULL;
    }
    return module;
}

static struct scaling_part part_of(const struct cost_report *report) {
    return (struct scaling_part){.flops = report->flops,
                                 .work = report->work,
                                 .each = report->total.each,
                                 .sent = report->total.seconds,
                                 .peak = report->memory.peak};
}

static bool find_row(struct cost_report *report, struct scaling_row *row,
                     const struct pass_driver *driver) {
    struct report_request request = *report->request;
    struct module *module = resized(report, row->size);
    request.scale = NULL;
    struct cost_report *larger =
        module ? report_open(module, report->source, &request, report->arena, driver) : NULL;
    if (larger) {
        row->devices = larger->mesh ? mesh_device_count(larger->mesh) : 1;
        row->strong = part_of(larger);
    } else {
        diag_note(report->context->diagnostics, (struct location){0},
                  "with axis \"%s\" of size %lld", report->scaling.axis, (long long)row->size);
    }
    report_close(larger);
    module_free(module);
    return larger != NULL;
}

bool find_strong_scaling(struct cost_report *report, const struct pass_driver *driver) {
    if (!report->request->scale) {
        return true;
    }
    bool done = read_request(report);
    for (size_t i = 0; done && i < report->scaling.rows.count; i++) {
        done = find_row(report, &report->scaling.rows.items[i], driver);
    }
    return done;
}

/* --- weak scaling ----------------------------------------------------------------------------- */

/* The group of a collective if the axis has another size. */
static int64_t size_of_group(const struct cost_report *report, const struct collective_cost *cost,
                             int64_t size) {
    bool permutes = cost->traffic.kind == TRAFFIC_COLLECTIVE_PERMUTE;
    for (uint32_t i = 0; cost->has_axes && !permutes && i < cost->axes.count; i++) {
        struct axis_ref axis = cost->axes.items[i];
        if (strcmp(axis.name, report->scaling.axis) == 0 && axis_is_whole(axis)) {
            return extent_product(cost->traffic.size / axis_size(report->mesh, axis), size);
        }
    }
    return cost->traffic.size;
}

static void add_sent(const struct cost_report *report, const struct collective_cost *cost,
                     int64_t size, struct scaling_part *part) {
    const struct traffic *traffic = &cost->traffic;
    int64_t group = size_of_group(report, cost, size);
    int64_t each = group == traffic->size ? traffic->each : traffic_device_sends(traffic, group);
    double seconds = collective_seconds(report, cost, group, report->scaling.axis, size);
    part->each = extent_sum(part->each, extent_product(each, cost->times.count));
    part->sent += seconds * (double)cost->times.count;
}

void find_weak_scaling(struct cost_report *report) {
    for (size_t i = 0; i < report->scaling.rows.count; i++) {
        struct scaling_row *row = &report->scaling.rows.items[i];
        row->weak = part_of(report);
        row->weak.each = 0;
        row->weak.sent = 0;
        for (size_t c = 0; c < report->collectives.count; c++) {
            const struct collective_cost *cost = &report->collectives.items[c];
            if (cost->counts) {
                add_sent(report, cost, row->size, &row->weak);
            }
        }
    }
}
