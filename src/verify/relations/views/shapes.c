/* Slices, broadcasts, transposes, reshapes and pads of views: other forms for the same term. */
#include "verify/relations/views/view.h"

#include <stdlib.h>

uint32_t vars_along(const struct vars *vars, uint32_t dim) {
    uint32_t count = 0;
    for (uint32_t v = 0; v < vars->count; v++) {
        count += vars->dim[v] == dim;
    }
    return count;
}

static bool add_var(struct vars *vars, uint32_t dim, int64_t size) {
    if (vars->count == MOST_VARS) {
        return false;
    }
    vars->dim[vars->count] = (uint8_t)dim;
    vars->size[vars->count++] = size;
    return true;
}

/* --- slices ----------------------------------------------------------------------------------- */

/* Variables for `size` elements along a dimension: as many small ones of the old as divide it. */
static bool cut_vars(const struct vars *old, struct vars *vars, uint32_t dim, int64_t size,
                     bool steps) {
    int64_t sizes[MOST_VARS];
    uint32_t count = 0;
    for (uint32_t v = old->count; !steps && v-- > 0 && size > 1;) {
        if (old->dim[v] == dim && size % old->size[v] == 0) {
            sizes[count++] = old->size[v];
            size /= old->size[v];
        } else if (old->dim[v] == dim) {
            break;
        }
    }
    bool fits = size == 1 || add_var(vars, dim, size);
    while (fits && count > 0) {
        fits = add_var(vars, dim, sizes[--count]);
    }
    return fits;
}

bool form_split(struct prover *p, const struct vars *vars, const struct form *form, int64_t size,
                struct form *more, struct form *rest) {
    int64_t least, most;
    *more = form_of_number(number_floor(p, form_number(form), size));
    *rest = form_constant(form->constant - more->constant * size);
    rest->device = spread_mix(p, form->device, 1, more->device, -size);
    for (uint32_t v = 0; v < MOST_VARS; v++) {
        more->of[v] = form->of[v] % size == 0 ? form->of[v] / size : 0;
        rest->of[v] = form->of[v] % size == 0 ? 0 : form->of[v];
    }
    return form->symbol_count == 0 && form_range(rest, vars, &least, &most) && least >= 0 &&
           most < size;
}

/* What the variables of a dimension are where its place is a form. */
static bool place_vars(struct prover *p, const struct vars *old, uint32_t dim,
                       const struct vars *vars, const struct form *place, struct form *by) {
    struct form left = *place;
    uint32_t count = vars_along(old, dim);
    for (uint32_t v = old->count; v-- > 0;) {
        if (old->dim[v] != dim) {
            continue;
        }
        if (--count == 0) {
            by[v] = left;
            return true;
        }
        struct form more, rest;
        if (!form_split(p, vars, &left, old->size[v], &more, &rest)) {
            return false;
        }
        by[v] = rest;
        left = more;
    }
    return true;
}

/* Variables of other dimensions stay what they are. */
static void keep_vars(const struct vars *old, const struct vars *vars, uint32_t dim,
                      struct form *by) {
    for (uint32_t v = 0, n = 0; v < old->count; v++) {
        if (old->dim[v] == dim) {
            continue;
        }
        while (vars->dim[n] == dim) {
            n++;
        }
        by[v] = form_var(n++);
    }
}

const struct view *view_cut(struct prover *p, const struct view *view, const struct type *type,
                            uint32_t dim, const struct form *start, int64_t step) {
    struct vars vars = {.count = 0};
    struct form by[MOST_VARS];
    bool fits = view != NULL && type->dims[dim] > 0;
    for (uint32_t d = 0; fits && d < type->rank; d++) {
        if (d == dim) {
            fits = cut_vars(&view->vars, &vars, dim, type->dims[dim], step != 1);
            continue;
        }
        for (uint32_t v = 0; fits && v < view->vars.count; v++) {
            fits = view->vars.dim[v] != d || add_var(&vars, d, view->vars.size[v]);
        }
    }
    struct form place;
    if (!fits) {
        return NULL;
    }
    struct form own = vars_place(&vars, dim);
    if (!form_mix(p, &place, start, 1, &own, step)) {
        return NULL;
    }
    if (!place_vars(p, &view->vars, dim, &vars, &place, by)) {
        struct view flat;
        return view_flatten(p, view, dim, &flat) && flat.vars.count < view->vars.count
                   ? view_cut(p, &flat, type, dim, start, step)
                   : NULL;
    }
    keep_vars(&view->vars, &vars, dim, by);
    return view_substitute(p, type, &vars, view, by);
}

