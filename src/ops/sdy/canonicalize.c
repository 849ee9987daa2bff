/* What sdy operations simplify to. */
#include "ops/sdy/canonicalize.h"

#include <stdlib.h>

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

/* --- other collectives ------------------------------------------------------------------------ */

static const struct axis_lists *axes_per_dim(const struct op *op, const char *name) {
    return attr_as_axis_lists(op_property(op, name));
}

static bool are_empty(const struct axis_lists *lists) {
    uint32_t i = 0;
    while (i < lists->count && lists->items[i].count == 0) {
        i++;
    }
    return i == lists->count;
}

bool canonicalize_sdy_all_gather(struct op *op, struct module *module) {
    (void)module;
    return are_empty(axes_per_dim(op, "gathering_axes")) && replace(op, op_operand(op, 0));
}

bool canonicalize_sdy_reduce_scatter(struct op *op, struct module *module) {
    (void)module;
    return are_empty(axes_per_dim(op, "reduce_scatter_axes")) && replace(op, op_operand(op, 0));
}

bool canonicalize_sdy_collective_permute(struct op *op, struct module *module) {
    const struct attr *from = value_sharding(module->context, op_operand(op, 0));
    return from && sharding_equivalent(from, op_property(op, "out_sharding")) &&
           replace(op, op_operand(op, 0));
}

/* Every user of a sum takes the same slice of it, `slice` first. */
static bool is_sliced_alone(const struct op *sum, const struct op *slice) {
    const struct attr *axes = op_property(slice, "slicing_axes");
    for (struct use *use = sum->results[0].first_use; use; use = use->next) {
        const struct op *user = use->user;
        if (user->def != slice->def || op_property(user, "slicing_axes") != axes ||
            (user != slice && user->block == slice->block && op_is_before(user, slice))) {
            return false;
        }
    }
    return true;
}

struct fusion {
    struct arena *arena;
    struct axis_list left;          /* axes of the sum that no dimension has yet */
    struct axis_vector *scattered;  /* of each dimension */
    struct axis_list *still_sliced; /* likewise */
    bool has_slice;
};

static bool take_axis(struct fusion *fusion, struct axis_ref axis) {
    struct axis_ref *items = ARENA_ARRAY(fusion->arena, struct axis_ref, fusion->left.count + 1);
    uint32_t count = 0;
    for (uint32_t i = 0; i < fusion->left.count; i++) {
        if (!axis_equal(fusion->left.items[i], axis)) {
            items[count++] = fusion->left.items[i];
        }
    }
    bool found = count < fusion->left.count;
    fusion->left = (struct axis_list){.count = count, .items = items};
    return found;
}

/* Of each dimension the axes of the sum that open its slice; true where that is all of them. */
static bool split_axes(struct fusion *fusion, const struct axis_lists *slicing) {
    for (uint32_t d = 0; d < slicing->count; d++) {
        struct axis_list axes = slicing->items[d];
        uint32_t taken = 0;
        fusion->scattered[d] = (struct axis_vector){.arena = fusion->arena};
        while (taken < axes.count && take_axis(fusion, axes.items[taken])) {
            axes_push(&fusion->scattered[d], axes.items[taken++]);
        }
        fusion->still_sliced[d] =
            (struct axis_list){.count = axes.count - taken, .items = axes.items + taken};
        fusion->has_slice = fusion->has_slice || taken < axes.count;
    }
    return fusion->left.count == 0;
}

/* The sharding of the scattered sum: the operand's, with the axes that each dimension gets. */
static const struct attr *scattered_sharding(const struct fusion *fusion, const struct op *sum,
                                             const struct op *slice, const struct mesh *mesh,
                                             struct context *context) {
    struct sharding sharding = *attr_as_sharding(op_property(slice, "out_sharding"));
    const struct sharding *summed = attr_as_sharding(op_property(sum, "out_sharding"));
    const struct sharding *from = attr_as_sharding(value_sharding(context, op_operand(sum, 0)));
    struct dim_sharding *dims = ARENA_ARRAY(fusion->arena, struct dim_sharding, sharding.rank + 1);
    for (uint32_t d = 0; d < sharding.rank; d++) {
        struct axis_vector axes = {.arena = fusion->arena};
        if (from) {
            axes_append(&axes, from->dims[d].axes);
        }
        for (uint32_t i = 0; i < fusion->scattered[d].count; i++) {
            axes_push_merge(mesh, &axes, fusion->scattered[d].items[i]);
        }
        dims[d] = (struct dim_sharding){
            .axes = axes_of(&axes), .is_closed = true, .priority = PRIORITY_NONE};
    }
    sharding.mesh_name = summed->mesh_name;
    sharding.mesh = summed->mesh;
    sharding.dims = dims;
    return sharding_attr(context, &sharding);
}

