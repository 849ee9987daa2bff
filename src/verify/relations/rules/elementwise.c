/* Elementwise operations. */
#include <math.h>
#include <stdlib.h>

#include "ops/attrs/attrs.h"
#include "verify/evaluation/evaluate.h"
#include "verify/relations/rules/rules.h"
#include "verify/values/coarse.h"

/* What one element of the result is. */
struct maker {
    enum op_id id;
    int64_t kind, from; /* of the result, and of the first operand */
    int64_t more;       /* the direction of a comparison, a rounding, a format */
};

/* --- integers that are linear ----------------------------------------------------------------- */

static bool linear_form(struct prover *p, enum op_id id, const struct form *x, const struct form *y,
                        struct form *to) {
    switch (id) {
    case OP_ADD:
        return form_mix(p, to, x, 1, y, 1);
    case OP_SUBTRACT:
        return form_mix(p, to, x, 1, y, -1);
    case OP_NEGATE:
        return form_mix(p, to, x, -1, x, 0);
    case OP_MULTIPLY:
        return form_is_constant(y)   ? form_mix(p, to, x, y->constant, x, 0)
               : form_is_constant(x) ? form_mix(p, to, y, x->constant, y, 0)
                                     : false;
    default:
        return false;
    }
}

/* Of symbols alone: a number that all devices have. */
static bool form_is_common(const struct form *form) {
    bool varies = form->device != NULL;
    for (uint32_t v = 0; v < MOST_VARS; v++) {
        varies = varies || form->of[v];
    }
    return !varies && form->symbol_count > 0;
}

/* NULL: it is not linear, or may overflow. */
static const struct view *by_forms(struct prover *p, const struct op *op,
                                   const struct view *const *operands) {
    const struct type *type = op_result(op, 0)->type;
    const struct view *views[2] = {operands[0], operands[op->operand_count - 1]};
    struct form x, y, form;
    int64_t least, most, kind = element_kind(type);
    if (op->operand_count > 2 || !kind_is_integer(kind) || !view_form(views[0], &x) ||
        !view_form(views[1], &y) || !views_align(p, 2, views) || !view_form(views[0], &x) ||
        !view_form(views[1], &y) || !linear_form(p, (enum op_id)op_number(op), &x, &y, &form) ||
        form_is_common(&form) || !form_range(&form, &views[0]->vars, &least, &most) ||
        !kind_holds(kind, least, most)) {
        return NULL;
    }
    return view_of_form(p, type, &views[0]->vars, &form);
}

/* --- terms ------------------------------------------------------------------------------------ */

static struct side make_function(struct prover *p, const struct vars *vars, const struct maker *m,
                                 uint32_t count, const struct side *sides) {
    int64_t words[4] = {(int64_t)m->id, m->kind, m->from, m->more};
    return side_function(p, vars, m->id == OP_CONVERT ? 3 : 4, words, count, sides);
}

static struct side make_commutative(struct prover *p, const struct vars *vars,
                                    const struct maker *m, const struct side *sides) {
    bool swap = sides[0].term && sides[1].term && sides[0].term->id > sides[1].term->id;
    struct side ordered[2] = {sides[swap], sides[!swap]};
    return make_function(p, vars, m, 2, ordered);
}

static bool fold_of(const struct maker *m, enum fold *fold) {
    bool truth = m->kind == KIND_TRUTH;
    switch (m->id) {
    case OP_AND:
        *fold = FOLD_AND;
        return true;
    case OP_OR:
        *fold = FOLD_OR;
        return true;
    case OP_MAXIMUM:
        *fold = truth ? FOLD_OR : FOLD_MAX;
        return m->kind != KIND_PAIR;
    case OP_MINIMUM:
        *fold = truth ? FOLD_AND : FOLD_MIN;
        return m->kind != KIND_PAIR;
    case OP_ADD:
        *fold = truth ? FOLD_OR : FOLD_ADD;
        return true;
    case OP_MULTIPLY:
        *fold = truth ? FOLD_AND : FOLD_MULTIPLY;
        return true;
    default:
        return false;
    }
}

static struct side make_minus(struct prover *p, const struct vars *vars, int64_t kind,
                              uint32_t count, const struct side *sides) {
    struct side list[2] = {sides[0],
                           count == 2 ? side_scaled(p, vars, kind, sides[1], -1) : sides[0]};
    return count == 2 ? side_sum(p, vars, kind, 2, list, NULL)
                      : side_scaled(p, vars, kind, sides[0], -1);
}

