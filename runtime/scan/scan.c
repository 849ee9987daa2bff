#include "scan.h"

#include "scan_plan.h"
#include "sizes.h"

#include <string.h>

/* The totals are states of SCAN_STRIP numbers a plane for every chunk of every group of columns;
   where lines are scanned along, a single state each. */

static size_t total_bytes(const struct scan_plan *p) {
    const struct scan_arithmetic *a = p->kind.arithmetic;
    return a->bytes * (size_t)a->planes * (p->across ? SCAN_STRIP : 1);
}

/* The totals of the chunks of a line or of a group of columns: chunk by chunk. */
static char *totals_of(const struct scan_plan *p, char *const *operands, int64_t outer,
                       int64_t strip) {
    int64_t line = outer * p->strips + strip;
    return operands[2] + (size_t)(line * p->chunks) * total_bytes(p);
}

int64_t sdyrt_scan_phases(const struct sdyrt_scan *what) {
    struct scan_plan p;
    sdyrt_scan_plan(what, &p);
    return p.chunks > 1 ? 3 : 1;
}

size_t sdyrt_scan_totals(const struct sdyrt_scan *what) {
    struct scan_plan p;
    sdyrt_scan_plan(what, &p);
    int64_t count = p.chunks > 1 ? p.outer_count * p.strips * p.chunks : 0;
    return (size_t)count * total_bytes(&p);
}

int64_t sdyrt_scan_tasks(const struct sdyrt_scan *what) {
    struct scan_plan p;
    sdyrt_scan_plan(what, &p);
    return p.groups * p.strips * (what->phase == 1 ? 1 : p.chunks);
}

size_t sdyrt_scan_scratch(const struct sdyrt_scan *what) {
    (void)what;
    return SCAN_SCRATCH;
}

/* Replaces the total of each chunk by that of all chunks before it. */
static void scan_totals(const struct scan_plan *p, char *totals, int64_t width, char *scratch) {
    const struct scan_arithmetic *a = p->kind.arithmetic;
    size_t bytes = total_bytes(p), plane = a->bytes * (p->across ? SCAN_STRIP : 1);
    size_t used = (size_t)width * a->bytes, strip = SCAN_STRIP * a->bytes;
    char *running = scratch, *chunk = scratch + SCAN_BUFFER;
    for (int i = 0; i < a->planes; i++) {
        for (size_t at = 0; at < used; at += a->bytes) {
            memcpy(running + (size_t)i * strip + at,
                   (const char *)a->identity + (size_t)i * a->bytes, a->bytes);
        }
    }
    for (int64_t k = 0; k < p->chunks; k++) {
        char *total = totals + (size_t)(p->reverse ? p->chunks - 1 - k : k) * bytes;
        for (int i = 0; i < a->planes; i++) {
            memcpy(chunk + (size_t)i * strip, total + (size_t)i * plane, used);
            memcpy(total + (size_t)i * plane, running + (size_t)i * strip, used);
        }
        a->merge(running, running, chunk, width);
    }
}

static void scan_part(const struct scan_plan *p, int64_t phase, char *const *operands,
                      int64_t outer, int64_t strip, int64_t chunk, char *scratch) {
    int64_t column = strip * p->width * (int64_t)p->kind.bytes;
    struct scan_part part = {.from = operands[0] + p->from + column,
                             .to = operands[1] + p->to + column,
                             .begin = chunk * p->chunk,
                             .width = minimum(p->width, p->columns - strip * p->width)};
    part.count = minimum(p->chunk, p->line.size - part.begin);
    int64_t rest = outer;
    for (int64_t k = p->outer_rank - 1; k >= 0; k--) {
        int64_t index = k > 0 ? rest % p->outer[k].size : rest;
        rest = k > 0 ? rest / p->outer[k].size : 0;
        part.from += index * p->outer[k].from;
        part.to += index * p->outer[k].to;
    }
    if (p->chunks > 1) {
        char *total = totals_of(p, operands, outer, strip) + (size_t)chunk * total_bytes(p);
        int64_t first = p->reverse ? p->chunks - 1 : 0;
        part.total = phase == 0 ? total : NULL;
        part.before = phase == 2 && chunk != first ? total : NULL;
    }
    (p->across ? sdyrt_scan_across : sdyrt_scan_along)(p, &part, scratch);
}

void sdyrt_scan(const struct sdyrt_scan *what, char *const *operands, int64_t task, char *scratch) {
    struct scan_plan p;
    sdyrt_scan_plan(what, &p);
    int64_t chunks = what->phase == 1 ? 1 : p.chunks;
    int64_t chunk = task % chunks, strip = task / chunks % p.strips;
    int64_t first = task / chunks / p.strips * p.group;
    int64_t end = minimum(first + p.group, p.outer_count);
    for (int64_t outer = first; outer < end; outer++) {
        if (what->phase == 1) {
            int64_t width = minimum(p.width, p.columns - strip * p.width);
            scan_totals(&p, totals_of(&p, operands, outer, strip), width, scratch);
        } else {
            scan_part(&p, what->phase, operands, outer, strip, chunk, scratch);
        }
    }
}
