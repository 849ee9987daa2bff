/* Whether two sides are the same though their terms are not: where what guards ask for is decided
 * case by case, and operation by operation. */
#include <stdlib.h>

#include "ops/attrs/attrs.h"
#include "ops/op_def.h"
#include "verify/relations/side.h"

enum {
    MOST_QUESTIONS = 4000,
    MOST_MATCHED = 16,
    MOST_ELEMENTS = 32,
    MOST_TOGETHER = 128,
    MOST_CASES = 2000,
    MOST_QUESTIONS_OF_CASE = 400
};

struct comparing {
    struct prover *p;
    uint32_t questions;
};

static bool same(struct comparing *c, const struct vars *vars, struct side a, struct side b);

/* --- cases ------------------------------------------------------------------------------------ */

/* A variable and the place where a condition on it alone begins or ceases to hold. */
struct cut {
    uint32_t var;
    int64_t at;
};

/* Whether a bound of a form of one variable lies between places of it. */
static bool cut_at(const struct vars *vars, const struct form *form, uint32_t var, int64_t bound,
                   struct cut *cut) {
    int64_t times = form->of[var];
    if (bound == INT64_MIN || bound == INT64_MAX) {
        return false;
    }
    cut->var = var;
    cut->at = times > 0 ? divide_up(bound - form->constant, times)
                        : divide_up(form->constant - bound + 1, -times);
    return cut->at > 0 && cut->at < vars->size[var];
}

static bool cut_of_cond(const struct vars *vars, const struct cond *cond, struct cut *cut) {
    struct form rest = cond->form;
    uint32_t var = 0;
    while (var < vars->count && !rest.of[var]) {
        var++;
    }
    if (var == vars->count) {
        return false;
    }
    rest.of[var] = 0;
    return form_is_constant(&rest) && (cut_at(vars, &cond->form, var, cond->low, cut) ||
                                       cut_at(vars, &cond->form, var, cond->high, cut));
}

/* Where a comparison of places says something else. */
static bool cut_of_comparison(struct prover *p, const struct vars *vars,
                              const struct proof_term *term, const struct opened *opened,
                              struct cut *cut) {
    struct form x, y;
    struct cond cond = {.low = 0, .high = 1};
    bool compares = term->kind == TERM_FUNCTION && term->word[0] == OP_COMPARE &&
                    term->operands == 2 && side_as_form(opened->sides[0], &x) &&
                    side_as_form(opened->sides[1], &y) && form_mix(p, &cond.form, &x, 1, &y, -1);
    bool strict = compares && term->word[3] % 8 == COMPARE_LE;
    cond.low += strict; /* between 0 and 1 the outcome of <= turns, between -1 and 0 that of < */
    cond.high += strict;
    return compares && cut_of_cond(vars, &cond, cut);
}

/* Looks for one through what is made element by element. */
static bool find_cut(struct prover *p, const struct vars *vars, struct side side, struct cut *cut) {
    const struct proof_term *term = side.term;
    struct opened opened;
    if (!term->has_guard || !side_open(p, vars, side, &opened)) {
        return false;
    }
    if (cut_of_comparison(p, vars, term, &opened, cut)) {
        return true;
    }
    if (term->kind == TERM_GUARD) {
        const struct cond *conds = guard_conds(p, term, &opened);
        for (uint32_t i = 0; i < term->operands - 2; i++) {
            if (cut_of_cond(vars, &conds[i], cut)) {
                return true;
            }
        }
    }
    for (uint32_t i = 0; i < term->operands; i++) {
        if (find_cut(p, vars, opened.sides[i], cut)) {
            return true;
        }
    }
    return false;
}

/* Some places of a variable: from, from + step, ... */
struct places_of_var {
    uint32_t var;
    int64_t from, step, size;
};

/* Whether both are the same where the variable is at these places. */
static bool same_at(struct comparing *c, const struct vars *vars, struct side a, struct side b,
                    const struct places_of_var *at) {
    struct vars own = *vars;
    struct form form = form_constant(at->from);
    form.of[at->var] = at->size > 1 ? at->step : 0;
    own.size[at->var] = at->size;
    return side_replace(c->p, &a, at->var, &form) && side_replace(c->p, &b, at->var, &form) &&
           same(c, &own, a, b);
}

static bool same_in_cases(struct comparing *c, const struct vars *vars, struct side a,
                          struct side b, const struct cut *cut) {
    struct places_of_var before = {cut->var, 0, 1, cut->at},
                         behind = {cut->var, cut->at, 1, vars->size[cut->var] - cut->at};
    return same_at(c, vars, a, b, &before) && same_at(c, vars, a, b, &behind);
}

