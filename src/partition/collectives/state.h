/* The state of a reshard on its way, and the steps that collectives.c takes in turn.
 *
 * The state is the difference of the current and the wanted sharding: per dimension the axes that
 * must leave (`in`) and those that must come (`out`), without the prefix they share. Sub-axes are
 * aligned first, so that two references that overlap are equal.
 */
#ifndef SDYC_RESHARD_STATE_H
#define SDYC_RESHARD_STATE_H

#include "partition/collectives/collectives.h"

struct collective_inserter {
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

/* The part of an axis that fits a capacity, and what remains of it. */
struct fit {
    bool fits, has_rest;
    struct axis_ref within, rest;
};

/* --- state.c: lists of axes ------------------------------------------------------------------- */

/* As many empty lists, which grow in the arena. */
struct axis_vector *axis_vectors_new(struct arena *arena, uint32_t count);
/* Takes reference number `index` out; puts one there. The order of the others stays. */
void axes_erase(struct axis_vector *axes, uint32_t index);
void axes_insert(struct axis_vector *axes, uint32_t index, struct axis_ref axis);
/* Of a list that is not empty. */
struct axis_ref axes_last(const struct axis_vector *axes);
/* The number of the first equal reference; false: there is none. */
bool axes_find(const struct axis_vector *axes, struct axis_ref axis, uint32_t *index);
/* For qsort. */
int compare_axes(const void *a, const void *b);
/* Takes the axes from `start` on off the end of the current sharding, where neighbours may have
 * been merged into one. */
void pop_from_current(struct axis_vector *current, const struct axis_vector *axes, uint32_t start);
bool either_divides(int64_t a, int64_t b);
/* Takes from the capacity what of the axis fits it. */
struct fit fit_capacity(const struct mesh *mesh, struct axis_ref axis, int64_t *capacity);

/* --- state.c: one list per dimension ---------------------------------------------------------- */

/* The first dimension whose list has an axis, and where in it; false: none has. */
bool find_place(const struct collective_inserter *inserter, const struct axis_vector *per_dim,
                struct axis_ref axis, struct place *place);
/* Whether some dimension still has to lose the axis, or to get it. */
bool is_leaving(const struct collective_inserter *inserter, struct axis_ref axis);
bool is_coming(const struct collective_inserter *inserter, struct axis_ref axis);
/* The axes of all dimensions in the order of compare_axes, in memory of the inserter. */
struct axis_vector sorted_axes(const struct collective_inserter *inserter,
                               const struct axis_vector *per_dim);
/* Cuts axes where the sorted others begin and end inside of them. */
void align_all(const struct collective_inserter *inserter, struct axis_vector *per_dim,
               const struct axis_vector *others);
bool any_axes(const struct collective_inserter *inserter, const struct axis_vector *per_dim);
struct axis_lists lists_of(const struct collective_inserter *inserter,
                           const struct axis_vector *per_dim);
const struct attr *current_sharding(const struct collective_inserter *inserter);
bool same_mesh(const struct collective_inserter *inserter);

/* --- slice.c ---------------------------------------------------------------------------------- */

/* Gives available axes to dimensions with capacity: to the front or to the end of `in`; where
 * `slices` is given they are sliced at once. */
void distribute(struct collective_inserter *inserter, struct axis_vector *const *available,
                bool to_front, struct axis_vector *slices);
void distribute_anywhere(struct collective_inserter *inserter, struct axis_vector *available,
                         bool to_front, struct axis_vector *slices);
/* Slices along what is replicated now and wanted. */
void try_all_slice(struct collective_inserter *inserter);

/* --- permute.c -------------------------------------------------------------------------------- */

/* Brings the value, whose sharding has changed, to its devices in the order of the mesh that is
 * wanted. */
void permute_devices(struct collective_inserter *inserter);
/* Permutes devices where axes stand out of order for the steps that follow. */
void try_collective_permute(struct collective_inserter *inserter);

#endif
