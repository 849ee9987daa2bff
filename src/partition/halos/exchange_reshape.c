/* A reshape that splits a sharded dimension, as Shardy writes it: where the parts of the result's
 * dimensions end in padding that those of the operand's do not have, neighbours send their parts,
 * and each device takes its elements out of them. */
#include "ops/sdy/canonicalize.h"
#include "ops/stablehlo/shape/reshape_groups.h"
#include "partition/halos/resolve.h"
#include "partition/padding/pad.h"

/* --- whether both sides are cut in the same order --------------------------------------------- */

/* Devices that are neighbours along `axis` hold elements `stride` apart; dimensions and axes that
 * are major to it have `before` parts. */
struct cut {
    struct axis_ref axis;
    double stride;
    int64_t before, size; /* of the dimension */
};
struct cuts {
    uint32_t count;
    struct cut *items;
};

static bool follow_each_other(const struct mesh *mesh, const struct cut *minor,
                              const struct cut *major) {
    int64_t size = axis_size(mesh, major->axis);
    return axis_can_merge(major->axis, minor->axis) &&
           (minor->before == major->before ||
            (minor->before == major->before * major->size && size == major->size));
}

/* By rising stride. */
static void add_cut(struct cuts *cuts, struct cut cut) {
    uint32_t at = cuts->count;
    while (at > 0 && cuts->items[at - 1].stride > cut.stride) {
        at--;
    }
    for (uint32_t i = cuts->count++; i > at; i--) {
        cuts->items[i] = cuts->items[i - 1];
    }
    cuts->items[at] = cut;
}

/* Parts of an axis that go together are one. */
static void merge_cuts(struct cuts *cuts, const struct mesh *mesh) {
    uint32_t count = 0;
    for (uint32_t i = 0; i < cuts->count; i++) {
        struct cut *last = count > 0 ? &cuts->items[count - 1] : NULL, *next = &cuts->items[i];
        if (last && follow_each_other(mesh, last, next)) {
            last->axis = axis_merge(mesh, next->axis, last->axis);
            last->before = next->before < last->before ? next->before : last->before;
        } else {
            cuts->items[count++] = *next;
        }
    }
    cuts->count = count;
}

static struct cuts cuts_of(struct arena *arena, const struct mesh *mesh,
                           const struct sharding *sharding, const struct type *type) {
    uint32_t most = 0;
    int64_t above = type_count(type);
    double below = 1;
    for (uint32_t dim = 0; dim < type->rank; dim++) {
        most += sharding->dims[dim].axes.count;
    }
    struct cuts cuts = {.items = ARENA_ARRAY(arena, struct cut, most)};
    for (uint32_t dim = type->rank; dim-- > 0;) {
        struct axis_list axes = sharding->dims[dim].axes;
        int64_t parts = axes_size(mesh, axes), size = type->dims[dim];
        double stride = below * (double)size / (double)parts;
        above /= size;
        for (uint32_t i = axes.count; i-- > 0;) {
            parts /= axis_size(mesh, axes.items[i]);
            add_cut(&cuts, (struct cut){axes.items[i], stride, above * parts, size});
            stride *= (double)axis_size(mesh, axes.items[i]);
        }
        below *= (double)size;
    }
    merge_cuts(&cuts, mesh);
    return cuts;
}

static bool cut_in_one_order(struct arena *arena, const struct mesh *mesh,
                             const struct sharding *in, const struct type *from,
                             const struct sharding *out, const struct type *to) {
    struct cuts a = cuts_of(arena, mesh, in, from), b = cuts_of(arena, mesh, out, to);
    bool alike = a.count == b.count;
    for (uint32_t i = 0; alike && i < a.count; i++) {
        alike =
            axis_equal(a.items[i].axis, b.items[i].axis) && a.items[i].before == b.items[i].before;
    }
    return alike;
}

/* --- what can be done ------------------------------------------------------------------------- */

