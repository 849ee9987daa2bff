/* A term at coordinates that are forms of variables, and how sides are made of sides in normal
 * form. A side without a term is nothing that is known; what is made of it is nothing either. */
#ifndef SDYC_RELATIONS_SIDE_H
#define SDYC_RELATIONS_SIDE_H

#include "verify/relations/terms/term.h"

struct side {
    const struct proof_term *term; /* NULL: nothing is known */
    const struct form *at;         /* [term->frame] */
};

/* form = size * more + rest, with the rest from 0 to below the size. False: they are no forms. */
bool form_split(struct prover *p, const struct vars *vars, const struct form *form, int64_t size,
                struct form *more, struct form *rest);

/* --- constants.c ------------------------------------------------------------------------------ */

/* The element of a constant at coordinates that are all constants. NULL: it is none. */
const struct proof_term *constant_at(struct prover *p, const struct side *side);

/* --- integers.c ------------------------------------------------------------------------------- */

/* What an operation makes of integers of one kind that are constants. NULL: it is not known. */
const struct proof_term *function_of_integers(struct prover *p, int64_t operation, int64_t kind,
                                              uint32_t count, const struct side *sides);

/* --- side.c ----------------------------------------------------------------------------------- */

static inline struct side side_nothing(void) {
    return (struct side){NULL, NULL};
}
static inline struct side side_of_constant(const struct proof_term *constant) {
    return (struct side){constant, NULL};
}
/* A place, or an integer that is a constant, as a form. False: it is neither. */
bool side_as_form(struct side side, struct form *form);
struct side side_place(struct prover *p, int64_t kind, const struct form *form);
/* A copy that lives as long as the proof. */
struct side side_keep(struct prover *p, struct side side);
bool side_equal(struct side a, struct side b);
/* Whether a variable is in a coordinate. */
bool side_has(struct side side, uint32_t var);

/* A term of these operands as it is asked for: operands in this order, bound variables too. */
struct making {
    enum term_kind kind;
    uint32_t words, count, bounds;
    const int64_t *word;
    const struct side *sides;
    const uint32_t *bound; /* variables */
};
struct side side_make(struct prover *p, const struct vars *vars, const struct making *making);
/* The same value where coordinates of a term that is made of others are constants: then they are
 * constants inside. */
struct side side_settle(struct prover *p, const struct vars *vars, struct side side);

/* Where a table keeps what has been found for a side under an assumption; without a term before
 * that. It holds until the next call. */
struct side *side_found_in(struct prover *p, struct bytes_table *table, uint64_t assumption,
                           const struct vars *vars, struct side side);

/* The same value where all conditions hold, which are settled: without guards that ask for them,
 * but for those inside of folds and functions of rows. */
struct side side_simplify(struct prover *p, const struct vars *vars, struct side side,
                          uint32_t count, const struct cond *conds);

/* The same value without guards that are decided, wherever they are in it; folds run through ranges
 * in which conditions on their variables say one thing; short ones are written out if asked for. */
struct side side_simplify_inside(struct prover *p, const struct vars *vars, struct side side,
                                 bool writes_out);

/* The operands of a side over the variables and, behind them, those that the term binds. */
struct opened {
    const struct proof_term *term;
    struct vars vars;
    struct side *sides;
    uint32_t bound[MOST_BOUNDS];
};
/* False: too many variables. */
bool side_open(struct prover *p, const struct vars *vars, struct side side, struct opened *opened);

/* A side where a variable is a form of the others. False: it is too large. */
bool side_replace(struct prover *p, struct side *side, uint32_t var, const struct form *form);
/* A side where two variables, of one size, stand for each other. */
bool side_exchange(struct prover *p, struct side *side, uint32_t var, uint32_t other);
/* The same value where places have digits that are forms. */
struct side side_undigit(struct prover *p, const struct vars *vars, struct side side);

/* --- steps.c ---------------------------------------------------------------------------------- */

/* What stands between steps: the coordinates that are divided, each by what it is a multiple of
 * where the operand stands. */
struct stepping {
    const struct proof_term *term;
    struct form *at;
    uint32_t var; /* by whose rest it depends where the coordinates are; MOST_VARS: by none's */
    int64_t by;
    bool is_between;
};
/* From 0 to below `by`. */
static inline int64_t rest_modulo(int64_t value, int64_t by) {
    return (value % by + by) % by;
}
static inline bool term_is_stepped(const struct proof_term *term) {
    return term->kind == TERM_DILATED || term->kind == TERM_STRETCHED;
}
/* A variable of a form that is no multiple of a number; MOST_VARS: there is none. */
uint32_t form_uneven_var(const struct vars *vars, const struct form *form, int64_t by);
/* Whether coordinates of a term in steps are found: `side` is then what stands there. */
bool side_step(struct prover *p, const struct vars *vars, struct side *side, struct stepping *s);
/* The same value where the places that are divided run through so few numbers that at most one of
 * them is a step. Nothing: they do not. */
struct side side_in_reach(struct prover *p, const struct vars *vars, struct side side);

/* --- cuts.c ----------------------------------------------------------------------------------- */

