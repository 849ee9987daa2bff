#include "weave_items.h"

#include "sizes.h"

#include <string.h>

static void move_orders(struct weave_item *item, int64_t by) {
    for (int64_t k = 0; by != 0 && k < WEAVE_WIDTH; k++) {
        item->order[k] = (signed char)(item->order[k] < 0 ? item->order[k] : item->order[k] + by);
    }
}

/* The item of the vector that has room for these bytes of the source, or a new one; NULL: there
   are too many. */
static struct weave_item *item_for(struct weave_unit *unit, struct weave_item *items,
                                   int64_t source, int64_t at, int64_t bytes) {
    struct weave_item *item = items;
    for (; item < items + WEAVE_PER_VECTOR && item->span > 0; item++) {
        int64_t low = minimum(item->low, at), high = maximum(item->low + item->span, at + bytes);
        if (item->source == source && high - low <= unit->width) {
            move_orders(item, item->low - low);
            item->low = low;
            item->span = high - low;
            return item;
        }
    }
    if (item == items + WEAVE_PER_VECTOR) {
        return NULL;
    }
    item->source = source;
    item->low = at;
    item->span = bytes;
    return item;
}

/* `bytes` from `at` of the source to the place `to` of the vector with these items. */
static int add_piece(struct weave_unit *unit, struct weave_item *items, int64_t source, int64_t at,
                     int64_t to, int64_t bytes) {
    struct weave_item *item = item_for(unit, items, source, at, bytes);
    for (int64_t i = 0; item != NULL && i < bytes; i++) {
        item->order[to + i] = (signed char)(at + i - item->low);
        item->mask |= (uint64_t)1 << (to + i);
    }
    return item != NULL;
}

/* The same to the place `to` of the unit. */
static int add_run(struct weave_unit *unit, int64_t source, int64_t at, int64_t to, int64_t bytes) {
    int64_t width = unit->width;
    for (int64_t done = 0; done < bytes;) {
        int64_t in = (to + done) & (width - 1), part = minimum(bytes - done, width - in);
        int64_t vector = (to + done) >> (width == 16 ? 4 : 6);
        struct weave_item *items = &unit->items[vector * WEAVE_PER_VECTOR];
        if (!add_piece(unit, items, source, at + done, in, part)) {
            return 0;
        }
        done += part;
    }
    return 1;
}

/* The items of all vectors of a unit of so many rows, WEAVE_PER_VECTOR each. */
static int add_items(const struct sdyrt_weave *what, int64_t rows, struct weave_unit *unit) {
    int64_t place = 0;
    unit->rows = rows;
    unit->bytes = rows * what->row;
    unit->vectors = pieces(unit->bytes, unit->width);
    if (unit->vectors * WEAVE_PER_VECTOR > WEAVE_ITEMS) {
        return 0;
    }
    for (int64_t i = 0; i < unit->vectors * WEAVE_PER_VECTOR; i++) {
        unit->items[i].span = 0;
        unit->items[i].mask = 0;
        memset(unit->items[i].order, -128, sizeof unit->items[i].order);
    }
    for (int64_t r = 0; r < rows; r++) {
        for (int64_t k = 0; k < what->runs; k++) {
            int64_t at = what->from[k] + r * what->step[what->source[k]];
            if (!add_run(unit, what->source[k], at, place, what->bytes[k])) {
                return 0;
            }
            place += what->bytes[k];
        }
    }
    return 1;
}

/* Takes out the items that no vector has; those that only some have read what the first reads. */
static void close_ranks(struct weave_unit *unit) {
    int64_t span = 0;
    unit->per = 1;
    for (int64_t i = 0; i < unit->vectors * WEAVE_PER_VECTOR; i++) {
        int64_t k = i % WEAVE_PER_VECTOR;
        unit->per = unit->items[i].span > 0 ? maximum(unit->per, k + 1) : unit->per;
        span = maximum(span, unit->items[i].span);
    }
    unit->read = span <= 16 ? 16 : unit->width;
    for (int64_t i = 0; i < unit->vectors * unit->per; i++) {
        int64_t v = i / unit->per, k = i % unit->per;
        unit->items[i] = unit->items[v * WEAVE_PER_VECTOR + k];
        if (unit->items[i].span == 0) {
            const struct weave_item *first = &unit->items[v * unit->per];
            unit->items[i].source = first->source;
            unit->items[i].low = first->low;
            unit->items[i].span = first->span;
        }
    }
}

/* Of a source that goes backwards the last byte read is the last that is wanted: so what it has too
   little of for whole vectors is at its end, too. */
static void turn(const struct sdyrt_weave *what, struct weave_unit *unit) {
    for (int64_t i = 0; i < unit->vectors * unit->per; i++) {
        struct weave_item *item = &unit->items[i];
        if (what->step[item->source] < 0) {
            move_orders(item, unit->read - item->span);
            item->low -= unit->read - item->span;
        }
    }
}

int sdyrt_weave_unit(const struct sdyrt_weave *what, int64_t width, int64_t rows,
                     struct weave_unit *unit) {
    unit->width = width;
    if (!add_items(what, rows, unit)) {
        return 0;
    }
    close_ranks(unit);
    turn(what, unit);
    return 1;
}
