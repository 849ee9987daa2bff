/* Integers and truth values that are known on each device. */
#include "ops/op_def.h"
#include "verify/relations/views/view.h"

/* Without conversions that keep the number. */
static const struct proof_term *as_given(const struct proof_term *term) {
    while (term_keeps_number(term) && term->operand[0].term->frame == 0) {
        term = term->operand[0].term;
    }
    return term;
}

struct form form_of_symbol(const struct proof_term *term) {
    struct form form = form_constant(0);
    form.symbols[0].term = as_given(term);
    form.symbols[0].times = 1;
    form.symbol_count = 1;
    return form;
}

static bool side_form(struct side side, struct form *form) {
    if (side_as_form(side, form)) {
        return true;
    }
    if (term_has_few_values(side.term)) {
        *form = form_of_symbol(side.term);
        return true;
    }
    return false;
}

bool view_form(const struct view *view, struct form *form) {
    return view && view->conds == 0 && view->limits == 0 && side_form(view->side, form);
}

/* The last number where one of the conditions does not hold, else the first. */
static int number_where_held(const void *data, const struct number_bounds *bounds,
                             int64_t *constant) {
    const struct view *view = data;
    bool all = true;
    (void)constant;
    for (uint32_t c = 0; c < view->conds; c++) {
        enum truth truth = bounds_within(&bounds[c + 1], view->cond[c].low, view->cond[c].high);
        if (truth == NEVER) {
            return (int)view->conds + 1;
        }
        all = all && truth == ALWAYS;
    }
    return all ? 0 : MAP_LATER;
}

bool view_number(struct prover *p, const struct view *view, struct device_number *number) {
    struct form form, other = form_constant(0);
    struct device_number all[MOST_NUMBERS];
    if (!view || view->limits || view->conds + 2 > MOST_NUMBERS || !side_form(view->side, &form) ||
        !form_is_of_device(&form)) {
        return false;
    }
    all[0] = *number = form_number(&form);
    for (uint32_t c = 0; c < view->conds; c++) {
        if (!form_is_of_device(&view->cond[c].form) ||
            !side_form(side_of_constant(view->other), &other)) {
            return false;
        }
        all[c + 1] = form_number(&view->cond[c].form);
    }
    if (view->conds) {
        all[view->conds + 1] = form_number(&other);
        *number = numbers_map(p, view->conds + 2, all, number_where_held, view);
    }
    return true;
}

bool view_table(struct prover *p, const struct view *view, int64_t *table) {
    struct device_number number;
    bool known = view_number(p, view, &number);
    if (known) {
        number_fill(p, number, table);
    }
    return known;
}

const struct view *view_of_form(struct prover *p, const struct type *type, const struct vars *vars,
                                const struct form *form) {
    return view_of_side(p, type, vars, side_place(p, element_kind(type), form));
}

const struct view *view_of_cond(struct prover *p, const struct type *type, const struct vars *vars,
                                const struct cond *cond) {
    struct view draft = {.type = type,
                         .vars = *vars,
                         .side = side_of_constant(constant_small(p, KIND_TRUTH, 1)),
                         .conds = 1,
                         .cond = cond,
                         .other = constant_small(p, KIND_TRUTH, 0)};
    return view_settle(p, &draft);
}

const struct view *view_of_table(struct prover *p, const struct type *type, const int64_t *table) {
    bool near = true;
    for (int64_t d = 0; d < p->devices; d++) {
        near &= table[d] < FAR && table[d] > -FAR;
    }
    return near ? view_by_number(p, type, number_of_table(p, table)) : NULL;
}

const struct view *view_by_number(struct prover *p, const struct type *type,
                                  struct device_number number) {
    struct form form = form_of_number(number);
    struct vars vars;
    int64_t least, most;
    if (!form_range(&form, &(struct vars){.count = 0}, &least, &most) || most >= FAR ||
        least <= -FAR || !vars_of(type, &vars)) {
        return NULL;
    }
    if (element_kind(type) == KIND_TRUTH) {
        struct cond cond = {form, 1, INT64_MAX};
        return view_of_cond(p, type, &vars, &cond);
    }
    return view_of_form(p, type, &vars, &form);
}

bool view_is_truth(const struct view *view, bool *is_turned) {
    if (!view || view->conds == 0 || !term_is_integer(view->side.term) ||
        !term_is_integer(view->other) || view->other->word[0] != KIND_TRUTH) {
        return false;
    }
    *is_turned = view->side.term->word[1] == 0;
    return view->side.term->word[1] != view->other->word[1];
}
