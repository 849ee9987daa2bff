/* Views: made, brought to common variables, combined. */
#include "verify/relations/views/view.h"

bool vars_of(const struct type *type, struct vars *vars) {
    *vars = (struct vars){.count = 0};
    for (uint32_t d = 0; d < type->rank; d++) {
        if (type->dims[d] == 1) {
            continue;
        }
        if (vars->count == MOST_VARS || type->dims[d] <= 0) {
            return false;
        }
        vars->dim[vars->count] = (uint8_t)d;
        vars->size[vars->count++] = type->dims[d];
    }
    return true;
}

struct form vars_place(const struct vars *vars, uint32_t dim) {
    struct form form = form_constant(0);
    int64_t stride = 1;
    for (uint32_t v = vars->count; v-- > 0;) {
        if (vars->dim[v] == dim) {
            form.of[v] = stride;
            stride *= vars->size[v];
        }
    }
    return form;
}

/* --- settling --------------------------------------------------------------------------------- */

/* All forms of a view that is being made, to be changed. */
struct forms {
    uint32_t count;
    struct form **items;
};

static struct forms own_forms(struct prover *p, struct view *view) {
    struct form *at = arena_copy(p->arena, view->side.at, view->side.term->frame * sizeof *at);
    struct cond *cond = arena_copy(p->arena, view->cond, view->conds * sizeof *cond);
    struct cond *limit = arena_copy(p->arena, view->limit, view->limits * sizeof *limit);
    struct forms forms = {0, ARENA_ARRAY(p->arena, struct form *,
                                         view->side.term->frame + view->conds + view->limits + 1)};
    for (uint32_t c = 0; c < view->side.term->frame; c++) {
        forms.items[forms.count++] = &at[c];
    }
    for (uint32_t c = 0; c < view->conds; c++) {
        forms.items[forms.count++] = &cond[c].form;
    }
    for (uint32_t c = 0; c < view->limits; c++) {
        forms.items[forms.count++] = &limit[c].form;
    }
    view->side.at = at;
    view->cond = cond;
    view->limit = limit;
    return forms;
}

static void drop_var(struct vars *vars, const struct forms *forms, uint32_t var) {
    uint32_t after = vars->count - var - 1;
    memmove(&vars->size[var], &vars->size[var + 1], after * sizeof vars->size[0]);
    memmove(&vars->dim[var], &vars->dim[var + 1], after * sizeof vars->dim[0]);
    vars->count--;
    for (uint32_t i = 0; i < forms->count; i++) {
        int64_t *of = forms->items[i]->of;
        memmove(&of[var], &of[var + 1], (MOST_VARS - var - 1) * sizeof *of);
        of[MOST_VARS - 1] = 0;
    }
}

static bool can_fuse(const struct vars *vars, const struct forms *forms, uint32_t var) {
    if (vars->dim[var] != vars->dim[var + 1]) {
        return false;
    }
    for (uint32_t i = 0; i < forms->count; i++) {
        const int64_t *of = forms->items[i]->of;
        if (of[var] != of[var + 1] * vars->size[var + 1]) {
            return false;
        }
    }
    return true;
}

static void settle_vars(struct vars *vars, const struct forms *forms) {
    for (uint32_t v = 0; v < vars->count;) {
        if (vars->size[v] == 1) {
            drop_var(vars, forms, v);
        } else if (v + 1 < vars->count && can_fuse(vars, forms, v)) {
            vars->size[v + 1] *= vars->size[v];
            drop_var(vars, forms, v);
        } else {
            v++;
        }
    }
}

void view_drop_var(struct prover *p, struct view *draft, uint32_t var) {
    struct forms forms = own_forms(p, draft);
    drop_var(&draft->vars, &forms, var);
}

/* A guard outside of which a constant stands is conditions of the view. */
static void lift_guard(struct prover *p, struct view *view) {
    struct opened opened;
    const struct proof_term *term = view->side.term;
    if (view->conds || term->kind != TERM_GUARD || term->operand[1].term->frame ||
        !side_open(p, &view->vars, view->side, &opened)) {
        return;
    }
    struct cond *conds = guard_conds(p, term, &opened);
    view->conds = term->operands - 2;
    conds_settle(p, &view->vars, &view->conds, conds);
    view->cond = conds;
    view->side = side_settle(p, &view->vars, opened.sides[0]);
    view->other = opened.sides[1].term;
}

