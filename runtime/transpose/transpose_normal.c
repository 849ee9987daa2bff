/* The normal form of a permutation: its dimensions in the order in which they are gone through, as
   few as they can be. */
#include "transpose_plan.h"

#include "sizes.h"
#include "transpose_groups.h"
#include "walk.h"

#include <stdbool.h>
#include <string.h>

#define THRESHOLD(name, value, unit, why, how) enum { name = value };
#include "transpose_thresholds.def"

struct normal {
    int64_t bytes;    /* of an item */
    int64_t from, to; /* of the first item, in bytes */
    int64_t rank;     /* of the dimensions that are neither column nor row */
    struct walk_dim dims[SDYRT_TRANSPOSE_RANK]; /* the result's slowest first */
    struct walk_dim row, column;
};

/* Turns the dimension round: its last index becomes the first. */
static void turn(struct normal *n, struct walk_dim *d) {
    n->from += (d->size - 1) * d->from;
    n->to += (d->size - 1) * d->to;
    d->from = -d->from;
    d->to = -d->to;
}

/* The dimensions of more than one index, the result's slowest first and its strides positive. */
static void sort(const struct sdyrt_transpose *what, struct normal *n) {
    n->bytes = what->bytes;
    n->from = what->from_offset;
    n->to = what->to_offset;
    n->rank = 0;
    for (int64_t k = 0; k < what->rank; k++) {
        struct walk_dim d = {what->size[k], what->from[k], what->to[k]};
        if (d.size <= 1) {
            continue;
        }
        if (d.to < 0) {
            turn(n, &d);
        }
        int64_t at = n->rank++;
        for (; at > 0 && n->dims[at - 1].to < d.to; at--) {
            n->dims[at] = n->dims[at - 1];
        }
        n->dims[at] = d;
    }
}

/* Makes neighbours one dimension where they are one in both operands. */
static void merge(struct normal *n) {
    int64_t rank = 0;
    for (int64_t k = 0; k < n->rank; k++) {
        struct walk_dim d = n->dims[k], *last = rank > 0 ? &n->dims[rank - 1] : NULL;
        if (last != NULL && last->from == d.size * d.from && last->to == d.size * d.to) {
            *last = (struct walk_dim){last->size * d.size, d.from, d.to};
        } else {
            n->dims[rank++] = d;
        }
    }
    n->rank = rank;
}

/* A dimension that is dense in both operands makes items of its elements, if it is short. */
static void take_run(struct normal *n) {
    if (n->rank < 2) {
        return;
    }
    const struct walk_dim *last = &n->dims[n->rank - 1];
    if (last->from == n->bytes && last->to == n->bytes &&
        last->size * n->bytes <= TRANSPOSE_SHORT_RUN) {
        n->bytes *= last->size;
        n->rank--;
    }
}

static struct walk_dim take(struct normal *n, int64_t index) {
    struct walk_dim d = n->dims[index];
    n->rank--;
    memmove(n->dims + index, n->dims + index + 1, (size_t)(n->rank - index) * sizeof *n->dims);
    return d;
}

/* The dimension along which the source is densest, the result's fastest for want of one. */
static int64_t densest(const struct normal *n) {
    int64_t best = n->rank - 1;
    for (int64_t k = n->rank - 1; k >= 0; k--) {
        int64_t stride = magnitude(n->dims[k].from);
        int64_t least = magnitude(n->dims[best].from);
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
    const struct walk_dim *row = &n->dims[n->rank - 1];
    int64_t group = row->size * row->to;
    return group <= SDYRT_GROUP_BYTES && row[-1].to == group;
}

static bool has_lines(const struct normal *n) {
    const struct walk_dim *row = &n->dims[n->rank - 1];
    return row->to == n->bytes && magnitude(row->from) <= SDYRT_GROUP_BYTES;
}

static void take_matrix(struct normal *n) {
    n->row = n->column = (struct walk_dim){1, 0, 0};
    if (n->rank == 0) {
        return;
    }
    int64_t column = densest(n), row = n->rank - 1;
    if (column == row && n->rank > 1 && (has_groups(n) || has_lines(n))) {
        n->column = take(n, row - 1);
        row--;
    } else if (column != row) {
        n->column = take(n, column);
        row--;
        if (n->column.from < 0) {
            turn(n, &n->column);
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
    sort(what, &n);
    merge(&n);
    take_run(&n);
    take_matrix(&n);
    struct sdyrt_transpose normal = {.bytes = n.bytes, .from_offset = n.from, .to_offset = n.to};
    for (int64_t k = 0; k < n.rank; k++) {
        add(&normal, n.dims[k]);
    }
    add(&normal, n.column);
    n.row.size = is_empty(what) ? 0 : n.row.size;
    add(&normal, n.row);
    return normal;
}
