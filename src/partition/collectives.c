/* From one sharding to another by collectives.
 *
 * The state is the difference of the current and the wanted sharding: per dimension the axes that
 * must go (`in`) and those that must come (`out`), without the prefix they share. Each collective
 * makes the difference smaller, cheapest first: slice what is replicated, permute devices, move
 * axes between dimensions, gather what is left. Sub-axes are aligned first, so that two references
 * that overlap are equal.
 */
#include "partition/collectives.h"

#include <stdlib.h>

struct inserter {
    struct builder *builder;
    struct arena *arena; /* scratch */
    const struct mesh *mesh;
    struct value *result;
    uint32_t rank;
    struct axis_vector *in, *out; /* per dimension: what is to leave, what is to come */
    struct axis_vector *current;  /* the whole current sharding */
    int64_t *capacity;            /* how much further a dimension may be sharded in this step */
    const char *mesh_name, *out_mesh_name;
    const struct attr *inlined_mesh, *out_inlined_mesh;
    struct axis_list unreduced;
    enum reduction_kind unreduced_kind;
};

struct place {
    uint32_t dim, index;
};

/* --- lists of axes -------------------------------------------------------------------------------
 */

static struct axis_vector *vectors_new(struct arena *arena, uint32_t count) {
    struct axis_vector *vectors = ARENA_ARRAY(arena, struct axis_vector, count);
    for (uint32_t i = 0; i < count; i++) {
        vectors[i].arena = arena;
    }
    return vectors;
}

static void erase_at(struct axis_vector *axes, uint32_t index) {
    for (uint32_t i = index + 1; i < axes->count; i++) {
        axes->items[i - 1] = axes->items[i];
    }
    axes->count--;
}

static void insert_at(struct axis_vector *axes, uint32_t index, struct axis_ref axis) {
    axes_push(axes, axis);
    for (uint32_t i = axes->count - 1; i > index; i--) {
        axes->items[i] = axes->items[i - 1];
    }
    axes->items[index] = axis;
}

static struct axis_ref last_of(const struct axis_vector *axes) {
    return axes->items[axes->count - 1];
}

static bool find_in(const struct axis_vector *axes, struct axis_ref axis, uint32_t *index) {
    for (uint32_t i = 0; i < axes->count; i++) {
        if (axis_equal(axes->items[i], axis)) {
            *index = i;
            return true;
        }
    }
    return false;
}

static bool find_place(const struct inserter *inserter, const struct axis_vector *per_dim,
                       struct axis_ref axis, struct place *place) {
    for (uint32_t dim = 0; dim < inserter->rank; dim++) {
        if (find_in(&per_dim[dim], axis, &place->index)) {
            place->dim = dim;
            return true;
        }
    }
    return false;
}

static bool is_in(const struct inserter *inserter, struct axis_ref axis) {
    struct place place;
    return find_place(inserter, inserter->in, axis, &place);
}

static bool is_out(const struct inserter *inserter, struct axis_ref axis) {
    struct place place;
    return find_place(inserter, inserter->out, axis, &place);
}

static int compare_axes(const void *a, const void *b) {
    return axis_compare(*(const struct axis_ref *)a, *(const struct axis_ref *)b);
}

static struct axis_vector sorted_axes(const struct inserter *inserter,
                                      const struct axis_vector *per_dim) {
    struct axis_vector all = {.arena = inserter->arena};
    for (uint32_t dim = 0; dim < inserter->rank; dim++) {
        axes_append(&all, axes_of(&per_dim[dim]));
    }
    if (all.count > 1) {
        qsort(all.items, all.count, sizeof *all.items, compare_axes);
    }
    return all;
}

