/* What a value is on all devices: each element of it is a term, at coordinates that are linear in
 * the place of the element and in the device. A value of the global program is the same on all of
 * them.
 *
 *     value(d, i) = side(d, i)   where all conditions hold for d and i
 *                   other        elsewhere
 *
 * as far as its limits hold. Beyond them, which is where padding is that came in, nobody knows. */
#ifndef SDYC_RELATIONS_VIEW_H
#define SDYC_RELATIONS_VIEW_H

#include "verify/relations/terms/side.h"

struct view {
    const struct type *type;
    struct vars vars; /* none of size 1 */
    struct side side;
    uint32_t conds, limits;
    const struct cond *cond, *limit;
    const struct proof_term *other; /* without coordinates; NULL where there are no conditions */
};
/* All views are of the prover's arena. NULL is a value of which nothing is known; functions that
 * are given it, or find nothing, return it. */

/* --- view.c ----------------------------------------------------------------------------------- */

/* A variable for each dimension longer than 1. False: too many. */
bool vars_of(const struct type *type, struct vars *vars);
/* Takes a variable out of a view that nothing depends on. */
void view_drop_var(struct prover *p, struct view *draft, uint32_t var);
uint32_t vars_along(const struct vars *vars, uint32_t dim);
/* What the form is modulo the coefficient of the variable, if that is the same everywhere. */
bool form_anchor(const struct form *form, uint32_t var, int64_t *anchor);
/* The place along a dimension, as a form of these variables. */
struct form vars_place(const struct vars *vars, uint32_t dim);
/* The view in its one form. */
const struct view *view_settle(struct prover *p, const struct view *draft);
const struct view *view_of_side(struct prover *p, const struct type *type, const struct vars *vars,
                                struct side side);
/* The same without guards that ask for what is known: conditions of its own, and others. */
const struct view *view_simplify(struct prover *p, const struct view *view, uint32_t count,
                                 const struct cond *conds);
/* A copy that lives as long as the proof. */
const struct view *view_keep(struct prover *p, const struct view *view);
/* All elements are one term without coordinates. */
const struct view *view_of_constant(struct prover *p, const struct type *type,
                                    const struct proof_term *constant);
/* `by` says what the view's variables are, in others. */
const struct view *view_substitute(struct prover *p, const struct type *type,
                                   const struct vars *vars, const struct view *view,
                                   const struct form *by);
/* The same, not yet in one form. False: it is too large. */
bool view_rewrite(struct prover *p, const struct vars *vars, const struct view *view,
                  const struct form *by, struct view *draft);
/* What each device's source holds, not yet in one form. */
void view_from(struct prover *p, const struct view *view, struct device_number source,
               struct view *draft);
/* The same variables in all views of one shape. */
bool views_align(struct prover *p, uint32_t count, const struct view **views);
/* The side of all elements within the limits, conditions and all. */
struct side view_side(struct prover *p, const struct view *view);
/* The limits of all of them, which have the same variables. */
struct cond *views_limits(struct prover *p, uint32_t count, const struct view *const *views,
                          uint32_t *limits);
/* Each element follows from those of the operands in its place. */
typedef struct side side_maker(struct prover *p, const struct vars *vars, uint32_t count,
                               const struct side *sides, const void *data);
const struct view *view_combine(struct prover *p, const struct type *type, uint32_t count,
                                const struct view *const *views, side_maker *make,
                                const void *data);
bool view_equal(const struct prover *p, const struct view *a, const struct view *b);

/* --- shapes.c --------------------------------------------------------------------------------- */

/* Element i along a dimension is what was at place start + i * step, which is inside; `start` is
 * of the device and symbols. */
const struct view *view_cut(struct prover *p, const struct view *view, const struct type *type,
                            uint32_t dim, const struct form *start, int64_t step);
/* Dimension d of the operand becomes dimension to[d]; those of size 1 may become longer. */
const struct view *view_spread(struct prover *p, const struct view *view, const struct type *type,
                               const int64_t *to);
const struct view *view_reshape(struct prover *p, const struct view *view, const struct type *type);
/* Element i along a dimension is what was at place i - low, for places inside; not in one form. */
bool view_shift(struct prover *p, const struct view *view, const struct type *type, uint32_t dim,
                int64_t low, struct view *draft);
/* The same, and the fill outside. */
const struct view *view_pad(struct prover *p, const struct view *view, const struct type *type,
                            uint32_t dim, int64_t low, const struct proof_term *fill);

/* `factor` apart along a dimension, with the fill between: element i is what was at place
 * i / factor, where that is a whole number. */
const struct view *view_dilate(struct prover *p, const struct view *view, const struct type *type,
                               uint32_t dim, int64_t factor, const struct proof_term *fill);
/* Windows along a dimension, whose elements run along a new last dimension of the type: element
 * (i, k) is what was at i * stride + k * dilation, which is inside. */
const struct view *view_unfold(struct prover *p, const struct view *view, const struct type *type,
                               uint32_t dim, int64_t stride, int64_t dilation);

/* A variable and a smaller one of its dimension that nothing depends on, as one; and the other way
 * round, where a place is a whole number of times the factor and a rest. In place. */
bool view_stretch(struct prover *p, struct view *draft);
bool view_unstretch(struct prover *p, struct view *draft);
/* Conditions where a variable counts `factor` times as fine, rounded down. False: its coefficient
 * is negative in one of them, or what stands beside it is no multiple. */
bool conds_stretch(struct prover *p, uint32_t count, struct cond *conds, uint32_t var,
                   int64_t factor);

/* --- digits.c --------------------------------------------------------------------------------- */

/* The view with one variable along the dimension, whose digits the old ones are; not in one form.
 * False: it is too large, or what its limits are cannot be said so. */
bool view_flatten(struct prover *p, const struct view *view, uint32_t dim, struct view *flat);

/* --- firsts.c --------------------------------------------------------------------------------- */

/* In place of the attributes of a sort: stable, by the order of one of its tensors. */
enum { SORT_BY_ORDER = 0 };
/* In place of what a fold of several tensors at once is: it chooses (rules/choices.h). */
enum { WORDS_OF_CHOICE = 3, CHOICE_RESULT = 1, CHOICE_IS = 2 };
/* A choice among choices of parts is one among all. */
bool view_choice(struct prover *p, struct view *draft);
/* What is among the first of a sort of the first of sorted parts is that of a sort of all. */
bool view_first(struct prover *p, struct view *draft);

/* --- numbers.c: integers that are known on each device ---------------------------------------- */

/* An integer without coordinates. */
struct form form_of_symbol(const struct proof_term *term);
/* The form that all elements are, which are integers. */
bool view_form(const struct view *view, struct form *form);
/* The one integer that all elements are on each device; and a table of them. */
bool view_number(struct prover *p, const struct view *view, struct device_number *number);
bool view_table(struct prover *p, const struct view *view, int64_t *table);
const struct view *view_of_form(struct prover *p, const struct type *type, const struct vars *vars,
                                const struct form *form);
const struct view *view_by_number(struct prover *p, const struct type *type,
                                  struct device_number number);
const struct view *view_of_table(struct prover *p, const struct type *type, const int64_t *table);
/* True where the condition holds. */
const struct view *view_of_cond(struct prover *p, const struct type *type, const struct vars *vars,
                                const struct cond *cond);
/* Whether it is truth where its conditions hold and falsehood elsewhere, or (`is_turned`) the other
 * way round. */
bool view_is_truth(const struct view *view, bool *is_turned);

#endif
