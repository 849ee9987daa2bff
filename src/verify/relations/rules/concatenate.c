/* Concatenations. Pieces that are neighbours in one value are that value: what each piece lacks is
 * what lies outside of it. */
#include "verify/relations/rules/rules.h"

struct joining {
    struct prover *p;
    const struct type *type;
    uint32_t dim, count;
    const struct view **pieces; /* at their places in the result, with common variables */
    int64_t *begin;             /* [count + 1] */
    struct view draft;          /* of all of them */
};

/* --- what conditions say of a piece ----------------------------------------------------------- */

/* The variables with only the places of one piece. */
static struct vars vars_of_piece(const struct joining *j, uint32_t piece, uint32_t *var) {
    struct vars vars = j->pieces[0]->vars;
    *var = MOST_VARS;
    for (uint32_t v = 0; v < vars.count; v++) {
        if (vars.dim[v] == j->dim) {
            *var = v;
            vars.size[v] = j->begin[piece + 1] - j->begin[piece];
        }
    }
    return vars;
}

/* A form of the place in the whole as one of the place in the piece. */
static void in_piece(const struct joining *j, uint32_t piece, struct form *form) {
    uint32_t var;
    struct vars vars = vars_of_piece(j, piece, &var);
    if (var < MOST_VARS) {
        form->constant += form->of[var] * j->begin[piece];
        form->of[var] = vars.size[var] == 1 ? 0 : form->of[var];
    }
}

/* Between what bounds the form of a condition is in a piece, but for the number of the device. */
struct reach {
    const struct spread *device;
    int64_t low, high; /* of the condition */
    int64_t least, most;
    bool is_known;
};

/* Of all conditions; memory of the arena. */
static const struct reach *reaches_of(const struct joining *j, uint32_t piece, uint32_t count,
                                      const struct cond *conds) {
    struct reach *reaches = ARENA_ARRAY(j->p->arena, struct reach, count + 1);
    uint32_t var;
    struct vars vars = vars_of_piece(j, piece, &var);
    for (uint32_t i = 0; i < count; i++) {
        struct form form = conds[i].form;
        reaches[i] = (struct reach){.device = form.device, conds[i].low, conds[i].high};
        in_piece(j, piece, &form);
        form.device = NULL;
        reaches[i].is_known = form_range(&form, &vars, &reaches[i].least, &reaches[i].most);
    }
    return reaches;
}

/* Whether a condition holds on one device in a piece. */
static enum truth truth_on(const struct reach *reach, int64_t device) {
    int64_t own = spread_at(reach->device, device);
    int64_t least = reach->least + own, most = reach->most + own;
    if (!reach->is_known) {
        return SOMETIMES;
    }
    return least >= reach->low && most < reach->high   ? ALWAYS
           : most < reach->low || least >= reach->high ? NEVER
                                                       : SOMETIMES;
}

static enum truth truth_of_all(uint32_t count, const struct reach *reaches, int64_t device) {
    enum truth all = ALWAYS;
    for (uint32_t i = 0; i < count; i++) {
        enum truth truth = truth_on(&reaches[i], device);
        all = truth == NEVER || all == NEVER ? NEVER : truth == SOMETIMES ? SOMETIMES : all;
    }
    return all;
}

/* The conditions that may fail in the piece, as they are there. */
static uint32_t conds_in_piece(const struct joining *j, uint32_t piece, uint32_t count,
                               const struct cond *conds, struct cond *own) {
    uint32_t var, kept = 0;
    struct vars vars = vars_of_piece(j, piece, &var);
    for (uint32_t i = 0; i < count; i++) {
        own[kept] = conds[i];
        in_piece(j, piece, &own[kept].form);
        kept += cond_settle(j->p, &own[kept], &vars) != ALWAYS;
    }
    return kept;
}

