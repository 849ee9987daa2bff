/* Passes on functions after propagation: sdy-export-named-computations,
 * sdy-propagate-to-func-results, sdy-unflatten-call-graph and sdy-insert-func-call-reshards. */
#include <string.h>

#include "ops/build.h"
#include "propagation/edit.h"
#include "propagation/passes.h"
#include "propagation/propagation.h"

/* --- sdy-export-named-computations ------------------------------------------------------------ */

struct exporting {
    struct symbol_namer namer;
    struct op_list calls;
};

static const struct attr *dictionaries(struct context *context, const struct attr *shardings) {
    const struct sharding_list *list = attr_as_shardings(shardings);
    const struct attr **items = ARENA_ARRAY(context->arena, const struct attr *, list->count);
    for (uint32_t i = 0; i < list->count; i++) {
        struct named_attr item = {intern(context->strings, "sdy.sharding"), list->items[i]};
        items[i] = attr_dict(context, 1, &item);
    }
    return attr_array(context, list->count, items);
}

static const struct type *function_type(struct context *context, const struct op *computation) {
    const struct block *body = computation->regions[0].first;
    const struct type **types = ARENA_ARRAY(context->arena, const struct type *,
                                            body->argument_count + computation->result_count);
    for (uint32_t i = 0; i < body->argument_count; i++) {
        types[i] = body->arguments[i]->type;
    }
    for (uint32_t i = 0; i < computation->result_count; i++) {
        types[body->argument_count + i] = computation->results[i].type;
    }
    return type_function(context, body->argument_count, types, computation->result_count,
                         types + body->argument_count);
}

static struct op *make_function(struct exporting *exporting, struct op *computation) {
    struct module *module = exporting->namer.module;
    struct context *context = module->context;
    const struct attr *name = op_property(computation, "name");
    const struct op_def *def = op_table[OP_FUNC_FUNC];
    struct op *func = op_new(module, def, def->name, computation->location, 0, NULL, 1);
    op_set_property(module, func, "sym_name", name);
    op_set_property(module, func, "function_type",
                    attr_type(context, function_type(context, computation)));
    op_set_property(module, func, "sym_visibility", attr_string(context, "private", 7));
    op_set_attr(module, func, "sdy.original_func_name", name);
    const struct attr *in = op_property(computation, "in_shardings");
    if (attr_as_shardings(in) && attr_as_shardings(in)->count != 0) {
        op_set_property(module, func, "arg_attrs", dictionaries(context, in));
    }
    const struct attr *thread = op_attr(computation, "execution_thread");
    if (thread) {
        op_set_attr(module, func, "execution_thread", thread);
    }
    region_take(&func->regions[0], &computation->regions[0]);
    insert_function(&exporting->namer, func, NULL);
    return func;
}

/* The terminator of the body becomes a function's. */
static void convert_return(struct module *module, struct op *func) {
    struct op *returns = block_terminator(func->regions[0].first);
    struct builder builder = builder_before(module, returns);
    builder.location = returns->location;
    struct value **values = ARENA_ARRAY(module->arena, struct value *, returns->operand_count);
    for (uint32_t i = 0; i < returns->operand_count; i++) {
        values[i] = op_operand(returns, i);
    }
    build_end(&builder, OP_FUNC_RETURN, returns->operand_count, values);
    op_erase(returns);
}

static void remove_edge(struct value *value) {
    struct op *edge = flow_edge(value);
    if (edge) {
        replace_op(edge, value);
    }
}

/* What edges carry becomes the shardings of the computation. */
static void take_from_edges(struct module *module, struct op *computation, const char *property,
                            bool results) {
    struct value *const *owners = NULL;
    uint32_t count = flow_owners(module, computation, results, &owners);
    const struct attr *shardings = shardings_of_edges(module, owners, count);
    if (shardings) {
        op_set_property(module, computation, property, shardings);
    }
}

