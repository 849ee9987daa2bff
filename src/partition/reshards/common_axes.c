/* The axes that operands and results of an operation should share, factor by factor, where they
 * disagree. Shardy's choice: the sharding that most elements have already wins; then the kind of
 * the factor counts, then the number of parts. A factor is only sharded further where all factors
 * major to it in a dimension are sharded wholly. */
#include "partition/reshards/common_axes.h"

#include <string.h>

static uint32_t tensor_count(const struct projection *projection) {
    return rule_tensor_count(projection->rule);
}

static const struct factor_sharding *factor_of(const struct projection *projection, uint32_t tensor,
                                               uint32_t factor) {
    return &projection->tensors[tensor].factors[factor];
}

/* --- where nothing has to change -------------------------------------------------------------- */

bool agreed_axes(const struct projection *projection, uint32_t factor, struct axis_list *axes) {
    bool seen = false;
    *axes = (struct axis_list){0};
    for (uint32_t tensor = 0; tensor < tensor_count(projection); tensor++) {
        const struct factor_sharding *sharding = factor_of(projection, tensor, factor);
        if (!sharding->is_mapped) {
            continue;
        }
        if (seen && !axes_equal(*axes, sharding->axes)) {
            return false;
        }
        *axes = sharding->axes;
        seen = true;
    }
    return true;
}

static struct axis_list without_ones(const struct projection *projection, struct axis_list axes) {
    struct axis_vector rest = {.arena = projection->arena};
    for (uint32_t i = 0; i < axes.count; i++) {
        if (axis_size(projection->mesh, axes.items[i]) > 1) {
            axes_push(&rest, axes.items[i]);
        }
    }
    return axes_of(&rest);
}

bool agreed_parts(const struct projection *projection, uint32_t factor) {
    const struct axis_list *first = NULL;
    for (uint32_t tensor = 0; tensor < tensor_count(projection); tensor++) {
        const struct factor_sharding *sharding = factor_of(projection, tensor, factor);
        if (sharding->is_mapped && first &&
            !axes_equal(without_ones(projection, *first),
                        without_ones(projection, sharding->axes))) {
            return false;
        }
        first = sharding->is_mapped ? &sharding->axes : first;
    }
    return true;
}

/* Every factor is sharded alike, those that need replication not at all, and no axis shards two. */
static bool agree(const struct projection *projection, struct axis_list *axes) {
    struct axis_vector seen = {.arena = projection->arena};
    for (uint32_t factor = 0; factor < projection->rule->factor_count; factor++) {
        if (!agreed_axes(projection, factor, &axes[factor])) {
            return false;
        }
        if (projection->rule->factors[factor].kind == FACTOR_NEED_REPLICATION) {
            if (axes[factor].count > 0) {
                return false;
            }
            continue;
        }
        if (axes_overlap(axes[factor], axes_of(&seen))) {
            return false;
        }
        axes_append(&seen, axes[factor]);
    }
    return true;
}

/* --- operations on one tensor ----------------------------------------------------------------- */

static bool has_compound_dims(const struct sharding_rule *rule) {
    for (uint32_t tensor = 0; tensor < rule_tensor_count(rule); tensor++) {
        for (uint32_t dim = 0; dim < rule->tensors[tensor].rank; dim++) {
            if (rule->tensors[tensor].dims[dim].count > 1) {
                return true;
            }
        }
    }
    return false;
}

static bool has_kind(const struct sharding_rule *rule, enum factor_kind kind) {
    for (uint32_t factor = 0; factor < rule->factor_count; factor++) {
        if (rule->factors[factor].kind == kind) {
            return true;
        }
    }
    return false;
}

/* Whether the rule relates just two tensors that are no scalars, and which. */
static bool relates_two(const struct sharding_rule *rule, uint32_t tensors[2]) {
    uint32_t count = 0;
    for (uint32_t tensor = 0; tensor < rule_tensor_count(rule); tensor++) {
        if (rule->tensors[tensor].rank > 0) {
            if (count == 2) {
                return false;
            }
            tensors[count++] = tensor;
        }
    }
    return count == 2;
}

