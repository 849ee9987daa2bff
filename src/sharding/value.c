/* Where the IR keeps the sharding of a value. */
#include <string.h>

#include "ir/op_def.h"
#include "sharding/sharding.h"

const struct mesh *sharding_mesh(const struct op *from, const struct sharding *sharding) {
    if (sharding->mesh) {
        return attr_as_mesh(sharding->mesh);
    }
    for (const struct op *table = from; table; table = op_parent(table)) {
        if (op_has(table, OP_SYMBOL_TABLE)) {
            const struct op *mesh = symbol_lookup(table, sharding->mesh_name);
            if (mesh) {
                return attr_as_mesh(op_property(mesh, "mesh"));
            }
        }
    }
    return NULL;
}

/* --- data flow edges -------------------------------------------------------------------------- */

struct op *value_owner(const struct value *value) {
    return value->op ? value->op : value->block->region->op;
}

struct value *flow_owner_of_target(const struct value *target) {
    struct op *op = value_owner(target);
    if (target->op) {
        return op->def->flow == OP_FLOW_NONE ? NULL : &op->results[target->index];
    }
    if (op->def->flow == OP_FLOW_BODY) {
        return target->block->arguments[target->index];
    }
    return op->def->flow == OP_FLOW_LOOP && target->index < op->result_count
               ? &op->results[target->index]
               : NULL;
}

struct value *flow_owner_of_source(const struct use *source) {
    struct op *user = source->user;
    uint32_t index = use_index(source);
    if (!op_has(user, OP_TERMINATOR)) {
        switch (user->def->flow) {
        case OP_FLOW_OPERANDS:
        case OP_FLOW_LOOP:
            return index < user->result_count ? &user->results[index] : NULL;
        case OP_FLOW_BODY:
            return user->regions[0].first->arguments[index];
        case OP_FLOW_NONE:
        case OP_FLOW_BRANCHES:
            break;
        }
        return NULL;
    }
    struct op *parent = op_parent(user);
    if (!parent || parent->def->flow == OP_FLOW_NONE || index >= parent->result_count) {
        return NULL;
    }
    /* What the condition of a loop yields goes nowhere. */
    if (parent->def->flow == OP_FLOW_LOOP && user->block->region == &parent->regions[0]) {
        return NULL;
    }
    return &parent->results[index];
}

struct op *flow_edge(const struct value *owner) {
    if (!owner || !owner->first_use || owner->first_use->next) {
        return NULL;
    }
    struct op *user = owner->first_use->user;
    return op_has(user, OP_FLOW_EDGE) ? user : NULL;
}

/* What region `region` of `op` yields at `index`. */
static struct use *yielded(const struct op *op, uint32_t region, uint32_t index) {
    return &block_terminator(op->regions[region].first)->operands[index];
}

uint32_t flow_source_count(const struct value *owner) {
    const struct op *op = value_owner(owner);
    switch (op->def->flow) {
    case OP_FLOW_NONE:
        return 0;
    case OP_FLOW_LOOP:
        return 2;
    case OP_FLOW_BRANCHES:
        return op->region_count;
    case OP_FLOW_OPERANDS:
    case OP_FLOW_BODY:
        return 1;
    }
    return 0;
}

struct use *flow_source(const struct value *owner, uint32_t number) {
    struct op *op = value_owner(owner);
    uint32_t index = owner->index;
    switch (op->def->flow) {
    case OP_FLOW_NONE:
        break;
    case OP_FLOW_OPERANDS:
        return &op->operands[index];
    case OP_FLOW_LOOP:
        return number == 0 ? &op->operands[index] : yielded(op, 1, index);
    case OP_FLOW_BRANCHES:
        return yielded(op, number, index);
    case OP_FLOW_BODY:
        return owner->op ? yielded(op, 0, index) : &op->operands[index];
    }
    sdyc_bug("flow of an operation without one");
}

struct value *value_shardable(struct value *value) {
    struct value *owner = flow_owner_of_target(value);
    struct op *edge = flow_edge(owner);
    if (edge) {
        return &edge->results[0];
    }
    if (value->op) {
        return value;
    }
    return owner                                                             ? owner
           : value_owner(value)->def->sharding_place == OP_SHARDING_FUNCTION ? value
                                                                             : NULL;
}

/* --- functions -------------------------------------------------------------------------------- */

