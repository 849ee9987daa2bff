/* sdy.manual_computation: the program of one device in the middle of one for all. Each device gets
 * its part along the manual axes; the parts that devices give are put together again. */
#include "verify/control.h"
#include "verify/parts.h"

/* One operand or result, whole and in parts. */
struct manual_side {
    const struct type *whole, *part;
    const struct mesh *mesh;
    const struct axis_list *axes; /* manual ones of each dimension */
    struct axis_list unreduced;
};

static bool side_of(struct evaluator *e, const struct op *op, const struct attr *attr,
                    struct axis_list manual, struct manual_side *side) {
    const struct sharding *sharding = attr_as_sharding(attr);
    struct arena *arena = e->module->context->arena;
    side->mesh = sharding ? sharding_mesh(op, sharding) : NULL;
    if (!side->mesh || (manual.count > 0 && mesh_device_count(side->mesh) != e->devices)) {
        return evaluate_stop(e, op, "its mesh is not that of the program");
    }
    struct axis_list *axes = ARENA_ARRAY(arena, struct axis_list, side->whole->rank + 1);
    for (uint32_t d = 0; d < side->whole->rank && d < sharding->rank; d++) {
        axes[d] = axes_where(arena, sharding->dims[d].axes, manual, true);
    }
    side->axes = axes;
    side->unreduced = axes_where(arena, sharding->unreduced, manual, true);
    return true;
}

/* Where the part of a device begins, in elements. */
static int64_t offset_of(const struct manual_side *side, int64_t device) {
    int64_t strides[MAX_RANK];
    struct part part =
        part_of(side->whole, side->mesh, side->axes, mesh_position(side->mesh, device));
    strides_of(side->whole, strides);
    return place_offset(side->whole->rank, part.begin, strides);
}

static struct lanes cut(struct evaluator *e, const struct manual_side *side, struct lanes whole) {
    struct lanes parts = lanes_new(e);
    int64_t strides[MAX_RANK], *offsets = memory_array((size_t)e->devices, sizeof *offsets);
    strides_of(side->whole, strides);
    for (int64_t d = 0; d < e->devices; d++) {
        if (!e->active[d]) {
            continue;
        }
        offsets[d] = offset_of(side, d);
        for (int64_t k = 0; k < d && !parts.items[d]; k++) {
            if (parts.items[k] && whole.items[k] == whole.items[d] && offsets[k] == offsets[d]) {
                parts.items[d] = tensor_keep(parts.items[k]);
            }
        }
        if (!parts.items[d]) {
            parts.items[d] = tensor_view(side->part, whole.items[d], offsets[d], strides);
        }
    }
    memory_free(offsets);
    return parts;
}

/* The device that stands for all those that differ from this one along manual axes alone: the first
 * of them. */
static int64_t leader_of(const struct evaluator *e, const struct mesh *mesh,
                         struct axis_list manual, int64_t device) {
    struct arena *arena = e->module->context->arena;
    struct axis_ref *all = ARENA_ARRAY(arena, struct axis_ref, mesh->axis_count + 1);
    for (uint32_t i = 0; i < mesh->axis_count; i++) {
        all[i] = axis_whole(mesh->axes[i].name);
    }
    struct axis_list rest =
        axes_where(arena, (struct axis_list){mesh->axis_count, all}, manual, false);
    int64_t own = axes_digit(mesh, rest, mesh_position(mesh, device)), k = 0;
    while (k < device && axes_digit(mesh, rest, mesh_position(mesh, k)) != own) {
        k++;
    }
    return k;
}

/* Parts that should be equal are taken from the first device that has them; those of which the sum is
 * the value are added. */
static void join(struct evaluator *e, const struct manual_side *side, struct axis_list manual,
                 struct lanes parts, struct lanes *whole) {
    int64_t strides[MAX_RANK];
    strides_of(side->whole, strides);
    for (int64_t d = e->devices; d-- > 0;) {
        if (!e->active[d]) {
            continue;
        }
        int64_t leader = leader_of(e, side->mesh, manual, d);
        if (!whole->items[leader]) {
            whole->items[leader] = tensor_of(side->whole);
        }
        tensor_lay(whole->items[leader], parts.items[d], offset_of(side, d), strides);
    }
    for (int64_t d = 0; d < e->devices; d++) {
        if (e->active[d] && !whole->items[d]) {
            whole->items[d] = tensor_keep(whole->items[leader_of(e, side->mesh, manual, d)]);
        }
    }
}

static bool give_result(struct evaluator *e, struct frame *frame, const struct op *op, uint32_t i,
                        struct axis_list manual, struct lanes *parts) {
    const struct value *result = op_result(op, i);
    struct manual_side side = {.whole = result->type};
    if (!side_of(e, op, attr_as_shardings(op_attr(op, "out_shardings"))->items[i], manual, &side)) {
        return false;
    }
    if (side.unreduced.count > 0) {
        return evaluate_stop(e, op, "its result is a sum of what devices hold");
    }
    struct lanes whole = lanes_new(e);
    join(e, &side, manual, *parts, &whole);
    frame_set(e, frame, result, whole);
    lanes_free(e, parts);
    return true;
}

static bool take_operands(struct evaluator *e, struct frame *frame, const struct op *op,
                          struct axis_list manual, struct lanes *arguments) {
    for (uint32_t i = 0; i < op->operand_count; i++) {
        const struct attr *sharding = attr_as_shardings(op_attr(op, "in_shardings"))->items[i];
        struct manual_side side = {.whole = op_operand(op, i)->type,
                                   .part = op->regions[0].first->arguments[i]->type};
        if (!type_is_tensor(side.whole)) {
            arguments[i] = lanes_copy(e, frame_get(frame, op_operand(op, i)));
            continue;
        }
        if (!side_of(e, op, sharding, manual, &side)) {
            return false;
        }
        if (side.unreduced.count > 0) {
            return evaluate_stop(e, op, "its operand is a sum of what devices are given");
        }
        arguments[i] = cut(e, &side, frame_get(frame, op_operand(op, i)));
    }
    return true;
}

bool lanes_manual_computation(struct evaluator *e, struct frame *frame, const struct op *op) {
    const struct axis_list *manual = attr_as_axes(op_attr(op, "manual_axes"));
    struct axis_list axes = manual ? *manual : (struct axis_list){0};
    struct lanes *arguments = memory_array(op->operand_count + 1, sizeof *arguments);
    struct lanes *outputs = memory_array(op->result_count + 1, sizeof *outputs);
    bool done = take_operands(e, frame, op, axes, arguments) &&
                evaluate_block(e, frame, op->regions[0].first, arguments, outputs);
    for (uint32_t i = 0; done && i < op->result_count; i++) {
        done = give_result(e, frame, op, i, axes, &outputs[i]);
    }
    memory_free(arguments);
    memory_free(outputs);
    return done;
}