/* Whether each condition of the first list that may fail in the piece follows from the second. */
static bool found_in(const struct joining *j, uint32_t piece, uint32_t count,
                     const struct cond *conds, uint32_t others, const struct cond *other) {
    struct cond *own = ARENA_ARRAY(j->p->arena, struct cond, count + 1);
    struct cond *rest = ARENA_ARRAY(j->p->arena, struct cond, others + 1);
    count = conds_in_piece(j, piece, count, conds, own);
    others = conds_in_piece(j, piece, others, other, rest);
    return conds_within(j->p, count, own, others, rest);
}

/* Whether conditions of a piece hold where those of the whole do and, if `exact`, only there. */
static bool same_conds(const struct joining *j, uint32_t piece, uint32_t count,
                       const struct cond *conds, bool exact) {
    const struct view *all = &j->draft;
    const struct reach *reaches = reaches_of(j, piece, count, conds),
                       *of_all = reaches_of(j, piece, all->conds, all->cond);
    bool definite = true;
    for (int64_t d = 0; definite && d < j->p->devices; d++) {
        enum truth own = truth_of_all(count, reaches, d);
        enum truth whole = truth_of_all(all->conds, of_all, d);
        bool follows = whole == NEVER || own == ALWAYS;
        definite = exact ? own == whole && own != SOMETIMES : follows;
    }
    return definite || (found_in(j, piece, count, conds, all->conds, all->cond) &&
                        (!exact || found_in(j, piece, all->conds, all->cond, count, conds)));
}

/* --- one value -------------------------------------------------------------------------------- */

/* A coordinate of a piece against a form that it may be, but for the numbers of devices. */
struct pairing {
    const struct spread *own, *other;
    int64_t apart;
    bool is_parallel;
};

static struct pairing pair(const struct joining *j, uint32_t piece, const struct form *own,
                           const struct form *form) {
    struct form a = *own, b = *form;
    in_piece(j, piece, &a);
    in_piece(j, piece, &b);
    a.device = b.device = NULL;
    return (struct pairing){own->device, form->device, a.constant - b.constant,
                            form_parallel(&a, &b)};
}

static bool agrees_on(const struct pairing *pairing, int64_t device) {
    return pairing->is_parallel &&
           pairing->apart + spread_at(pairing->own, device) == spread_at(pairing->other, device);
}

/* Equal on devices on which the piece's own conditions may hold. */
static bool forms_agree(const struct joining *j, uint32_t piece, const struct form *own,
                        const struct form *form) {
    struct pairing pairing = pair(j, piece, own, form);
    const struct view *view = j->pieces[piece];
    const struct reach *conds = reaches_of(j, piece, view->conds, view->cond),
                       *limits = reaches_of(j, piece, view->limits, view->limit);
    for (int64_t d = 0; pairing.is_parallel && d < j->p->devices; d++) {
        if (!agrees_on(&pairing, d) && truth_of_all(view->conds, conds, d) != NEVER &&
            truth_of_all(view->limits, limits, d) != NEVER) {
            return false;
        }
    }
    return pairing.is_parallel;
}

static bool side_agrees(const struct joining *j, uint32_t piece) {
    struct side own = j->pieces[piece]->side, side = j->draft.side;
    bool same = own.term == side.term;
    for (uint32_t c = 0; same && c < own.term->frame; c++) {
        same = forms_agree(j, piece, &own.at[c], &side.at[c]);
    }
    return same;
}

/* The conditions that coordinates are where the term is defined. */
static void natural_conds(struct joining *j) {
    struct side side = j->draft.side;
    struct cond *conds = ARENA_ARRAY(j->p->arena, struct cond, side.term->frame + 1);
    j->draft.conds = 0;
    for (uint32_t c = 0; c < side.term->frame; c++) {
        struct cond cond = {side.at[c], side.term->low[c], side.term->high[c]};
        if (side.at[c].symbol_count == 0 && cond_settle(j->p, &cond, &j->draft.vars) == SOMETIMES) {
            conds[j->draft.conds++] = cond;
        }
    }
    j->draft.cond = conds;
}

