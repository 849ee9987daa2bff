/* sdy.sharding_origins: `{a = "input: 0", b = "constraint_1"}`, for each axis of a value which
 * sharding of the user's it comes from. */
#include <string.h>

#include "ops/op_def.h"
#include "propagation/debug/notes.h"

#define NOTE      "sdy.sharding_origins"
#define NAME_NOTE "sdy.sharding_origin_name"

struct origin {
    struct axis_ref axis;
    const struct attr *name;
};
/* The axes that a value has or had, first come first. */
struct value_origins {
    struct value *value;
    VECTOR(struct origin) axes;
};
struct debug_origins {
    struct module *module;
    struct arena *arena;
    struct pointer_map by_value; /* value -> struct value_origins */
    VECTOR(struct value_origins *) all;
    uint32_t constraint_count, computation_count;
};

static const struct attr *name_of(struct debug_origins *origins, const char *kind,
                                  uint32_t number) {
    const char *text = arena_printf(origins->arena, "%s%u", kind, number);
    return attr_string(origins->module->context, text, strlen(text));
}

/* --- the origins of a value ------------------------------------------------------------------- */

static struct value_origins *origins_of(struct debug_origins *origins, struct value *value) {
    struct value_origins *of = pointer_map_get(&origins->by_value, value);
    if (!of) {
        of = ARENA_NEW(origins->arena, struct value_origins);
        of->value = value;
        pointer_map_put(&origins->by_value, value, of);
        *vector_push(&origins->all) = of;
    }
    return of;
}

/* The first origin of an axis stays. */
static void note(struct debug_origins *origins, struct value *value, struct axis_ref axis,
                 const struct attr *name) {
    struct value_origins *of = origins_of(origins, value);
    for (size_t i = 0; i < of->axes.count; i++) {
        if (axis_equal(of->axes.items[i].axis, axis)) {
            return;
        }
    }
    *vector_push(&of->axes) = (struct origin){axis, name};
}

/* Of the axis, or of one that it is part of or has as a part: reshapes split and merge. NULL:
 * nothing is known, the sharding was on an operation that is no origin. */
static const struct attr *origin_of(const struct debug_origins *origins, const struct value *value,
                                    struct axis_ref axis) {
    const struct value_origins *of = value ? pointer_map_get(&origins->by_value, value) : NULL;
    const struct attr *similar = NULL;
    for (size_t i = 0; of && i < of->axes.count; i++) {
        const struct origin *origin = &of->axes.items[i];
        if (axis_equal(origin->axis, axis)) {
            return origin->name;
        }
        if (!similar && (axis_contains(origin->axis, axis) || axis_contains(axis, origin->axis))) {
            similar = origin->name;
        }
    }
    return similar;
}

void debug_origins_step(struct debug_origins *origins, const struct sharding_step *step,
                        const struct new_axes *axes) {
    for (size_t i = 0; i < axes->count; i++) {
        const struct new_axis *item = &axes->items[i];
        const struct attr *name = origin_of(origins, step->values[item->source], item->axis);
        if (name && step->values[item->tensor]) {
            note(origins, step->values[item->tensor], item->axis, name);
        }
    }
}

/* --- what the user gave ----------------------------------------------------------------------- */

static void note_sharding(struct debug_origins *origins, struct value *value,
                          const struct attr *sharding_attr, const struct attr *name) {
    const struct sharding *sharding = attr_as_sharding(sharding_attr);
    struct value *owner = sharding ? value_shardable(value) : NULL;
    for (uint32_t d = 0; owner && d < sharding->rank; d++) {
        for (uint32_t i = 0; i < sharding->dims[d].axes.count; i++) {
            note(origins, owner, sharding->dims[d].axes.items[i], name);
        }
    }
}

static void note_value(struct debug_origins *origins, struct value *value,
                       const struct attr *name) {
    note_sharding(origins, value, value_sharding(origins->module->context, value), name);
}

static bool note_constraint(struct op *op, void *data) {
    struct debug_origins *origins = data;
    if (op_is(op, OP_SDY_SHARDING_CONSTRAINT)) {
        const struct attr *name = name_of(origins, "constraint_", origins->constraint_count++);
        op_set_attr(origins->module, op, NAME_NOTE, name);
        note_sharding(origins, &op->results[0], op_property(op, "sharding"), name);
        note_value(origins, op_operand(op, 0), name);
    }
    return true;
}

static const char *side_of_computation(struct debug_origins *origins, const struct attr *name,
                                       const char *side) {
    return arena_printf(origins->arena, "%s_%s: ", name->text, side);
}

static bool note_computation(struct op *op, void *data) {
    struct debug_origins *origins = data;
    if (!op_is(op, OP_SDY_MANUAL_COMPUTATION)) {
        return true;
    }
    const struct attr *name = name_of(origins, "mc_", origins->computation_count++);
    const struct sharding_list *in = attr_as_shardings(op_property(op, "in_shardings"));
    const struct sharding_list *out = attr_as_shardings(op_property(op, "out_shardings"));
    const char *input = side_of_computation(origins, name, "input");
    const char *output = side_of_computation(origins, name, "output");
    for (uint32_t i = 0; in && i < in->count; i++) {
        const struct attr *own = name_of(origins, input, i);
        note_sharding(origins, op->regions[0].first->arguments[i], in->items[i], own);
        note_value(origins, op_operand(op, i), own);
    }
    for (uint32_t i = 0; out && i < out->count; i++) {
        note_sharding(origins, &op->results[i], out->items[i], name_of(origins, output, i));
    }
    op_set_attr(origins->module, op, NAME_NOTE, name);
    return true;
}

