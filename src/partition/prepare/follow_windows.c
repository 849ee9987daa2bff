/* What windows cut out of a sharded dimension stays where it is, though the axes do not divide it.
 * Propagation gives such a value as many axes as divide its size, or none, so the elements would
 * come together before the cut. Here the value is cut into as many parts as the tensor that it is
 * taken from, the last of which end in padding, and so is what is computed of it element by
 * element, up to where its size changes again. */
#include "partition/partition.h"

#include "ops/build.h"

struct follower {
    struct module *module;
    struct arena *scratch;
};

static bool is_prefix(struct axis_list first, struct axis_list second) {
    return first.count == 0 || axes_strict_prefix(first, second);
}

static bool are_free(struct axis_list axes, struct axis_list others) {
    return !axes_overlap(others, axes) && axes_can_coexist(others, axes);
}

/* Whether the sharding could have the axes as well, but for those of one dimension. */
static bool has_room(const struct sharding *sharding, uint32_t except, struct axis_list axes) {
    bool room = are_free(axes, sharding->replicated) && are_free(axes, sharding->unreduced);
    for (uint32_t dim = 0; dim < sharding->rank; dim++) {
        room = room && (dim == except || are_free(axes, sharding->dims[dim].axes));
    }
    return room;
}

/* Whether `to` may be cut along a dimension as `from` is: the axes do not divide it, and those that
 * it has are the first of them. */
static bool can_follow(const struct follower *follower, const struct value *from,
                       const struct value *to, uint32_t dim) {
    struct context *context = follower->module->context;
    const struct sharding *source = attr_as_sharding(value_sharding(context, from));
    const struct sharding *target = attr_as_sharding(value_sharding(context, to));
    if (!source || !target || source->rank != target->rank || /* one of them on one device */
        source->rank != to->type->rank || source->dims[dim].axes.count == 0 ||
        source->mesh_name != target->mesh_name || source->mesh != target->mesh ||
        !is_prefix(target->dims[dim].axes, source->dims[dim].axes) ||
        !has_room(target, dim, source->dims[dim].axes)) {
        return false;
    }
    struct op *owner = value_owner(to);
    int64_t parts = dim_sharding_size(sharding_mesh(owner, source), &source->dims[dim]);
    return to->type->dims[dim] % parts != 0 && to->type->dims[dim] >= parts;
}

static void follow(struct follower *follower, const struct value *from, struct value *to) {
    for (uint32_t dim = 0; dim < to->type->rank && !value_meets_collective(to); dim++) {
        if (!can_follow(follower, from, to, dim)) {
            continue;
        }
        struct context *context = follower->module->context;
        const struct sharding *source = attr_as_sharding(value_sharding(context, from));
        struct sharding target = *attr_as_sharding(value_sharding(context, to));
        struct dim_sharding *dims =
            ARENA_ARRAY(follower->scratch, struct dim_sharding, target.rank);
        for (uint32_t i = 0; i < target.rank; i++) {
            dims[i] = target.dims[i];
        }
        dims[dim].axes = source->dims[dim].axes;
        target.dims = dims;
        value_set_sharding(follower->module, to, sharding_attr(context, &target));
    }
}

/* Computes element by element: all its tensors have one shape, or are scalars. */
static bool is_pointwise(const struct op *op) {
    return op_has(op, OP_ELEMENTWISE) || op_is(op, OP_SELECT) || op_is(op, OP_SDY_RESHARD);
}

static void follow_block(struct follower *follower, struct block *block);

/* What is carried into a body, or out of it, goes on. */
static void follow_body(struct follower *follower, struct op *op) {
    struct block *body = op->regions[0].first;
    struct op *end = block_terminator(body);
    for (uint32_t i = 0; i < op->operand_count; i++) {
        follow(follower, op_operand(op, i), body->arguments[i]);
    }
    follow_block(follower, body);
    for (uint32_t i = 0; i < op->result_count; i++) {
        follow(follower, op_operand(end, i), &op->results[i]);
    }
}

static void follow_op(struct follower *follower, struct op *op) {
    bool looks = op_is(op, OP_SLICE);
    if (op->def->flow == OP_FLOW_BODY && !op_property(op, "manual_axes")) {
        follow_body(follower, op);
        return;
    }
    for (uint32_t i = 0; i < op->region_count; i++) {
        FOR_EACH_BLOCK (block, &op->regions[i]) {
            follow_block(follower, block);
        }
    }
    for (uint32_t i = 0; i < op->operand_count && (looks || is_pointwise(op)); i++) {
        const struct type *type = op_operand(op, i)->type;
        struct value *result = &op->results[0];
        if (type_is_tensor(type) && type_is_static(type) && type_is_static(result->type) &&
            type->rank == result->type->rank) {
            follow(follower, op_operand(op, i), result);
        }
    }
}

static void follow_block(struct follower *follower, struct block *block) {
    FOR_EACH_OP (op, block) {
        follow_op(follower, op);
    }
}

bool pass_follow_windows(struct module *module, const struct pass_options *options) {
    (void)options;
    struct follower follower = {.module = module, .scratch = arena_new()};
    FOR_EACH_OP (op, module->op->regions[0].first) {
        follow_op(&follower, op);
    }
    arena_free(follower.scratch);
    return true;
}
