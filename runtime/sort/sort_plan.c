#include "sort_plan.h"

#include "caches.h"
#include "sizes.h"
#include "sort_kernels.h"

#define THRESHOLD(name, value, unit, why, how) enum { name = value };
#include "sort_thresholds.def"

/* --- what routes can, and when they should --- */

static int make_leaders(const struct sdyrt_sort *what, struct sdyrt_sort_plan *plan) {
    plan->room = SORT_LEADERS_MOST;
    return what->keys == 1 && what->keep <= SORT_LEADERS_MOST;
}

static int pays_leaders(const struct sdyrt_sort *what) {
    return what->size / 2 >= what->keep;
}

static int64_t candidates_room(const struct sdyrt_sort *what) {
    return CANDIDATES_SHARE / 2 * what->keep + SORT_LOOK_ROOM;
}

static int make_candidates(const struct sdyrt_sort *what, struct sdyrt_sort_plan *plan) {
    plan->room = candidates_room(what);
    plan->insertion = INSERTION_MOST;
    return what->keys > 0;
}

static int pays_candidates(const struct sdyrt_sort *what) {
    return what->size / CANDIDATES_SHARE >= what->keep && what->size / 2 >= candidates_room(what);
}

static int make_insertion(const struct sdyrt_sort *what, struct sdyrt_sort_plan *plan) {
    plan->insertion = what->size;
    return what->keys > 0;
}

static int pays_insertion(const struct sdyrt_sort *what) {
    return what->size <= INSERTION_MOST;
}

static int make_radix(const struct sdyrt_sort *what, struct sdyrt_sort_plan *plan) {
    (void)plan;
    return what->keys > 0;
}

static int make_merge(const struct sdyrt_sort *what, struct sdyrt_sort_plan *plan) {
    (void)plan;
    return what->keys == 0;
}

static int pays_always(const struct sdyrt_sort *what) {
    (void)what;
    return 1;
}

/* --- the table --- */

struct route {
    const char *name, *sentence;
    int (*make)(const struct sdyrt_sort *what, struct sdyrt_sort_plan *plan);
    int (*pays)(const struct sdyrt_sort *what);
};

static const struct route routes[SDYRT_SORT_ROUTE_COUNT] = {
#define ROUTE(name, NAME, make, pays, kernel, sentence) {#name, sentence, make, pays},
#include "sort_routes.def"
};

const char *sdyrt_sort_route_name(int64_t route) {
    return routes[route].name;
}

const char *sdyrt_sort_route_sentence(int64_t route) {
    return routes[route].sentence;
}

/* --- plans --- */

int sdyrt_sort_plan_by(int64_t route, const struct sdyrt_sort *what,
                       const struct sdyrt_machine_class *class, struct sdyrt_sort_plan *plan) {
    struct sdyrt_sort_plan made = {.route = route,
                                   .lines = maximum(TASK_ELEMENTS / maximum(what->size, 1), 1),
                                   .room = what->size};
    (void)class;
    if (!routes[route].make(what, &made)) {
        return 0;
    }
    *plan = made;
    return 1;
}

struct sdyrt_sort_plan sdyrt_sort_choose(const struct sdyrt_sort *what,
                                         const struct sdyrt_machine_class *class) {
    struct sdyrt_sort_plan plan = {.route = 0};
    for (int64_t route = 0; route < SDYRT_SORT_ROUTE_COUNT; route++) {
        if (routes[route].pays(what) && sdyrt_sort_plan_by(route, what, class, &plan)) {
            break;
        }
    }
    return plan;
}

int64_t sdyrt_sort_tasks(const struct sdyrt_sort *what, const struct sdyrt_sort_plan *plan) {
    return pieces(sort_line_count(what), plan->lines);
}

size_t sdyrt_sort_scratch(const struct sdyrt_sort_plan *plan) {
    return sdyrt_whole_lines((size_t)plan->room * 2 * sizeof(uint64_t));
}
