/* Values that become unreduced: of what devices hold replicated or in parts, sums are made that are
 * yet to be summed (sdy.replicated_to_unreduced, sdy.sharded_to_unreduced). */
#include "partition/collectives/collectives.h"

/* How a value of sharding `from` becomes one of sharding `to`,
 * which is unreduced over more axes. */
struct transition {
    const struct mesh *mesh;
    struct arena *arena;
    const struct sharding *from, *to;
    struct axis_vector added;     /* all axes that become unreduced */
    struct axis_vector sharded;   /* those of them that shard a dimension before */
    struct axis_list *sharded_of; /* the same by dimension */
    struct dim_sharding *dims;    /* between the two steps */
    bool needs_reshard;           /* to these dims, at first */
};

/* The axes at the minor end of `axes` that `prefix` lacks. */
static struct axis_list rest_of(const struct transition *transition, struct axis_list prefix,
                                struct axis_list axes) {
    struct axis_vector rest = {.arena = transition->arena};
    uint32_t i = prefix.count;
    struct axis_ref suffix;
    if (i != 0 && !axis_equal(prefix.items[i - 1], axes.items[i - 1]) &&
        axis_suffix_without(transition->mesh, axes.items[i - 1], prefix.items[i - 1], &suffix)) {
        axes_push(&rest, suffix);
    }
    for (; i < axes.count; i++) {
        axes_push(&rest, axes.items[i]);
    }
    return axes_of(&rest);
}

static void plan_dim(struct transition *transition, uint32_t dim) {
    struct axis_list from = transition->from->dims[dim].axes, to = transition->to->dims[dim].axes;
    enum prefix_status status = axes_prefix_status(to, from);
    if (status == PREFIX_NONE) {
        transition->needs_reshard = true;
    } else if (status == PREFIX_STRICT) {
        struct axis_list rest = rest_of(transition, to, from);
        struct axis_vector others = {.arena = transition->arena};
        axes_difference(transition->mesh, rest, axes_of(&transition->added), &others);
        if (others.count != 0 || !axes_can_coexist(rest, axes_of(&transition->added))) {
            transition->needs_reshard = true;
            return;
        }
        transition->sharded_of[dim] = rest;
        axes_append(&transition->sharded, rest);
        transition->dims[dim] = transition->from->dims[dim];
    }
}

/* False where `to` is unreduced over no further axis, or not over one that `from` is. */
static bool plan(struct transition *transition) {
    const struct sharding *from = transition->from, *to = transition->to;
    struct axis_vector lost = {.arena = transition->arena};
    axes_difference(transition->mesh, to->unreduced, from->unreduced, &transition->added);
    axes_difference(transition->mesh, from->unreduced, to->unreduced, &lost);
    if (transition->added.count == 0 || lost.count != 0 || from->rank != to->rank) {
        return false;
    }
    transition->sharded_of = ARENA_ARRAY(transition->arena, struct axis_list, to->rank);
    transition->dims = ARENA_ARRAY(transition->arena, struct dim_sharding, to->rank);
    for (uint32_t dim = 0; dim < to->rank; dim++) {
        transition->sharded_of[dim] = (struct axis_list){0};
        transition->dims[dim] = to->dims[dim];
        plan_dim(transition, dim);
    }
    return true;
}

/* The sharding once the axes `more` are unreduced and those of dimensions are not yet. */
static struct sharding between(struct transition *transition, struct axis_list more) {
    struct axis_vector unreduced = {.arena = transition->arena};
    axes_append(&unreduced, transition->from->unreduced);
    axes_append(&unreduced, more);
    axes_sort_and_merge(transition->mesh, &unreduced);
    struct sharding sharding = *transition->from;
    sharding.dims = transition->dims;
    sharding.replicated = transition->to->replicated;
    sharding.unreduced = axes_of(&unreduced);
    sharding.unreduced_kind = transition->to->unreduced_kind;
    return sharding;
}

struct value *build_unreduced(struct builder *builder, struct arena *scratch, struct value *input,
                              const struct sharding *from, const struct attr *to,
                              const struct mesh *mesh) {
    struct context *context = builder->module->context;
    struct transition transition = {.mesh = mesh,
                                    .arena = scratch,
                                    .from = from,
                                    .to = attr_as_sharding(to),
                                    .added = {.arena = scratch},
                                    .sharded = {.arena = scratch}};
    if (!plan(&transition)) {
        return NULL;
    }
    struct value *result = input;
    if (transition.needs_reshard) {
        struct sharding sharding = *from;
        sharding.dims = transition.dims;
        result = build_reshard(builder, result, sharding_attr(context, &sharding));
    }
    struct axis_vector replicated = {.arena = scratch};
    axes_difference(mesh, axes_of(&transition.added), axes_of(&transition.sharded), &replicated);
    if (replicated.count != 0) {
        struct sharding sharding = between(&transition, axes_of(&replicated));
        result = build_replicated_to_unreduced(builder, result, axes_of(&replicated),
                                               sharding_attr(context, &sharding));
    }
    if (transition.sharded.count != 0) {
        struct axis_lists lists = {.count = from->rank, .items = transition.sharded_of};
        result = build_sharded_to_unreduced(builder, result, lists, to);
    }
    return result;
}
