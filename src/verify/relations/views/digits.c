/* Dimensions of several variables as one: what is at a place is what is at its digits. */
#include <stdlib.h>

#include "verify/relations/views/view.h"

/* A dimension that is made one variable. */
struct flattening {
    struct prover *p;
    struct vars vars;              /* with the new one, the last */
    uint32_t first, digits, place; /* its variables, the largest first; and the new one */
    int64_t stride[MOST_VARS];     /* of each of them */
    struct placed *placed;
};

static bool has_digit(const struct flattening *f, const struct form *form, uint32_t from) {
    for (uint32_t i = from; i < f->digits; i++) {
        if (form->of[f->first + i]) {
            return true;
        }
    }
    return false;
}

/* A form of the digits as one of the place. False: it is none. */
static bool as_place(const struct flattening *f, struct form *form) {
    int64_t times = form->of[f->first + f->digits - 1];
    for (uint32_t i = 0; i < f->digits; i++) {
        if (form->of[f->first + i] != times * f->stride[i]) {
            return false;
        }
    }
    for (uint32_t i = 0; i < f->digits; i++) {
        form->of[f->first + i] = 0;
    }
    form->of[f->place] = times;
    return true;
}

/* --- conditions ------------------------------------------------------------------------------- */

/* Conditions on the place: those on all digits as they make it, or on the largest one alone. */
static const struct cond *conds_of_place(const struct flattening *f, uint32_t count,
                                         const struct cond *given) {
    struct cond *conds = arena_copy(f->p->arena, given, count * sizeof *conds);
    for (uint32_t i = 0; i < count; i++) {
        struct form *form = &conds[i].form;
        if (!has_digit(f, form, 0) || as_place(f, form)) {
            continue;
        }
        if (has_digit(f, form, 1) || !conds_stretch(f->p, 1, &conds[i], f->first, f->stride[0])) {
            return NULL;
        }
        form->of[f->place] = form->of[f->first];
        form->of[f->first] = 0;
    }
    return conds;
}

static bool place_conds(const struct flattening *f, struct view *draft) {
    const struct cond *conds = conds_of_place(f, draft->conds, draft->cond);
    const struct cond *limits = conds_of_place(f, draft->limits, draft->limit);
    if (!conds) {
        draft->side = view_side(f->p, draft);
        draft->conds = 0;
        draft->other = NULL;
    }
    draft->cond = conds;
    draft->limit = limits;
    return limits && draft->side.term;
}

/* --- the largest digit ------------------------------------------------------------------------ */

/* coordinate = base + times * digit + smaller digits, as the term has it wherever a part of it
 * begins; the digit runs from 0 to below the size. */
struct largest {
    uint32_t coordinate;
    int64_t base, times, size;
    struct form begin; /* what the digit of the view begins with */
};

/* Where the term's coordinate is: by the term, or, where that does not say so, anywhere near. */
static void coordinate_range(const struct flattening *f, const struct side *side,
                             const struct largest *top, int64_t *low, int64_t *high) {
    const struct proof_term *term = side->term;
    const struct form *at = &side->at[top->coordinate];
    int64_t far = llabs(top->times) << 20;
    *low = term->low[top->coordinate] == INT64_MIN ? -far : term->low[top->coordinate];
    *high = term->high[top->coordinate] == INT64_MAX ? far : term->high[top->coordinate];
    for (uint32_t i = 1; i < f->digits; i++) {
        int64_t last = at->of[f->first + i] * (f->vars.size[f->first + i] - 1);
        *low -= last > 0 ? last : 0;
        *high -= last < 0 ? last : 0;
    }
}

static void divide_form(struct prover *p, struct form *form, int64_t by) {
    form->constant /= by;
    form->device = spread_divided(p, form->device, by);
    for (uint32_t v = 0; v < MOST_VARS; v++) {
        form->of[v] /= by;
    }
}