/* What a function returns has the shardings of its results, too. */
static void note_function(struct debug_origins *origins, const struct op *func) {
    const struct block *body = func->regions[0].first;
    for (uint32_t i = 0; body && i < body->argument_count; i++) {
        note_value(origins, body->arguments[i], name_of(origins, "input: ", i));
    }
    const struct op *returns = func_return(func);
    for (uint32_t i = 0; returns && i < returns->operand_count; i++) {
        note_sharding(origins, op_operand(returns, i), func_result_sharding(func, i),
                      name_of(origins, "output: ", i));
    }
}

struct debug_origins *debug_origins_new(struct module *module) {
    struct arena *arena = arena_new();
    struct debug_origins *origins = ARENA_NEW(arena, struct debug_origins);
    origins->module = module;
    origins->arena = arena;
    op_walk_post(module->op, note_constraint, origins);
    op_walk_post(module->op, note_computation, origins);
    /* Last: what constraints and computations were given to a value counts as theirs. */
    FOR_EACH_OP (op, module->op->regions[0].first) {
        if (op_has(op, OP_FUNCTION)) {
            note_function(origins, op);
        }
    }
    return origins;
}

/* --- the attributes --------------------------------------------------------------------------- */

/* `own` is what the value is called as an origin: "self" for itself. */
static const struct attr *note_attr(struct debug_origins *origins, const struct value_origins *of,
                                    const struct attr *own) {
    struct context *context = origins->module->context;
    struct named_attr *items = ARENA_ARRAY(origins->arena, struct named_attr, of->axes.count);
    for (size_t i = 0; i < of->axes.count; i++) {
        struct axis_ref axis = of->axes.items[i].axis;
        const char *name = axis_is_whole(axis)
                               ? axis.name
                               : arena_printf(origins->arena, "%s:(%lld)%lld", axis.name,
                                              (long long)axis.pre_size, (long long)axis.size);
        const struct attr *origin = of->axes.items[i].name;
        items[i].name = intern_bytes(context->strings, name, strlen(name));
        items[i].value = origin == own ? attr_string(context, "self", 4) : origin;
    }
    return attr_dict(context, (uint32_t)of->axes.count, items);
}

/* The place of the value among what its function returns, of the use that came last. */
static const struct use *returned(const struct value *value) {
    FOR_EACH_USE (use, value) {
        if (op_has(use->user, OP_TERMINATOR) && op_has(op_parent(use->user), OP_FUNCTION)) {
            return use;
        }
    }
    return NULL;
}

/* One dictionary for each result of an operation. */
static void write_result(struct debug_origins *origins, const struct value_origins *of) {
    struct context *context = origins->module->context;
    struct op *op = of->value->op;
    const struct attr *old = op_attr(op, NOTE);
    const struct attr **items = ARENA_ARRAY(origins->arena, const struct attr *, op->result_count);
    for (uint32_t i = 0; i < op->result_count; i++) {
        items[i] = i == of->value->index                              ? note_attr(origins, of, NULL)
                   : old && old->kind == ATTR_ARRAY && i < old->count ? old->items[i]
                                                                      : attr_dict(context, 0, NULL);
    }
    op_set_attr(origins->module, op, NOTE, attr_array(context, op->result_count, items));
}

/* The name of the value that a data flow edge is on, where a manual computation gives it one. */
static const struct attr *name_of_edge(struct debug_origins *origins, const struct op *edge) {
    const struct value *owner = op_operand(edge, 0);
    const struct attr *name = op_is(value_owner(owner), OP_SDY_MANUAL_COMPUTATION)
                                  ? op_attr(value_owner(owner), NAME_NOTE)
                                  : NULL;
    if (!name) {
        return NULL;
    }
    return name_of(origins, side_of_computation(origins, name, owner->op ? "output" : "input"),
                   owner->index);
}

static void write_value(struct debug_origins *origins, const struct value_origins *of) {
    struct module *module = origins->module;
    struct op *op = value_owner(of->value);
    const struct use *use = returned(of->value);
    if (use) {
        uint32_t index = use_index(use);
        func_set_result_attr(module, op_parent(use->user), index, NOTE,
                             note_attr(origins, of, name_of(origins, "output: ", index)));
    }
    if (op_has(op, OP_FUNCTION)) {
        uint32_t index = of->value->index;
        func_set_argument_attr(module, op, index, NOTE,
                               note_attr(origins, of, name_of(origins, "input: ", index)));
    } else if (op_is(op, OP_SDY_SHARDING_CONSTRAINT)) {
        op_set_attr(module, op, NOTE, note_attr(origins, of, op_attr(op, NAME_NOTE)));
    } else if (op_has(op, OP_FLOW_EDGE)) {
        op_set_attr(module, op, NOTE, note_attr(origins, of, name_of_edge(origins, op)));
    } else if (of->value->op) {
        write_result(origins, of);
    }
}

void debug_origins_write(struct debug_origins *origins) {
    for (size_t i = 0; i < origins->all.count; i++) {
        if (is_in_module(value_owner(origins->all.items[i]->value), origins->module)) {
            write_value(origins, origins->all.items[i]);
        }
    }
}

void debug_origins_free(struct debug_origins *origins) {
    if (!origins) {
        return;
    }
    for (size_t i = 0; i < origins->all.count; i++) {
        vector_free(&origins->all.items[i]->axes);
    }
    vector_free(&origins->all);
    pointer_map_free(&origins->by_value);
    arena_free(origins->arena);
}