static struct side make_not(struct prover *p, const struct vars *vars, const struct maker *m,
                            const struct side *sides) {
    if (sides[0].term && term_is_integer(sides[0].term)) {
        return side_of_constant(constant_integer(p, m->kind, ~sides[0].term->word[1]));
    }
    return make_function(p, vars, m, 1, sides);
}

static struct side make_element(struct prover *p, const struct vars *vars, uint32_t count,
                                const struct side *sides, const void *data) {
    const struct maker *m = data;
    enum fold fold;
    if (fold_of(m, &fold)) {
        return side_fold(p, vars, fold, m->kind, count, sides);
    }
    switch (m->id) {
    case OP_SUBTRACT:
    case OP_NEGATE:
        return m->kind == KIND_TRUTH ? make_function(p, vars, m, count, sides)
                                     : make_minus(p, vars, m->kind, count, sides);
    case OP_NOT:
        return make_not(p, vars, m, sides);
    case OP_XOR:
        return make_commutative(p, vars, m, sides);
    default:
        return make_function(p, vars, m, count, sides);
    }
}

static struct maker maker_of(const struct op *op) {
    return (struct maker){(enum op_id)op_number(op), element_kind(op_result(op, 0)->type),
                          op->operand_count ? element_kind(op_operand(op, 0)->type) : 0, 0};
}

/* A conjunction of conditions is their conditions together. */
static const struct view *join_truths(struct prover *p, const struct op *op,
                                      const struct view *const *operands) {
    const struct view *views[2] = {operands[0], operands[op->operand_count - 1]};
    bool turned[2], all = op_is(op, OP_AND), any = op_is(op, OP_OR);
    if (!(all || any) || !view_is_truth(views[0], &turned[0]) ||
        !view_is_truth(views[1], &turned[1]) || turned[0] != any || turned[1] != any ||
        !views_align(p, 2, views)) {
        return NULL;
    }
    struct view draft = *views[0];
    struct cond *conds = ARENA_ARRAY(p->arena, struct cond, views[0]->conds + views[1]->conds);
    memcpy(conds, views[0]->cond, views[0]->conds * sizeof *conds);
    memcpy(conds + views[0]->conds, views[1]->cond, views[1]->conds * sizeof *conds);
    draft.conds += views[1]->conds;
    draft.cond = conds;
    draft.limit = views_limits(p, 2, views, &draft.limits);
    return view_settle(p, &draft);
}

void relate_elementwise(struct relating *r, const struct op *op, const struct view *const *operands,
                        const struct view **results) {
    struct prover *p = &r->prover;
    struct maker maker = maker_of(op);
    for (uint32_t i = 0; i < op->operand_count; i++) {
        if (!operands[i]) {
            return;
        }
    }
    const struct view *view = join_truths(p, op, operands);
    view = view ? view : by_forms(p, op, operands);
    view = view ? view : view_by_device(p, op, operands);
    if (!view && maker.kind) {
        view = view_combine(p, op_result(op, 0)->type, op->operand_count, operands, make_element,
                            &maker);
    }
    results[0] = view;
}

/* A region of scalars for each element: a function of the operands. */
void relate_map(struct relating *r, const struct op *op, const struct view *const *operands,
                const struct view **results) {
    struct maker maker = maker_of(op);
    const struct proof_term *term;
    for (uint32_t i = 0; i < op->operand_count; i++) {
        if (!operands[i]) {
            return;
        }
    }
    if (maker.kind && op->operand_count && region_terms(r, &op->regions[0], 1, &term)) {
        maker.more = term->id;
        results[0] = view_combine(&r->prover, op_result(op, 0)->type, op->operand_count, operands,
                                  make_element, &maker);
    }
}

void relate_same(struct relating *r, const struct op *op, const struct view *const *operands,
                 const struct view **results) {
    (void)r;
    for (uint32_t i = 0; i < op->result_count && i < op->operand_count; i++) {
        results[i] = operands[i];
    }
}

/* --- division --------------------------------------------------------------------------------- */

static struct side make_inverse(struct prover *p, const struct vars *vars, struct side side) {
    if (side.term && term_is_real(side.term)) {
        double x = term_as_real(side.term), inverse = 1 / x;
        int exponent;
        if (isfinite(inverse) && inverse != 0 && fabs(frexp(x, &exponent)) == 0.5) {
            return side_of_constant(constant_real(p, inverse));
        }
    }
    int64_t words[2] = {OP_DIVIDE, KIND_REAL};
    return side_function(p, vars, 2, words, 1, &side);
}

