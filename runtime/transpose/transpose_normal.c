/* The normal form of a permutation: its dimensions in the order in which they are gone through, as
   few as they can be. */
#include "transpose_plan.h"

#include "caches.h"
#include "transpose_groups.h"
#include "walk_order.h"

#include <stdbool.h>
#include <string.h>

struct normal {
    int64_t bytes;           /* of an item */
    struct walk_order outer; /* of the dimensions that are neither column nor row */
    struct walk_dim row, column;
};

/* All dimensions, of items that are elements. */
static void take_dims(const struct sdyrt_transpose *what, struct normal *n) {
    n->bytes = what->bytes;
    n->outer = (struct walk_order){.from = what->from_offset, .to = what->to_offset};
    for (int64_t k = 0; k < what->rank; k++) {
        walk_insert(&n->outer, (struct walk_dim){what->size[k], what->from[k], what->to[k]});
    }
    walk_merge(&n->outer);
}

/* A dimension that is dense in both operands makes items of its elements, if it is short. */
static void take_run(struct normal *n) {
    if (n->outer.rank < 2) {
        return;
    }
    const struct walk_dim *last = &n->outer.dims[n->outer.rank - 1];
    if (last->from == n->bytes && last->to == n->bytes &&
        last->size * n->bytes <= SDYRT_PAGE_BYTES / 2) {
        n->bytes *= last->size;
        n->outer.rank--;
    }
}

static struct walk_dim take(struct normal *n, int64_t index) {
    struct walk_dim d = n->outer.dims[index];
    n->outer.rank--;
    memmove(n->outer.dims + index, n->outer.dims + index + 1,
            (size_t)(n->outer.rank - index) * sizeof *n->outer.dims);
    return d;
}

/* The dimension along which the source is densest, the result's fastest for want of one. */
static int64_t densest(const struct normal *n) {
    int64_t best = n->outer.rank - 1;
    for (int64_t k = n->outer.rank - 1; k >= 0; k--) {
        int64_t stride = magnitude(n->outer.dims[k].from);
        int64_t least = magnitude(n->outer.dims[best].from);
        if (stride != 0 && (least == 0 || stride < least)) {
            best = k;
        }
    }
    return best;
}

/* Whether the result's fastest dimension makes groups that lie side by side along the next, or
 * lines of items whose order changes: then the matrix has that too, whose columns are few or far
 * apart. */
static bool has_groups(const struct normal *n) {
    const struct walk_dim *row = &n->outer.dims[n->outer.rank - 1];
    int64_t group = row->size * row->to;
    return group <= SDYRT_GROUP_BYTES && row[-1].to == group;
}

static bool has_lines(const struct normal *n) {
    const struct walk_dim *row = &n->outer.dims[n->outer.rank - 1];
    return row->to == n->bytes && magnitude(row->from) <= SDYRT_GROUP_BYTES;
}

static void take_matrix(struct normal *n) {
    n->row = n->column = (struct walk_dim){1, 0, 0};
    if (n->outer.rank == 0) {
        return;
    }
    int64_t column = densest(n), row = n->outer.rank - 1;
    if (column == row && n->outer.rank > 1 && (has_groups(n) || has_lines(n))) {
        n->column = take(n, row - 1);
        row--;
    } else if (column != row) {
        n->column = take(n, column);
        row--;
        if (n->column.from < 0) {
            walk_turn(&n->outer, &n->column);
        }
    }
    n->row = take(n, row);
}

static bool is_empty(const struct sdyrt_transpose *what) {
    bool empty = false;
    for (int64_t k = 0; k < what->rank; k++) {
        empty |= what->size[k] == 0;
    }
    return empty;
}

static void add(struct sdyrt_transpose *what, struct walk_dim d) {
    what->size[what->rank] = d.size;
    what->from[what->rank] = d.from;
    what->to[what->rank++] = d.to;
}

struct sdyrt_transpose sdyrt_transpose_normal(const struct sdyrt_transpose *what) {
    struct normal n;
    take_dims(what, &n);
    take_run(&n);
    take_matrix(&n);
    struct sdyrt_transpose normal = {
        .bytes = n.bytes, .from_offset = n.outer.from, .to_offset = n.outer.to};
    for (int64_t k = 0; k < n.outer.rank; k++) {
        add(&normal, n.outer.dims[k]);
    }
    add(&normal, n.column);
    n.row.size = is_empty(what) ? 0 : n.row.size;
    add(&normal, n.row);
    return normal;
}
