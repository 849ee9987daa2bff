/* Functions and their calls: order, copies, names, shardings of arguments and results. */
#include <string.h>

#include "propagation/edit.h"

/* Functions call each other this deep at most, and where calls become the bodies of what they call,
 * so deep, and so many operations. */
enum { MAX_CALL_DEPTH = 4000, MAX_BODY_DEPTH = 250, MOST_COPIES = 1 << 22 };

struct collector {
    struct op_list *list;
    uint32_t traits;
};

static bool collect(struct op *op, void *data) {
    struct collector *collector = data;
    if (op_has(op, collector->traits)) {
        *vector_push(collector->list) = op;
    }
    return true;
}

struct op_list operations_with(struct op *root, uint32_t traits) {
    struct op_list list = {0};
    struct collector collector = {&list, traits};
    op_walk_post(root, collect, &collector);
    return list;
}

struct op *called_function(const struct op *call) {
    const struct attr *callee = op_property(call, "callee");
    struct op *func = callee ? symbol_lookup_from(call, callee) : NULL;
    return func && op_has(func, OP_FUNCTION) ? func : NULL;
}

/* --- order ------------------------------------------------------------------------------------ */

/* Depth first; `func->note`: 0 not met, 1 being visited, 2 done. False: a call has no function, or
 * calls go round in a circle, or too deep. */
static bool visit(struct context *context, struct op *func, uint32_t depth, struct op_list *order) {
    if (func->note != 0) {
        return func->note == 2;
    }
    if (depth == MAX_CALL_DEPTH) {
        return diag_error(context->diagnostics, func->location, "calls nested more than %d deep",
                          MAX_CALL_DEPTH);
    }
    func->note = 1;
    struct op_list calls = operations_with(func, OP_CALL);
    bool ok = true;
    for (size_t i = 0; i < calls.count && ok; i++) {
        struct op *callee = called_function(calls.items[i]);
        if (!callee) {
            ok = diag_error(context->diagnostics, calls.items[i]->location,
                            "'%s' op names no function of the module", calls.items[i]->name);
        } else if (!visit(context, callee, depth + 1, order)) {
            ok = callee->note != 1 ? false
                                   : diag_error(context->diagnostics, calls.items[i]->location,
                                                "'%s' op is recursive: propagation needs a call "
                                                "graph without cycles",
                                                calls.items[i]->name);
        }
    }
    vector_free(&calls);
    func->note = ok ? 2 : 3;
    *vector_push(order) = func;
    return ok;
}

static bool order_functions(struct module *module, struct op_list *order) {
    bool ok = true;
    FOR_EACH_OP (op, module->op->regions[0].first) {
        op->note = 0;
    }
    FOR_EACH_OP (op, module->op->regions[0].first) {
        if (op_has(op, OP_FUNCTION)) {
            ok = visit(module->context, op, 0, order) && ok;
        }
    }
    return ok;
}

struct op_list functions_in_call_order(struct module *module) {
    struct op_list order = {0};
    order_functions(module, &order);
    return order;
}

bool check_calls(struct module *module) {
    struct op_list order = {0};
    bool ok = order_functions(module, &order);
    vector_free(&order);
    return ok;
}

struct expansion {
    uint64_t operations, depth;
};

/* What a function becomes when each call in it is the body of what it calls; those are known. */
static bool add_operation(struct op *op, void *data) {
    struct pointer_map *expansions = data;
    struct expansion *all = pointer_map_get(expansions, expansions);
    const struct op *func = op_has(op, OP_CALL) ? called_function(op) : NULL;
    const struct expansion *inner = func ? pointer_map_get(expansions, func) : NULL;
    all->operations += 1 + (inner ? inner->operations : 0);
    all->depth = inner && inner->depth + 1 > all->depth ? inner->depth + 1 : all->depth;
    return true;
}

bool check_copies(struct module *module) {
    struct op_list functions = functions_in_call_order(module);
    struct pointer_map expansions = {0};
    struct arena *arena = arena_new();
    bool ok = true;
    for (size_t i = 0; ok && i < functions.count; i++) {
        struct op *func = functions.items[i];
        struct expansion *expansion = ARENA_NEW(arena, struct expansion);
        pointer_map_put(&expansions, &expansions, expansion);
        op_walk(func, add_operation, &expansions);
        pointer_map_put(&expansions, func, expansion);
        if (expansion->depth > MAX_BODY_DEPTH) {
            ok = diag_error(module->context->diagnostics, func->location,
                            "calls nested more than %d deep", MAX_BODY_DEPTH);
        } else if (expansion->operations > MOST_COPIES) {
            ok = diag_error(module->context->diagnostics, func->location,
                            "with a copy of its function for each call this has more than %d "
                            "operations",
                            MOST_COPIES);
        }
    }
    arena_free(arena);
    pointer_map_free(&expansions);
    vector_free(&functions);
    return ok;
}

struct op_list calls_in_call_order(struct module *module) {
    struct op_list functions = functions_in_call_order(module);
    struct op_list all = {0};
    for (size_t i = 0; i < functions.count; i++) {
        struct op_list calls = operations_with(functions.items[i], OP_CALL);
        for (size_t c = 0; c < calls.count; c++) {
            *vector_push(&all) = calls.items[c];
        }
        vector_free(&calls);
    }
    vector_free(&functions);
    return all;
}

/* --- names and copies ------------------------------------------------------------------------- */

const struct attr *original_function_name(const struct op *func) {
    const struct attr *original = op_attr(func, "sdy.original_func_name");
    return original ? original : op_property(func, "sym_name");
}

void insert_function(struct symbol_namer *namer, struct op *func, struct op *before) {
    struct module *module = namer->module;
    const char *stem = symbol_name(func);
    const char *name = stem;
    while (symbol_lookup(module->op, name)) {
        name = arena_printf(module->arena, "%s_%u", stem, namer->next++);
    }
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

struct op *clone_function(struct symbol_namer *namer, struct op *func) {
    struct pointer_map map = {0};
    struct op *copy = op_clone(namer->module, func, &map);
    pointer_map_free(&map);
    op_set_attr(namer->module, copy, "sdy.original_func_name", original_function_name(func));
    struct op_list calls = operations_with(copy, OP_CALL);
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

static uint32_t rank_of(const struct type *type) {
    return type->kind == TYPE_TENSOR ? type->rank : 0;
}

/* All of `count` shardings, the missing ones open on the mesh of the first that has a proper one.
 */
static const struct attr *complete(struct module *module, uint32_t count,
                                   const struct attr **shardings, const struct type *const *types) {
    const struct sharding *like = NULL;
    for (uint32_t i = 0; i < count && !like; i++) {
        const struct sharding *sharding = attr_as_sharding(shardings[i]);
        const struct mesh *mesh = sharding ? sharding_mesh(module->op, sharding) : NULL;
        like = mesh && !mesh_is_maximal(mesh) ? sharding : NULL;
    }
    if (!like) {
        return NULL;
    }
    for (uint32_t i = 0; i < count; i++) {
        if (!shardings[i]) {
            shardings[i] = sharding_open(module->context, like->mesh_name, rank_of(types[i]));
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
    return complete(module, count, shardings, type->type->items);
}

const struct attr *function_result_shardings(struct module *module, const struct op *func) {
    uint32_t count = func_result_count(func);
    const struct attr **shardings = ARENA_ARRAY(module->arena, const struct attr *, count);
    for (uint32_t i = 0; i < count; i++) {
        shardings[i] = func_result_sharding(func, i);
    }
    const struct type *type = op_property(func, "function_type")->type;
    return complete(module, count, shardings, type->items + type->input_count);
}
