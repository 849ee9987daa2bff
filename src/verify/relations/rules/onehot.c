/* Elements at places that are computed. What stands at a place is the sum over all places of what
 * stands there times whether it is the place: so parts of it, on devices, add up. */
#include "ops/attrs/attrs.h"
#include "verify/relations/rules/rules.h"

/* --- equations -------------------------------------------------------------------------------- */

/* A sum without its place. False: it has none. */
static bool take_place(struct prover *p, const struct vars *vars, struct side side, int64_t kind,
                       struct form *place, struct side *rest) {
    struct opened opened;
    if (side.term->kind != TERM_SUM || side.term->word[0] != kind ||
        !side_open(p, vars, side, &opened)) {
        return false;
    }
    for (uint32_t i = 0; i < side.term->operands; i++) {
        struct form form;
        int64_t times = side.term->word[1 + i];
        if (!side_as_form(opened.sides[i], &form) || !form_mix(p, &form, &form, times, &form, 0)) {
            continue;
        }
        int64_t minus = -times;
        struct side terms[2] = {side, opened.sides[i]};
        int64_t factors[2] = {1, minus};
        *place = form;
        *rest = side_sum(p, vars, kind, 2, terms, factors);
        return rest->term != NULL;
    }
    return false;
}

/* Places stand on one side: x + f = g is x = g - f. */
static void part_places(struct prover *p, const struct vars *vars, int64_t kind, struct side *a,
                        struct side *b) {
    struct form place, other, form;
    struct side rest;
    int64_t least, most;
    if (side_as_form(*a, &other)) {
        struct side swapped = *a;
        *a = *b;
        *b = swapped;
    }
    if (side_as_form(*b, &other) && take_place(p, vars, *a, kind, &place, &rest) &&
        form_mix(p, &form, &other, 1, &place, -1) && form_range(&form, vars, &least, &most) &&
        kind_holds(kind, least, most)) {
        *a = rest;
        *b = side_place(p, kind, &form);
    }
}

struct side side_equation(struct prover *p, const struct vars *vars, int64_t kind, struct side a,
                          struct side b) {
    if (!a.term || !b.term) {
        return side_nothing();
    }
    if (kind_is_integer(kind)) {
        part_places(p, vars, kind, &a, &b);
    }
    bool swap = a.term->id > b.term->id;
    struct side ordered[2] = {swap ? b : a, swap ? a : b};
    int64_t words[4] = {OP_COMPARE, KIND_TRUTH, kind, COMPARE_EQ};
    return side_function(p, vars, 4, words, 2, ordered);
}

/* --- ranges of integers ----------------------------------------------------------------------- */

static void range_of(struct prover *p, const struct vars *vars, struct side side, int64_t *least,
                     int64_t *most) {
    struct opened opened;
    struct form form;
    *least = INT64_MIN;
    *most = INT64_MAX;
    if (side_as_form(side, &form)) {
        if (!form_range(&form, vars, least, most)) {
            *least = INT64_MIN;
            *most = INT64_MAX;
        }
        return;
    }
    bool greatest = side.term->kind == TERM_FOLD && side.term->word[0] == FOLD_MAX;
    bool smallest = side.term->kind == TERM_FOLD && side.term->word[0] == FOLD_MIN;
    if ((!greatest && !smallest) || !side_open(p, vars, side, &opened)) {
        return;
    }
    *least = greatest ? INT64_MIN : INT64_MAX;
    *most = greatest ? INT64_MIN : INT64_MAX;
    for (uint32_t i = 0; i < side.term->operands; i++) {
        int64_t low, high;
        range_of(p, vars, opened.sides[i], &low, &high);
        *least = (low > *least) == greatest ? low : *least;
        *most = (high > *most) == greatest ? high : *most;
    }
}

/* --- elements at places ----------------------------------------------------------------------- */

/* One where the index is the place that the variable is at, else zero. */
static struct side is_at(struct prover *p, const struct vars *vars, int64_t kind, int64_t of,
                         struct side index, uint32_t var) {
    struct form form = form_var(var);
    struct side hit = side_equation(p, vars, of, index, side_place(p, of, &form));
    int64_t words[3] = {OP_CONVERT, kind, KIND_TRUTH};
    return hit.term ? side_function(p, vars, 3, words, 1, &hit) : side_nothing();
}

