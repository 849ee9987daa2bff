/* The collectives of sdy over padded dimensions. */
#include "ops/op_def.h"
#include "partition/padding/pad.h"
#include "partition/reshard_op.h"

static const struct attr *out_of(const struct op *op) {
    return op_property(op, "out_sharding");
}

/* Pads the operand as far as the result's sharding asks and gives the result that type; its padding
 * holds what the operand's does. */
static void pad_operand_to_out(struct fill_builder *padder, struct op *op) {
    struct context *context = padder->module->context;
    struct value *input = op_operand(op, 0);
    const struct type *original = fill_original(padder, input);
    const struct type *type = padded_type(op, context, input->type, out_of(op));
    padder->at = builder_before(padder->module, op);
    if (type != input->type) {
        const struct attr *fill = fill_content(padder, input);
        fill = fill ? fill : fill_zero(context, type->element);
        input = pad_up_to(padder, input, type, fill);
        op_set_operand(op, 0, input);
    }
    op->results[0].type = type;
    fill_note(padder, &op->results[0], original, fill_content(padder, input));
}

/* The result, cut in these dimensions to what its sharding asks for. */
static struct value *trimmed(struct fill_builder *padder, struct op *op, dim_set dims) {
    struct value *result = &op->results[0];
    const struct type *original = fill_original(padder, result);
    const struct type *asked = padded_type(op, padder->module->context, original, out_of(op));
    padder->at = builder_after(padder->module, op);
    struct value *part = pad_trim(padder, result, asked, dims, out_of(op));
    fill_note(padder, part, original, fill_content(padder, result));
    return part;
}

/* --- properties of axes, a list for each dimension -------------------------------------------- */

static dim_set dims_with_axes(const struct op *op, const char *property) {
    const struct axis_lists *lists = attr_as_axis_lists(op_property(op, property));
    dim_set dims = 0;
    for (uint32_t dim = 0; dim < lists->count; dim++) {
        dims |= lists->items[dim].count > 0 ? dim_set_of(dim) : 0;
    }
    return dims;
}

static struct axis_vector axes_of_all(struct fill_builder *padder, const struct op *op,
                                      const char *property) {
    const struct axis_lists *lists = attr_as_axis_lists(op_property(op, property));
    struct axis_vector axes = {.arena = padder->scratch};
    for (uint32_t dim = 0; dim < lists->count; dim++) {
        axes_append(&axes, lists->items[dim]);
    }
    axes_sort_and_merge(sharding_mesh(op, attr_as_sharding(out_of(op))), &axes);
    return axes;
}

/* The result, which has the operand's type, cut in dimensions that axes of the property leave. */
static struct value *gathered(struct fill_builder *padder, struct op *op, const char *property) {
    struct value *input = op_operand(op, 0);
    op->results[0].type = input->type;
    fill_note(padder, &op->results[0], fill_original(padder, input), fill_content(padder, input));
    return trimmed(padder, op, dims_with_axes(op, property));
}

/* --- whole dimensions ------------------------------------------------------------------------- */

static struct axis_list axes_at(const struct attr *attr, uint32_t dim) {
    const struct sharding *sharding = attr_as_sharding(attr);
    return sharding ? sharding->dims[dim].axes : (struct axis_list){0};
}

/* Those of the dimensions that are sharded. */
static dim_set sharded_dims(const struct attr *attr, dim_set among) {
    const struct sharding *sharding = attr_as_sharding(attr);
    dim_set dims = 0;
    for (uint32_t dim = 0; sharding && dim < sharding->rank; dim++) {
        dims |= sharding->dims[dim].axes.count > 0 ? dim_set_of(dim) : 0;
    }
    return dims & among;
}

/* The sharding of these dimensions alone. */
static const struct attr *sharding_on(struct fill_builder *padder, const struct attr *attr,
                                      dim_set dims) {
    const struct sharding *sharding = attr_as_sharding(attr);
    struct dim_sharding *left = ARENA_ARRAY(padder->scratch, struct dim_sharding, sharding->rank);
    for (uint32_t dim = 0; dim < sharding->rank; dim++) {
        left[dim] = sharding->dims[dim];
        if (!(dims & dim_set_of(dim))) {
            left[dim].axes = (struct axis_list){0};
        }
    }
    struct sharding some = *sharding;
    some.dims = left;
    return sharding_attr(padder->module->context, &some);
}

