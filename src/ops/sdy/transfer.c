/* What sdy's collectives make of shardings. */
#include "ops/sdy/transfer.h"

#include "ops/sdy/check_shardings.h"
#include "ops/sdy/local.h"

bool transfer_note_mesh(const struct op *op, struct context *context, const struct mesh *mesh) {
    return diag_note(context->diagnostics, value_location(op_operand(op, 0)), "operand mesh: %s",
                     say_attr(context, mesh_attr(context, mesh)));
}

bool transfer_read(const struct op *op, struct context *context, uint32_t flags,
                   struct transfer *transfer) {
    const struct attr *out = op_attr(op, "out_sharding");
    const struct attr *in = value_sharding(context, op_operand(op, 0));
    transfer->to = attr_as_sharding(out);
    if (!in && (flags & NEEDS_OPERAND_SHARDING)) {
        return op_fault(op, context, "collective on operand without sharding");
    }
    if (!check_sharding(op, context, out, op_result(op, 0)->type)) {
        return false;
    }
    transfer->mesh = sharding_mesh(op, transfer->to);
    if (!in) {
        in = sharding_empty_like(context, transfer->to, true);
    }
    transfer->from_attr = in;
    transfer->from = attr_as_sharding(in);
    const struct mesh *operand_mesh = transfer->from ? sharding_mesh(op, transfer->from) : NULL;
    if (!operand_mesh) {
        return false; /* reported where it is written */
    }
    if (!(flags & MAY_CHANGE_MESH) && !mesh_equal(transfer->mesh, operand_mesh, false)) {
        op_fault(op, context, "result mesh does not match operand mesh");
        return transfer_note_mesh(op, context, operand_mesh);
    }
    if (transfer->from->rank != transfer->to->rank) {
        return op_fault(op, context, "result sharding has rank %u but operand sharding has rank %u",
                        transfer->to->rank, transfer->from->rank);
    }
    return true;
}

const char *transfer_opening(const struct op *op, struct context *context) {
    return arena_printf(context->arena, "'%s' op ", op->name);
}

static const char *say_axes(struct context *context, struct axis_list axes) {
    struct buffer text = {0};
    buffer_add(&text, "[");
    for (uint32_t i = 0; i < axes.count; i++) {
        buffer_printf(&text, "%s%s", i ? ", " : "", axis_spell(context->arena, axes.items[i]));
    }
    buffer_add(&text, "]");
    const char *kept = intern(context->strings, text.text);
    buffer_free(&text);
    return kept;
}

bool transfer_check_dim(const struct op *op, struct context *context,
                        const struct transfer *transfer, uint32_t dim, struct axis_list expected) {
    return axes_equal(expected, transfer->to->dims[dim].axes) ||
           op_fault(op, context,
                    "result sharding doesn't match expected sharding %s on dimension "
                    "%u",
                    say_axes(context, expected), dim);
}

bool transfer_take_off(const struct op *op, struct context *context,
                       const struct transfer *transfer, uint32_t dim, struct axis_list axes,
                       const char *kind, struct axis_vector *left) {
    axes_append(left, transfer->from->dims[dim].axes);
    for (uint32_t i = axes.count; i-- > 0;) {
        struct axis_ref axis = axes.items[i], last, rest;
        if (left->count > 0) {
            last = left->items[left->count - 1];
        }
        if (left->count == 0 || !axis_is_suffix(transfer->mesh, axis, last)) {
            return op_fault(op, context,
                            "can't apply %s axis %s to operand sharding on dimension %u", kind,
                            axis_spell(context->arena, axis), dim);
        }
        left->count--;
        if (!axis_equal(axis, last) && axis_prefix_without(last, axis, &rest)) {
            axes_push(left, rest);
        }
    }
    return true;
}

void transfer_put_on(const struct transfer *transfer, uint32_t dim, struct axis_list axes,
                     struct axis_vector *all) {
    axes_append(all, transfer->from->dims[dim].axes);
    for (uint32_t i = 0; i < axes.count; i++) {
        axes_push_merge(transfer->mesh, all, axes.items[i]);
    }
}

bool transfer_check_per_dim(const struct op *op, struct context *context,
                            const struct transfer *transfer, const char *attr, const char *kind) {
    const struct axis_lists *lists = attr_as_axis_lists(op_attr(op, attr));
    if (!axis_lists_verify(*lists, transfer->mesh, NULL, transfer_opening(op, context),
                           op->location, context->diagnostics)) {
        return false;
    }
    if (lists->count != transfer->to->rank) {
        return op_fault(op, context, "result sharding has rank %u but collective axes has rank %u",
                        transfer->to->rank, lists->count);
    }
    struct arena *scratch = arena_new();
    bool good = true;
    for (uint32_t dim = 0; good && dim < lists->count; dim++) {
        struct axis_vector expected = {.arena = scratch};
        if (kind) {
            good =
                transfer_take_off(op, context, transfer, dim, lists->items[dim], kind, &expected);
        } else {
            transfer_put_on(transfer, dim, lists->items[dim], &expected);
        }
        good = good && transfer_check_dim(op, context, transfer, dim, axes_of(&expected));
    }
    arena_free(scratch);
    return good;
}

bool transfer_check_types(const struct op *op, struct context *context,
                          const struct transfer *transfer) {
    const struct type *operand = op_operand(op, 0)->type, *result = op_result(op, 0)->type;
    return operand == result || collective_is_local(op, transfer->mesh) ||
           op_fault(op, context,
                    "requires operand and result to be parts of one tensor: found '%s' and '%s'",
                    say_type(context, operand), say_type(context, result));
}

bool dims_overlap(const struct sharding *sharding, struct axis_list axis) {
    for (uint32_t dim = 0; dim < sharding->rank; dim++) {
        if (axes_overlap(sharding->dims[dim].axes, axis)) {
            return true;
        }
    }
    return false;
}

bool dims_equal(const struct sharding *a, const struct sharding *b, bool open_too) {
    for (uint32_t dim = 0; dim < a->rank; dim++) {
        if (!axes_equal(a->dims[dim].axes, b->dims[dim].axes) ||
            (open_too && a->dims[dim].is_closed != b->dims[dim].is_closed)) {
            return false;
        }
    }
    return true;
}

bool transfer_check_unreduced(const struct op *op, struct context *context,
                              const struct transfer *transfer, struct axis_lists added,
                              const char *name) {
    struct arena *scratch = arena_new();
    struct axis_vector expected = {.arena = scratch};
    axes_append(&expected, transfer->from->unreduced);
    for (uint32_t i = 0; i < added.count; i++) {
        axes_append(&expected, added.items[i]);
    }
    axes_sort_and_merge(transfer->mesh, &expected);
    bool good = axes_equal(axes_of(&expected), transfer->to->unreduced) ||
                op_fault(op, context,
                         "out_unreduced_axes should be in_unreduced_axes + %s: expected %s, found "
                         "%s",
                         name, say_axes(context, axes_of(&expected)),
                         say_axes(context, transfer->to->unreduced));
    arena_free(scratch);
    return good;
}
