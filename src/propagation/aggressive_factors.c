/* The aggressive strategy: where factors of a tensor want the same axis, the factor that comes from
 * the larger tensor gets it. */
#include <stdlib.h>

#include "propagation/factors.h"

/* Where the axes of a factor come from: the largest tensor that is sharded by all of them. */
struct factor_source {
    uint32_t factor;
    int64_t tensor, tensor_size; /* -1: none */
    int64_t sharded_size;        /* of its axes; 0 where that does not count */
};

static void note_sources(const struct projection *projection, uint32_t tensor,
                         const struct axis_list *axes, struct factor_source *sources) {
    const struct sharding_rule *rule = projection->rule;
    const struct factor_sharding *factors = projection->tensors[tensor].factors;
    int64_t tensor_size = 1;
    for (uint32_t f = 0; f < rule->factor_count; f++) {
        if (factors[f].is_mapped) {
            tensor_size = extent_product(tensor_size, rule->factors[f].size);
        }
    }
    for (uint32_t f = 0; f < rule->factor_count; f++) {
        if (factors[f].is_mapped && axes[f].count != 0 && tensor_size > sources[f].tensor_size &&
            axes_prefix_status(axes[f], factors[f].axes) != PREFIX_NONE) {
            sources[f].tensor = tensor;
            sources[f].tensor_size = tensor_size;
        }
    }
}

/* Larger source tensors first; then factors sharded more, earlier tensors, earlier factors. */
static int compare_sources(const void *left, const void *right) {
    const struct factor_source *a = left;
    const struct factor_source *b = right;
    if (a->tensor_size != b->tensor_size) {
        return a->tensor_size > b->tensor_size ? -1 : 1;
    }
    if (a->sharded_size != b->sharded_size) {
        return a->sharded_size > b->sharded_size ? -1 : 1;
    }
    if (a->tensor != b->tensor) {
        return a->tensor < b->tensor ? -1 : 1;
    }
    return a->factor < b->factor ? -1 : a->factor > b->factor;
}

static struct factor_source *sorted_sources(const struct projection *projection,
                                            const struct axis_list *axes, bool elementwise) {
    uint32_t count = projection->rule->factor_count;
    struct factor_source *sources = ARENA_ARRAY(projection->arena, struct factor_source, count);
    for (uint32_t f = 0; f < count; f++) {
        sources[f] = (struct factor_source){.factor = f, .tensor = -1, .tensor_size = -1};
        sources[f].sharded_size = elementwise ? axes_size(projection->mesh, axes[f]) : 0;
    }
    for (uint32_t t = 0; t < rule_tensor_count(projection->rule); t++) {
        note_sources(projection, t, axes, sources);
    }
    qsort(sources, count, sizeof *sources, compare_sources);
    return sources;
}

static bool within_factor(const struct prefix_finder *finder, struct axis_ref axis,
                          int64_t sharded_size, struct axis_ref *out) {
    return prefix_within_factor(axis, finder->projection, finder->tensor, finder->factor,
                                sharded_size, out);
}

static bool without_other_factors(const struct prefix_finder *finder, struct axis_ref axis,
                                  int64_t sharded_size, struct axis_ref *out) {
    (void)sharded_size;
    return prefix_without_other_factors(axis, finder->projection, finder->tensor, finder->factor,
                                        out);
}

/* What of `axes` the factor of the tensor can take, as the tensor is now; empty: nothing new. */
static struct axis_list axes_for(const struct projection *projection, uint32_t tensor,
                                 uint32_t factor, struct axis_list axes, bool conservative) {
    const struct factor_sharding *sharding = &projection->tensors[tensor].factors[factor];
    struct prefix_finder finder = {
        .prefix = within_factor, .projection = projection, .tensor = tensor, .factor = factor};
    if (!sharding->is_mapped) {
        return (struct axis_list){0};
    }
    axes = truncate_axes(&finder, axes, conservative);
    if (!axes_strict_prefix(sharding->axes, axes)) {
        return (struct axis_list){0};
    }
    finder.prefix = without_other_factors;
    return truncate_axes(&finder, axes, conservative);
}

/* Between the operands of an elementwise operation an axis only travels where the results have
 * taken it: a replicated result asks for no axis that one operand happens to have. */
static struct axis_list as_in_results(const struct projection *projection, uint32_t factor,
                                      struct axis_list axes) {
    const struct sharding_rule *rule = projection->rule;
    for (uint32_t t = rule->operand_count; t < rule_tensor_count(rule); t++) {
        const struct factor_sharding *result = &projection->tensors[t].factors[factor];
        if (result->is_mapped && axes_strict_prefix(result->axes, axes)) {
            axes = result->axes;
        }
    }
    return axes;
}

static bool expand_tensor(struct projection *projection, uint32_t tensor,
                          const struct factor_source *sources, const struct axis_list *axes,
                          const struct factor_step *step) {
    bool updated = false;
    bool is_operand = tensor < projection->rule->operand_count;
    for (uint32_t i = 0; i < projection->rule->factor_count; i++) {
        uint32_t factor = sources[i].factor;
        struct axis_list own =
            axes_for(projection, tensor, factor, axes[factor], step->conservative);
        if (own.count == 0) {
            continue;
        }
        if (is_operand && step->elementwise) {
            own = as_in_results(projection, factor, own);
        }
        updated |= expand_factor(projection, tensor, factor, own);
    }
    return updated;
}

void propagate_factors_aggressive(struct projection *projection, const struct factor_step *step,
                                  bool *updated) {
    const struct sharding_rule *rule = projection->rule;
    struct axis_list *axes = ARENA_ARRAY(projection->arena, struct axis_list, rule->factor_count);
    bool any = false;
    for (uint32_t f = 0; f < rule->factor_count; f++) {
        axes[f] = compatible_major_axes(projection, f, step->directions[f]);
        any |= axes[f].count != 0;
    }
    if (!any) {
        return;
    }
    const struct factor_source *sources = sorted_sources(projection, axes, step->elementwise);
    for (uint32_t t = rule->operand_count; t < rule_tensor_count(rule); t++) {
        updated[t] = expand_tensor(projection, t, sources, axes, step);
    }
    for (uint32_t t = 0; t < rule->operand_count; t++) {
        updated[t] = expand_tensor(projection, t, sources, axes, step);
    }
}
