#include "transpose_plan.h"

#include "caches.h"
#include "sizes.h"
#include "stream.h"
#include "transpose_groups.h"

#include <stdbool.h>
#include <string.h>

#define THRESHOLD(name, value, unit, why, how) enum { name = value };
#include "transpose_thresholds.def"

enum { BLOCK_SIDE = SDYRT_PAGE_BYTES }; /* along each side of a block of runs */

/* Turns the dimension round: its last index becomes the first. */
static void turn(struct transpose_plan *p, struct walk_dim *d) {
    p->from += (d->size - 1) * d->from;
    p->to += (d->size - 1) * d->to;
    d->from = -d->from;
    d->to = -d->to;
}

/* The dimensions of more than one index, the result's slowest first and its strides positive. */
static void sort(const struct sdyrt_transpose *what, struct transpose_plan *p) {
    p->bytes = what->bytes;
    p->from = what->from_offset * what->bytes;
    p->to = what->to_offset * what->bytes;
    p->outer_rank = 0;
    p->outer_count = 1;
    for (int64_t k = 0; k < what->rank; k++) {
        struct walk_dim d = {what->size[k], what->from[k] * what->bytes, what->to[k] * what->bytes};
        p->outer_count *= d.size;
        if (d.size <= 1) {
            continue;
        }
        if (d.to < 0) {
            turn(p, &d);
        }
        int64_t at = p->outer_rank++;
        for (; at > 0 && p->outer[at - 1].to < d.to; at--) {
            p->outer[at] = p->outer[at - 1];
        }
        p->outer[at] = d;
    }
}

/* Makes neighbours one dimension where they are one in both operands. */
static void merge(struct transpose_plan *p) {
    int64_t rank = 0;
    for (int64_t k = 0; k < p->outer_rank; k++) {
        struct walk_dim d = p->outer[k], *last = rank > 0 ? &p->outer[rank - 1] : NULL;
        if (last != NULL && last->from == d.size * d.from && last->to == d.size * d.to) {
            *last = (struct walk_dim){last->size * d.size, d.from, d.to};
        } else {
            p->outer[rank++] = d;
        }
    }
    p->outer_rank = rank;
}

/* A dimension that is dense in both operands becomes a run, and a run that is as large as
 * some element becomes an element. */
static void take_run(struct transpose_plan *p) {
    p->run = 1;
    if (p->outer_rank < 2) {
        return;
    }
    const struct walk_dim *last = &p->outer[p->outer_rank - 1];
    int64_t bytes = last->size * p->bytes;
    if (last->from != p->bytes || last->to != p->bytes || bytes > TRANSPOSE_SHORT_RUN) {
        return;
    }
    p->run = last->size;
    p->outer_rank--;
    if (bytes == 2 || bytes == 4 || bytes == 8 || bytes == 16) {
        p->bytes = bytes;
        p->run = 1;
    }
}

static struct walk_dim take(struct transpose_plan *p, int64_t index) {
    struct walk_dim d = p->outer[index];
    p->outer_rank--;
    memmove(p->outer + index, p->outer + index + 1,
            (size_t)(p->outer_rank - index) * sizeof *p->outer);
    return d;
}

/* The dimension along which the source is densest, the result's fastest for want of one. */
static int64_t densest(const struct transpose_plan *p) {
    int64_t best = p->outer_rank - 1;
    for (int64_t k = p->outer_rank - 1; k >= 0; k--) {
        int64_t stride = magnitude(p->outer[k].from);
        int64_t least = magnitude(p->outer[best].from);
        if (stride != 0 && (least == 0 || stride < least)) {
            best = k;
        }
    }
    return best;
}

/* Whether the result's fastest dimension makes groups that lie side by side along the next, or
 * lines of items whose order changes: then the matrix has that too, whose columns are few or far
 * apart. */
static bool has_groups(const struct transpose_plan *p) {
    const struct walk_dim *row = &p->outer[p->outer_rank - 1];
    int64_t group = row->size * row->to;
    return group <= SDYRT_GROUP_BYTES && row[-1].to == group;
}

static bool has_lines(const struct transpose_plan *p) {
    const struct walk_dim *row = &p->outer[p->outer_rank - 1];
    return row->to == p->run * p->bytes && magnitude(row->from) <= SDYRT_GROUP_BYTES;
}

static void take_matrix(struct transpose_plan *p) {
    p->row = p->column = (struct walk_dim){1, 0, 0};
    if (p->outer_rank == 0) {
        return;
    }
    int64_t column = densest(p), row = p->outer_rank - 1;
    if (column == row && p->outer_rank > 1 && (has_groups(p) || has_lines(p))) {
        p->column = take(p, row - 1);
        row--;
    } else if (column != row) {
        p->column = take(p, column);
        row--;
        if (p->column.from < 0) {
            turn(p, &p->column);
        }
    }
    p->row = take(p, row);
}

/* Cuts the matrix into nearly square blocks of whole lines, or takes several at once. */
static void cut(struct transpose_plan *p) {
    int64_t item = p->run * p->bytes, room = SDYRT_TRANSPOSE_TASK_BYTES / item;
    int64_t line = maximum(1, SDYRT_LINE_BYTES / p->bytes), side = line;
    while (side * side * 4 <= room) {
        side *= 2;
    }
    p->row_block = minimum(p->row.size, side);
    p->column_block = minimum(p->column.size, maximum(1, room / p->row_block / line * line));
    p->row_block =
        maximum(p->row_block, minimum(p->row.size, room / p->column_block / line * line));
    p->row_blocks = pieces(p->row.size, p->row_block);
    p->column_blocks = pieces(p->column.size, p->column_block);
    p->outer_count = 1;
    for (int64_t k = 0; k < p->outer_rank; k++) {
        p->outer_count *= p->outer[k].size;
    }
    p->outer_block = maximum(1, room / (p->row.size * p->column.size));
    p->outer_blocks = pieces(p->outer_count, p->outer_block);
}

void sdyrt_transpose_plan(const struct sdyrt_transpose *what, struct transpose_plan *plan) {
    sort(what, plan);
    if (plan->outer_count == 0) {
        plan->row_blocks = plan->column_blocks = plan->outer_blocks = 0;
        return;
    }
    plan->stream = plan->outer_count * plan->bytes >= SDYRT_STREAM_BYTES;
    merge(plan);
    take_run(plan);
    take_matrix(plan);
    cut(plan);
}