/* Sharded permutations are worth least; then larger tensors count, then those in more parts. */
struct preference {
    bool no_permutation;
    int64_t size, parts;
};
static struct preference preference_of(const struct projection *projection, uint32_t tensor,
                                       int64_t size) {
    struct preference preference = {.no_permutation = true, .size = size, .parts = 1};
    for (uint32_t factor = 0; factor < projection->rule->factor_count; factor++) {
        const struct factor_sharding *sharding = factor_of(projection, tensor, factor);
        if (!sharding->is_mapped) {
            continue;
        }
        if (projection->rule->factors[factor].kind == FACTOR_PERMUTATION &&
            sharding->axes.count > 0) {
            preference.no_permutation = false;
        }
        preference.parts *= axes_size(projection->mesh, sharding->axes) *
                            axes_size(projection->mesh, sharding->overflow);
    }
    return preference;
}

static bool prefers(struct preference a, struct preference b) {
    if (a.no_permutation != b.no_permutation) {
        return a.no_permutation;
    }
    return a.size != b.size ? a.size > b.size : a.parts >= b.parts;
}

/* One of the two tensors keeps its sharding. */
static void unary_axes(const struct projection *projection, const int64_t *sizes,
                       uint32_t tensors[2], struct axis_list *axes) {
    uint32_t first = tensors[0], second = tensors[1];
    if (!prefers(preference_of(projection, first, sizes[first]),
                 preference_of(projection, second, sizes[second]))) {
        first = tensors[1];
        second = tensors[0];
    }
    struct axis_vector taken = {.arena = projection->arena};
    for (uint32_t factor = 0; factor < projection->rule->factor_count; factor++) {
        if (factor_of(projection, first, factor)->is_mapped) {
            axes[factor] = factor_of(projection, first, factor)->axes;
            axes_append(&taken, axes[factor]);
        }
    }
    for (uint32_t factor = 0; factor < projection->rule->factor_count; factor++) {
        if (!factor_of(projection, first, factor)->is_mapped &&
            factor_of(projection, second, factor)->is_mapped) {
            struct axis_vector rest = {.arena = projection->arena};
            axes_append(&rest, factor_of(projection, second, factor)->axes);
            axes_truncate_at_overlap(&rest, axes_of(&taken));
            axes[factor] = axes_of(&rest);
        }
    }
}

/* --- all others: the best candidate first ----------------------------------------------------- */

struct candidate {
    uint32_t factor;
    struct axis_list axes;
    int64_t source_size; /* elements of the tensors that are sharded so, or further */
    int64_t parts;       /* by how much it shards further */
};
struct choice {
    const struct projection *projection;
    struct axis_list *axes; /* chosen so far */
    bool *waits; /* [factor * factor_count + other]: other must be sharded wholly first */
    VECTOR(struct candidate) candidates;
};

static void add_candidate(struct choice *choice, uint32_t factor, struct axis_list axes) {
    for (size_t i = 0; i < choice->candidates.count; i++) {
        const struct candidate *candidate = &choice->candidates.items[i];
        if (candidate->factor == factor && axes_equal(candidate->axes, axes)) {
            return;
        }
    }
    *vector_push(&choice->candidates) = (struct candidate){
        .factor = factor, .axes = axes, .parts = axes_size(choice->projection->mesh, axes)};
}

static void add_size(struct choice *choice, uint32_t factor, struct axis_list axes, int64_t size) {
    for (size_t i = 0; i < choice->candidates.count; i++) {
        struct candidate *candidate = &choice->candidates.items[i];
        if (candidate->factor == factor &&
            axes_prefix_status(candidate->axes, axes) != PREFIX_NONE) {
            candidate->source_size = extent_sum(candidate->source_size, size);
        }
    }
}

