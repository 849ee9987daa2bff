/* Replica groups as axes of a mesh, written out as lists of devices. */
#include "ops/attrs/attrs.h"
#include "ops/attrs/mesh_forms.h"
#include "ops/op_def.h"
#include "ops/verify/fault.h"
#include "sharding/sharding.h"
#include "transforms/compatibility/compatibility.h"

enum { MOST_DEVICES = 1 << 20 };

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

/* The axes of a mesh, major to minor: those that groups differ in, then those within a group, each
 * with its size and how far apart in the order of devices its neighbours are. */
struct order {
    uint32_t count;
    int64_t sizes[MAX_RANK], steps[MAX_RANK];
    int64_t group_size, devices;
};

static bool add_axis(struct order *order, const struct mesh *mesh, const char *name) {
    int64_t step = 1;
    for (uint32_t i = mesh->axis_count; i-- > 0;) {
        if (mesh->axes[i].name == name) {
            order->sizes[order->count] = mesh->axes[i].size;
            order->steps[order->count++] = step;
            return true;
        }
        step *= mesh->axes[i].size;
    }
    return false;
}

static bool is_named(const struct attr *axes, const char *name) {
    for (uint32_t i = 0; i < axes->count; i++) {
        if ((const char *)(intptr_t)axes->items[i]->words[0] == name) {
            return true;
        }
    }
    return false;
}

/* False: an axis is unknown, repeated, or a part of one. */
static bool order_axes(struct order *order, const struct mesh *mesh, const struct attr *axes) {
    for (uint32_t i = 0; i < mesh->axis_count; i++) {
        if (!is_named(axes, mesh->axes[i].name)) {
            add_axis(order, mesh, mesh->axes[i].name);
        }
    }
    order->group_size = 1;
    for (uint32_t i = 0; i < axes->count; i++) {
        const struct attr *axis = axes->items[i];
        if (axis->count != 1 || order->count == mesh->axis_count ||
            !add_axis(order, mesh, (const char *)(intptr_t)axis->words[0])) {
            return false;
        }
        order->group_size *= order->sizes[order->count - 1];
    }
    return order->count == mesh->axis_count;
}

static int64_t device_at(const struct order *order, const struct mesh *mesh, int64_t number) {
    int64_t place = 0;
    for (uint32_t i = order->count; i-- > 0;) {
        place += number % order->sizes[i] * order->steps[i];
        number /= order->sizes[i];
    }
    return mesh->device_id_count > 0 ? mesh->device_ids[place] : place;
}

static const struct attr *groups_attr(struct module *module, const struct mesh *mesh,
                                      const struct order *order) {
    struct context *context = module->context;
    const int64_t shape[2] = {order->devices / order->group_size, order->group_size};
    int64_t *ids = ARENA_ARRAY(module->arena, int64_t, (size_t)order->devices);
    for (int64_t i = 0; i < order->devices; i++) {
        ids[i] = device_at(order, mesh, i);
    }
    const struct type *type =
        type_tensor(context, type_integer(context, 64, SIGNLESS), 2, shape, NULL);
    return attr_dense(context, type, ids, (size_t)order->devices * sizeof *ids,
                      order->devices == 1);
}

bool expand_replica_groups(struct module *module, struct op *op) {
    const struct replica_group_axes *groups =
        attr_payload(op_property(op, "replica_groups"), &attr_replica_group_mesh_axes);
    if (!groups) {
        return false;
    }
    const struct mesh *mesh = mesh_of(module, op, groups->mesh);
    struct order order = {0};
    if (!mesh || mesh->axis_count > MAX_RANK || !groups->axes ||
        !order_axes(&order, mesh, groups->axes)) {
        fault(op, module->context,
              "its replica groups name no mesh with whole axes of these names");
        return false;
    }
    order.devices = mesh_device_count(mesh);
    if (order.devices > MOST_DEVICES || order.devices < 1 ||
        (mesh->device_id_count > 0 && mesh->device_id_count < order.devices)) {
        fault(op, module->context, "its replica groups are of too many devices, or of none");
        return false;
    }
    op_set_property(module, op, "replica_groups", groups_attr(module, mesh, &order));
    return true;
}
