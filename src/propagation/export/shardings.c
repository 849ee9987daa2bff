/* Passes on shardings alone: sdy-close-shardings, sdy-update-non-divisible-input-output-shardings,
 * sdy-remove-sub-axes-in-input-output-shardings and sdy-inline-meshes. */
#include "ops/attrs/attrs.h"
#include "ops/attrs/mesh_forms.h"
#include "ops/attrs/struct_attr.h"
#include "ops/op_def.h"
#include "propagation/edit.h"
#include "propagation/observer.h"
#include "propagation/passes.h"
#include "propagation/propagation.h"

/* --- sdy-close-shardings ---------------------------------------------------------------------- */

static const struct attr *close(const struct attr *sharding, struct value *value, void *data) {
    struct module *module = data;
    (void)value;
    return sharding_with_closed(module->context, attr_as_sharding(sharding), true);
}

bool pass_close_shardings(struct module *module, const struct pass_options *options) {
    (void)options;
    transform_shardings(module, module->op, close, module);
    return true;
}

/* --- sdy-update-non-divisible-input-output-shardings ------------------------------------------ */

/* The axes, the last possibly cut, that divide a dimension. */
static struct axis_list dividing_axes(struct arena *arena, const struct mesh *mesh,
                                      struct axis_list axes, int64_t size) {
    struct axis_vector kept = {.arena = arena};
    for (uint32_t i = 0; i < axes.count; i++) {
        struct axis_ref axis = axes.items[i];
        int64_t full = axis_size(mesh, axis);
        int64_t common = greatest_common_divisor(full, size);
        if (common == 1) {
            break;
        }
        if (common != full) {
            axes_push(&kept, axis_sub(axis.name, axis_pre_size(axis), common));
            break;
        }
        axes_push(&kept, axis);
        size /= common;
    }
    return axes_of(&kept);
}

static const struct attr *evenly(struct module *module, const struct op *op,
                                 const struct attr *attr, const struct type *type) {
    const struct sharding *old = attr_as_sharding(attr);
    const struct mesh *mesh = old ? sharding_mesh(op, old) : NULL;
    if (!mesh || type->kind != TYPE_TENSOR || !type_is_static(type) || type->rank != old->rank) {
        return attr;
    }
    struct dim_sharding dims[MAX_RANK];
    for (uint32_t i = 0; i < old->rank; i++) {
        dims[i] = old->dims[i];
        if (type->dims[i] % dim_sharding_size(mesh, &old->dims[i]) != 0) {
            dims[i].priority = PRIORITY_NONE;
            dims[i].axes =
                dividing_axes(module->context->arena, mesh, old->dims[i].axes, type->dims[i]);
        }
    }
    struct sharding sharding = *old;
    sharding.dims = dims;
    return sharding_attr(module->context, &sharding);
}

/* `change` on the shardings of all arguments and results of a function. */
typedef const struct attr *boundary_change(struct module *module, const struct op *func,
                                           const struct attr *sharding, const struct type *type);

static void change_boundary(struct module *module, struct op *func, boundary_change *change,
                            enum assignment_reason reason) {
    const struct type *type = op_property(func, "function_type")->type;
    const struct attr **items = ARENA_ARRAY(module->arena, const struct attr *, type->count);
    const struct block *body = func->regions[0].first;
    for (uint32_t i = 0; i < type->count; i++) {
        bool is_input = i < type->input_count;
        uint32_t result = is_input ? 0 : i - type->input_count;
        const struct attr *old = is_input ? func_argument_attr(func, i, "sdy.sharding")
                                          : func_result_sharding(func, result);
        items[i] = old ? change(module, func, old, type->items[i]) : NULL;
        if (!is_input || body) {
            observe_assignment(module, &(struct sharding_assignment){
                                           .reason = reason,
                                           .value = is_input ? body->arguments[i] : NULL,
                                           .op = func,
                                           .result = result,
                                           .before = old,
                                           .after = items[i],
                                       });
        }
    }
    func_set_argument_attrs(module, func, "sdy.sharding", items);
    func_set_result_attrs(module, func, "sdy.sharding", items + type->input_count);
}

static const struct attr *evenly_in_list(struct module *module, const struct op *op,
                                         const struct attr *attr, struct value *const *values,
                                         uint32_t count) {
    const struct sharding_list *list = attr_as_shardings(attr);
    if (!list || list->count != count) {
        return attr;
    }
    const struct attr **items = ARENA_ARRAY(module->arena, const struct attr *, count);
    for (uint32_t i = 0; i < count; i++) {
        items[i] = evenly(module, op, list->items[i], values[i]->type);
    }
    return sharding_per_value_attr(module->context, count, items);
}

