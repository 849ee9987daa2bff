/* Passes at both ends of partitioning that look at one operation at a time: barriers go before it,
 * shardings and meshes behind it. */
#include "ops/attrs/attrs.h"
#include "ops/op_def.h"
#include "partition/partition.h"
#include "sharding/sharding.h"

/* --- sdyc-remove-barriers --------------------------------------------------------------------- */

static bool remove_barrier(struct op *op, void *data) {
    (void)data;
    if (op_is(op, OP_SDY_PROPAGATION_BARRIER)) {
        value_replace_uses(&op->results[0], op_operand(op, 0));
        op_erase(op);
    }
    return true;
}

bool pass_remove_barriers(struct module *module, const struct pass_options *options) {
    (void)options;
    op_walk_post(module->op, remove_barrier, NULL);
    return true;
}

/* --- sdyc-count-partitions -------------------------------------------------------------------- */

/* What reads the program without its mesh knows the devices by this alone. */
bool pass_count_partitions(struct module *module, const struct pass_options *options) {
    int64_t devices = 1;
    (void)options;
    FOR_EACH_OP (op, module->op->regions[0].first) {
        const struct mesh *mesh =
            op_is(op, OP_SDY_MESH) ? attr_as_mesh(op_property(op, "mesh")) : NULL;
        int64_t count = mesh && !mesh_is_maximal(mesh) ? mesh_device_count(mesh) : 1;
        devices = count > devices ? count : devices;
    }
    if (devices > 1 && devices <= INT32_MAX && !op_attr(module->op, "mhlo.num_partitions")) {
        const struct type *i32 = type_integer(module->context, 32, SIGNLESS);
        op_set_attr(module, module->op, "mhlo.num_partitions",
                    attr_integer(module->context, i32, devices));
    }
    return true;
}

/* --- sdy-drop-sharding-and-mesh --------------------------------------------------------------- */

static bool drop_sharding(struct op *op, void *data) {
    struct module *module = data;
    if (op_has(op, OP_FUNCTION)) {
        uint32_t inputs = func_input_count(op), results = func_result_count(op);
        struct arena *arena = arena_new();
        const struct attr **none =
            ARENA_ARRAY(arena, const struct attr *, inputs > results ? inputs : results);
        func_set_argument_attrs(module, op, "sdy.sharding", none);
        func_set_result_attrs(module, op, "sdy.sharding", none);
        func_set_argument_attrs(module, op, "sdyc.unpadded", none);
        func_set_result_attrs(module, op, "sdyc.unpadded", none);
        arena_free(arena);
    } else if (op->attrs.count > 0 && op_attr(op, "sdy.sharding")) {
        op_set_attr(module, op, "sdy.sharding", NULL);
    }
    return true;
}

struct check {
    struct module *module;
    bool ok;
};

static bool names_its_mesh(const struct attr *attr) {
    const struct sharding *sharding = attr_as_sharding(attr);
    return sharding && sharding->mesh_name;
}

/* Whether the operation itself says how values are sharded on a mesh that it names. */
static bool needs_mesh(const struct op *op) {
    for (uint32_t i = 0; i < op->properties.count; i++) {
        const struct attr *attr = op->properties.items[i].value;
        const struct sharding_list *list = attr_as_shardings(attr);
        bool needs = names_its_mesh(attr);
        for (uint32_t k = 0; list && !needs && k < list->count; k++) {
            needs = names_its_mesh(list->items[k]);
        }
        if (needs) {
            return true;
        }
    }
    return false;
}

static bool check_no_mesh_needed(struct op *op, void *data) {
    struct check *check = data;
    if (needs_mesh(op)) {
        diag_error(check->module->context->diagnostics, op->location,
                   "'%s' op still needs its mesh", op->name);
        check->ok = false;
    }
    return true;
}

struct mesh_search {
    const struct op *mesh;
    bool found;
};

static bool names_mesh(struct op *op, void *data) {
    struct mesh_search *search = data;
    const struct replica_group_axes *groups = (const struct replica_group_axes *)attr_payload(
        op_attr(op, "replica_groups"), &attr_replica_group_mesh_axes);
    const struct attr *mesh = groups ? groups->mesh : NULL;
    search->found = search->found || (mesh && mesh->kind == ATTR_SYMBOL &&
                                      symbol_lookup_from(op, mesh) == search->mesh);
    return !search->found;
}

/* Replica groups by axes of a mesh are no sharding: their mesh stays. */
static bool groups_name_mesh(const struct module *module, const struct op *mesh) {
    struct mesh_search search = {.mesh = mesh};
    op_walk(module->op, names_mesh, &search);
    return search.found;
}

bool pass_drop_sharding_and_mesh(struct module *module, const struct pass_options *options) {
    struct check check = {.module = module, .ok = true};
    op_walk(module->op, check_no_mesh_needed, &check);
    if (!check.ok) {
        return false;
    }
    pass_remove_propagation_debug_info(module, options);
    op_walk(module->op, drop_sharding, module);
    FOR_EACH_OP_SAFE (op, module->op->regions[0].first) {
        if (op_is(op, OP_SDY_MESH) && !groups_name_mesh(module, op)) {
            op_erase(op);
        }
    }
    return true;
}
