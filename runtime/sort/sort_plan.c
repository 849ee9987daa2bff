#include "sort_plan.h"

#include "caches.h"
#include "sizes.h"
#include "sort_parts.h"

#define THRESHOLD(name, value, unit, why, how) enum { name = value };
#include "sort_thresholds.def"

/* --- what routes can, and when they should --- */

/* Whether elements are asked for from a place on, or floats are equal that are other bits: what
   those routes leave out that are made for the first few. */
static int is_special(const struct sdyrt_sort *what) {
    int64_t any = what->window;
    for (int64_t key = 0; key < what->keys; key++) {
        any |= what->greatest[key];
    }
    return any != 0;
}

static int make_leaders(const struct sdyrt_sort *what, struct sdyrt_sort_plan *plan) {
    plan->room = SORT_LEADERS_MOST;
    return what->keys == 1 && what->keep <= SORT_LEADERS_MOST && !is_special(what);
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
    return what->keys > 0 && !is_special(what);
}

static int pays_candidates(const struct sdyrt_sort *what) {
    return what->size / CANDIDATES_SHARE >= what->keep && what->size / 2 >= candidates_room(what);
}

static int make_window(const struct sdyrt_sort *what, struct sdyrt_sort_plan *plan) {
    plan->room = sort_window_room(what);
    plan->insertion = INSERTION_MOST;
    return what->keys > 0 && what->window;
}

static int pays_window(const struct sdyrt_sort *what) {
    return what->window && what->keep > 0 && pieces(what->size, what->keep) >= CANDIDATES_SHARE &&
           what->size / 2 >= sort_window_room(what);
}

/* Whether the value that is asked for fits beside the key into a word. */
static int carries(const struct sdyrt_sort *what) {
    const int64_t half = sizeof(uint32_t);
    return what->keys == 1 && what->values == 1 && what->places == 0 && what->bytes[0] <= half &&
           what->bytes[1] <= half && what->greatest[0] == 0;
}

static int make_insertion(const struct sdyrt_sort *what, struct sdyrt_sort_plan *plan) {
    plan->carries = carries(what);
    plan->insertion = what->size;
    return what->keys > 0;
}

static int pays_insertion(const struct sdyrt_sort *what) {
    return what->size <= INSERTION_MOST;
}

static int make_radix(const struct sdyrt_sort *what, struct sdyrt_sort_plan *plan) {
    plan->carries = carries(what);
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
#define ROUTE(name, NAME, make, pays, kernel, cut, sentence) {#name, sentence, make, pays},
#include "sort_routes.def"
};

const char *sdyrt_sort_route_name(int64_t route) {
    return routes[route].name;
}

const char *sdyrt_sort_route_sentence(int64_t route) {
    return routes[route].sentence;
}

/* --- cutting --- */

/* How many parts a line has, where there are fewer lines than threads to sort them: what phases
   share is as large as the scratch of as many tasks. The first few of each part cost little beside
   looking at it. */
static int64_t parts_of(const struct sdyrt_sort *what, int64_t route) {
    const int64_t lines = maximum(sort_line_count(what), 1);
    const int64_t most = lines > SDYRT_PIECES_MOST / 8 ? 1 : pieces(SDYRT_PIECES_MOST, lines);
    const int is_whole = route == SDYRT_SORT_BY_RADIX || route == SDYRT_SORT_BY_MERGE ||
                         route == SDYRT_SORT_BY_WINDOW;
    const int64_t least = TASK_ELEMENTS * (is_whole ? 1 : maximum(what->keep, 1));
    return maximum(minimum(what->size / least, most), 1);
}

/* Digits of many bits while words stay near the cores. */
static void cut_by_digits(const struct sdyrt_sort *what, struct sdyrt_sort_plan *plan) {
    const int64_t bytes = what->size * 2 * (int64_t)sizeof(uint64_t);
    const int64_t bits = bytes > SDYRT_FAR_CACHE / 8 ? SORT_DIGIT_FEW : SORT_DIGIT_MANY;
    plan->passes = sort_passes(what, bits);
    plan->buckets = INT64_C(1) << bits;
    plan->parts = plan->passes <= SORT_PASSES_MOST ? plan->parts : 1;
}

