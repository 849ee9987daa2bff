#include "scan_plan.h"

#include "caches.h"
#include "runs.h"
#include "scan_kernels.h"
#include "sizes.h"

#define THRESHOLD(name, value, unit, why, how) enum { name = value };
#include "scan_thresholds.def"

/* What a task reads and writes, and lines that are worth three phases, for they stay in no core's
   caches. */
enum { TASK_BYTES = SDYRT_MIDDLE_CACHE / 4, LONG_LINE = SDYRT_MIDDLE_CACHE };

/* --- the table --- */

struct route {
    const char *name, *sentence;
    int is_across, is_chunked;
};

static const struct route routes[SDYRT_SCAN_ROUTE_COUNT] = {
#define ROUTE(name, NAME, across, chunked, sentence) {#name, sentence, across, chunked},
#include "scan_routes.def"
};

const char *sdyrt_scan_route_name(int64_t route) {
    return routes[route].name;
}

const char *sdyrt_scan_route_sentence(int64_t route) {
    return routes[route].sentence;
}

/* --- what is asked --- */

static int64_t columns_of(const struct sdyrt_scan *what) {
    return what->outer_size[what->rank - 1];
}

/* Lines, or where they are scanned across, groups of columns that are as many as there are. */
static int64_t outer_count(const struct sdyrt_scan *what, int64_t route) {
    int64_t count = routes[route].is_across ? 1 : columns_of(what);
    for (int64_t k = 0; k < what->rank - 1; k++) {
        count *= what->outer_size[k];
    }
    return count;
}

static int64_t strips_of(const struct sdyrt_scan *what, const struct sdyrt_scan_plan *plan) {
    return routes[plan->route].is_across ? pieces(columns_of(what), plan->width) : 1;
}

static int64_t chunks_of(const struct sdyrt_scan *what, const struct sdyrt_scan_plan *plan) {
    return pieces(what->size, plan->chunk);
}

/* Bytes of what is scanned together. */
static int64_t item_bytes(const struct sdyrt_scan *what, const struct sdyrt_scan_plan *plan) {
    return plan->width * (int64_t)sdyrt_scan_element_bytes(what->type);
}

/* --- what routes can, and when they should --- */

static int can(const struct sdyrt_scan *what, const struct route *route) {
    return what->in_order ? route->is_across && !route->is_chunked
                          : !route->is_across || columns_of(what) > 1;
}

static int should_across(const struct sdyrt_scan *what) {
    const int is_dense = what->from == 1 && what->to == 1;
    return what->in_order || (!is_dense && columns_of(what) >= SDYRT_LINE_FLOATS);
}

static int should_divide(const struct sdyrt_scan *what, const struct sdyrt_scan_plan *plan) {
    return outer_count(what, plan->route) * strips_of(what, plan) < FEW_TASKS &&
           what->size > LONG_LINE / item_bytes(what, plan);
}

static int should(const struct sdyrt_scan *what, const struct sdyrt_scan_plan *plan) {
    const struct route *route = &routes[plan->route];
    return (!route->is_across || should_across(what)) &&
           (!route->is_chunked || should_divide(what, plan));
}

/* --- plans --- */

/* As many columns as a strip has, or fewer for more tasks: groups of those that registers hold. */
static int64_t width_of(const struct sdyrt_scan *what, int64_t route) {
    const int64_t narrowest = SCAN_GROUP_BYTES / (int64_t)sdyrt_scan_element_bytes(what->type);
    const int64_t columns = columns_of(what), outer = outer_count(what, route);
    const int64_t width = minimum(columns, SCAN_STRIP);
    if (!routes[route].is_across) {
        return 1;
    }
    if (outer * pieces(columns, width) >= FEW_TASKS || width <= narrowest) {
        return width;
    }
    const int64_t even = pieces(columns, pieces(FEW_TASKS, maximum(outer, 1)));
    return minimum(width, maximum(narrowest, pieces(even, SDYRT_LINE_FLOATS) * SDYRT_LINE_FLOATS));
}

/* A chunk is as much as a task's share of a cache holds, or more for fewer chunks. */
static void cut(const struct sdyrt_scan *what, struct sdyrt_scan_plan *plan) {
    plan->width = width_of(what, plan->route);
    int64_t room = maximum(1, TASK_BYTES / 2 / item_bytes(what, plan));
    plan->chunk = maximum(what->size, 1);
    plan->group = maximum(1, 2 * room / plan->chunk);
    if (routes[plan->route].is_chunked) {
        room = maximum(room, pieces(what->size, MOST_CHUNKS));
        plan->chunk = room >= SCAN_STRIP ? pieces(room, SCAN_STRIP) * SCAN_STRIP : room;
        plan->group = 1;
    }
}

int sdyrt_scan_plan_by(int64_t route, const struct sdyrt_scan *what,
                       const struct sdyrt_machine_class *class, struct sdyrt_scan_plan *plan) {
    struct sdyrt_scan_plan made = {.route = route, .isa = class->isa};
    cut(what, &made);
    if (!can(what, &routes[route]) || (routes[route].is_chunked && chunks_of(what, &made) <= 1)) {
        return 0;
    }
    *plan = made;
    return 1;
}

struct sdyrt_scan_plan sdyrt_scan_choose(const struct sdyrt_scan *what,
                                         const struct sdyrt_machine_class *class) {
    struct sdyrt_scan_plan plan = {.route = 0};
    for (int64_t route = 0; route < SDYRT_SCAN_ROUTE_COUNT; route++) {
        if (sdyrt_scan_plan_by(route, what, class, &plan) && should(what, &plan)) {
            break;
        }
    }
    return plan;
}

/* --- what a plan needs --- */

int64_t sdyrt_scan_phases(const struct sdyrt_scan *what, const struct sdyrt_scan_plan *plan) {
    return chunks_of(what, plan) > 1 ? 3 : 1;
}

size_t sdyrt_scan_totals(const struct sdyrt_scan *what, const struct sdyrt_scan_plan *plan) {
    const int64_t chunks = chunks_of(what, plan), lines = outer_count(what, plan->route);
    const size_t bytes =
        sdyrt_scan_total_bytes(what->type, what->op, routes[plan->route].is_across);
    return chunks > 1 ? (size_t)(lines * strips_of(what, plan) * chunks) * bytes : 0;
}

int64_t sdyrt_scan_tasks(const struct sdyrt_scan *what, const struct sdyrt_scan_plan *plan) {
    return pieces(outer_count(what, plan->route), plan->group) * strips_of(what, plan) *
           (what->phase == 1 ? 1 : chunks_of(what, plan));
}

size_t sdyrt_scan_scratch(void) {
    return SCAN_SCRATCH;
}
