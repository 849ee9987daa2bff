/* From a module to a program: the graph is built, and the passes of passes.def are run. */
#include "codegen/codegen.h"

#include "codegen/graph/graph.h"
#include "codegen/lower/layout/layout.h"
#include "codegen/passes.h"

static struct op *find_entry(struct module *module, const struct codegen_options *options) {
    struct op *func = entry_claim(module, options->entry);
    if (func && func->regions[0].first->next) {
        diag_error(module->context->diagnostics, func->location,
                   "function @%s has several blocks; one was expected", symbol_name(func));
        return NULL;
    }
    return func;
}

/* The graph as the emit hooks build it; NULL after located errors. */
static struct graph *built_graph(struct module *module, struct arena *arena,
                                 const struct codegen_options *options,
                                 const struct codegen_driver *driver) {
    double start = seconds_now();
    const struct op *func = find_entry(module, options);
    struct graph *graph = func ? graph_build(module, func, arena, options) : NULL;
    memory_at((struct location){0});
    if (driver->times != NULL) {
        stage_times_add(driver->times, "codegen: graph", seconds_now() - start);
    }
    return graph;
}

bool codegen_layout_report(struct module *module, const struct codegen_options *options,
                           bool is_json, struct buffer *out) {
    struct arena *arena = arena_new();
    const struct codegen_driver driver = {0};
    struct codegen_state state = {.graph = built_graph(module, arena, options, &driver)};
    if (state.graph) {
        codegen_decide(&state, &driver);
        graph_layout_report(state.graph, is_json, out);
        graph_free(state.graph);
    }
    arena_free(arena);
    return state.graph != NULL;
}

struct program *codegen(struct module *module, struct arena *arena,
                        const struct codegen_options *options,
                        const struct codegen_driver *driver) {
    struct codegen_state state = {.graph = built_graph(module, arena, options, driver)};
    if (!state.graph) {
        return NULL;
    }
    codegen_decide(&state, driver);
    codegen_finish(&state, driver);
    graph_free(state.graph);
    const struct source *source = module->op->location.source;
    state.program->source_name = source ? source->name : NULL;
    return state.program;
}