static struct side make_quotient(struct prover *p, const struct vars *vars, uint32_t count,
                                 const struct side *sides, const void *data) {
    (void)count;
    (void)data;
    struct side factors[2] = {sides[0], make_inverse(p, vars, sides[1])};
    return side_product(p, vars, KIND_REAL, 2, factors);
}

/* x / y is x times the inverse of y. */
void relate_divide(struct relating *r, const struct op *op, const struct view *const *operands,
                   const struct view **results) {
    if (element_kind(op_result(op, 0)->type) != KIND_REAL) {
        relate_elementwise(r, op, operands, results);
        return;
    }
    results[0] = view_combine(&r->prover, op_result(op, 0)->type, 2, operands, make_quotient, NULL);
}

/* --- comparisons ------------------------------------------------------------------------------ */

static struct cond cond_of(enum comparison_direction direction, const struct form *difference) {
    struct cond cond = {*difference, INT64_MIN, INT64_MAX};
    switch (direction) {
    case COMPARE_EQ:
    case COMPARE_NE:
        cond.low = 0;
        cond.high = 1;
        break;
    case COMPARE_GE:
        cond.low = 0;
        break;
    case COMPARE_GT:
        cond.low = 1;
        break;
    case COMPARE_LE:
        cond.high = 1;
        break;
    case COMPARE_LT:
        cond.high = 0;
        break;
    }
    return cond;
}

static const struct view *turned_truth(struct prover *p, const struct view *view) {
    struct view draft = *view;
    if (view->conds == 0) {
        return term_is_integer(view->side.term)
                   ? view_of_constant(p, view->type,
                                      constant_small(p, KIND_TRUTH, !view->side.term->word[1]))
                   : NULL;
    }
    draft.side = side_of_constant(view->other);
    draft.other = view->side.term;
    return view_settle(p, &draft);
}

static const struct view *compare_forms(struct prover *p, const struct type *type,
                                        enum comparison_direction direction,
                                        const struct view *const *operands) {
    const struct view *views[2] = {operands[0], operands[1]};
    struct form x, y, difference;
    if (!view_form(views[0], &x) || !view_form(views[1], &y) || !views_align(p, 2, views) ||
        !view_form(views[0], &x) || !view_form(views[1], &y) ||
        !form_mix(p, &difference, &x, 1, &y, -1) || form_is_common(&difference)) {
        return NULL;
    }
    struct cond cond = cond_of(direction, &difference);
    const struct view *view = view_of_cond(p, type, &views[0]->vars, &cond);
    return direction == COMPARE_NE && view ? turned_truth(p, view) : view;
}

/* x > y is y < x; an equation has no sides. */
static struct side make_comparison(struct prover *p, const struct vars *vars, uint32_t count,
                                   const struct side *sides, const void *data) {
    struct maker m = *(const struct maker *)data;
    int64_t direction = m.more % 8;
    bool swap = direction == COMPARE_GT || direction == COMPARE_GE;
    m.more += direction == COMPARE_GT   ? COMPARE_LT - COMPARE_GT
              : direction == COMPARE_GE ? COMPARE_LE - COMPARE_GE
                                        : 0;
    if (m.more == COMPARE_EQ) {
        return side_equation(p, vars, m.from, sides[0], sides[1]);
    }
    if (direction == COMPARE_EQ || direction == COMPARE_NE) {
        return make_commutative(p, vars, &m, sides);
    }
    struct side ordered[2] = {sides[swap], sides[!swap]};
    return make_function(p, vars, &m, count, ordered);
}

void relate_compare(struct relating *r, const struct op *op, const struct view *const *operands,
                    const struct view **results) {
    struct prover *p = &r->prover;
    struct maker maker = maker_of(op);
    enum comparison_direction direction =
        (enum comparison_direction)attr_case(op_property(op, "comparison_direction"), COMPARE_EQ);
    bool total = attr_case(op_property(op, "compare_type"), COMPARE_NO_TYPE) == COMPARE_TOTAL_ORDER;
    maker.more = direction + (total ? 8 : 0);
    if (!operands[0] || !operands[1] || !maker.from) {
        return;
    }
    /* As conditions on places first, which say where a device is; a table says it of each. */
    const struct view *view = compare_forms(p, op_result(op, 0)->type, direction, operands);
    view = view ? view : view_by_device(p, op, operands);
    results[0] =
        view ? view : view_combine(p, op_result(op, 0)->type, 2, operands, make_comparison, &maker);
}

