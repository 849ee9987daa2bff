/* Values that repeat each element: a variable that nothing depends on, below another. */
#include "verify/relations/views/view.h"

/* The variable is in some form of a view, and the next one in none. */
static bool can_stretch(const struct view *view, uint32_t var) {
    bool any = false;
    for (uint32_t c = 0; c < view->side.term->frame; c++) {
        if (view->side.at[c].of[var + 1]) {
            return false;
        }
        any = any || view->side.at[c].of[var];
    }
    for (uint32_t c = 0; c < view->conds + view->limits; c++) {
        const struct cond *cond = c < view->conds ? &view->cond[c] : &view->limit[c - view->conds];
        if (cond->form.of[var + 1]) {
            return false;
        }
    }
    return any && view->side.term->frame < 60;
}

/* The variable counts `factor` times as fine. */
static bool stretch_form(struct prover *p, struct form *form, uint32_t var, int64_t factor) {
    int64_t times = form->of[var];
    bool fits = form_mix(p, form, form, factor, form, 0);
    form->of[var] = times;
    return fits;
}

bool conds_stretch(struct prover *p, uint32_t count, struct cond *conds, uint32_t var,
                   int64_t factor) {
    bool fits = true;
    for (uint32_t i = 0; fits && i < count; i++) {
        struct cond *cond = &conds[i];
        int64_t times = cond->form.of[var], anchor;
        if (times == 0) {
            continue;
        }
        fits = times > 0 && form_anchor(&cond->form, var, &anchor) &&
               stretch_form(p, &cond->form, var, factor);
        if (fits && cond->low != INT64_MIN) {
            cond->low = factor * (times * divide_up(cond->low - anchor, times) + anchor);
        }
        if (fits && cond->high != INT64_MAX) {
            cond->high = factor * (times * divide_up(cond->high - anchor, times) + anchor);
        }
    }
    return fits;
}

static bool stretch(struct prover *p, struct view *draft, uint32_t var) {
    const struct proof_term *own = draft->side.term;
    int64_t factor = draft->vars.size[var + 1];
    int64_t *words = ARENA_ARRAY(p->arena, int64_t, 2 + 2 * own->frame);
    uint32_t count = 2;
    struct coordinate *at = ARENA_ARRAY(p->arena, struct coordinate, own->frame + 1);
    struct form *forms = arena_copy(p->arena, draft->side.at, own->frame * sizeof *forms);
    struct cond *conds = arena_copy(p->arena, draft->cond, draft->conds * sizeof *conds);
    struct cond *limits = arena_copy(p->arena, draft->limit, draft->limits * sizeof *limits);
    words[0] = factor;
    bool fits = conds_stretch(p, draft->conds, conds, var, factor) &&
                conds_stretch(p, draft->limits, limits, var, factor);
    for (uint32_t c = 0; fits && c < own->frame; c++) {
        at[c] = (struct coordinate){.frame = c};
        if (forms[c].of[var]) {
            words[1] |= (int64_t)1 << c;
            words[count++] = forms[c].of[var];
            fits = forms[c].of[var] > 0 && form_anchor(&forms[c], var, &words[count]) &&
                   stretch_form(p, &forms[c], var, factor);
            count++;
        }
    }
    struct term_operand operand = {own, at};
    struct proof_term term = {.kind = TERM_STRETCHED,
                              .frame = own->frame,
                              .operands = 1,
                              .words = count,
                              .operand = &operand,
                              .word = words};
    if (fits) {
        draft->side = (struct side){term_intern(p, &term), forms};
        draft->cond = conds;
        draft->limit = limits;
        draft->vars.size[var] *= factor;
        view_drop_var(p, draft, var + 1);
    }
    return fits;
}

bool view_stretch(struct prover *p, struct view *draft) {
    for (uint32_t v = 0; v + 1 < draft->vars.count; v++) {
        if (draft->vars.dim[v] == draft->vars.dim[v + 1] && can_stretch(draft, v)) {
            return stretch(p, draft, v);
        }
    }
    return false;
}

/* The operand's coordinate, where the stretched one is in the middle of no step. */
static bool unstretch_form(struct prover *p, const struct vars *vars, struct form *form,
                           int64_t factor, int64_t times, int64_t anchor) {
    struct form steps = *form, more, rest;
    steps.constant -= factor * anchor;
    if (steps.constant % times || steps.symbol_count) {
        return false;
    }
    steps.constant /= times;
    if (form->device && form->device->common % times) {
        return false;
    }
    steps.device = spread_divided(p, form->device, times);
    for (uint32_t v = 0; v < MOST_VARS; v++) {
        if (form->of[v] % times) {
            return false;
        }
        steps.of[v] = form->of[v] / times;
    }
    struct form place = form_constant(anchor);
    return form_split(p, vars, &steps, factor, &more, &rest) &&
           form_mix(p, form, &place, 1, &more, times);
}

bool view_unstretch(struct prover *p, struct view *draft) {
    const struct proof_term *term = draft->side.term;
    if (term->kind != TERM_STRETCHED) {
        return false;
    }
    struct form *at = arena_copy(p->arena, draft->side.at, term->frame * sizeof *at);
    for (uint32_t c = 0, word = 2; c < term->frame; c++) {
        if (term->word[1] >> c & 1) {
            if (!unstretch_form(p, &draft->vars, &at[c], term->word[0], term->word[word],
                                term->word[word + 1])) {
                return false;
            }
            word += 2;
        }
    }
    draft->side = (struct side){term->operand[0].term, at};
    return true;
}