/* A piece that is a constant lies outside of the value. */
static bool is_outside(const struct joining *j, uint32_t piece) {
    const struct view *all = &j->draft;
    bool outside = j->pieces[piece]->conds == 0 && j->pieces[piece]->side.term == all->other;
    const struct reach *reaches = reaches_of(j, piece, all->conds, all->cond);
    for (int64_t d = 0; outside && d < j->p->devices; d++) {
        outside = truth_of_all(all->conds, reaches, d) == NEVER;
    }
    return outside;
}

static bool fits_piece(const struct joining *j, uint32_t piece, bool exact) {
    const struct view *view = j->pieces[piece];
    if (exact && is_outside(j, piece)) {
        return true;
    }
    return side_agrees(j, piece) && same_conds(j, piece, view->limits, view->limit, false) &&
           same_conds(j, piece, view->conds, view->cond, exact) && (!exact || view->limits == 0) &&
           (!exact || view->conds == 0 || view->other == j->draft.other);
}

/* What is outside of all pieces: the one constant that they have. */
static const struct proof_term *common_outside(const struct joining *j) {
    const struct proof_term *found = NULL;
    for (uint32_t i = 0; i < j->count; i++) {
        const struct view *view = j->pieces[i];
        const struct proof_term *other = view->conds              ? view->other
                                         : view->side.term->frame ? NULL
                                                                  : view->side.term;
        if (view->limits || (other && found && found != other)) {
            return NULL;
        }
        found = other ? other : found;
    }
    return found;
}

/* What a coordinate of a piece of one place is elsewhere, by what it is in the next piece. */
static void follow_pieces(struct joining *j, uint32_t piece) {
    uint32_t other = piece + 1 < j->count ? piece + 1 : piece - 1, var;
    struct side side = j->draft.side, next = j->pieces[other]->side;
    struct form *at = arena_copy(j->p->arena, side.at, side.term->frame * sizeof *at);
    int64_t steps = j->begin[other] - j->begin[piece];
    vars_of_piece(j, piece, &var);
    for (uint32_t c = 0; next.term == side.term && c < side.term->frame && var < MOST_VARS; c++) {
        int64_t there = next.at[c].constant + next.at[c].of[var] * j->begin[other];
        at[c].of[var] = (there - at[c].constant) / steps;
        at[c].constant -= at[c].of[var] * j->begin[piece];
    }
    j->draft.side.at = at;
}

/* Takes this piece's value for the value of all. Where it is not known what is outside, nothing is
 * known there. */
static bool join_as(struct joining *j, uint32_t piece) {
    j->draft = *j->pieces[piece];
    j->draft.type = j->type;
    j->draft.other = common_outside(j);
    j->draft.limits = 0;
    if (j->begin[piece + 1] - j->begin[piece] == 1) {
        follow_pieces(j, piece);
    }
    natural_conds(j);
    bool exact = j->draft.conds > 0 && j->draft.other;
    for (uint32_t i = 0; i < j->count; i++) {
        if (!fits_piece(j, i, exact)) {
            return false;
        }
    }
    if (!exact) {
        j->draft.limits = j->draft.conds;
        j->draft.limit = j->draft.cond;
        j->draft.conds = 0;
    }
    return true;
}

static bool join(struct joining *j) {
    for (int with_conds = 0; with_conds < 2; with_conds++) {
        for (uint32_t i = 0; i < j->count; i++) {
            if ((j->pieces[i]->conds + j->pieces[i]->limits > 0) == with_conds &&
                j->pieces[i]->side.term->frame > 0) {
                if (join_as(j, i)) {
                    return true;
                }
                break;
            }
        }
    }
    return false;
}