static struct side sum_hits(struct prover *p, const struct vars *vars, const struct picking *g,
                            struct side from) {
    struct side factors[MOST_VARS];
    uint32_t count = 0;
    for (uint32_t i = 0; i < g->indices; i++) {
        factors[count++] = is_at(p, vars, g->kind, g->of, g->index[i], g->bound[i]);
    }
    factors[count++] = from;
    return side_reduce(p, vars, FOLD_ADD, g->kind, side_product(p, vars, g->kind, count, factors),
                       g->indices, g->bound);
}

/* An index between 0 and the greatest place. */
static struct side held_index(struct prover *p, const struct vars *vars, int64_t kind,
                              struct side index, int64_t most) {
    struct side low[2] = {side_of_constant(constant_integer(p, kind, 0)), index};
    struct side high[2] = {side_of_constant(constant_integer(p, kind, most)),
                           side_fold(p, vars, FOLD_MAX, kind, 2, low)};
    return side_fold(p, vars, FOLD_MIN, kind, 2, high);
}

/* Whether an index is counted from where a part begins. */
static bool is_of_part(struct side index) {
    for (uint32_t i = 0; index.term->kind == TERM_SUM && i < index.term->operands; i++) {
        if (index.term->operand[i].term->kind == TERM_PLACE) {
            return true;
        }
    }
    return false;
}

struct side side_pick(struct prover *p, const struct vars *vars, const struct picking *given) {
    struct picking g = *given;
    bool in_range = true, ring = g.kind == KIND_REAL || g.kind == KIND_PAIR ||
                                 (kind_is_integer(g.kind) && g.kind != KIND_TRUTH);
    g.indices = 0;
    for (uint32_t i = 0; i < given->indices; i++) {
        struct form form;
        int64_t least, most;
        range_of(p, vars, given->index[i], &least, &most);
        bool inside = least >= 0 && most < vars->size[given->bound[i]];
        if (inside && side_as_form(given->index[i], &form) &&
            side_replace(p, &g.from, given->bound[i], &form)) {
            continue;
        }
        int64_t last = vars->size[given->bound[i]] - 1;
        if (!kind_holds(g.of, 0, last)) {
            return side_nothing();
        }
        in_range = in_range && (inside || !is_of_part(given->index[i]));
        g.index[g.indices] =
            inside ? given->index[i] : held_index(p, vars, g.of, given->index[i], last);
        g.bound[g.indices++] = given->bound[i];
    }
    if (g.indices == 0) {
        return g.from;
    }
    if (in_range && ring) {
        return sum_hits(p, vars, &g, g.from);
    }
    struct side sides[MOST_VARS + 1];
    int64_t words[4] = {OP_GATHER, GATHER_ELEMENTS, g.kind, g.of};
    sides[0] = g.from;
    memcpy(sides + 1, g.index, g.indices * sizeof *sides);
    struct making making = {TERM_WHOLE, 4, g.indices + 1, g.indices, words, sides, g.bound};
    return side_make(p, vars, &making);
}

/* --- elements of a part ----------------------------------------------------------------------- */

/* What is held between 0 and a greatest value. */
static bool without_hold(struct prover *p, const struct vars *vars, int64_t kind, struct side held,
                         int64_t most, struct side *index) {
    const struct proof_term *bounds[2] = {constant_integer(p, kind, most),
                                          constant_integer(p, kind, 0)};
    const enum fold folds[2] = {FOLD_MIN, FOLD_MAX};
    for (int k = 0; k < 2; k++) {
        struct opened opened;
        if (held.term->kind != TERM_FOLD || held.term->word[0] != (int64_t)folds[k] ||
            !side_open(p, vars, held, &opened)) {
            return false;
        }
        struct side *rest = ARENA_ARRAY(p->arena, struct side, held.term->operands);
        uint32_t count = 0;
        for (uint32_t i = 0; i < held.term->operands; i++) {
            if (opened.sides[i].term != bounds[k]) {
                rest[count++] = opened.sides[i];
            }
        }
        if (count == held.term->operands || count == 0) {
            return false;
        }
        held = side_fold(p, vars, folds[k], kind, count, rest);
    }
    *index = held;
    return true;
}

