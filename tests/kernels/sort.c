/* Sorts by every route, by keys of every size and order and by a function, of whole lines, of the
   first few and of some from a place on, against the definition: the order of keys, and of the places of equal ones. */
#include "families.h"

#include <stdlib.h>
#include <string.h>

#include "sort_parts.h"
#include "sort_plan.h"

enum { SORT_KEYS = 3, SORT_VALUES = 2, SORT_OUTER = 3, SORT_LINES = 9, SORT_MOST = 20000 };
enum { SORT_PARTS = 5, SORT_PART = 256, OPERANDS = SDYRT_SORT_OPERANDS + 2 };
enum { SORT_SHORT = 90, SORT_USUAL = 1500, ROUTES = SDYRT_SORT_ROUTE_COUNT };

static const char *route_name(int route) {
    return sdyrt_sort_route_name(route);
}

struct problem {
    struct sdyrt_sort what;                     /* its keys first, even where a function compares */
    int64_t lines, keys, first;                 /* the place that a window begins at; else 0 */
    bool unites;                                /* some floats that are other bits may be equal */
    struct layout layouts[SDYRT_SORT_OPERANDS]; /* outer dimensions, place */
    char *operands[SDYRT_SORT_OPERANDS];
};

static const struct problem
    *compared; /* of the line that is sorted: of compare_places and before */
static int64_t compared_line;

/* A key as a number of the same order. */
static int64_t rank_of(const struct problem *p, int64_t key, int64_t line, int64_t i) {
    const struct layout *layout = &p->layouts[key];
    const int64_t bytes = p->what.bytes[key];
    uint64_t bits = 0;
    memcpy(&bits, p->operands[key] + layout_place(layout, line * p->what.size + i) * bytes,
           (size_t)bytes);
    const int shift = 64 - 8 * (int)bytes;
    const uint64_t top = UINT64_C(1) << (8 * bytes - 1), greatest = (uint64_t)p->what.greatest[key];
    if (greatest > 0 && (bits & (top - 1)) > greatest) {
        return INT64_MAX;
    }
    bits = greatest > 0 && bits == top ? 0 : bits;
    const int64_t number = (int64_t)(bits << shift) >> shift;
    switch (p->what.order[key]) {
    case SDYRT_SORT_UNSIGNED:
        return (int64_t)(bits ^ UINT64_C(1) << 63);
    case SDYRT_SORT_SIGNED:
        return number;
    default:
        return number < 0 ? number ^ INT64_MAX : number;
    }
}

/* Below 0 where a comes first by the keys, 0 where they are equal. */
static int compare_keys(const struct problem *p, int64_t line, int64_t a, int64_t b) {
    for (int64_t key = 0; key < p->keys; key++) {
        const int64_t x = rank_of(p, key, line, a), y = rank_of(p, key, line, b);
        if (x != y) {
            return (x < y) == (p->what.descending[key] == 0) ? -1 : 1;
        }
    }
    return 0;
}

static int compare_places(const void *a, const void *b) {
    const int64_t x = *(const int64_t *)a, y = *(const int64_t *)b;
    const int order = compare_keys(compared, compared_line, x, y);
    return order != 0 ? order : x < y ? -1 : 1;
}

static int before(char *const *buf, const int64_t *line, int64_t a, int64_t b) {
    int64_t number = 0;
    (void)buf;
    for (int64_t k = 0; k < compared->what.rank; k++) {
        number = number * compared->what.outer_size[k] + line[k];
    }
    return compare_keys(compared, number, a, b) < 0;
}

static void random_operand(struct kernel_case *test, struct problem *p, int64_t operand,
                           int64_t bytes, int64_t size) {
    int64_t sizes[SORT_OUTER + 1];
    const int64_t rank = p->what.rank;
    memcpy(sizes, p->what.outer_size, (size_t)rank * sizeof *sizes);
    sizes[rank] = size;
    const int liberties = LAYOUT_GAPS | LAYOUT_APART | LAYOUT_ORDER;
    struct layout *layout = &p->layouts[operand];
    *layout = layout_random(&test->dice, rank + 1, sizes, liberties);
    p->what.bytes[operand] = bytes;
    memcpy(&p->what.outer[operand * SDYRT_RANK], layout->stride, (size_t)rank * sizeof *sizes);
    p->what.along[operand] = layout->stride[rank];
    p->operands[operand] =
        case_random_bytes(test, (size_t)(layout->span * bytes), (size_t)(bytes > 8 ? 8 : bytes));
}

