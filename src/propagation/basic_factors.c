/* The basic strategy: axes that are compatible in all tensors of an operation. */
#include "propagation/factors.h"

static struct axis_list drop_first(struct axis_list list) {
    return (struct axis_list){.count = list.count - 1, .items = list.items + 1};
}

/* The axes that `old` and `new` agree on from the major end, with what is left of the longer one:
 * of `old` always, of `new` where `*expand`. Where they part, nothing may be added any more. */
static struct axis_list merge_major_axes(struct arena *arena, struct axis_list old,
                                         struct axis_list new, bool *expand) {
    struct axis_vector result = {.arena = arena};
    for (; old.count != 0 && new.count != 0; old = drop_first(old), new = drop_first(new)) {
        struct axis_ref old_axis = old.items[0], new_axis = new.items[0];
        if (axis_equal(old_axis, new_axis)) {
            axes_push(&result, new_axis);
        } else if (axis_is_prefix(new_axis, old_axis)) {
            /* A further axis of `new` would have been merged if it continued this one. */
            if (new.count > 1) {
                axes_push(&result, new_axis);
                *expand = false;
                return axes_of(&result);
            }
            axes_push(&result, old_axis);
        } else if (axis_is_prefix(old_axis, new_axis)) {
            if (!*expand || old.count > 1) {
                axes_push(&result, old_axis);
                *expand = false;
                return axes_of(&result);
            }
            axes_push(&result, new_axis);
        } else {
            *expand = false;
            return axes_of(&result);
        }
    }
    axes_append(&result, old);
    if (*expand) {
        axes_append(&result, new);
    }
    return axes_of(&result);
}

struct axis_list compatible_major_axes(const struct projection *projection, uint32_t factor,
                                       enum direction direction) {
    const struct sharding_rule *rule = projection->rule;
    uint32_t count = rule_tensor_count(rule);
    struct axis_list axes = {0};
    bool expand = true;
    if (direction == DIRECTION_NONE) {
        return axes;
    }
    /* The side that shardings come from goes first; the other one may only object. */
    bool results_first = direction == DIRECTION_BACKWARD;
    uint32_t first_count = results_first ? rule->result_count : rule->operand_count;
    for (uint32_t i = 0; i < count; i++) {
        if (i == first_count && direction != DIRECTION_BOTH) {
            expand = false;
        }
        uint32_t tensor = !results_first    ? i
                          : i < first_count ? rule->operand_count + i
                                            : i - first_count;
        const struct factor_sharding *sharding = &projection->tensors[tensor].factors[factor];
        if (sharding->is_mapped) {
            axes = merge_major_axes(projection->arena, axes, sharding->axes, &expand);
        }
    }
    return axes;
}

bool prefix_without_other_factors(struct axis_ref axis, const struct projection *projection,
                                  uint32_t tensor, uint32_t factor, struct axis_ref *out) {
    const struct factor_sharding *factors = projection->tensors[tensor].factors;
    for (uint32_t i = 0; i < projection->rule->factor_count; i++) {
        if (i != factor && factors[i].is_mapped &&
            (!axis_prefix_without_list(axis, factors[i].overflow, &axis) ||
             !axis_prefix_without_list(axis, factors[i].axes, &axis))) {
            return false;
        }
    }
    *out = axis;
    return true;
}

static bool any_contains(struct axis_list axes, struct axis_ref axis) {
    for (uint32_t i = 0; i < axes.count; i++) {
        if (axis_contains(axes.items[i], axis)) {
            return true;
        }
    }
    return false;
}

/* The part of `axis` that a factor can be sharded along further. */
static bool prefix_that_fits(const struct projection *projection,
                             const struct factor_sharding *sharding, struct axis_ref axis,
                             int64_t factor_size, int64_t sharded_size, struct axis_ref *out) {
    if (sharding->is_closed || sharding->overflow.count != 0) {
        return false;
    }
    int64_t size = axis_size(projection->mesh, axis);
    int64_t common = size;
    if (!sharding->is_minor_most) {
        if (factor_size % sharded_size != 0) {
            return false;
        }
        common = greatest_common_divisor(factor_size / sharded_size, size);
    }
    if (common == size) {
        *out = axis;
        return true;
    }
    if (common != 1) {
        *out = axis_sub(axis.name, axis_pre_size(axis), common);
        return true;
    }
    return false;
}

bool prefix_within_factor(struct axis_ref axis, const struct projection *projection,
                          uint32_t tensor, uint32_t factor, int64_t sharded_size,
                          struct axis_ref *out) {
    const struct tensor_projection *of = &projection->tensors[tensor];
    const struct factor_sharding *sharding = &of->factors[factor];
    if (!axis_prefix_without_list(axis, of->replicated, &axis) ||
        !axis_prefix_without_list(axis, of->unreduced, &axis)) {
        return false;
    }
    if (any_contains(sharding->axes, axis)) {
        *out = axis;
        return true;
    }
    if (prefix_that_fits(projection, sharding, axis, projection->rule->factors[factor].size,
                         sharded_size, out)) {
        return true;
    }
    /* What the factor has already can stay. Earlier axes agree; only its last may be shorter. */
    if (sharding->axes.count != 0) {
        struct axis_ref last = sharding->axes.items[sharding->axes.count - 1];
        if (axis_is_prefix(last, axis)) {
            *out = last;
            return true;
        }
    }
    return false;
}

struct axis_list truncate_axes(const struct prefix_finder *finder, struct axis_list axes,
                               bool conservative) {
    int64_t sharded_size = 1;
    for (uint32_t i = 0; i < axes.count; i++) {
        struct axis_ref prefix;
        if (!finder->prefix(finder, axes.items[i], sharded_size, &prefix) ||
            (conservative && !axis_is_whole(prefix))) {
            axes.count = i;
            return axes;
        }
        if (!axis_equal(prefix, axes.items[i])) {
            struct axis_vector cut = {.arena = finder->projection->arena};
            axes.count = i;
            axes_append(&cut, axes);
            axes_push(&cut, prefix);
            return axes_of(&cut);
        }
        sharded_size *= axis_size(finder->projection->mesh, prefix);
    }
    return axes;
}

/* The prefix that conflicts with nothing in any tensor. A tensor without the factor only minds axes
 * of its other factors. */
static bool prefix_in_all_tensors(const struct prefix_finder *finder, struct axis_ref axis,
                                  int64_t sharded_size, struct axis_ref *out) {
    const struct projection *projection = finder->projection;
    for (uint32_t t = 0; t < rule_tensor_count(projection->rule); t++) {
        if (!prefix_without_other_factors(axis, projection, t, finder->factor, &axis)) {
            return false;
        }
        if (projection->tensors[t].factors[finder->factor].is_mapped &&
            !prefix_within_factor(axis, projection, t, finder->factor, sharded_size, &axis)) {
            return false;
        }
    }
    *out = axis;
    return true;
}

void propagate_factors_basic(struct projection *projection, const struct factor_step *step,
                             bool *updated) {
    for (uint32_t factor = 0; factor < projection->rule->factor_count; factor++) {
        struct axis_list axes = compatible_major_axes(projection, factor, step->directions[factor]);
        struct prefix_finder finder = {
            .prefix = prefix_in_all_tensors,
            .projection = projection,
            .factor = factor,
        };
        axes = truncate_axes(&finder, axes, step->conservative);
        for (uint32_t t = 0; t < rule_tensor_count(projection->rule); t++) {
            updated[t] |= expand_factor(projection, t, factor, axes);
        }
    }
}