/* Every sharding of every factor, and each prefix of it. */
static void find_candidates(struct choice *choice, const int64_t *sizes) {
    const struct projection *projection = choice->projection;
    for (uint32_t tensor = 0; tensor < tensor_count(projection); tensor++) {
        for (uint32_t factor = 0; factor < projection->rule->factor_count; factor++) {
            const struct factor_sharding *sharding = factor_of(projection, tensor, factor);
            struct axis_list axes = sharding->axes;
            for (; sharding->is_mapped && axes.count > 0; axes.count--) {
                add_candidate(choice, factor, axes);
            }
        }
    }
    for (uint32_t tensor = 0; tensor < tensor_count(projection); tensor++) {
        for (uint32_t factor = 0; factor < projection->rule->factor_count; factor++) {
            const struct factor_sharding *sharding = factor_of(projection, tensor, factor);
            if (sharding->is_mapped && sharding->axes.count > 0) {
                add_size(choice, factor, sharding->axes, sizes[tensor]);
            }
        }
    }
}

static void find_dependencies(struct choice *choice) {
    const struct sharding_rule *rule = choice->projection->rule;
    for (uint32_t tensor = 0; tensor < rule_tensor_count(rule); tensor++) {
        for (uint32_t dim = 0; dim < rule->tensors[tensor].rank; dim++) {
            const struct rule_dim *factors = &rule->tensors[tensor].dims[dim];
            for (uint32_t i = 1; i < factors->count; i++) {
                choice->waits[factors->factors[i] * rule->factor_count + factors->factors[i - 1]] =
                    true;
            }
        }
    }
}

static bool is_waiting(const struct choice *choice, uint32_t factor) {
    uint32_t count = choice->projection->rule->factor_count;
    return memchr(&choice->waits[factor * count], true, count) != NULL;
}

static void drop_dependency(struct choice *choice, uint32_t factor) {
    uint32_t count = choice->projection->rule->factor_count;
    for (uint32_t other = 0; other < count; other++) {
        choice->waits[other * count + factor] = false;
    }
}

static int compare_lists(struct axis_list a, struct axis_list b) {
    if (a.count != b.count) {
        return a.count < b.count ? -1 : 1;
    }
    for (uint32_t i = 0; i < a.count; i++) {
        int order = axis_compare(a.items[i], b.items[i]);
        if (order != 0) {
            return order;
        }
    }
    return 0;
}

static bool is_better(const struct choice *choice, const struct candidate *a,
                      const struct candidate *b) {
    static const int worth[] = {[FACTOR_PASS_THROUGH] = 3,
                                [FACTOR_REDUCTION] = 2,
                                [FACTOR_PERMUTATION] = 1,
                                [FACTOR_NEED_REPLICATION] = 0};
    const struct rule_factor *factors = choice->projection->rule->factors;
    if (a->source_size != b->source_size) {
        return a->source_size > b->source_size;
    }
    if (worth[factors[a->factor].kind] != worth[factors[b->factor].kind]) {
        return worth[factors[a->factor].kind] > worth[factors[b->factor].kind];
    }
    if (a->parts != b->parts) {
        return a->parts > b->parts;
    }
    return a->factor != b->factor ? a->factor > b->factor : compare_lists(a->axes, b->axes) > 0;
}

static const struct candidate *best_candidate(const struct choice *choice) {
    const struct candidate *best = NULL;
    for (size_t i = 0; i < choice->candidates.count; i++) {
        const struct candidate *candidate = &choice->candidates.items[i];
        if (!is_waiting(choice, candidate->factor) &&
            (!best || is_better(choice, candidate, best))) {
            best = candidate;
        }
    }
    return best;
}

/* After `best` was chosen: whether a candidate is still one. Axes that are taken are cut off. */
static bool keep_candidate(struct choice *choice, const struct candidate *best,
                           struct candidate *candidate) {
    const struct mesh *mesh = choice->projection->mesh;
    int64_t all = axes_size(mesh, candidate->axes);
    if (candidate->factor == best->factor) {
        candidate->parts = all / axes_size(mesh, best->axes);
        return axes_strict_prefix(best->axes, candidate->axes);
    }
    struct axis_vector rest = {.arena = choice->projection->arena};
    axes_append(&rest, candidate->axes);
    axes_truncate_at_overlap(&rest, best->axes);
    if (axes_equal(axes_of(&rest), candidate->axes)) {
        candidate->parts = all;
        return true;
    }
    candidate->axes = axes_of(&rest);
    struct axis_list chosen = choice->axes[candidate->factor];
    candidate->parts = axes_size(mesh, candidate->axes) / axes_size(mesh, chosen);
    return !axes_equal(candidate->axes, chosen);
}