/* Cuts the axes of one dimension where sorted other axes begin and end inside of them. */
static void align_one(const struct mesh *mesh, struct axis_vector *axes,
                      const struct axis_vector *others) {
    struct axis_vector aligned = {.arena = axes->arena};
    for (uint32_t i = 0; i < axes->count; i++) {
        struct axis_ref rest = axes->items[i], part;
        bool has_rest = true;
        for (uint32_t j = 0; j < others->count && has_rest; j++) {
            struct axis_ref other = others->items[j];
            if (!axis_overlaps(other, rest) || !axis_can_coexist(other, rest) ||
                axis_contains(other, rest)) {
                continue;
            }
            if (axis_prefix_without(rest, other, &part)) {
                axes_push(&aligned, part);
            }
            if (axis_overlap(rest, other, &part)) {
                axes_push(&aligned, part);
            }
            has_rest = axis_suffix_without(mesh, rest, other, &part);
            rest = part;
        }
        if (has_rest) {
            axes_push(&aligned, rest);
        }
    }
    *axes = aligned;
}

static void align_all(const struct inserter *inserter, struct axis_vector *per_dim,
                      const struct axis_vector *others) {
    for (uint32_t dim = 0; dim < inserter->rank && others->count > 0; dim++) {
        align_one(inserter->mesh, &per_dim[dim], others);
    }
}

/* Takes the axes from `start` on off the end of the current sharding, where neighbours may have
 * been merged into one. */
static void pop_from_current(struct axis_vector *current, const struct axis_vector *axes,
                             uint32_t start) {
    for (uint32_t i = axes->count; i-- > start;) {
        struct axis_ref prefix;
        if (axis_prefix_without(last_of(current), axes->items[i], &prefix)) {
            current->items[current->count - 1] = prefix;
        } else {
            current->count--;
        }
    }
}

static bool divisible(int64_t a, int64_t b) {
    return a % b == 0 || b % a == 0;
}

static int64_t gcd(int64_t a, int64_t b) {
    while (b != 0) {
        int64_t rest = a % b;
        a = b;
        b = rest;
    }
    return a;
}

/* The part of an axis that fits a capacity, and what remains of it. */
struct fit {
    bool fits, has_rest;
    struct axis_ref within, rest;
};
static struct fit fit_capacity(const struct mesh *mesh, struct axis_ref axis, int64_t *capacity) {
    int64_t size = axis_size(mesh, axis);
    if (*capacity <= 1 || !divisible(size, *capacity)) {
        return (struct fit){.fits = false};
    }
    if (*capacity >= size) {
        *capacity /= size;
        return (struct fit){.fits = true, .within = axis};
    }
    int64_t pre_size = axis_pre_size(axis);
    struct fit fit = {.fits = true, .has_rest = true};
    fit.within = axis_make(mesh, axis.name, pre_size, *capacity);
    fit.rest = axis_make(mesh, axis.name, pre_size * *capacity, size / *capacity);
    *capacity = 1;
    return fit;
}

/* --- operations ------------------------------------------------------------------------------- */

static const struct attr *current_sharding(const struct inserter *inserter) {
    struct dim_sharding *dims = ARENA_ARRAY(inserter->arena, struct dim_sharding, inserter->rank);
    for (uint32_t dim = 0; dim < inserter->rank; dim++) {
        dims[dim] = (struct dim_sharding){
            .axes = axes_of(&inserter->current[dim]), .is_closed = true, .priority = -1};
    }
    struct sharding sharding = {.mesh_name = inserter->mesh_name,
                                .mesh = inserter->inlined_mesh,
                                .rank = inserter->rank,
                                .dims = dims,
                                .unreduced = inserter->unreduced,
                                .unreduced_kind = inserter->unreduced_kind};
    return sharding_attr(inserter->builder->module->context, &sharding);
}

static struct axis_lists lists_of(const struct inserter *inserter,
                                  const struct axis_vector *per_dim) {
    struct axis_list *dims = ARENA_ARRAY(inserter->arena, struct axis_list, inserter->rank);
    for (uint32_t dim = 0; dim < inserter->rank; dim++) {
        dims[dim] = axes_of(&per_dim[dim]);
    }
    return (struct axis_lists){.count = inserter->rank, .items = dims};
}

static bool same_mesh(const struct inserter *inserter) {
    return inserter->mesh_name == inserter->out_mesh_name &&
           inserter->inlined_mesh == inserter->out_inlined_mesh;
}