static struct op *make_call(struct module *module, struct op *computation, const struct op *func) {
    struct builder builder = builder_before(module, computation);
    builder.location = computation->location;
    uint32_t operands = computation->operand_count, results = computation->result_count;
    struct value **values = ARENA_ARRAY(module->arena, struct value *, operands);
    const struct type **types = ARENA_ARRAY(module->arena, const struct type *, results);
    for (uint32_t i = 0; i < operands; i++) {
        values[i] = op_operand(computation, i);
    }
    for (uint32_t i = 0; i < results; i++) {
        types[i] = computation->results[i].type;
    }
    struct op *call = build_row(&builder, OP_FUNC_CALL, operands, values, results, types, 0);
    call->explicit_location = computation->explicit_location;
    set_callee(module, call, func);
    for (uint32_t i = 0; i < computation->attrs.count; i++) {
        struct named_attr item = computation->attrs.items[i];
        if (strcmp(item.name, "execution_thread") != 0) {
            op_set_attr(module, call, item.name, item.value);
        }
    }
    const struct attr *out = op_property(computation, "out_shardings");
    if (attr_as_shardings(out) && attr_as_shardings(out)->count != 0) {
        op_set_attr(module, call, "sdy.sharding", out);
    }
    return call;
}

static void export_computation(struct exporting *exporting, struct op *op) {
    struct module *module = exporting->namer.module;
    take_from_edges(module, op, "in_shardings", false);
    take_from_edges(module, op, "out_shardings", true);
    struct op *func = make_function(exporting, op);
    struct block *body = func->regions[0].first;
    convert_return(module, func);
    for (uint32_t i = 0; i < body->argument_count; i++) {
        remove_edge(body->arguments[i]);
    }
    struct op *call = make_call(module, op, func);
    replace_op(op, call->results);
    *vector_push(&exporting->calls) = call;
}

bool pass_export_named_computations(struct module *module, const struct pass_options *options) {
    (void)options;
    struct exporting exporting = {.namer = {.module = module}};
    struct op_list computations = module_ops_of(module, op_table[OP_SDY_NAMED_COMPUTATION]);
    for (size_t i = 0; i < computations.count; i++) {
        export_computation(&exporting, computations.items[i]);
    }
    vector_free(&computations);
    for (size_t i = 0; i < exporting.calls.count; i++) {
        for (uint32_t r = 0; r < exporting.calls.items[i]->result_count; r++) {
            remove_edge(&exporting.calls.items[i]->results[r]);
        }
    }
    vector_free(&exporting.calls);
    symbol_namer_free(&exporting.namer);
    return true;
}

/* --- sdy-propagate-to-func-results ------------------------------------------------------------ */

/* Results of functions are on all devices, even of those that give what one device computes. */
static const struct attr *result_sharding(struct module *module, const struct value *value) {
    const struct attr *sharding = value_sharding(module->context, value);
    const struct sharding *on = attr_as_sharding(sharding);
    const struct mesh *mesh = on ? sharding_mesh(module->op, on) : NULL;
    return mesh && mesh_is_maximal(mesh) ? NULL : sharding;
}

bool pass_propagate_to_func_results(struct module *module, const struct pass_options *options) {
    (void)options;
    const struct op *main = main_function(module);
    FOR_EACH_OP (func, module->op->regions[0].first) {
        const struct op *returns = op_has(func, OP_FUNCTION) ? func_return(func) : NULL;
        if (func == main || !returns) {
            continue;
        }
        const struct attr **shardings =
            ARENA_ARRAY(module->arena, const struct attr *, returns->operand_count);
        for (uint32_t i = 0; i < returns->operand_count; i++) {
            shardings[i] = result_sharding(module, op_operand(returns, i));
        }
        func_set_result_attrs(module, func, "sdy.sharding", shardings);
    }
    return true;
}

/* --- sdy-unflatten-call-graph: copies of a function with the same shardings become one -------- */

struct kept_function {
    const struct attr *name, *type, *manual_axes, *arguments, *results;
    struct op *func;
    int64_t calls; /* of functions with these very shardings */
};
struct unflattening {
    struct module *module;
    bool ignore_shardings;
    struct kept_function *items;
    size_t count, capacity;
};

static struct kept_function key_of(const struct unflattening *pass, struct op *func,
                                   bool ignore_shardings) {
    return (struct kept_function){
        .name = original_function_name(func),
        .type = op_property(func, "function_type"),
        .manual_axes = op_attr(func, "sdy.func_manual_axes"),
        .arguments = ignore_shardings ? NULL : function_argument_shardings(pass->module, func),
        .results = ignore_shardings ? NULL : function_result_shardings(pass->module, func),
        .func = func,
    };
}

static struct kept_function *find(const struct kept_function *items, size_t count,
                                  const struct kept_function *key) {
    for (size_t i = 0; i < count; i++) {
        if (items[i].name == key->name && items[i].type == key->type &&
            items[i].manual_axes == key->manual_axes && items[i].arguments == key->arguments &&
            items[i].results == key->results) {
            return (struct kept_function *)&items[i];
        }
    }
    return NULL;
}