/* A variable and the place where a condition begins or ceases to hold; or, where that is 0, the
 * step by which it has rests that are looked at by themselves. */
struct cut {
    uint32_t var;
    int64_t at, step;
};
/* Into how many parts it cuts the variable. */
static inline int64_t cut_parts(const struct cut *cut) {
    return cut->at ? 2 : cut->step;
}
/* A side at one of the parts, where `vars` has the size of that. False: it is too large. */
bool cut_take(struct prover *p, const struct cut *cut, int64_t part, struct vars *vars,
              struct side *side);
/* What is looked for: a cut of the variables from `from` to below `to`. */
struct cutting {
    uint32_t from, to;
    bool deep;  /* inside of folds and functions of rows, too, not only through what is made element
                   by element */
    bool alone; /* of conditions on one variable alone; else any variable of one is cut in half */
    bool steps; /* by rests, too, where terms in steps and digits ask for them */
    bool decides; /* where a condition on several variables begins or ceases to depend on others */
};
/* Where, as a variable of these grows, a condition begins or ceases to be decided by it. False:
 * nowhere. */
bool cond_find_cut(const struct vars *vars, const struct cond *cond, uint32_t var, struct cut *cut);
/* False: there is none. */
bool side_find_cut(struct prover *p, const struct vars *vars, struct side side,
                   const struct cutting *how, struct cut *cut);

/* --- pieces.c --------------------------------------------------------------------------------- */

/* A piece of a tensor, a tensor where one was put, or windows of one by indices, which begin at
 * places that are known by now. Nothing: it is no such term, or they are not. */
struct side side_of_piece(struct prover *p, const struct opened *opened);
/* Second words of a gather: by elements with the kinds of these and of indices behind, by windows,
 * or (of a scatter) the number of a term, which is greater. */
enum { GATHER_WINDOWS = -1, GATHER_ELEMENTS = 0 };
/* Windows of a side: each of the variables is an index, which is held to where windows fit, plus a
 * place in the window, and these follow each other in `pairs`. */
struct side side_windows(struct prover *p, const struct vars *vars, struct side from,
                         uint32_t bounds, const struct side *pairs, const uint32_t *bound);

/* --- cases.c ---------------------------------------------------------------------------------- */

/* The same value where an integer without coordinates is that number. */
struct side side_where(struct prover *p, const struct vars *vars, struct side side,
                       const struct proof_term *integer, int64_t value);

/* --- side.c again ----------------------------------------------------------------------------- */

/* The term of a side again, of operands at other coordinates. */
struct side side_rebuild(struct prover *p, struct side side, const struct opened *opened);

/* A function of one name, of operands in this order; more words may follow the name and the kind.
 */
struct side side_function(struct prover *p, const struct vars *vars, uint32_t words,
                          const int64_t *word, uint32_t count, const struct side *sides);
/* `then` where all conditions hold, else `other`. */
struct side side_guard(struct prover *p, const struct vars *vars, uint32_t count,
                       const struct cond *conds, struct side then, struct side other);
/* The conditions of a guard, whose operands have been opened. */
struct cond *guard_conds(struct prover *p, const struct proof_term *guard,
                         const struct opened *opened);

/* --- algebra.c -------------------------------------------------------------------------------- */

/* The sum of sides times coefficients (the words of doubles, or integers), which are 1 where that
 * is NULL. */
struct side side_sum(struct prover *p, const struct vars *vars, int64_t kind, uint32_t count,
                     const struct side *sides, const int64_t *coefficients);
struct side side_product(struct prover *p, const struct vars *vars, int64_t kind, uint32_t count,
                         const struct side *sides);
struct side side_scaled(struct prover *p, const struct vars *vars, int64_t kind, struct side side,
                        int64_t times);

/* NULL: it has none. */
const struct proof_term *fold_neutral(struct prover *p, enum fold fold, int64_t kind);
struct side side_fold(struct prover *p, const struct vars *vars, enum fold fold, int64_t kind,
                      uint32_t count, const struct side *sides);

/* --- written.c -------------------------------------------------------------------------------- */

/* Whether it is a fold of few elements. */
bool side_is_short(struct side side);
/* All elements of a fold, one by one. */
struct side side_write_out(struct prover *p, const struct vars *vars, struct side side);

/* --- same.c ----------------------------------------------------------------------------------- */

/* How far a comparison goes: guards outside of folds, those inside, and short folds written out. */
enum effort { EFFORT_OUTSIDE, EFFORT_INSIDE, EFFORT_WRITTEN };
/* Whether both are the same number wherever the variables are: by cases, and by what they are made
 * of. False says nothing. It goes no further than `most`, which becomes what it took. */
bool sides_same(struct prover *p, const struct vars *vars, struct side a, struct side b,
                enum effort *most);

/* --- reduce.c --------------------------------------------------------------------------------- */

/* The fold of all that a side is as the variables run through their sizes, in any order. */
struct side side_reduce(struct prover *p, const struct vars *vars, enum fold fold, int64_t kind,
                        struct side body, uint32_t bounds, const uint32_t *bound);

#endif