/* --- conversions ------------------------------------------------------------------------------ */

static struct side make_conversion(struct prover *p, const struct vars *vars, uint32_t count,
                                   const struct side *sides, const void *data) {
    return make_function(p, vars, data, count, sides);
}

/* A rounding to few bits of what has been converted already. */
static const struct view *coarsened(struct relating *r, const struct op *op,
                                    const struct view *view) {
    struct maker maker = {OP_REDUCE_PRECISION, KIND_REAL, KIND_REAL, coarse_of(op)};
    return maker.more && view
               ? view_combine(&r->prover, op_result(op, 0)->type, 1, &view, make_element, &maker)
               : view;
}

void relate_reduce_precision(struct relating *r, const struct op *op,
                             const struct view *const *operands, const struct view **results) {
    results[0] = coarsened(r, op, operands[0]);
}

/* Floats are ideal numbers: a conversion between them changes nothing, but to few bits. */
static const struct view *conversion(struct relating *r, const struct op *op,
                                     const struct view *const *operands) {
    struct prover *p = &r->prover;
    struct maker maker = maker_of(op);
    const struct type *type = op_result(op, 0)->type;
    struct form form;
    int64_t least, most;
    if (!operands[0] || !maker.kind || !maker.from) {
        return NULL;
    }
    if (maker.kind == maker.from) {
        struct view same = *operands[0];
        same.type = type;
        return arena_copy(p->arena, &same, sizeof same);
    }
    const struct view *view = NULL;
    if (kind_is_integer(maker.kind) && maker.kind != KIND_TRUTH && view_form(operands[0], &form) &&
        !form_is_common(&form) && form_range(&form, &operands[0]->vars, &least, &most) &&
        kind_holds(maker.kind, least, most)) {
        view = view_of_form(p, type, &operands[0]->vars, &form);
    }
    view = view ? view : view_by_device(p, op, operands);
    return view ? view : view_combine(p, type, 1, operands, make_conversion, &maker);
}

void relate_convert(struct relating *r, const struct op *op, const struct view *const *operands,
                    const struct view **results) {
    results[0] = coarsened(r, op, conversion(r, op, operands));
}

const struct view *view_of_kind(struct prover *p, const struct view *view,
                                const struct type *type) {
    struct maker maker = {OP_CONVERT, element_kind(type), view ? element_kind(view->type) : 0, 0};
    if (!view || maker.kind == maker.from || !maker.kind || !maker.from) {
        return maker.kind && maker.from ? view : NULL;
    }
    return view_combine(p, type, 1, &view, make_conversion, &maker);
}

static struct side make_fold(struct prover *p, const struct vars *vars, uint32_t count,
                             const struct side *sides, const void *data) {
    const int64_t *words = data;
    return side_fold(p, vars, (enum fold)words[0], words[1], count, sides);
}

const struct view *view_fold_two(struct prover *p, const struct type *type, enum fold fold,
                                 const struct view *a, const struct view *b) {
    const int64_t words[2] = {fold, element_kind(type)};
    const struct view *views[2] = {a, b};
    return view_combine(p, type, 2, views, make_fold, words);
}

/* A scalar for all elements of a type. */
static const struct view *over(struct relating *r, const struct view *view,
                               const struct type *type) {
    return view && view->type->rank == 0 && type->rank > 0
               ? view_spread(&r->prover, view, type, NULL)
               : view;
}

/* --- choices ---------------------------------------------------------------------------------- */

/* Whether the first condition holds, or one of the others does not. */
static bool holds_or_not(const void *data, const struct number_bounds *bounds) {
    const struct reaches *reaches = data;
    return reach_truth(&reaches->items[0], &bounds[0]) == ALWAYS ||
           reaches_truth(reaches, 1, reaches->count, bounds) == NEVER;
}

/* Whether on each device the limit holds, or one of the conditions does not. */
static bool follows_by_device(struct prover *p, const struct view *truth,
                              const struct cond *limit) {
    struct reaches reaches = reaches_room(p, truth->conds + 1);
    reaches_add(&reaches, &truth->vars, 1, limit);
    reaches_add(&reaches, &truth->vars, truth->conds, truth->cond);
    return numbers_all(p, reaches.count, reaches.numbers, holds_or_not, &reaches);
}

