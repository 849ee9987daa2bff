/* Boxes of devices, by the digits of their numbers. */
#include "verify/relations/rules/boxes.h"

struct boxing {
    struct prover *p;
    struct arena *arena;
    uint32_t count; /* of numbers that each device has */
    /* The number of a list of boxes, and how many lists there are; with it in front, numbers of
     * devices that are in boxes of that list. */
    int64_t list, *lists;
    struct bytes_table *known;
};
struct box_list {
    VECTOR(struct box) items;
};

/* --- boxes side by side ----------------------------------------------------------------------- */

static bool same_numbers(const struct boxing *b, const int64_t *a, const int64_t *other) {
    return memcmp(a, other, b->count * sizeof *a) == 0;
}

/* Dimensions but for one of each; MOST_BOX_RANK: none is left out. */
static bool same_dims_but(const struct boxing *b, const struct box *a, uint32_t but,
                          const struct box *other, uint32_t other_but) {
    uint32_t i = 0, k = 0;
    for (;; i++, k++) {
        i += i == but;
        k += k == other_but;
        if (i >= a->rank || k >= other->rank) {
            return i >= a->rank && k >= other->rank;
        }
        if (a->size[i] != other->size[k] || !same_numbers(b, a->step[i], other->step[k])) {
            return false;
        }
    }
}

/* Whether a box begins where so many steps from the beginning of another lead. */
static bool follows_by(const struct boxing *b, const struct box *a, int64_t times,
                       const int64_t *step, const struct box *next) {
    for (uint32_t i = 0; i < b->count; i++) {
        if (next->first[i] != a->first[i] + times * step[i]) {
            return false;
        }
    }
    return true;
}

/* The box that a box and the next one are, longer along a dimension of the first. */
static bool join_along(const struct boxing *b, const struct box *a, const struct box *next,
                       struct box *joined) {
    for (uint32_t k = 0; k < a->rank; k++) {
        if (!follows_by(b, a, a->size[k], a->step[k], next)) {
            continue;
        }
        for (uint32_t m = 0; m <= next->rank; m++) {
            bool has = m < next->rank;
            if ((!has || same_numbers(b, next->step[m], a->step[k])) &&
                same_dims_but(b, a, k, next, has ? m : MOST_BOX_RANK)) {
                *joined = *a;
                joined->size[k] += has ? next->size[m] : 1;
                return true;
            }
        }
    }
    return false;
}

/* The same along a dimension that only the next one has, or none of them. */
static bool join_before(const struct boxing *b, const struct box *a, const struct box *next,
                        struct box *joined) {
    for (uint32_t m = 0; m < next->rank; m++) {
        if (follows_by(b, a, 1, next->step[m], next) &&
            same_dims_but(b, a, MOST_BOX_RANK, next, m)) {
            *joined = *next;
            joined->first = a->first;
            joined->size[m]++;
            return true;
        }
    }
    if (a->rank == MOST_BOX_RANK || !same_dims_but(b, a, MOST_BOX_RANK, next, MOST_BOX_RANK)) {
        return false;
    }
    int64_t *step = ARENA_ARRAY(b->arena, int64_t, b->count + 1);
    for (uint32_t i = 0; i < b->count; i++) {
        step[i] = next->first[i] - a->first[i];
    }
    *joined = *a;
    joined->size[joined->rank] = 2;
    joined->step[joined->rank++] = step;
    return true;
}

static bool join_boxes(const struct boxing *b, const struct box *a, const struct box *next,
                       struct box *joined) {
    return join_along(b, a, next, joined) || join_before(b, a, next, joined);
}

/* The two halves along a dimension of two places. */
static void halve(const struct boxing *b, const struct box *box, uint32_t dim, struct box *halves) {
    int64_t *first = arena_copy(b->arena, box->first, (b->count + 1) * sizeof *first);
    halves[0] = *box;
    halves[0].rank--;
    for (uint32_t k = dim; k < halves[0].rank; k++) {
        halves[0].size[k] = box->size[k + 1];
        halves[0].step[k] = box->step[k + 1];
    }
    for (uint32_t i = 0; i < b->count; i++) {
        first[i] += box->step[dim][i];
    }
    halves[1] = halves[0];
    halves[1].first = first;
}

/* Two devices are linear whatever their numbers are: so a half of two places may belong to what is
 * beside it. */
static bool join_halves(const struct boxing *b, struct box *a, struct box *next) {
    struct box halves[2], joined;
    for (uint32_t k = 0; k < next->rank; k++) {
        if (next->size[k] == 2) {
            halve(b, next, k, halves);
            if (join_along(b, a, &halves[0], &joined)) {
                *a = joined;
                *next = halves[1];
                return true;
            }
        }
    }
    for (uint32_t k = 0; k < a->rank; k++) {
        if (a->size[k] == 2) {
            halve(b, a, k, halves);
            if (next->rank && join_before(b, &halves[1], next, &joined)) {
                *a = halves[0];
                *next = joined;
                return true;
            }
        }
    }
    return false;
}