static struct axis_lists axes_on(struct fill_builder *padder, const struct attr *attr,
                                 dim_set dims) {
    uint32_t rank = attr_as_sharding(attr)->rank;
    struct axis_list *axes = ARENA_ARRAY(padder->scratch, struct axis_list, rank);
    for (uint32_t dim = 0; dim < rank; dim++) {
        axes[dim] = dims & dim_set_of(dim) ? axes_at(attr, dim) : (struct axis_list){0};
    }
    return (struct axis_lists){.count = rank, .items = axes};
}

/* Gathers dimensions of the value, and cuts their padding off, before `op`. */
static struct value *gather_dims(struct fill_builder *padder, struct op *op, struct value *value,
                                 dim_set dims) {
    const struct attr *sharding = value_sharding(padder->module->context, value);
    dims = sharded_dims(sharding, dims);
    if (!dims) {
        return value;
    }
    struct builder at = builder_before(padder->module, op);
    struct value *whole = build_all_gather(&at, value, axes_on(padder, sharding, dims),
                                           sharding_on(padder, sharding, ~dims));
    return gathered(padder, whole->op, "gathering_axes");
}

/* Pads and slices dimensions of a value that are whole. */
static struct value *slice_dims(struct fill_builder *padder, struct builder at, struct value *value,
                                dim_set dims, const struct attr *sharding) {
    if (!sharded_dims(sharding, dims)) {
        return value;
    }
    struct value *part = build_all_slice(&at, value, axes_on(padder, sharding, dims), sharding);
    pad_operand_to_out(padder, part->op);
    return part;
}

bool fill_on_whole(struct fill_builder *padder, struct op *op, const dim_set *operand_dims,
                   dim_set result_dims) {
    bool changes = false;
    for (uint32_t i = 0; i < op->operand_count; i++) {
        struct value *whole = gather_dims(padder, op, op_operand(op, i), operand_dims[i]);
        changes |= whole != op_operand(op, i);
        op_set_operand(op, i, whole);
    }
    const struct attr **shardings =
        ARENA_ARRAY(padder->scratch, const struct attr *, op->result_count);
    for (uint32_t i = 0; i < op->result_count; i++) {
        struct value *result = &op->results[i];
        shardings[i] = value_sharding(padder->module->context, result);
        if (sharded_dims(shardings[i], result_dims)) {
            value_set_sharding(padder->module, result,
                               sharding_on(padder, shardings[i], ~result_dims));
            changes = true;
        }
    }
    if (!changes) {
        return fill_fails(padder, op, "an operand is padded that is not sharded");
    }
    bool ok = pad_op(padder, op);
    for (uint32_t i = 0; i < op->result_count && ok; i++) {
        struct value *result = &op->results[i];
        struct builder behind = builder_after(padder->module, op);
        struct value *part = slice_dims(padder, behind, result, result_dims, shardings[i]);
        if (part != result) {
            struct value *input = op_operand(part->op, 0);
            replace_other_uses(result, part, input == result ? part->op : input->op);
        }
    }
    return ok;
}

/* --- parts that are cut elsewhere ----------------------------------------------------------------
 *
 * 9 rows on 2 devices are parts of 5 rows, on 6 of 2 rows: three of these are no part of the two.
 * Dimensions of which that is true are made whole between the one sharding and the other. */

/* The dimensions that `from` and `to` cut into parts which do not fit each other. */
static dim_set misfits(const struct fill_builder *padder, const struct op *op,
                       const struct attr *from) {
    struct context *context = padder->module->context;
    const struct type *original = fill_original(padder, op_operand(op, 0));
    const struct type *before = padded_type(op, context, original, from);
    const struct type *after = padded_type(op, context, original, out_of(op));
    dim_set dims = 0;
    for (uint32_t dim = 0; dim < original->rank; dim++) {
        if (before->dims[dim] != after->dims[dim] && axes_at(from, dim).count > 0 &&
            axes_at(out_of(op), dim).count > 0) {
            dims |= dim_set_of(dim);
        }
    }
    return dims;
}