/* A collective over axes by dimension. */
static struct op *build_over(struct module *module, struct op *before, const char *name,
                             struct value *tensor, const char *axes_name, const struct attr *axes,
                             const struct attr *sharding) {
    struct builder builder = builder_before(module, before);
    builder.location = before->location;
    struct op *op = build_op(&builder, name, 1, &tensor, 1, &tensor->type, 0);
    op_set_property(module, op, axes_name, axes);
    op_set_property(module, op, "out_sharding", sharding);
    return op;
}

static void fuse(const struct fusion *fusion, struct op *sum, struct op *slice,
                 const struct mesh *mesh, struct module *module) {
    struct context *context = module->context;
    uint32_t rank = attr_as_sharding(op_property(slice, "out_sharding"))->rank;
    struct axis_list *axes = ARENA_ARRAY(fusion->arena, struct axis_list, rank + 1);
    for (uint32_t d = 0; d < rank; d++) {
        axes[d] = axes_of(&fusion->scattered[d]);
    }
    struct op *made =
        build_over(module, slice, "sdy.reduce_scatter", op_operand(sum, 0), "reduce_scatter_axes",
                   axis_lists_attr(context, (struct axis_lists){.count = rank, .items = axes}),
                   scattered_sharding(fusion, sum, slice, mesh, context));
    const struct attr *kind = op_property(sum, "reduction_op");
    made->location = sum->location;
    if (kind) {
        op_set_property(module, made, "reduction_op", kind);
    }
    if (fusion->has_slice) {
        struct axis_lists rest = {.count = rank, .items = fusion->still_sliced};
        made = build_over(module, slice, "sdy.all_slice", op_result(made, 0), "slicing_axes",
                          axis_lists_attr(context, rest), op_property(slice, "out_sharding"));
    }
    while (sum->results[0].first_use) {
        replace(sum->results[0].first_use->user, op_result(made, 0));
    }
    op_erase(sum);
}

/* A sum that is sliced along all the axes that it is over is scattered instead. */
static bool scatter_instead(struct op *slice, struct op *sum, struct module *module) {
    const struct axis_lists *slicing = axes_per_dim(slice, "slicing_axes");
    const struct mesh *mesh =
        sharding_mesh(sum, attr_as_sharding(op_property(sum, "out_sharding")));
    struct fusion fusion = {.arena = arena_new(),
                            .left = *attr_as_axes(op_property(sum, "reduction_axes"))};
    fusion.scattered = ARENA_ARRAY(fusion.arena, struct axis_vector, slicing->count + 1);
    fusion.still_sliced = ARENA_ARRAY(fusion.arena, struct axis_list, slicing->count + 1);
    bool fits = mesh && is_sliced_alone(sum, slice) && split_axes(&fusion, slicing);
    if (fits) {
        fuse(&fusion, sum, slice, mesh, module);
    }
    arena_free(fusion.arena);
    return fits;
}

bool canonicalize_sdy_all_slice(struct op *op, struct module *module) {
    struct op *source = value_defining_op(op_operand(op, 0));
    if (source && op_is(source, OP_SDY_ALL_GATHER) &&
        op_property(source, "gathering_axes") == op_property(op, "slicing_axes")) {
        return replace(op, op_operand(source, 0));
    }
    if (are_empty(axes_per_dim(op, "slicing_axes"))) {
        return replace(op, op_operand(op, 0));
    }
    return source && op_is(source, OP_SDY_ALL_REDUCE) && scatter_instead(op, source, module);
}

/* Whether no dimension takes part twice. */
static bool dims_are_distinct(const struct all_to_all_move *moves, uint32_t count) {
    for (uint32_t i = 0; i < 2 * count; i++) {
        for (uint32_t k = 0; k < i; k++) {
            int64_t a = i % 2 ? moves[i / 2].target : moves[i / 2].source;
            int64_t b = k % 2 ? moves[k / 2].target : moves[k / 2].source;
            if (a == b) {
                return false;
            }
        }
    }
    return true;
}

