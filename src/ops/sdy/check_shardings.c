/* Shardings and other attributes of sdy where they stand: at operations, values, functions. */
#include "ops/sdy/check_shardings.h"

#include <string.h>

#include "ops/op_def.h"
#include "sharding/edges.h"
#include "sharding/rule.h"

bool check_sharding(const struct op *op, struct context *context, const struct attr *sharding,
                    const struct type *type) {
    return sharding_verify(sharding, type, op, (struct sharding_place){0}, context->diagnostics);
}

bool check_shardings(const struct op *op, struct context *context, const char *what,
                     const struct attr *shardings, uint32_t count,
                     const struct type *const *types) {
    const struct sharding_list *list = attr_as_shardings(shardings);
    if (!list) {
        return op_fault(op, context,
                        "should have a sharding attribute of type "
                        "TensorShardingPerValueAttr");
    }
    if (count == 0 && list->count == 1) {
        const struct sharding *only = attr_as_sharding(list->items[0]);
        const struct mesh *mesh = sharding_mesh(op, only);
        if ((mesh && mesh_is_maximal(mesh)) || sharding_is_replicated(only)) {
            struct sharding_place none = {.values = what, .one_of_many = true};
            return sharding_verify(list->items[0], NULL, op, none, context->diagnostics);
        }
    }
    if (list->count != count) {
        return op_fault(op, context,
                        "%s shardings don't match number of values: %u shardings vs %u values",
                        what, list->count, count);
    }
    for (uint32_t i = 0; i < count; i++) {
        struct sharding_place place = {.values = what, .one_of_many = count != 1, .index = i};
        if (!sharding_verify(list->items[i], types[i], op, place, context->diagnostics)) {
            return false;
        }
    }
    return true;
}

static bool check_result_shardings(const struct op *op, struct context *context,
                                   const struct attr *shardings) {
    struct arena *scratch = arena_new();
    const struct type **types = ARENA_ARRAY(scratch, const struct type *, op->result_count + 1);
    for (uint32_t i = 0; i < op->result_count; i++) {
        types[i] = op_result(op, i)->type;
    }
    bool good = check_shardings(op, context, "result", shardings, op->result_count, types);
    arena_free(scratch);
    return good;
}

/* The argument of a function's body, or NULL where it is but declared. */
static const struct value *body_argument(const struct op *func, uint32_t index) {
    const struct block *body = func->region_count > 0 ? func->regions[0].first : NULL;
    return body && index < body->argument_count ? body->arguments[index] : NULL;
}

static bool check_function(const struct op *op, struct context *context) {
    const struct attr *attr = op_property(op, "function_type");
    const struct type *type = attr ? attr->type : NULL;
    for (uint32_t i = 0; type && i < type->count; i++) {
        bool input = i < type->input_count;
        uint32_t index = input ? i : i - type->input_count;
        const struct attr *sharding = input ? func_argument_attr(op, index, "sdy.sharding")
                                            : func_result_attr(op, index, "sdy.sharding");
        struct sharding_place place = {.values = input ? "arg" : "result",
                                       .one_of_many = true,
                                       .index = index,
                                       .argument = input ? body_argument(op, index) : NULL};
        if (sharding &&
            !sharding_verify(sharding, type->items[i], op, place, context->diagnostics)) {
            return false;
        }
    }
    return true;
}

static bool check_rule(const struct op *op, struct context *context, const struct attr *rule) {
    if (!attr_as_rule(rule)) {
        return op_fault(op, context,
                        "should have a sharding rule attribute of type "
                        "OpShardingRuleAttr for attr named 'sdy.sharding_rule'");
    }
    return sharding_rule_verify(rule, op, context->diagnostics);
}

/* A value of a step exists; its sharding's mesh joins `mesh`. */
static bool check_edge_value(const struct op *op, struct context *context,
                             struct edge_value value) {
    /* The operands of a data flow edge are the sources of the flow. */
    uint32_t count = value.is_result            ? op->result_count
                     : op_has(op, OP_FLOW_EDGE) ? flow_source_count(op_operand(op, 0))
                                                : op->operand_count;
    if (op_is(op, OP_SDY_FUNC_DATA_FLOW_EDGE) || /* its values are those of the function */
        (value.index >= 0 && value.index < (int64_t)count)) {
        return true;
    }
    return op_fault(op, context,
                    "expected a value ref to have %s index in range [0, %u), got: %lld",
                    value.is_result ? "a result" : "an operand", count, (long long)value.index);
}

/* Meshes of the shardings that the edges of an operation refer to: one, but for empty ones. */
struct edge_meshes {
    const struct mesh *common;
    bool any, differ;
};

static void add_edge_mesh(const struct op *op, struct context *context, struct edge_value value,
                          struct edge_meshes *meshes) {
    uint32_t count = value.is_result ? op->result_count : op->operand_count;
    if (value.index < 0 || value.index >= (int64_t)count) {
        return;
    }
    const struct value *at = value.is_result ? op_result(op, (uint32_t)value.index)
                                             : op_operand(op, (uint32_t)value.index);
    const struct sharding *sharding = attr_as_sharding(value_sharding(context, at));
    const struct mesh *mesh = sharding ? sharding_mesh(op, sharding) : NULL;
    if (!mesh) {
        return;
    }
    meshes->any = true;
    if (!meshes->common || mesh_is_empty(meshes->common)) {
        meshes->common = mesh;
    } else if (!mesh_is_empty(mesh) && !mesh_equal(mesh, meshes->common, false)) {
        meshes->differ = true;
    }
}