const struct view *view_settle(struct prover *p, const struct view *draft) {
    if (!draft->side.term) {
        return NULL;
    }
    struct view view = *draft;
    view.side = side_undigit(p, &view.vars, view.side);
    while (view_unstretch(p, &view) || view_first(p, &view) || view_choice(p, &view)) {
    }
    struct forms forms = own_forms(p, &view);
    settle_vars(&view.vars, &forms);
    while (view_stretch(p, &view)) {
    }
    enum truth truth = conds_settle(p, &view.vars, &view.conds, (struct cond *)view.cond);
    if (conds_settle(p, &view.vars, &view.limits, (struct cond *)view.limit) == NEVER) {
        return NULL;
    }
    if (truth == NEVER || (view.conds && view.other == view.side.term)) {
        view.conds = 0;
        view.side = side_of_constant(view.other);
    } else {
        view.side = side_settle(p, &view.vars, view.side);
    }
    if (!view.side.term) {
        return NULL;
    }
    lift_guard(p, &view);
    if (!view.side.term) {
        return NULL;
    }
    view.other = view.conds ? view.other : NULL;
    return arena_copy(p->arena, &view, sizeof view);
}

const struct view *view_simplify(struct prover *p, const struct view *view, uint32_t count,
                                 const struct cond *conds) {
    struct view simple = *view;
    struct cond *all = ARENA_ARRAY(p->arena, struct cond, view->conds + count + 1);
    for (uint32_t i = 0; i < view->conds; i++) {
        all[i] = view->cond[i];
    }
    for (uint32_t i = 0; i < count; i++) {
        all[view->conds + i] = conds[i];
    }
    simple.side = side_simplify(p, &view->vars, view->side, view->conds + count, all);
    simple.side = side_settle(p, &view->vars, simple.side);
    return arena_copy(p->arena, &simple, sizeof simple);
}

const struct view *view_keep(struct prover *p, const struct view *view) {
    if (!view) {
        return NULL;
    }
    struct view *kept = arena_copy(p->kept, view, sizeof *view);
    kept->side = side_keep(p, view->side);
    kept->cond = arena_copy(p->kept, view->cond, view->conds * sizeof *view->cond);
    kept->limit = arena_copy(p->kept, view->limit, view->limits * sizeof *view->limit);
    return kept;
}

const struct view *view_of_side(struct prover *p, const struct type *type, const struct vars *vars,
                                struct side side) {
    struct view draft = {.type = type, .vars = *vars, .side = side};
    return view_settle(p, &draft);
}

const struct view *view_of_constant(struct prover *p, const struct type *type,
                                    const struct proof_term *constant) {
    struct vars vars;
    return vars_of(type, &vars) ? view_of_side(p, type, &vars, side_of_constant(constant)) : NULL;
}

void view_from(struct prover *p, const struct view *view, struct device_number source,
               struct view *draft) {
    *draft = *view;
    struct forms forms = own_forms(p, draft);
    for (uint32_t i = 0; i < forms.count; i++) {
        struct device_number own = spread_through(p, forms.items[i]->device, source);
        forms.items[i]->device = own.spread;
        forms.items[i]->constant += own.constant;
    }
}

/* --- substitution ----------------------------------------------------------------------------- */

static bool substitute(struct prover *p, const struct vars *vars, const struct form *by,
                       const struct form *form, struct form *to) {
    struct form result = *form;
    memset(result.of, 0, sizeof result.of);
    bool fits = true;
    for (uint32_t v = 0; fits && v < vars->count; v++) {
        if (form->of[v]) {
            fits = form_mix(p, &result, &result, 1, &by[v], form->of[v]);
        }
    }
    *to = result;
    return fits;
}

bool view_rewrite(struct prover *p, const struct vars *vars, const struct view *view,
                  const struct form *by, struct view *draft) {
    *draft = *view;
    struct forms forms = own_forms(p, draft);
    draft->vars = *vars;
    for (uint32_t i = 0; i < forms.count; i++) {
        if (!substitute(p, &view->vars, by, forms.items[i], forms.items[i])) {
            return false;
        }
    }
    return true;
}

const struct view *view_substitute(struct prover *p, const struct type *type,
                                   const struct vars *vars, const struct view *view,
                                   const struct form *by) {
    struct view draft;
    if (!view_rewrite(p, vars, view, by, &draft)) {
        return NULL;
    }
    draft.type = type;
    return view_settle(p, &draft);
}

