#include "codegen/lower/fuse/pieces.h"
#include "codegen/lower/lower_thresholds.h"
#include "support/limits.h"

#include "caches.h"
#include "runs.h"

#include <stdlib.h>
#include <string.h>

/* --- which tensors ---------------------------------------------------------------------------- */

/* Whether the part is a box of the tensor, written element by element. */
static bool is_box(const struct node *node, const struct node_part *part) {
    if (part->rank != node->rank || part->parallel_rank != part->rank || part->condition != NULL ||
        part->combine != SCALAR_NONE || part->overlaps) {
        return false;
    }
    for (uint32_t d = 0; d < node->rank; d++) {
        struct affine wanted = affine_dim(d, 1, part->store[d].offset);
        if (part->dynamic[d] != NULL ||
            (part->extent[d] > 1 && !affine_equal(&part->store[d], &wanted))) {
            return false;
        }
    }
    return true;
}

static bool is_computed_at_once(const struct term *term) {
    bool is_plain = term->kind != TERM_GUARD && term->kind != TERM_ACCUMULATOR;
    for (uint32_t i = 0; i < term->arg_count && is_plain; i++) {
        is_plain = is_computed_at_once(term->args[i]);
    }
    return is_plain;
}

static int64_t elements_of(const struct node_part *part) {
    int64_t elements = 1;
    for (uint32_t d = 0; d < part->rank; d++) {
        elements *= part->extent[d];
    }
    return elements;
}

/* Whether the parts are all of the tensor, and each cheap enough for so many readers. */
static bool is_joined(struct graph *graph, const struct node *node) {
    int64_t elements = 0;
    if (node->written.base != NULL || node->border.is_output || node->written.count < 2) {
        return false;
    }
    for (uint32_t p = 0; p < node->written.count; p++) {
        const struct node_part *part = &node->written.parts[p];
        if (!is_box(node, part) || !is_computed_at_once(part->term) ||
            (node->fusion.evaluations.count > 1 && term_cost(graph, part->term) > 1)) {
            return false;
        }
        elements += elements_of(part);
    }
    return elements == node->elements &&
           node->elements * (int64_t)element_info[node->element].bytes >=
               2 * SDYRT_NEAR_CACHE; /* a smaller one stays in the caches */
}

/* --- the cuts --------------------------------------------------------------------------------- */

static bool add_cut(struct pieces *pieces, uint32_t d, int64_t at) {
    uint32_t i = 0, count = pieces->count[d];
    while (i < count && pieces->at[d][i] < at) {
        i++;
    }
    if (i < count && pieces->at[d][i] == at) {
        return true;
    }
    if (count == sizeof pieces->at[d] / sizeof *pieces->at[d]) {
        return false;
    }
    memmove(&pieces->at[d][i + 1], &pieces->at[d][i], (count - i) * sizeof(int64_t));
    pieces->at[d][i] = at;
    pieces->count[d]++;
    return true;
}

/* Cuts dimension `dim` of the root where coordinate `at`, which moves along it by ones, comes to
 * `border`. */
static bool cut_at(const struct node *root, struct pieces *pieces, const struct affine *at,
                   uint32_t dim, int64_t border) {
    int64_t where = at->stride[dim] > 0 ? border - at->offset : at->offset - border + 1;
    return where <= 0 || where >= root->extent[dim] || add_cut(pieces, dim, where);
}

/* The dimension of the root that the coordinate moves along one by one; `rank`: it stays where it
 * is; UINT32_MAX: anything else. */
static uint32_t moves_along(const struct affine *at, uint32_t rank) {
    uint32_t found = rank;
    for (uint32_t d = 0; d < rank; d++) {
        if (at->stride[d] == 0) {
            continue;
        }
        if (found != rank || llabs(at->stride[d]) != 1) {
            return UINT32_MAX;
        }
        found = d;
    }
    return found;
}

static bool cut_part(const struct node *root, struct pieces *pieces, const struct node *node,
                     const struct evaluation *evaluation, const struct node_part *part) {
    for (uint32_t d = 0; d < node->rank; d++) {
        const struct affine *at = &evaluation->map[d];
        int64_t first = part->store[d].offset, end = first + part->extent[d];
        uint32_t dim = moves_along(at, root->rank);
        bool is_cut = dim < root->rank && cut_at(root, pieces, at, dim, first) &&
                      cut_at(root, pieces, at, dim, end);
        if (!is_cut && (dim != root->rank)) {
            return false;
        }
    }
    return true;
}

