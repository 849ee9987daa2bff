/* Whether two sides are the same though their terms are not: where what guards ask for is decided
 * case by case, and operation by operation. */
#include <stdlib.h>

#include "ops/attrs/attrs.h"
#include "ops/op_def.h"
#include "verify/relations/terms/side.h"

enum {
    MOST_QUESTIONS = 4000,
    MOST_MATCHED = 16,
    MOST_CONSTANTS = 4096,
    MOST_TOGETHER = 128,
    MOST_CASES = 2000,
    MOST_QUESTIONS_OF_CASE = 400
};

/* Bytes that all looks inside of folds may take, of which each gives back what is of its device
 * alone: a quarter of what a proof may. */
static uint64_t most_inside(const struct prover *p) {
    return p->memory / 4;
}

struct comparing {
    struct prover *p;
    uint32_t questions;
    bool deep;    /* looks inside of folds and functions of rows, too, for what can be decided */
    bool written; /* and folds of few are written out there */
};

static bool same(struct comparing *c, const struct vars *vars, struct side a, struct side b);

/* --- cases ------------------------------------------------------------------------------------ */

static bool same_in_cases(struct comparing *c, const struct vars *vars, struct side a,
                          struct side b, const struct cut *cut) {
    for (int64_t part = 0; part < cut_parts(cut); part++) {
        struct vars own = *vars;
        struct side x = a, y = b;
        if (!cut_take(c->p, cut, part, &own, &x)) {
            return false;
        }
        own = *vars;
        if (!cut_take(c->p, cut, part, &own, &y) || !same(c, &own, x, y)) {
            return false;
        }
    }
    return true;
}

/* --- steps ------------------------------------------------------------------------------------ */

