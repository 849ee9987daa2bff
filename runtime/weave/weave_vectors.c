/* Blocks of rows by vectors: the same pattern for unit after unit. */
#include "weave_items.h"

#include "sizes.h"

#if defined(__x86_64__)
#include <stdbool.h>
#include <string.h>

/* As many units as there are. */
static void run_units(struct weave_units *units, int64_t width, int64_t read) {
    if (width == WEAVE_SHORT) {
        sdyrt_weave_short(units);
    } else if (read == WEAVE_SHORT) {
        sdyrt_weave_wide_of_16(units);
    } else {
        sdyrt_weave_wide(units);
    }
}

/* ---- units ----------------------------------------------------------------------------------- */

/* The units, of `count`, for which the sources have all that is read from where the items are. */
static int64_t readable(const struct weaver *weaver, const struct weave_rows *rows, int64_t count) {
    const struct weave_units *units = &weaver->units;
    int64_t read = weaver->unit.read, items = units->vectors * units->per;
    for (int64_t i = 0; i < items && count > 0; i++) {
        const char *low = rows->low[units->items[i].source];
        const char *high = rows->high[units->items[i].source];
        const char *from = units->from[i], *last = from + (count - 1) * units->step[i];
        int64_t step = units->step[i], room = step < 0 ? from - low : high - from - read;
        bool is_whole = from >= low && from + read <= high && last >= low && last + read <= high;
        if (step != 0 && !is_whole) {
            count = room < 0 ? 0 : minimum(count, room / (step < 0 ? -step : step) + 1);
        }
    }
    return count;
}

void sdyrt_weave_begin(const struct sdyrt_weave *what, const struct sdyrt_weave_plan *plan,
                       struct weaver *weaver) {
    struct weave_unit *unit = &weaver->unit;
    sdyrt_weave_unit(what, plan->width, plan->rows, unit);
    weaver->units = (struct weave_units){
        .items = unit->items, .vectors = unit->vectors, .per = unit->per, .bytes = unit->bytes};
}

/* Where the items read from unit number `unit` of the block on. */
static void place(const struct sdyrt_weave *what, struct weaver *weaver,
                  const struct weave_rows *rows, int64_t row) {
    struct weave_units *units = &weaver->units;
    for (int64_t i = 0; i < weaver->unit.vectors * units->per; i++) {
        const struct weave_item *item = &units->items[i];
        int64_t step = what->step[item->source];
        units->from[i] = rows->from[item->source] + item->low + row * step;
        units->step[i] = weaver->unit.rows * step;
        if (step == 0) {
            memcpy(weaver->still[i], units->from[i], (size_t)item->span);
            units->from[i] = weaver->still[i];
        }
    }
    units->to = rows->to + row * what->row;
    units->past = rows->past && (uintptr_t)units->to % WEAVE_WIDTH == 0 &&
                  units->bytes % WEAVE_WIDTH == 0 && weaver->unit.width == WEAVE_WIDTH;
}

/* Fills the first rows of a block by vectors; returns how many. */
static int64_t fill_rows(const struct sdyrt_weave *what, struct weaver *weaver,
                         const struct weave_rows *rows) {
    const struct weave_unit *unit = &weaver->unit;
    struct weave_units *units = &weaver->units;
    int64_t whole = rows->count / unit->rows, count;
    int64_t beyond = unit->vectors * unit->width - unit->bytes;
    place(what, weaver, rows, 0);
    count = readable(weaver, rows, whole);
    /* The last vector of a unit may reach into the next, or to where others write. */
    while (count > 0 && (rows->count - count * unit->rows) * what->row < beyond) {
        count--;
    }
    units->count = count;
    if (count > 0) {
        run_units(units, unit->width, weaver->unit.read);
    }
    int64_t done = count * unit->rows;
    if (count == whole && count > 0 && done < rows->count && beyond == 0) {
        /* What is left with rows that are there already. */
        place(what, weaver, rows, rows->count - unit->rows);
        units->count = readable(weaver, rows, 1);
        if (units->count == 1) {
            run_units(units, unit->width, weaver->unit.read);
            done = rows->count;
        }
    }
    return done;
}

void sdyrt_weave_block_vectors(const struct sdyrt_weave *what, struct weaver *weaver,
                               const struct weave_rows *rows, char *scratch) {
    (void)scratch;
    sdyrt_weave_copy_rows(what, rows, fill_rows(what, weaver, rows));
}
#else
void sdyrt_weave_begin(const struct sdyrt_weave *what, const struct sdyrt_weave_plan *plan,
                       struct weaver *weaver) {
    (void)what, (void)plan, (void)weaver;
}

/* No class of other processors has a plan with vectors. */
void sdyrt_weave_block_vectors(const struct sdyrt_weave *what, struct weaver *weaver,
                               const struct weave_rows *rows, char *scratch) {
    (void)weaver, (void)scratch;
    sdyrt_weave_copy_rows(what, rows, 0);
}
#endif
