/* Reads that run across the order of what they read. A kernel that also computes goes over them in
 * small blocks, and neither side is a stream of memory; a permutation alone is a function of the
 * runtime that suits the caches of both sides, so that large ones are worth a pass of their own. */
#include <stdlib.h>
#include <string.h>

#include "codegen/lower/fuse/transposed.h"

#include "caches.h"
#include "runs.h"

enum { LEAST_BYTES = SDYRT_MIDDLE_CACHE / 8 }; /* fewer stay in the caches, whatever the order */

/* The last dimension in memory that has several elements, or `rank`. */
static uint32_t fastest(const struct node *node) {
    for (uint32_t i = node->rank; i-- > 0;) {
        if (node->extent[node->place.order[i]] > 1) {
            return node->place.order[i];
        }
    }
    return node->rank;
}

/* How far apart in memory neighbours along `dim` are. */
static int64_t memory_stride(const struct node *node, uint32_t dim) {
    int64_t stride = 1;
    for (uint32_t i = node->rank; i-- > 0 && node->place.order[i] != dim;) {
        stride *= node->extent[node->place.order[i]];
    }
    return stride;
}

/* Where a read looks in memory, as a function of what its coordinates are functions of. */
static struct affine place_of(const struct term *read, const struct affine *map,
                              uint32_t map_count) {
    struct affine place = {0};
    for (uint32_t i = 0; i < read->coordinate_count; i++) {
        const struct dim_group *group = read->groups ? &read->groups[i] : NULL;
        uint32_t dim = group ? group->dims[group->count - 1] : i;
        struct affine at = affine_compose(&read->coordinates[i].at, map, map_count);
        int64_t stride = memory_stride(read->node, dim);
        for (uint32_t d = 0; d < KERNEL_DIMS; d++) {
            place.stride[d] += at.stride[d] * stride;
        }
    }
    return place;
}

/* Whether a place moves by one element along another dimension of the root than its fastest, along
 * which it goes far. */
static bool is_across(const struct node *root, const struct affine *place) {
    uint32_t along = fastest(root);
    if (along == root->rank || root->extent[along] < SDYRT_VECTOR_FLOATS ||
        llabs(place->stride[along]) < SDYRT_VECTOR_FLOATS) {
        return false;
    }
    for (uint32_t d = 0; d < root->rank; d++) {
        if (d != along && llabs(place->stride[d]) == 1 && root->extent[d] >= SDYRT_VECTOR_FLOATS) {
            return true;
        }
    }
    return false;
}

/* Whether a view, read at `map` by the root, is in the end a read across. */
static bool view_is_across(const struct node *root, const struct node *view,
                           const struct affine *map) {
    struct affine at[2][KERNEL_DIMS];
    for (uint32_t turn = 0;; turn = 1 - turn) {
        const struct term *read = view->term;
        if (!node_is_view(read->node) || read->groups) {
            struct affine place = place_of(read, map, view->rank);
            return is_across(root, &place);
        }
        for (uint32_t i = 0; i < read->coordinate_count; i++) {
            at[turn][i] = affine_compose(&read->coordinates[i].at, map, view->rank);
        }
        map = at[turn];
        view = read->node;
    }
}

/* Gives the node the order in which the root goes over it. */
static void order_along(struct node *node, const struct node *root, const struct affine *map) {
    uint32_t count = 0, seen = 0;
    uint8_t order[KERNEL_DIMS];
    for (uint32_t i = root->rank + 1; i-- > 0;) {
        for (uint32_t d = node->rank; d-- > 0;) {
            bool is_next = i == 0 || map[d].stride[root->place.order[i - 1]] != 0;
            if (is_next && (seen & 1u << d) == 0) {
                seen |= 1u << d;
                order[node->rank - ++count] = (uint8_t)d;
            }
        }
    }
    memcpy(node->place.order, order, node->rank * sizeof *order);
}

static bool value_is_across(const struct node *root, const struct node *node,
                            const struct affine *map) {
    struct affine place = {0};
    for (uint32_t d = 0; d < node->rank; d++) {
        int64_t stride = memory_stride(node, d);
        for (uint32_t k = 0; k < KERNEL_DIMS; k++) {
            place.stride[k] += map[d].stride[k] * stride;
        }
    }
    return is_across(root, &place);
}

bool node_stand_across(struct node *node) {
    if (node->fusion.evaluations.count != 1 ||
        node->elements * (int64_t)element_info[node->element].bytes < LEAST_BYTES) {
        return false;
    }
    const struct evaluation *evaluation = &node->fusion.evaluations.items[0];
    const struct node *root = evaluation->root;
    if (!evaluation->map || evaluation->by_address || evaluation->space != 0 ||
        root->kind != NODE_COMPUTE || root->elements > node->elements) {
        return false;
    }
    if (!node_is_view(node)) {
        return node->fusion.cost > 0 && node_is_view(root) &&
               value_is_across(root, node, evaluation->map);
    }
    if (node_is_view(root) || !view_is_across(root, node, evaluation->map)) {
        return false;
    }
    order_along(node, root, evaluation->map);
    node->fusion.is_alone = true;
    return true;
}