/* A term in steps against another: for each rest of the places. */
static bool same_in_steps(struct comparing *c, const struct vars *vars, struct side a,
                          struct side b) {
    struct side *sides[2] = {&a, &b};
    for (int i = 0; i < 2; i++) {
        struct stepping s;
        if (!term_is_stepped(sides[i]->term) || side_step(c->p, vars, sides[i], &s)) {
            continue;
        }
        if (s.is_between) {
            *sides[i] = side_of_constant(s.term->operand[1].term);
            continue;
        }
        if (s.var == MOST_VARS) {
            return false;
        }
        struct cut cut = {.var = s.var, .step = s.by};
        return same_in_cases(c, vars, a, b, &cut);
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
    uint32_t var = form_uneven_var(vars, place, size);
    if (var == MOST_VARS) {
        return false;
    }
    struct form rest = *place;
    rest.of[var] = 0;
    cut->var = var;
    cut->at = vars->size[var] / 2;
    cut->step = 0;
    if (form_is_constant(&rest) && place->of[var] > 0) {
        cut->at = divide_up(size - rest_modulo(rest.constant, size), place->of[var]);
    }
    return cut->at > 0 && cut->at < vars->size[var];
}

/* --- folds of few ----------------------------------------------------------------------------- */

/* Whether it is one of few elements, of this kind. */
static bool is_short(struct side side, enum fold fold, int64_t kind) {
    const struct proof_term *term = side.term;
    return term->kind == TERM_REDUCE && term->word[0] == (int64_t)fold && term->word[1] == kind &&
           side_is_short(side);
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
        return side_write_out(p, vars, side);
    }
    if (!fold_of(side.term, &own, &own_kind) || own != fold || own_kind != kind ||
        side.term->kind == TERM_REDUCE || !side_open(p, vars, side, &opened)) {
        return side;
    }
    bool any = false;
    for (uint32_t i = 0; i < side.term->operands; i++) {
        if (is_short(opened.sides[i], fold, kind)) {
            opened.sides[i] = side_write_out(p, vars, opened.sides[i]);
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

/* A comparison of integers by their numbers, which says the same of those of other kinds. */
static bool compares_integers(const struct proof_term *term) {
    return term->kind == TERM_FUNCTION && term->words == 4 && term->word[0] == OP_COMPARE &&
           kind_is_integer(term->word[2]) && term->word[2] != KIND_UNSIGNED_64;
}

/* Without conversions that keep the number. */
static struct side as_number(struct prover *p, const struct vars *vars, struct side side) {
    struct opened opened;
    while (term_keeps_number(side.term) && side_open(p, vars, side, &opened)) {
        side = opened.sides[0];
    }
    return side;
}

/* The same number, of whatever kind of integer. */
static bool same_number(struct comparing *c, const struct vars *vars, struct side a,
                        struct side b) {
    struct form x, y;
    a = as_number(c->p, vars, a);
    b = as_number(c->p, vars, b);
    bool known = side_as_form(a, &x), of_other = side_as_form(b, &y);
    return known && of_other ? form_equal(&x, &y) : same(c, vars, a, b);
}

/* Comparisons of integers may be of other kinds of them. */
static bool same_words(const struct proof_term *a, const struct proof_term *b) {
    if (compares_integers(a) && compares_integers(b)) {
        return a->word[3] == b->word[3];
    }
    return memcmp(a->word, b->word, a->words * sizeof *a->word) == 0;
}

static bool same_operation(const struct proof_term *a, const struct proof_term *b) {
    return a->kind == b->kind && a->operands == b->operands && a->bounds == b->bounds &&
           a->words == b->words && !term_is_leaf(a) && same_words(a, b) &&
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

/* Whether its operands may stand in any order. */
static bool is_commutative(const struct proof_term *term) {
    bool equation = term->kind == TERM_FUNCTION && term->words == 4 &&
                    term->word[0] == OP_COMPARE &&
                    (term->word[3] == COMPARE_EQ || term->word[3] == COMPARE_NE);
    bool exclusive = term->kind == TERM_FUNCTION && term->word[0] == OP_XOR;
    return equation || exclusive || term->kind == TERM_SUM || term->kind == TERM_PRODUCT ||
           term->kind == TERM_FOLD;
}

/* Variables that a fold binds stand in any order: those of `b` in the order of `a`, exchanged in
 * pairs of one size. */
static bool same_exchanged(struct comparing *c, const struct proof_term *term,
                           const struct opened *x, const struct opened *y) {
    for (uint32_t i = 0; i < term->bounds; i++) {
        for (uint32_t k = i + 1; k < term->bounds; k++) {
            struct side body = y->sides[0];
            if (term->bound[i] == term->bound[k] &&
                side_exchange(c->p, &body, y->bound[i], y->bound[k]) &&
                same(c, &x->vars, x->sides[0], body)) {
                return true;
            }
        }
    }
    return false;
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
    bool any_order = is_commutative(term);
    if (compares_integers(term) && any_order) {
        return (same_number(c, vars, x.sides[0], y.sides[0]) &&
                same_number(c, vars, x.sides[1], y.sides[1])) ||
               (same_number(c, vars, x.sides[0], y.sides[1]) &&
                same_number(c, vars, x.sides[1], y.sides[0]));
    }
    if (any_order && term->operands <= MOST_MATCHED) {
        return same_in_any_order(c, &x, &y, term->operands,
                                 term->kind == TERM_SUM ? term->word + 1 : NULL);
    }
    if (compares_integers(term) && term->operands == 2) {
        return same_number(c, vars, x.sides[0], y.sides[0]) &&
               same_number(c, vars, x.sides[1], y.sides[1]);
    }
    for (uint32_t i = 0; i < term->operands; i++) {
        if (!same(c, &x.vars, x.sides[i], y.sides[i])) {
            return c->deep && term->kind == TERM_REDUCE && same_exchanged(c, term, &x, &y);
        }
    }
    return true;
}

/* Elements of constants at all places, each by itself. */
static bool same_constants(struct prover *p, const struct vars *vars, struct side a,
                           struct side b) {
    int64_t count = 1, place[MOST_VARS] = {0};
    bool is_tensor = a.term->kind == TERM_TENSOR || b.term->kind == TERM_TENSOR, same = is_tensor;
    for (uint32_t v = 0; same && v < vars->count; v++) {
        bool used = side_has(a, v) || side_has(b, v);
        count *= used ? vars->size[v] : 1;
        place[v] = used ? 0 : -1;
        same = count <= MOST_CONSTANTS;
    }
    for (int64_t i = 0; same && i < count; i++) {
        struct side x = a, y = b;
        for (uint32_t v = 0, rest = (uint32_t)i; same && v < vars->count; v++) {
            if (place[v] >= 0) {
                struct form form = form_constant(rest % vars->size[v]);
                rest /= (uint32_t)vars->size[v];
                same = side_replace(p, &x, v, &form) && side_replace(p, &y, v, &form);
            }
        }
        x = same ? side_settle(p, vars, x) : x;
        y = same ? side_settle(p, vars, y) : y;
        same = same && x.term == y.term && x.term && x.term->frame == 0 &&
               (x.term->kind == TERM_CONSTANT || x.term->kind == TERM_TENSOR);
    }
    return same;
}

/* Without guards that are decided, and digits that are known. */
static struct side plain(struct prover *p, const struct vars *vars, struct side side) {
    side = side_undigit(p, vars, side_settle(p, vars, side));
    side = side_simplify(p, vars, side, 0, NULL);
    return side_settle(p, vars, side);
}

/* The same inside of folds and functions of rows, too; where folds are written out, until that
 * changes nothing, since what is decided in one place decides other things. */
static struct side plain_inside(struct comparing *c, const struct vars *vars, struct side side) {
    bool again = true;
    while (again && side.term && c->questions > 0) {
        struct side before = side;
        side = side_settle(c->p, vars, side_simplify_inside(c->p, vars, side, c->written));
        again = c->written && !side_equal(side, before);
        c->questions -= again;
    }
    return side;
}

static bool find_cut(struct prover *p, const struct vars *vars, struct side a, struct side b,
                     struct cutting how, struct cut *cut) {
    how.from = 0;
    how.to = vars->count;
    return side_find_cut(p, vars, a, &how, cut) || side_find_cut(p, vars, b, &how, cut);
}

static bool same(struct comparing *c, const struct vars *vars, struct side a, struct side b) {
    const struct cutting shallow = {.alone = true},
                         deep = {.alone = true, .deep = true, .steps = true},
                         halves = {.deep = true, .steps = true};
    struct cut cut;
    bool is_late = c->deep && prover_bytes(c->p) >= c->p->inside_end;
    if (!a.term || !b.term || c->questions == 0 || c->p->exceeded[0] || is_late) {
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
    if (find_cut(c->p, vars, a, b, shallow, &cut)) {
        return same_in_cases(c, vars, a, b, &cut);
    }
    if (c->deep) {
        a = plain_inside(c, vars, a);
        b = plain_inside(c, vars, b);
        if (!a.term || !b.term || side_equal(a, b)) {
            return a.term && b.term;
        }
    }
    if (same_constants(c->p, vars, a, b) || same_operands(c, vars, a, b) ||
        same_written_out(c, vars, a, b)) {
        return true;
    }
    if (term_is_stepped(a.term) || term_is_stepped(b.term)) {
        return same_in_steps(c, vars, a, b);
    }
    bool is_cut = find_carry(c->p, vars, a, &cut) || find_carry(c->p, vars, b, &cut) ||
                  (c->deep && (find_cut(c->p, vars, a, b, deep, &cut) ||
                               find_cut(c->p, vars, a, b, halves, &cut)));
    return is_cut && same_in_cases(c, vars, a, b, &cut);
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

/* What comes to depend on an integer once folds are written out does so in each case. */
static struct side written_first(struct comparing *c, const struct vars *vars, struct side side) {
    return c->written ? plain_inside(c, vars, plain(c->p, vars, side)) : side;
}

bool sides_same(struct prover *p, const struct vars *vars, struct side a, struct side b,
                enum effort *most) {
    bool is_same = false;
    for (enum effort effort = EFFORT_OUTSIDE; !is_same && effort <= *most; effort++) {
        struct comparing comparing = {p, MOST_QUESTIONS, effort >= EFFORT_INSIDE,
                                      effort >= EFFORT_WRITTEN};
        uint64_t kept = arena_bytes(p->kept);
        if (effort > EFFORT_OUTSIDE && p->inside >= most_inside(p)) {
            break;
        }
        p->inside_end = prover_bytes(p) + (most_inside(p) - p->inside);
        is_same = same(&comparing, vars, a, b) ||
                  same_by_values(&comparing, vars, written_first(&comparing, vars, a),
                                 written_first(&comparing, vars, b), 1);
        p->inside += effort > EFFORT_OUTSIDE ? arena_bytes(p->kept) - kept : 0;
        *most = is_same ? effort : *most;
    }
    return is_same;
}
