/* sdy-lift-inlined-meshes and sdy-remove-size-one-axes. */
#include <string.h>

#include "ops/attrs/attrs.h"
#include "ops/attrs/mesh_forms.h"
#include "ops/attrs/struct_attr.h"
#include "ops/build.h"
#include "propagation/edit.h"
#include "propagation/passes.h"

/* --- sdy-lift-inlined-meshes: one mesh operation for each mesh, referred to by name ----------- */

struct lifting {
    struct module *module;
    struct pointer_map names; /* mesh attribute -> name of its operation */
    struct pointer_map moved; /* name of a mesh that was a double -> name of the one that is kept */
    struct symbol_namer namer;
    struct op *last; /* mesh operation, after which new ones go; or NULL */
};

static const char *name_for(struct lifting *lifting, const struct mesh *mesh) {
    if (mesh_is_maximal(mesh)) {
        return arena_printf(lifting->module->arena, "maximal_mesh_%lld",
                            (long long)mesh->device_ids[0]);
    }
    return mesh_is_empty(mesh) ? "empty_mesh" : "mesh";
}

static const char *add_mesh(struct lifting *lifting, const struct attr *mesh) {
    struct module *module = lifting->module;
    struct block *body = module->op->regions[0].first;
    const char *stem = name_for(lifting, attr_as_mesh(mesh));
    const char *name = stem;
    while (symbol_lookup(module->op, name)) {
        name = arena_printf(module->arena, "%s_%u", stem, lifting->namer.next++);
    }
    struct builder builder = lifting->last ? builder_after(module, lifting->last)
                             : body->first ? builder_before(module, body->first)
                                           : builder_at_end(module, body);
    builder.location = module->op->location;
    struct op *op = build_row(&builder, OP_SDY_MESH, 0, NULL, 0, NULL, 0);
    op_set_property(module, op, "sym_name", attr_string(module->context, name, strlen(name)));
    op_set_property(module, op, "mesh", mesh);
    lifting->last = op;
    name = intern(module->context->strings, name);
    pointer_map_put(&lifting->names, mesh, (void *)name);
    return name;
}

static const struct attr *refer_by_name(const struct attr *attr, struct value *value, void *data) {
    struct lifting *lifting = data;
    (void)value;
    struct sharding sharding = *attr_as_sharding(attr);
    const char *name = sharding.mesh ? pointer_map_get(&lifting->names, sharding.mesh)
                                     : pointer_map_get(&lifting->moved, sharding.mesh_name);
    if (!name && sharding.mesh) {
        name = add_mesh(lifting, sharding.mesh);
    }
    if (!name) {
        return attr;
    }
    sharding.mesh = NULL;
    sharding.mesh_name = name;
    return sharding_attr(lifting->module->context, &sharding);
}

/* Of several mesh operations with one mesh the first stays. */
static void merge_meshes(struct lifting *lifting) {
    struct interner *strings = lifting->module->context->strings;
    FOR_EACH_OP_SAFE (op, lifting->module->op->regions[0].first) {
        if (!op_is(op, OP_SDY_MESH)) {
            continue;
        }
        const struct attr *mesh = op_property(op, "mesh");
        const char *name = intern(strings, symbol_name(op));
        const char *kept = pointer_map_get(&lifting->names, mesh);
        if (kept) {
            pointer_map_put(&lifting->moved, name, (void *)kept);
            op_erase(op);
        } else {
            pointer_map_put(&lifting->names, mesh, (void *)name);
            lifting->last = op;
        }
    }
}

static bool has_inlined_mesh(const struct attr *attr) {
    const struct sharding *sharding = attr_as_sharding(attr);
    return sharding && sharding->mesh;
}

/* The name of the mesh operation for a mesh in the form of StableHLO,
 * which nobody has verified; NULL after a report. */
static const char *lift_stablehlo(struct lifting *lifting, const struct op *op,
                                  const struct attr *attr) {
    struct context *context = lifting->module->context;
    const char *name = pointer_map_get(&lifting->names, attr);
    if (name) {
        return name;
    }
    const struct attr *mesh = mesh_from_stablehlo(context, attr);
    const char *what = arena_printf(context->arena, "'%s' op ", op->name);
    if (!mesh_verify(attr_as_mesh(mesh), what, op->location, context->diagnostics)) {
        return NULL;
    }
    name = add_mesh(lifting, mesh);
    pointer_map_put(&lifting->names, attr, (void *)name);
    return name;
}