struct split {
    const struct sharding *in, *out;
    const struct type *from, *to;           /* as they are */
    const struct type *even_from, *even_to; /* with every part of equal size */
    struct reshape_groups groups;
};

static bool group_is_uneven(const struct split *split, const struct reshape_group *group) {
    bool uneven = false;
    for (uint32_t dim = group->in_first; dim < group->in_end; dim++) {
        uneven = uneven || split->from->dims[dim] != split->even_from->dims[dim];
    }
    for (uint32_t dim = group->out_first; dim < group->out_end; dim++) {
        uneven = uneven || split->to->dims[dim] != split->even_to->dims[dim];
    }
    return uneven;
}

static int64_t volume(const struct type *type, uint32_t first, uint32_t end) {
    int64_t count = 1;
    for (uint32_t dim = first; dim < end; dim++) {
        count *= type->dims[dim];
    }
    return count;
}

/* One dimension that becomes several, of as many elements with their padding. */
static bool can_split(const struct split *split, const struct reshape_group *group) {
    int64_t in = split->from->dims[group->in_first], out = split->to->dims[group->out_first];
    return group->in_count == 1 && group->out_count > 1 && group->in_end == group->in_first + 1 &&
           group->out_count == group->out_end - group->out_first &&
           (in % out == 0 || out % in == 0) &&
           volume(split->even_from, group->in_first, group->in_end) ==
               volume(split->even_to, group->out_first, group->out_end);
}

/* Whether there are groups to split, and all uneven ones can be. `used`: the axes of these. */
static bool groups_can_split(const struct split *split, struct axis_vector *used) {
    bool any = false;
    for (uint32_t i = 0; i < split->groups.count; i++) {
        const struct reshape_group *group = &split->groups.items[i];
        if (!group_is_uneven(split, group)) {
            continue;
        }
        if (!reshape_group_is_plain(group) && !can_split(split, group)) {
            return false;
        }
        any = any || !reshape_group_is_plain(group);
        for (uint32_t dim = group->in_first; dim < group->in_end; dim++) {
            axes_append(used, split->in->dims[dim].axes);
        }
        for (uint32_t dim = group->out_first; dim < group->out_end; dim++) {
            axes_append(used, split->out->dims[dim].axes);
        }
    }
    return any;
}

/* --- where the elements come from ------------------------------------------------------------- */

/* The number, in the operand's dimension, of the first element of the result that the device at a
 * place holds. */
static int64_t first_element(const struct split *split, const struct reshape_group *group,
                             const struct mesh *mesh, int64_t place) {
    int64_t first = 0, stride = 1;
    for (uint32_t dim = group->out_end; dim-- > group->out_first;) {
        int64_t parts = dim_sharding_size(mesh, &split->out->dims[dim]);
        first += place % parts * parts_size(split->to->dims[dim], parts) * stride;
        place /= parts;
        stride *= split->to->dims[dim];
    }
    return first;
}

static void find_elements(struct exchange *exchange, const struct split *split,
                          const struct reshape_group *group) {
    struct arena *arena = exchange->resolver->scratch;
    struct exchange_dim *how = &exchange->dims[group->in_first];
    int64_t size = split->from->dims[group->in_first], part = parts_size(size, how->parts);
    int64_t *sources = ARENA_ARRAY(arena, int64_t, (size_t)how->parts);
    int64_t *offsets = ARENA_ARRAY(arena, int64_t, (size_t)how->parts);
    how->size = part;
    for (int64_t place = 0; place < how->parts; place++) {
        int64_t first = first_element(split, group, exchange->mesh, place), last = first + part - 1;
        sources[place] = first < size ? first / part : place;
        offsets[place] = first < size ? first % part : 0;
        int64_t left = place - sources[place], right = last < size ? last / part - place : 0;
        how->moves = how->moves || left != 0 || right != 0;
        how->left = left > how->left ? left : how->left;
        how->right = right > how->right ? right : how->right;
    }
    how->is_too_far = how->left > 1 || how->right > 1;
    for (int64_t place = 0; place < how->parts; place++) {
        offsets[place] += part + (how->left + sources[place] - place) * part;
    }
    struct axis_vector along = {.arena = arena};
    for (uint32_t dim = group->out_first; dim < group->out_end; dim++) {
        axes_append(&along, split->out->dims[dim].axes);
    }
    how->along = axes_of(&along);
    how->offsets = offsets;
}

