/* Orders of dimensions. A read relates the order of the reader's elements to that of the elements
 * read: by a transposition, a broadcast, a window, dimensions that a reshape takes together. */
#include <stdlib.h>
#include <string.h>

#include "codegen/library/library.h"
#include "codegen/lower/layout/layout.h"

bool order_same(const struct node *node, const uint8_t *a, const uint8_t *b) {
    uint32_t i = 0, k = 0;
    for (;;) {
        while (i < node->rank && node->extent[a[i]] == 1) {
            i++;
        }
        while (k < node->rank && node->extent[b[k]] == 1) {
            k++;
        }
        if (i == node->rank || k == node->rank) {
            return i == node->rank && k == node->rank;
        }
        if (a[i++] != b[k++]) {
            return false;
        }
    }
}

bool order_is_row_major(const struct node *node, const uint8_t *order) {
    uint8_t row_major[KERNEL_DIMS];
    node_order_with_axes(node, NULL, row_major);
    return order_same(node, order, row_major);
}

bool node_has_one_order(const struct node *node) {
    uint32_t long_dims = 0;
    for (uint32_t d = 0; d < node->rank; d++) {
        long_dims += node->extent[d] != 1;
    }
    return long_dims < 2;
}

bool node_adds_dim(const struct node *node, uint32_t dim) {
    return node->kind == NODE_LIBRARY && node->library->follows && dim < node->lead &&
           node->operands[0]->node->extent[dim] < node->extent[dim];
}

/* --- the coordinates of a reader -------------------------------------------------------------- */

/* Some of the reader's coordinates, each once. */
struct sequence {
    uint32_t count;
    uint8_t dims[KERNEL_DIMS];
    uint32_t seen; /* bit d */
};

static const int64_t *space_extents(const struct seen_read *seen) {
    return seen->part ? seen->part->extent : seen->reader->extent;
}

static uint32_t space_rank(const struct seen_read *seen) {
    return seen->part ? seen->part->rank : seen->reader->rank;
}

/* Adds the coordinates that an affine function moves with, the slowest first. */
static void add_moving(struct sequence *to, const struct affine *at, uint32_t rank,
                       const int64_t *extent) {
    for (;;) {
        int64_t best = -1;
        for (uint32_t d = 0; d < rank; d++) {
            bool moves = at->stride[d] != 0 && extent[d] != 1 && !(to->seen & 1u << d);
            if (moves && (best < 0 || llabs(at->stride[d]) > llabs(at->stride[best]))) {
                best = d;
            }
        }
        if (best < 0) {
            return;
        }
        to->seen |= 1u << best;
        to->dims[to->count++] = (uint8_t)best;
    }
}

/* The coordinates from slowest to fastest where the reader goes through its memory. */
static struct sequence order_of_space(const struct seen_read *seen, const uint8_t *order) {
    struct sequence sequence = {0};
    const struct node *reader = seen->reader;
    for (uint32_t i = 0; i < reader->rank; i++) {
        struct affine own = affine_dim(order[i], 1, 0);
        add_moving(&sequence, seen->part ? &seen->part->store[order[i]] : &own, space_rank(seen),
                   space_extents(seen));
    }
    return sequence;
}

/* The coordinate of a read that gives dimension `dim` of the node read. */
static const struct affine *coordinate_of(const struct term *read, uint32_t dim) {
    for (uint32_t g = 0; g < read->coordinate_count && read->groups; g++) {
        for (uint32_t k = 0; k < read->groups[g].count; k++) {
            if (read->groups[g].dims[k] == dim) {
                return &read->coordinates[g].at;
            }
        }
    }
    return read->groups ? NULL : &read->coordinates[dim].at;
}

/* The coordinates as the memory of the node read has them move. */
static struct sequence order_of_reads(const struct seen_read *seen, const uint8_t *order) {
    struct sequence sequence = {0};
    const struct node *node = seen->read->node;
    for (uint32_t i = 0; i < node->rank; i++) {
        const struct affine *at = coordinate_of(seen->read, order[i]);
        if (at && node->extent[order[i]] != 1) {
            add_moving(&sequence, at, space_rank(seen), space_extents(seen));
        }
    }
    return sequence;
}

bool read_is_along(const struct seen_read *seen, const uint8_t *reader_order,
                   const uint8_t *operand_order) {
    struct sequence space = order_of_space(seen, reader_order);
    struct sequence reads = order_of_reads(seen, operand_order);
    uint32_t next = 0;
    for (uint32_t i = 0; i < space.count; i++) {
        if (reads.seen & 1u << space.dims[i] && reads.dims[next++] != space.dims[i]) {
            return false;
        }
    }
    return true;
}