static bool is_done(const struct inserter *inserter) {
    for (uint32_t dim = 0; dim < inserter->rank; dim++) {
        if (inserter->in[dim].count > 0 || inserter->out[dim].count > 0) {
            return false;
        }
    }
    return same_mesh(inserter);
}

/* --- all_gather ------------------------------------------------------------------------------- */

/* Gathers, per dimension, the last axes that no dimension wants. */
static void try_all_gather(struct inserter *inserter) {
    struct axis_vector *gathered = vectors_new(inserter->arena, inserter->rank);
    bool any = false;
    for (uint32_t dim = 0; dim < inserter->rank; dim++) {
        struct axis_vector *in = &inserter->in[dim];
        uint32_t start = in->count;
        while (start > 0 && !is_out(inserter, in->items[start - 1])) {
            start--;
        }
        pop_from_current(&inserter->current[dim], in, start);
        for (uint32_t i = start; i < in->count; i++) {
            axes_push_merge(inserter->mesh, &gathered[dim], in->items[i]);
            any = true;
        }
        in->count = start;
    }
    if (any) {
        inserter->result =
            build_all_gather(inserter->builder, inserter->result, lists_of(inserter, gathered),
                             current_sharding(inserter));
    }
}

/* --- all_slice -------------------------------------------------------------------------------- */

/* Gives available axes to dimensions with capacity: to the front or to the end of `in`. */
static void distribute(struct inserter *inserter, struct axis_vector *const *available,
                       bool to_front, struct axis_vector *slices) {
    struct axis_vector split = {.arena = inserter->arena};
    for (uint32_t dim = 0; dim < inserter->rank; dim++) {
        struct axis_vector *in = &inserter->in[dim], *from = available[dim];
        uint32_t position = to_front ? 0 : in->count;
        for (uint32_t i = 0; i < from->count && inserter->capacity[dim] > 1;) {
            struct fit fit = fit_capacity(inserter->mesh, from->items[i], &inserter->capacity[dim]);
            if (!fit.fits) {
                i++;
                continue;
            }
            erase_at(from, i);
            insert_at(in, position++, fit.within);
            if (slices) {
                axes_push_merge(inserter->mesh, &slices[dim], fit.within);
                axes_push_merge(inserter->mesh, &inserter->current[dim], fit.within);
            }
            if (fit.has_rest) {
                axes_push(&split, fit.within);
                insert_at(from, 0, fit.rest);
            }
        }
    }
    if (split.count > 1) {
        qsort(split.items, split.count, sizeof *split.items, compare_axes);
    }
    align_all(inserter, inserter->out, &split);
}

static void distribute_anywhere(struct inserter *inserter, struct axis_vector *available,
                                bool to_front, struct axis_vector *slices) {
    struct axis_vector **same = ARENA_ARRAY(inserter->arena, struct axis_vector *, inserter->rank);
    for (uint32_t dim = 0; dim < inserter->rank; dim++) {
        same[dim] = available;
    }
    distribute(inserter, same, to_front, slices);
}

/* Whether some axis of `in` before `end` is wanted by dimension `target`. */
static bool wants_earlier(const struct inserter *inserter, const struct axis_vector *in,
                          uint32_t end, uint32_t target) {
    for (uint32_t i = 0; i < end; i++) {
        uint32_t index;
        if (find_in(&inserter->out[target], in->items[i], &index)) {
            return true;
        }
    }
    return false;
}

/* Slicing at `source` what its next all_to_all will bring to another dimension saves a permute:
 * where the last axes of the source are wanted there, in order, followed by replicated axes. */