/* Whether the digit is known to be in its range: the term is nothing elsewhere, or it is in it. */
static bool is_in_range(const struct flattening *f, const struct proof_term *term,
                        const struct largest *top) {
    int64_t least, most, last = f->vars.size[f->first] - 1;
    if (!term->is_guess && term->low[top->coordinate] != INT64_MIN &&
        term->high[top->coordinate] != INT64_MAX) {
        return true;
    }
    return form_range(&top->begin, &f->vars, &least, &most) && least >= 0 &&
           most + last < top->size;
}

/* False: the digit begins with 0 where the view does, and nothing else is known of it. */
static bool find_largest(const struct flattening *f, const struct side *side, struct largest *top) {
    struct form rest;
    int64_t anchor, low, high;
    top->coordinate = 0;
    while (top->coordinate < side->term->frame && !side->at[top->coordinate].of[f->first]) {
        top->coordinate++;
    }
    if (top->coordinate == side->term->frame) {
        return false;
    }
    rest = side->at[top->coordinate];
    top->times = rest.of[f->first];
    for (uint32_t i = 1; i < f->digits; i++) {
        rest.of[f->first + i] = 0;
    }
    if (llabs(top->times) > 1 << 20 || rest.symbol_count ||
        !form_anchor(&rest, f->first, &anchor)) {
        return false;
    }
    int64_t step = llabs(top->times);
    coordinate_range(f, side, top, &low, &high);
    top->base = top->times > 0 ? low + (((anchor - low) % step) + step) % step
                               : high - 1 - (((high - 1 - anchor) % step) + step) % step;
    top->size =
        top->times > 0 ? divide_up(high - top->base, step) : divide_up(top->base - low + 1, step);
    rest.of[f->first] = 0;
    rest.constant -= top->base;
    divide_form(f->p, &rest, top->times);
    top->begin = rest;
    return top->size > 0 && is_in_range(f, side->term, top);
}

/* The digit counted from where the term has it. False: it is too large. */
static bool shift_largest(const struct flattening *f, struct side *side, const struct largest *top,
                          struct form *place) {
    struct form *at = arena_copy(f->p->arena, side->at, side->term->frame * sizeof *at);
    bool fits = form_mix(f->p, place, place, 1, &top->begin, f->stride[0]);
    for (uint32_t c = 0; fits && c < side->term->frame; c++) {
        if (at[c].of[f->first]) {
            fits = form_mix(f->p, &at[c], &at[c], 1, &top->begin, -at[c].of[f->first]);
        }
    }
    side->at = at;
    return fits;
}

/* --- sides ------------------------------------------------------------------------------------ */

/* What has been found for a side. */
struct placed {
    struct side from, to;
    struct placed *next;
};

static bool side_has_digit(const struct flattening *f, struct side side) {
    bool any = false;
    for (uint32_t c = 0; c < side.term->frame; c++) {
        any = any || has_digit(f, &side.at[c], 0);
    }
    return any;
}

/* Coordinates that are forms of the place. False: not all are. */
static bool place_side(const struct flattening *f, struct side *side) {
    struct form *at = arena_copy(f->p->arena, side->at, side->term->frame * sizeof *at);
    for (uint32_t c = 0; c < side->term->frame; c++) {
        if (!as_place(f, &at[c])) {
            return false;
        }
    }
    side->at = at;
    return true;
}

/* A term at the digits of the place. */
static struct side wrap_side(const struct flattening *f, struct side side) {
    struct vars vars = f->vars;
    struct form place = form_var(f->place);
    struct largest top;
    uint32_t bound[MOST_VARS];
    if (find_largest(f, &side, &top)) {
        if (!shift_largest(f, &side, &top, &place)) {
            return side_nothing();
        }
        vars.size[f->first] = top.size;
    }
    for (uint32_t i = 0; i < f->digits; i++) {
        bound[i] = f->first + i;
    }
    struct side sides[2] = {side, side_place(f->p, KIND_SIGNED_64, &place)};
    struct making making = {TERM_DIGITS, 0, 2, f->digits, NULL, sides, bound};
    return side_make(f->p, &vars, &making);
}