/* Where a bound of a limit follows from a condition on some devices alone: what is to be asked of
 * the device. False: there is no such condition. */
static bool bound_by_device(struct prover *p, const struct view *truth, const struct cond *limit,
                            bool upper, struct cond *asked) {
    const struct vars none = {.count = 0};
    for (uint32_t c = 0; c < truth->conds; c++) {
        const struct cond *cond = &truth->cond[c];
        if ((upper ? cond->high == INT64_MAX : cond->low == INT64_MIN) ||
            !form_mix(p, &asked->form, &cond->form, 1, &limit->form, -1) ||
            !form_is_of_device(&asked->form)) {
            continue;
        }
        asked->low = upper ? cond->high - limit->high : INT64_MIN;
        asked->high = upper ? INT64_MAX : cond->low - limit->low + 1;
        return cond_settle(p, asked, &none) == SOMETIMES;
    }
    return false;
}

/* A limit of what is chosen, which follows from the conditions on some devices: nothing is unknown
 * on these, and of others nothing is said. False: it follows on all, or on none. */
static bool limit_by_device(struct prover *p, const struct view *truth, const struct cond *limit,
                            struct cond *asked) {
    bool upper = limit->high != INT64_MAX;
    return (upper != (limit->low != INT64_MIN)) && bound_by_device(p, truth, limit, upper, asked);
}

/* Limits of what is chosen where conditions hold: those that do not follow from these. */
static uint32_t limits_inside(struct prover *p, const struct view *truth, const struct view *yes,
                              struct cond *limits) {
    uint32_t count = 0;
    for (uint32_t i = 0; i < yes->limits; i++) {
        if (!conds_within(p, 1, &yes->limit[i], truth->conds, truth->cond) &&
            !follows_by_device(p, truth, &yes->limit[i]) &&
            !limit_by_device(p, truth, &yes->limit[i], &limits[count++])) {
            limits[count - 1] = yes->limit[i];
        }
    }
    return count;
}

static struct cond *limits_of_choice(struct prover *p, const struct view *truth,
                                     const struct view *yes, const struct view *no,
                                     uint32_t *count) {
    struct cond *limits =
        ARENA_ARRAY(p->arena, struct cond, truth->limits + yes->limits + no->limits + 1);
    *count = limits_inside(p, truth, yes, limits);
    for (uint32_t i = 0; i < no->limits; i++) {
        limits[(*count)++] = no->limit[i];
    }
    for (uint32_t i = 0; i < truth->limits; i++) {
        limits[(*count)++] = truth->limit[i];
    }
    return limits;
}

/* Where the conditions hold the one, else the other. */
static const struct view *choose(struct prover *p, const struct type *type,
                                 const struct view *truth, const struct view *yes,
                                 const struct view *no) {
    bool inside = conds_within(p, yes->conds, yes->cond, truth->conds, truth->cond);
    struct side then = inside ? yes->side : view_side(p, yes), other = view_side(p, no);
    struct view draft = {.type = type, .vars = truth->vars, .side = then};
    draft.limit = limits_of_choice(p, truth, yes, no, &draft.limits);
    if (other.term && other.term->frame == 0) {
        draft.conds = truth->conds;
        draft.cond = truth->cond;
        draft.other = other.term;
    } else {
        draft.side = side_guard(p, &truth->vars, truth->conds, truth->cond, then, other);
    }
    return view_settle(p, &draft);
}

/* A number that is chosen or 0 is the number times 1 or 0. */
static struct side make_chosen(struct prover *p, const struct vars *vars, uint32_t count,
                               const struct side *sides, const void *data) {
    const struct maker *m = data;
    bool number = m->kind == KIND_REAL || m->kind == KIND_PAIR || kind_is_integer(m->kind);
    bool finite =
        sides[1].term && !(term_is_real(sides[1].term) && isinf(term_as_real(sides[1].term)));
    if (number && finite && m->kind != KIND_TRUTH &&
        sides[2].term == constant_small(p, m->kind, 0)) {
        struct side picked = side_pick_masked(p, vars, sides[0], sides[1]);
        if (picked.term) {
            return picked;
        }
        int64_t words[3] = {OP_CONVERT, m->kind, KIND_TRUTH};
        struct side factors[2] = {side_function(p, vars, 3, words, 1, sides), sides[1]};
        return side_product(p, vars, m->kind, 2, factors);
    }
    return make_function(p, vars, m, count, sides);
}

