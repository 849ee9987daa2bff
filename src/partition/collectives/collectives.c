/* From one sharding to another by collectives. Each makes the difference
 * (reshard_state.h) smaller, cheapest first: slice what is replicated, permute devices,
 * move axes between dimensions, gather what is left. */
#include "partition/collectives/state.h"

/* --- all_gather ------------------------------------------------------------------------------- */

/* Gathers, per dimension, the last axes that no dimension wants. */
static void try_all_gather(struct collective_inserter *inserter) {
    struct axis_vector *gathered = axis_vectors_new(inserter->arena, inserter->rank);
    bool any = false;
    for (uint32_t dim = 0; dim < inserter->rank; dim++) {
        struct axis_vector *in = &inserter->in[dim];
        uint32_t start = in->count;
        while (start > 0 && !is_coming(inserter, in->items[start - 1])) {
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

/* --- all_to_all ------------------------------------------------------------------------------- */

/* Moves the last axes of dimension `source` that go to one and the same other dimension; without
 * `anywhere` only to where they belong. */
static bool try_all_to_all(struct collective_inserter *inserter, uint32_t source, bool anywhere) {
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
            axes_erase(out, 0);
        } else {
            axes_push(target_in, axis);
        }
    }
    in->count = start;
    inserter->result = build_all_to_all(inserter->builder, inserter->result, axes_of(&moved),
                                        source, target, current_sharding(inserter));
    return true;
}

static void try_all_to_alls(struct collective_inserter *inserter, bool anywhere) {
    for (uint32_t dim = 0; dim < inserter->rank; dim++) {
        while (try_all_to_all(inserter, dim, anywhere)) {
        }
    }
}

/* --- all together ----------------------------------------------------------------------------- */

static bool is_done(const struct collective_inserter *inserter) {
    for (uint32_t dim = 0; dim < inserter->rank; dim++) {
        if (inserter->in[dim].count > 0 || inserter->out[dim].count > 0) {
            return false;
        }
    }
    return same_mesh(inserter);
}

/* What always works: gather all that differs, then slice all that is missing. */
static void gather_and_slice(struct collective_inserter *inserter) {
    struct axis_vector *out = inserter->out;
    inserter->out = axis_vectors_new(inserter->arena, inserter->rank);
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

static void start(struct collective_inserter *inserter, const struct sharding *from,
                  const struct sharding *to) {
    inserter->in = axis_vectors_new(inserter->arena, inserter->rank);
    inserter->out = axis_vectors_new(inserter->arena, inserter->rank);
    inserter->current = axis_vectors_new(inserter->arena, inserter->rank);
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

static struct axis_list all_axes(struct arena *arena, const struct sharding *sharding) {
    struct axis_vector all = {.arena = arena};
    for (uint32_t dim = 0; dim < sharding->rank; dim++) {
        axes_append(&all, sharding->dims[dim].axes);
    }
    return axes_of(&all);
}

static bool is_cut_evenly(int64_t a, int64_t b) {
    return a % b == 0 || b % a == 0;
}

/* Whether two parts of an axis are products of the same factors of it, as 2 and 4 of 12. */
static bool nest(const struct mesh *mesh, struct axis_ref a, struct axis_ref b) {
    int64_t ends[2] = {axis_end(mesh, a), axis_end(mesh, b)};
    int64_t starts[2] = {axis_pre_size(a), axis_pre_size(b)};
    return a.name != b.name ||
           (is_cut_evenly(starts[0], starts[1]) && is_cut_evenly(starts[0], ends[1]) &&
            is_cut_evenly(ends[0], starts[1]) && is_cut_evenly(ends[0], ends[1]));
}

/* Whether no axis comes twice after a step, and all nest with those before. */
static bool is_sound(const struct mesh *mesh, struct axis_list before, struct axis_list after) {
    for (uint32_t i = 0; i < after.count; i++) {
        const struct axis_list one = {.count = 1, .items = &after.items[i]};
        struct axis_list rest = {.count = after.count - i - 1, .items = after.items + i + 1};
        if (axes_overlap(rest, one)) {
            return false;
        }
        for (uint32_t j = 0; j < before.count; j++) {
            if (!nest(mesh, before.items[j], after.items[i])) {
                return false;
            }
        }
    }
    return true;
}

/* Axes that are cut in ways that do not nest, as 4 and 6 of 12, can end up on one another, or in a
 * permutation that is none: takes what was built of `input` away then. */
static bool undo_unsound(struct collective_inserter *inserter, struct value *input,
                         const struct sharding *from) {
    bool sound = true;
    for (struct value *value = inserter->result; value != input; value = op_operand(value->op, 0)) {
        const struct value *source = op_operand(value->op, 0);
        const struct sharding *before =
            source == input ? from : attr_as_sharding(op_property(source->op, "out_sharding"));
        const struct sharding *after = attr_as_sharding(op_property(value->op, "out_sharding"));
        sound = sound && is_sound(inserter->mesh, all_axes(inserter->arena, before),
                                  all_axes(inserter->arena, after));
    }
    while (!sound && inserter->result != input) {
        struct op *op = inserter->result->op;
        inserter->result = op_operand(op, 0);
        op_erase(op);
    }
    return !sound;
}

struct value *build_reshard_collectives(struct builder *builder, struct arena *scratch,
                                        struct value *input, const struct sharding *from,
                                        const struct sharding *to, const struct mesh *mesh) {
    struct collective_inserter inserter = {.builder = builder,
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
    if (undo_unsound(&inserter, input, from)) {
        inserter.mesh_name = from->mesh_name;
        inserter.inlined_mesh = from->mesh;
        start(&inserter, from, to);
        if (!same_mesh(&inserter)) {
            permute_devices(&inserter);
        }
    }
    if (!is_done(&inserter)) {
        gather_and_slice(&inserter);
    }
    return inserter.result;
}