/* --- reshapes --------------------------------------------------------------------------------- */

static void replace_reshape(struct exchange *exchange, const struct op_context *context,
                            const struct split *split) {
    struct resolver *resolver = exchange->resolver;
    struct module *module = resolver->module;
    struct op *op = context->op;
    struct builder at = builder_before(module, op);
    at.location = op->location;
    struct value *with = build_zeros(&at, type_with_dims(module->context, split->to, 0, NULL));
    struct value *input =
        parts_extend(&at, op_operand(op, 0), split->even_from, NULL, context->shardings[0]);
    struct sharding scalar = {.mesh_name = split->in->mesh_name, .mesh = split->in->mesh};
    struct value *operands[2] = {input, with};
    const struct attr *in[2] = {context->shardings[0], sharding_attr(module->context, &scalar)};
    const struct manual_border border = {.count = 2,
                                         .result_count = 1,
                                         .operands = operands,
                                         .in = in,
                                         .results = &split->even_to,
                                         .out = &context->shardings[1]};
    struct op *manual = build_manual(&at, exchange->mesh, exchange->manual, &border);
    struct builder inside = parts_inside(manual, module);
    struct value *const *arguments = manual->regions[0].first->arguments;
    struct value *part = exchange_parts(exchange, &inside, arguments[0], arguments[1]);
    const struct type *type = parts_type_inside(module->context, split->even_to, split->out,
                                                exchange->mesh, exchange->manual);
    part = build_reshape(&inside, part, type->rank, type->dims);
    value_set_sharding(module, part,
                       parts_sharding_inside(module->context, resolver->scratch,
                                             context->shardings[1], exchange->manual));
    struct value *result = parts_return(&inside, part);
    value_replace_uses(&op->results[0], parts_cut(&at, result, split->to, context->shardings[1]));
    op_erase(op);
}

bool exchange_reshape(struct resolver *resolver, const struct op_context *context) {
    struct exchange exchange;
    const struct sharding *out = attr_as_sharding(context->shardings[1]);
    struct split split = {.from = op_operand(context->op, 0)->type,
                          .to = context->op->results[0].type,
                          .in = attr_as_sharding(context->shardings[0]),
                          .out = out};
    if (split.in && out && shardings_cut_alike(context->op, split.in, split.from, out, split.to)) {
        return true;
    }
    if (!out || !type_is_static(split.to) || type_is_empty(split.to) ||
        !exchange_start(&exchange, resolver, context) || out->mesh_name != split.in->mesh_name ||
        !cut_in_one_order(resolver->scratch, exchange.mesh, split.in, split.from, out, split.to)) {
        return false;
    }
    struct context *ir = resolver->module->context;
    split.groups = reshape_groups(split.from, split.to);
    split.even_from = padded_type(context->op, ir, split.from, context->shardings[0]);
    split.even_to = padded_type(context->op, ir, split.to, context->shardings[1]);
    struct axis_vector used = {.arena = resolver->scratch};
    if (!groups_can_split(&split, &used)) {
        return false;
    }
    exchange.manual = parts_whole_axes(resolver->scratch, exchange.mesh, axes_of(&used));
    for (uint32_t i = 0; i < split.groups.count; i++) {
        const struct reshape_group *group = &split.groups.items[i];
        if (group_is_uneven(&split, group) && !reshape_group_is_plain(group)) {
            find_elements(&exchange, &split, group);
            if (exchange.dims[group->in_first].is_too_far) {
                return false;
            }
        }
    }
    replace_reshape(&exchange, context, &split);
    resolver->changed = true;
    return true;
}