/* --- steps ------------------------------------------------------------------------------------ */

static int64_t modulo(int64_t a, int64_t b) {
    return (a % b + b) % b;
}

static int64_t common_divisor(int64_t a, int64_t b) {
    return b ? common_divisor(b, a % b) : a;
}

/* A variable of a form that is no multiple of a number; MOST_VARS: there is none. */
static uint32_t uneven_var(const struct vars *vars, const struct form *form, int64_t by) {
    uint32_t var = 0;
    while (var < vars->count && form->of[var] % by == 0) {
        var++;
    }
    return var < vars->count ? var : MOST_VARS;
}

/* What stands between steps: the coordinates that are divided, each by what it is a multiple of
 * where the operand stands. */
struct stepping {
    const struct proof_term *term;
    struct form *at;
    uint32_t var; /* by whose rest it depends where the coordinates are; MOST_VARS: by none's */
    int64_t by;
    bool is_between;
};

/* The coordinate of the operand. False: it is not known, or there is nothing to know. */
static bool step_coordinate(const struct vars *vars, struct stepping *s, uint32_t coordinate,
                            int64_t times, int64_t anchor) {
    struct form *form = &s->at[coordinate];
    int64_t factor = s->term->word[0], by = factor * times;
    if (form->device || form->symbol_count) {
        return false;
    }
    s->var = uneven_var(vars, form, by);
    if (s->var != MOST_VARS) {
        s->by = by / common_divisor(by, llabs(form->of[s->var]));
        return false;
    }
    int64_t rest = modulo(form->constant - factor * anchor, by);
    if (rest && s->term->kind == TERM_DILATED) {
        s->is_between = true;
        return false;
    }
    form->constant -= rest;
    form->constant /= factor;
    for (uint32_t v = 0; v < vars->count; v++) {
        form->of[v] /= factor;
    }
    return true;
}

/* Whether coordinates of a term in steps are found: `side` is then what stands there. */
static bool step_side(const struct comparing *c, const struct vars *vars, struct side *side,
                      struct stepping *s) {
    const struct proof_term *term = side->term;
    uint32_t word = term->kind == TERM_DILATED ? 3 : 2;
    *s = (struct stepping){.term = term, .var = MOST_VARS};
    s->at = arena_copy(c->p->arena, side->at, term->frame * sizeof *s->at);
    for (uint32_t i = 0; i < term->frame; i++) {
        if (!(term->word[1] >> i & 1)) {
            continue;
        }
        if (!step_coordinate(vars, s, i, term->word[word], term->word[word + 1])) {
            return false;
        }
        word += 2;
    }
    if (term->operands == 3 && !step_coordinate(vars, s, term->frame - 1, 1, 0)) {
        return false;
    }
    *side = (struct side){term->operand[0].term, s->at};
    return true;
}

static bool is_stepped(struct side side) {
    return side.term->kind == TERM_DILATED || side.term->kind == TERM_STRETCHED;
}

/* A term in steps against another: for each rest of the places. */
static bool same_in_steps(struct comparing *c, const struct vars *vars, struct side a,
                          struct side b) {
    struct side *sides[2] = {&a, &b};
    for (int i = 0; i < 2; i++) {
        struct stepping s;
        if (!is_stepped(*sides[i]) || step_side(c, vars, sides[i], &s)) {
            continue;
        }
        if (s.is_between) {
            *sides[i] = side_of_constant(s.term->operand[1].term);
            continue;
        }
        if (s.var == MOST_VARS) {
            return false;
        }
        for (int64_t rest = 0; rest < s.by && rest < vars->size[s.var]; rest++) {
            struct places_of_var at = {s.var, rest, s.by,
                                       divide_up(vars->size[s.var] - rest, s.by)};
            if (!same_at(c, vars, a, b, &at)) {
                return false;
            }
        }
        return true;
    }
    return same(c, vars, a, b);
}

/* Where a digit of a place is carried over. */
static bool find_carry(struct prover *p, const struct vars *vars, struct side side,
                       struct cut *cut) {
    struct opened opened;
    if (side.term->kind != TERM_DIGITS || !side_open(p, vars, side, &opened) ||
        !opened.sides[1].term->frame) {
        return false;
    }
    const struct form *place = &opened.sides[1].at[0];
    int64_t size = side.term->bound[side.term->bounds - 1];
    uint32_t var = uneven_var(vars, place, size);
    if (var == MOST_VARS) {
        return false;
    }
    struct form rest = *place;
    rest.of[var] = 0;
    cut->var = var;
    cut->at = vars->size[var] / 2;
    if (form_is_constant(&rest) && place->of[var] > 0) {
        cut->at = divide_up(size - modulo(rest.constant, size), place->of[var]);
    }
    return cut->at > 0 && cut->at < vars->size[var];
}