/* Keys of which many are equal, or few. */
static void random_keys(struct kernel_case *test, struct problem *p) {
    for (int64_t key = 0; key < p->keys; key++) {
        const int64_t bytes = (int64_t)1 << dice_between(&test->dice, 0, 3);
        const int64_t most = (int64_t)1 << dice_between(&test->dice, 0, 62);
        random_operand(test, p, key, bytes, p->what.size);
        for (int64_t i = 0; i < p->layouts[key].span; i++) {
            const int64_t value = dice_between(&test->dice, -most, most);
            memcpy(p->operands[key] + i * bytes, &value, (size_t)bytes);
        }
        p->what.order[key] = dice_between(&test->dice, 0, 2);
        p->what.descending[key] = dice_one_in(&test->dice, 2);
        if (p->what.order[key] == SDYRT_SORT_FLOAT && p->unites && dice_one_in(&test->dice, 2)) {
            p->what.greatest[key] = dice_between(&test->dice, 1, INT64_MAX >> (64 - 8 * bytes));
        }
        case_protect(test, p->operands[key]);
    }
}

static void random_values(struct kernel_case *test, struct problem *p) {
    const int64_t values = p->what.values;
    for (int64_t v = 0; v < values; v++) {
        const bool is_place = (p->what.places >> v & 1) != 0;
        const int64_t bytes = (int64_t)1
                              << dice_between(&test->dice, is_place ? 2 : 0, is_place ? 3 : 4);
        random_operand(test, p, p->keys + v, bytes, p->what.size);
        if (is_place) { /* read by this test alone */
            for (int64_t i = 0; i < p->lines * p->what.size; i++) {
                const int64_t place = i % p->what.size;
                memcpy(p->operands[p->keys + v] + layout_place(&p->layouts[p->keys + v], i) * bytes,
                       &place, (size_t)bytes);
            }
        }
        random_operand(test, p, p->keys + values + v, bytes, p->what.keep);
        case_protect(test, p->operands[p->keys + v]);
    }
}

/* Writes the values of a line in order. */
static void expect_line(const struct problem *p, int64_t line, int64_t *places,
                        char *const *expected) {
    const int64_t size = p->what.size, keep = p->what.keep, values = p->what.values;
    for (int64_t i = 0; i < size; i++) {
        places[i] = i;
    }
    compared_line = line;
    qsort(places, (size_t)size, sizeof *places, compare_places);
    for (int64_t v = 0; v < values; v++) {
        const struct layout *from = &p->layouts[p->keys + v];
        const struct layout *to = &p->layouts[p->keys + values + v];
        const int64_t bytes = p->what.bytes[p->keys + v];
        for (int64_t i = 0; i < keep && p->first + i < size; i++) {
            memcpy(expected[v] + layout_place(to, line * keep + i) * bytes,
                   p->operands[p->keys + v] +
                       layout_place(from, line * size + places[p->first + i]) * bytes,
                   (size_t)bytes);
        }
    }
}

/* All tasks by the route, or (ROUTES) by the one that is chosen. */
static void compute(struct kernel_case *test, const struct problem *p, int64_t route) {
    struct sdyrt_sort what = p->what;
    char *const *operands = p->operands;
    const bool by_function = what.keys == 0;
    if (by_function) { /* the keys are the function's business */
        operands += p->keys;
        const size_t rest = (size_t)(SDYRT_SORT_OPERANDS - p->keys);
        memmove(what.bytes, p->what.bytes + p->keys, rest * sizeof what.bytes[0]);
        memmove(what.along, p->what.along + p->keys, rest * sizeof what.along[0]);
        memmove(what.outer, p->what.outer + p->keys * SDYRT_RANK,
                rest * SDYRT_RANK * sizeof what.outer[0]);
    }
    const struct sdyrt_machine_class class = frame_class(test->set);
    struct sdyrt_sort_plan plan = sdyrt_sort_choose(&what, &class);
    if (route < ROUTES && !sdyrt_sort_plan_by(route, &what, &class, &plan)) {
        case_fail(test, "%s does not sort it", route_name((int)route));
    }
    case_takes(test, (int)plan.route);
    const int64_t parts = dice_between(&test->dice, 1, SORT_PARTS);
    const int64_t part = what.size / parts;
    if (part >= SORT_PART && (part >= what.keep || plan.room == what.size)) {
        sdyrt_sort_cut(&what, parts, &plan);
    }
    char *scratch = case_memory(test, sdyrt_sort_scratch(&plan), SDYRT_LINE_BYTES), *all[OPERANDS];
    const int64_t count = what.keys + 2 * what.values;
    memcpy(all, operands, (size_t)count * sizeof *all);
    if (what.window) {
        all[count] = case_copy(test, (const char *)&p->first, sizeof p->first);
    }
    all[count + what.window] =
        case_memory(test, (size_t)sdyrt_sort_shared(&what, &plan), SDYRT_LINE_BYTES);
    for (what.phase = 0; what.phase < sdyrt_sort_phases(&plan); what.phase++) {
        for (int64_t task = sdyrt_sort_tasks(&what, &plan) - 1; task >= 0; task--) {
            case_call(test, (kernel_function *)sdyrt_sort, 7,
                      (union argument[]){{&what},
                                         {&plan},
                                         {all},
                                         {.number = task},
                                         {scratch},
                                         {(const void *)(uintptr_t)(by_function ? before : NULL)},
                                         {NULL}});
        }
    }
}

/* --- lines for each route, in which it can sort them --- */

