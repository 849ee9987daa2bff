/* Runs passes in order: with dumps, times and verification between them. */
#include "pipeline.h"

#include "ir/op_def.h"

#include <string.h>

/* --- running ---------------------------------------------------------------------------------- */

static bool is_selected(const char *selection, const char *name) {
    return selection && (strcmp(selection, "all") == 0 || strcmp(selection, name) == 0);
}

static void dump(const struct pass_driver *driver, const struct module *module, const char *when,
                 const char *name) {
    struct buffer text = {0};
    print_module(&text, module, &driver->print);
    fprintf(driver->dump, "// -----// IR Dump %s %s //----- //\n%s\n", when, name,
            text.text ? text.text : "");
    buffer_free(&text);
}

static bool run_step(const struct pass_step *step, struct module *module,
                     const struct pass_driver *driver) {
    const char *name = step->pass->name;
    struct diagnostics *diagnostics = module->context->diagnostics;
    if (is_selected(driver->print_before, name)) {
        dump(driver, module, "Before", name);
    }
    int32_t errors = diagnostics->errors;
    double start = seconds_now();
    reason_set_pass(module, name);
    bool done =
        step->pass->run(module, &step->options) && pass_verify_ops(module, OP_VERIFIES_CONTEXT);
    memory_at((struct location){0});
    reason_set_pass(module, NULL);
    if (driver->times) {
        stage_times_add(driver->times, name, seconds_now() - start);
    }
    if (done && diagnostics->errors > errors) {
        sdyc_bug("pass '%s' reported an error and returned success", name);
    }
    if (is_selected(driver->print_after, name)) {
        dump(driver, module, done ? "After" : "After failed", name);
    }
    if (done && driver->verify_each && !verify_module(module)) {
        return diag_help(diagnostics, (struct location){0}, "after pass '%s'", name);
    }
    return done;
}

/* A dump is asked for by the name of a pass. */
static bool check_selection(struct diagnostics *diagnostics, const char *flag,
                            const char *selection) {
    if (!selection || strcmp(selection, "all") == 0) {
        return true;
    }
    VECTOR(const char *) names = {0};
    bool found = false;
    for (size_t i = 0; pass_at(i); i++) {
        *vector_push(&names) = pass_at(i)->name;
        found |= strcmp(selection, pass_at(i)->name) == 0;
    }
    const char *near = nearest_name(selection, names.items, names.count);
    vector_free(&names);
    return found || diag_error(diagnostics, (struct location){0}, "%s names no pass: '%s'%s%s%s",
                               flag, selection, near ? "; did you mean '" : "", near ? near : "",
                               near ? "'?" : "");
}

size_t pass_step_skips(const struct pass_step *step, const struct module *module) {
    return step->pass || step->applies(module, &step->options) ? 0 : step->count;
}

bool pass_list_run(const struct pass_list *list, struct module *module,
                   const struct pass_driver *driver) {
    if (!check_selection(list->diagnostics, "print-before", driver->print_before) ||
        !check_selection(list->diagnostics, "print-after", driver->print_after)) {
        return false;
    }
    const struct pass_watcher *watcher = &driver->watcher;
    for (size_t i = 0; i < list->steps.count; i++) {
        const struct pass_step *step = &list->steps.items[i];
        if (!step->pass) {
            i += pass_step_skips(step, module);
            continue;
        }
        if (watcher->before) {
            watcher->before(watcher->data, step->pass->name);
        }
        if (!run_step(step, module, driver)) {
            return false;
        }
        if (watcher->after) {
            watcher->after(watcher->data, step->pass->name);
        }
    }
    return true;
}