static const struct attr *dictionary_at(const struct op *func, const char *list, uint32_t index) {
    const struct attr *all = op_property(func, list);
    bool is_list = all && all->kind == ATTR_ARRAY;
    return is_list && index < all->count ? all->items[index] : NULL;
}

static const struct attr *dictionary_get(const struct attr *dictionary, const char *name) {
    bool is_dictionary = dictionary && dictionary->kind == ATTR_DICT;
    for (uint32_t i = 0; is_dictionary && i < dictionary->count; i++) {
        if (strcmp(dictionary->names[i], name) == 0) {
            return dictionary->items[i];
        }
    }
    return NULL;
}

/* `dictionary` (or NULL: empty) with `name` set to `value`, or without it where that is NULL. */
static const struct attr *dictionary_with(struct context *context, const struct attr *dictionary,
                                          const char *name, const struct attr *value) {
    uint32_t old = dictionary ? dictionary->count : 0;
    struct named_attr *items = ARENA_ARRAY(context->arena, struct named_attr, old + 1);
    uint32_t count = 0;
    for (uint32_t i = 0; i < old; i++) {
        if (strcmp(dictionary->names[i], name) != 0) {
            items[count++] = (struct named_attr){dictionary->names[i], dictionary->items[i]};
        }
    }
    if (value) {
        items[count++] = (struct named_attr){intern(context->strings, name), value};
    }
    return attr_dict(context, count, items);
}

/* The dictionaries of a function's arguments or of its results: a property, and how many. */
struct dictionaries {
    const char *list;
    uint32_t count;
};
static struct dictionaries of_arguments(const struct op *func) {
    return (struct dictionaries){"arg_attrs", func_input_count(func)};
}
static struct dictionaries of_results(const struct op *func) {
    return (struct dictionaries){"res_attrs", func_result_count(func)};
}

/* Sets `name` in the dictionaries from `first` on, `changed` of them, to `values`. */
static void set_in_dictionaries(struct module *module, struct op *func, struct dictionaries of,
                                uint32_t first, uint32_t changed, const char *name,
                                const struct attr *const *values) {
    struct context *context = module->context;
    const struct attr *all = op_property(func, of.list);
    const struct attr **items = ARENA_ARRAY(context->arena, const struct attr *, of.count);
    bool empty = true;
    for (uint32_t i = 0; i < of.count; i++) {
        const struct attr *old = all && i < all->count ? all->items[i] : NULL;
        bool is_changed = i >= first && i < first + changed;
        items[i] = is_changed ? dictionary_with(context, old, name, values[i - first])
                   : old      ? old
                              : attr_dict(context, 0, NULL);
        empty = empty && items[i]->count == 0;
    }
    if (all || !empty) {
        op_set_property(module, func, of.list, empty ? NULL : attr_array(context, of.count, items));
    }
}

const struct attr *func_argument_attr(const struct op *func, uint32_t index, const char *name) {
    return dictionary_get(dictionary_at(func, "arg_attrs", index), name);
}

bool func_argument_is_donated(const struct op *func, uint32_t index) {
    return func_argument_attr(func, index, "tf.aliasing_output") != NULL ||
           func_argument_attr(func, index, "jax.buffer_donor") != NULL;
}

void func_set_argument_attr(struct module *module, struct op *func, uint32_t index,
                            const char *name, const struct attr *value) {
    set_in_dictionaries(module, func, of_arguments(func), index, 1, name, &value);
}

void func_set_argument_attrs(struct module *module, struct op *func, const char *name,
                             const struct attr *const *values) {
    struct dictionaries all = of_arguments(func);
    set_in_dictionaries(module, func, all, 0, all.count, name, values);
}

const struct attr *func_result_attr(const struct op *func, uint32_t index, const char *name) {
    return dictionary_get(dictionary_at(func, "res_attrs", index), name);
}

void func_set_result_attr(struct module *module, struct op *func, uint32_t index, const char *name,
                          const struct attr *value) {
    set_in_dictionaries(module, func, of_results(func), index, 1, name, &value);
}

void func_set_result_attrs(struct module *module, struct op *func, const char *name,
                           const struct attr *const *values) {
    struct dictionaries all = of_results(func);
    set_in_dictionaries(module, func, all, 0, all.count, name, values);
}

const struct attr *func_result_sharding(const struct op *func, uint32_t index) {
    return func_result_attr(func, index, "sdy.sharding");
}

