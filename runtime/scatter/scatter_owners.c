#include "scatter_owners.h"

#include "scatter_kernels.h"
#include "sizes.h"

#include <string.h>

#define THRESHOLD(name, value, unit, why, how) enum { name = value };
#include "scatter_thresholds.def"

/* Where a part's lists begin, in its list of these: it has none. */
#define NOT_DIVIDED UINT32_MAX

/* Bytes of rows that are brought together before they are added, at most so many rows; updates that
   are made together where they lie. */
enum {
    ROOM = SDYRT_SCATTER_SCRATCH / 2,
    ROOM_ROWS = ROOM / SDYRT_LINE_BYTES,
    TOGETHER = SDYRT_SCATTER_SCRATCH / 4
};
_Static_assert(ROOM + ROOM_ROWS * sizeof(int64_t) + TOGETHER <= SDYRT_SCATTER_SCRATCH,
               "what a task holds fits");

/* Tasks on their way. */
struct work {
    const struct sdyrt_scatter_owners *what;
    const struct sdyrt_scatter_plan *plan;
    struct sdyrt_scatter update;
    char *memory;
    const char *values, *places;
    uint32_t *lists;
    uint64_t scale;     /* 2^32 by the columns of a row */
    int64_t row, width; /* bytes of a row of values, of a place */
    char *rows, *offsets;
    uint8_t *keep;
    int64_t held, room; /* rows that are there, and that there is room for */
};

/* --- lists --- */

int64_t sdyrt_scatter_lists(const struct sdyrt_scatter_owners *what) {
    const int64_t numbers = what->parts * (what->owners + 1) + what->count;
    return numbers * (int64_t)sizeof(uint32_t);
}

static struct work work_of(const struct sdyrt_scatter_owners *what,
                           const struct sdyrt_scatter_plan *plan, char *const *operands,
                           char *scratch) {
    const int64_t row = what->columns * scatter_value_bytes(what->type);
    const int64_t width = what->wide ? sizeof(int64_t) : sizeof(int32_t);
    return (struct work){.what = what,
                         .plan = plan,
                         .update = {what->op, what->type, what->wide, what->columns},
                         .memory = operands[0],
                         .values = operands[1],
                         .places = operands[2],
                         .lists = (uint32_t *)(void *)operands[3],
                         .scale = (UINT64_C(1) << 32) / (uint64_t)what->columns + 1,
                         .row = row,
                         .width = width,
                         .rows = scratch,
                         .offsets = scratch + ROOM,
                         .keep = (uint8_t *)scratch + ROOM + ROOM_ROWS * sizeof(int64_t),
                         .room = minimum(ROOM / row, ROOM_ROWS)};
}

static int64_t place_of(const struct work *w, int64_t update) {
    return scatter_offset(w->places, w->what->wide, update);
}

/* Rows are dealt out in turns, as far as they begin at multiples of their columns: few of them that
   lie side by side, and are met often, have an owner each. */
static int64_t owner_of(const struct work *w, int64_t place) {
    return (int64_t)((uint64_t)place * w->scale >> 32) & (w->what->owners - 1);
}

/* The updates of a part. */
static int64_t begin_of(const struct work *w, int64_t part) {
    return minimum(part * pieces(w->what->count, w->what->parts), w->what->count);
}

/* Where the lists of a part's owners begin in the part's list, and where the last one ends. */
static uint32_t *begins_of(const struct work *w, int64_t part) {
    return w->lists + part * (w->what->owners + 1);
}

static uint32_t *list_of(const struct work *w, int64_t part) {
    return w->lists + w->what->parts * (w->what->owners + 1) + begin_of(w, part);
}

/* Lists the updates of a part, owner by owner. */
static void divide(const struct work *w, int64_t part) {
    const int64_t from = begin_of(w, part), end = begin_of(w, part + 1), owners = w->what->owners;
    uint32_t *begins = begins_of(w, part), *list = list_of(w, part), next[SDYRT_SCATTER_OWNERS + 1];
    memset(next, 0, sizeof next);
    for (int64_t i = from; i < end; i++) {
        const int64_t place = place_of(w, i);
        if (place >= 0) {
            next[owner_of(w, place) + 1]++;
        }
    }
    for (int64_t owner = 0; owner < owners; owner++) {
        next[owner + 1] += next[owner];
    }
    memcpy(begins, next, (size_t)(owners + 1) * sizeof *begins);
    for (int64_t i = from; i < end; i++) {
        const int64_t place = place_of(w, i);
        if (place >= 0) {
            list[next[owner_of(w, place)]++] = (uint32_t)(i - from);
        }
    }
}

/* --- updates --- */

