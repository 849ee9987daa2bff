/* Where the instances of a node lie in memory.
 *
 * The instances of a value lie like the parts of one tensor: each instance axis stands in memory
 * right in front of the dimension that it cuts, so that the loops over both are one. What a
 * dimension of an operand was cut by follows it to the result. */
#include <string.h>

#include "codegen/graph/graph.h"
#include "support/limits.h"

bool node_stands_before(const struct node *node, uint32_t axis, uint32_t dim) {
    uint32_t i = 0;
    if (!(node->axes & 1u << axis)) {
        return false;
    }
    while (node->place.order[i] != axis) {
        i++;
    }
    while (i < node->rank && node->place.order[i] < node->lead) {
        i++;
    }
    return i < node->rank && node->place.order[i] == dim;
}

/* The coordinate of a dimension of the node read, which others may share if it is the first of
 * them; NULL where it is not. */
static const struct affine *own_coordinate(const struct term *read, uint32_t dim) {
    for (uint32_t i = 0; i < read->coordinate_count; i++) {
        if ((read->groups ? read->groups[i].dims[0] : i) == dim) {
            return &read->coordinates[i].at;
        }
    }
    return NULL;
}

/* The dimension that the reader walks slowest along a coordinate of the node read; 0: none. */
static uint32_t walked_with(const struct node *node, const struct affine *at) {
    uint32_t slowest = 0;
    for (uint32_t d = node->lead; d < node->rank; d++) {
        if (at->stride[d] > 0 && (slowest == 0 || at->stride[d] > at->stride[slowest])) {
            slowest = d;
        }
    }
    return slowest;
}

static void place_by_read(const struct node *node, struct placement *placement,
                          const struct term *read) {
    const struct node *from = read->node;
    for (uint32_t a = 0; a < node->lead; a++) {
        const struct affine *own = own_coordinate(read, a);
        bool same = own && affine_is_dim(own, a);
        for (uint32_t k = node->lead; k < from->rank; k++) {
            const struct affine *at = own_coordinate(read, k);
            bool cuts = at && (at->stride[a] != 0 || (same && node_stands_before(from, a, k)));
            if (node->axes & 1u << a && placement->dim[a] == 0 && cuts) {
                placement->dim[a] = (uint8_t)walked_with(node, at);
            }
        }
    }
}

/* An index, converted or not, here or in the node read at the same coordinates, or in one that this
 * reads, and so on for some `levels`; NULL where the term is none. */
static const struct affine *index_of(const struct term *term, uint32_t levels) {
    while (term->kind == TERM_SCALAR && term->op == SCALAR_CONVERT) {
        term = term->args[0];
    }
    if (term->kind == TERM_INDEX) {
        return &term->affine;
    }
    if (levels == 0 || term->kind != TERM_READ || term->groups ||
        term->node->kind != NODE_COMPUTE) {
        return NULL;
    }
    const struct affine *read = index_of(term->node->term, levels - 1);
    for (uint32_t i = 0; read && i < term->coordinate_count; i++) {
        if (read->stride[i] != 0 && !affine_is_dim(&term->coordinates[i].at, i)) {
            return NULL;
        }
    }
    return read;
}

/* The number of an element along a dimension of the whole, as an axis that cuts it and the place in
 * the part make it up. */
static void place_by_sum(const struct node *node, struct placement *placement,
                         const struct affine *part, const struct affine *place) {
    for (uint32_t a = 0; a < node->lead; a++) {
        for (uint32_t d = node->lead; d < node->rank; d++) {
            if (placement->dim[a] == 0 && node->axes & 1u << a && place->stride[d] != 0 &&
                part->stride[a] == place->stride[d] * node->extent[d]) {
                placement->dim[a] = (uint8_t)d;
            }
        }
    }
}

static void place_term(const struct node *node, struct placement *placement,
                       const struct term *term) {
    if (term->kind == TERM_READ) {
        place_by_read(node, placement, term);
    }
    if (term->kind == TERM_SCALAR && term->op == SCALAR_ADD) {
        const struct affine *a = index_of(term->args[0], LIMIT_DEEP);
        const struct affine *b = index_of(term->args[1], LIMIT_DEEP);
        if (a && b) {
            place_by_sum(node, placement, a, b);
            place_by_sum(node, placement, b, a);
        }
    }
    for (uint32_t i = 0; i < term->arg_count; i++) {
        place_term(node, placement, term->args[i]);
    }
}

/* Of a tensor in parts the largest counts, where it stands in the tensor as it is. */
static void place_by_parts(const struct node *node, struct placement *placement) {
    const struct node_part *largest = NULL;
    int64_t most = 0;
    for (uint32_t p = 0; p < node->written.count; p++) {
        const struct node_part *part = &node->written.parts[p];
        int64_t points = 1;
        bool in_place = part->rank == node->rank;
        for (uint32_t d = node->lead; d < part->rank && in_place; d++) {
            points *= part->extent[d];
            in_place = part->store[d].stride[d] == 1 && !part->dynamic[d];
        }
        if (in_place && points > most) {
            most = points;
            largest = part;
        }
    }
    if (largest) {
        place_term(node, placement, largest->term);
    }
}

void node_apply_placement(struct node *node, const struct placement *placement) {
    uint32_t count = 0;
    for (uint32_t dim = 0; dim < node->rank; dim++) {
        bool is_axis = dim > 0 && dim < node->lead;
        for (uint32_t a = 0; a < node->lead && !is_axis; a++) {
            if (placement->dim[a] == dim) {
                node->place.order[count++] = (uint8_t)a;
            }
        }
        if (dim >= node->lead) {
            node->place.order[count++] = (uint8_t)dim;
        }
    }
}

/* Places the instance axes of a node by what it reads. */
void node_place(struct node *node) {
    struct placement placement = {{0}};
    if (node->axes == 0) {
        return;
    }
    if (node->kind == NODE_COMPUTE) {
        place_term(node, &placement, node->term);
    } else if (node->kind == NODE_REDUCE) {
        place_term(node, &placement, node->reduce->term[0]);
    } else if (node->kind == NODE_PARTS) {
        place_by_parts(node, &placement);
    }
    for (uint32_t i = 0; i < node->operand_count; i++) {
        place_by_read(node, &placement, node->operands[i]);
    }
    node_apply_placement(node, &placement);
}

void node_follow(struct node *node, const struct node *operand) {
    struct placement placement = {{0}};
    for (uint32_t a = 0; a < node->lead && node->rank == operand->rank; a++) {
        for (uint32_t d = node->lead; d < node->rank && node->axes & 1u << a; d++) {
            placement.dim[a] = node_stands_before(operand, a, d) ? (uint8_t)d : placement.dim[a];
        }
    }
    node_apply_placement(node, &placement);
}

void node_order_with_axes(const struct node *node, const uint8_t *dims, uint8_t *order) {
    uint32_t count = 0, placed = 0;
    for (uint32_t i = node->lead; i < node->rank; i++) {
        for (uint32_t a = 0; a < node->lead; a++) {
            placed |= node_stands_before(node, a, i) ? 1u << a : 0;
        }
    }
    for (uint32_t a = 0; a < node->lead; a++) {
        if (!(placed & 1u << a)) {
            order[count++] = (uint8_t)a;
        }
    }
    for (uint32_t i = 0; i < node_rank(node); i++) {
        uint8_t dim = (uint8_t)(node->lead + (dims ? dims[i] : i));
        for (uint32_t a = 0; a < node->lead; a++) {
            if (node_stands_before(node, a, dim)) {
                order[count++] = (uint8_t)a;
            }
        }
        order[count++] = dim;
    }
}
