#include "weave_plan.h"

#include "caches.h"
#include "sizes.h"
#include "weave_items.h"

#include <string.h>

/* Bytes of a unit of several rows, at most. */
enum { UNIT_BYTES = SDYRT_LINE_BYTES * SDYRT_CACHE_WAYS };

/* --- units --- */

static int64_t rounded_up(int64_t bytes, int64_t width) {
    return (bytes + width - 1) & -width;
}

/* The rows that fill vectors best, and those that do with the fewest vectors that are nearly full.
 */
static void unit_rows(const struct sdyrt_weave *what, int64_t width, int64_t *best, int64_t *few) {
    int64_t best_bytes = 0, best_room = 1, few_room = 0;
    *best = *few = 1;
    for (int64_t rows = 1; rows == 1 || rows * what->row <= UNIT_BYTES; rows++) {
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

/* Whether vectors of this width fill a unit of so many rows, with at most so many items. */
static int fits(const struct sdyrt_weave *what, int64_t width, int64_t rows, int64_t most) {
    struct weave_unit unit;
    return sdyrt_weave_unit(what, width, rows, &unit) && unit.vectors * unit.per <= most;
}

/* Rows of a unit, whose items had better stay in registers; 0: there is none. */
static int64_t rows_of_unit(const struct sdyrt_weave *what, int64_t width) {
    int64_t best, few;
    unit_rows(what, width, &best, &few);
    return fits(what, width, best, WEAVE_PER_VECTOR)  ? best
           : fits(what, width, few, WEAVE_PER_VECTOR) ? few
           : fits(what, width, best, WEAVE_HELD)      ? best
           : fits(what, width, few, WEAVE_ITEMS)      ? few
                                                      : 0;
}

/* --- what routes accept --- */

int sdyrt_weave_has_columns(const struct sdyrt_weave *what) {
    int64_t bytes = what->runs > 0 ? what->bytes[0] : 0;
    int has = what->runs > WEAVE_PER_VECTOR && bytes <= 16 && (bytes & (bytes - 1)) == 0;
    for (int64_t k = 0; k < what->runs && has; k++) {
        has = what->bytes[k] == bytes && what->step[what->source[k]] == bytes;
    }
    return has;
}

static int accepts_columns(const struct sdyrt_weave *what, const struct sdyrt_machine_class *class,
                           struct sdyrt_weave_plan *plan) {
    plan->isa = class->isa;
    return sdyrt_weave_has_columns(what);
}

static int accepts_vectors(const struct sdyrt_weave *what, int64_t width,
                           struct sdyrt_weave_plan *plan) {
    plan->width = width;
    plan->rows = rows_of_unit(what, width);
    return plan->rows > 0;
}

static int accepts_wide(const struct sdyrt_weave *what, const struct sdyrt_machine_class *class,
                        struct sdyrt_weave_plan *plan) {
    return class->has_vbmi && accepts_vectors(what, WEAVE_WIDTH, plan);
}

static int accepts_short(const struct sdyrt_weave *what, const struct sdyrt_machine_class *class,
                         struct sdyrt_weave_plan *plan) {
    return class->isa >= SDYRT_ISA_AVX2 && accepts_vectors(what, WEAVE_SHORT, plan);
}

static int accepts_all(const struct sdyrt_weave *what, const struct sdyrt_machine_class *class,
                       struct sdyrt_weave_plan *plan) {
    (void)what, (void)class, (void)plan;
    return 1;
}

/* --- the table --- */

struct route {
    const char *name, *part, *sentence;
    int (*accepts)(const struct sdyrt_weave *what, const struct sdyrt_machine_class *class,
                   struct sdyrt_weave_plan *plan);
};

static const struct route routes[SDYRT_WEAVE_ROUTE_COUNT] = {
#define ROUTE(name, NAME, part, block, accepts, sentence) {#name, #part, sentence, accepts},
#include "weave_routes.def"
};

const char *sdyrt_weave_route_name(int64_t route) {
    return routes[route].name;
}

const char *sdyrt_weave_route_sentence(int64_t route) {
    return routes[route].sentence;
}

const char *sdyrt_weave_route_part(int64_t route) {
    return routes[route].part;
}

int sdyrt_weave_plan_by(int64_t route, const struct sdyrt_weave *what,
                        const struct sdyrt_machine_class *class, struct sdyrt_weave_plan *plan) {
    struct sdyrt_weave_plan made = {.route = route};
    if (!routes[route].accepts(what, class, &made)) {
        return 0;
    }
    *plan = made;
    return 1;
}

struct sdyrt_weave_plan sdyrt_weave_choose(const struct sdyrt_weave *what,
                                           const struct sdyrt_machine_class *class) {
    struct sdyrt_weave_plan plan = {.route = 0};
    for (int64_t route = 0; route < SDYRT_WEAVE_ROUTE_COUNT; route++) {
        if (sdyrt_weave_plan_by(route, what, class, &plan)) {
            break;
        }
    }
    return plan;
}
