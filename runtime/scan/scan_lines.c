/* Scans of a line along it, strip by strip, and of several lines across them. */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE /* for lgamma_r */
#endif
#include "scalar_reduce.h"
#include "scan_kernels.h"
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

/* A strip of scratch, behind room for an element. */
static char *buffer(char *scratch, enum scan_buffer i) {
    return scratch + i * SCAN_BUFFER + SDYRT_LINE_BYTES;
}

/* Running sums of floats begin anew after so many rows, or strips of a line; what came before them
   is added to each. So do sums of so many blocks after a piece of a line, of which nothing else is
   divided into chunks. */
enum { ANEW = SDYRT_REDUCE_MANY, PIECE_ROWS = ANEW * ANEW, PIECE = ANEW * SCAN_STRIP };

/* n states as results in the form that operands have; in place or in scratch. */
static char *results(const struct scan_kind *kind, char *states, int64_t n, char *scratch) {
    if (kind->arithmetic->finish != NULL) {
        kind->arithmetic->finish(buffer(scratch, SCAN_WIDE), states, n);
        states = buffer(scratch, SCAN_WIDE);
    }
    if (kind->narrow != NULL) {
        kind->narrow(buffer(scratch, SCAN_RESULT), states, n);
        states = buffer(scratch, SCAN_RESULT);
    }
    return states;
}

/* ---- along ----------------------------------------------------------------------------------- */

/* n elements of a line as the arithmetic takes them. */
static const char *elements(const struct scan_lines *p, const char *from, int64_t n,
                            char *scratch) {
    int64_t bytes = (int64_t)p->kind.bytes;
    if (p->line.from != bytes) {
        load(p->kind.bytes, buffer(scratch, SCAN_SOURCE), from, n, p->line.from / bytes);
        from = buffer(scratch, SCAN_SOURCE);
    }
    if (p->kind.widen != NULL) {
        p->kind.widen(buffer(scratch, SCAN_WIDE), from, n);
        from = buffer(scratch, SCAN_WIDE);
    }
    return from;
}

