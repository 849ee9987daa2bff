/* From shardings of dimensions to shardings of factors, and back. */
#include "propagation/projection.h"

/* The axes of a dimension that are still to be given to factors; the first may have been split. */
struct remaining {
    struct axis_list axes; /* not begun yet, after `current` */
    bool has_current;
    struct axis_ref current;
    int64_t size; /* of current */
};

static void advance(struct remaining *remaining, const struct mesh *mesh) {
    remaining->has_current = remaining->axes.count != 0;
    if (remaining->has_current) {
        remaining->current = remaining->axes.items[0];
        remaining->size = axis_size(mesh, remaining->current);
        remaining->axes.items++;
        remaining->axes.count--;
    }
}

static struct axis_list take_all(struct remaining *remaining, const struct mesh *mesh,
                                 struct arena *arena) {
    struct axis_vector axes = {.arena = arena};
    while (remaining->has_current) {
        axes_push_merge(mesh, &axes, remaining->current);
        advance(remaining, mesh);
    }
    return axes_of(&axes);
}

/* Takes axes, splitting the last, as long as they divide the factor; what does not divide it but
 * comes next is overflow. */
static void take_divisors(struct factor_sharding *sharding, int64_t factor_size,
                          struct remaining *remaining, const struct mesh *mesh,
                          struct arena *arena) {
    struct axis_vector axes = {.arena = arena};
    while (remaining->has_current) {
        int64_t common = greatest_common_divisor(factor_size, remaining->size);
        struct axis_ref axis = remaining->current;
        if (common == 1 && remaining->size != 1) {
            break;
        }
        factor_size /= common;
        if (remaining->size == common) {
            axes_push(&axes, axis);
            advance(remaining, mesh);
            continue;
        }
        int64_t pre_size = axis_pre_size(axis);
        axes_push(&axes, axis_sub(axis.name, pre_size, common));
        remaining->size /= common;
        remaining->current = axis_sub(axis.name, pre_size * common, remaining->size);
    }
    sharding->axes = axes_of(&axes);
    if (factor_size > 1 && remaining->has_current) {
        sharding->overflow = take_all(remaining, mesh, arena);
    }
}

static void project_dim(struct projection *projection, struct tensor_projection *tensor,
                        const struct rule_dim *dim, struct axis_list axes, bool is_closed) {
    struct remaining remaining = {.axes = axes};
    bool overflow = false;
    advance(&remaining, projection->mesh);
    for (uint32_t i = 0; i < dim->count; i++) {
        uint32_t number = dim->factors[i];
        struct factor_sharding *factor = &tensor->factors[number];
        factor->is_mapped = true;
        factor->is_minor_most = i == dim->count - 1;
        factor->is_closed = is_closed || overflow;
        if (overflow) {
            /* Nothing may come after axes that the factor before could not take. */
            return;
        }
        if (factor->is_minor_most) {
            /* Axes that do not divide it are padded. */
            factor->axes = take_all(&remaining, projection->mesh, projection->arena);
        } else {
            take_divisors(factor, projection->rule->factors[number].size, &remaining,
                          projection->mesh, projection->arena);
            overflow = factor->overflow.count != 0;
        }
    }
}

struct projection project(const struct sharding_rule *rule, const struct mesh *mesh,
                          const struct attr *const *shardings, bool closed_if_missing,
                          struct arena *arena) {
    uint32_t count = rule_tensor_count(rule);
    struct projection projection = {
        .rule = rule,
        .mesh = mesh,
        .arena = arena,
        .tensors = ARENA_ARRAY(arena, struct tensor_projection, count),
    };
    struct factor_sharding *factors =
        ARENA_ARRAY(arena, struct factor_sharding, (size_t)count * rule->factor_count);
    for (uint32_t t = 0; t < count; t++) {
        struct tensor_projection *tensor = &projection.tensors[t];
        const struct sharding *sharding = attr_as_sharding(shardings[t]);
        tensor->factors = factors + (size_t)t * rule->factor_count;
        for (uint32_t d = 0; d < rule->tensors[t].rank; d++) {
            bool known = sharding && d < sharding->rank;
            project_dim(&projection, tensor, &rule->tensors[t].dims[d],
                        known ? sharding->dims[d].axes : (struct axis_list){0},
                        known ? sharding->dims[d].is_closed : closed_if_missing);
        }
        if (sharding) {
            tensor->replicated = sharding->replicated;
            tensor->unreduced = sharding->unreduced;
            tensor->unreduced_kind = sharding->unreduced_kind;
        }
    }
    return projection;
}

/* Appends the axes of a factor; only at the border of two factors can sub-axes merge. */
static int64_t append_axes(const struct mesh *mesh, struct axis_vector *dim,
                           struct axis_list axes) {
    for (uint32_t i = 0; i < axes.count; i++) {
        if (i == 0) {
            axes_push_merge(mesh, dim, axes.items[i]);
        } else {
            axes_push(dim, axes.items[i]);
        }
    }
    return axes_size(mesh, axes);
}

static struct dim_sharding dim_back(const struct projection *projection,
                                    const struct tensor_projection *tensor,
                                    const struct rule_dim *dim) {
    struct dim_sharding result = {.priority = PRIORITY_NONE};
    struct axis_vector axes = {.arena = projection->arena};
    for (uint32_t i = 0; i < dim->count; i++) {
        const struct factor_sharding *factor = &tensor->factors[dim->factors[i]];
        result.is_closed |= factor->is_closed;
        int64_t size = append_axes(projection->mesh, &axes, factor->axes);
        if (factor->overflow.count != 0) {
            append_axes(projection->mesh, &axes, factor->overflow);
            break;
        }
        if (size < projection->rule->factors[dim->factors[i]].size) {
            /* What shards a minor factor would be strided. */
            break;
        }
    }
    result.axes = axes_of(&axes);
    return result;
}

const struct attr *project_back(struct context *context, const struct projection *projection,
                                uint32_t index, const struct sharding *like) {
    const struct rule_tensor *mapping = &projection->rule->tensors[index];
    const struct tensor_projection *tensor = &projection->tensors[index];
    struct dim_sharding dims[MAX_RANK];
    for (uint32_t d = 0; d < mapping->rank; d++) {
        dims[d] = dim_back(projection, tensor, &mapping->dims[d]);
    }
    struct sharding sharding = {
        .mesh_name = like->mesh_name,
        .mesh = like->mesh,
        .rank = mapping->rank,
        .dims = dims,
        .replicated = tensor->replicated,
        .unreduced = tensor->unreduced,
        .unreduced_kind = tensor->unreduced_kind,
    };
    return sharding_attr(context, &sharding);
}

bool expand_factor(struct projection *projection, uint32_t tensor, uint32_t factor,
                   struct axis_list axes) {
    struct factor_sharding *sharding = &projection->tensors[tensor].factors[factor];
    if (!sharding->is_mapped || !axes_strict_prefix(sharding->axes, axes)) {
        return false;
    }
    sharding->axes = axes;
    return true;
}