/* By what is true or false where conditions hold, and one of the two elsewhere: the choice there,
 * of which limits go that follow from the conditions, and one of both elsewhere. */
static const struct view *choose_inside(struct prover *p, const struct type *type,
                                        const struct view *const *views,
                                        const struct maker *maker) {
    struct view inner = *views[0], mask = *views[0];
    inner.conds = 0;
    inner.other = NULL;
    mask.side = side_of_constant(constant_small(p, KIND_TRUTH, 1));
    mask.other = constant_small(p, KIND_TRUTH, 0);
    const struct view *inside[3] = {&inner, views[1], views[2]};
    const struct view *chosen = view_combine(p, type, 3, inside, make_chosen, maker);
    const struct view *all[3] = {&mask, chosen, views[views[0]->other->word[1] ? 1 : 2]};
    return chosen && views_align(p, 3, all) ? choose(p, type, all[0], all[1], all[2]) : NULL;
}

const struct view *view_choose(struct relating *r, const struct type *type,
                               const struct view *truth, const struct view *yes,
                               const struct view *no) {
    struct prover *p = &r->prover;
    const struct view *views[3] = {truth, yes, no};
    struct maker maker = {OP_SELECT, element_kind(type), 0, 0};
    bool turned;
    if (truth && truth->conds + truth->limits == 0 && term_is_integer(truth->side.term)) {
        return views[truth->side.term->word[1] ? 1 : 2];
    }
    if (!truth || !yes || !no || !maker.kind) {
        return NULL;
    }
    if (view_is_truth(truth, &turned) && views_align(p, 3, views)) {
        return choose(p, type, views[0], views[turned ? 2 : 1], views[turned ? 1 : 2]);
    }
    if (truth->conds && term_is_integer(truth->other) && yes->limits + no->limits > 0) {
        return choose_inside(p, type, views, &maker);
    }
    return view_combine(p, type, 3, views, make_chosen, &maker);
}

const struct view *view_equation(struct relating *r, const struct type *type,
                                 const struct view *const *views) {
    struct maker maker = {OP_COMPARE, KIND_TRUTH, views[0] ? element_kind(views[0]->type) : 0,
                          COMPARE_EQ};
    if (!views[0] || !views[1]) {
        return NULL;
    }
    const struct view *view = compare_forms(&r->prover, type, COMPARE_EQ, views);
    return view ? view : view_combine(&r->prover, type, 2, views, make_comparison, &maker);
}

void relate_select(struct relating *r, const struct op *op, const struct view *const *operands,
                   const struct view **results) {
    const struct type *type = op_result(op, 0)->type;
    const struct view *truth =
        over(r, operands[0],
             type_with_element(r->module->context, type, type_element(op_operand(op, 0)->type)));
    results[0] =
        operands[0] && operands[1] && operands[2] ? view_by_device(&r->prover, op, operands) : NULL;
    results[0] = results[0] ? results[0] : view_choose(r, type, truth, operands[1], operands[2]);
}

/* --- what bounds and bits are ----------------------------------------------------------------- */

/* clamp: not less than the one bound, not more than the other. */
void relate_elementwise_scalars(struct relating *r, const struct op *op,
                                const struct view *const *operands, const struct view **results) {
    struct prover *p = &r->prover;
    const struct type *type = op_result(op, 0)->type;
    const struct view *low = over(r, operands[0], type), *high = over(r, operands[2], type);
    if (!low || !high || !operands[1] || element_kind(type) == KIND_PAIR || !element_kind(type)) {
        return;
    }
    results[0] = view_by_device(p, op, operands);
    if (!results[0]) {
        const struct view *held = view_fold_two(p, type, FOLD_MAX, low, operands[1]);
        results[0] = held ? view_fold_two(p, type, FOLD_MIN, held, high) : NULL;
    }
}

/* Between types of one width an element becomes an element. */
void relate_bitcast(struct relating *r, const struct op *op, const struct view *const *operands,
                    const struct view **results) {
    struct maker maker = maker_of(op);
    const struct type *type = op_result(op, 0)->type;
    maker.more = element_format(op_operand(op, 0)->type) * 64 + element_format(type);
    if (type->rank != op_operand(op, 0)->type->rank || !maker.kind || !maker.from) {
        relate_bits(r, op, operands, results);
        return;
    }
    results[0] = view_combine(&r->prover, type, 1, operands, make_element, &maker);
}
