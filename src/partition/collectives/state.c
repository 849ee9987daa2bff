#include "partition/collectives/state.h"

#include <stdlib.h>

struct axis_vector *axis_vectors_new(struct arena *arena, uint32_t count) {
    struct axis_vector *vectors = ARENA_ARRAY(arena, struct axis_vector, count);
    for (uint32_t i = 0; i < count; i++) {
        vectors[i].arena = arena;
    }
    return vectors;
}

void axes_erase(struct axis_vector *axes, uint32_t index) {
    for (uint32_t i = index + 1; i < axes->count; i++) {
        axes->items[i - 1] = axes->items[i];
    }
    axes->count--;
}

void axes_insert(struct axis_vector *axes, uint32_t index, struct axis_ref axis) {
    axes_push(axes, axis);
    for (uint32_t i = axes->count - 1; i > index; i--) {
        axes->items[i] = axes->items[i - 1];
    }
    axes->items[index] = axis;
}

struct axis_ref axes_last(const struct axis_vector *axes) {
    return axes->items[axes->count - 1];
}

bool axes_find(const struct axis_vector *axes, struct axis_ref axis, uint32_t *index) {
    for (uint32_t i = 0; i < axes->count; i++) {
        if (axis_equal(axes->items[i], axis)) {
            *index = i;
            return true;
        }
    }
    return false;
}

bool find_place(const struct collective_inserter *inserter, const struct axis_vector *per_dim,
                struct axis_ref axis, struct place *place) {
    for (uint32_t dim = 0; dim < inserter->rank; dim++) {
        if (axes_find(&per_dim[dim], axis, &place->index)) {
            place->dim = dim;
            return true;
        }
    }
    return false;
}

bool is_leaving(const struct collective_inserter *inserter, struct axis_ref axis) {
    struct place place;
    return find_place(inserter, inserter->in, axis, &place);
}

bool is_coming(const struct collective_inserter *inserter, struct axis_ref axis) {
    struct place place;
    return find_place(inserter, inserter->out, axis, &place);
}

int compare_axes(const void *a, const void *b) {
    return axis_compare(*(const struct axis_ref *)a, *(const struct axis_ref *)b);
}

struct axis_vector sorted_axes(const struct collective_inserter *inserter,
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

void align_all(const struct collective_inserter *inserter, struct axis_vector *per_dim,
               const struct axis_vector *others) {
    for (uint32_t dim = 0; dim < inserter->rank && others->count > 0; dim++) {
        align_one(inserter->mesh, &per_dim[dim], others);
    }
}

void pop_from_current(struct axis_vector *current, const struct axis_vector *axes, uint32_t start) {
    for (uint32_t i = axes->count; i-- > start;) {
        struct axis_ref prefix;
        if (axis_prefix_without(axes_last(current), axes->items[i], &prefix)) {
            current->items[current->count - 1] = prefix;
        } else {
            current->count--;
        }
    }
}

bool either_divides(int64_t a, int64_t b) {
    return a % b == 0 || b % a == 0;
}

struct fit fit_capacity(const struct mesh *mesh, struct axis_ref axis, int64_t *capacity) {
    int64_t size = axis_size(mesh, axis);
    if (*capacity <= 1 || !either_divides(size, *capacity)) {
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

const struct attr *current_sharding(const struct collective_inserter *inserter) {
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

struct axis_lists lists_of(const struct collective_inserter *inserter,
                           const struct axis_vector *per_dim) {
    struct axis_list *dims = ARENA_ARRAY(inserter->arena, struct axis_list, inserter->rank);
    for (uint32_t dim = 0; dim < inserter->rank; dim++) {
        dims[dim] = axes_of(&per_dim[dim]);
    }
    return (struct axis_lists){.count = inserter->rank, .items = dims};
}

bool same_mesh(const struct collective_inserter *inserter) {
    return inserter->mesh_name == inserter->out_mesh_name &&
           inserter->inlined_mesh == inserter->out_inlined_mesh;
}

bool any_axes(const struct collective_inserter *inserter, const struct axis_vector *per_dim) {
    for (uint32_t dim = 0; dim < inserter->rank; dim++) {
        if (per_dim[dim].count > 0) {
            return true;
        }
    }
    return false;
}