void func_set_result_sharding(struct module *module, struct op *func, uint32_t index,
                              const struct attr *sharding) {
    func_set_result_attr(module, func, index, "sdy.sharding", sharding);
}

static const struct type *func_type(const struct op *func) {
    const struct attr *type = op_property(func, "function_type");
    return type ? type->type : NULL;
}

uint32_t func_input_count(const struct op *func) {
    const struct type *type = func_type(func);
    return type ? type->input_count : 0;
}

uint32_t func_result_count(const struct op *func) {
    const struct type *type = func_type(func);
    return type ? type->count - type->input_count : 0;
}

const struct type *func_result_type(const struct op *func, uint32_t index) {
    const struct type *type = func_type(func);
    return type->items[type->input_count + index];
}

/* --- computations: in_shardings are written from outside, and seen from inside ---------------- */

/* How many axes at the front of a dimension are manual: they always come first. */
static uint32_t manual_prefix(struct axis_list axes, const struct axis_list *manual) {
    uint32_t count = 0;
    while (count < axes.count && axes_contain_name(*manual, axes.items[count].name)) {
        count++;
    }
    return count;
}

static struct axis_list without_manual(struct context *context, struct axis_list axes,
                                       const struct axis_list *manual) {
    struct axis_vector rest = {.arena = context->arena};
    for (uint32_t i = 0; i < axes.count; i++) {
        if (!axes_contain_name(*manual, axes.items[i].name)) {
            axes_push(&rest, axes.items[i]);
        }
    }
    return axes_of(&rest);
}

const struct attr *sharding_without_manual(struct context *context, const struct attr *attr,
                                           const struct axis_list *manual) {
    const struct sharding *outer = attr_as_sharding(attr);
    if (!outer || !manual || manual->count == 0) {
        return attr;
    }
    struct dim_sharding dims[MAX_RANK];
    for (uint32_t i = 0; i < outer->rank; i++) {
        dims[i] = outer->dims[i];
        uint32_t count = manual_prefix(dims[i].axes, manual);
        dims[i].axes.items += count;
        dims[i].axes.count -= count;
    }
    struct sharding inner = *outer;
    inner.dims = dims;
    inner.replicated = without_manual(context, outer->replicated, manual);
    inner.unreduced = without_manual(context, outer->unreduced, manual);
    return sharding_attr(context, &inner);
}

const struct attr *sharding_with_manual(struct context *context, const struct attr *outer_attr,
                                        const struct attr *inner_attr,
                                        const struct axis_list *manual) {
    const struct sharding *outer = attr_as_sharding(outer_attr);
    const struct sharding *inner = attr_as_sharding(inner_attr);
    if (!manual || !outer || !inner) {
        return inner_attr;
    }
    struct dim_sharding dims[MAX_RANK];
    for (uint32_t i = 0; i < outer->rank; i++) {
        struct axis_vector axes = {.arena = context->arena};
        struct axis_list old = outer->dims[i].axes;
        old.count = manual_prefix(old, manual);
        axes_append(&axes, old);
        dims[i] = outer->dims[i];
        if (i < inner->rank) {
            dims[i] = inner->dims[i];
            axes_append(&axes, inner->dims[i].axes);
        }
        dims[i].axes = axes_of(&axes);
    }
    struct sharding result = *outer;
    result.mesh_name = inner->mesh_name;
    result.mesh = inner->mesh;
    result.dims = dims;
    return sharding_attr(context, &result);
}

/* --- values ----------------------------------------------------------------------------------- */

static const struct attr *list_get(const struct attr *list, uint32_t index) {
    const struct sharding_list *shardings = attr_as_shardings(list);
    return shardings && index < shardings->count ? shardings->items[index] : NULL;
}

static uint32_t value_rank(const struct value *value) {
    return value->type->kind == TYPE_TENSOR ? value->type->rank : 0;
}

bool sharding_is_unreduced(const struct attr *attr) {
    const struct sharding *sharding = attr_as_sharding(attr);
    return sharding && sharding->unreduced.count != 0;
}

const struct mesh *op_out_mesh(const struct op *op) {
    return sharding_mesh(op, attr_as_sharding(op_property(op, "out_sharding")));
}

