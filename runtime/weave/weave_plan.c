#include "weave_plan.h"

#include "sizes.h"

#include <string.h>

#define THRESHOLD(name, value, unit, why, how) enum { name = value };
#include "weave_thresholds.def"

enum { FEW_ITEMS = 8 }; /* whose places stay in registers, too */

static void move_orders(struct weave_item *item, int64_t by) {
    for (int64_t k = 0; by != 0 && k < WEAVE_WIDTH; k++) {
        item->order[k] = (signed char)(item->order[k] < 0 ? item->order[k] : item->order[k] + by);
    }
}

/* The item of the vector that has room for these bytes of the source, or a new one; NULL: there
   are too many. */
static struct weave_item *item_for(struct weave_plan *plan, struct weave_item *items,
                                   int64_t source, int64_t at, int64_t bytes) {
    struct weave_item *item = items;
    for (; item < items + WEAVE_PER_VECTOR && item->span > 0; item++) {
        int64_t low = minimum(item->low, at), high = maximum(item->low + item->span, at + bytes);
        if (item->source == source && high - low <= plan->width) {
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
static int add_piece(struct weave_plan *plan, struct weave_item *items, int64_t source, int64_t at,
                     int64_t to, int64_t bytes) {
    struct weave_item *item = item_for(plan, items, source, at, bytes);
    for (int64_t i = 0; item != NULL && i < bytes; i++) {
        item->order[to + i] = (signed char)(at + i - item->low);
        item->mask |= (uint64_t)1 << (to + i);
    }
    return item != NULL;
}

/* The same to the place `to` of the unit. */
static int add_run(struct weave_plan *plan, int64_t source, int64_t at, int64_t to, int64_t bytes) {
    int64_t width = plan->width;
    for (int64_t done = 0; done < bytes;) {
        int64_t in = (to + done) & (width - 1), part = minimum(bytes - done, width - in);
        int64_t vector = (to + done) >> (width == 16 ? 4 : 6);
        struct weave_item *items = &plan->items[vector * WEAVE_PER_VECTOR];
        if (!add_piece(plan, items, source, at + done, in, part)) {
            return 0;
        }
        done += part;
    }
    return 1;
}

/* The items of all vectors of a unit of so many rows, WEAVE_PER_VECTOR each. */
static int add_items(const struct sdyrt_weave *what, int64_t rows, struct weave_plan *plan) {
    int64_t place = 0;
    plan->rows = rows;
    plan->bytes = rows * what->row;
    plan->vectors = pieces(plan->bytes, plan->width);
    if (plan->vectors * WEAVE_PER_VECTOR > WEAVE_ITEMS) {
        return 0;
    }
    for (int64_t i = 0; i < plan->vectors * WEAVE_PER_VECTOR; i++) {
        plan->items[i].span = 0;
        plan->items[i].mask = 0;
        memset(plan->items[i].order, -128, sizeof plan->items[i].order);
    }
    for (int64_t r = 0; r < rows; r++) {
        for (int64_t k = 0; k < what->runs; k++) {
            int64_t at = what->from[k] + r * what->step[what->source[k]];
            if (!add_run(plan, what->source[k], at, place, what->bytes[k])) {
                return 0;
            }
            place += what->bytes[k];
        }
    }
    return 1;
}

/* Takes out the items that no vector has; those that only some have read what the first reads. */
static void close_ranks(struct weave_plan *plan) {
    int64_t span = 0;
    plan->per = 1;
    for (int64_t i = 0; i < plan->vectors * WEAVE_PER_VECTOR; i++) {
        int64_t k = i % WEAVE_PER_VECTOR;
        plan->per = plan->items[i].span > 0 ? maximum(plan->per, k + 1) : plan->per;
        span = maximum(span, plan->items[i].span);
    }
    plan->read = span <= 16 ? 16 : plan->width;
    for (int64_t i = 0; i < plan->vectors * plan->per; i++) {
        int64_t v = i / plan->per, k = i % plan->per;
        plan->items[i] = plan->items[v * WEAVE_PER_VECTOR + k];
        if (plan->items[i].span == 0) {
            const struct weave_item *first = &plan->items[v * plan->per];
            plan->items[i].source = first->source;
            plan->items[i].low = first->low;
            plan->items[i].span = first->span;
        }
    }
}

/* Of a source that goes backwards the last byte read is the last that is wanted: so what it has too
   little of for whole vectors is at its end, too. */
static void turn(const struct sdyrt_weave *what, struct weave_plan *plan) {
    for (int64_t i = 0; i < plan->vectors * plan->per; i++) {
        struct weave_item *item = &plan->items[i];
        if (what->step[item->source] < 0) {
            move_orders(item, plan->read - item->span);
            item->low -= plan->read - item->span;
        }
    }
}

static int plan_rows(const struct sdyrt_weave *what, int64_t rows, struct weave_plan *plan) {
    if (!add_items(what, rows, plan)) {
        return 0;
    }
    close_ranks(plan);
    turn(what, plan);
    return 1;
}

static int64_t rounded_up(int64_t bytes, int64_t width) {
    return (bytes + width - 1) & -width;
}

/* The rows that fill vectors best, and those that do with the fewest vectors that are nearly full.
 */
static void unit_rows(const struct sdyrt_weave *what, int64_t width, int64_t *best, int64_t *few) {
    int64_t best_bytes = 0, best_room = 1, few_room = 0;
    *best = *few = 1;
    for (int64_t rows = 1; rows == 1 || rows * what->row <= WEAVE_UNIT_BYTES; rows++) {
        int64_t bytes = rows * what->row, room = rounded_up(bytes, width);
        if (bytes * best_room > best_bytes * room) {
            *best = rows;
            best_bytes = bytes;
            best_room = room;
        }
        if ((few_room == 0 && 8 * bytes >= 7 * room) || few_room == room) {
            *few = rows;
            few_room = room;
        }
        if (best_bytes == best_room) {
            return;
        }
    }
}

int sdyrt_weave_plan(const struct sdyrt_weave *what, int64_t width, struct weave_plan *plan) {
    int64_t best, few;
    plan->width = width;
    unit_rows(what, width, &best, &few);
    if (plan_rows(what, best, plan) && plan->vectors * plan->per <= FEW_ITEMS) {
        return 1;
    }
    if (plan_rows(what, few, plan) && plan->vectors * plan->per <= FEW_ITEMS) {
        return 1;
    }
    return (plan_rows(what, best, plan) && plan->vectors * plan->per <= WEAVE_HELD) ||
           plan_rows(what, few, plan);
}