/* Where shardings do not count, the function with those that most calls ask for is kept. */
static void prefer_most_called(struct unflattening *pass, const struct op_list *calls) {
    struct unflattening exact = {.module = pass->module};
    for (size_t i = 0; i < calls->count; i++) {
        struct op *func = called_function(calls->items[i]);
        struct kept_function key = key_of(pass, func, false);
        struct kept_function *count = find(exact.items, exact.count, &key);
        if (!count) {
            *vector_push(&exact) = key;
            count = &exact.items[exact.count - 1];
        }
        count->calls++;
        struct kept_function any = key_of(pass, func, true);
        struct kept_function *kept = find(pass->items, pass->count, &any);
        struct kept_function kept_key = key_of(pass, kept->func, false);
        const struct kept_function *kept_count = find(exact.items, exact.count, &kept_key);
        if (count->calls > (kept_count ? kept_count->calls : 0)) {
            kept->func = func;
        }
    }
    vector_free(&exact);
}

bool pass_drop_function_names(struct module *module, const struct pass_options *options) {
    (void)options;
    struct op_list functions = module_ops_with(module, OP_FUNCTION);
    for (size_t i = 0; i < functions.count; i++) {
        op_set_attr(module, functions.items[i], "sdy.original_func_name", NULL);
        op_set_attr(module, functions.items[i], "sdy.func_manual_axes", NULL);
    }
    vector_free(&functions);
    return true;
}

bool pass_unflatten_call_graph(struct module *module, const struct pass_options *options) {
    struct unflattening pass = {
        .module = module,
        .ignore_shardings = pass_bool(options, "dedup-functions-fully"),
    };
    if (!check_calls(module)) {
        return false;
    }
    struct op_list calls = module_ops_with(module, OP_CALL);
    for (size_t i = 0; i < calls.count; i++) {
        struct kept_function key =
            key_of(&pass, called_function(calls.items[i]), pass.ignore_shardings);
        if (!find(pass.items, pass.count, &key)) {
            *vector_push(&pass) = key;
        }
    }
    if (pass.ignore_shardings) {
        prefer_most_called(&pass, &calls);
    }
    for (size_t i = 0; i < calls.count; i++) {
        struct kept_function key =
            key_of(&pass, called_function(calls.items[i]), pass.ignore_shardings);
        set_callee(module, calls.items[i], find(pass.items, pass.count, &key)->func);
    }
    vector_free(&calls);
    vector_free(&pass);
    return pass_drop_function_names(module, options);
}

/* --- sdy-insert-func-call-reshards ------------------------------------------------------------ */

static const struct attr *all_closed_like(struct context *context, const struct attr *shardings) {
    const struct sharding_list *list = attr_as_shardings(shardings);
    const struct attr **items = ARENA_ARRAY(context->arena, const struct attr *, list->count);
    for (uint32_t i = 0; i < list->count; i++) {
        items[i] = sharding_empty_like(context, attr_as_sharding(list->items[i]), true);
    }
    return sharding_per_value_attr(context, list->count, items);
}

static void reshard_results(struct module *module, struct op *call) {
    struct context *context = module->context;
    const struct attr *own = op_attr(call, "sdy.sharding");
    const struct attr *wanted = function_result_shardings(module, called_function(call));
    if (!wanted && !attr_as_shardings(own)) {
        return;
    }
    wanted = wanted ? wanted : all_closed_like(context, own);
    const struct sharding_list *list = attr_as_shardings(wanted);
    for (uint32_t i = 0; i < call->result_count && i < list->count; i++) {
        struct value *result = &call->results[i];
        const struct attr *now = value_sharding(context, result);
        if (sharding_equivalent(list->items[i], now)) {
            continue;
        }
        struct builder builder = builder_after_value(module, result);
        builder.location = value_location(result);
        now = now ? now : sharding_empty_like(context, attr_as_sharding(list->items[i]), true);
        struct op *reshard = build_sharded(&builder, OP_SDY_RESHARD, result, now);
        replace_uses_except(result, &reshard->results[0], reshard);
    }
    op_set_attr(module, call, "sdy.sharding", wanted);
}

bool pass_insert_func_call_reshards(struct module *module, const struct pass_options *options) {
    (void)options;
    if (!check_calls(module)) {
        return false;
    }
    struct op_list calls = module_ops_with(module, OP_CALL);
    for (size_t i = 0; i < calls.count; i++) {
        reshard_results(module, calls.items[i]);
    }
    vector_free(&calls);
    return true;
}
