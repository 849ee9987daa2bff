/* Passes over reshards, dimensions and shardings that look at one operation at a time. */
#include "ops/op_def.h"
#include "ops/sdy/barrier.h"
#include "partition/collectives.h"
#include "partition/partition.h"

/* --- sdy-reshard-to-collectives --------------------------------------------------------------- */

struct reshards {
    struct module *module;
    struct arena *scratch;
    bool keep_redundant, ok;
};

static bool unreduced_alike(const struct sharding *a, const struct sharding *b) {
    return axes_equal(a->unreduced, b->unreduced);
}

static bool is_on_one_device(const struct op *op, const struct sharding *sharding) {
    const struct mesh *mesh = sharding_mesh(op, sharding);
    return mesh && mesh_is_maximal(mesh);
}

/* Reshards between different sets of axes stay. */
static bool have_common_axes(const struct op *op, const struct sharding *from,
                             const struct sharding *to) {
    const struct mesh *from_mesh = sharding_mesh(op, from), *to_mesh = sharding_mesh(op, to);
    return from_mesh && to_mesh && from->rank == to->rank && mesh_equal(from_mesh, to_mesh, true);
}

/* `to` where it is replicated, on the mesh of `from`: meshes do not matter to it. */
static const struct sharding *replicated_on(struct context *context, const struct sharding *from,
                                            const struct sharding *to) {
    struct sharding closed = *attr_as_sharding(sharding_empty_like(context, from, true));
    closed.unreduced = to->unreduced;
    closed.unreduced_kind = to->unreduced_kind;
    return attr_as_sharding(sharding_attr(context, &closed));
}

/* Collectives ask for the sharding of their operand: a value without one, which is replicated, says
 * so where it meets one. */
static void say_replicated(struct module *module, struct value *value, const struct value *users,
                           const struct attr *replicated) {
    if (value_sharding(module->context, value)) {
        return;
    }
    FOR_EACH_USE (use, users) {
        if (op_has(use->user, OP_COLLECTIVE) && use->user->def->sharding_place == OP_SHARDING_OUT) {
            value_set_sharding(module, value, replicated);
            return;
        }
    }
}

static struct value *convert_to_collectives(struct reshards *reshards, struct op *op,
                                            const struct sharding *source,
                                            const struct sharding *target) {
    struct value *input = op_operand(op, 0);
    if (sharding_is_replicated(source) && sharding_is_replicated(target)) {
        return input;
    }
    struct builder builder = builder_before(reshards->module, op);
    return build_reshard_collectives(&builder, reshards->scratch,
                                     (struct value *)value_before_barriers(input), source, target,
                                     sharding_mesh(op, source));
}

static bool convert_reshard(struct op *op, void *data);

/* The value as a sum over more axes, or NULL. */
static struct value *convert_to_unreduced(struct reshards *reshards, struct op *op,
                                          const struct sharding *from,
                                          const struct sharding *target) {
    struct context *context = reshards->module->context;
    struct value *input = op_operand(op, 0);
    struct builder builder = builder_before(reshards->module, op);
    struct value *sum = build_unreduced(&builder, reshards->scratch, input, from,
                                        sharding_attr(context, target), sharding_mesh(op, from));
    for (struct value *value = sum, *next; value && value != input; value = next) {
        next = op_operand(value->op, 0);
        say_replicated(reshards->module, next, next, sharding_attr(context, from));
        convert_reshard(value->op, reshards);
    }
    return sum;
}

static bool convert_reshard(struct op *op, void *data) {
    struct reshards *reshards = data;
    if (!op_is(op, OP_SDY_RESHARD)) {
        return true;
    }
    struct context *context = reshards->module->context;
    struct value *input = op_operand(op, 0);
    const struct attr *from = sharding_before_barriers(context, input);
    const struct attr *to = op_property(op, "sharding");
    if (reshards->keep_redundant && sharding_equivalent(from, to)) {
        return true;
    }
    if (!from) {
        from = sharding_empty_like(context, attr_as_sharding(to), true);
    }
    const struct sharding *source = attr_as_sharding(from), *target = attr_as_sharding(to);
    if (is_on_one_device(op, source) || is_on_one_device(op, target)) {
        return true;
    }
    if (sharding_is_replicated(target)) {
        target = replicated_on(context, source, target);
    }
    if (!have_common_axes(op, source, target)) {
        return true;
    }
    reason_follow(reshards->module, op);
    struct value *value = unreduced_alike(source, target)
                              ? convert_to_collectives(reshards, op, source, target)
                              : convert_to_unreduced(reshards, op, source, target);
    if (!value) {
        reshards->ok = diag_error(context->diagnostics, op->location,
                                  "'sdy.reshard' to fewer unreduced axes cannot be partitioned");
        return true;
    }
    say_replicated(reshards->module, value, &op->results[0], from);
    value_replace_uses(&op->results[0], value);
    op_erase(op);
    return true;
}

bool pass_reshard_to_collectives(struct module *module, const struct pass_options *options) {
    struct reshards reshards = {.module = module,
                                .scratch = arena_new(),
                                .keep_redundant = pass_bool(options, "keep-redundant-reshards"),
                                .ok = true};
    op_walk_post(module->op, convert_reshard, &reshards);
    arena_free(reshards.scratch);
    return reshards.ok;
}

/* A check of every operation. */
struct check {
    struct module *module;
    bool ok;
};

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

/* Whether the operation itself says how values are sharded. */
static bool needs_mesh(const struct op *op) {
    for (uint32_t i = 0; i < op->properties.count; i++) {
        const struct attr *attr = op->properties.items[i].value;
        const struct sharding *sharding = attr_as_sharding(attr);
        const struct sharding_list *list = attr_as_shardings(attr);
        for (uint32_t k = 0; list && !sharding && k < list->count; k++) {
            sharding = attr_as_sharding(list->items[k]);
        }
        if (sharding) {
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