/* The result before the first one: that of no elements or of the chunks before. */
static void first_result(const struct scan_lines *p, const char *before, char *held,
                         char *scratch) {
    const struct scan_arithmetic *a = p->kind.arithmetic;
    char *state = buffer(scratch, SCAN_STATES);
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
static char *delayed(const struct scan_lines *p, char *result, int64_t n, char *held) {
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

/* What a strip needs of those before it: NULL or what joins each of its results, the state of the
   piece so far, and NULL or the result that comes first where they are one place behind. */
struct so_far {
    const char *before;
    char *carry, *held;
};

/* n results from place `at` of the line on. */
static void scan_strip(const struct scan_lines *p, const struct scan_part *part,
                       const struct so_far *so_far, int64_t at, int64_t n, char *scratch) {
    const struct scan_kind *kind = &p->kind;
    const char *before = so_far->before;
    char *held = so_far->held;
    const char *source = elements(p, part->from + at * p->line.from, n, scratch);
    char *to = part->to + at * p->line.to, *states = buffer(scratch, SCAN_STATES);
    int dense = p->line.to == (int64_t)kind->bytes;
    int in_place = part->total == NULL && dense && held == NULL && kind->narrow == NULL &&
                   kind->arithmetic->finish == NULL;
    states = in_place ? to : states;
    kind->prefix[p->reverse](states, source, n, so_far->carry, kind->prefixes);
    if (part->total != NULL) {
        return;
    }
    if (before != NULL) {
        kind->arithmetic->merge_single(before, states, n);
    }
    if (!in_place) {
        char *result = results(kind, states, n, scratch);
        result = held == NULL ? result : delayed(p, result, n, held);
        store(kind->bytes, to, result, n, p->line.to / (int64_t)kind->bytes);
    }
}

/* Begins a piece of a line: the carry joins what came before, and begins anew. */
static const char *begin_piece(const struct scan_lines *p, const char *before, char *carry,
                               char *held) {
    const struct scan_arithmetic *a = p->kind.arithmetic;
    if (before != NULL) {
        a->merge_single(before, carry, 1);
    }
    memcpy(held, carry, a->bytes);
    memcpy(carry, a->identity, a->bytes);
    return held;
}

void sdyrt_scan_along(const struct scan_lines *p, const struct scan_part *part, char *scratch) {
    const struct scan_arithmetic *a = p->kind.arithmetic;
    const size_t state_bytes = a->bytes * (size_t)a->planes;
    const int64_t piece = p->kind.rows != NULL && p->is_whole ? PIECE : part->count;
    const char *before = part->before;
    char carry[SCAN_STATE_BYTES], pieces[16], last[16];
    char *held = p->exclusive && part->total == NULL ? last : NULL;
    memcpy(carry, a->identity, state_bytes);
    if (held != NULL) {
        first_result(p, part->before, held, scratch);
    }
    for (int64_t done = 0, end = piece; done < part->count; done += SCAN_STRIP) {
        int64_t n = minimum(SCAN_STRIP, part->count - done);
        int64_t at = part->begin + (p->reverse ? part->count - done - n : done);
        if (done == end) {
            before = begin_piece(p, before, carry, pieces);
            end += piece;
        }
        const struct so_far so_far = {before, carry, held};
        scan_strip(p, part, &so_far, at, n, scratch);
    }
    if (part->total != NULL) {
        memcpy(part->total, carry, state_bytes);
    }
}

/* ---- across ---------------------------------------------------------------------------------- */

/* `width` times the same number, in each plane. */
static void fill(const struct scan_lines *p, char *states, const void *state, int64_t width) {
    size_t bytes = p->kind.arithmetic->bytes;
    for (int plane = 0; plane < p->kind.arithmetic->planes; plane++) {
        load(bytes, states + (size_t)plane * SCAN_STRIP * bytes,
             (const char *)state + (size_t)plane * bytes, width, 0);
    }
}

/* Row number k of the part, in the order of the scan. */
static int64_t row_at(const struct scan_lines *p, const struct scan_part *part, int64_t k) {
    return part->begin + (p->reverse ? part->count - 1 - k : k);
}

/* Rows of the result are the states: each is made of the one before. */
static void scan_rows(const struct scan_lines *p, const struct scan_part *part) {
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

/* The first row of a scan without the elements themselves. */
static void put_first_row(const struct scan_lines *p, const struct scan_part *part) {
    char *to = part->to + row_at(p, part, 0) * p->line.to;
    if (part->before == NULL) {
        load(p->kind.bytes, to, p->kind.empty, part->width, 0);
    } else {
        memcpy(to, part->before, (size_t)part->width * p->kind.bytes);
    }
}

/* The rows of a sum before any are added; those of results are one further where it is without the
   elements themselves. */
static struct scan_rows first_rows(const struct scan_lines *p, const struct scan_part *part,
                                   const char *base) {
    const int64_t first = row_at(p, part, 0);
    struct scan_rows rows = {.from = part->from + first * p->line.from,
                             .from_step = p->reverse ? -p->line.from : p->line.from,
                             .to_step = p->reverse ? -p->line.to : p->line.to,
                             .width = part->width,
                             .before = part->before,
                             .base = base};
    if (part->total == NULL) {
        rows.to = part->to + first * p->line.to + (p->exclusive ? rows.to_step : 0);
    }
    return rows;
}

/* `sums` are added to what is held, and begin anew. */
static void move_sums(const struct scan_lines *p, char *held, char *sums, int64_t width) {
    p->kind.arithmetic->merge(held, held, sums, width);
    fill(p, sums, p->kind.arithmetic->identity, width);
}

/* Begins a piece of lines: `sums` join what came before, which is held. */
static void begin_rows(const struct scan_lines *p, const char **before, char *held, char *sums,
                       int64_t width) {
    if (*before == NULL) {
        fill(p, held, p->kind.arithmetic->identity, width);
        *before = held;
    }
    move_sums(p, held, sums, width);
}

/* Adds rows; returns where their sums are. */
static char *add_rows(const struct scan_lines *p, struct scan_rows *rows, char *sums, char *other) {
    rows->sums = sums;
    rows->next_sums = other;
    p->kind.rows(rows);
    rows->from += rows->rows * rows->from_step;
    rows->to = rows->to == NULL ? NULL : rows->to + rows->rows * rows->to_step;
    return other;
}

/* Sums of floats, of a block of rows after the other: as many at a time as the near cache holds.
   Lines that are not divided into chunks are divided into pieces. */
static void sum_rows(const struct scan_lines *p, const struct scan_part *part, char *scratch) {
    const struct scan_arithmetic *a = p->kind.arithmetic;
    const int is_whole = p->is_whole, is_moved = p->exclusive && part->total == NULL;
    const int64_t count = part->count - is_moved;
    const int64_t block = is_whole ? ANEW : maximum(ANEW, pieces(count, ANEW));
    const int64_t at_once = maximum(1, SDYRT_NEAR_CACHE / (part->width * (int64_t)a->bytes));
    char *sums = buffer(scratch, SCAN_STATES), *other = buffer(scratch, SCAN_MERGED);
    char *base = buffer(scratch, SCAN_WIDE);
    struct scan_rows rows = first_rows(p, part, base);
    if (is_moved) {
        put_first_row(p, part);
    }
    fill(p, base, a->identity, part->width);
    fill(p, sums, a->identity, part->width);
    for (int64_t done = 0; done < count; done += rows.rows) {
        if (done > 0 && done % block == 0) {
            move_sums(p, base, sums, part->width);
        }
        if (is_whole && done > 0 && done % PIECE_ROWS == 0) {
            begin_rows(p, &rows.before, buffer(scratch, SCAN_SOURCE), base, part->width);
        }
        rows.rows = minimum(minimum(at_once, block - done % block), count - done);
        char *last = add_rows(p, &rows, sums, other);
        other = sums;
        sums = last;
    }
    if (part->total != NULL) {
        a->merge(part->total, base, sums, part->width);
    }
}

static void put_row(const struct scan_lines *p, const struct scan_part *part, char *to,
                    char *states, char *scratch) {
    if (part->before != NULL) {
        p->kind.arithmetic->merge(buffer(scratch, SCAN_MERGED), part->before, states, part->width);
        states = buffer(scratch, SCAN_MERGED);
    }
    memcpy(to, results(&p->kind, states, part->width, scratch),
           (size_t)part->width * p->kind.bytes);
}

/* Rows whose states are not results. */
static void scan_states(const struct scan_lines *p, const struct scan_part *part, char *scratch) {
    const struct scan_kind *kind = &p->kind;
    const int put = part->total == NULL, has_pieces = kind->rows != NULL && p->is_whole;
    char *states = put ? buffer(scratch, SCAN_STATES) : part->total;
    struct scan_part piece = *part;
    fill(p, states, kind->arithmetic->identity, part->width);
    for (int64_t k = 0; k < part->count; k++) {
        int64_t at = row_at(p, part, k);
        const char *from = part->from + at * p->line.from;
        char *to = part->to + at * p->line.to;
        if (has_pieces && k > 0 && k % PIECE_ROWS == 0) {
            begin_rows(p, &piece.before, buffer(scratch, SCAN_SOURCE), states, part->width);
        }
        if (put && p->exclusive && k == 0 && part->before == NULL) {
            load(kind->bytes, to, kind->empty, part->width, 0);
        } else if (put && p->exclusive) {
            put_row(p, &piece, to, states, scratch);
        }
        if (kind->widen != NULL) {
            kind->widen(buffer(scratch, SCAN_WIDE), from, part->width);
            from = buffer(scratch, SCAN_WIDE);
        }
        kind->arithmetic->append(states, states, from, part->width);
        if (put && !p->exclusive) {
            put_row(p, &piece, to, states, scratch);
        }
    }
}

void sdyrt_scan_across(const struct scan_lines *p, const struct scan_part *part, char *scratch) {
    const struct scan_kind *kind = &p->kind;
    const int is_plain = kind->widen == NULL && kind->arithmetic->finish == NULL;
    if (kind->rows != NULL && is_plain) {
        sum_rows(p, part, scratch);
    } else if (is_plain && part->total == NULL && part->before == NULL && !p->exclusive) {
        scan_rows(p, part);
    } else {
        scan_states(p, part, scratch);
    }
}
