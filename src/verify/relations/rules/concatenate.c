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

/* How far conditions reach in a piece. */
static void add_reaches(const struct joining *j, uint32_t piece, uint32_t count,
                        const struct cond *conds, struct reaches *reaches) {
    uint32_t var;
    struct vars vars = vars_of_piece(j, piece, &var);
    for (uint32_t i = 0; i < count; i++) {
        struct cond cond = conds[i];
        in_piece(j, piece, &cond.form);
        reaches_add(reaches, &vars, 1, &cond);
    }
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

/* A piece's own conditions, the first so many, and those of the whole. */
struct own_and_all {
    struct reaches reaches;
    uint32_t own;
    bool exact;
};
static bool all_say_the_same(const void *data, const struct number_bounds *bounds) {
    const struct own_and_all *of = data;
    enum truth own = reaches_truth(&of->reaches, 0, of->own, bounds);
    enum truth whole = reaches_truth(&of->reaches, of->own, of->reaches.count, bounds);
    return of->exact ? own == whole && own != SOMETIMES : whole == NEVER || own == ALWAYS;
}

/* Whether conditions of a piece hold where those of the whole do and, if `exact`, only there. */
static bool same_conds(const struct joining *j, uint32_t piece, uint32_t count,
                       const struct cond *conds, bool exact) {
    const struct view *all = &j->draft;
    struct own_and_all of = {reaches_room(j->p, count + all->conds), count, exact};
    add_reaches(j, piece, count, conds, &of.reaches);
    add_reaches(j, piece, all->conds, all->cond, &of.reaches);
    return numbers_all(j->p, of.reaches.count, of.reaches.numbers, all_say_the_same, &of) ||
           (found_in(j, piece, count, conds, all->conds, all->cond) &&
            (!exact || found_in(j, piece, all->conds, all->cond, count, conds)));
}

/* --- one value -------------------------------------------------------------------------------- */

/* How far a coordinate of a piece is from a form that it may be, on each device. False: that
 * depends on the place. */
static bool find_apart(const struct joining *j, uint32_t piece, const struct form *own,
                       const struct form *form, struct device_number *apart) {
    struct form a = *own, b = *form;
    in_piece(j, piece, &a);
    in_piece(j, piece, &b);
    a.device = b.device = NULL;
    apart->constant = a.constant - b.constant;
    apart->spread = spread_mix(j->p, own->device, 1, form->device, -1);
    return form_parallel(&a, &b);
}

/* Whether a number behind the conditions is 0, where these may hold. */
static bool agrees_where_held(const void *data, const struct number_bounds *bounds) {
    const struct reaches *reaches = data;
    const struct number_bounds *apart = &bounds[reaches->count];
    return (apart->least == 0 && apart->most == 0) ||
           reaches_truth(reaches, 0, reaches->count, bounds) == NEVER;
}

/* Equal on devices on which the piece's own conditions may hold. */
static bool forms_agree(const struct joining *j, uint32_t piece, const struct form *own,
                        const struct form *form) {
    const struct view *view = j->pieces[piece];
    struct reaches reaches = reaches_room(j->p, view->conds + view->limits + 1);
    struct device_number apart;
    if (!find_apart(j, piece, own, form, &apart)) {
        return false;
    }
    add_reaches(j, piece, view->conds, view->cond, &reaches);
    add_reaches(j, piece, view->limits, view->limit, &reaches);
    reaches.numbers[reaches.count] = apart;
    return numbers_all(j->p, reaches.count + 1, reaches.numbers, agrees_where_held, &reaches);
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

static bool never_all_hold(const void *data, const struct number_bounds *bounds) {
    const struct reaches *reaches = data;
    return reaches_truth(reaches, 0, reaches->count, bounds) == NEVER;
}

/* A piece that is a constant lies outside of the value. */
static bool is_outside(const struct joining *j, uint32_t piece) {
    const struct view *all = &j->draft;
    struct reaches reaches = reaches_room(j->p, all->conds);
    add_reaches(j, piece, all->conds, all->cond, &reaches);
    return j->pieces[piece]->conds == 0 && j->pieces[piece]->side.term == all->other &&
           numbers_all(j->p, reaches.count, reaches.numbers, never_all_hold, &reaches);
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

/* Whether a condition holds and the first number behind it is 0, or it does not and the second
 * is. */
static bool agrees_inside_or_turned(const void *data, const struct number_bounds *bounds) {
    enum truth truth = reach_truth(data, &bounds[0]);
    const struct number_bounds *apart = &bounds[truth == ALWAYS ? 1 : 2];
    return truth != SOMETIMES && apart->least == 0 && apart->most == 0;
}

/* On each device a piece is the value where the coordinate is inside, else the turned one. */
static bool fits_around(const struct joining *j, uint32_t piece, struct side around) {
    struct side own = j->pieces[piece]->side, side = j->draft.side;
    struct reaches reaches = reaches_room(j->p, 3);
    struct device_number *inside = &reaches.numbers[1], *turned = &reaches.numbers[2];
    bool fits = true;
    add_reaches(j, piece, 1, j->draft.cond, &reaches);
    for (uint32_t c = 0; fits && c < own.term->frame; c++) {
        fits = find_apart(j, piece, &own.at[c], &side.at[c], inside) &&
               find_apart(j, piece, &own.at[c], &around.at[c], turned) &&
               numbers_all(j->p, 3, reaches.numbers, agrees_inside_or_turned, reaches.items);
    }
    return fits;
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

/* Of what lies behind the pieces nothing is known. */
static void limit_to_pieces(struct joining *j) {
    struct cond *limits = ARENA_ARRAY(j->p->arena, struct cond, j->draft.limits + 1);
    if (j->draft.limits) {
        memcpy(limits, j->draft.limit, j->draft.limits * sizeof *limits);
    }
    limits[j->draft.limits++] =
        (struct cond){vars_place(&j->draft.vars, j->dim), INT64_MIN, j->begin[j->count]};
    j->draft.limit = limits;
}

/* Nothing may be known of the last ones. */
const struct view *view_concatenate(struct prover *p, const struct type *type, uint32_t dim,
                                    uint32_t count, const struct view *const *views) {
    uint32_t known = count;
    while (known && !views[known - 1]) {
        known--;
    }
    struct joining j = {.p = p, .type = type, .dim = dim, .count = known};
    if (known == 0 || count < 2) {
        return known ? views[0] : NULL;
    }
    j.pieces = ARENA_ARRAY(p->arena, const struct view *, known);
    j.begin = ARENA_ARRAY(p->arena, int64_t, known + 1);
    for (uint32_t i = 0; i < known; i++) {
        j.begin[i + 1] = j.begin[i] + (views[i] ? views[i]->type->dims[dim] : 0);
    }
    if (!place_pieces(&j, views)) {
        return NULL;
    }
    if (known == 1) {
        j.draft = *j.pieces[0];
        j.draft.type = j.type;
    } else if (!join(&j) && !join_same(&j) && !join_rolled(&j)) {
        j.draft = (struct view){.type = j.type, .vars = j.pieces[0]->vars};
        j.draft.side = one_by_one(&j);
    }
    if (known < count) {
        limit_to_pieces(&j);
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
