#include "scan_plan.h"

#include "sizes.h"

enum {
    FEW_COLUMNS = 16,   /* fewer lines side by side are scanned along */
    MIN_TASKS = 8,      /* where there are fewer, columns are divided, then lines */
    MIN_WIDTH = 512,    /* bytes of columns */
    MIN_LINE = 1 << 20, /* bytes of lines that are worth three phases */
    MOST_CHUNKS = 256,  /* of a line, whose totals are added one after the other */
};

/* Makes the result's stride positive: the dimension's last index becomes the first. */
static int turn(struct scan_plan *p, struct scan_dim *d) {
    if (d->to >= 0 || d->size < 1) {
        return 0;
    }
    p->from += (d->size - 1) * d->from;
    p->to += (d->size - 1) * d->to;
    d->from = -d->from;
    d->to = -d->to;
    return 1;
}

/* Inserts a dimension, the result's slowest first. */
static void add_outer(struct scan_plan *p, struct scan_dim d) {
    p->outer_count *= d.size;
    if (d.size <= 1) {
        return;
    }
    turn(p, &d);
    int64_t at = p->outer_rank++;
    for (; at > 0 && p->outer[at - 1].to < d.to; at--) {
        p->outer[at] = p->outer[at - 1];
    }
    p->outer[at] = d;
}

static void merge(struct scan_plan *p) {
    int64_t rank = 0;
    for (int64_t k = 0; k < p->outer_rank; k++) {
        struct scan_dim d = p->outer[k], *last = rank > 0 ? &p->outer[rank - 1] : NULL;
        if (last != NULL && last->from == d.size * d.from && last->to == d.size * d.to) {
            *last = (struct scan_dim){last->size * d.size, d.from, d.to};
        } else {
            p->outer[rank++] = d;
        }
    }
    p->outer_rank = rank;
}

/* A sum of complex numbers is two of real ones. */
static void normalise(const struct sdyrt_scan *what, struct scan_plan *p, int64_t *type) {
    int halves = what->op == SDYRT_SCAN_SUM &&
                 (what->type == SDYRT_SCAN_C64 || what->type == SDYRT_SCAN_C128);
    *type = !halves ? what->type : what->type == SDYRT_SCAN_C128 ? SDYRT_SCAN_F64 : SDYRT_SCAN_F32;
    int64_t bytes =
        (int64_t)sdyrt_scan_kind(what->type, halves ? SDYRT_SCAN_PROD : what->op, 0).bytes;
    p->from = p->to = p->outer_rank = 0;
    p->outer_count = 1;
    p->line = (struct scan_dim){what->size, what->from * bytes, what->to * bytes};
    p->reverse = (what->reverse != 0) ^ turn(p, &p->line);
    p->exclusive = what->exclusive != 0;
    for (int64_t k = 0; k < what->rank; k++) {
        add_outer(p, (struct scan_dim){what->outer_size[k], what->outer_from[k] * bytes,
                                       what->outer_to[k] * bytes});
    }
    if (halves) {
        add_outer(p, (struct scan_dim){2, bytes / 2, bytes / 2});
    }
    merge(p);
}

/* Takes the columns, where lines are to be scanned across: side by side, each in its order. */
static void take_columns(struct scan_plan *p, int64_t bytes, int in_order) {
    p->columns = 1;
    p->across = in_order;
    if (p->outer_rank == 0 || (!in_order && p->line.from == bytes && p->line.to == bytes)) {
        return;
    }
    const struct scan_dim *last = &p->outer[p->outer_rank - 1];
    if (last->from == bytes && last->to == bytes && (in_order || last->size >= FEW_COLUMNS)) {
        p->columns = last->size;
        p->across = 1;
        p->outer_rank--;
        p->outer_count /= p->columns;
    }
}

static void cut(struct scan_plan *p, int64_t bytes, int in_order) {
    int64_t narrowest = MIN_WIDTH / bytes;
    p->width = minimum(p->columns, SCAN_STRIP);
    if (p->outer_count * pieces(p->columns, p->width) < MIN_TASKS && p->width > narrowest) {
        int64_t even = pieces(p->columns, pieces(MIN_TASKS, maximum(p->outer_count, 1)));
        p->width = minimum(p->width, maximum(narrowest, pieces(even, FEW_COLUMNS) * FEW_COLUMNS));
    }
    p->strips = pieces(p->columns, p->width);
    int64_t item = p->width * bytes, room = maximum(1, SDYRT_SCAN_TASK_BYTES / 2 / item);
    p->chunk = p->line.size;
    if (!in_order && p->outer_count * p->strips < MIN_TASKS && p->line.size > MIN_LINE / item) {
        room = maximum(room, pieces(p->line.size, MOST_CHUNKS));
        p->chunk = room >= SCAN_STRIP ? pieces(room, SCAN_STRIP) * SCAN_STRIP : room;
    }
    p->chunks = pieces(p->line.size, maximum(p->chunk, 1));
    p->group = p->chunks > 1 ? 1 : maximum(1, 2 * room / maximum(p->line.size, 1));
    p->groups = pieces(p->outer_count, p->group);
}

void sdyrt_scan_plan(const struct sdyrt_scan *what, struct scan_plan *plan) {
    int64_t type;
    normalise(what, plan, &type);
    plan->kind = sdyrt_scan_kind(type, what->op, 0);
    take_columns(plan, (int64_t)plan->kind.bytes, what->in_order != 0);
    if (plan->across) {
        plan->kind = sdyrt_scan_kind(type, what->op, 1);
    }
    cut(plan, (int64_t)plan->kind.bytes, what->in_order != 0);
}
