/* sdy-reshard-to-collectives: each sdy.reshard becomes the collectives that bring its operand
 * there. */
#include "ops/op_def.h"
#include "ops/sdy/barrier.h"
#include "partition/collectives/collectives.h"
#include "partition/partition.h"

struct reshards {
    struct module *module;
    struct arena *scratch;
    bool keep_redundant, any_meshes, ok;
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

/* Shardings of results are a list: with one, the others have one too, which is open if not told.
 * What a loop carries has that of its result. */
static void set_all_replicated(struct module *module, struct value *value,
                               const struct attr *replicated) {
    const struct value *owner = value_shardable(value);
    const struct op *op = owner ? owner->op : NULL;
    value_set_sharding(module, value, replicated);
    for (uint32_t i = 0; op && i < op->result_count; i++) {
        struct value *result = (struct value *)&op->results[i];
        if (result != owner && type_is_tensor(result->type)) {
            value_set_sharding(
                module, result,
                sharding_closed(module->context, attr_as_sharding(replicated), result->type->rank));
        }
    }
}

/* Collectives ask for the sharding of their operand: a value without one, which is replicated, says
 * so where it meets one. */
static void say_replicated(struct module *module, struct value *value, const struct value *users,
                           const struct attr *replicated) {
    if (!value_sharding(module->context, value) && value_meets_collective(users)) {
        set_all_replicated(module, value, replicated);
    }
}

static bool on_same_mesh(const struct sharding *a, const struct sharding *b) {
    return a->mesh_name == b->mesh_name && a->mesh == b->mesh;
}

/* Each device holds the whole value. */
static bool is_whole(const struct sharding *sharding) {
    return sharding_is_replicated(sharding) && sharding->unreduced.count == 0;
}

static struct value *convert_to_collectives(struct reshards *reshards, struct op *op,
                                            struct value *input, const struct sharding *source,
                                            const struct sharding *target) {
    if (sharding_is_replicated(source) && sharding_is_replicated(target) &&
        (on_same_mesh(source, target) || !reshards->any_meshes || is_whole(source))) {
        return input;
    }
    struct builder builder = builder_before(reshards->module, op);
    return build_reshard_collectives(&builder, reshards->scratch,
                                     (struct value *)value_before_barriers(input), source, target,
                                     sharding_mesh(op, source));
}

/* A copy, on another mesh, of a whole value, which all devices hold on any mesh. */
static struct value *copy_to_mesh(struct reshards *reshards, struct op *op, struct value *whole,
                                  const struct attr *sharding) {
    struct builder builder = builder_before(reshards->module, op);
    struct value *copy = build_unary(&builder, OP_RESHAPE, whole, whole->type);
    value_set_sharding(reshards->module, copy, sharding);
    return copy;
}

/* Between meshes of other axes by way of the whole value. */
static struct value *convert_between_meshes(struct reshards *reshards, struct op *op,
                                            const struct sharding *source,
                                            const struct sharding *target) {
    struct context *context = reshards->module->context;
    const struct attr *from_whole = sharding_empty_like(context, source, true);
    const struct attr *to_whole = sharding_empty_like(context, target, true);
    struct value *whole = convert_to_collectives(reshards, op, op_operand(op, 0), source,
                                                 attr_as_sharding(from_whole));
    struct value *copy = copy_to_mesh(reshards, op, whole, to_whole);
    struct builder builder = builder_before(reshards->module, op);
    return build_reshard_collectives(&builder, reshards->scratch, copy, attr_as_sharding(to_whole),
                                     target, sharding_mesh(op, target));
}

/* The value on the mesh of `target`, whose devices stand in another order; `from` becomes its
 * sharding there. */
static struct value *move_to_mesh(struct reshards *reshards, struct op *op, struct value *input,
                                  const struct sharding **from, const struct sharding *target) {
    struct context *context = reshards->module->context;
    const struct sharding *source = *from;
    struct sharding there = *source;
    there.mesh_name = target->mesh_name;
    there.mesh = target->mesh;
    const struct attr *sharding = sharding_attr(context, &there);
    *from = attr_as_sharding(sharding);
    if (is_whole(source)) {
        return copy_to_mesh(reshards, op, input, sharding);
    }
    return convert_to_collectives(reshards, op, input, source, *from);
}

static bool convert_reshard(struct op *op, void *data);

/* The value as a sum over more axes, or NULL. */
static struct value *convert_to_unreduced(struct reshards *reshards, struct op *op,
                                          const struct sharding *from,
                                          const struct sharding *target) {
    struct context *context = reshards->module->context;
    struct value *input = op_operand(op, 0);
    if (reshards->any_meshes && !on_same_mesh(from, target)) {
        input = move_to_mesh(reshards, op, input, &from, target);
    }
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
    if (reshards->any_meshes ? is_whole(target) : sharding_is_replicated(target)) {
        target = replicated_on(context, source, target);
    }
    bool apart = !have_common_axes(op, source, target);
    if (apart && (!reshards->any_meshes || source->unreduced.count + target->unreduced.count > 0)) {
        return true;
    }
    reason_follow(reshards->module, op);
    struct value *value = apart ? convert_between_meshes(reshards, op, source, target)
                          : unreduced_alike(source, target)
                              ? convert_to_collectives(reshards, op, input, source, target)
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
                                .any_meshes = pass_bool(options, "any-meshes"),
                                .ok = true};
    op_walk_post(module->op, convert_reshard, &reshards);
    arena_free(reshards.scratch);
    return reshards.ok;
}