static bool slice_for_all_to_all(struct inserter *inserter, uint32_t source,
                                 struct axis_vector *slices) {
    struct axis_vector *in = &inserter->in[source];
    struct place place;
    if (in->count == 0 || inserter->out[source].count > 0 ||
        !find_place(inserter, inserter->out, last_of(in), &place) ||
        inserter->in[place.dim].count > 0) {
        return false;
    }
    const struct axis_vector *wanted = &inserter->out[place.dim];
    uint32_t start = place.index + 1;
    if (start == wanted->count || is_in(inserter, wanted->items[start])) {
        return false;
    }
    uint32_t common = 0;
    int64_t common_size = 1;
    while (common < in->count && common < start &&
           axis_equal(in->items[in->count - 1 - common], wanted->items[start - 1 - common])) {
        common_size *= axis_size(inserter->mesh, wanted->items[start - 1 - common]);
        common++;
    }
    if (wants_earlier(inserter, in, in->count - common, place.dim)) {
        return false;
    }
    uint32_t end = start;
    int64_t added_size = 1;
    while (end < wanted->count && !is_in(inserter, wanted->items[end])) {
        added_size *= axis_size(inserter->mesh, wanted->items[end++]);
    }
    int64_t sharded = axes_size(inserter->mesh, axes_of(&inserter->current[source])) * added_size;
    if (inserter->result->type->dims[source] % sharded != 0) {
        return false;
    }
    inserter->capacity[place.dim] /= common_size * added_size;
    for (uint32_t i = start; i < end; i++) {
        axes_push(in, wanted->items[i]);
        axes_push_merge(inserter->mesh, &slices[source], wanted->items[i]);
        axes_push_merge(inserter->mesh, &inserter->current[source], wanted->items[i]);
    }
    return true;
}

/* Slices a dimension by the replicated axes it wants itself, as far as its capacity goes; what does
 * not fit is left for other dimensions in `available`. */
static void slice_in_place(struct inserter *inserter, uint32_t dim, struct axis_vector *slices,
                           struct axis_vector *available) {
    struct axis_vector *in = &inserter->in[dim], *out = &inserter->out[dim];
    for (uint32_t i = 0; i < out->count;) {
        struct axis_ref axis = out->items[i];
        if (is_in(inserter, axis)) {
            i++;
            continue;
        }
        struct fit fit = fit_capacity(inserter->mesh, axis, &inserter->capacity[dim]);
        if (!fit.fits) {
            axes_push(available, axis);
            i++;
            continue;
        }
        axes_push_merge(inserter->mesh, &slices[dim], fit.within);
        axes_push_merge(inserter->mesh, &inserter->current[dim], fit.within);
        if (in->count == 0 && i == 0) {
            erase_at(out, 0);
        } else {
            axes_push(in, fit.within);
            out->items[i++] = fit.within;
        }
        if (fit.has_rest) {
            insert_at(out, i, fit.rest);
            axes_push(available, fit.rest);
            i++;
        }
    }
}

static bool any_axes(const struct inserter *inserter, const struct axis_vector *per_dim) {
    for (uint32_t dim = 0; dim < inserter->rank; dim++) {
        if (per_dim[dim].count > 0) {
            return true;
        }
    }
    return false;
}

static void try_all_slice(struct inserter *inserter) {
    struct axis_vector *slices = vectors_new(inserter->arena, inserter->rank);
    for (uint32_t dim = 0; dim < inserter->rank; dim++) {
        int64_t in_size = axes_size(inserter->mesh, axes_of(&inserter->in[dim]));
        int64_t out_size = axes_size(inserter->mesh, axes_of(&inserter->out[dim]));
        inserter->capacity[dim] = out_size / gcd(in_size, out_size);
    }
    for (uint32_t dim = 0; dim < inserter->rank; dim++) {
        slice_for_all_to_all(inserter, dim, slices);
    }
    struct axis_vector available = {.arena = inserter->arena};
    for (uint32_t dim = 0; dim < inserter->rank; dim++) {
        slice_in_place(inserter, dim, slices, &available);
    }
    distribute_anywhere(inserter, &available, false, slices);
    if (any_axes(inserter, slices)) {
        inserter->result = build_all_slice(inserter->builder, inserter->result,
                                           lists_of(inserter, slices), current_sharding(inserter));
    }
}

/* --- collective_permute ----------------------------------------------------------------------- */

struct axis_choice {
    bool found;
    struct axis_ref axis;
};

/* Whether the axes that are to leave dimension `dim` stand so that only a permutation of devices
 * helps: out of order or not together for where they go, or behind one that must be gathered. */
