/* The partition pipeline, looked at where something can be seen. */
#include "report/report.h"

#include <string.h>

#include "ops/op_def.h"

/* The mesh by whose axes groups are named: the largest. */
static void find_mesh(struct cost_report *report) {
    FOR_EACH_OP (op, report->module->op->regions[0].first) {
        const struct mesh *mesh =
            op_is(op, OP_SDY_MESH) ? attr_as_mesh(op_property(op, "mesh")) : NULL;
        if (mesh && !mesh_is_maximal(mesh) &&
            (!report->mesh || mesh_device_count(mesh) > mesh_device_count(report->mesh))) {
            report->mesh = mesh;
            report->mesh_name = symbol_name(op);
        }
    }
}

static void visit_work(void *data, const struct op *op, struct times times, const struct op *loop) {
    (void)loop;
    note_work(data, op, times);
}

static void find_costs(struct cost_report *report) {
    const struct run_visitor visitor = {.visit = visit_work, .data = report};
    report->entry = entry_function(report->module, report->request->entry);
    report->all_known = report->flops_known = true;
    visit_run(report->entry, &visitor);
    find_collectives(report);
    find_memory(report);
    find_weak_scaling(report);
}

/* What is repeated shows best while types are global still. */
static void before_pass(void *data, const char *pass) {
    if (strcmp(pass, "sdy-convert-global-to-local") == 0) {
        find_mesh(data);
        find_repeated(data);
    }
}

static bool run_watched(struct cost_report *report, const struct pass_driver *driver) {
    struct pass_driver watched = *driver;
    watched.watcher = (struct pass_watcher){.before = before_pass, .data = report};
    struct pass_list all;
    pass_list_init(&all, report->arena, report->context->diagnostics);
    bool done = pass_list_add(&all, "sdyc-partition-pipeline", NULL) &&
                pass_list_run(&all, report->module, &watched);
    pass_list_free(&all);
    return done;
}

static bool has_axis(const struct cost_report *report, const char *axis, struct buffer *all) {
    bool found = false;
    FOR_EACH_OP (op, report->module->op->regions[0].first) {
        const struct mesh *mesh =
            op_is(op, OP_SDY_MESH) ? attr_as_mesh(op_property(op, "mesh")) : NULL;
        for (uint32_t i = 0; mesh && i < mesh->axis_count; i++) {
            found |= strcmp(mesh->axes[i].name, axis) == 0;
            buffer_printf(all, "%s\"%s\"", all->length ? ", " : "", mesh->axes[i].name);
        }
    }
    return found;
}

/* A link is of an axis that a mesh has. */
static bool check_links(const struct cost_report *report) {
    bool good = true;
    for (size_t i = 0; i < report->machine.links.count && good; i++) {
        const char *axis = report->machine.links.items[i].axis;
        struct buffer all = {0};
        if (axis && !has_axis(report, axis, &all)) {
            good = diag_error(report->context->diagnostics, (struct location){0},
                              "the machine has a link along '%s', and the program's mesh has no "
                              "such axis: its axes are %s",
                              axis, all.length ? all.text : "none");
        }
        buffer_free(&all);
    }
    return good;
}

static bool read_machine(struct cost_report *report) {
    const char *text = report->request->machine, *error = NULL;
    if (text && !machine_parse(&report->machine, text, report->arena, &error)) {
        return diag_error(report->context->diagnostics, (struct location){0}, "%s", error);
    }
    return check_links(report);
}

struct cost_report *report_open(struct module *module, const struct source *source,
                                const struct report_request *request, struct arena *arena,
                                const struct pass_driver *driver) {
    struct cost_report *report = ARENA_NEW(arena, struct cost_report);
    *report = (struct cost_report){.module = module,
                                   .context = module->context,
                                   .arena = arena,
                                   .source = source,
                                   .request = request};
    line_index_build(&report->lines, source);
    if (!read_machine(report) || !entry_claim(module, request->entry) ||
        !find_strong_scaling(report, driver) || !run_watched(report, driver)) {
        report_close(report);
        return NULL;
    }
    find_costs(report);
    return report;
}

void report_close(struct cost_report *report) {
    if (report) {
        line_index_free(&report->lines);
        vector_free(&report->collectives);
        vector_free(&report->axes);
        vector_free(&report->repeated);
        vector_free(&report->scaling.rows);
        machine_free(&report->machine);
    }
}