/* Replica groups as axes of a mesh. */
static bool lift_in_replica_groups(struct lifting *lifting, struct op *op) {
    struct context *context = lifting->module->context;
    const struct replica_group_axes *groups =
        attr_payload(op_property(op, "replica_groups"), &attr_replica_group_mesh_axes);
    if (!groups) {
        return true;
    }
    const char *name = NULL;
    if (is_stablehlo_mesh(groups->mesh)) {
        name = lift_stablehlo(lifting, op, groups->mesh);
        if (!name) {
            return false;
        }
    } else if (attr_as_mesh(groups->mesh)) {
        name = pointer_map_get(&lifting->names, groups->mesh);
        name = name ? name : add_mesh(lifting, groups->mesh);
    } else if (groups->mesh && groups->mesh->kind == ATTR_SYMBOL) {
        name = pointer_map_get(&lifting->moved, intern(context->strings, groups->mesh->text));
    }
    if (name) {
        struct replica_group_axes named = {attr_symbol(context, name), groups->axes};
        op_set_property(lifting->module, op, "replica_groups",
                        struct_attr_make(context, &attr_replica_group_mesh_axes, &named));
    }
    return true;
}

bool pass_lift_inlined_meshes(struct module *module, const struct pass_options *options) {
    struct lifting lifting = {.module = module, .namer = {.module = module}};
    (void)options;
    if (!meshes_are_of(module)) {
        return false;
    }
    merge_meshes(&lifting);
    if (lifting.moved.count != 0 || attr_any(module->context, has_inlined_mesh)) {
        transform_shardings(module, module->op, refer_by_name, &lifting);
    }
    struct op_list collectives = module_ops_with(module, OP_COLLECTIVE);
    bool lifted = true;
    for (size_t i = 0; i < collectives.count && lifted; i++) {
        lifted = lift_in_replica_groups(&lifting, collectives.items[i]);
    }
    vector_free(&collectives);
    FOR_EACH_OP (op, module->op->regions[0].first) {
        if (op_is(op, OP_SDY_MESH) && !op_attr(op, MESH_DICTIONARY)) {
            op_set_attr(module, op, MESH_DICTIONARY,
                        mesh_dictionary(module->context, attr_as_mesh(op_property(op, "mesh"))));
        }
    }
    pointer_map_free(&lifting.names);
    pointer_map_free(&lifting.moved);
    return lifted;
}

/* --- sdy-remove-size-one-axes ----------------------------------------------------------------- */

struct shrinking {
    struct module *module;
    struct arena *arena;
};

static struct axis_list drop_size_one(const struct shrinking *shrinking, const struct mesh *mesh,
                                      struct axis_list axes) {
    struct axis_vector kept = {.arena = shrinking->arena};
    for (uint32_t i = 0; i < axes.count; i++) {
        if (axis_size(mesh, axes.items[i]) != 1) {
            axes_push(&kept, axes.items[i]);
        }
    }
    return axes_of(&kept);
}

static const struct attr *without_size_one(const struct attr *attr, struct value *value,
                                           void *data) {
    const struct shrinking *shrinking = data;
    (void)value;
    const struct sharding *old = attr_as_sharding(attr);
    const struct mesh *mesh = sharding_mesh(shrinking->module->op, old);
    struct dim_sharding dims[MAX_RANK];
    if (!mesh) {
        return attr;
    }
    for (uint32_t i = 0; i < old->rank; i++) {
        dims[i] = old->dims[i];
        dims[i].axes = drop_size_one(shrinking, mesh, old->dims[i].axes);
    }
    struct sharding sharding = *old;
    sharding.dims = dims;
    sharding.replicated = drop_size_one(shrinking, mesh, old->replicated);
    sharding.unreduced = drop_size_one(shrinking, mesh, old->unreduced);
    if (sharding.unreduced.count == 0) {
        sharding.unreduced_kind = REDUCTION_SUM;
    }
    return sharding_attr(shrinking->module->context, &sharding);
}

static bool has_size_one(const struct mesh *mesh) {
    for (uint32_t i = 0; mesh && i < mesh->axis_count; i++) {
        if (mesh->axes[i].size == 1) {
            return true;
        }
    }
    return false;
}

bool pass_remove_size_one_axes(struct module *module, const struct pass_options *options) {
    (void)options;
    FOR_EACH_OP (op, module->op->regions[0].first) {
        if (op_is(op, OP_SDY_MESH) && has_size_one(attr_as_mesh(op_property(op, "mesh")))) {
            if (!meshes_are_of(module)) {
                return false;
            }
            struct shrinking shrinking = {module, arena_new()};
            transform_shardings(module, module->op, without_size_one, &shrinking);
            arena_free(shrinking.arena);
            return true;
        }
    }
    return true;
}