static bool is_out_of_order(const struct inserter *inserter, uint32_t dim, bool *seen,
                            struct axis_choice *unwanted) {
    bool has_last = false;
    struct place last = {0};
    for (uint32_t i = 0; i < inserter->rank; i++) {
        seen[i] = false;
    }
    const struct axis_vector *in = &inserter->in[dim];
    for (uint32_t i = 0; i < in->count; i++) {
        struct place place;
        bool wanted = find_place(inserter, inserter->out, in->items[i], &place);
        if (wanted) {
            bool follows = has_last && last.dim == place.dim && place.index == last.index + 1;
            if ((place.dim == dim || seen[place.dim]) && !follows) {
                return true;
            }
            seen[place.dim] = true;
            last = place;
        } else if (has_last && inserter->out[dim].count == 0) {
            return true;
        } else {
            *unwanted = (struct axis_choice){true, in->items[i]};
        }
        has_last = wanted;
    }
    return false;
}

static bool should_permute(const struct inserter *inserter) {
    struct axis_choice unwanted = {0}, missing = {0};
    bool *seen = ARENA_ARRAY(inserter->arena, bool, inserter->rank);
    for (uint32_t dim = 0; dim < inserter->rank; dim++) {
        const struct axis_vector *in = &inserter->in[dim], *out = &inserter->out[dim];
        if (in->count > 0 && out->count > 0 &&
            divisible(axis_size(inserter->mesh, in->items[0]),
                      axis_size(inserter->mesh, out->items[0]))) {
            return true;
        }
        for (uint32_t i = 0; i < out->count; i++) {
            if (!is_in(inserter, out->items[i])) {
                missing = (struct axis_choice){true, out->items[i]};
            }
        }
        if (is_out_of_order(inserter, dim, seen, &unwanted)) {
            return true;
        }
    }
    return missing.found && unwanted.found &&
           divisible(axis_size(inserter->mesh, missing.axis),
                     axis_size(inserter->mesh, unwanted.axis));
}

/* Splits the axes that must be gathered so that those within `used` (already replaced by wanted
 * ones) come last. */
static struct axis_vector gathered_axes(const struct inserter *inserter, struct axis_vector *in,
                                        int64_t used) {
    struct axis_vector replaced = {.arena = inserter->arena}, kept = {.arena = inserter->arena};
    uint32_t i = 0;
    while (i < in->count && used > 1) {
        struct fit fit = fit_capacity(inserter->mesh, in->items[i], &used);
        if (!fit.fits) {
            break;
        }
        axes_push(&replaced, fit.within);
        if (fit.has_rest) {
            in->items[i] = fit.rest;
        } else {
            i++;
        }
    }
    for (; i < in->count; i++) {
        axes_push(&kept, in->items[i]);
    }
    axes_append(&kept, axes_of(&replaced));
    in->count = 0;
    return kept;
}

/* Replaces the axes that shard each dimension by others of the same size: first those it wants,
 * then those that another dimension wants, then those that will be gathered. */
