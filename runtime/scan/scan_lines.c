/* Scans of a line along it, strip by strip, and of several lines across them. */
#include "scan_plan.h"
#include "sizes.h"
#include "strips.h"

#include <string.h>

static void load(size_t bytes, void *to, const void *from, int64_t n, int64_t stride) {
    const struct sdyrt_strips *strips = sdyrt_strips();
    (bytes == 1   ? strips->load_8
     : bytes == 2 ? strips->load_16
     : bytes == 4 ? strips->load_32
     : bytes == 8 ? strips->load_64
                  : strips->load_128)(to, from, n, stride);
}

static void store(size_t bytes, void *to, const void *from, int64_t n, int64_t stride) {
    const struct sdyrt_strips *strips = sdyrt_strips();
    (bytes == 1   ? strips->store_8
     : bytes == 2 ? strips->store_16
     : bytes == 4 ? strips->store_32
     : bytes == 8 ? strips->store_64
                  : strips->store_128)(to, from, n, stride);
}

/* The i-th strip of scratch. */
static char *buffer(char *scratch, int i) {
    return scratch + i * SCAN_BUFFER + SCAN_MARGIN;
}

enum { STATES, SOURCE, WIDE, RESULT, MERGED };

/* n states as results in the form that operands have; in place or in scratch. */
static char *results(const struct scan_kind *kind, char *states, int64_t n, char *scratch) {
    if (kind->arithmetic->finish != NULL) {
        kind->arithmetic->finish(buffer(scratch, WIDE), states, n);
        states = buffer(scratch, WIDE);
    }
    if (kind->narrow != NULL) {
        kind->narrow(buffer(scratch, RESULT), states, n);
        states = buffer(scratch, RESULT);
    }
    return states;
}

/* ---- along ----------------------------------------------------------------------------------- */

/* n elements of a line as the arithmetic takes them. */
static const char *elements(const struct scan_plan *p, const char *from, int64_t n, char *scratch) {
    int64_t bytes = (int64_t)p->kind.bytes;
    if (p->line.from != bytes) {
        load(p->kind.bytes, buffer(scratch, SOURCE), from, n, p->line.from / bytes);
        from = buffer(scratch, SOURCE);
    }
    if (p->kind.widen != NULL) {
        p->kind.widen(buffer(scratch, WIDE), from, n);
        from = buffer(scratch, WIDE);
    }
    return from;
}

/* The result before the first one: that of no elements or of the chunks before. */
static void first_result(const struct scan_plan *p, const char *before, char *held, char *scratch) {
    const struct scan_arithmetic *a = p->kind.arithmetic;
    char *state = buffer(scratch, STATES);
    if (before == NULL) {
        memcpy(held, p->kind.empty, sizeof p->kind.empty);
        return;
    }
    for (int plane = 0; plane < a->planes; plane++) {
        memcpy(state + (size_t)plane * SCAN_STRIP * a->bytes, before + (size_t)plane * a->bytes,
               a->bytes);
    }
    memcpy(held, results(&p->kind, state, 1, scratch), p->kind.bytes);
}

/* Moves n results on by one place: *held comes first and the last is held. There is room for an
   element before and after them. */
static char *delayed(const struct scan_plan *p, char *result, int64_t n, char *held) {
    size_t bytes = p->kind.bytes, last = (size_t)(n - 1) * bytes;
    if (p->reverse) {
        memcpy(result + last + bytes, held, bytes);
        memcpy(held, result, bytes);
        return result + bytes;
    }
    memcpy(result - bytes, held, bytes);
    memcpy(held, result + last, bytes);
    return result - bytes;
}

static void scan_strip(const struct scan_plan *p, const struct scan_part *part, int64_t at,
                       int64_t n, char *carry, char *held, char *scratch) {
    const struct scan_kind *kind = &p->kind;
    const char *source = elements(p, part->from + at * p->line.from, n, scratch);
    char *to = part->to + at * p->line.to, *states = buffer(scratch, STATES);
    int dense = p->line.to == (int64_t)kind->bytes;
    int in_place = part->total == NULL && dense && held == NULL && kind->narrow == NULL &&
                   kind->arithmetic->finish == NULL;
    states = in_place ? to : states;
    kind->prefix[p->reverse](states, source, n, carry);
    if (part->total != NULL) {
        return;
    }
    if (part->before != NULL) {
        kind->arithmetic->merge_single(part->before, states, n);
    }
    if (!in_place) {
        char *result = results(kind, states, n, scratch);
        result = held == NULL ? result : delayed(p, result, n, held);
        store(kind->bytes, to, result, n, p->line.to / (int64_t)kind->bytes);
    }
}

