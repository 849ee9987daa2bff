/* Terms in steps: elements that stand apart, and elements that are repeated. What stands at a place
 * is known where the place, divided by the step, has one rest. */
#include <stdlib.h>

#include "verify/relations/terms/side.h"

uint32_t form_uneven_var(const struct vars *vars, const struct form *form, int64_t by) {
    uint32_t var = 0;
    while (var < vars->count && form->of[var] % by == 0) {
        var++;
    }
    return var < vars->count ? var : MOST_VARS;
}

/* The coordinate of the operand. False: it is not known, or there is nothing to know. */
static bool step_coordinate(const struct vars *vars, struct stepping *s, uint32_t coordinate,
                            int64_t times, int64_t anchor) {
    struct form *form = &s->at[coordinate];
    int64_t factor = s->term->word[0], by = factor * times;
    if (form->device || form->symbol_count) {
        return false;
    }
    s->var = form_uneven_var(vars, form, by);
    if (s->var != MOST_VARS) {
        s->by = by / greatest_common_divisor(by, llabs(form->of[s->var]));
        return false;
    }
    int64_t rest = rest_modulo(form->constant - factor * anchor, by);
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

bool side_step(struct prover *p, const struct vars *vars, struct side *side, struct stepping *s) {
    const struct proof_term *term = side->term;
    uint32_t word = term->kind == TERM_DILATED ? 3 : 2;
    *s = (struct stepping){.term = term, .var = MOST_VARS};
    s->at = arena_copy(p->arena, side->at, term->frame * sizeof *s->at);
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

/* --- places that reach few steps -------------------------------------------------------------- */

struct reaching {
    struct prover *p;
    const struct vars *vars;
    struct stepping *s;
    struct cond *conds; /* that a place is the only one it reaches where the operand stands */
    uint32_t count;
};

/* Of a place that runs from `least` to `most`: where it is the operand's coordinate times `factor`,
 * of those that differ from factor * anchor by multiples of factor * times. False: in more places
 * than one, or, of what is repeated, for more coordinates than one. */
static bool reach_coordinate(struct reaching *r, uint32_t coordinate, int64_t times,
                             int64_t anchor) {
    struct stepping *s = r->s;
    struct form *form = &s->at[coordinate];
    int64_t factor = s->term->word[0], by = factor * times, least, most;
    if (form->device || form->symbol_count || !form_range(form, r->vars, &least, &most)) {
        return false;
    }
    int64_t last = most - rest_modulo(most - factor * anchor, by);
    if (s->term->kind == TERM_STRETCHED) {
        *form = form_constant(last / factor);
        return last <= least;
    }
    if (last < least) {
        s->is_between = true;
        return false;
    }
    if (least != most) {
        r->conds[r->count++] = (struct cond){*form, last, last + 1};
    }
    *form = form_constant(last / factor);
    return last - by < least;
}

struct side side_in_reach(struct prover *p, const struct vars *vars, struct side side) {
    const struct proof_term *term = side.term;
    uint32_t word = term->kind == TERM_DILATED ? 3 : 2;
    struct stepping s = {.term = term, .var = MOST_VARS};
    struct reaching r = {p, vars, &s, ARENA_ARRAY(p->arena, struct cond, term->frame + 1), 0};
    bool known = true;
    s.at = arena_copy(p->arena, side.at, term->frame * sizeof *s.at);
    for (uint32_t i = 0; i < term->frame && known; i++) {
        if (term->word[1] >> i & 1) {
            known =
                step_coordinate(vars, &s, i, term->word[word], term->word[word + 1]) ||
                (!s.is_between && reach_coordinate(&r, i, term->word[word], term->word[word + 1]));
            word += 2;
        }
    }
    known = known && (term->operands != 3 || step_coordinate(vars, &s, term->frame - 1, 1, 0) ||
                      (!s.is_between && reach_coordinate(&r, term->frame - 1, 1, 0)));
    if (s.is_between) {
        return side_of_constant(term->operand[1].term);
    }
    struct side there = {term->operand[0].term, s.at};
    return !known         ? side_nothing()
           : r.count == 0 ? there
                          : side_guard(p, vars, r.count, r.conds, there,
                                       side_of_constant(term->operand[1].term));
}