/* --- common variables ------------------------------------------------------------------------- */

static bool same_vars(const struct vars *a, const struct vars *b) {
    return a->count == b->count && memcmp(a->size, b->size, a->count * sizeof a->size[0]) == 0 &&
           memcmp(a->dim, b->dim, a->count * sizeof a->dim[0]) == 0;
}

/* Where variables of one dimension begin: products of the sizes of smaller ones. */
struct cuts {
    uint32_t count;
    int64_t at[2 * MOST_VARS];
};

static bool add_cut(struct cuts *cuts, int64_t at) {
    uint32_t i = 0;
    while (i < cuts->count && cuts->at[i] < at) {
        i++;
    }
    if (i < cuts->count && cuts->at[i] == at) {
        return true;
    }
    if (cuts->count == MOST_VARS) {
        return false;
    }
    memmove(&cuts->at[i + 1], &cuts->at[i], (cuts->count - i) * sizeof cuts->at[0]);
    cuts->at[i] = at;
    cuts->count++;
    return (i == 0 || at % cuts->at[i - 1] == 0) &&
           (i + 1 == cuts->count || cuts->at[i + 1] % at == 0);
}

static bool add_cuts(struct cuts *cuts, const struct vars *vars, uint32_t dim) {
    int64_t at = 1;
    bool fits = add_cut(cuts, 1);
    for (uint32_t v = vars->count; fits && v-- > 0;) {
        if (vars->dim[v] == dim) {
            at *= vars->size[v];
            fits = add_cut(cuts, at);
        }
    }
    return fits;
}

static bool add_vars(struct vars *vars, const struct cuts *cuts, uint32_t dim) {
    for (uint32_t i = cuts->count; i-- > 1;) {
        if (vars->count == MOST_VARS) {
            return false;
        }
        vars->dim[vars->count] = (uint8_t)dim;
        vars->size[vars->count++] = cuts->at[i] / cuts->at[i - 1];
    }
    return true;
}

static bool common_vars(uint32_t count, const struct view *const *views, struct vars *vars) {
    *vars = (struct vars){.count = 0};
    for (uint32_t d = 0; d < views[0]->type->rank; d++) {
        struct cuts cuts = {.count = 0};
        for (uint32_t i = 0; i < count; i++) {
            if (!add_cuts(&cuts, &views[i]->vars, d)) {
                return false;
            }
        }
        if (!add_vars(vars, &cuts, d)) {
            return false;
        }
    }
    return true;
}

/* Without bringing variables together again. */
static const struct view *refine(struct prover *p, const struct vars *vars,
                                 const struct view *view) {
    struct form by[MOST_VARS];
    struct view draft;
    for (uint32_t v = view->vars.count, dim = UINT8_MAX, done = 0; v-- > 0;) {
        done = view->vars.dim[v] == dim ? done : 0;
        dim = view->vars.dim[v];
        by[v] = form_constant(0);
        int64_t stride = 1;
        for (uint32_t n = vars->count, skip = done; n-- > 0 && stride < view->vars.size[v];) {
            if (vars->dim[n] == dim && skip > 0) {
                skip--;
            } else if (vars->dim[n] == dim) {
                by[v].of[n] = stride;
                stride *= vars->size[n];
                done++;
            }
        }
    }
    if (!view_rewrite(p, vars, view, by, &draft)) {
        return NULL;
    }
    draft.side = side_undigit(p, vars, draft.side);
    return arena_copy(p->arena, &draft, sizeof draft);
}

bool views_align(struct prover *p, uint32_t count, const struct view **views) {
    struct vars vars;
    bool same = true, fits = true;
    for (uint32_t i = 1; i < count; i++) {
        same = same && same_vars(&views[0]->vars, &views[i]->vars);
    }
    if (same) {
        return true;
    }
    fits = common_vars(count, views, &vars);
    for (uint32_t i = 0; fits && i < count; i++) {
        views[i] = refine(p, &vars, views[i]);
        fits = views[i] != NULL;
    }
    return fits;
}