/* --- broadcasts and transposes ---------------------------------------------------------------- */

const struct view *view_spread(struct prover *p, const struct view *view, const struct type *type,
                               const int64_t *to) {
    struct vars vars = {.count = 0};
    struct form by[MOST_VARS];
    if (!view) {
        return NULL;
    }
    for (uint32_t d = 0; d < type->rank; d++) {
        bool taken = false;
        for (uint32_t v = 0; v < view->vars.count; v++) {
            if (to[view->vars.dim[v]] == d) {
                taken = true;
                if (!add_var(&vars, d, view->vars.size[v])) {
                    return NULL;
                }
                by[v] = form_var(vars.count - 1);
            }
        }
        if (!taken && type->dims[d] != 1 &&
            (type->dims[d] <= 0 || !add_var(&vars, d, type->dims[d]))) {
            return NULL;
        }
    }
    return view_substitute(p, type, &vars, view, by);
}

/* --- reshapes --------------------------------------------------------------------------------- */

/* Takes `size` elements off the smallest variables that are left; splits one where it must. The
 * new ones are noted in `vars` from the smallest on, and what the old ones are of them in `by`. */
struct reshaping {
    const struct view *view;
    struct vars vars; /* the smallest first */
    struct form by[MOST_VARS];
    uint32_t at;               /* old variables below are not taken yet */
    int64_t left, left_stride; /* of the one that is being taken */
};

static bool take(struct reshaping *r, uint32_t dim, int64_t size) {
    while (size > 1) {
        if (r->left == 1) {
            if (r->at == 0) {
                return false;
            }
            r->at--;
            r->left = r->view->vars.size[r->at];
            r->left_stride = 1;
            r->by[r->at] = form_constant(0);
        }
        int64_t piece = r->left <= size ? r->left : size;
        if ((r->left <= size ? size : r->left) % piece || r->vars.count == MOST_VARS) {
            return false;
        }
        r->by[r->at].of[r->vars.count] = r->left_stride;
        r->vars.dim[r->vars.count] = (uint8_t)dim;
        r->vars.size[r->vars.count++] = piece;
        r->left /= piece;
        r->left_stride *= piece;
        size /= piece;
    }
    return true;
}

/* The largest variable first, as views have them. */
static void turn_around(struct reshaping *r) {
    uint32_t count = r->vars.count;
    struct vars vars = {.count = count};
    for (uint32_t v = 0; v < count; v++) {
        vars.size[v] = r->vars.size[count - 1 - v];
        vars.dim[v] = r->vars.dim[count - 1 - v];
    }
    r->vars = vars;
    for (uint32_t v = 0; v < r->view->vars.count; v++) {
        struct form turned = form_constant(0);
        for (uint32_t n = 0; n < count; n++) {
            turned.of[n] = r->by[v].of[count - 1 - n];
        }
        r->by[v] = turned;
    }
}

/* Dimensions that go together: the fewest whose elements are those of some of the other type. */
struct dims_together {
    uint32_t from, from_end, to, to_end;
};

static bool next_together(const struct type *from, const struct type *to,
                          struct dims_together *dims) {
    int64_t a = 1, b = 1;
    dims->from = dims->from_end;
    dims->to = dims->to_end;
    do {
        if (a <= b && dims->from_end < from->rank) {
            a *= from->dims[dims->from_end++];
        } else if (dims->to_end < to->rank) {
            b *= to->dims[dims->to_end++];
        } else if (dims->from_end < from->rank) {
            a *= from->dims[dims->from_end++];
        } else {
            return false;
        }
    } while (a != b);
    return true;
}

/* Whether variables that are the digits of dimensions together nest with the new dimensions. */
static bool nests(const struct vars *vars, uint32_t dim, const struct type *to,
                  const struct dims_together *dims) {
    int64_t own = 1;
    for (uint32_t v = vars->count; v-- > 0;) {
        int64_t other = 1;
        own *= vars->dim[v] == dim ? vars->size[v] : 1;
        for (uint32_t d = dims->to_end; d-- > dims->to;) {
            other *= to->dims[d];
            if (own % other && other % own) {
                return false;
            }
        }
    }
    return true;
}