static void add_box(const struct boxing *b, struct box_list *list, const struct box *box) {
    struct box *last = list->items.count ? &list->items.items[list->items.count - 1] : NULL;
    struct box joined, next = *box;
    if (last && join_boxes(b, last, box, &joined)) {
        *last = joined;
        return;
    }
    if (last) {
        join_halves(b, last, &next);
    }
    *vector_push(&list->items) = next;
}

/* --- by digits -------------------------------------------------------------------------------- */

/* Whether numbers are linear in the largest digit, and otherwise the same for each value of it. */
static bool find_step(const struct boxing *b, uint32_t level, const struct device_number *numbers,
                      int64_t *step) {
    for (uint32_t i = 0; i < b->count; i++) {
        if (!spread_digit(numbers[i].spread, level, &step[i])) {
            return false;
        }
    }
    return true;
}

static void go_into(const struct boxing *b, const struct device_number *numbers, int64_t j,
                    struct device_number *down) {
    for (uint32_t i = 0; i < b->count; i++) {
        const struct spread *spread = numbers[i].spread;
        down[i].constant = numbers[i].constant + (spread ? spread->of[j].constant : 0);
        down[i].spread = spread ? spread->of[j].spread : NULL;
    }
}

/* A box that is there for each value of a digit. False: it has too many dimensions. */
static bool repeat_box(const struct boxing *b, struct box *box, int64_t radix,
                       const int64_t *step) {
    for (uint32_t k = 0; k < box->rank; k++) {
        bool longer = true;
        for (uint32_t i = 0; longer && i < b->count; i++) {
            longer = step[i] == box->size[k] * box->step[k][i];
        }
        if (longer) {
            box->size[k] *= radix;
            return true;
        }
    }
    if (box->rank == MOST_BOX_RANK) {
        return false;
    }
    box->size[box->rank] = radix;
    box->step[box->rank++] = step;
    return true;
}

static void find_in(const struct boxing *b, uint32_t level, const struct device_number *numbers,
                    struct box_list *list);

/* Boxes of the first value of the digit, each of them for all values. */
static bool repeat_boxes(const struct boxing *b, uint32_t level,
                         const struct device_number *numbers, const int64_t *step,
                         struct box_list *list) {
    struct device_number *down = ARENA_ARRAY(b->arena, struct device_number, b->count + 1);
    struct box_list own = {0};
    bool moves = false, fits = true;
    for (uint32_t i = 0; i < b->count; i++) {
        moves = moves || step[i];
    }
    struct boxing inner = *b;
    inner.list = ++*b->lists;
    go_into(b, numbers, 0, down);
    find_in(&inner, level - 1, down, &own);
    for (size_t i = 0; moves && fits && i < own.items.count; i++) {
        fits = repeat_box(b, &own.items.items[i], b->p->radix[level - 1], step);
    }
    for (size_t i = 0; fits && i < own.items.count; i++) {
        add_box(b, list, &own.items.items[i]);
    }
    vector_free(&own.items);
    return fits;
}

/* Whether devices with these numbers are in boxes of the list; from now on they are. */
static bool is_in_list(const struct boxing *b, const struct device_number *numbers) {
    struct device_number *key = ARENA_ARRAY(b->arena, struct device_number, b->count + 1);
    key[0].constant = b->list;
    memcpy(key + 1, numbers, b->count * sizeof *key);
    void **known = bytes_table_at(b->known, b->arena, key, (b->count + 1) * sizeof *key);
    bool is_known = *known;
    *known = b->known;
    return is_known;
}

static void find_in(const struct boxing *b, uint32_t level, const struct device_number *numbers,
                    struct box_list *list) {
    if (is_in_list(b, numbers)) {
        return;
    }
    int64_t *step = ARENA_ARRAY(b->arena, int64_t, b->count + 1);
    struct device_number *down = ARENA_ARRAY(b->arena, struct device_number, b->count + 1);
    if (level == 0) {
        for (uint32_t i = 0; i < b->count; i++) {
            step[i] = numbers[i].constant;
        }
        add_box(b, list, &(struct box){.first = step});
        return;
    }
    if (find_step(b, level, numbers, step) && repeat_boxes(b, level, numbers, step, list)) {
        return;
    }
    for (int64_t j = 0; j < b->p->radix[level - 1]; j++) {
        go_into(b, numbers, j, down);
        find_in(b, level - 1, down, list);
    }
}

struct boxes boxes_of_spreads(struct prover *p, struct arena *arena, uint32_t count,
                              const struct spread *const *spreads) {
    struct bytes_table known = {0};
    int64_t lists = 0;
    const struct boxing boxing = {p, arena, count, 0, &lists, &known};
    struct device_number *numbers = ARENA_ARRAY(arena, struct device_number, count + 1);
    struct box_list list = {0};
    for (uint32_t i = 0; i < count; i++) {
        numbers[i].spread = spreads[i];
    }
    find_in(&boxing, p->levels, numbers, &list);
    struct boxes boxes = {list.items.count, arena_copy(arena, list.items.items,
                                                       list.items.count * sizeof(struct box))};
    vector_free(&list.items);
    memory_free(known.entries);
    return boxes;
}
