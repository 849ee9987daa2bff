/* all_slice: what is replicated is cut first, for it costs nothing. */
#include "partition/collectives/state.h"

#include <stdlib.h>

void distribute(struct collective_inserter *inserter, struct axis_vector *const *available,
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
            axes_erase(from, i);
            axes_insert(in, position++, fit.within);
            if (slices) {
                axes_push_merge(inserter->mesh, &slices[dim], fit.within);
                axes_push_merge(inserter->mesh, &inserter->current[dim], fit.within);
            }
            if (fit.has_rest) {
                axes_push(&split, fit.within);
                axes_insert(from, 0, fit.rest);
            }
        }
    }
    if (split.count > 1) {
        qsort(split.items, split.count, sizeof *split.items, compare_axes);
    }
    align_all(inserter, inserter->out, &split);
}

void distribute_anywhere(struct collective_inserter *inserter, struct axis_vector *available,
                         bool to_front, struct axis_vector *slices) {
    struct axis_vector **same = ARENA_ARRAY(inserter->arena, struct axis_vector *, inserter->rank);
    for (uint32_t dim = 0; dim < inserter->rank; dim++) {
        same[dim] = available;
    }
    distribute(inserter, same, to_front, slices);
}

/* Whether some axis of `in` before `end` is wanted by dimension `target`. */
static bool wants_earlier(const struct collective_inserter *inserter, const struct axis_vector *in,
                          uint32_t end, uint32_t target) {
    for (uint32_t i = 0; i < end; i++) {
        uint32_t index;
        if (axes_find(&inserter->out[target], in->items[i], &index)) {
            return true;
        }
    }
    return false;
}

/* Slicing at `source` what its next all_to_all will bring to another dimension saves a permute:
 * where the last axes of the source are wanted there, in order, followed by replicated axes. */
static bool slice_for_all_to_all(struct collective_inserter *inserter, uint32_t source,
                                 struct axis_vector *slices) {
    struct axis_vector *in = &inserter->in[source];
    struct place place;
    if (in->count == 0 || inserter->out[source].count > 0 ||
        !find_place(inserter, inserter->out, axes_last(in), &place) ||
        inserter->in[place.dim].count > 0) {
        return false;
    }
    const struct axis_vector *wanted = &inserter->out[place.dim];
    uint32_t start = place.index + 1;
    if (start == wanted->count || is_leaving(inserter, wanted->items[start])) {
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
    while (end < wanted->count && !is_leaving(inserter, wanted->items[end])) {
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
static void slice_in_place(struct collective_inserter *inserter, uint32_t dim,
                           struct axis_vector *slices, struct axis_vector *available) {
    struct axis_vector *in = &inserter->in[dim], *out = &inserter->out[dim];
    for (uint32_t i = 0; i < out->count;) {
        struct axis_ref axis = out->items[i];
        if (is_leaving(inserter, axis)) {
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
            axes_erase(out, 0);
        } else {
            axes_push(in, fit.within);
            out->items[i++] = fit.within;
        }
        if (fit.has_rest) {
            axes_insert(out, i, fit.rest);
            axes_push(available, fit.rest);
            i++;
        }
    }
}

void try_all_slice(struct collective_inserter *inserter) {
    struct axis_vector *slices = axis_vectors_new(inserter->arena, inserter->rank);
    for (uint32_t dim = 0; dim < inserter->rank; dim++) {
        int64_t in_size = axes_size(inserter->mesh, axes_of(&inserter->in[dim]));
        int64_t out_size = axes_size(inserter->mesh, axes_of(&inserter->out[dim]));
        inserter->capacity[dim] = out_size / greatest_common_divisor(in_size, out_size);
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