/* The view, over dimensions of which some that go together are one, as one variable. */
static bool flatten_together(struct prover *p, const struct view *view, const struct type *type,
                             struct view *flat) {
    struct dims_together dims = {0};
    *flat = *view;
    while ((dims.from_end < view->type->rank || dims.to_end < type->rank) &&
           next_together(view->type, type, &dims)) {
        struct view joined = *flat;
        for (uint32_t v = 0; v < joined.vars.count; v++) {
            bool own = joined.vars.dim[v] >= dims.from && joined.vars.dim[v] < dims.from_end;
            joined.vars.dim[v] = own ? (uint8_t)dims.from : joined.vars.dim[v];
        }
        if (!nests(&joined.vars, dims.from, type, &dims) &&
            !view_flatten(p, &joined, dims.from, flat)) {
            return false;
        }
    }
    return true;
}

static bool is_empty(const struct type *type) {
    for (uint32_t d = 0; d < type->rank; d++) {
        if (type->dims[d] <= 0) {
            return true;
        }
    }
    return false;
}

const struct view *view_reshape(struct prover *p, const struct view *given,
                                const struct type *type) {
    struct view flat, *view = &flat;
    if (!given || is_empty(type) || !flatten_together(p, given, type, &flat)) {
        return NULL;
    }
    struct reshaping r = {.view = view, .at = view->vars.count, .left = 1};
    for (uint32_t d = type->rank; d-- > 0;) {
        if (!take(&r, d, type->dims[d])) {
            return NULL;
        }
    }
    if (r.at > 0 || r.left > 1) {
        return NULL;
    }
    turn_around(&r);
    return view_substitute(p, type, &r.vars, view, r.by);
}

/* --- pads ------------------------------------------------------------------------------------- */

bool view_shift(struct prover *p, const struct view *given, const struct type *type, uint32_t dim,
                int64_t low, struct view *draft) {
    struct vars vars = {.count = 0};
    struct form by[MOST_VARS];
    struct view flat, *view = &flat;
    if (!given || !view_flatten(p, given, dim, &flat)) {
        return false;
    }
    for (uint32_t d = 0; d < type->rank; d++) {
        bool fits = d != dim || type->dims[dim] == 1 || add_var(&vars, dim, type->dims[dim]);
        for (uint32_t v = 0; fits && d != dim && v < view->vars.count; v++) {
            fits = view->vars.dim[v] != d || add_var(&vars, d, view->vars.size[v]);
        }
        if (!fits || type->dims[d] <= 0) {
            return false;
        }
    }
    struct form place = vars_place(&vars, dim);
    place.constant = -low;
    keep_vars(&view->vars, &vars, dim, by);
    place_vars(p, &view->vars, dim, &vars, &place, by);
    bool done = view_rewrite(p, &vars, view, by, draft);
    draft->type = type;
    return done;
}

const struct view *view_pad(struct prover *p, const struct view *view, const struct type *type,
                            uint32_t dim, int64_t low, const struct proof_term *fill) {
    struct view draft, whole;
    if (!view) {
        return NULL;
    }
    whole = *view;
    if (view->conds && view->other != fill) {
        whole.side = view_side(p, view);
        whole.conds = 0;
    }
    if (!whole.side.term || !view_shift(p, &whole, type, dim, low, &draft)) {
        return NULL;
    }
    struct cond *conds = ARENA_ARRAY(p->arena, struct cond, draft.conds + 1);
    if (draft.conds) {
        memcpy(conds, draft.cond, draft.conds * sizeof *conds);
    }
    conds[draft.conds++] =
        (struct cond){vars_place(&draft.vars, dim), low, low + view->type->dims[dim]};
    draft.cond = conds;
    draft.other = fill;
    return view_settle(p, &draft);
}

/* --- windows ---------------------------------------------------------------------------------- */

const struct view *view_unfold(struct prover *p, const struct view *given, const struct type *type,
                               uint32_t dim, int64_t stride, int64_t dilation) {
    struct vars vars = {.count = 0};
    struct form by[MOST_VARS];
    struct view flat, *view = &flat;
    if (!given || !view_flatten(p, given, dim, &flat)) {
        return NULL;
    }
    for (uint32_t d = 0; d < type->rank; d++) {
        bool is_new = d == dim || d + 1 == type->rank;
        bool fits = !is_new || type->dims[d] == 1 || add_var(&vars, d, type->dims[d]);
        for (uint32_t v = 0; fits && !is_new && v < view->vars.count; v++) {
            fits = view->vars.dim[v] != d || add_var(&vars, d, view->vars.size[v]);
        }
        if (!fits || type->dims[d] <= 0) {
            return NULL;
        }
    }
    struct form place, at = vars_place(&vars, dim), tap = vars_place(&vars, type->rank - 1);
    if (!form_mix(p, &place, &at, stride, &tap, dilation)) {
        return NULL;
    }
    keep_vars(&view->vars, &vars, dim, by);
    place_vars(p, &view->vars, dim, &vars, &place, by);
    return view_substitute(p, type, &vars, view, by);
}

