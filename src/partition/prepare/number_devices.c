/* sdyc-number-devices: code generation runs one program for all devices and tells them apart by
 * their positions in the mesh, of which each mesh of a program may have another order. What names
 * devices by their numbers (replica groups, pairs of source and target, partition ids) names
 * positions behind this pass: those in the mesh of the manual computation that it stands in, or
 * outside of any in the first mesh. */
#include "partition/partition.h"

#include "partition/parts.h"
#include "sharding/devices.h"

struct numbering {
    struct module *module;
    struct arena *scratch;
    const struct mesh *first;   /* that has axes */
    const struct mesh *largest; /* of all, whose devices are numbered */
    int64_t devices;            /* that it has */
    VECTOR(struct op *) naming; /* what names devices */
};

static bool note_meshes(struct op *op, void *data) {
    struct numbering *numbering = data;
    const struct mesh *mesh = attr_as_mesh(op_property(op, "mesh"));
    if (mesh && mesh->axis_count > 0) {
        int64_t count = mesh_device_count(mesh);
        numbering->first = numbering->first ? numbering->first : mesh;
        numbering->largest = count > numbering->devices ? mesh : numbering->largest;
        numbering->devices = count > numbering->devices ? count : numbering->devices;
    }
    return true;
}

static bool note_naming(struct op *op, void *data) {
    if (op_is(op, OP_PARTITION_ID) || op_property(op, "replica_groups") ||
        op_property(op, "source_target_pairs")) {
        *vector_push(&((struct numbering *)data)->naming) = op;
    }
    return true;
}

static const struct mesh *mesh_of_list(const struct op *op, const char *name) {
    const struct sharding_list *list = attr_as_shardings(op_property(op, name));
    const struct sharding *sharding =
        list && list->count > 0 ? attr_as_sharding(list->items[0]) : NULL;
    return sharding ? sharding_mesh(op, sharding) : NULL;
}

/* The mesh of the manual computation around. */
static const struct mesh *mesh_around(const struct numbering *numbering, const struct op *op) {
    for (const struct op *around = op->block->region->op; around;
         around = around->block ? around->block->region->op : NULL) {
        if (!op_is(around, OP_SDY_MANUAL_COMPUTATION)) {
            continue;
        }
        const struct mesh *mesh = mesh_of_list(around, "in_shardings");
        mesh = mesh ? mesh : mesh_of_list(around, "out_shardings");
        if (mesh && mesh->axis_count > 0) {
            return mesh;
        }
    }
    return numbering->first;
}

/* For each position the device that stands there; devices of other meshes are their own. */
static int64_t *devices_by_position(struct numbering *numbering, const struct mesh *mesh) {
    int64_t *ids = ARENA_ARRAY(numbering->scratch, int64_t, (size_t)numbering->devices);
    for (int64_t i = 0; i < numbering->devices; i++) {
        ids[i] = i < mesh->device_id_count ? mesh->device_ids[i] : i;
    }
    return ids;
}

static void number_partition(struct numbering *numbering, struct op *op, const int64_t *ids) {
    struct value *result = &op->results[0];
    struct builder at = builder_after(numbering->module, op);
    struct process_ids one = {.replica_count = 1, .partition_count = 1};
    struct value *position = parts_device(&at, &one);
    struct value *id = parts_look_up(&at, ids, numbering->devices, position);
    value_replace_uses(result, build_convert(&at, id, result->type->element));
    op_erase(op);
}

/* The list with positions in the place of ids; no list, which stands for a group of all devices in
 * the order of their ids, is that list. */
static void number_list(struct numbering *numbering, struct op *op, const char *name,
                        const int64_t *ids) {
    struct context *context = numbering->module->context;
    const struct attr *old = op_property(op, name);
    if (!old || old->kind != ATTR_DENSE || old->type->rank != 2) {
        return;
    }
    bool all = type_is_empty(old->type);
    int64_t dims[2] = {all ? 1 : old->type->dims[0], all ? numbering->devices : old->type->dims[1]};
    int64_t count = dims[0] * dims[1];
    int64_t *positions = ARENA_ARRAY(numbering->scratch, int64_t, (size_t)numbering->devices);
    int64_t *list = ARENA_ARRAY(numbering->scratch, int64_t, (size_t)count);
    for (int64_t i = 0; i < numbering->devices; i++) {
        positions[ids[i]] = i;
    }
    for (int64_t i = 0; i < count; i++) {
        int64_t id = all ? i : attr_dense_integer(old, i);
        list[i] = id >= 0 && id < numbering->devices ? positions[id] : id;
    }
    const struct type *type =
        type_tensor(context, type_integer(context, 64, SIGNLESS), 2, dims, NULL);
    op_set_property(numbering->module, op, name,
                    attr_dense(context, type, list, (size_t)count * sizeof *list, count == 1));
}

static bool number_op(struct numbering *numbering, struct op *op) {
    const struct mesh *mesh = mesh_around(numbering, op);
    if (mesh->device_id_count == 0) {
        return true;
    }
    if (!devices_can_be_listed(numbering->largest, numbering->module->context->diagnostics,
                               op->location)) {
        return false;
    }
    const int64_t *ids = devices_by_position(numbering, mesh);
    if (op_is(op, OP_PARTITION_ID)) {
        number_partition(numbering, op, ids);
        return true;
    }
    number_list(numbering, op, "replica_groups", ids);
    if (op_property(op, "source_target_pairs") &&
        !type_is_empty(op_property(op, "source_target_pairs")->type)) {
        number_list(numbering, op, "source_target_pairs", ids);
    }
    return true;
}

bool pass_number_devices(struct module *module, const struct pass_options *options) {
    (void)options;
    struct numbering numbering = {.module = module, .scratch = arena_new()};
    op_walk(module->op, note_meshes, &numbering);
    if (numbering.devices > 0) {
        op_walk(module->op, note_naming, &numbering);
    }
    bool ok = true;
    for (size_t i = 0; i < numbering.naming.count && ok; i++) {
        ok = number_op(&numbering, numbering.naming.items[i]);
        arena_reset(numbering.scratch);
    }
    vector_free(&numbering.naming);
    arena_free(numbering.scratch);
    return ok;
}
