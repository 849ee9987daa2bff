#include "weave_plan.h"

#include "sizes.h"

#include <string.h>

enum {
    UNIT_BYTES = 512, /* of a unit of several rows, at most */
    FEW_ITEMS = 8,    /* whose places stay in registers, too */
};

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

/* The items of all vectors of a unit of so many rows, WEAVE_PER_VECTOR each. */
static int add_items(const struct sdyrt_weave *what, int64_t rows, struct weave_plan *plan) {
    int64_t place = 0, width = plan->width;
    plan->rows = rows;
    plan->bytes = rows * what->row;
    plan->vectors = pieces(plan->bytes, width);
    if (plan->vectors * WEAVE_PER_VECTOR > WEAVE_ITEMS) {
        return 0;
    }
    for (int64_t i = 0; i < plan->vectors * WEAVE_PER_VECTOR; i++) {
        plan->items[i].span = 0;
        plan->items[i].mask = 0;
        memset(plan->items[i].order, -128, sizeof plan->items[i].order);
    }
    for (int64_t run = 0; run < rows * what->runs; run++) {
        int64_t k = run % what->runs, source = what->source[k], left = what->bytes[k];
        int64_t at = what->from[k] + run / what->runs * what->step[source];
        while (left > 0) {
            int64_t to = place % width, bytes = minimum(left, width - to);
            struct weave_item *items = &plan->items[place / width * WEAVE_PER_VECTOR];
            if (!add_piece(plan, items, source, at, to, bytes)) {
                return 0;
            }
            at += bytes;
            place += bytes;
            left -= bytes;
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

/* The rows that fill vectors best, and the fewest that nearly do. */
static void unit_rows(const struct sdyrt_weave *what, int64_t width, int64_t *best, int64_t *few) {
    int64_t best_bytes = 0, best_room = 1;
    *few = 0;
    for (int64_t rows = 1; rows == 1 || rows * what->row <= UNIT_BYTES; rows++) {
        int64_t bytes = rows * what->row, room = pieces(bytes, width) * width;
        if (bytes * best_room > best_bytes * room) {
            *best = rows;
            best_bytes = bytes;
            best_room = room;
        }
        if (*few == 0 && 8 * bytes >= 7 * room) {
            *few = rows;
        }
    }
}

int sdyrt_weave_plan(const struct sdyrt_weave *what, int64_t width, struct weave_plan *plan) {
    int64_t best = 1, few;
    plan->width = width;
    unit_rows(what, width, &best, &few);
    few = few > 0 ? few : best;
    if (plan_rows(what, best, plan) && plan->vectors * plan->per <= FEW_ITEMS) {
        return 1;
    }
    if (plan_rows(what, few, plan) && plan->vectors * plan->per <= FEW_ITEMS) {
        return 1;
    }
    return (plan_rows(what, best, plan) && plan->vectors * plan->per <= WEAVE_HELD) ||
           plan_rows(what, few, plan);
}