/* Bounds that a comparison puts on what it compares: low <= x, or x <= high. */
struct bounds_on {
    struct side x;
    bool has_low, has_high;
    struct form low, high;
};

static bool read_bound(struct prover *p, const struct vars *vars, struct side side,
                       struct bounds_on *bounds) {
    struct opened opened;
    const struct proof_term *term = side.term;
    bool less = term->kind == TERM_FUNCTION && term->word[0] == OP_COMPARE && term->words == 4 &&
                (term->word[3] == COMPARE_LE || term->word[3] == COMPARE_LT);
    if (!less || !kind_is_integer(term->word[2]) || !side_open(p, vars, side, &opened)) {
        return false;
    }
    int64_t step = term->word[3] == COMPARE_LT;
    if (side_as_form(opened.sides[0], &bounds->low)) {
        bounds->has_low = true;
        bounds->low.constant += step;
        bounds->x = opened.sides[1];
        return true;
    }
    bounds->has_high = side_as_form(opened.sides[1], &bounds->high);
    bounds->high.constant -= step;
    bounds->x = opened.sides[0];
    return bounds->has_high;
}

/* What is compared may be of another kind of integers than what is picked by it. */
static struct side of_kind(struct prover *p, const struct vars *vars, int64_t kind,
                           struct side side) {
    int64_t own = term_element_kind(side.term), words[3] = {OP_CONVERT, kind, own};
    return own && own != kind ? side_function(p, vars, 3, words, 1, &side) : side;
}

/* Whether a mask says low <= x and x < low + size, of an x whose difference to low is the index. */
static bool says_inside(struct prover *p, const struct vars *vars, int64_t kind, struct side mask,
                        struct side index, int64_t size) {
    struct opened opened = {.sides = &mask};
    uint32_t count = 1;
    if (mask.term->kind == TERM_FOLD && mask.term->word[0] == FOLD_AND) {
        count = mask.term->operands;
        if (!side_open(p, vars, mask, &opened)) {
            return false;
        }
    }
    for (uint32_t i = 0; i < count; i++) {
        struct bounds_on low = {.has_low = false};
        if (!read_bound(p, vars, opened.sides[i], &low) || !low.has_low) {
            continue;
        }
        struct side terms[2] = {of_kind(p, vars, kind, low.x), side_place(p, kind, &low.low)};
        int64_t factors[2] = {1, -1};
        if (!side_equal(side_sum(p, vars, kind, 2, terms, factors), index)) {
            continue;
        }
        for (uint32_t k = 0; k < count; k++) {
            struct bounds_on high = {.has_low = false};
            struct form difference;
            if (read_bound(p, vars, opened.sides[k], &high) && high.has_high &&
                side_equal(high.x, low.x) &&
                form_mix(p, &difference, &high.high, 1, &low.low, -1) &&
                form_is_constant(&difference) && difference.constant == size - 1) {
                return true;
            }
        }
    }
    return false;
}

struct side side_pick_masked(struct prover *p, const struct vars *vars, struct side mask,
                             struct side side) {
    struct opened opened;
    struct side index;
    const struct proof_term *term = side.term;
    if (!mask.term || !term || term->kind != TERM_WHOLE || term->words != 4 ||
        term->word[0] != OP_GATHER || term->bounds != 1 || !side_open(p, vars, side, &opened)) {
        return side_nothing();
    }
    int64_t size = term->bound[0];
    if (!without_hold(p, &opened.vars, term->word[3], opened.sides[1], size - 1, &index) ||
        !says_inside(p, &opened.vars, term->word[3], mask, index, size)) {
        return side_nothing();
    }
    struct picking g = {.kind = term->word[2], .of = term->word[3], .indices = 1};
    g.index[0] = index;
    g.bound[0] = opened.bound[0];
    return sum_hits(p, &opened.vars, &g, opened.sides[0]);
}
