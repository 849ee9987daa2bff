/* collective_permute: other axes of the same sizes in the same places. */
#include "partition/collectives/state.h"

struct axis_choice {
    bool found;
    struct axis_ref axis;
};

/* Whether the axes that are to leave dimension `dim` stand so that only a permutation of devices
 * helps: out of order or not together for where they go, or behind one that must be gathered. */
static bool is_out_of_order(const struct collective_inserter *inserter, uint32_t dim, bool *seen,
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

static bool should_permute(const struct collective_inserter *inserter) {
    struct axis_choice unwanted = {0}, missing = {0};
    bool *seen = ARENA_ARRAY(inserter->arena, bool, inserter->rank);
    for (uint32_t dim = 0; dim < inserter->rank; dim++) {
        const struct axis_vector *in = &inserter->in[dim], *out = &inserter->out[dim];
        if (in->count > 0 && out->count > 0 &&
            either_divides(axis_size(inserter->mesh, in->items[0]),
                           axis_size(inserter->mesh, out->items[0]))) {
            return true;
        }
        for (uint32_t i = 0; i < out->count; i++) {
            if (!is_leaving(inserter, out->items[i])) {
                missing = (struct axis_choice){true, out->items[i]};
            }
        }
        if (is_out_of_order(inserter, dim, seen, &unwanted)) {
            return true;
        }
    }
    return missing.found && unwanted.found &&
           either_divides(axis_size(inserter->mesh, missing.axis),
                          axis_size(inserter->mesh, unwanted.axis));
}

/* Splits the axes that must be gathered so that those within `used` (already replaced by wanted
 * ones) come last. */
static struct axis_vector gathered_axes(const struct collective_inserter *inserter,
                                        struct axis_vector *in, int64_t used) {
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
static void permute(struct collective_inserter *inserter) {
    uint32_t rank = inserter->rank;
    struct axis_vector wanted = {.arena = inserter->arena};
    struct axis_vector *unwanted = axis_vectors_new(inserter->arena, rank);
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
                axes_erase(out, 0);
            }
        }
        axes_append(&wanted, axes_of(out));
        for (uint32_t i = in->count; i-- > 0;) {
            uint32_t index;
            if (axes_find(&was_out, in->items[i], &index)) {
                axes_erase(in, i);
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

static struct axis_vector *copy_of(const struct collective_inserter *inserter,
                                   const struct axis_vector *per_dim) {
    struct axis_vector *copy = axis_vectors_new(inserter->arena, inserter->rank);
    for (uint32_t dim = 0; dim < inserter->rank; dim++) {
        axes_append(&copy[dim], axes_of(&per_dim[dim]));
    }
    return copy;
}

/* Permutes where that leaves every part at its size; axes whose sizes do not divide each other may
 * not fit. */
static bool permute_evenly(struct collective_inserter *inserter) {
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

void permute_devices(struct collective_inserter *inserter) {
    inserter->mesh_name = inserter->out_mesh_name;
    inserter->inlined_mesh = inserter->out_inlined_mesh;
    inserter->result =
        build_collective_permute(inserter->builder, inserter->result, current_sharding(inserter));
}

void try_collective_permute(struct collective_inserter *inserter) {
    bool permuted = should_permute(inserter) && permute_evenly(inserter);
    if (permuted || !same_mesh(inserter)) {
        permute_devices(inserter);
    }
}