static int by_source(const void *a, const void *b) {
    int64_t x = ((const struct all_to_all_move *)a)->source;
    int64_t y = ((const struct all_to_all_move *)b)->source;
    return (x > y) - (x < y);
}

static bool fuse_moves(struct op *op, struct op *inner, struct module *module) {
    const struct all_to_all_moves *first = attr_as_all_to_all(op_property(inner, "params"));
    const struct all_to_all_moves *second = attr_as_all_to_all(op_property(op, "params"));
    struct arena *scratch = arena_new();
    uint32_t count = first->count + second->count;
    struct all_to_all_move *moves = ARENA_ARRAY(scratch, struct all_to_all_move, count + 1);
    for (uint32_t i = 0; i < count; i++) {
        moves[i] = i < first->count ? first->items[i] : second->items[i - first->count];
    }
    bool fits = dims_are_distinct(moves, count);
    if (fits) {
        qsort(moves, count, sizeof *moves, by_source);
        op_set_property(module, op, "params",
                        all_to_all_attr(module->context,
                                        (struct all_to_all_moves){.count = count, .items = moves}));
        op_set_operand(op, 0, op_operand(inner, 0));
        op_erase(inner);
    }
    arena_free(scratch);
    return fits;
}

bool canonicalize_sdy_all_to_all(struct op *op, struct module *module) {
    struct op *inner = value_defining_op(op_operand(op, 0));
    if (!op->results[0].first_use) {
        op_erase(op);
        return true;
    }
    return inner && op_is(inner, OP_SDY_ALL_TO_ALL) && value_has_one_use(&inner->results[0]) &&
           fuse_moves(op, inner, module);
}

/* --- reshards, manual computations ------------------------------------------------------------ */

bool canonicalize_reshard(struct op *op, struct module *module) {
    (void)module;
    struct op *inner = value_defining_op(op_operand(op, 0));
    if (!inner || !op_is(inner, OP_SDY_RESHARD) || !value_has_one_use(&inner->results[0])) {
        return false;
    }
    op_set_operand(op, 0, op_operand(inner, 0));
    op_erase(inner);
    return true;
}

/* Operands whose arguments nothing uses go. */
static bool drop_unused_inputs(struct op *op, struct module *module) {
    struct block *body = op->regions[0].first;
    const struct sharding_list *list = attr_as_shardings(op_property(op, "in_shardings"));
    struct arena *scratch = arena_new();
    const struct attr **kept = ARENA_ARRAY(scratch, const struct attr *, list->count + 1);
    uint32_t count = 0, total = op->operand_count;
    for (uint32_t i = 0; i < total; i++) {
        if (body->arguments[count]->first_use) {
            kept[count++] = list->items[i];
        } else {
            op_erase_operand(op, count);
            block_erase_argument(body, count);
        }
    }
    if (count < total) {
        op_set_property(module, op, "in_shardings",
                        sharding_per_value_attr(module->context, count, kept));
    }
    arena_free(scratch);
    return count < total;
}

/* The devices that the manual axes part the operation over; no shardings: one. */
static int64_t manual_size(const struct op *op) {
    const struct sharding_list *in = attr_as_shardings(op_property(op, "in_shardings"));
    const struct sharding_list *out = attr_as_shardings(op_property(op, "out_shardings"));
    if (in->count + out->count == 0) {
        return 1;
    }
    const struct attr *any = in->count ? in->items[0] : out->items[0];
    const struct mesh *mesh = sharding_mesh(op, attr_as_sharding(any));
    return mesh ? axes_size(mesh, *attr_as_axes(op_property(op, "manual_axes"))) : 0;
}

bool canonicalize_manual_computation(struct op *op, struct module *module) {
    if (drop_unused_inputs(op, module)) {
        return true;
    }
    if (manual_size(op) != 1) {
        return false;
    }
    struct block *body = op->regions[0].first;
    for (uint32_t i = 0; i < op->operand_count; i++) {
        value_replace_uses(body->arguments[i], op_operand(op, i));
    }
    op_inline_block(op, body);
    return true;
}