void sdyrt_scan_along(const struct scan_plan *plan, const struct scan_part *part, char *scratch) {
    const struct scan_arithmetic *a = plan->kind.arithmetic;
    size_t state_bytes = a->bytes * (size_t)a->planes;
    char carry[16], last[16], *held = plan->exclusive && part->total == NULL ? last : NULL;
    memcpy(carry, a->identity, state_bytes);
    if (held != NULL) {
        first_result(plan, part->before, held, scratch);
    }
    for (int64_t done = 0; done < part->count; done += SCAN_STRIP) {
        int64_t n = minimum(SCAN_STRIP, part->count - done);
        int64_t at = part->begin + (plan->reverse ? part->count - done - n : done);
        scan_strip(plan, part, at, n, carry, held, scratch);
    }
    if (part->total != NULL) {
        memcpy(part->total, carry, state_bytes);
    }
}

/* ---- across ---------------------------------------------------------------------------------- */

/* `width` times the same number, in each plane. */
static void fill(const struct scan_plan *p, char *states, const void *state, int64_t width) {
    size_t bytes = p->kind.arithmetic->bytes;
    for (int plane = 0; plane < p->kind.arithmetic->planes; plane++) {
        load(bytes, states + (size_t)plane * SCAN_STRIP * bytes,
             (const char *)state + (size_t)plane * bytes, width, 0);
    }
}

/* Row number k of the part, in the order of the scan. */
static int64_t row_at(const struct scan_plan *p, const struct scan_part *part, int64_t k) {
    return part->begin + (p->reverse ? part->count - 1 - k : k);
}

/* Rows of the result are the states: each is made of the one before. */
static void scan_rows(const struct scan_plan *p, const struct scan_part *part) {
    const char *before = NULL;
    for (int64_t k = 0; k < part->count; k++) {
        int64_t at = row_at(p, part, k);
        const char *from = part->from + at * p->line.from;
        char *to = part->to + at * p->line.to;
        if (before == NULL) {
            memcpy(to, from, (size_t)part->width * p->kind.bytes);
        } else {
            p->kind.arithmetic->append(to, before, from, part->width);
        }
        before = to;
    }
}

static void put_row(const struct scan_plan *p, const struct scan_part *part, char *to, char *states,
                    char *scratch) {
    if (part->before != NULL) {
        p->kind.arithmetic->merge(buffer(scratch, MERGED), part->before, states, part->width);
        states = buffer(scratch, MERGED);
    }
    memcpy(to, results(&p->kind, states, part->width, scratch),
           (size_t)part->width * p->kind.bytes);
}

void sdyrt_scan_across(const struct scan_plan *plan, const struct scan_part *part, char *scratch) {
    const struct scan_kind *kind = &plan->kind;
    char *states = part->total == NULL ? buffer(scratch, STATES) : part->total;
    int put = part->total == NULL, plain = kind->widen == NULL && kind->arithmetic->finish == NULL;
    if (put && plain && !plan->exclusive && part->before == NULL) {
        scan_rows(plan, part);
        return;
    }
    fill(plan, states, kind->arithmetic->identity, part->width);
    for (int64_t k = 0; k < part->count; k++) {
        int64_t at = row_at(plan, part, k);
        const char *from = part->from + at * plan->line.from;
        char *to = part->to + at * plan->line.to;
        if (put && plan->exclusive && k == 0 && part->before == NULL) {
            load(kind->bytes, to, kind->empty, part->width, 0);
        } else if (put && plan->exclusive) {
            put_row(plan, part, to, states, scratch);
        }
        if (kind->widen != NULL) {
            kind->widen(buffer(scratch, WIDE), from, part->width);
            from = buffer(scratch, WIDE);
        }
        kind->arithmetic->append(states, states, from, part->width);
        if (put && !plan->exclusive) {
            put_row(plan, part, to, states, scratch);
        }
    }
}
