#include "weave.h"

#include "caches.h"
#include "parts.h"
#include "sizes.h"
#include "stream.h"
#include "weave_columns.h"
#include "weave_items.h"

#include <string.h>

/* ---- tasks ----------------------------------------------------------------------------------- */

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

size_t sdyrt_weave_scratch(const struct sdyrt_weave *what, const struct sdyrt_weave_plan *plan) {
#if SDYRT_HAS_WEAVE_COLUMNS
    return plan->route == SDYRT_WEAVE_BY_COLUMNS ? sdyrt_weave_columns_scratch(what) : 0;
#else
    (void)what, (void)plan;
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
void sdyrt_weave_copy_rows(const struct sdyrt_weave *what, const struct weave_rows *rows,
                           int64_t first) {
#define CASE(size)                                                                                 \
    case size:                                                                                     \
        copy_run(at, what->row, source, step, count, size);                                        \
        break;
    for (int64_t count; first < rows->count; first += count) {
        char *at = rows->to + first * what->row;
        count = minimum(SDYRT_CACHE_WAYS, rows->count - first);
        for (int64_t k = 0; k < what->runs; k++) {
            int64_t step = what->step[what->source[k]], bytes = what->bytes[k];
            const char *source = rows->from[what->source[k]] + what->from[k] + first * step;
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

static void block_of_rows(const struct sdyrt_weave *what, struct weaver *weaver,
                          const struct weave_rows *rows, char *scratch) {
    (void)weaver, (void)scratch;
    sdyrt_weave_copy_rows(what, rows, 0);
}

/* ---- routes ---------------------------------------------------------------------------------- */

static weave_block_fn *const blocks[SDYRT_WEAVE_ROUTE_COUNT] = {
#define ROUTE(name, NAME, part, block, accepts, sentence) SDYRT_OR_NULL(part, block),
#include "weave_routes.def"
};

void sdyrt_weave(const struct sdyrt_weave *what, const struct sdyrt_weave_plan *plan,
                 char *const *operands, int64_t task, char *scratch) {
    const char *from[SDYRT_WEAVE_SOURCES], *low[SDYRT_WEAVE_SOURCES], *high[SDYRT_WEAVE_SOURCES];
    struct weaver weaver;
    weaver.isa = plan->isa;
    struct part part = part_of(what);
    int64_t row = task % part.row_parts * part.rows, outer = task / part.row_parts * part.outer;
    int64_t last = minimum(what->outer, outer + part.outer);
#if SDYRT_HAS_WEAVE_VECTORS
    if (plan->width > 0) {
        sdyrt_weave_begin(what, plan, &weaver);
    }
#endif
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
        blocks[plan->route](what, &weaver, &rows, scratch);
    }
}
