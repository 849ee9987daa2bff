/* Functions and their calls: order, copies, names, shardings of arguments and results. */
#include <string.h>

#include "propagation/edit.h"

/* Functions call each other this deep at most, and where calls become the bodies of what they call,
 * so deep, and so many operations. */
enum { MAX_CALL_DEPTH = 4000, MAX_BODY_DEPTH = 250, MOST_COPIES = 1 << 22 };

struct op *called_function(const struct op *call) {
    const struct attr *callee = op_property(call, "callee");
    struct op *func = callee ? symbol_lookup_from(call, callee) : NULL;
    return func && op_has(func, OP_FUNCTION) ? func : NULL;
}

/* --- order ------------------------------------------------------------------------------------ */

/* The functions of a module, callees before callers, and its calls. */
struct call_graph {
    struct context *context;
    struct op_list functions;
    struct op_list calls;      /* in the order of the module */
    struct pointer_map called; /* function -> where in `calls` its own begin, plus 1 */
};

/* The function in the body of the module that holds the operation. */
static struct op *function_of(struct op *op) {
    while (op_parent(op)->block) {
        op = op_parent(op);
    }
    return op;
}

/* The calls in a function stand side by side, from this one on. */
static size_t first_call(const struct call_graph *graph, const struct op *func) {
    size_t position = (size_t)(uintptr_t)pointer_map_get(&graph->called, func);
    return position ? position - 1 : graph->calls.count;
}

static bool is_call_of(const struct call_graph *graph, size_t call, const struct op *func) {
    return call < graph->calls.count && function_of(graph->calls.items[call]) == func;
}

/* Depth first; `func->note`: 0 not met, 1 being visited, 2 done. False: a call has no function, or
 * calls go round in a circle, or too deep. */
static bool visit(struct call_graph *graph, struct op *func, uint32_t depth) {
    struct diagnostics *diagnostics = graph->context->diagnostics;
    if (func->note != 0) {
        return func->note == 2;
    }
    if (depth == MAX_CALL_DEPTH) {
        return diag_error(diagnostics, func->location, "calls nested more than %d deep",
                          MAX_CALL_DEPTH);
    }
    func->note = 1;
    bool ok = true;
    for (size_t i = first_call(graph, func); ok && is_call_of(graph, i, func); i++) {
        const struct op *call = graph->calls.items[i];
        struct op *callee = called_function(call);
        if (!callee) {
            ok = diag_error(diagnostics, call->location, "'%s' op names no function of the module",
                            call->name);
        } else if (!visit(graph, callee, depth + 1)) {
            ok = callee->note != 1 ? false
                                   : diag_error(diagnostics, call->location,
                                                "'%s' op is recursive: propagation needs a call "
                                                "graph without cycles",
                                                call->name);
        }
    }
    func->note = ok ? 2 : 3;
    *vector_push(&graph->functions) = func;
    return ok;
}

/* False with a report where not everything could be put in order. */
static bool make_call_graph(struct call_graph *graph, struct module *module) {
    bool ok = true;
    *graph =
        (struct call_graph){.context = module->context, .calls = module_ops_with(module, OP_CALL)};
    for (size_t i = graph->calls.count; i-- > 0;) {
        const struct op *call = graph->calls.items[i], *caller = function_of(graph->calls.items[i]);
        if (caller == call) {
            ok = diag_error(graph->context->diagnostics, call->location,
                            "'%s' op is in no function", call->name);
        }
        pointer_map_put(&graph->called, caller, (void *)(uintptr_t)(i + 1));
    }
    FOR_EACH_OP (op, module->op->regions[0].first) {
        op->note = 0;
    }
    FOR_EACH_OP (op, module->op->regions[0].first) {
        if (op_has(op, OP_FUNCTION)) {
            ok = visit(graph, op, 0) && ok;
        }
    }
    return ok;
}

static void free_call_graph(struct call_graph *graph) {
    vector_free(&graph->functions);
    vector_free(&graph->calls);
    pointer_map_free(&graph->called);
}