/* Whether what is left along the root's fastest dimension is worth a kernel. */
static bool has_long_runs(const struct node *root, const struct pieces *pieces) {
    uint32_t fastest = root->rank;
    for (uint32_t i = root->rank; i-- > 0 && fastest == root->rank;) {
        fastest = root->extent[root->place.order[i]] > 1 ? root->place.order[i] : fastest;
    }
    if (fastest == root->rank) {
        return true;
    }
    int64_t last = 0, shorts = 0;
    for (uint32_t i = 0; i <= pieces->count[fastest]; i++) {
        int64_t next = i < pieces->count[fastest] ? pieces->at[fastest][i] : root->extent[fastest];
        shorts += next - last < SDYRT_LINE_FLOATS ? next - last : 0;
        last = next;
    }
    return shorts * SDYRT_LINE_FLOATS <= root->extent[fastest];
}

static uint32_t count_of(const struct pieces *pieces, uint32_t rank) {
    uint32_t count = 1;
    for (uint32_t d = 0; d < rank && count <= LIMIT_AHEAD; d++) {
        count *= pieces->count[d] + 1;
    }
    return count;
}

/* The cuts of the reader with those that this tensor asks for; NULL where it cannot be cut. */
static struct pieces *cuts_for(struct graph *graph, const struct node *node,
                               const struct evaluation *evaluation) {
    const struct node *root = evaluation->root;
    if (root->kind != NODE_COMPUTE || evaluation->space != 0 || evaluation->by_address ||
        evaluation->map == NULL || root->fusion.anchor != NULL || root->in != node->in ||
        root->fusion.is_alone || root->layout.is_conversion || root->elements == 0) {
        return NULL;
    }
    struct pieces *pieces = ARENA_NEW(graph->arena, struct pieces);
    if (root->fusion.pieces != NULL) {
        *pieces = *root->fusion.pieces;
    }
    for (uint32_t p = 0; p < node->written.count; p++) {
        if (!cut_part(root, pieces, node, evaluation, &node->written.parts[p])) {
            return NULL;
        }
    }
    bool is_worth = count_of(pieces, root->rank) <= LIMIT_AHEAD && has_long_runs(root, pieces);
    return is_worth ? pieces : NULL;
}

bool parts_become_pieces(struct graph *graph, struct node *node) {
    struct pieces *before[FUSE_AGAIN];
    size_t count = node->fusion.evaluations.count, done = 0;
    if (count == 0 || count > FUSE_AGAIN || !is_joined(graph, node)) {
        return false;
    }
    for (; done < count; done++) {
        struct node *root = node->fusion.evaluations.items[done].root;
        struct pieces *pieces = cuts_for(graph, node, &node->fusion.evaluations.items[done]);
        before[done] = root->fusion.pieces;
        if (pieces == NULL) {
            break;
        }
        root->fusion.pieces = pieces;
    }
    bool all = done == count;
    while (!all && done-- > 0) {
        node->fusion.evaluations.items[done].root->fusion.pieces = before[done];
    }
    return all;
}

/* --- the pieces ------------------------------------------------------------------------------- */

uint32_t pieces_count(const struct node *root) {
    return root->fusion.pieces != NULL ? count_of(root->fusion.pieces, root->rank) : 1;
}

void pieces_box(const struct node *root, uint32_t piece, struct affine *map, int64_t *extent) {
    static const struct pieces whole;
    const struct pieces *pieces = root->fusion.pieces != NULL ? root->fusion.pieces : &whole;
    for (uint32_t d = root->rank; d-- > 0;) {
        uint32_t count = pieces->count[d], i = piece % (count + 1);
        piece /= count + 1;
        int64_t first = i > 0 ? pieces->at[d][i - 1] : 0;
        map[d] = affine_dim(d, 1, first);
        extent[d] = (i < count ? pieces->at[d][i] : root->extent[d]) - first;
    }
}

/* The least and the greatest value over the space. */
static void range_of(const struct affine *at, uint32_t dims, const int64_t *extent, int64_t *least,
                     int64_t *most) {
    *least = *most = at->offset;
    for (uint32_t d = 0; d < dims; d++) {
        int64_t reach = at->stride[d] * (extent[d] - 1);
        *(reach < 0 ? least : most) += reach;
    }
}

const struct node_part *part_at(const struct node *node, struct affine *coordinates, uint32_t dims,
                                const int64_t *extent) {
    for (uint32_t p = 0; p < node->written.count; p++) {
        const struct node_part *part = &node->written.parts[p];
        bool is_inside = true;
        for (uint32_t d = 0; d < node->rank && is_inside; d++) {
            int64_t least, most, first = part->store[d].offset;
            range_of(&coordinates[d], dims, extent, &least, &most);
            is_inside = first <= least && most < first + part->extent[d];
        }
        if (is_inside) {
            for (uint32_t d = 0; d < node->rank; d++) {
                coordinates[d].offset -= part->store[d].offset;
            }
            return part;
        }
    }
    sdyc_bug("a piece of a kernel reads several parts of a tensor");
}
