/* Edits of the IR that import and export passes share. */
#include "propagation/edit.h"

#include "ops/build.h"

struct builder builder_after_value(struct module *module, struct value *value) {
    if (value->op) {
        return builder_after(module, value->op);
    }
    if (value->block->first) {
        return builder_before(module, value->block->first);
    }
    return builder_at_end(module, value->block);
}

void replace_uses_except(struct value *value, struct value *to, const struct op *except) {
    struct use *next;
    for (struct use *use = value->first_use; use; use = next) {
        next = use->next;
        if (use->user != except) {
            op_set_operand(use->user, use_index(use), to);
        }
    }
}

void replace_op(struct op *op, struct value *values) {
    for (uint32_t i = 0; i < op->result_count; i++) {
        value_replace_uses(&op->results[i], &values[i]);
    }
    op_erase(op);
}

static bool is_static_tensor(const struct value *value) {
    return value->type->kind == TYPE_TENSOR && type_is_static(value->type);
}

/* A data flow edge on each owner that has a static shape; all other uses go to the edge. */
static void add_flow_edges(struct module *module, struct value *const *owners, uint32_t count) {
    /* From the last, so that they come to stand in order. */
    for (uint32_t i = count; i-- > 0;) {
        struct value *owner = owners[i];
        if (!is_static_tensor(owner) || flow_edge(owner)) {
            continue;
        }
        const struct attr *sharding = value_sharding(module->context, owner);
        struct builder builder = builder_after_value(module, owner);
        builder.location = value_location(owner);
        struct op *edge = build_sharded(&builder, OP_SDY_DATA_FLOW_EDGE, owner, sharding);
        replace_uses_except(owner, &edge->results[0], edge);
    }
}

uint32_t flow_owners(struct module *module, struct op *op, bool results,
                     struct value *const **owners) {
    if (!results) {
        if (op->def->flow != OP_FLOW_BODY || !op->regions[0].first) {
            return 0;
        }
        *owners = op->regions[0].first->arguments;
        return op->regions[0].first->argument_count;
    }
    struct value **items = ARENA_ARRAY(module->arena, struct value *, op->result_count);
    for (uint32_t i = 0; i < op->result_count; i++) {
        items[i] = &op->results[i];
    }
    *owners = items;
    return op->result_count;
}

void add_edges_of_flow(struct module *module, struct op *op) {
    struct value *const *owners = NULL;
    uint32_t count = flow_owners(module, op, false, &owners);
    add_flow_edges(module, owners, count);
    count = flow_owners(module, op, true, &owners);
    add_flow_edges(module, owners, count);
}

const struct attr *shardings_of_edges(struct module *module, struct value *const *owners,
                                      uint32_t count) {
    const struct attr **items = ARENA_ARRAY(module->arena, const struct attr *, count);
    const struct sharding *like = NULL;
    for (uint32_t i = 0; i < count; i++) {
        const struct op *edge = flow_edge(owners[i]);
        items[i] = edge ? op_property(edge, "sharding") : NULL;
        like = like ? like : attr_as_sharding(items[i]);
    }
    if (!like) {
        return NULL;
    }
    for (uint32_t i = 0; i < count; i++) {
        uint32_t rank = owners[i]->type->kind == TYPE_TENSOR ? owners[i]->type->rank : 0;
        items[i] = items[i] ? items[i] : sharding_open(module->context, like, rank);
    }
    return sharding_per_value_attr(module->context, count, items);
}

/* --- meshes ----------------------------------------------------------------------------------- */

bool meshes_are_of(struct module *module) {
    struct op_list meshes = module_ops_of(module, op_table[OP_SDY_MESH]);
    bool good = true;
    for (size_t i = 0; i < meshes.count && good; i++) {
        good = op_parent(meshes.items[i]) == module->op ||
               diag_error(module->context->diagnostics, meshes.items[i]->location,
                          "meshes of nested modules are not supported");
    }
    vector_free(&meshes);
    return good;
}

/* --- all shardings ---------------------------------------------------------------------------- */

