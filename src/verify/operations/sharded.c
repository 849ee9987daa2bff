/* Collectives of sdy, in a program whose values are parts as their shardings say. They sum over
 * axes, and move what the operand's sharding puts on one device to where the result's has it. In a
 * program on whole values they change nothing. */
#include "verify/operations/collectives.h"
#include "verify/operations/control.h"
#include "verify/operations/sides.h"

/* --- sums ------------------------------------------------------------------------------------- */

static struct number fold(struct evaluator *e, struct kind kind, int64_t how, struct number x,
                          struct number y) {
    if (how == REDUCTION_SUM) {
        return number_add(&e->arithmetic, kind, x, y);
    }
    int order = number_order(&e->arithmetic, kind, x, y);
    return (order > 0) == (how == REDUCTION_MAX) ? x : y;
}

static struct tensor *fold_tensors(struct evaluator *e, int64_t how, const struct tensor *x,
                                   const struct tensor *y) {
    struct tensor *sum = tensor_new(x->type, x->count);
    struct kind kind = kind_of(x->type);
    sum->degree = x->degree > y->degree ? x->degree : y->degree;
    sum->is_unknown = x->is_unknown || y->is_unknown;
    for (int64_t i = 0; i < x->count; i++) {
        tensor_put(sum, i, fold(e, kind, how, tensor_get(x, i), tensor_get(y, i)));
    }
    return sum;
}

/* What each device has, folded over those that differ along the axes. */
static struct lanes fold_over(struct evaluator *e, const struct mesh *mesh, struct axis_list axes,
                              int64_t how, struct lanes parts) {
    struct lanes sums = lanes_new(e);
    int64_t *leaders = leaders_along(e, mesh, axes);
    for (int64_t d = 0; d < e->devices; d++) {
        struct tensor *sum = sums.items[leaders[d]];
        sums.items[leaders[d]] =
            sum ? fold_tensors(e, how, sum, parts.items[d]) : tensor_keep(parts.items[d]);
        tensor_release(sum);
    }
    for (int64_t d = 0; d < e->devices; d++) {
        if (leaders[d] != d) {
            sums.items[d] = tensor_keep(sums.items[leaders[d]]);
        }
    }
    memory_free(leaders);
    return sums;
}

static struct axis_list reduced_axes(struct evaluator *e, const struct op *op) {
    const struct axis_list *listed = attr_as_axes(op_property(op, "reduction_axes"));
    const struct axis_lists *lists = attr_as_axis_lists(op_property(op, "reduce_scatter_axes"));
    struct axis_vector all = {.arena = e->module->context->arena};
    for (uint32_t d = 0; lists && d < lists->count; d++) {
        axes_append(&all, lists->items[d]);
    }
    return listed ? *listed : axes_of(&all);
}

/* --- moves ------------------------------------------------------------------------------------ */

/* All axes that cut a dimension. */
static struct axis_list axes_that_cut(struct evaluator *e, const struct sharding *sharding) {
    struct axis_vector all = {.arena = e->module->context->arena};
    for (uint32_t d = 0; d < sharding->rank; d++) {
        axes_append(&all, sharding->dims[d].axes);
    }
    return axes_of(&all);
}

static const struct type *whole_type(struct evaluator *e, const struct mesh *mesh,
                                     const struct sharding *sharding, const struct type *part) {
    int64_t dims[MAX_RANK];
    for (uint32_t d = 0; d < part->rank; d++) {
        dims[d] = part->dims[d] * dim_sharding_size(mesh, &sharding->dims[d]);
    }
    return type_with_dims(e->module->context, part, part->rank, dims);
}

/* Parts as `from` says become parts as `to` says. NULL items: stopped. */
static struct lanes move(struct evaluator *e, const struct op *op, const struct attr *from,
                         const struct attr *to, struct lanes parts) {
    const struct sharding *before = attr_as_sharding(from), *after = attr_as_sharding(to);
    const struct mesh *mesh = sharding_mesh(op, after);
    struct cut_value in = {.part = op_operand(op, 0)->type}, out = {.part = op_result(op, 0)->type};
    in.whole = whole_type(e, mesh, before, in.part);
    out.whole = whole_type(e, mesh, after, out.part);
    struct axis_list gathered = axes_that_cut(e, before), cut = axes_that_cut(e, after);
    if (in.whole != out.whole) {
        evaluate_stop(e, op, "its parts before and after make wholes of other sizes");
        return (struct lanes){0};
    }
    if (!side_read(e, op, from, gathered, &in) || !side_read(e, op, to, cut, &out)) {
        return (struct lanes){0};
    }
    struct lanes whole = lanes_new(e);
    side_join(e, &in, gathered, parts, &whole);
    struct lanes moved = side_cut(e, &out, whole);
    lanes_free(e, &whole);
    return moved;
}

static bool all_active(struct evaluator *e, const struct op *op) {
    for (int64_t d = 0; d < e->devices; d++) {
        if (!e->active[d]) {
            return evaluate_fault(e, op, "device %lld does not come to it", (long long)d);
        }
    }
    return true;
}

bool lanes_sharded_collective(struct evaluator *e, struct frame *frame, const struct op *op) {
    if (!e->is_sharded) {
        return lanes_same(e, frame, op);
    }
    const struct attr *to = op_attr(op, "out_sharding");
    const struct attr *from = value_sharding(e->module->context, op_operand(op, 0));
    const struct sharding *after = attr_as_sharding(to);
    const struct mesh *mesh = after ? sharding_mesh(op, after) : NULL;
    if (!mesh || mesh_device_count(mesh) != e->devices) {
        return evaluate_stop(e, op, "its mesh is not that of the program");
    }
    if (!all_active(e, op)) {
        return false;
    }
    from = from ? from : sharding_empty_like(e->module->context, after, true);
    struct axis_list axes = reduced_axes(e, op);
    struct lanes operand = frame_get(frame, op_operand(op, 0));
    struct lanes sums =
        axes.count > 0
            ? fold_over(e, mesh, axes, op_int(op, "reduction_op", REDUCTION_SUM), operand)
            : lanes_copy(e, operand);
    struct lanes moved = move(e, op, from, to, sums);
    lanes_free(e, &sums);
    if (moved.items) {
        frame_set(e, frame, op_result(op, 0), moved);
    }
    return moved.items != NULL;
}

/* A whole or a part that becomes a share of a sum. */
bool lanes_to_unreduced(struct evaluator *e, struct frame *frame, const struct op *op) {
    return e->is_sharded ? evaluate_stop(e, op, "it makes shares of a sum out of parts")
                         : lanes_same(e, frame, op);
}
