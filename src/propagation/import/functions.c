/* Passes on calls: sdy-propagate-sharding-from-func-to-call, sdy-flatten-call-graph,
 * sdy-import-func-calls and sdy-pre-order-funcs. */
#include <string.h>

#include "ops/build.h"
#include "propagation/edit.h"
#include "propagation/observer.h"
#include "propagation/passes.h"

/* Tells who watches what the results of a call are given. */
static void report(struct module *module, const struct op *call,
                   const struct sharding_list *shardings) {
    for (uint32_t i = 0; module->observer && i < shardings->count; i++) {
        observe_assignment(module, &(struct sharding_assignment){
                                       .reason = ASSIGNED_BY_CALLEE,
                                       .value = &call->results[i],
                                       .op = call,
                                       .after = shardings->items[i],
                                   });
    }
}

bool pass_propagate_sharding_from_func_to_call(struct module *module,
                                               const struct pass_options *options) {
    (void)options;
    if (!check_calls(module)) {
        return false;
    }
    struct op_list calls = module_ops_with(module, OP_CALL);
    for (size_t i = 0; i < calls.count; i++) {
        if (!op_attr(calls.items[i], "sdy.sharding")) {
            const struct attr *shardings =
                function_result_shardings(module, called_function(calls.items[i]));
            if (shardings) {
                report(module, calls.items[i], attr_as_shardings(shardings));
                op_set_attr(module, calls.items[i], "sdy.sharding", shardings);
            }
        }
    }
    vector_free(&calls);
    return true;
}

/* Every call gets a function of its own: the first keeps it, others get copies. */
bool pass_flatten_call_graph(struct module *module, const struct pass_options *options) {
    (void)options;
    if (!check_copies(module)) {
        return false;
    }
    struct symbol_namer namer = {.module = module};
    struct pointer_map called = {0};
    struct op_list calls = calls_in_call_order(module);
    for (size_t i = 0; i < calls.count; i++) {
        struct op *func = called_function(calls.items[i]);
        if (!pointer_map_get(&called, func)) {
            pointer_map_put(&called, func, func);
        } else {
            set_callee(module, calls.items[i], clone_function(&namer, func));
        }
    }
    vector_free(&calls);
    pointer_map_free(&called);
    symbol_namer_free(&namer);
    return true;
}

/* --- sdy-import-func-calls: a call becomes a named computation with the function's body ------- */

struct importing {
    struct module *module;
    struct pointer_map bodies; /* function -> the named computation that has its body */
    struct pointer_map kept;   /* functions that others than calls refer to -> themselves */
};

static void keep_named(struct importing *importing, const struct op *user,
                       const struct attr *attr) {
    struct op *named = attr->kind == ATTR_SYMBOL ? symbol_lookup_from(user, attr) : NULL;
    if (named) {
        pointer_map_put(&importing->kept, named, named);
    }
    for (uint32_t i = 0; attr->items && i < attr->count; i++) {
        keep_named(importing, user, attr->items[i]);
    }
}

static bool note_references(struct op *op, void *data) {
    for (uint32_t i = 0; i < op->properties.count && !op_has(op, OP_CALL); i++) {
        keep_named(data, op, op->properties.items[i].value);
    }
    for (uint32_t i = 0; i < op->attrs.count; i++) {
        keep_named(data, op, op->attrs.items[i].value);
    }
    return true;
}

static void copy_attrs_but(struct module *module, struct op *to, const struct op *from,
                           const char *left_out) {
    for (uint32_t i = 0; i < from->attrs.count; i++) {
        if (strcmp(from->attrs.items[i].name, left_out) != 0) {
            op_set_attr(module, to, from->attrs.items[i].name, from->attrs.items[i].value);
        }
    }
}

/* A function's body in `computation` ends as bodies of computations do. */
static void convert_return(struct module *module, struct op *computation) {
    struct op *returns = block_terminator(computation->regions[0].first);
    struct builder builder = builder_before(module, returns);
    builder.location = returns->location;
    struct value **values = ARENA_ARRAY(module->arena, struct value *, returns->operand_count);
    for (uint32_t i = 0; i < returns->operand_count; i++) {
        values[i] = op_operand(returns, i);
    }
    build_end(&builder, OP_SDY_RETURN, returns->operand_count, values);
    op_erase(returns);
}

