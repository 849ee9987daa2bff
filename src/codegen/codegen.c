/* The stages of code generation, in order. */
#include "codegen/codegen.h"

#include "codegen/lower/layout/layout.h"
#include "codegen/lower/lower.h"
#include "codegen/lower/merge/merge.h"
#include "codegen/lower/schedule/schedule.h"
#include "codegen/program/past.h"

static struct op *find_entry(struct module *module, const struct codegen_options *options) {
    struct op *func = entry_claim(module, options->entry);
    if (func && func->regions[0].first->next) {
        diag_error(module->context->diagnostics, func->location,
                   "function @%s has several blocks; one was expected", symbol_name(func));
        return NULL;
    }
    return func;
}

/* The graph with all decisions made; NULL after located errors. */
static struct graph *decided_graph(struct module *module, struct arena *arena,
                                   const struct codegen_options *options) {
    const struct op *func = find_entry(module, options);
    struct graph *graph = func ? graph_build(module, func, arena, options) : NULL;
    memory_at((struct location){0});
    if (graph) {
        graph_find_kept(graph);
        graph_layout(graph);
        graph_fuse(graph);
        graph_find_kept(graph);
    }
    return graph;
}

bool codegen_layout_report(struct module *module, const struct codegen_options *options,
                           bool is_json, struct buffer *out) {
    struct arena *arena = arena_new();
    struct graph *graph = decided_graph(module, arena, options);
    if (graph) {
        graph_layout_report(graph, is_json, out);
        graph_free(graph);
    }
    arena_free(arena);
    return graph != NULL;
}

struct program *codegen(struct module *module, struct arena *arena,
                        const struct codegen_options *options) {
    struct graph *graph = decided_graph(module, arena, options);
    if (!graph) {
        return NULL;
    }
    struct program *program = graph_lower(graph);
    program_coalesce(program);
    program_join(program);
    program_unroll(program);
    program_join_siblings(program);
    program_absorb(program);
    program_tile(program);
    program_join_rows(program);
    program_chain(program);
    program_overlap(program);
    program_schedule(program);
    program_mark_past(program);
    graph_free(graph);
    const struct source *source = module->op->location.source;
    program->source_name = source ? source->name : NULL;
    return program;
}