static bool check_edge_entry(const struct op *op, struct context *context, const struct mesh *mesh,
                             const struct edge_entry *entry) {
    if (mesh_axis_size(mesh, entry->axis.name) == 0) {
        return op_fault(op, context, "expected axis ref to be in one of the meshes: \"%s\"",
                        entry->axis.name);
    }
    bool good = check_edge_value(op, context, entry->source);
    for (uint32_t i = 0; good && i < entry->target_count; i++) {
        good = check_edge_value(op, context, entry->targets[i]);
    }
    return good;
}

static bool check_edges(const struct op *op, struct context *context, const struct attr *attr) {
    const struct propagation_edges *edges = attr_as_edges(attr);
    struct edge_meshes meshes = {0};
    bool good = true;
    if (!edges) {
        return op_fault(op, context,
                        "should have a propagation edges attribute of type "
                        "PropagationEdgesAttr for attr named 'sdy.propagation_edges'");
    }
    for (uint32_t s = 0; s < edges->step_count; s++) {
        for (uint32_t e = 0; e < edges->steps[s].entry_count; e++) {
            const struct edge_entry *entry = &edges->steps[s].entries[e];
            add_edge_mesh(op, context, entry->source, &meshes);
            for (uint32_t t = 0; t < entry->target_count; t++) {
                add_edge_mesh(op, context, entry->targets[t], &meshes);
            }
        }
    }
    if (!meshes.any) {
        return op_fault(op, context, "expected propagation edges attr to reference a sharding.");
    }
    if (meshes.differ) {
        return op_fault(op, context, "expected a common mesh for propagation edges attr.");
    }
    for (uint32_t s = 0; good && s < edges->step_count; s++) {
        for (uint32_t e = 0; good && e < edges->steps[s].entry_count; e++) {
            good = check_edge_entry(op, context, meshes.common, &edges->steps[s].entries[e]);
        }
    }
    return good;
}

static bool check_edge_lists(const struct op *op, struct context *context,
                             const struct attr *list) {
    bool good = list->kind == ATTR_ARRAY;
    for (uint32_t i = 0; good && i < list->count; i++) {
        good = attr_as_edges(list->items[i]) != NULL;
    }
    return good || op_fault(op, context,
                            "should have a propagation edges attribute of type "
                            "ArrayAttr<PropagationEdgesAttr> for attr named "
                            "'sdy.result_propagation_edges' or 'sdy.block_arg_propagation_edges'");
}

bool check_sdy_attrs(const struct op *op, struct context *context) {
    bool good = true;
    for (uint32_t i = 0; good && i < op->attrs.count; i++) {
        const char *name = op->attrs.items[i].name;
        const struct attr *value = op->attrs.items[i].value;
        if (strncmp(name, "sdy.", 4) != 0) {
            continue;
        }
        if (strcmp(name, "sdy.sharding") == 0) {
            good = check_result_shardings(op, context, value);
        } else if (strcmp(name, "sdy.sharding_rule") == 0) {
            good = check_rule(op, context, value);
        } else if (strcmp(name, "sdy.propagation_edges") == 0) {
            good = check_edges(op, context, value);
        } else if (strcmp(name, "sdy.result_propagation_edges") == 0 ||
                   strcmp(name, "sdy.block_arg_propagation_edges") == 0) {
            good = check_edge_lists(op, context, value);
        }
    }
    return op_has(op, OP_FUNCTION) ? check_function(op, context) && good : good;
}

static const char *const reduction_words[] = {"sum", "max", "min"};

bool check_unreduced(const struct op *op, struct context *context, const struct sharding *from,
                     const struct sharding *to, int introduced, int removed) {
    const struct mesh *mesh = sharding_mesh(op, to);
    struct arena *scratch = arena_new();
    struct axis_vector added = {.arena = scratch}, dropped = {.arena = scratch};
    bool good = true;
    if (!mesh || (from && sharding_mesh(op, from) != mesh)) {
        arena_free(scratch);
        return true;
    }
    struct axis_list before = from ? from->unreduced : (struct axis_list){0};
    int kind_before = from ? (int)from->unreduced_kind : 0, kind_after = (int)to->unreduced_kind;
    axes_difference(mesh, to->unreduced, before, &added);
    axes_difference(mesh, before, to->unreduced, &dropped);
    if (added.count > 0 && introduced < 0) {
        good = op_fault(op, context, "cannot add new unreduced axis '%s'.", added.items[0].name);
    } else if (added.count > 0 && kind_after != introduced &&
               !(axes_overlap(before, to->unreduced) && kind_before != kind_after)) {
        good = op_fault(op, context, "cannot introduce '%s' unreduced axes. Expected '%s'.",
                        reduction_words[kind_after], reduction_words[introduced]);
    } else if (dropped.count > 0 && removed < 0) {
        good = op_fault(op, context,
                        "dropped unreduced axis '%s' without a blessed operation "
                        "(e.g., sdy.reshard). This is an invalid transition from "
                        "unreduced to reduced.",
                        dropped.items[0].name);
    } else if (dropped.count > 0 && kind_before != removed) {
        good = op_fault(op, context, "cannot reduce '%s' unreduced axes. Expected '%s'.",
                        reduction_words[kind_before], reduction_words[removed]);
    } else if (axes_overlap(before, to->unreduced) && kind_before != kind_after) {
        good = op_fault(op, context,
                        "cannot change the reduction operator of kept unreduced axes from %s to "
                        "%s.",
                        reduction_words[kind_before], reduction_words[kind_after]);
    }
    arena_free(scratch);
    return good;
}