static void permute(struct inserter *inserter) {
    uint32_t rank = inserter->rank;
    struct axis_vector wanted = {.arena = inserter->arena};
    struct axis_vector *unwanted = vectors_new(inserter->arena, rank);
    struct axis_vector **per_dim = ARENA_ARRAY(inserter->arena, struct axis_vector *, rank);
    struct axis_vector was_out = sorted_axes(inserter, inserter->out);
    for (uint32_t dim = 0; dim < rank; dim++) {
        struct axis_vector *in = &inserter->in[dim], *out = &inserter->out[dim];
        int64_t size = axes_size(inserter->mesh, axes_of(in));
        inserter->capacity[dim] = size;
        pop_from_current(&inserter->current[dim], in, 0);
        while (inserter->capacity[dim] > 1 && out->count > 0) {
            struct fit fit = fit_capacity(inserter->mesh, out->items[0], &inserter->capacity[dim]);
            if (!fit.fits) {
                break;
            }
            axes_push_merge(inserter->mesh, &inserter->current[dim], fit.within);
            if (fit.has_rest) {
                out->items[0] = fit.rest;
            } else {
                erase_at(out, 0);
            }
        }
        axes_append(&wanted, axes_of(out));
        for (uint32_t i = in->count; i-- > 0;) {
            uint32_t index;
            if (find_in(&was_out, in->items[i], &index)) {
                erase_at(in, i);
            }
        }
        unwanted[dim] = gathered_axes(inserter, in, size / inserter->capacity[dim]);
        per_dim[dim] = &unwanted[dim];
    }
    distribute_anywhere(inserter, &wanted, false, NULL);
    distribute(inserter, per_dim, true, NULL);
    struct axis_vector rest = {.arena = inserter->arena};
    for (uint32_t dim = 0; dim < rank; dim++) {
        axes_append(&rest, axes_of(&unwanted[dim]));
    }
    distribute_anywhere(inserter, &rest, true, NULL);
    for (uint32_t dim = 0; dim < rank; dim++) {
        for (uint32_t i = 0; i < inserter->in[dim].count; i++) {
            axes_push_merge(inserter->mesh, &inserter->current[dim], inserter->in[dim].items[i]);
        }
    }
}

static struct axis_vector *copy_of(const struct inserter *inserter,
                                   const struct axis_vector *per_dim) {
    struct axis_vector *copy = vectors_new(inserter->arena, inserter->rank);
    for (uint32_t dim = 0; dim < inserter->rank; dim++) {
        axes_append(&copy[dim], axes_of(&per_dim[dim]));
    }
    return copy;
}

/* Permutes where that leaves every part at its size; axes whose sizes do not divide each other may
 * not fit. */
static bool permute_evenly(struct inserter *inserter) {
    struct axis_vector *in = copy_of(inserter, inserter->in);
    struct axis_vector *out = copy_of(inserter, inserter->out);
    struct axis_vector *current = copy_of(inserter, inserter->current);
    permute(inserter);
    for (uint32_t dim = 0; dim < inserter->rank; dim++) {
        if (inserter->capacity[dim] > 1) {
            inserter->in = in;
            inserter->out = out;
            inserter->current = current;
            return false;
        }
    }
    return true;
}

static void try_collective_permute(struct inserter *inserter) {
    bool permuted = should_permute(inserter) && permute_evenly(inserter);
    if (!permuted && same_mesh(inserter)) {
        return;
    }
    inserter->mesh_name = inserter->out_mesh_name;
    inserter->inlined_mesh = inserter->out_inlined_mesh;
    inserter->result =
        build_collective_permute(inserter->builder, inserter->result, current_sharding(inserter));
}

/* --- all_to_all ------------------------------------------------------------------------------- */

/* Moves the last axes of dimension `source` that go to one and the same other dimension; without
 * `anywhere` only to where they belong. */
static bool try_all_to_all(struct inserter *inserter, uint32_t source, bool anywhere) {
    struct axis_vector *in = &inserter->in[source];
    uint32_t start = in->count, target = UINT32_MAX;
    struct place place;
    while (start > 0 && find_place(inserter, inserter->out, in->items[start - 1], &place) &&
           place.dim != source && (target == UINT32_MAX || place.dim == target)) {
        target = place.dim;
        start--;
    }
    if (target == UINT32_MAX) {
        return false;
    }
    struct axis_vector *out = &inserter->out[target], *target_in = &inserter->in[target];
    if (!anywhere) {
        for (uint32_t i = start; i < in->count; i++) {
            if (i - start >= out->count || !axis_equal(in->items[i], out->items[i - start])) {
                return false;
            }
        }
    }
    struct axis_vector moved = {.arena = inserter->arena};
    pop_from_current(&inserter->current[source], in, start);
    for (uint32_t i = start; i < in->count; i++) {
        struct axis_ref axis = in->items[i];
        axes_push_merge(inserter->mesh, &moved, axis);
        axes_push_merge(inserter->mesh, &inserter->current[target], axis);
        if (target_in->count == 0 && axis_equal(out->items[0], axis)) {
            erase_at(out, 0);
        } else {
            axes_push(target_in, axis);
        }
    }
    in->count = start;
    inserter->result = build_all_to_all(inserter->builder, inserter->result, axes_of(&moved),
                                        source, target, current_sharding(inserter));
    return true;
}