static int64_t extent(struct dice *dice, int64_t most) {
    const int64_t size = dice_extent(dice, most);
    return size < 1 ? 1 : size;
}

static int64_t some_of(struct dice *dice, int64_t size) {
    return dice_one_in(dice, 2)   ? size
           : dice_one_in(dice, 2) ? dice_between(dice, 1, 1 + (size - 1) / 8)
                                  : dice_between(dice, 1, size);
}

static void describe_radix(struct dice *dice, struct problem *p) {
    p->what.size = extent(dice, dice_one_in(dice, 20) ? SORT_MOST : SORT_USUAL);
    p->what.keep = some_of(dice, p->what.size);
    p->keys = dice_one_in(dice, 2) ? 1 : dice_between(dice, 1, SORT_KEYS);
    p->what.keys = p->keys;
}

static void describe_candidates(struct dice *dice, struct problem *p) {
    describe_radix(dice, p);
    p->what.keep = dice_between(dice, 1, 1 + (p->what.size - 1) / 4);
}

static void describe_window(struct dice *dice, struct problem *p) {
    describe_radix(dice, p);
    p->what.window = 1;
    p->what.keep = dice_between(dice, 1, 1 + (p->what.size - 1) / 4);
    p->first = dice_one_in(dice, 4) ? dice_between(dice, 0, p->what.size)
                                    : dice_between(dice, 0, p->what.size - p->what.keep);
}

static void describe_insertion(struct dice *dice, struct problem *p) {
    describe_radix(dice, p);
    p->what.size = extent(dice, SORT_SHORT);
    p->what.keep = some_of(dice, p->what.size);
}

static void describe_leaders(struct dice *dice, struct problem *p) {
    describe_radix(dice, p);
    p->keys = p->what.keys = 1;
    p->what.keep =
        dice_between(dice, 1, p->what.size < SORT_LEADERS_MOST ? p->what.size : SORT_LEADERS_MOST);
}

static void describe_merge(struct dice *dice, struct problem *p) {
    describe_radix(dice, p);
    p->what.keys = 0;
}

typedef void describe_fn(struct dice *dice, struct problem *p);
static describe_fn *const forms[ROUTES] = {
#define ROUTE(name, NAME, ...) describe_##name,
#include "sort_routes.def"
};

/* Up to SORT_LINES of them, along up to SORT_OUTER dimensions. */
static void describe_lines(struct dice *dice, struct problem *p) {
    int64_t room = SORT_LINES;
    p->lines = 1;
    p->what.rank = dice_between(dice, 0, SORT_OUTER);
    for (int64_t k = 0; k < p->what.rank; k++) {
        p->what.outer_size[k] = dice_between(dice, 1, room);
        p->lines *= p->what.outer_size[k];
        room /= p->what.outer_size[k];
    }
}

static void run(struct kernel_case *test) {
    struct dice *dice = &test->dice;
    struct problem p = {0};
    describe_lines(dice, &p);
    const int64_t form = dice_between(dice, 0, ROUTES - 1);
    const int64_t route = dice_one_in(dice, 2) ? form : ROUTES;
    forms[form](dice, &p);
    p.unites = form != SDYRT_SORT_BY_LEADERS && form != SDYRT_SORT_BY_CANDIDATES;
    p.what.values = dice_between(dice, 1, SORT_VALUES);
    p.what.places = p.what.keys == 0 ? 0 : dice_between(dice, 0, 3) & ((1 << p.what.values) - 1);
    case_describe(
        test,
        "%lld of %lld elements from %lld on of %lld lines by %lld keys, %lld values (places %lld), "
        "route %s",
        (long long)p.what.keep, (long long)p.what.size, (long long)p.first, (long long)p.lines,
        (long long)p.keys, (long long)p.what.values, (long long)p.what.places,
        route < ROUTES ? route_name((int)route) : "as chosen");
    random_keys(test, &p);
    random_values(test, &p);
    char *expected[SORT_VALUES];
    int64_t *places = case_hold(test, (size_t)p.what.size * sizeof *places);
    for (int64_t v = 0; v < p.what.values; v++) {
        const int64_t to = p.keys + p.what.values + v;
        expected[v] =
            case_copy(test, p.operands[to], (size_t)(p.layouts[to].span * p.what.bytes[to]));
    }
    compared = &p;
    for (int64_t line = 0; line < p.lines; line++) {
        expect_line(&p, line, places, expected);
    }
    case_works(test, 0, (double)(p.lines * p.what.size * 8));
    compute(test, &p, route);
    for (int64_t v = 0; v < p.what.values; v++) {
        const int64_t to = p.keys + p.what.values + v;
        case_compare(test, "values in order", p.operands[to], expected[v],
                     (size_t)(p.layouts[to].span * p.what.bytes[to]));
    }
}

const struct kernel_family kernels_sort = {.name = "sort",
                                           .count = 700,
                                           .run = run,
                                           .routes = ROUTES,
                                           .route_name = route_name,
                                           .must_take = family_takes_all};
