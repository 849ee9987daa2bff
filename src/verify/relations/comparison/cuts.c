/* Where a variable is cut so that conditions, and comparisons of places, say one thing on either
 * side. */
#include <stdlib.h>

#include "ops/attrs/attrs.h"
#include "ops/op_def.h"
#include "verify/relations/terms/side.h"

enum {
    MOST_SEEN = 3000,
    MOST_RESTS = 64
}; /* terms that one search looks at; what it does not find is not cut */

struct searching {
    struct prover *p;
    struct cutting how;
    uint32_t left;
    struct cut *cut;
};

static bool is_between(const struct vars *vars, const struct cut *cut) {
    return cut->at > 0 && cut->at < vars->size[cut->var];
}

/* Whether a bound of a form of one variable lies between places of it. */
static bool cut_at(const struct vars *vars, const struct form *form, uint32_t var, int64_t bound,
                   struct cut *cut) {
    int64_t times = form->of[var];
    if (bound == INT64_MIN || bound == INT64_MAX) {
        return false;
    }
    cut->var = var;
    cut->step = 0;
    cut->at = times > 0 ? divide_up(bound - form->constant, times)
                        : divide_up(form->constant - bound + 1, -times);
    return is_between(vars, cut);
}

/* The variable, of those that may be cut, that moves a form the most; MOST_VARS: there is none. */
static uint32_t widest_var(const struct searching *s, const struct vars *vars,
                           const struct form *form) {
    uint32_t widest = MOST_VARS;
    int64_t most = 0;
    for (uint32_t v = s->how.from; v < s->how.to; v++) {
        int64_t wide = (form->of[v] < 0 ? -form->of[v] : form->of[v]) * (vars->size[v] - 1);
        widest = wide > most ? v : widest;
        most = wide > most ? wide : most;
    }
    return widest;
}

/* A condition on several variables: the widest one is cut in the middle. */
static bool cut_in_half(const struct vars *vars, uint32_t var, struct cut *cut) {
    cut->var = var;
    cut->step = 0;
    cut->at = vars->size[var] / 2;
    return is_between(vars, cut);
}

bool cond_find_cut(const struct vars *vars, const struct cond *cond, uint32_t var,
                   struct cut *cut) {
    struct form rest = cond->form, own = form_constant(0);
    const int64_t bounds[2] = {cond->low, cond->high};
    int64_t least, most;
    own.of[var] = rest.of[var];
    rest.of[var] = 0;
    if (own.of[var] == 0 || !form_range(&rest, vars, &least, &most)) {
        return false;
    }
    for (int i = 0; i < 2; i++) {
        bool bounded = bounds[i] != INT64_MIN && bounds[i] != INT64_MAX;
        if (bounded && (cut_at(vars, &own, var, bounds[i] - least, cut) ||
                        cut_at(vars, &own, var, bounds[i] - most, cut))) {
            return true;
        }
    }
    return false;
}

static bool cut_of_cond(const struct searching *s, const struct vars *vars,
                        const struct cond *cond) {
    struct form rest = cond->form;
    uint32_t var = widest_var(s, vars, &rest);
    int64_t least, most;
    if (var == MOST_VARS) {
        return false;
    }
    rest.of[var] = 0;
    if (form_is_constant(&rest)) {
        return cut_at(vars, &cond->form, var, cond->low, s->cut) ||
               cut_at(vars, &cond->form, var, cond->high, s->cut);
    }
    bool decided = !form_range(&cond->form, vars, &least, &most) ||
                   (least >= cond->low && most < cond->high) || most < cond->low ||
                   least >= cond->high;
    if (s->how.alone || decided) {
        return false;
    }
    return s->how.decides ? cond_find_cut(vars, cond, var, s->cut)
                          : !rest.device && !rest.symbol_count && cut_in_half(vars, var, s->cut);
}

/* A place, compared with an integer of a range: where it enters and leaves that. */
static bool cut_of_range(const struct searching *s, const struct vars *vars, struct side place,
                         struct side other) {
    struct cond cond;
    if (!term_is_bounded(other.term) || !side_as_form(place, &cond.form)) {
        return false;
    }
    cond.low = other.term->range.least;
    cond.high = other.term->range.most + 1;
    return cut_of_cond(s, vars, &cond);
}

