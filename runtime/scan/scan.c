#include "scan.h"

#include "scan_kernels.h"
#include "sizes.h"

#include <string.h>

typedef void scan_fn(const struct scan_lines *lines, const struct scan_part *part, char *scratch);

static const struct {
    scan_fn *scan;
    int is_across;
} routes[SDYRT_SCAN_ROUTE_COUNT] = {
#define ROUTE(name, NAME, across, chunked, sentence)                                               \
    {across ? sdyrt_scan_across : sdyrt_scan_along, across},
#include "scan_routes.def"
};

/* A scan, and how its tasks divide it. */
struct work {
    const struct sdyrt_scan *what;
    char *const *operands;
    scan_fn *scan;
    struct scan_lines lines;
    struct walk_dim outer[SDYRT_SCAN_DIMS]; /* without columns */
    int64_t outer_rank, outer_count, columns, width, strips, chunk, chunks, group;
    int is_across;
    size_t total_bytes; /* of a chunk */
};

static struct work work_of(const struct sdyrt_scan *what, const struct sdyrt_scan_plan *plan,
                           char *const *operands) {
    const int is_across = routes[plan->route].is_across;
    const struct scan_kind kind = sdyrt_scan_kind(what->type, what->op, is_across, plan->isa);
    const int64_t bytes = (int64_t)kind.bytes;
    struct work work = {.what = what,
                        .operands = operands,
                        .scan = routes[plan->route].scan,
                        .lines = {.kind = kind,
                                  .line = {what->size, what->from * bytes, what->to * bytes},
                                  .reverse = what->reverse != 0,
                                  .exclusive = what->exclusive != 0},
                        .outer_rank = what->rank - is_across,
                        .outer_count = 1,
                        .columns = is_across ? what->outer_size[what->rank - 1] : 1,
                        .width = plan->width,
                        .chunk = plan->chunk,
                        .chunks = pieces(what->size, plan->chunk),
                        .group = plan->group,
                        .is_across = is_across,
                        .total_bytes = sdyrt_scan_total_bytes(what->type, what->op, is_across)};
    work.lines.is_whole = work.chunks == 1;
    work.strips = pieces(work.columns, work.width);
    for (int64_t k = 0; k < work.outer_rank; k++) {
        work.outer[k] = (struct walk_dim){what->outer_size[k], what->outer_from[k] * bytes,
                                          what->outer_to[k] * bytes};
        work.outer_count *= what->outer_size[k];
    }
    return work;
}

static int64_t width_at(const struct work *work, int64_t strip) {
    return minimum(work->width, work->columns - strip * work->width);
}

/* The totals are states of SCAN_STRIP numbers a plane for every chunk of every group of columns;
   where lines are scanned along, a single state each. Those of the chunks of a line or of a group
   of columns: chunk by chunk. */
static char *totals_of(const struct work *work, int64_t outer, int64_t strip) {
    const int64_t line = outer * work->strips + strip;
    return work->operands[2] + (size_t)(line * work->chunks) * work->total_bytes;
}

/* Replaces the total of each chunk by that of all chunks before it. */
static void scan_totals(const struct work *work, char *totals, int64_t width, char *scratch) {
    const struct scan_arithmetic *a = work->lines.kind.arithmetic;
    size_t plane = a->bytes * (work->is_across ? SCAN_STRIP : 1);
    size_t used = (size_t)width * a->bytes, strip = SCAN_STRIP * a->bytes;
    char *running = scratch, *chunk = scratch + SCAN_BUFFER;
    for (int i = 0; i < a->planes; i++) {
        for (size_t at = 0; at < used; at += a->bytes) {
            memcpy(running + (size_t)i * strip + at,
                   (const char *)a->identity + (size_t)i * a->bytes, a->bytes);
        }
    }
    for (int64_t k = 0; k < work->chunks; k++) {
        const int64_t at = work->lines.reverse ? work->chunks - 1 - k : k;
        char *total = totals + (size_t)at * work->total_bytes;
        for (int i = 0; i < a->planes; i++) {
            memcpy(chunk + (size_t)i * strip, total + (size_t)i * plane, used);
            memcpy(total + (size_t)i * plane, running + (size_t)i * strip, used);
        }
        a->merge(running, running, chunk, width);
    }
}

/* The state of a chunk of lines, and the one that it begins with, where the phase has such. */
static void set_states(const struct work *work, char *totals, int64_t chunk,
                       struct scan_part *part) {
    char *total = totals + (size_t)chunk * work->total_bytes;
    const int64_t first = work->lines.reverse ? work->chunks - 1 : 0;
    part->total = work->what->phase == 0 ? total : NULL;
    part->before = work->what->phase == 2 && chunk != first ? total : NULL;
}

/* One chunk of the lines from `outer` to `end`, or of a strip of their columns. */
static void scan_chunk(const struct work *work, int64_t outer, int64_t end, int64_t strip,
                       int64_t chunk, char *scratch) {
    const int64_t bytes = (int64_t)work->lines.kind.bytes, column = strip * work->width;
    const int64_t begin = chunk * work->chunk;
    int64_t index[SDYRT_SCAN_DIMS];
    struct scan_part part = {.from = work->operands[0] + (work->what->from_offset + column) * bytes,
                             .to = work->operands[1] + (work->what->to_offset + column) * bytes,
                             .begin = begin,
                             .count = minimum(work->chunk, work->lines.line.size - begin),
                             .width = width_at(work, strip)};
    walk_begin(work->outer, work->outer_rank, outer, index, &part.from, &part.to);
    for (; outer < end; outer++) {
        if (work->chunks > 1) {
            set_states(work, totals_of(work, outer, strip), chunk, &part);
        }
        work->scan(&work->lines, &part, scratch);
        walk_step(work->outer, work->outer_rank, index, &part.from, &part.to);
    }
}

void sdyrt_scan(const struct sdyrt_scan *what, const struct sdyrt_scan_plan *plan,
                char *const *operands, int64_t task, char *scratch) {
    const struct work work = work_of(what, plan, operands);
    const int64_t chunks = what->phase == 1 ? 1 : work.chunks;
    const int64_t chunk = task % chunks, strip = task / chunks % work.strips;
    const int64_t first = task / chunks / work.strips * work.group;
    const int64_t end = minimum(first + work.group, work.outer_count);
    if (what->phase != 1) {
        scan_chunk(&work, first, end, strip, chunk, scratch);
        return;
    }
    for (int64_t outer = first; outer < end; outer++) {
        scan_totals(&work, totals_of(&work, outer, strip), width_at(&work, strip), scratch);
    }
}