static void choose_axes(const struct projection *projection, const int64_t *sizes,
                        struct axis_list *axes) {
    const struct sharding_rule *rule = projection->rule;
    size_t count = rule->factor_count;
    struct choice choice = {.projection = projection, .axes = axes};
    choice.waits = ARENA_ARRAY(projection->arena, bool, count *count);
    find_candidates(&choice, sizes);
    find_dependencies(&choice);
    const struct candidate *found;
    while ((found = best_candidate(&choice)) != NULL) {
        struct candidate best = *found;
        axes[best.factor] = best.axes;
        if (axes_size(projection->mesh, best.axes) == rule->factors[best.factor].size) {
            drop_dependency(&choice, best.factor);
        }
        size_t kept = 0;
        for (size_t i = 0; i < choice.candidates.count; i++) {
            struct candidate candidate = choice.candidates.items[i];
            if (keep_candidate(&choice, &best, &candidate)) {
                choice.candidates.items[kept++] = candidate;
            }
        }
        choice.candidates.count = kept;
    }
    vector_free(&choice.candidates);
}

/* --- what may not be sharded shards batch dimensions instead ---------------------------------- */

static bool in_all_tensors(const struct sharding_rule *rule, uint32_t factor) {
    for (uint32_t tensor = 0; tensor < rule_tensor_count(rule); tensor++) {
        if (rule->tensors[tensor].rank > 0 && !rule_tensor_has(&rule->tensors[tensor], factor)) {
            return false;
        }
    }
    return true;
}

static void distribute_to_batch(const struct projection *projection, struct axis_list axes,
                                struct axis_list *chosen) {
    const struct sharding_rule *rule = projection->rule;
    uint32_t next = 0;
    for (uint32_t factor = 0; factor < rule->factor_count && next < axes.count; factor++) {
        int64_t size = rule->factors[factor].size;
        int64_t parts = axes_size(projection->mesh, chosen[factor]);
        if (!rule_is_batching(rule, factor) || size == 0 || size % parts != 0) {
            continue;
        }
        int64_t capacity = size / parts;
        struct axis_vector more = {.arena = projection->arena};
        axes_append(&more, chosen[factor]);
        for (; next < axes.count; next++) {
            int64_t axis_parts = axis_size(projection->mesh, axes.items[next]);
            if (capacity % axis_parts != 0) {
                break;
            }
            axes_push_merge(projection->mesh, &more, axes.items[next]);
            capacity /= axis_parts;
        }
        chosen[factor] = axes_of(&more);
    }
}

static void give_up_replicated(const struct projection *projection, struct axis_list *axes) {
    const struct sharding_rule *rule = projection->rule;
    for (uint32_t factor = 0; factor < rule->factor_count; factor++) {
        if (rule->factors[factor].kind != FACTOR_NEED_REPLICATION) {
            continue;
        }
        struct axis_list free_axes = axes[factor];
        axes[factor] = (struct axis_list){0};
        if (free_axes.count > 0 && in_all_tensors(rule, factor)) {
            distribute_to_batch(projection, free_axes, axes);
        }
    }
}

struct axis_list *common_axes(const struct projection *projection, const int64_t *sizes) {
    const struct sharding_rule *rule = projection->rule;
    struct axis_list *axes = ARENA_ARRAY(projection->arena, struct axis_list, rule->factor_count);
    if (agree(projection, axes)) {
        return axes;
    }
    memset(axes, 0, rule->factor_count * sizeof *axes);
    uint32_t tensors[2];
    if (!has_kind(rule, FACTOR_NEED_REPLICATION) && relates_two(rule, tensors) &&
        !has_compound_dims(rule)) {
        unary_axes(projection, sizes, tensors, axes);
        return axes;
    }
    choose_axes(projection, sizes, axes);
    give_up_replicated(projection, axes);
    return axes;
}