static void import_call(struct importing *importing, struct op *call) {
    struct module *module = importing->module;
    struct op *func = called_function(call);
    struct builder builder = builder_before(module, call);
    builder.location = call->location;
    struct value **operands = ARENA_ARRAY(module->arena, struct value *, call->operand_count);
    const struct type **types = ARENA_ARRAY(module->arena, const struct type *, call->result_count);
    for (uint32_t i = 0; i < call->operand_count; i++) {
        operands[i] = op_operand(call, i);
    }
    for (uint32_t i = 0; i < call->result_count; i++) {
        types[i] = call->results[i].type;
    }
    struct op *computation = build_row(&builder, OP_SDY_NAMED_COMPUTATION, call->operand_count,
                                       operands, call->result_count, types, 1);
    computation->explicit_location = call->explicit_location;
    op_set_property(module, computation, "name", original_function_name(func));
    const struct attr *in = function_argument_shardings(module, func);
    const struct attr *out = op_attr(call, "sdy.sharding");
    if (in) {
        op_set_property(module, computation, "in_shardings", in);
    }
    if (out) {
        op_set_property(module, computation, "out_shardings", out);
    }
    copy_attrs_but(module, computation, call, "sdy.sharding");
    const struct attr *thread = op_attr(func, "execution_thread");
    if (thread) {
        op_set_attr(module, computation, "execution_thread", thread);
    }
    const struct op *moved = pointer_map_get(&importing->bodies, func);
    if (pointer_map_get(&importing->kept, func)) {
        op_copy_body(module, computation, func);
        convert_return(module, computation);
    } else if (moved) {
        diag_warning_once(module->context->diagnostics, WARNING_CALLS_CLONED, call->location,
                          "function @%s has multiple call ops, we need to clone the function body "
                          "for each call",
                          symbol_name(func));
        op_copy_body(module, computation, moved);
    } else {
        region_take(&computation->regions[0], &func->regions[0]);
        convert_return(module, computation);
        pointer_map_put(&importing->bodies, func, computation);
    }
    replace_op(call, computation->results);
}

static void add_edges_on_computations(struct module *module) {
    struct op_list computations = module_ops_of(module, op_table[OP_SDY_NAMED_COMPUTATION]);
    for (size_t i = 0; i < computations.count; i++) {
        add_edges_of_flow(module, computations.items[i]);
    }
    vector_free(&computations);
}

bool pass_import_func_calls(struct module *module, const struct pass_options *options) {
    struct importing importing = {.module = module};
    if (!check_copies(module)) {
        return false;
    }
    struct op_list calls = calls_in_call_order(module);
    if (calls.count > 0) {
        /* Edges of functions and calls have no place on what these become. */
        pass_sink_func_data_flow_edges(module, options);
        op_walk(module->op, note_references, &importing);
    }
    for (size_t i = 0; i < calls.count; i++) {
        const struct op *func = called_function(calls.items[i]);
        if (pointer_map_get(&importing.bodies, func) || func_return(func)) {
            import_call(&importing, calls.items[i]);
        }
    }
    vector_free(&calls);
    for (size_t i = 0; i < importing.bodies.capacity; i++) {
        if (importing.bodies.keys[i]) {
            op_erase((struct op *)importing.bodies.keys[i]);
        }
    }
    pointer_map_free(&importing.bodies);
    pointer_map_free(&importing.kept);
    if (pass_bool(options, "add-data-flow-edges-on-named-computations")) {
        add_edges_on_computations(module);
    }
    return true;
}

bool pass_pre_order_funcs(struct module *module, const struct pass_options *options) {
    (void)options;
    if (!check_calls(module)) {
        return false;
    }
    struct op_list functions = functions_in_call_order(module);
    for (size_t i = functions.count; i-- > 0;) {
        op_unlink(functions.items[i]);
        op_append(module->op->regions[0].first, functions.items[i]);
    }
    vector_free(&functions);
    return true;
}