/* --- from one order to the other -------------------------------------------------------------- */

static uint32_t position_of(const struct sequence *sequence, uint32_t dim) {
    uint32_t i = 0;
    while (i < sequence->count && sequence->dims[i] != dim) {
        i++;
    }
    return i;
}

/* Sorts dimensions by key, those of one element first; stable. */
static void sort_by_key(const struct node *node, const uint32_t *key, uint8_t *order) {
    uint32_t count = 0;
    for (uint32_t d = 0; d < node->rank; d++) {
        uint32_t i = count++;
        while (i > 0 && key[order[i - 1]] > key[d]) {
            order[i] = order[i - 1];
            i--;
        }
        order[i] = (uint8_t)d;
    }
}

bool read_order_of_operand(const struct seen_read *seen, const uint8_t *reader_order,
                           uint8_t *operand_order) {
    const struct node *node = seen->read->node;
    struct sequence space = order_of_space(seen, reader_order);
    uint32_t key[KERNEL_DIMS] = {0};
    for (uint32_t d = 0; d < node->rank; d++) {
        struct sequence moving = {0};
        const struct affine *at = coordinate_of(seen->read, d);
        if (node->extent[d] == 1 || node_adds_dim(node, d)) {
            continue;
        }
        if (at) {
            add_moving(&moving, at, space_rank(seen), space_extents(seen));
        }
        if (moving.count == 0) {
            return false;
        }
        key[d] = 1 + position_of(&space, moving.dims[0]);
    }
    sort_by_key(node, key, operand_order);
    return true;
}

bool read_order_of_reader(const struct seen_read *seen, const uint8_t *operand_order,
                          uint8_t *reader_order) {
    const struct node *reader = seen->reader;
    struct sequence reads = order_of_reads(seen, operand_order);
    uint32_t key[KERNEL_DIMS] = {0};
    for (uint32_t d = 0; d < reader->rank; d++) {
        struct sequence moving = {0};
        struct affine own = affine_dim(d, 1, 0);
        if (reader->extent[d] == 1) {
            continue;
        }
        add_moving(&moving, seen->part ? &seen->part->store[d] : &own, space_rank(seen),
                   space_extents(seen));
        if (moving.count == 0 || !(reads.seen & 1u << moving.dims[0])) {
            return false;
        }
        key[d] = 1 + position_of(&reads, moving.dims[0]);
    }
    sort_by_key(reader, key, reader_order);
    return true;
}

bool read_groups_lie_together(const struct term *read, const struct node *node,
                              const uint8_t *order) {
    for (uint32_t g = 0; g < read->coordinate_count && read->groups; g++) {
        const struct dim_group *group = &read->groups[g];
        uint32_t next = 0, position = 0, last = 0;
        while (next < group->count && node->extent[group->dims[next]] == 1) {
            next++;
        }
        for (uint32_t i = 0; i < node->rank && next < group->count; i++) {
            if (node->extent[order[i]] == 1) {
                continue;
            }
            position++;
            if (order[i] != group->dims[next]) {
                continue;
            }
            if (last > 0 && position != last + 1) {
                return false;
            }
            last = position;
            do {
                next++;
            } while (next < group->count && node->extent[group->dims[next]] == 1);
        }
        if (next < group->count) {
            return false;
        }
    }
    return true;
}

/* --- reads ------------------------------------------------------------------------------------ */

struct element_reads {
    struct seen_read seen;
    seen_visitor *visit;
    void *data;
};

static void pass_on(struct term *read, void *data) {
    struct element_reads *reads = data;
    reads->seen.read = read;
    reads->visit(&reads->seen, reads->data);
}

void node_element_reads(struct graph *graph, const struct node *node, seen_visitor *visit,
                        void *data) {
    struct element_reads reads = {.seen = {.reader = node}, .visit = visit, .data = data};
    if (node->kind == NODE_COMPUTE) {
        term_reads(graph, node->term, pass_on, &reads);
    }
    for (uint32_t i = 0; node->kind == NODE_REDUCE && i < node->reduce->operands; i++) {
        term_reads(graph, node->reduce->term[i], pass_on, &reads);
    }
    for (uint32_t p = 0; node->kind == NODE_PARTS && p < node->written.count; p++) {
        reads.seen.part = &node->written.parts[p];
        term_reads(graph, node->written.parts[p].term, pass_on, &reads);
    }
}
