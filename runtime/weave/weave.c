#include "weave.h"

#include "parts.h"
#include "sizes.h"
#include "stream.h"
#include "weave_columns.h"
#include "weave_plan.h"

#include <string.h>

#define THRESHOLD(name, value, unit, why, how) enum { name = value };
#include "weave_thresholds.def"

/* ---- tasks ----------------------------------------------------------------------------------- */

enum { TOGETHER = 8 }; /* rows that are copied together */

/* Some rows of one block, or several whole blocks. */
struct part {
    int64_t rows, row_parts; /* of a block */
    int64_t outer, outer_parts;
};

static struct part part_of(const struct sdyrt_weave *what) {
    struct part part = {0};
    if (what->rows == 0 || what->outer == 0 || what->row == 0) {
        return part;
    }
    int64_t room = maximum(1, SDYRT_WEAVE_TASK_BYTES / what->row);
    part.rows = minimum(what->rows, room);
    part.row_parts = pieces(what->rows, part.rows);
    part.outer = maximum(1, room / what->rows);
    part.outer_parts = pieces(what->outer, part.outer);
    return part;
}

int64_t sdyrt_weave_tasks(const struct sdyrt_weave *what) {
    struct part part = part_of(what);
    return part.row_parts * part.outer_parts;
}

int sdyrt_weave_has_columns(const struct sdyrt_weave *what) {
    int64_t bytes = what->runs > 0 ? what->bytes[0] : 0;
    int has = what->runs > WEAVE_MOST_BY_BYTES && bytes <= 16 && (bytes & (bytes - 1)) == 0;
    for (int64_t k = 0; k < what->runs && has; k++) {
        has = what->bytes[k] == bytes && what->step[what->source[k]] == bytes;
    }
    return has;
}

size_t sdyrt_weave_scratch(const struct sdyrt_weave *what) {
#if SDYRT_HAS_WEAVE_COLUMNS
    return sdyrt_weave_has_columns(what) ? sdyrt_weave_columns_scratch(what) : 0;
#else
    (void)what;
    return 0;
#endif
}

/* ---- rows ------------------------------------------------------------------------------------ */

/* Where each source is read first and last by any row of any block. */
static void bounds_of(const struct sdyrt_weave *what, char *const *operands, const char **low,
                      const char **high) {
    int64_t least[SDYRT_WEAVE_SOURCES], most[SDYRT_WEAVE_SOURCES];
    for (int64_t i = 0; i < what->sources; i++) {
        least[i] = INT64_MAX;
        most[i] = INT64_MIN;
    }
    for (int64_t k = 0; k < what->runs; k++) {
        int64_t i = what->source[k];
        least[i] = minimum(least[i], what->from[k]);
        most[i] = maximum(most[i], what->from[k] + what->bytes[k]);
    }
    for (int64_t i = 0; i < what->sources; i++) {
        int64_t rows = (what->rows - 1) * what->step[i];
        int64_t outer = (what->outer - 1) * what->outer_step[i];
        low[i] = operands[i] + least[i] + minimum(rows, 0) + minimum(outer, 0);
        high[i] = operands[i] + most[i] + maximum(rows, 0) + maximum(outer, 0);
    }
}

/* One run of each of some rows; `bytes` is a constant where that is worth it. */
static inline __attribute__((always_inline)) void copy_run(char *to, int64_t row, const char *from,
                                                           int64_t step, int64_t count,
                                                           const int64_t bytes) {
    for (int64_t r = 0; r < count; r++) {
        memcpy(to + r * row, from + r * step, (size_t)bytes);
    }
}

/* A few rows at a time, which stay in the first cache until all their runs have come: rows of a
 * power of two bytes share few of its places. */
static void copy_rows(const struct sdyrt_weave *what, const char *const *from, char *to,
                      int64_t first, int64_t end) {
#define CASE(size)                                                                                 \
    case size:                                                                                     \
        copy_run(at, what->row, source, step, count, size);                                        \
        break;
    for (int64_t count; first < end; first += count) {
        char *at = to + first * what->row;
        count = minimum(TOGETHER, end - first);
        for (int64_t k = 0; k < what->runs; k++) {
            int64_t step = what->step[what->source[k]], bytes = what->bytes[k];
            const char *source = from[what->source[k]] + what->from[k] + first * step;
            switch (bytes) {
                CASE(16)
                CASE(32)
                CASE(64)
                CASE(128)
            default:
                copy_run(at, what->row, source, step, count, bytes);
                break;
            }
            at += bytes;
        }
    }
#undef CASE
}

void sdyrt_weave_by(int64_t width, const struct sdyrt_weave *what, char *const *operands,
                    int64_t task, char *scratch) {
    const char *from[SDYRT_WEAVE_SOURCES], *low[SDYRT_WEAVE_SOURCES], *high[SDYRT_WEAVE_SOURCES];
    struct weaver weaver;
    struct part part = part_of(what);
    int has_columns = SDYRT_HAS_WEAVE_COLUMNS && sdyrt_weave_has_columns(what);
    int by_vectors = !has_columns && sdyrt_weave_begin(what, width, &weaver);
    int64_t row = task % part.row_parts * part.rows, outer = task / part.row_parts * part.outer;
    int64_t last = minimum(what->outer, outer + part.outer);
    bounds_of(what, operands, low, high);
    for (; outer < last; outer++) {
        struct weave_rows rows = {
            .count = minimum(part.rows, what->rows - row),
            .from = from,
            .low = low,
            .high = high,
            .to = operands[what->sources] + outer * what->outer_to + row * what->row,
            .past = what->rows * what->row * what->outer >= SDYRT_STREAM_BYTES};
        for (int64_t i = 0; i < what->sources; i++) {
            from[i] = operands[i] + row * what->step[i] + outer * what->outer_step[i];
        }
#if SDYRT_HAS_WEAVE_COLUMNS
        if (has_columns) {
            sdyrt_weave_columns(what, from, rows.to, rows.count, scratch);
            continue;
        }
#else
        (void)scratch;
#endif
        int64_t done = by_vectors ? sdyrt_weave_vectors(what, &weaver, &rows) : 0;
        copy_rows(what, from, rows.to, done, rows.count);
    }
}

void sdyrt_weave(const struct sdyrt_weave *what, char *const *operands, int64_t task,
                 char *scratch) {
    sdyrt_weave_by(sdyrt_weave_width(), what, operands, task, scratch);
}
