/* What is computed of a tensor whose dimensions a reshape has merged, as the repeated elements of a
 * tensor are: x.repeat(2) is a broadcast to two dimensions which are then one. Reading that element
 * by element takes a quotient, so that the broadcast would have to be written out first. Instead
 * the reader is computed over the dimensions as they were before the reshape, where all of it is
 * affine, and the reshape comes behind it. */
#include <string.h>

#include "codegen/graph/graph.h"
#include "support/limits.h"

enum { MOST_DIMS = KERNEL_DIMS / 2 }; /* of the reader's new space: others are folded */

/* A reader and its new dimensions. */
struct unmerging {
    uint32_t lead, rank; /* of the old space */
    int64_t extent[KERNEL_DIMS];
    const struct term *by[KERNEL_DIMS]; /* the reshape's read that merged it; NULL: stays */
    uint32_t group[KERNEL_DIMS];        /* ... and its group of dimensions there */
    struct affine map[KERNEL_DIMS];     /* old dimensions over the new ones */
    uint32_t begin[KERNEL_DIMS];        /* the first new dimension of each */
    uint32_t terms;
    bool found, failed;
};

/* --- which reads ------------------------------------------------------------------------------ */

/* Whether a view repeats its elements along a dimension. */
static bool repeats_along(const struct node *view, uint32_t dim) {
    bool moves = view->extent[dim] == 1;
    for (uint32_t i = 0; i < view->term->coordinate_count; i++) {
        moves = moves || view->term->coordinates[i].at.stride[dim] != 0;
    }
    return !moves;
}

/* What a relayout, or one of another, is of. */
static struct node *laid_out(struct node *node) {
    while (node->layout.is_relayout) {
        node = node->term->node;
    }
    return node;
}

/* The view whose repeated elements the node's reshape has merged with others, or what was computed
 * of such; or NULL. */
static const struct node *merged_view(const struct node *node) {
    const struct term *read = node->facts.is_reshape ? node->term : NULL;
    if (read == NULL || read->groups == NULL || !read->node->layout.is_relayout) {
        return NULL;
    }
    const struct node *view = laid_out(read->node);
    if (view->facts.is_unmerged) {
        return view;
    }
    if (!node_is_view(view)) {
        return NULL;
    }
    for (uint32_t g = 0; g < read->coordinate_count; g++) {
        const struct dim_group *group = &read->groups[g];
        for (uint32_t k = 0; k < group->count && group->count > 1; k++) {
            if (repeats_along(view, group->dims[k])) {
                return view;
            }
        }
    }
    return NULL;
}

/* The one dimension that an affine function is, or `rank`. */
static uint32_t dim_of(const struct affine *at, uint32_t rank) {
    uint32_t dim = 0;
    while (dim < rank && !affine_is_dim(at, dim)) {
        dim++;
    }
    return dim;
}

static bool same_factors(const struct term *a, uint32_t group_a, const struct term *b,
                         uint32_t group_b) {
    const struct dim_group *of_a = &a->groups[group_a], *of_b = &b->groups[group_b];
    bool same = of_a->count == of_b->count;
    for (uint32_t k = 0; same && k < of_a->count; k++) {
        same = a->node->extent[of_a->dims[k]] == b->node->extent[of_b->dims[k]];
    }
    return same;
}

/* Notes which dimension of the reader the group's merged dimension is. */
static void see_group(struct unmerging *what, const struct term *read, uint32_t g) {
    const struct node *node = read->node;
    uint32_t merged = dim_of(&node->term->coordinates[g].at, node->rank);
    uint32_t dim =
        merged < node->rank ? dim_of(&read->coordinates[merged].at, what->rank) : what->rank;
    if (dim == what->rank || what->extent[dim] != node->extent[merged] ||
        (what->by[dim] && !same_factors(what->by[dim], what->group[dim], node->term, g))) {
        what->failed = true;
        return;
    }
    what->by[dim] = node->term;
    what->group[dim] = g;
}

static void see_read(struct unmerging *what, const struct term *read) {
    if (!merged_view(read->node)) {
        return;
    }
    what->found = true;
    what->failed |= read->groups != NULL;
    for (uint32_t i = 0; i < read->coordinate_count; i++) {
        what->failed |= read->coordinates[i].dynamic != NULL;
    }
    for (uint32_t g = 0; g < read->node->term->coordinate_count && !what->failed; g++) {
        if (read->node->term->groups[g].count > 1) {
            see_group(what, read, g);
        }
    }
}

