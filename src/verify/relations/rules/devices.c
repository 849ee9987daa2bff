/* Whether views are the same on all devices, where that depends on the number of the device.
 *
 * What a view says of a device depends on its numbers in some spreads. Devices whose numbers are
 * linear in the places of a box are looked at together: the places are variables. Where nothing is
 * found so, the box is cut where a condition ceases to depend on them, or in half, and at last into
 * single devices. */
#include "verify/relations/rules/boxes.h"
#include "verify/relations/rules/places.h"

struct asking {
    struct relating *r;
    struct arena *arena; /* what lives as long as the question */
    const struct view *const *views;
    uint32_t count; /* of conditions */
    const struct cond *conds;
    uint32_t spreads;
    const struct spread **spread;
    enum effort effort; /* what the hardest single device took so far */
};

/* --- devices in boxes ------------------------------------------------------------------------- */

static void add_spread(struct asking *q, const struct form *form) {
    uint32_t i = 0;
    while (i < q->spreads && q->spread[i] != form->device) {
        i++;
    }
    if (form->device && i == q->spreads) {
        q->spread[q->spreads++] = form->device;
    }
}

/* Those that the question depends on. */
static void find_spreads(struct asking *q) {
    const struct view *a = q->views[0], *b = q->views[1];
    size_t most = q->count + a->conds + a->limits + a->side.term->frame + b->conds + b->limits +
                  b->side.term->frame;
    q->spread = ARENA_ARRAY(q->arena, const struct spread *, most + 1);
    for (uint32_t c = 0; c < q->count; c++) {
        add_spread(q, &q->conds[c].form);
    }
    for (int i = 0; i < 2; i++) {
        const struct view *view = q->views[i];
        for (uint32_t c = 0; c < view->side.term->frame; c++) {
            add_spread(q, &view->side.at[c]);
        }
        for (uint32_t c = 0; c < view->conds; c++) {
            add_spread(q, &view->cond[c].form);
        }
        for (uint32_t c = 0; c < view->limits; c++) {
            add_spread(q, &view->limit[c].form);
        }
    }
}

/* --- a box ------------------------------------------------------------------------------------ */

static void form_in_box(const struct asking *q, const struct box *box, uint32_t first,
                        struct form *form) {
    uint32_t i = 0;
    while (form->device && q->spread[i] != form->device) {
        i++;
    }
    if (form->device) {
        form->constant += box->first[i];
        for (uint32_t k = 0; k < box->rank; k++) {
            form->of[first + k] = box->step[k][i];
        }
        form->device = NULL;
    }
}

static struct cond *conds_in_box(const struct asking *q, const struct box *box, uint32_t first,
                                 uint32_t count, const struct cond *conds) {
    struct cond *own = ARENA_ARRAY(q->r->prover.arena, struct cond, count + 1);
    for (uint32_t c = 0; c < count; c++) {
        own[c] = conds[c];
        form_in_box(q, box, first, &own[c].form);
    }
    return own;
}

/* Not yet in one form; places of the box are variables from `first` on. */
static struct view view_in_box(const struct asking *q, const struct box *box, uint32_t first,
                               const struct view *view) {
    struct view draft = *view;
    struct form *at = arena_copy(q->r->prover.arena, view->side.at,
                                 view->side.term->frame * sizeof *view->side.at);
    for (uint32_t c = 0; c < view->side.term->frame; c++) {
        form_in_box(q, box, first, &at[c]);
    }
    draft.side.at = at;
    draft.cond = conds_in_box(q, box, first, view->conds, view->cond);
    draft.limit = conds_in_box(q, box, first, view->limits, view->limit);
    return draft;
}

/* The variables that are left where all conditions hold, each of which is about one. NEVER: there
 * is no such element; SOMETIMES: the conditions are others. */
static enum truth shorten_vars(struct prover *p, uint32_t count, const struct cond *conds,
                               struct vars *vars) {
    for (uint32_t i = 0; i < count; i++) {
        struct cond cond = conds[i];
        enum truth truth = cond_settle(p, &cond, vars);
        if (truth == NEVER) {
            return NEVER;
        }
        uint32_t v = 0;
        while (v < vars->count && !cond.form.of[v]) {
            v++;
        }
        struct form rest = cond.form;
        rest.of[v < vars->count ? v : 0] = 0;
        if (truth == SOMETIMES && (v == vars->count || !form_is_constant(&rest) ||
                                   cond.form.of[v] < 0 || cond.low != INT64_MIN)) {
            return SOMETIMES;
        }
        if (truth == SOMETIMES) {
            vars->size[v] = divide_up(cond.high - cond.form.constant, cond.form.of[v]);
        }
    }
    return ALWAYS;
}

/* What a device holds of the elements that are left; NULL: not all is known. */
static const struct view *on_device(struct prover *p, const struct view *draft) {
    const struct view *own = view_settle(p, draft);
    return own && own->limits == 0 ? view_simplify(p, own, 0, NULL) : NULL;
}

static bool same_on_device(struct prover *p, const struct view *drafts, enum effort *effort) {
    const struct view *own[2] = {on_device(p, &drafts[0]), on_device(p, &drafts[1])};
    return own[0] && own[1] && views_align(p, 2, own) &&
           sides_same(p, &own[0]->vars, view_side(p, own[0]), view_side(p, own[1]), effort);
}

/* The side of a box. Nothing: what stands there is not all known. */
static struct side side_in_box(struct prover *p, struct view *draft) {
    for (uint32_t c = 0; c < draft->limits; c++) {
        struct cond limit = draft->limit[c];
        if (cond_settle(p, &limit, &draft->vars) != ALWAYS) {
            return side_nothing();
        }
    }
    draft->side = side_settle(p, &draft->vars, side_undigit(p, &draft->vars, draft->side));
    return draft->side.term ? view_side(p, view_simplify(p, draft, 0, NULL)) : side_nothing();
}