static struct side side_of_place(struct flattening *f, struct side side);

/* Of what is made element by element each operand is at the place. Nothing: it is none. */
static struct side place_operands(struct flattening *f, struct side side) {
    struct opened opened;
    bool pointwise = side.term->kind >= TERM_FUNCTION && side.term->kind <= TERM_FOLD;
    if ((!pointwise && side.term->kind != TERM_GUARD) ||
        !side_open(f->p, &f->vars, side, &opened)) {
        return side_nothing();
    }
    uint32_t count = pointwise ? side.term->operands : 2;
    if (!pointwise) {
        const struct cond *given = guard_conds(f->p, side.term, &opened);
        const struct cond *conds = conds_of_place(f, side.term->operands - 2, given);
        for (uint32_t i = 0; conds && i < side.term->operands - 2; i++) {
            opened.sides[2 + i] = side_place(f->p, KIND_SIGNED_64, &conds[i].form);
        }
        if (!conds) {
            return side_nothing();
        }
        struct side then = side_of_place(f, opened.sides[0]),
                    other = side_of_place(f, opened.sides[1]);
        return side_guard(f->p, &f->vars, side.term->operands - 2, conds, then, other);
    }
    for (uint32_t i = 0; i < count; i++) {
        opened.sides[i] = side_of_place(f, opened.sides[i]);
    }
    return side_rebuild(f->p, side, &opened);
}

static struct side side_of_place(struct flattening *f, struct side side) {
    if (!side.term || !side_has_digit(f, side)) {
        return side;
    }
    for (const struct placed *placed = f->placed; placed; placed = placed->next) {
        if (side_equal(placed->from, side)) {
            return placed->to;
        }
    }
    struct placed *placed = ARENA_NEW(f->p->arena, struct placed);
    struct side at_place = side;
    placed->from = side;
    placed->to = place_side(f, &at_place) ? at_place : place_operands(f, side);
    placed->to = placed->to.term ? placed->to : wrap_side(f, side);
    placed->next = f->placed;
    f->placed = placed;
    return placed->to;
}

/* --- all -------------------------------------------------------------------------------------- */

/* The place takes the place of the largest digit; the other variables go. */
static void drop_digits(const struct flattening *f, struct view *draft) {
    struct form by[MOST_VARS];
    struct vars vars = f->vars;
    struct view moved;
    for (uint32_t v = 0; v <= f->place; v++) {
        by[v] = form_var(v == f->place ? f->first : v);
    }
    vars.size[f->first] = vars.size[f->place];
    vars.count--;
    view_rewrite(f->p, &vars, draft, by, &moved);
    *draft = moved;
    for (uint32_t i = f->digits; i-- > 1;) {
        view_drop_var(f->p, draft, f->first + i);
    }
}

bool view_flatten(struct prover *p, const struct view *view, uint32_t dim, struct view *flat) {
    struct flattening f = {.p = p,
                           .vars = view->vars,
                           .digits = vars_along(&view->vars, dim),
                           .place = view->vars.count};
    int64_t size = 1;
    *flat = *view;
    if (f.digits < 2) {
        return true;
    }
    while (f.vars.dim[f.first] != dim) {
        f.first++;
    }
    for (uint32_t i = f.digits; i-- > 0;) {
        f.stride[i] = size;
        size *= f.vars.size[f.first + i];
    }
    if (f.place == MOST_VARS || f.digits > MOST_BOUNDS) {
        return false;
    }
    f.vars.dim[f.place] = (uint8_t)dim;
    f.vars.size[f.vars.count++] = size;
    flat->vars = f.vars;
    if (!place_conds(&f, flat)) {
        return false;
    }
    flat->side = side_of_place(&f, flat->side);
    if (!flat->side.term) {
        return false;
    }
    drop_digits(&f, flat);
    return true;
}
