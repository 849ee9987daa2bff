/* What collectives simplify to. */
#include "ops/sdy/canonicalize.h"
#include "ir/context.h"
#include "ops/hooks.h"
#include "sharding/sharding.h"

static bool replace(struct op *op, struct value *value) {
    value_replace_uses(&op->results[0], value);
    op_erase(op);
    return true;
}

/* The axes of all dimensions, in the order of the mesh. */
static struct axis_list united(struct arena *arena, const struct mesh *mesh,
                               const struct axis_lists *lists) {
    struct axis_vector axes = {.arena = arena};
    for (uint32_t i = 0; i < lists->count; i++) {
        axes_append(&axes, lists->items[i]);
    }
    axes_sort_and_merge(mesh, &axes);
    return axes_of(&axes);
}

static bool gather_instead(struct op *op, const struct op *source, struct module *module) {
    struct builder builder = builder_before(module, op);
    builder.location = op->location;
    struct value *tensor = op_operand(source, 0);
    struct op *gather =
        build_op(&builder, "sdy.all_gather", 1, &tensor, 1, &op->results[0].type, 0);
    op_set_property(module, gather, "gathering_axes", op_property(source, "axes"));
    op_set_property(module, gather, "out_sharding", op_property(op, "out_sharding"));
    return replace(op, op_result(gather, 0));
}

bool canonicalize_sdy_all_reduce(struct op *op, struct module *module) {
    const struct axis_list *axes = attr_as_axes(op_property(op, "reduction_axes"));
    const struct op *source = value_defining_op(op_operand(op, 0));
    if (axes->count == 0) {
        return replace(op, op_operand(op, 0));
    }
    if (source && op_is(source, OP_SDY_REPLICATED_TO_UNREDUCED)) {
        const struct axis_list *unreduced = attr_as_axes(op_property(source, "axes"));
        return axes_equal(*axes, *unreduced) && replace(op, op_operand(source, 0));
    }
    if (!source || !op_is(source, OP_SDY_SHARDED_TO_UNREDUCED)) {
        return false;
    }
    const struct mesh *mesh =
        sharding_mesh(source, attr_as_sharding(op_property(source, "out_sharding")));
    struct arena *scratch = arena_new();
    bool same = mesh && axes_equal(*axes, united(scratch, mesh,
                                                 attr_as_axis_lists(op_property(source, "axes"))));
    arena_free(scratch);
    return same && gather_instead(op, source, module);
}