static void see_term(struct unmerging *what, const struct term *term) {
    if (++what->terms > LIMIT_LOOKED) {
        what->failed = true;
        return;
    }
    if (term->kind == TERM_READ) {
        see_read(what, term);
        for (uint32_t i = 0; i < term->coordinate_count; i++) {
            if (term->coordinates[i].dynamic) {
                see_term(what, term->coordinates[i].dynamic);
            }
        }
    }
    for (uint32_t i = 0; i < term->arg_count; i++) {
        see_term(what, term->args[i]);
    }
}

/* --- the new space ---------------------------------------------------------------------------- */

/* Numbers the new dimensions and returns how many there are; dims: those of the type. */
static uint32_t new_dims(struct unmerging *what, int64_t *dims) {
    uint32_t count = 0;
    for (uint32_t d = 0; d < what->rank; d++) {
        const struct term *by = what->by[d];
        const struct dim_group *group = by ? &by->groups[what->group[d]] : NULL;
        uint32_t own = group ? group->count : 1;
        int64_t stride = 1;
        what->begin[d] = count;
        if (count + own > MOST_DIMS) {
            return MOST_DIMS + 1;
        }
        what->map[d] = affine_constant(0);
        for (uint32_t k = own; k-- > 0;) {
            int64_t extent = group ? by->node->extent[group->dims[k]] : what->extent[d];
            what->map[d].stride[count + k] = stride;
            stride *= extent;
            if (d >= what->lead) {
                dims[count + k - what->lead] = extent;
            }
        }
        count += own;
    }
    return count;
}

/* The read of what the reshape reads, of a read of the reshape whose coordinates are in the new
 * space. */
static void read_before(struct kernel_builder *builder, const struct unmerging *what,
                        struct term *read) {
    const struct node *reshape = read->node;
    const struct term *before = reshape->term;
    struct affine at[KERNEL_DIMS];
    struct read_coordinate *coordinates =
        ARENA_ARRAY(builder->graph->arena, struct read_coordinate, before->node->rank + 1);
    for (uint32_t d = 0; d < reshape->rank; d++) {
        at[d] = read->coordinates[d].at;
    }
    for (uint32_t g = 0; g < before->coordinate_count; g++) {
        const struct dim_group *group = &before->groups[g];
        struct affine own = affine_compose(&before->coordinates[g].at, at, reshape->rank);
        uint32_t dim = 0;
        while (group->count > 1 && (!what->by[dim] || !affine_equal(&own, &what->map[dim]))) {
            dim++;
        }
        for (uint32_t k = 0; k < group->count; k++) {
            coordinates[group->dims[k]].at =
                group->count > 1 ? affine_dim(what->begin[dim] + k, 1, 0) : own;
        }
    }
    read->node = laid_out(before->node);
    read->coordinate_count = before->node->rank;
    read->coordinates = coordinates;
}

static void rewrite(struct kernel_builder *builder, const struct unmerging *what,
                    struct term *term) {
    if (term->kind == TERM_READ) {
        for (uint32_t i = 0; i < term->coordinate_count; i++) {
            if (term->coordinates[i].dynamic) {
                rewrite(builder, what, term->coordinates[i].dynamic);
            }
        }
        if (merged_view(term->node)) {
            read_before(builder, what, term);
        }
    }
    for (uint32_t i = 0; i < term->arg_count; i++) {
        rewrite(builder, what, term->args[i]);
    }
}

struct node *node_unmerged(struct kernel_builder *builder, const struct type *type,
                           struct term *term) {
    struct unmerging what = {.lead = builder->graph->instances.count};
    int64_t dims[MOST_DIMS];
    if (!type_is_tensor(type) || what.lead + type->rank > MOST_DIMS) {
        return NULL;
    }
    what.rank = what.lead + type->rank;
    for (uint32_t d = 0; d < what.rank; d++) {
        what.extent[d] = d < what.lead ? 1 : type->dims[d - what.lead];
    }
    see_term(&what, term);
    if (!what.found || what.failed) {
        return NULL;
    }
    uint32_t count = new_dims(&what, dims);
    if (count > MOST_DIMS) {
        return NULL;
    }
    struct term *copy = term_substitute(builder, term, what.map, what.rank);
    rewrite(builder, &what, copy);
    struct node *node = node_compute(
        builder, type_with_dims(builder->context, type, count - what.lead, dims), copy);
    node->facts.is_unmerged = true;
    return node_reshape(builder, type, node);
}