struct op_list functions_in_call_order(struct module *module) {
    struct call_graph graph;
    make_call_graph(&graph, module);
    struct op_list functions = graph.functions;
    graph.functions = (struct op_list){0};
    free_call_graph(&graph);
    return functions;
}

struct op_list calls_in_call_order(struct module *module) {
    struct call_graph graph;
    struct op_list all = {0};
    make_call_graph(&graph, module);
    for (size_t f = 0; f < graph.functions.count; f++) {
        const struct op *func = graph.functions.items[f];
        for (size_t i = first_call(&graph, func); is_call_of(&graph, i, func); i++) {
            *vector_push(&all) = graph.calls.items[i];
        }
    }
    free_call_graph(&graph);
    return all;
}

bool check_calls(struct module *module) {
    struct call_graph graph;
    bool ok = make_call_graph(&graph, module);
    free_call_graph(&graph);
    return ok;
}

/* --- copies ----------------------------------------------------------------------------------- */

/* What a function becomes when each call in it is the body of what it calls: operations that come
 * from there, all of its operations (where it is called), and how deep bodies stand in bodies. */
struct expansion {
    uint64_t copied, operations, depth;
};

static bool count_op(struct op *op, void *data) {
    (void)op;
    ++*(uint64_t *)data;
    return true;
}

/* The expansions of what it calls are known. */
static struct expansion expand(const struct call_graph *graph, struct pointer_map *expansions,
                               struct op *func) {
    struct expansion all = {0};
    for (size_t i = first_call(graph, func); is_call_of(graph, i, func); i++) {
        struct op *callee = called_function(graph->calls.items[i]);
        struct expansion *inner = callee ? pointer_map_get(expansions, callee) : NULL;
        if (!inner) {
            continue;
        }
        if (inner->operations == inner->copied) {
            op_walk(callee, count_op, &inner->operations);
        }
        all.copied += inner->operations;
        all.depth = inner->depth + 1 > all.depth ? inner->depth + 1 : all.depth;
    }
    all.operations = all.copied;
    return all;
}

static bool check_expansion(struct context *context, const struct op *func,
                            const struct expansion *expansion) {
    if (expansion->depth > MAX_BODY_DEPTH) {
        return diag_error(context->diagnostics, func->location, "calls nested more than %d deep",
                          MAX_BODY_DEPTH);
    }
    return expansion->copied <= MOST_COPIES ||
           diag_error(context->diagnostics, func->location,
                      "with a copy of its function for each call this has more than %d operations",
                      MOST_COPIES);
}

bool check_copies(struct module *module) {
    struct call_graph graph;
    struct pointer_map expansions = {0};
    struct arena *arena = arena_new();
    bool ok = make_call_graph(&graph, module);
    for (size_t i = 0; ok && i < graph.functions.count; i++) {
        struct expansion *expansion = ARENA_NEW(arena, struct expansion);
        *expansion = expand(&graph, &expansions, graph.functions.items[i]);
        pointer_map_put(&expansions, graph.functions.items[i], expansion);
        ok = check_expansion(module->context, graph.functions.items[i], expansion);
    }
    arena_free(arena);
    pointer_map_free(&expansions);
    free_call_graph(&graph);
    return ok;
}

/* --- names and copies ------------------------------------------------------------------------- */

const struct attr *original_function_name(const struct op *func) {
    const struct attr *original = op_attr(func, "sdy.original_func_name");
    return original ? original : op_property(func, "sym_name");
}

void symbol_namer_free(struct symbol_namer *namer) {
    pointer_map_free(&namer->taken);
}

/* False where the name is taken already. */
static bool take_name(struct symbol_namer *namer, const char *name) {
    const char *interned = intern(namer->module->context->strings, name);
    bool is_free = !pointer_map_get(&namer->taken, interned);
    pointer_map_put(&namer->taken, interned, namer);
    return is_free;
}