bool view_equal(const struct prover *p, const struct view *a, const struct view *b) {
    return same_vars(&a->vars, &b->vars) && side_equal(a->side, b->side) && a->other == b->other &&
           conds_within(p, a->conds, a->cond, b->conds, b->cond) &&
           conds_within(p, b->conds, b->cond, a->conds, a->cond) &&
           conds_within(p, a->limits, a->limit, b->limits, b->limit) &&
           conds_within(p, b->limits, b->limit, a->limits, a->limit);
}

/* --- combination ------------------------------------------------------------------------------ */

struct side view_side(struct prover *p, const struct view *view) {
    if (view->conds == 0) {
        return view->side;
    }
    struct side inside = side_simplify(p, &view->vars, view->side, view->conds, view->cond);
    return side_guard(p, &view->vars, view->conds, view->cond, inside,
                      side_of_constant(view->other));
}

struct cond *views_limits(struct prover *p, uint32_t count, const struct view *const *views,
                          uint32_t *limits) {
    uint32_t all = 0;
    for (uint32_t i = 0; i < count; i++) {
        all += views[i]->limits;
    }
    struct cond *list = ARENA_ARRAY(p->arena, struct cond, all + 1);
    *limits = 0;
    for (uint32_t i = 0; i < count; i++) {
        for (uint32_t c = 0; c < views[i]->limits; c++) {
            list[(*limits)++] = views[i]->limit[c];
        }
    }
    return list;
}

/* Views whose conditions follow from the limits have none. */
static void drop_implied(struct prover *p, uint32_t count, const struct view **views,
                         uint32_t limits, const struct cond *limit) {
    for (uint32_t i = 0; i < count; i++) {
        if (views[i]->conds && conds_within(p, views[i]->conds, views[i]->cond, limits, limit)) {
            struct view *view = arena_copy(p->arena, views[i], sizeof *view);
            view->conds = 0;
            view->other = NULL;
            views[i] = view;
        }
    }
}

/* The first view with conditions, if all with conditions have the same; else NULL. */
static const struct view *common_conds(const struct prover *p, uint32_t count,
                                       const struct view *const *views) {
    const struct view *first = NULL;
    for (uint32_t i = 0; i < count; i++) {
        if (views[i]->conds == 0) {
            continue;
        }
        first = first ? first : views[i];
        if (!conds_within(p, first->conds, first->cond, views[i]->conds, views[i]->cond) ||
            !conds_within(p, views[i]->conds, views[i]->cond, first->conds, first->cond)) {
            return NULL;
        }
    }
    return first;
}

/* The same conditions, and a constant outside of them. NULL: there is none. */
static bool combine_outside(struct prover *p, uint32_t count, const struct view *const *views,
                            side_maker *make, const void *data, struct view *draft) {
    const struct view *first = common_conds(p, count, views);
    if (!first) {
        return false;
    }
    struct side *sides = ARENA_ARRAY(p->arena, struct side, count);
    for (uint32_t i = 0; i < count; i++) {
        sides[i] = views[i]->conds ? side_of_constant(views[i]->other) : views[i]->side;
    }
    struct side outside = make(p, &first->vars, count, sides, data);
    if (!outside.term || outside.term->frame) {
        return false;
    }
    for (uint32_t i = 0; i < count; i++) {
        sides[i] = views[i]->side;
    }
    draft->side = make(p, &first->vars, count, sides, data);
    draft->conds = first->conds;
    draft->cond = first->cond;
    draft->other = outside.term;
    return true;
}

const struct view *view_combine(struct prover *p, const struct type *type, uint32_t count,
                                const struct view *const *given, side_maker *make,
                                const void *data) {
    const struct view **views = ARENA_ARRAY(p->arena, const struct view *, count + 1);
    for (uint32_t i = 0; i < count; i++) {
        views[i] = given[i];
        if (!given[i]) {
            return NULL;
        }
    }
    if (!views_align(p, count, views)) {
        return NULL;
    }
    struct view draft = {.type = type, .vars = views[0]->vars};
    draft.limit = views_limits(p, count, views, &draft.limits);
    drop_implied(p, count, views, draft.limits, draft.limit);
    if (!combine_outside(p, count, views, make, data, &draft)) {
        struct side *sides = ARENA_ARRAY(p->arena, struct side, count);
        for (uint32_t i = 0; i < count; i++) {
            sides[i] = view_side(p, views[i]);
        }
        draft.side = make(p, &draft.vars, count, sides, data);
    }
    return view_settle(p, &draft);
}