/* Of a manual computation, arguments are as seen from inside: without the manual axes. */
static void even_computation(struct module *module, struct op *op) {
    const struct axis_list *manual = attr_as_axes(op_property(op, "manual_axes"));
    const struct sharding_list *in = attr_as_shardings(op_property(op, "in_shardings"));
    struct value *const *values = NULL;
    uint32_t count = flow_owners(module, op, false, &values);
    if (in && in->count == count && count != 0) {
        const struct attr **items = ARENA_ARRAY(module->arena, const struct attr *, count);
        for (uint32_t i = 0; i < count; i++) {
            const struct attr *inner =
                sharding_without_manual(module->context, in->items[i], manual);
            inner = evenly(module, op, inner, values[i]->type);
            items[i] = sharding_with_manual(module->context, in->items[i], inner, manual);
        }
        op_set_property(module, op, "in_shardings",
                        sharding_per_value_attr(module->context, count, items));
    }
    count = flow_owners(module, op, true, &values);
    const struct attr *out = op_property(op, "out_shardings");
    if (attr_as_shardings(out) && count != 0) {
        op_set_property(module, op, "out_shardings",
                        evenly_in_list(module, op, out, values, count));
    }
}

static void even_call(struct module *module, struct op *call) {
    const struct attr *shardings = op_attr(call, "sdy.sharding");
    if (shardings) {
        struct value *const *values = NULL;
        uint32_t count = flow_owners(module, call, true, &values);
        op_set_attr(module, call, "sdy.sharding",
                    evenly_in_list(module, call, shardings, values, count));
    }
}

bool pass_update_non_divisible_input_output_shardings(struct module *module,
                                                      const struct pass_options *options) {
    (void)options;
    struct op_list functions = module_ops_with(module, OP_FUNCTION);
    for (size_t i = 0; i < functions.count; i++) {
        change_boundary(module, functions.items[i], evenly, ASSIGNED_EVENLY);
    }
    vector_free(&functions);
    struct op_list computations = module_ops_of(module, op_table[OP_SDY_MANUAL_COMPUTATION]);
    for (size_t i = 0; i < computations.count; i++) {
        even_computation(module, computations.items[i]);
    }
    vector_free(&computations);
    struct op_list calls = module_ops_with(module, OP_CALL);
    for (size_t i = 0; i < calls.count; i++) {
        even_call(module, calls.items[i]);
    }
    vector_free(&calls);
    return true;
}

/* --- sdy-remove-sub-axes-in-input-output-shardings -------------------------------------------- */

/* Open dimensions end before their first sub-axis; closed ones are as the user wants them. */
static const struct attr *without_sub_axes(struct module *module, const struct op *func,
                                           const struct attr *attr, const struct type *type) {
    (void)func;
    (void)type;
    const struct sharding *old = attr_as_sharding(attr);
    struct dim_sharding dims[MAX_RANK];
    for (uint32_t i = 0; i < old->rank; i++) {
        dims[i] = old->dims[i];
        uint32_t whole = 0;
        while (whole < dims[i].axes.count && axis_is_whole(dims[i].axes.items[whole])) {
            whole++;
        }
        dims[i].axes.count = dims[i].is_closed ? dims[i].axes.count : whole;
    }
    struct sharding sharding = *old;
    sharding.dims = dims;
    return sharding_attr(module->context, &sharding);
}

bool pass_remove_sub_axes_in_input_output_shardings(struct module *module,
                                                    const struct pass_options *options) {
    (void)options;
    struct op *main = main_function(module);
    if (main) {
        change_boundary(module, main, without_sub_axes, ASSIGNED_WITHOUT_PARTS);
    }
    return true;
}

/* --- sdy-inline-meshes ------------------------------------------------------------------------ */

static const struct attr *inline_mesh(const struct attr *attr, struct value *value, void *data) {
    struct module *module = data;
    (void)value;
    struct sharding sharding = *attr_as_sharding(attr);
    if (sharding.mesh) {
        return attr;
    }
    const struct op *mesh = symbol_lookup(module->op, sharding.mesh_name);
    if (!mesh) {
        return attr;
    }
    sharding.mesh = op_property(mesh, "mesh");
    sharding.mesh_name = NULL;
    return sharding_attr(module->context, &sharding);
}

/* Replica groups as axes of a mesh that is given by its name. */
static bool inline_in_replica_groups(struct op *op, void *data) {
    struct module *module = data;
    const struct replica_group_axes *groups =
        attr_payload(op_property(op, "replica_groups"), &attr_replica_group_mesh_axes);
    if (!groups || !groups->mesh || groups->mesh->kind != ATTR_SYMBOL) {
        return true;
    }
    const struct op *named = symbol_lookup(module->op, groups->mesh->text);
    const struct mesh *mesh = named ? attr_as_mesh(op_property(named, "mesh")) : NULL;
    if (mesh) {
        struct replica_group_axes inlined = {mesh_to_stablehlo(module->context, mesh),
                                             groups->axes};
        op_set_property(module, op, "replica_groups",
                        struct_attr_make(module->context, &attr_replica_group_mesh_axes, &inlined));
    }
    return true;
}

bool pass_inline_meshes(struct module *module, const struct pass_options *options) {
    (void)options;
    if (!meshes_are_of(module)) {
        return false;
    }
    transform_shardings(module, module->op, inline_mesh, module);
    op_walk(module->op, inline_in_replica_groups, module);
    FOR_EACH_OP_SAFE (op, module->op->regions[0].first) {
        if (op_is(op, OP_SDY_MESH)) {
            op_erase(op);
        }
    }
    return true;
}