/* `stem`, or the first of stem_0, stem_1, ... from the counter on that is free. */
static const char *new_name(struct symbol_namer *namer, const char *stem) {
    struct module *module = namer->module;
    const char *name = stem;
    if (namer->taken.count == 0) {
        FOR_EACH_OP (op, module->op->regions[0].first) {
            if (symbol_name(op)) {
                take_name(namer, symbol_name(op));
            }
        }
    }
    while (!take_name(namer, name)) {
        name = arena_printf(module->arena, "%s_%u", stem, namer->next++);
    }
    return name;
}

void insert_function(struct symbol_namer *namer, struct op *func, struct op *before) {
    struct module *module = namer->module;
    const char *name = new_name(namer, symbol_name(func));
    op_set_property(module, func, "sym_name", attr_string(module->context, name, strlen(name)));
    if (before) {
        op_insert_before(before, func);
    } else {
        op_append(module->op->regions[0].first, func);
    }
}

void set_callee(struct module *module, struct op *call, const struct op *func) {
    op_set_property(module, call, "callee", attr_symbol(module->context, symbol_name(func)));
}

static bool collect_call(struct op *op, void *data) {
    if (op_has(op, OP_CALL)) {
        *vector_push((struct op_list *)data) = op;
    }
    return true;
}

struct op *clone_function(struct symbol_namer *namer, struct op *func) {
    struct pointer_map map = {0};
    struct op *copy = op_clone(namer->module, func, &map);
    pointer_map_free(&map);
    op_set_attr(namer->module, copy, "sdy.original_func_name", original_function_name(func));
    struct op_list calls = {0};
    op_walk_post(copy, collect_call, &calls);
    for (size_t i = 0; i < calls.count; i++) {
        /* The copy stands nowhere yet: its calls are looked up from the module. */
        const struct attr *callee = op_property(calls.items[i], "callee");
        struct op *inner = symbol_lookup_from(namer->module->op, callee);
        set_callee(namer->module, calls.items[i], clone_function(namer, inner));
    }
    vector_free(&calls);
    insert_function(namer, copy, NULL);
    return copy;
}

/* --- shardings -------------------------------------------------------------------------------- */

/* All of `count` shardings, the missing ones open
 * on the mesh of the first that has a proper one. */
static const struct attr *complete(struct module *module, const struct op *func, uint32_t count,
                                   const struct attr **shardings, const struct type *const *types) {
    const struct sharding *like = NULL;
    for (uint32_t i = 0; i < count && !like; i++) {
        const struct sharding *sharding = attr_as_sharding(shardings[i]);
        const struct mesh *mesh = sharding ? sharding_mesh(func, sharding) : NULL;
        like = mesh && !mesh_is_maximal(mesh) ? sharding : NULL;
    }
    if (!like) {
        return NULL;
    }
    for (uint32_t i = 0; i < count; i++) {
        if (!shardings[i]) {
            shardings[i] = sharding_open(module->context, like, tensor_rank(types[i]));
        }
    }
    return sharding_per_value_attr(module->context, count, shardings);
}

const struct attr *function_argument_shardings(struct module *module, const struct op *func) {
    uint32_t count = func_input_count(func);
    const struct attr **shardings = ARENA_ARRAY(module->arena, const struct attr *, count);
    for (uint32_t i = 0; i < count; i++) {
        shardings[i] = func_argument_attr(func, i, "sdy.sharding");
    }
    const struct attr *type = op_property(func, "function_type");
    return complete(module, func, count, shardings, type->type->items);
}

const struct attr *function_result_shardings(struct module *module, const struct op *func) {
    uint32_t count = func_result_count(func);
    const struct attr **shardings = ARENA_ARRAY(module->arena, const struct attr *, count);
    for (uint32_t i = 0; i < count; i++) {
        shardings[i] = func_result_sharding(func, i);
    }
    const struct type *type = op_property(func, "function_type")->type;
    return complete(module, func, count, shardings, type->items + type->input_count);
}