/* --- cutting boxes ---------------------------------------------------------------------------- */

static bool find_cond_cut(const struct vars *vars, uint32_t first, uint32_t count,
                          const struct cond *conds, struct cut *cut) {
    for (uint32_t c = 0; c < count; c++) {
        for (uint32_t v = first; v < vars->count; v++) {
            if (cond_find_cut(vars, &conds[c], v, cut)) {
                return true;
            }
        }
    }
    return false;
}

/* Where conditions of the views, or inside of them, ask for it; else the longest one in half. */
static void find_box_cut(struct prover *p, const struct view *drafts, uint32_t first,
                         struct cut *cut) {
    const struct vars *vars = &drafts[0].vars;
    const struct cutting how = {.from = first, .to = vars->count, .deep = true, .decides = true};
    *cut = (struct cut){.var = first};
    for (int i = 0; i < 2; i++) {
        if (find_cond_cut(vars, first, drafts[i].limits, drafts[i].limit, cut) ||
            find_cond_cut(vars, first, drafts[i].conds, drafts[i].cond, cut) ||
            (drafts[i].side.term && side_find_cut(p, vars, drafts[i].side, &how, cut))) {
            return;
        }
    }
    cut->var = first;
    for (uint32_t v = first; v < vars->count; v++) {
        cut->var = vars->size[v] > vars->size[cut->var] ? v : cut->var;
    }
    cut->at = vars->size[cut->var] / 2;
}

/* The lower (0) or the upper part of a box. */
static struct box part_of_box(struct asking *q, const struct box *box, uint32_t place, int64_t at,
                              int part) {
    struct box own = *box;
    own.size[place] = part ? box->size[place] - at : at;
    if (part) {
        int64_t *first = arena_copy(q->arena, box->first, q->spreads * sizeof *first);
        for (uint32_t i = 0; i < q->spreads; i++) {
            first[i] += at * box->step[place][i];
        }
        own.first = first;
    }
    if (own.size[place] == 1) {
        own.rank--;
        for (uint32_t k = place; k < own.rank; k++) {
            own.size[k] = own.size[k + 1];
            own.step[k] = own.step[k + 1];
        }
    }
    return own;
}

/* --- all -------------------------------------------------------------------------------------- */

/* Whether both are the same on the devices of a box, wherever the conditions hold there. Else where
 * to cut it. */
static bool same_in_box(struct asking *q, const struct box *box, struct cut *cut) {
    struct prover *p = &q->r->prover;
    uint32_t first = q->views[0]->vars.count;
    struct vars vars = q->views[0]->vars;
    *cut = (struct cut){.var = first, .at = box->rank ? box->size[0] / 2 : 0};
    if (first + box->rank > MOST_VARS) {
        return false;
    }
    for (uint32_t k = 0; k < box->rank; k++) {
        vars.dim[vars.count] = UINT8_MAX;
        vars.size[vars.count++] = box->size[k];
    }
    struct vars whole = vars;
    struct cond *conds = conds_in_box(q, box, first, q->count, q->conds);
    enum truth truth = shorten_vars(p, q->count, conds, &vars);
    if (truth == NEVER) {
        return true;
    }
    struct view drafts[2];
    for (int i = 0; i < 2; i++) {
        drafts[i] = view_in_box(q, box, first, q->views[i]);
        drafts[i].vars = vars;
    }
    if (box->rank == 0) {
        enum effort effort = EFFORT_WRITTEN;
        bool same = truth == ALWAYS && same_on_device(p, drafts, &effort);
        q->effort = same && effort > q->effort ? effort : q->effort;
        return same;
    }
    enum effort effort = q->effort;
    if (truth == ALWAYS &&
        sides_same(p, &vars, side_in_box(p, &drafts[0]), side_in_box(p, &drafts[1]), &effort)) {
        return true;
    }
    drafts[0].vars = drafts[1].vars = whole;
    if (!find_cond_cut(&whole, first, q->count, conds, cut)) {
        find_box_cut(p, drafts, first, cut);
    }
    return false;
}

/* What is worked out for a box is given back behind it. */
static bool same_in_boxes(struct asking *q, const struct box *box) {
    struct prover *p = &q->r->prover;
    bool apart = p->arena == p->kept;
    struct cut cut;
    p->arena = apart ? q->r->scratch : p->arena;
    bool same = same_in_box(q, box, &cut);
    if (apart) {
        p->arena = p->kept;
        arena_reset(q->r->scratch);
    }
    if (same || box->rank == 0 || p->exceeded[0]) {
        return same;
    }
    for (int part = 0; part < 2; part++) {
        uint32_t place = cut.var - q->views[0]->vars.count;
        struct box own = part_of_box(q, box, place, cut.at, part);
        if (!same_in_boxes(q, &own)) {
            return false;
        }
    }
    return true;
}

bool views_same_on_devices(struct relating *r, const struct view *const *views, uint32_t count,
                           const struct cond *conds) {
    struct asking asking = {
        .r = r, .arena = arena_new(), .views = views, .count = count, .conds = conds};
    find_spreads(&asking);
    struct boxes boxes = boxes_of_spreads(&r->prover, asking.arena, asking.spreads, asking.spread);
    bool same = true;
    for (size_t i = 0; same && i < boxes.count; i++) {
        same = same_in_boxes(&asking, &boxes.items[i]);
    }
    arena_free(asking.arena);
    return same;
}