/* What a reduce_scatter sums, summed and not scattered. */
static struct value *reduce_first(struct fill_builder *padder, struct op *op) {
    struct value *value = op_operand(op, 0);
    const struct sharding *out = attr_as_sharding(out_of(op));
    struct axis_vector axes = axes_of_all(padder, op, "reduce_scatter_axes");
    struct sharding reduced = *attr_as_sharding(value_sharding(padder->module->context, value));
    reduced.unreduced = out->unreduced;
    reduced.unreduced_kind = out->unreduced_kind;
    struct builder at = builder_before(padder->module, op);
    struct value *sum = build_all_reduce(
        &at, value, axes_of(&axes), (enum reduction_kind)op_int(op, "reduction_op", REDUCTION_SUM),
        sharding_attr(padder->module->context, &reduced));
    fill_note(padder, sum, fill_original(padder, value), NULL);
    return sum;
}

/* By way of whole dimensions where parts do not fit; false: they do. */
static bool went_around(struct fill_builder *padder, struct op *op) {
    struct value *value = op_operand(op, 0);
    const struct attr *from = value_sharding(padder->module->context, value), *to = out_of(op);
    if (!misfits(padder, op, from)) {
        return false;
    }
    dim_set changed = 0;
    for (uint32_t dim = 0; dim < value->type->rank; dim++) {
        changed |= axes_equal(axes_at(from, dim), axes_at(to, dim)) ? 0 : dim_set_of(dim);
    }
    if (op_is(op, OP_SDY_REDUCE_SCATTER)) {
        value = reduce_first(padder, op);
    }
    value = gather_dims(padder, op, value, changed);
    struct builder at = builder_before(padder->module, op);
    return pad_replace(op, slice_dims(padder, at, value, changed, to));
}

/* --- hooks ------------------------------------------------------------------------------------ */

/* Puts what was made of the result into its place. */
static bool replace_result(struct op *op, struct value *value) {
    if (value != &op->results[0]) {
        replace_other_uses(&op->results[0], value, value->op);
    }
    return true;
}

bool fill_all_slice(struct op *op, struct fill_builder *padder) {
    if (!went_around(padder, op)) {
        pad_operand_to_out(padder, op);
    }
    return true;
}

bool fill_all_gather(struct op *op, struct fill_builder *padder) {
    return went_around(padder, op) || replace_result(op, gathered(padder, op, "gathering_axes"));
}

/* Where parts do not fit, what is whole is made unreduced. */
bool fill_sharded_to_unreduced(struct op *op, struct fill_builder *padder) {
    struct value *value = op_operand(op, 0);
    const struct attr *from = value_sharding(padder->module->context, value);
    dim_set misfit = misfits(padder, op, from);
    if (!misfit) {
        return replace_result(op, gathered(padder, op, "axes"));
    }
    const struct sharding *to = attr_as_sharding(out_of(op));
    struct axis_vector axes = axes_of_all(padder, op, "axes");
    struct axis_vector before = {.arena = padder->scratch};
    struct sharding reduced = *to;
    axes_difference(sharding_mesh(op, to), to->unreduced, axes_of(&axes), &before);
    reduced.unreduced = axes_of(&before);
    dim_set left = dims_with_axes(op, "axes") | misfit;
    struct builder at = builder_before(padder->module, op);
    value = gather_dims(padder, op, value, left);
    value = slice_dims(padder, at, value, left, sharding_attr(padder->module->context, &reduced));
    struct value *unreduced = build_replicated_to_unreduced(&at, value, axes_of(&axes), out_of(op));
    fill_note(padder, unreduced, fill_original(padder, value), NULL);
    return pad_replace(op, unreduced);
}

bool fill_all_to_all(struct op *op, struct fill_builder *padder) {
    if (went_around(padder, op)) {
        return true;
    }
    const struct all_to_all_moves *moves = attr_as_all_to_all(op_property(op, "params"));
    dim_set sources = 0;
    for (uint32_t i = 0; i < moves->count; i++) {
        sources |= dim_set_of(moves->items[i].source);
    }
    pad_operand_to_out(padder, op);
    return replace_result(op, trimmed(padder, op, sources));
}