/* --- dilation --------------------------------------------------------------------------------- */

/* A form of the place, where places are `factor` apart: times the factor but for the place. */
static bool dilate_form(struct prover *p, struct form *form, uint32_t var, int64_t factor) {
    int64_t times = form->of[var];
    bool fits = form_mix(p, form, form, factor, form, 0);
    form->of[var] = times;
    return fits;
}

bool form_anchor(const struct form *form, uint32_t var, int64_t *anchor) {
    int64_t times = llabs(form->of[var]);
    *anchor = ((form->constant % times) + times) % times;
    for (uint32_t v = 0; v < MOST_VARS; v++) {
        if (form->of[v] % times) {
            return false;
        }
    }
    return (!form->device || form->device->common % times == 0) &&
           (times == 1 || form->symbol_count == 0);
}

static bool dilate_cond(struct prover *p, struct cond *cond, uint32_t var, int64_t factor) {
    if (!cond->form.of[var]) {
        return true;
    }
    cond->low = cond->low == INT64_MIN ? INT64_MIN : cond->low * factor;
    cond->high = cond->high == INT64_MAX ? INT64_MAX : (cond->high - 1) * factor + 1;
    return dilate_form(p, &cond->form, var, factor);
}

/* The term whose coordinates with the variable are divided; where it has none the variable is one
 * more. */
static bool dilate_side(struct prover *p, struct side *side, uint32_t var, int64_t factor,
                        const struct proof_term *fill) {
    const struct proof_term *own = side->term;
    struct coordinate *at = ARENA_ARRAY(p->arena, struct coordinate, own->frame + 1);
    struct form *forms = ARENA_ARRAY(p->arena, struct form, own->frame + 1);
    int64_t *words = ARENA_ARRAY(p->arena, int64_t, 3 + 2 * own->frame);
    uint32_t count = 3;
    bool fits = own->frame < 60;
    if (own->frame) {
        memcpy(forms, side->at, own->frame * sizeof *forms);
    }
    words[0] = factor;
    words[2] = fill->id;
    for (uint32_t c = 0; fits && c < own->frame; c++) {
        at[c] = (struct coordinate){.frame = c};
        if (forms[c].of[var]) {
            words[1] |= (int64_t)1 << c;
            words[count++] = llabs(forms[c].of[var]);
            fits = form_anchor(&forms[c], var, &words[count++]) &&
                   dilate_form(p, &forms[c], var, factor);
        }
    }
    if (own == fill) {
        return fits;
    }
    struct coordinate place = {.frame = own->frame};
    struct term_operand operands[3] = {
        {own, at}, {fill, NULL}, {term_place(p, KIND_SIGNED_64), &place}};
    struct proof_term draft = {.kind = TERM_DILATED,
                               .frame = own->frame + !words[1],
                               .operands = words[1] ? 2 : 3,
                               .words = count,
                               .operand = operands,
                               .word = words};
    forms[own->frame] = form_var(var);
    if (fits) {
        *side = (struct side){term_intern(p, &draft), forms};
    }
    return fits;
}

const struct view *view_dilate(struct prover *p, const struct view *given, const struct type *type,
                               uint32_t dim, int64_t factor, const struct proof_term *fill) {
    struct view flat, *view = &flat;
    if (!given || !view_flatten(p, given, dim, &flat) || vars_along(&flat.vars, dim) != 1) {
        return NULL;
    }
    struct view draft = *view;
    uint32_t var = 0;
    while (view->vars.dim[var] != dim) {
        var++;
    }
    if (draft.conds && draft.other != fill) {
        draft.side = view_side(p, view);
        draft.conds = 0;
    }
    struct cond *conds = arena_copy(p->arena, draft.cond, draft.conds * sizeof *conds);
    struct cond *limits = arena_copy(p->arena, draft.limit, draft.limits * sizeof *limits);
    bool fits = draft.side.term && dilate_side(p, &draft.side, var, factor, fill);
    for (uint32_t c = 0; fits && c < draft.conds; c++) {
        fits = dilate_cond(p, &conds[c], var, factor);
    }
    for (uint32_t c = 0; fits && c < draft.limits; c++) {
        fits = dilate_cond(p, &limits[c], var, factor);
    }
    draft.type = type;
    draft.vars.size[var] = (view->vars.size[var] - 1) * factor + 1;
    draft.cond = conds;
    draft.limit = limits;
    return fits ? view_settle(p, &draft) : NULL;
}