/* --- folds of few ----------------------------------------------------------------------------- */

static bool is_short(struct side side, enum fold fold, int64_t kind) {
    const struct proof_term *term = side.term;
    int64_t count = 1;
    for (uint32_t b = 0; b < term->bounds; b++) {
        count *= term->bound[b] > MOST_ELEMENTS ? MOST_ELEMENTS + 1 : term->bound[b];
        count = count > MOST_ELEMENTS ? MOST_ELEMENTS + 1 : count;
    }
    return term->kind == TERM_REDUCE && term->word[0] == (int64_t)fold && term->word[1] == kind &&
           count <= MOST_ELEMENTS;
}

/* All elements of a fold, one by one. */
static struct side write_out(struct prover *p, const struct vars *vars, struct side side) {
    const struct proof_term *term = side.term;
    struct side elements[MOST_ELEMENTS];
    uint32_t count = 0;
    struct opened opened;
    int64_t place[MOST_BOUNDS] = {0};
    uint32_t b;
    if (!side_open(p, vars, side, &opened)) {
        return side_nothing();
    }
    do {
        struct side element = opened.sides[0];
        for (b = 0; b < term->bounds; b++) {
            struct form form = form_constant(place[b]);
            if (!side_replace(p, &element, opened.bound[b], &form)) {
                return side_nothing();
            }
        }
        elements[count++] = element;
        for (b = 0; b < term->bounds && ++place[b] == term->bound[b]; b++) {
            place[b] = 0;
        }
    } while (b < term->bounds);
    return side_fold(p, vars, (enum fold)term->word[0], term->word[1], count, elements);
}

/* The fold that a term is: of its operands, or of elements. */
static bool fold_of(const struct proof_term *term, enum fold *fold, int64_t *kind) {
    bool of_words = term->kind == TERM_FOLD || term->kind == TERM_REDUCE;
    if (!of_words && term->kind != TERM_SUM && term->kind != TERM_PRODUCT) {
        return false;
    }
    *fold = of_words ? (enum fold)term->word[0] : term->kind == TERM_SUM ? FOLD_ADD : FOLD_MULTIPLY;
    *kind = term->word[of_words ? 1 : 0];
    return true;
}

/* Folds of few elements, by themselves or among the operands of one, element by element. */
static struct side written_out(struct prover *p, const struct vars *vars, struct side side,
                               enum fold fold, int64_t kind) {
    struct opened opened;
    enum fold own = FOLD_ADD;
    int64_t own_kind = 0;
    if (is_short(side, fold, kind)) {
        return write_out(p, vars, side);
    }
    if (!fold_of(side.term, &own, &own_kind) || own != fold || own_kind != kind ||
        side.term->kind == TERM_REDUCE || !side_open(p, vars, side, &opened)) {
        return side;
    }
    bool any = false;
    for (uint32_t i = 0; i < side.term->operands; i++) {
        if (is_short(opened.sides[i], fold, kind)) {
            opened.sides[i] = write_out(p, vars, opened.sides[i]);
            any = true;
        }
    }
    return any ? side_rebuild(p, side, &opened) : side;
}

/* Two folds of one kind, once both are written out. */
static bool same_written_out(struct comparing *c, const struct vars *vars, struct side a,
                             struct side b) {
    enum fold fold = FOLD_ADD, other = FOLD_ADD;
    int64_t kind = 0, other_kind = 0;
    bool known = fold_of(a.term, &fold, &kind), of_other = fold_of(b.term, &other, &other_kind);
    if (!known && !of_other) {
        return false;
    }
    fold = known ? fold : other;
    kind = known ? kind : other_kind;
    struct side x = written_out(c->p, vars, a, fold, kind),
                y = written_out(c->p, vars, b, fold, kind);
    return (x.term != a.term || y.term != b.term) && same(c, vars, x, y);
}

/* --- operations ------------------------------------------------------------------------------- */

static bool same_operation(const struct proof_term *a, const struct proof_term *b) {
    return a->kind == b->kind && a->operands == b->operands && a->bounds == b->bounds &&
           a->words == b->words && !term_is_leaf(a) &&
           memcmp(a->word, b->word, a->words * sizeof *a->word) == 0 &&
           memcmp(a->bound, b->bound, a->bounds * sizeof *a->bound) == 0;
}