/* Whether none of so many is left out. */
static int are_kept(const struct work *w, int64_t first, int64_t count) {
    int64_t some = 0;
    if (w->what->wide) {
        for (int64_t i = first; i < first + count; i++) {
            some |= ((const int64_t *)(const void *)w->places)[i];
        }
        return some >= 0;
    }
    int32_t few = 0;
    for (int64_t i = first; i < first + count; i++) {
        few |= ((const int32_t *)(const void *)w->places)[i];
    }
    return few >= 0;
}

/* All of them, as they lie. */
static void update_all(const struct work *w) {
    for (int64_t first = 0; first < w->what->count; first += TOGETHER) {
        const int64_t count = minimum(TOGETHER, w->what->count - first);
        const int keeps_all = are_kept(w, first, count);
        for (int64_t i = 0; i < count && !keeps_all; i++) {
            w->keep[i] = place_of(w, first + i) >= 0;
        }
        sdyrt_scatter(&w->update, w->plan, w->memory, w->places + first * w->width,
                      keeps_all ? NULL : w->keep, w->values + first * w->row, count);
    }
}

static void make_held(struct work *w) {
    sdyrt_scatter(&w->update, w->plan, w->memory, w->offsets, NULL, w->rows, w->held);
    w->held = 0;
}

static void copy_row(char *to, const char *from, int64_t bytes) {
    int64_t at = 0;
    for (; at + SDYRT_LINE_BYTES <= bytes; at += SDYRT_LINE_BYTES) {
        memcpy(to + at, from + at, SDYRT_LINE_BYTES);
    }
    if (at < bytes) {
        memcpy(to + at, from + at, (size_t)(bytes - at));
    }
}

/* Long rows are added where they lie; others are brought together. */
static void take_update(struct work *w, int64_t update) {
    const char *place = w->places + update * w->width, *row = w->values + update * w->row;
    if (w->room <= 1) {
        sdyrt_scatter(&w->update, w->plan, w->memory, place, NULL, row, 1);
        return;
    }
    copy_row(w->rows + w->held * w->row, row, w->row);
    memcpy(w->offsets + w->held * w->width, place, (size_t)w->width);
    w->held++;
    if (w->held == w->room) {
        make_held(w);
    }
}

static void fetch_row(const struct work *w, int64_t update) {
    const char *row = w->values + update * w->row;
    for (int64_t at = 0; at < minimum(w->row, 4 * SDYRT_LINE_BYTES); at += SDYRT_LINE_BYTES) {
        __builtin_prefetch(row + at);
    }
}

/* Of a part that was divided, those in the lists of some owners. */
static void update_listed(struct work *w, int64_t part, int64_t first, int64_t end) {
    const uint32_t *begins = begins_of(w, part), *list = list_of(w, part);
    const int64_t from = begin_of(w, part), last = begins[end];
    for (int64_t i = begins[first]; i < last; i++) {
        fetch_row(w, from + list[minimum(i + SCATTER_AHEAD, last - 1)]);
        take_update(w, from + list[i]);
    }
}

/* Of one that was not, those whose places they own. */
static void update_owned(struct work *w, int64_t part, int64_t first, int64_t end) {
    const int64_t last = begin_of(w, part + 1);
    for (int64_t i = begin_of(w, part); i < last; i++) {
        const int64_t place = place_of(w, i);
        const int64_t owner = place < 0 ? -1 : owner_of(w, place);
        if (owner >= first && owner < end) {
            take_update(w, i);
        }
    }
}

static void update_some(struct work *w, int64_t first, int64_t end) {
    for (int64_t part = 0; part < w->what->parts; part++) {
        if (*begins_of(w, part) == NOT_DIVIDED) {
            update_owned(w, part, first, end);
        } else {
            update_listed(w, part, first, end);
        }
    }
    if (w->held > 0) {
        make_held(w);
    }
}

int64_t sdyrt_scatter_owners(const struct sdyrt_scatter_owners *what,
                             const struct sdyrt_scatter_plan *plan, char *const *operands,
                             int64_t first, int64_t most, char *scratch) {
    struct work w = work_of(what, plan, operands, scratch);
    const int is_division = what->phase == SDYRT_SCATTER_DIVISION;
    const int64_t tasks = is_division ? what->parts : what->owners;
    if (is_division) {
        for (int64_t part = first; part < first + most; part++) {
            if (most == tasks) {
                *begins_of(&w, part) = NOT_DIVIDED;
            } else {
                divide(&w, part);
            }
        }
    } else if (most == tasks) {
        update_all(&w);
    } else {
        update_some(&w, first, first + most);
    }
    return most;
}