/* The pieces have the same conditions, as far as these matter in each. */
static bool join_same(struct joining *j) {
    uint32_t count = 0, all = 0;
    for (uint32_t i = 0; i < j->count; i++) {
        all += j->pieces[i]->conds;
    }
    struct cond *conds = ARENA_ARRAY(j->p->arena, struct cond, all + 1);
    j->draft = *j->pieces[0];
    j->draft.type = j->type;
    for (uint32_t i = 0; i < j->count; i++) {
        const struct view *view = j->pieces[i];
        if (view->conds) {
            memcpy(conds + count, view->cond, view->conds * sizeof *conds);
        }
        count += view->conds;
        if ((view->conds && j->draft.conds && view->other != j->draft.other) ||
            j->begin[i + 1] - j->begin[i] == 1) {
            return false;
        }
        j->draft.other = view->conds ? view->other : j->draft.other;
    }
    j->draft.cond = conds;
    j->draft.conds = count;
    j->draft.limit = views_limits(j->p, j->count, j->pieces, &j->draft.limits);
    for (uint32_t i = 0; i < j->count; i++) {
        const struct view *view = j->pieces[i];
        if (!side_agrees(j, i) || !found_in(j, i, count, conds, view->conds, view->cond)) {
            return false;
        }
    }
    return true;
}

/* --- one value, and around it again ----------------------------------------------------------- */

static bool is_plain(const struct joining *j) {
    for (uint32_t i = 0; i < j->count; i++) {
        if (j->pieces[i]->conds || j->pieces[i]->limits ||
            j->pieces[i]->side.term != j->draft.side.term) {
            return false;
        }
    }
    return true;
}

/* On each device a piece is the value where the coordinate is inside, else the turned one. */
static bool fits_around(const struct joining *j, uint32_t piece, struct side around) {
    struct side own = j->pieces[piece]->side, side = j->draft.side;
    const struct reach *reach = reaches_of(j, piece, 1, j->draft.cond);
    for (uint32_t c = 0; c < own.term->frame; c++) {
        struct pairing inside = pair(j, piece, &own.at[c], &side.at[c]),
                       turned = pair(j, piece, &own.at[c], &around.at[c]);
        for (int64_t d = 0; d < j->p->devices; d++) {
            enum truth truth = truth_on(reach, d);
            if (truth == SOMETIMES || !agrees_on(truth == ALWAYS ? &inside : &turned, d)) {
                return false;
            }
        }
    }
    return true;
}

/* Takes a piece for the value of all, which begins again where it ends, along a coordinate. */
static bool join_around(struct joining *j, uint32_t piece, uint32_t coordinate, int sign) {
    j->draft = *j->pieces[piece];
    j->draft.type = j->type;
    if (!is_plain(j) || j->begin[piece + 1] - j->begin[piece] == 1) {
        return false;
    }
    struct side side = j->draft.side;
    struct cond cond = {side.at[coordinate], side.term->low[coordinate],
                        side.term->high[coordinate]};
    if (cond.low == INT64_MIN || cond.high == INT64_MAX) {
        return false;
    }
    struct form *at = arena_copy(j->p->arena, side.at, side.term->frame * sizeof *at);
    at[coordinate].constant += sign * (cond.high - cond.low);
    struct side around = {side.term, at};
    j->draft.cond = &cond;
    bool fits = true;
    for (uint32_t i = 0; fits && i < j->count; i++) {
        fits = fits_around(j, i, around);
    }
    j->draft.cond = NULL;
    j->draft.side = side_guard(j->p, &j->draft.vars, 1, &cond, side, around);
    return fits;
}

static bool join_rolled(struct joining *j) {
    uint32_t longest = 0;
    for (uint32_t i = 1; i < j->count; i++) {
        bool longer = j->begin[i + 1] - j->begin[i] > j->begin[longest + 1] - j->begin[longest];
        longest = longer ? i : longest;
    }
    for (uint32_t c = 0; c < j->pieces[longest]->side.term->frame; c++) {
        if (join_around(j, longest, c, 1) || join_around(j, longest, c, -1)) {
            return true;
        }
    }
    return false;
}

