#include "stream.h"

#include "sizes.h"
#include "walk.h"

#include <string.h>

/* ---- runs ------------------------------------------------------------------------------------ */

#if defined(__x86_64__)
#include "stream_x86.h"

/* Whole lines go past the caches; what other runs share a line with does not. */
static void copy_past(char *to, const char *from, int64_t bytes) {
    int64_t head = -(int64_t)((uintptr_t)to % SDYRT_LINE_BYTES) & (SDYRT_LINE_BYTES - 1);
    if (bytes < head + SDYRT_LINE_BYTES) {
        memcpy(to, from, (size_t)bytes);
        return;
    }
    int64_t whole = (bytes - head) / SDYRT_LINE_BYTES * SDYRT_LINE_BYTES, end = head + whole;
    if (head > 0) {
        memcpy(to, from, (size_t)head);
    }
    copy_lines(to + head, from + head, whole);
    if (end < bytes) {
        memcpy(to + end, from + end, (size_t)(bytes - end));
    }
}

#else

static void copy_past(char *to, const char *from, int64_t bytes) {
    memcpy(to, from, (size_t)bytes);
}

#endif

void sdyrt_move(void *to, const void *from, int64_t bytes, int past) {
    if (past) {
        copy_past(to, from, bytes);
    } else {
        memcpy(to, from, (size_t)bytes);
    }
}

void sdyrt_move_rows(void *to, int64_t stride, const void *from, int64_t rows, int64_t bytes) {
    for (int64_t r = 0; r < rows; r++) {
        copy_past((char *)to + r * stride, (const char *)from + r * bytes, bytes);
    }
}

/* ---- the plan -------------------------------------------------------------------------------- */

/* Runs of so many bytes, and the dimensions around them, the source's slowest first. A task copies
 * `block` runs, or, where one is long, a piece of it. */
struct plan {
    struct walk_dim outer[SDYRT_RANK];
    int64_t rank, count; /* of the outer dimensions; of runs */
    int64_t run, piece, pieces, block, blocks;
};

/* Whether a is to be the outer one of the two: where the source repeats, the result decides. */
static int is_slower(const struct walk_dim *a, const struct walk_dim *b) {
    int64_t left = magnitude(a->from), right = magnitude(b->from);
    return left != right ? left > right : magnitude(a->to) > magnitude(b->to);
}

/* Makes dimensions that are dense in both operands one run, as long as there are any. */
static void take_run(struct plan *p) {
    for (int64_t k = 0; k < p->rank; k++) {
        struct walk_dim d = p->outer[k];
        if (d.from == p->run && d.to == p->run) {
            p->run *= d.size;
            p->count /= d.size;
            p->rank--;
            memmove(p->outer + k, p->outer + k + 1, (size_t)(p->rank - k) * sizeof d);
            k = -1;
        }
    }
}

static void sort(struct plan *p) {
    for (int64_t k = 1; k < p->rank; k++) {
        struct walk_dim d = p->outer[k];
        int64_t at = k;
        for (; at > 0 && is_slower(&d, &p->outer[at - 1]); at--) {
            p->outer[at] = p->outer[at - 1];
        }
        p->outer[at] = d;
    }
}

static void make_plan(const struct sdyrt_stream *what, struct plan *p) {
    p->rank = 0;
    p->count = 1;
    p->run = what->bytes;
    for (int64_t k = 0; k < what->rank; k++) {
        p->count *= what->size[k];
        if (what->size[k] > 1) {
            p->outer[p->rank++] = (struct walk_dim){what->size[k], what->from[k] * what->bytes,
                                                    what->to[k] * what->bytes};
        }
    }
    if (p->count == 0) {
        p->pieces = p->blocks = 0;
        return;
    }
    take_run(p);
    sort(p);
    p->piece = minimum(p->run, SDYRT_STREAM_TASK_BYTES);
    p->pieces = pieces(p->run, p->piece);
    p->block = SDYRT_STREAM_TASK_BYTES / p->run > 1 ? SDYRT_STREAM_TASK_BYTES / p->run : 1;
    p->blocks = pieces(p->count, p->block);
}

/* ---- a task ---------------------------------------------------------------------------------- */

void sdyrt_stream(const struct sdyrt_stream *what, char *const *operands, int64_t task,
                  char *scratch) {
    struct plan p;
    int64_t index[SDYRT_RANK];
    (void)scratch;
    make_plan(what, &p);
    int64_t first = task / p.pieces * p.block, skip = task % p.pieces * p.piece;
    int64_t bytes = minimum(p.piece, p.run - skip);
    const char *from = operands[0] + skip;
    char *to = operands[1] + skip;
    walk_begin(p.outer, p.rank, first, index, &from, &to);
    for (int64_t i = minimum(p.block, p.count - first); i > 0; i--) {
        copy_past(to, from, bytes);
        if (i > 1) {
            walk_step(p.outer, p.rank, index, &from, &to);
        }
    }
}

int64_t sdyrt_stream_tasks(const struct sdyrt_stream *what) {
    struct plan p;
    make_plan(what, &p);
    return p.pieces * p.blocks;
}

size_t sdyrt_stream_scratch(const struct sdyrt_stream *what) {
    (void)what;
    return 0;
}