const struct attr *value_sharding(struct context *context, const struct value *of) {
    const struct value *value = value_shardable((struct value *)of);
    if (!value) {
        return NULL;
    }
    const struct op *op = value_owner(value);
    switch (op->def->sharding_place) {
    case OP_SHARDING_FUNCTION:
        return func_argument_attr(op, value->index, "sdy.sharding");
    case OP_SHARDING_PROPERTY:
        return op_property(op, "sharding");
    case OP_SHARDING_OUT:
        return op_property(op, "out_sharding");
    case OP_SHARDING_IN_OUT:
        if (value->op) {
            return list_get(op_property(op, "out_shardings"), value->index);
        }
        return sharding_without_manual(context,
                                       list_get(op_property(op, "in_shardings"), value->index),
                                       attr_as_axes(op_property(op, "manual_axes")));
    case OP_SHARDING_OF_RESULTS:
        break;
    }
    return value->op ? list_get(attr_list_get(&op->attrs, "sdy.sharding"), value->index) : NULL;
}

bool value_meets_collective(const struct value *value) {
    FOR_EACH_USE (use, value) {
        if (op_is_sdy_collective(use->user)) {
            return true;
        }
    }
    return false;
}

/* The list `old` (NULL: all open) of `count` shardings with another one at `index`. */
static const struct attr *list_with(struct context *context, const struct attr *old, uint32_t count,
                                    const struct value *const *values, uint32_t index,
                                    const struct attr *sharding) {
    const struct sharding_list *list = attr_as_shardings(old);
    const struct sharding *like = attr_as_sharding(sharding);
    const struct attr **items = ARENA_ARRAY(context->arena, const struct attr *, count);
    for (uint32_t i = 0; i < count; i++) {
        items[i] = i == index                ? sharding
                   : list && i < list->count ? list->items[i]
                                             : sharding_open(context, like, value_rank(values[i]));
    }
    return sharding_per_value_attr(context, count, items);
}

/* Addresses of all results of an operation, or of all arguments of its body. */
static const struct value *const *siblings(struct context *context, const struct value *value,
                                           uint32_t *count) {
    if (!value->op) {
        *count = value->block->argument_count;
        return (const struct value *const *)value->block->arguments;
    }
    *count = value->op->result_count;
    const struct value **values = ARENA_ARRAY(context->arena, const struct value *, *count);
    for (uint32_t i = 0; i < *count; i++) {
        values[i] = &value->op->results[i];
    }
    return values;
}

static void set_in_list(struct module *module, struct op *op, const struct value *value,
                        const char *property, const struct attr *sharding) {
    uint32_t count;
    const struct value *const *values = siblings(module->context, value, &count);
    const struct attr *old = op_property(op, property);
    op_set_property(module, op, property,
                    list_with(module->context, old, count, values, value->index, sharding));
}

static void set_computation_argument(struct module *module, struct op *op,
                                     const struct value *value, const struct attr *sharding) {
    const struct attr *outer = list_get(op_property(op, "in_shardings"), value->index);
    const struct axis_list *manual = attr_as_axes(op_property(op, "manual_axes"));
    set_in_list(module, op, value, "in_shardings",
                sharding_with_manual(module->context, outer, sharding, manual));
}

static void set_result(struct module *module, struct op *op, const struct value *value,
                       const struct attr *sharding) {
    uint32_t count;
    if (!sharding) {
        op_set_attr(module, op, "sdy.sharding", NULL);
        return;
    }
    const struct value *const *values = siblings(module->context, value, &count);
    op_set_attr(module, op, "sdy.sharding",
                list_with(module->context, op_attr(op, "sdy.sharding"), count, values, value->index,
                          sharding));
}

void value_set_sharding(struct module *module, struct value *of, const struct attr *sharding) {
    struct value *value = value_shardable(of);
    if (!value) {
        return;
    }
    struct op *op = value_owner(value);
    switch (op->def->sharding_place) {
    case OP_SHARDING_FUNCTION:
        func_set_argument_attr(module, op, value->index, "sdy.sharding", sharding);
        break;
    case OP_SHARDING_PROPERTY:
        op_set_property(module, op, "sharding", sharding);
        break;
    case OP_SHARDING_OUT:
        op_set_property(module, op, "out_sharding", sharding);
        break;
    case OP_SHARDING_IN_OUT:
        if (value->op) {
            set_in_list(module, op, value, "out_shardings", sharding);
        } else {
            set_computation_argument(module, op, value, sharding);
        }
        break;
    case OP_SHARDING_OF_RESULTS:
        if (value->op) {
            set_result(module, op, value, sharding);
        }
        break;
    }
}