/* --- several values --------------------------------------------------------------------------- */

/* Whether nothing is known of a piece on any device: it is padding. */
static bool is_padding(const struct joining *j, uint32_t piece) {
    const struct view *view = j->pieces[piece];
    uint32_t var;
    struct vars vars = vars_of_piece(j, piece, &var);
    for (uint32_t i = 0; i < view->limits; i++) {
        struct cond limit = view->limit[i];
        in_piece(j, piece, &limit.form);
        if (cond_settle(j->p, &limit, &vars) == NEVER) {
            return true;
        }
    }
    return false;
}

/* Each piece up to where the next one begins; behind the last one of which something is known
 * nothing is. */
static struct side one_by_one(struct joining *j) {
    const struct vars *vars = &j->pieces[0]->vars;
    uint32_t known = j->count;
    while (known > 1 && is_padding(j, known - 1)) {
        known--;
    }
    const struct cond *limits = views_limits(j->p, known, j->pieces, &j->draft.limits);
    struct cond *all = ARENA_ARRAY(j->p->arena, struct cond, j->draft.limits + 1);
    memcpy(all, limits, j->draft.limits * sizeof *all);
    if (known < j->count) {
        all[j->draft.limits++] =
            (struct cond){vars_place(vars, j->dim), INT64_MIN, j->begin[known]};
    }
    j->draft.limit = all;
    struct side side = view_side(j->p, j->pieces[known - 1]);
    for (uint32_t i = known - 1; i-- > 0;) {
        struct cond cond = {vars_place(vars, j->dim), INT64_MIN, j->begin[i + 1]};
        side = side_guard(j->p, vars, 1, &cond, view_side(j->p, j->pieces[i]), side);
    }
    return side;
}

static bool place_pieces(struct joining *j, const struct view *const *operands) {
    for (uint32_t i = 0; i < j->count; i++) {
        struct view *piece = ARENA_NEW(j->p->arena, struct view);
        if (!operands[i] || !view_shift(j->p, operands[i], j->type, j->dim, j->begin[i], piece)) {
            return false;
        }
        j->pieces[i] = piece;
    }
    return views_align(j->p, j->count, j->pieces);
}

const struct view *view_concatenate(struct prover *p, const struct type *type, uint32_t dim,
                                    uint32_t count, const struct view *const *views) {
    struct joining j = {.p = p, .type = type, .dim = dim, .count = count};
    if (count < 2) {
        return count ? views[0] : NULL;
    }
    j.pieces = ARENA_ARRAY(p->arena, const struct view *, count);
    j.begin = ARENA_ARRAY(p->arena, int64_t, count + 1);
    for (uint32_t i = 0; i < count; i++) {
        j.begin[i + 1] = j.begin[i] + (views[i] ? views[i]->type->dims[dim] : 0);
    }
    if (!place_pieces(&j, views)) {
        return NULL;
    }
    if (!join(&j) && !join_same(&j) && !join_rolled(&j)) {
        j.draft = (struct view){.type = j.type, .vars = j.pieces[0]->vars};
        j.draft.side = one_by_one(&j);
    }
    return view_settle(p, &j.draft);
}

/* Operands without elements are left out. */
void relate_concatenate(struct relating *r, const struct op *op, const struct view *const *operands,
                        const struct view **results) {
    uint32_t dim = (uint32_t)op_int(op, "dimension", 0), count = 0;
    const struct view **given =
        ARENA_ARRAY(r->prover.arena, const struct view *, op->operand_count + 1);
    for (uint32_t i = 0; i < op->operand_count; i++) {
        if (op_operand(op, i)->type->dims[dim] > 0) {
            given[count++] = operands[i];
        }
    }
    results[0] = view_concatenate(&r->prover, op_result(op, 0)->type, dim, count, given);
}