struct transformer {
    struct module *module;
    sharding_change *change;
    void *data;
};

static void change_function(const struct transformer *pass, struct op *func) {
    struct block *entry = func->regions[0].first;
    uint32_t inputs = func_input_count(func), results = func_result_count(func);
    struct arena *arena = arena_new();
    const struct attr **items =
        ARENA_ARRAY(arena, const struct attr *, (inputs > results ? inputs : results) + 1);
    bool changed = false;
    for (uint32_t i = 0; i < inputs; i++) {
        const struct attr *old = func_argument_attr(func, i, "sdy.sharding");
        items[i] = old ? pass->change(old, entry ? entry->arguments[i] : NULL, pass->data) : NULL;
        changed |= items[i] != old;
    }
    if (changed) {
        func_set_argument_attrs(pass->module, func, "sdy.sharding", items);
    }
    changed = false;
    for (uint32_t i = 0; i < results; i++) {
        const struct attr *old = func_result_sharding(func, i);
        items[i] = old ? pass->change(old, NULL, pass->data) : NULL;
        changed |= items[i] != old;
    }
    if (changed) {
        func_set_result_attrs(pass->module, func, "sdy.sharding", items);
    }
    arena_free(arena);
}

/* The list with each sharding changed; `values` may be fewer, then NULL is passed. */
static const struct attr *change_list(const struct transformer *pass, const struct attr *attr,
                                      struct value *const *values, uint32_t count) {
    const struct sharding_list *list = attr_as_shardings(attr);
    if (!list) {
        return attr;
    }
    struct arena *arena = arena_new();
    const struct attr **items = ARENA_ARRAY(arena, const struct attr *, list->count);
    bool changed = false;
    for (uint32_t i = 0; i < list->count; i++) {
        items[i] = pass->change(list->items[i], i < count ? values[i] : NULL, pass->data);
        changed |= items[i] != list->items[i];
    }
    if (changed) {
        attr = sharding_per_value_attr(pass->module->context, list->count, items);
    }
    arena_free(arena);
    return attr;
}

static void change_property(const struct transformer *pass, struct op *op, const char *name) {
    const struct attr *old = op_property(op, name);
    if (attr_as_sharding(old)) {
        const struct attr *changed = pass->change(old, &op->results[0], pass->data);
        if (changed != old) {
            op_set_property(pass->module, op, name, changed);
        }
    }
}

static void change_property_list(const struct transformer *pass, struct op *op, const char *name,
                                 bool results) {
    struct value *const *values = NULL;
    uint32_t count = flow_owners(pass->module, op, results, &values);
    const struct attr *old = op_property(op, name);
    const struct attr *changed = change_list(pass, old, values, count);
    if (changed != old) {
        op_set_property(pass->module, op, name, changed);
    }
}

static bool change_op(struct op *op, void *data) {
    const struct transformer *pass = data;
    switch (op->def->sharding_place) {
    case OP_SHARDING_FUNCTION:
        change_function(pass, op);
        return true;
    case OP_SHARDING_PROPERTY:
        change_property(pass, op, "sharding");
        return true;
    case OP_SHARDING_OUT:
        change_property(pass, op, "out_sharding");
        return true;
    case OP_SHARDING_IN_OUT:
        change_property_list(pass, op, "in_shardings", false);
        change_property_list(pass, op, "out_shardings", true);
        return true;
    case OP_SHARDING_OF_RESULTS:
        break;
    }
    const struct attr *old = attr_list_get(&op->attrs, "sdy.sharding");
    if (attr_as_shardings(old)) {
        struct value *const *values;
        uint32_t count = flow_owners(pass->module, op, true, &values);
        const struct attr *changed = change_list(pass, old, values, count);
        if (changed != old) {
            op_set_attr(pass->module, op, "sdy.sharding", changed);
        }
    }
    return true;
}

void transform_shardings(struct module *module, struct op *root, sharding_change *change,
                         void *data) {
    struct transformer pass = {module, change, data};
    op_walk(root, change_op, &pass);
}