/* Operands in any order: each is that of the other which is not taken yet and the same. */
static bool same_in_any_order(struct comparing *c, const struct opened *a, const struct opened *b,
                              uint32_t count, const int64_t *times) {
    bool taken[MOST_MATCHED] = {false};
    for (uint32_t i = 0; i < count; i++) {
        uint32_t found = count;
        for (uint32_t k = 0; k < 2 * count && found == count; k++) {
            uint32_t other = k % count;
            bool fits = !taken[other] && (!times || times[i] == times[other]);
            if (fits && (k < count ? side_equal(a->sides[i], b->sides[other])
                                   : same(c, &a->vars, a->sides[i], b->sides[other]))) {
                found = other;
            }
        }
        if (found == count) {
            return false;
        }
        taken[found] = true;
    }
    return true;
}

/* The same function of the same operands. */
static bool same_operands(struct comparing *c, const struct vars *vars, struct side a,
                          struct side b) {
    struct opened x, y;
    const struct proof_term *term = a.term;
    if (!same_operation(term, b.term) || !side_open(c->p, vars, a, &x) ||
        !side_open(c->p, vars, b, &y)) {
        return false;
    }
    bool any_order =
        term->kind == TERM_SUM || term->kind == TERM_PRODUCT || term->kind == TERM_FOLD;
    if (any_order && term->operands <= MOST_MATCHED) {
        return same_in_any_order(c, &x, &y, term->operands,
                                 term->kind == TERM_SUM ? term->word + 1 : NULL);
    }
    for (uint32_t i = 0; i < term->operands; i++) {
        if (!same(c, &x.vars, x.sides[i], y.sides[i])) {
            return false;
        }
    }
    return true;
}

/* Without guards that are decided, and digits that are known. */
static struct side plain(struct prover *p, const struct vars *vars, struct side side) {
    side = side_undigit(p, vars, side_settle(p, vars, side));
    side = side_simplify(p, vars, side, 0, NULL);
    return side_settle(p, vars, side);
}

static bool same(struct comparing *c, const struct vars *vars, struct side a, struct side b) {
    struct cut cut;
    if (!a.term || !b.term || c->questions == 0 || c->p->exceeded[0]) {
        return false;
    }
    c->questions--;
    if (side_equal(a, b)) {
        return true;
    }
    a = plain(c->p, vars, a);
    b = plain(c->p, vars, b);
    if (!a.term || !b.term || side_equal(a, b)) {
        return a.term && b.term;
    }
    if (find_cut(c->p, vars, a, &cut) || find_cut(c->p, vars, b, &cut)) {
        return same_in_cases(c, vars, a, b, &cut);
    }
    if (same_operands(c, vars, a, b) || same_written_out(c, vars, a, b)) {
        return true;
    }
    if (is_stepped(a) || is_stepped(b)) {
        return same_in_steps(c, vars, a, b);
    }
    return (find_carry(c->p, vars, a, &cut) || find_carry(c->p, vars, b, &cut)) &&
           same_in_cases(c, vars, a, b, &cut);
}

/* --- values of integers ----------------------------------------------------------------------- */

/* An integer of few values that a side depends on; NULL: there is none. */
static const struct proof_term *integer_of(struct side side) {
    const struct proof_term *few = side.term->few;
    for (uint32_t c = 0; !few && c < side.term->frame; c++) {
        for (uint32_t i = 0; !few && i < side.at[c].symbol_count; i++) {
            few = side.at[c].symbols[i].term->few;
        }
    }
    return few;
}

/* Value by value of an integer that both, or one of them, depend on, and so on with others. */
static bool same_by_values(struct comparing *c, const struct vars *vars, struct side a,
                           struct side b, int64_t cases) {
    const struct proof_term *integer = a.term && b.term ? integer_of(a) : NULL;
    integer = integer || !a.term || !b.term ? integer : integer_of(b);
    if (!integer || cases * (integer->range.most - integer->range.least + 1) > MOST_TOGETHER) {
        return false;
    }
    cases *= integer->range.most - integer->range.least + 1;
    for (int64_t value = integer->range.least; value <= integer->range.most; value++) {
        struct side x = side_where(c->p, vars, a, integer, value),
                    y = side_where(c->p, vars, b, integer, value);
        if (c->p->cases == MOST_CASES) {
            return false;
        }
        c->p->cases++;
        c->questions = MOST_QUESTIONS_OF_CASE;
        if (!same(c, vars, x, y) && !same_by_values(c, vars, x, y, cases)) {
            return false;
        }
    }
    return true;
}

bool sides_same(struct prover *p, const struct vars *vars, struct side a, struct side b) {
    struct comparing comparing = {p, MOST_QUESTIONS};
    return same(&comparing, vars, a, b) || same_by_values(&comparing, vars, a, b, 1);
}