static void try_all_to_alls(struct inserter *inserter, bool anywhere) {
    for (uint32_t dim = 0; dim < inserter->rank; dim++) {
        while (try_all_to_all(inserter, dim, anywhere)) {
        }
    }
}

/* --- all together ----------------------------------------------------------------------------- */

/* What always works: gather all that differs, then slice all that is missing. */
static void gather_and_slice(struct inserter *inserter) {
    struct axis_vector *out = inserter->out;
    inserter->out = vectors_new(inserter->arena, inserter->rank);
    try_all_gather(inserter);
    for (uint32_t dim = 0; dim < inserter->rank; dim++) {
        struct axis_vector slice = {.arena = inserter->arena};
        for (uint32_t i = 0; i < out[dim].count; i++) {
            axes_push_merge(inserter->mesh, &slice, out[dim].items[i]);
            axes_push_merge(inserter->mesh, &inserter->current[dim], out[dim].items[i]);
        }
        out[dim] = slice;
    }
    if (any_axes(inserter, out)) {
        inserter->result = build_all_slice(inserter->builder, inserter->result,
                                           lists_of(inserter, out), current_sharding(inserter));
    }
}

static void drop_front(struct axis_vector *axes, uint32_t count) {
    axes->items += count;
    axes->count -= count;
    axes->capacity -= count;
}

static void remove_common_prefix(struct axis_vector *in, struct axis_vector *out) {
    uint32_t count = 0;
    while (count < in->count && count < out->count &&
           axis_equal(in->items[count], out->items[count])) {
        count++;
    }
    if (count > 0) {
        drop_front(in, count);
        drop_front(out, count);
    }
}

static void start(struct inserter *inserter, const struct sharding *from,
                  const struct sharding *to) {
    inserter->in = vectors_new(inserter->arena, inserter->rank);
    inserter->out = vectors_new(inserter->arena, inserter->rank);
    inserter->current = vectors_new(inserter->arena, inserter->rank);
    inserter->capacity = ARENA_ARRAY(inserter->arena, int64_t, inserter->rank);
    for (uint32_t dim = 0; dim < inserter->rank; dim++) {
        axes_append(&inserter->in[dim], from->dims[dim].axes);
        axes_append(&inserter->current[dim], from->dims[dim].axes);
        axes_append(&inserter->out[dim], to->dims[dim].axes);
    }
    struct axis_vector in_axes = sorted_axes(inserter, inserter->in);
    struct axis_vector out_axes = sorted_axes(inserter, inserter->out);
    align_all(inserter, inserter->in, &out_axes);
    align_all(inserter, inserter->out, &in_axes);
    for (uint32_t dim = 0; dim < inserter->rank; dim++) {
        remove_common_prefix(&inserter->in[dim], &inserter->out[dim]);
    }
}

struct value *build_reshard_collectives(struct builder *builder, struct arena *scratch,
                                        struct value *input, const struct sharding *from,
                                        const struct sharding *to, const struct mesh *mesh) {
    struct inserter inserter = {.builder = builder,
                                .arena = scratch,
                                .mesh = mesh,
                                .result = input,
                                .rank = to->rank,
                                .mesh_name = from->mesh_name,
                                .out_mesh_name = to->mesh_name,
                                .inlined_mesh = from->mesh,
                                .out_inlined_mesh = to->mesh,
                                .unreduced = to->unreduced,
                                .unreduced_kind = to->unreduced_kind};
    start(&inserter, from, to);
    /* Where all axes are powers of two, one round is enough. */
    for (int round = 0; round < 2 && !is_done(&inserter); round++) {
        try_all_slice(&inserter);
        try_collective_permute(&inserter);
        try_all_to_alls(&inserter, false);
        try_all_to_alls(&inserter, true);
        try_all_gather(&inserter);
    }
    if (!is_done(&inserter)) {
        gather_and_slice(&inserter);
    }
    return inserter.result;
}