/* Four buckets for each part, so that long ones delay nobody. */
static void cut_by_samples(struct sdyrt_sort_plan *plan) {
    plan->buckets = 1;
    while (plan->buckets < 4 * plan->parts) {
        plan->buckets *= 2;
    }
}

/* A digit is a byte: what parts count is small. */
static void cut_by_window(const struct sdyrt_sort *what, struct sdyrt_sort_plan *plan) {
    plan->passes = sort_key_bytes(what);
    plan->parts = plan->passes <= SORT_PASSES_MOST ? plan->parts : 1;
    plan->shared = (int64_t)sdyrt_sort_window_shared(what, plan);
}

/* Routes that sort all of a line for a window of it take it as a whole. */
static int is_cut(const struct sdyrt_sort *what, int64_t route) {
    return route != SDYRT_SORT_BY_INSERTION && (!what->window || route == SDYRT_SORT_BY_WINDOW);
}

void sdyrt_sort_cut(const struct sdyrt_sort *what, int64_t parts, struct sdyrt_sort_plan *plan) {
    plan->parts = is_cut(what, plan->route) ? parts : 1;
    if (plan->route == SDYRT_SORT_BY_WINDOW) {
        cut_by_window(what, plan);
    } else if (plan->route == SDYRT_SORT_BY_RADIX) {
        cut_by_digits(what, plan);
    } else if (plan->route == SDYRT_SORT_BY_MERGE) {
        cut_by_samples(plan);
    } else {
        plan->shared = (int64_t)sdyrt_sort_firsts_shared(what, plan);
    }
    if (plan->parts == 1) {
        plan->buckets = plan->passes = plan->shared = 0;
    } else if (plan->buckets > 0) {
        plan->shared = (int64_t)sdyrt_sort_line_shared(what, plan);
    }
    if (plan->passes > 0 || plan->buckets > 0) {
        plan->room = 0; /* that is the room */
    }
}

/* --- plans --- */

int sdyrt_sort_plan_by(int64_t route, const struct sdyrt_sort *what,
                       const struct sdyrt_machine_class *class, struct sdyrt_sort_plan *plan) {
    struct sdyrt_sort_plan made = {.route = route,
                                   .lines = maximum(TASK_ELEMENTS / maximum(what->size, 1), 1),
                                   .room = what->size,
                                   .parts = 1};
    (void)class;
    if (!routes[route].make(what, &made)) {
        return 0;
    }
    sdyrt_sort_cut(what, parts_of(what, route), &made);
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

int64_t sdyrt_sort_phases(const struct sdyrt_sort_plan *plan) {
    return plan->parts == 1                      ? 1
           : plan->route == SDYRT_SORT_BY_WINDOW ? plan->passes * SORT_DIGIT + SORT_AFTER_DIGITS
           : plan->passes > 0                    ? plan->passes * SORT_PASS + 1
           : plan->route == SDYRT_SORT_BY_MERGE  ? (int64_t)SORT_BY_SAMPLE
                                                 : (int64_t)SORT_BY_FIRSTS;
}

int64_t sdyrt_sort_shared(const struct sdyrt_sort *what, const struct sdyrt_sort_plan *plan) {
    return sort_line_count(what) * plan->shared;
}

int64_t sdyrt_sort_tasks(const struct sdyrt_sort *what, const struct sdyrt_sort_plan *plan) {
    const int64_t lines = sort_line_count(what);
    return plan->parts > 1 ? lines * sort_phase_tasks(what, plan) : pieces(lines, plan->lines);
}

size_t sdyrt_sort_scratch(const struct sdyrt_sort_plan *plan) {
    return sdyrt_whole_lines((size_t)plan->room * 2 * sizeof(uint64_t));
}