/* Where a comparison of places says something else. */
static bool cut_of_comparison(const struct searching *s, const struct vars *vars,
                              const struct proof_term *term, const struct opened *opened) {
    struct form x, y;
    struct cond cond = {.low = 0, .high = 1};
    if (term->kind != TERM_FUNCTION || term->word[0] != OP_COMPARE || term->operands != 2) {
        return false;
    }
    const struct side *sides = opened->sides;
    if (!side_as_form(sides[0], &x) || !side_as_form(sides[1], &y)) {
        return s->how.deep && (cut_of_range(s, vars, sides[0], sides[1]) ||
                               cut_of_range(s, vars, sides[1], sides[0]));
    }
    bool strict = term->word[3] % 8 == COMPARE_LE;
    cond.low += strict; /* between 0 and 1 the outcome of <= turns, between -1 and 0 that of < */
    cond.high += strict;
    return form_mix(s->p, &cond.form, &x, 1, &y, -1) && cut_of_cond(s, vars, &cond);
}

/* A variable whose rest decides what is at a place that is divided. */
static bool cut_of_rest(const struct searching *s, const struct vars *vars, uint32_t var,
                        int64_t by) {
    if (!s->how.steps || var < s->how.from || var >= s->how.to || by > MOST_RESTS ||
        vars->size[var] < 2) {
        return false;
    }
    *s->cut = (struct cut){var, 0, by < vars->size[var] ? by : vars->size[var]};
    return true;
}

static bool cut_of_steps(const struct searching *s, const struct vars *vars, struct side side) {
    struct stepping stepping;
    return !side_step(s->p, vars, &side, &stepping) && !stepping.is_between &&
           stepping.var != MOST_VARS && cut_of_rest(s, vars, stepping.var, stepping.by);
}

/* The first digit that is no form asks for rests. */
static bool cut_of_digits(const struct searching *s, const struct opened *opened) {
    const struct side *place = &opened->sides[1];
    struct form left = place->term->frame ? place->at[0] : form_constant(0), more, rest;
    uint32_t b = opened->term->bounds - 1;
    while (b > 0 && form_split(s->p, &opened->vars, &left, opened->term->bound[b], &more, &rest)) {
        left = more;
        b--;
    }
    int64_t by = opened->term->bound[b];
    uint32_t var = b > 0 ? form_uneven_var(&opened->vars, &left, by) : MOST_VARS;
    return var != MOST_VARS && cut_of_rest(s, &opened->vars, var,
                                           by / greatest_common_divisor(by, llabs(left.of[var])));
}

static bool search(struct searching *s, const struct vars *vars, struct side side) {
    const struct proof_term *term = side.term;
    struct opened opened;
    bool has_any = s->how.deep ? term->has_inner_guard : term->has_guard;
    if (!has_any || s->left == 0 || (s->how.deep && prover_bytes(s->p) >= s->p->inside_end)) {
        return false;
    }
    s->left--;
    if (term_is_stepped(term)) {
        return cut_of_steps(s, vars, side);
    }
    if (!side_open(s->p, vars, side, &opened)) {
        return false;
    }
    if (term->kind == TERM_DIGITS && cut_of_digits(s, &opened)) {
        return true;
    }
    if (cut_of_comparison(s, vars, term, &opened)) {
        return true;
    }
    const struct cond *conds = term->kind == TERM_GUARD ? guard_conds(s->p, term, &opened) : NULL;
    for (uint32_t i = 0; conds && i < term->operands - 2; i++) {
        if (cut_of_cond(s, vars, &conds[i])) {
            return true;
        }
    }
    for (uint32_t i = 0; i < term->operands; i++) {
        if (search(s, &opened.vars, opened.sides[i])) {
            return true;
        }
    }
    return false;
}

bool side_find_cut(struct prover *p, const struct vars *vars, struct side side,
                   const struct cutting *how, struct cut *cut) {
    struct searching searching = {p, *how, MOST_SEEN, cut};
    return search(&searching, vars, side);
}

bool cut_take(struct prover *p, const struct cut *cut, int64_t part, struct vars *vars,
              struct side *side) {
    int64_t size = vars->size[cut->var], step = cut->at ? 1 : cut->step;
    struct form form = form_constant(cut->at ? part * cut->at : part);
    vars->size[cut->var] =
        cut->at ? (part ? size - cut->at : cut->at) : divide_up(size - part, step);
    form.of[cut->var] = vars->size[cut->var] > 1 ? step : 0;
    return side_replace(p, side, cut->var, &form);
}
