/* Replica groups as axes of a mesh, written out as lists of devices. */
#include "ops/attrs/attrs.h"
#include "ops/attrs/mesh_forms.h"
#include "ops/op_def.h"
#include "ops/verify/fault.h"
#include "sharding/devices.h"
#include "transforms/compatibility/compatibility.h"

static const struct mesh *mesh_of(struct module *module, const struct op *op,
                                  const struct attr *attr) {
    if (is_stablehlo_mesh(attr)) {
        attr = mesh_from_stablehlo(module->context, attr);
    } else if (attr && attr->kind == ATTR_SYMBOL) {
        const struct op *named = symbol_lookup_from(op, attr);
        attr = named ? op_attr(named, "mesh") : NULL;
    }
    return attr ? attr_as_mesh(attr) : NULL;
}

/* Words of an axis are its name, and a sub-axis's pre-size and size. */
static struct axis_list axes_of_attr(struct arena *arena, const struct attr *attr) {
    struct axis_vector axes = {.arena = arena};
    for (uint32_t i = 0; i < attr->count; i++) {
        const struct attr *axis = attr->items[i];
        const char *name = (const char *)(intptr_t)axis->words[0];
        axes_push(&axes, axis->count == 3 ? axis_sub(name, axis->words[1], axis->words[2])
                                          : axis_whole(name));
    }
    return axes_of(&axes);
}

static const struct attr *listed(struct module *module, struct arena *scratch,
                                 const struct mesh *mesh, struct axis_list axes) {
    struct context *context = module->context;
    struct device_lists lists = device_groups(scratch, mesh, axes);
    const int64_t shape[2] = {lists.count, lists.size};
    const struct type *type =
        type_tensor(context, type_integer(context, 64, SIGNLESS), 2, shape, NULL);
    int64_t count = lists.count * lists.size;
    return attr_dense(context, type, lists.ids, (size_t)count * sizeof *lists.ids, count == 1);
}

int64_t replica_group_size(struct module *module, const struct op *op) {
    const struct attr *attr = op_property(op, "replica_groups");
    const struct replica_group_axes *groups = attr_payload(attr, &attr_replica_group_mesh_axes);
    const struct mesh *mesh = groups ? mesh_of(module, op, groups->mesh) : NULL;
    if (!mesh || !mesh_groups_have_axes(groups)) {
        return attr && attr->kind == ATTR_DENSE && attr->type->rank == 2 ? attr->type->dims[1] : 0;
    }
    struct arena *scratch = arena_new();
    struct axis_list axes = axes_of_attr(scratch, groups->axes);
    bool known = true;
    for (uint32_t i = 0; i < axes.count; i++) {
        known = known && mesh_axis_size(mesh, axes.items[i].name) > 0;
    }
    int64_t size = known ? axes_size(mesh, axes) : 0;
    arena_free(scratch);
    return size;
}

bool expand_replica_groups(struct module *module, struct op *op) {
    const struct replica_group_axes *groups =
        attr_payload(op_property(op, "replica_groups"), &attr_replica_group_mesh_axes);
    if (!groups) {
        return false;
    }
    const struct mesh *mesh = mesh_of(module, op, groups->mesh);
    if (!mesh) {
        fault(op, module->context, "its replica groups name no mesh");
        return false;
    }
    if (!mesh_groups_have_axes(groups)) {
        fault(op, module->context, "its replica groups are along what is no axis");
        return false;
    }
    struct arena *scratch = arena_new();
    struct diagnostics *diagnostics = module->context->diagnostics;
    struct axis_list axes = axes_of_attr(scratch, groups->axes);
    struct axis_lists lists = {.count = 1, .items = &axes};
    bool good =
        mesh_verify(mesh, "replica groups: ", op->location, diagnostics) &&
        axis_lists_verify(lists, mesh, NULL, "replica groups: ", op->location, diagnostics) &&
        devices_can_be_listed(mesh, diagnostics, op->location);
    if (good) {
        op_set_property(module, op, "replica_groups", listed(module, scratch, mesh, axes));
    }
    arena_free(scratch);
    return good;
}
