/* Folds over bound variables in normal form: what does not vary stands outside, variables that run
 * through one range are one, what a guard leaves out is not run through. */
#include "ops/op_def.h"
#include "verify/relations/rules/rules.h"

struct reducing {
    struct prover *p;
    struct vars vars;
    enum fold fold;
    int64_t kind;
    struct side body;
    uint32_t bounds;
    uint32_t bound[MOST_VARS];
};

static struct side reduce(const struct reducing *r, struct side body) {
    return side_reduce(r->p, &r->vars, r->fold, r->kind, body, r->bounds, r->bound);
}

static bool is_idempotent(enum fold fold) {
    return fold != FOLD_ADD && fold != FOLD_MULTIPLY;
}

static bool varies(const struct reducing *r, struct side side) {
    for (uint32_t b = 0; b < r->bounds; b++) {
        if (side_has(side, r->bound[b])) {
            return true;
        }
    }
    return false;
}

/* Leaves out what the body does not vary with; returns how often each of its values occurs. */
static int64_t drop_idle(struct reducing *r) {
    int64_t times = 1;
    uint32_t kept = 0;
    for (uint32_t b = 0; b < r->bounds; b++) {
        if (side_has(r->body, r->bound[b])) {
            r->bound[kept++] = r->bound[b];
        } else {
            times *= r->vars.size[r->bound[b]];
        }
    }
    r->bounds = kept;
    return times;
}

/* --- what stands outside ---------------------------------------------------------------------- */

/* A number for what is done to a side: the same fold over the same variables under the same
 * conditions. */
static uint64_t number_of(const struct reducing *r) {
    uint64_t words[4 + MOST_VARS] = {r->fold, (uint64_t)r->kind, r->p->assumption, r->bounds};
    for (uint32_t b = 0; b < r->bounds; b++) {
        words[4 + b] = r->bound[b];
    }
    return (uint64_t)name_number(r->p, (const char *)words, (4 + r->bounds) * sizeof *words);
}

/* The fold of a part of a sum, found once. What layer after layer adds to a sum is in the sums of
 * all later layers, which are folded too. */
static struct side reduce_part(const struct reducing *r, uint64_t number, struct side part) {
    struct side *before = side_found_in(r->p, &r->p->reduced, number, &r->vars, part);
    if (!before->term) {
        struct side folded = reduce(r, part);
        before = side_found_in(r->p, &r->p->reduced, number, &r->vars, part);
        *before = side_keep(r->p, folded);
    }
    return *before;
}

static struct side reduce_each(const struct reducing *r, const struct opened *opened) {
    const struct proof_term *term = r->body.term;
    struct side *sides = ARENA_ARRAY(r->p->arena, struct side, term->operands);
    uint64_t number = number_of(r);
    for (uint32_t i = 0; i < term->operands; i++) {
        sides[i] = reduce_part(r, number, opened->sides[i]);
    }
    return r->fold == FOLD_ADD
               ? side_sum(r->p, &r->vars, r->kind, term->operands, sides, term->word + 1)
               : side_fold(r->p, &r->vars, r->fold, r->kind, term->operands, sides);
}

/* Factors that vary, and those that do not. NULL: all vary. */
static struct side reduce_product(const struct reducing *r, const struct opened *opened) {
    const struct proof_term *term = r->body.term;
    struct side *outside = ARENA_ARRAY(r->p->arena, struct side, term->operands + 1);
    struct side *inside = ARENA_ARRAY(r->p->arena, struct side, term->operands);
    uint32_t outsides = 0, insides = 0;
    for (uint32_t i = 0; i < term->operands; i++) {
        if (varies(r, opened->sides[i])) {
            inside[insides++] = opened->sides[i];
        } else {
            outside[outsides++] = opened->sides[i];
        }
    }
    if (outsides == 0) {
        return side_nothing();
    }
    outside[outsides++] = reduce(r, side_product(r->p, &r->vars, r->kind, insides, inside));
    return side_product(r->p, &r->vars, r->kind, outsides, outside);
}

/* The factors that vary with a variable, a bit each. */
static uint64_t factors_of(const struct reducing *r, const struct opened *opened, uint32_t bound) {
    uint64_t mask = 0;
    for (uint32_t i = 0; i < r->body.term->operands && i < 64; i++) {
        mask |= side_has(opened->sides[i], bound) ? (uint64_t)1 << i : 0;
    }
    return mask;
}

/* The fewest factors that are all that vary with some variable. */
static uint64_t fewest_factors(const struct reducing *r, const struct opened *opened) {
    uint64_t fewest = 0;
    for (uint32_t b = 0; b < r->bounds; b++) {
        uint64_t mask = factors_of(r, opened, r->bound[b]);
        if (!fewest || __builtin_popcountll(mask) < __builtin_popcountll(fewest)) {
            fewest = mask;
        }
    }
    return fewest;
}

/* Factors are summed by themselves over what the others do not vary with. NULL: there are no such
 * ones. */
static struct side reduce_factors(struct reducing *r, const struct opened *opened) {
    uint32_t operands = r->body.term->operands, insides = 0, outsides = 0;
    uint64_t mask = fewest_factors(r, opened);
    if (operands > 64 || (uint32_t)__builtin_popcountll(mask) == operands) {
        return side_nothing();
    }
    struct side *inside = ARENA_ARRAY(r->p->arena, struct side, operands);
    struct side *outside = ARENA_ARRAY(r->p->arena, struct side, operands + 1);
    struct reducing inner = *r, outer = *r;
    inner.bounds = outer.bounds = 0;
    for (uint32_t b = 0; b < r->bounds; b++) {
        bool own = factors_of(r, opened, r->bound[b]) == mask;
        struct reducing *to = own ? &inner : &outer;
        to->bound[to->bounds++] = r->bound[b];
    }
    for (uint32_t i = 0; i < operands; i++) {
        if (mask >> i & 1) {
            inside[insides++] = opened->sides[i];
        } else {
            outside[outsides++] = opened->sides[i];
        }
    }
    outside[outsides++] = reduce(&inner, side_product(r->p, &r->vars, r->kind, insides, inside));
    return reduce(&outer, side_product(r->p, &r->vars, r->kind, outsides, outside));
}

/* Whether a body is one of several values, by a number that does not vary. */
static bool is_choice(const struct reducing *r, const struct opened *opened) {
    const struct proof_term *term = r->body.term;
    bool chooses = term->word[0] == OP_CASE || term->word[0] == OP_IF || term->word[0] == OP_SELECT;
    return chooses && term->word[1] == r->kind && !varies(r, opened->sides[0]);
}

/* Then each of the values is folded. NULL: it is no choice. */
static struct side reduce_choice(const struct reducing *r, const struct opened *opened) {
    const struct proof_term *term = r->body.term;
    struct side *sides = ARENA_ARRAY(r->p->arena, struct side, term->operands);
    if (!is_choice(r, opened)) {
        return side_nothing();
    }
    sides[0] = opened->sides[0];
    for (uint32_t i = 1; i < term->operands; i++) {
        sides[i] = reduce(r, opened->sides[i]);
    }
    return side_function(r->p, &r->vars, term->words, term->word, term->operands, sides);
}

/* A fold of folds is one over the variables of both. */
static struct side reduce_reduced(const struct reducing *r, const struct opened *opened) {
    uint32_t bound[MOST_VARS], bounds = 0;
    for (uint32_t b = 0; b < r->bounds; b++) {
        bound[bounds++] = r->bound[b];
    }
    for (uint32_t b = 0; b < r->body.term->bounds; b++) {
        bound[bounds++] = opened->bound[b];
    }
    return side_reduce(r->p, &opened->vars, r->fold, r->kind, opened->sides[0], bounds, bound);
}

/* --- guards ----------------------------------------------------------------------------------- */

static bool cond_varies(const struct reducing *r, const struct cond *cond) {
    for (uint32_t b = 0; b < r->bounds; b++) {
        if (cond->form.of[r->bound[b]]) {
            return true;
        }
    }
    return false;
}

/* The bound variable that a condition is about alone; MOST_VARS: there is none. */
static uint32_t only_bound(const struct reducing *r, const struct cond *cond) {
    struct form rest = cond->form;
    uint32_t found = MOST_VARS;
    for (uint32_t b = 0; b < r->bounds; b++) {
        if (rest.of[r->bound[b]]) {
            if (found != MOST_VARS) {
                return MOST_VARS;
            }
            found = r->bound[b];
            rest.of[found] = 0;
        }
    }
    return form_is_constant(&rest) && found != MOST_VARS && cond->form.of[found] > 0 ? found
                                                                                     : MOST_VARS;
}

static void shift(struct form *form, uint32_t var, int64_t by, bool is_one) {
    form->constant += form->of[var] * by;
    form->of[var] = is_one ? 0 : form->of[var];
}

/* The variable runs only where the condition holds. */
static void trim(struct reducing *r, uint32_t var, const struct cond *cond, struct side *then,
                 uint32_t count, struct cond *conds) {
    int64_t times = cond->form.of[var], constant = cond->form.constant;
    int64_t size = r->vars.size[var];
    int64_t low = cond->low == INT64_MIN ? 0 : divide_up(cond->low - constant, times);
    int64_t high = cond->high == INT64_MAX ? size : divide_up(cond->high - constant, times);
    low = low < 0 ? 0 : low;
    high = high > size ? size : high;
    r->vars.size[var] = high > low ? high - low : 0;
    bool is_one = r->vars.size[var] == 1;
    struct form *at = arena_copy(r->p->arena, then->at, then->term->frame * sizeof *at);
    for (uint32_t c = 0; c < then->term->frame; c++) {
        shift(&at[c], var, low, is_one);
    }
    then->at = at;
    for (uint32_t i = 0; i < count; i++) {
        shift(&conds[i].form, var, low, is_one);
    }
}

/* A guard in the range of one variable alone is there what it is, and beyond on either side what it
 * is elsewhere. Nothing: no condition is about one variable. */
static struct side split_guard(const struct reducing *r, const struct opened *opened) {
    const struct proof_term *guard = r->body.term;
    struct cond *conds = guard_conds(r->p, guard, opened);
    uint32_t count = guard->operands - 2, i = 0, parts = 0;
    while (i < count && only_bound(r, &conds[i]) == MOST_VARS) {
        i++;
    }
    if (i == count || (r->fold == FOLD_ADD && r->kind == KIND_TRUTH) || r->fold == FOLD_MULTIPLY) {
        return side_nothing();
    }
    struct cond cond = conds[i], below = cond, above = cond;
    uint32_t var = only_bound(r, &cond);
    struct reducing inside = *r, beyond = *r;
    struct side then = opened->sides[0], sides[3], other = opened->sides[1];
    memmove(&conds[i], &conds[i + 1], (count - 1 - i) * sizeof *conds);
    then = side_guard(r->p, &r->vars, count - 1, conds, then, other);
    if (!then.term) {
        return side_nothing();
    }
    trim(&inside, var, &cond, &then, 0, NULL);
    if (inside.vars.size[var] > 0) {
        sides[parts++] = reduce(&inside, then);
    }
    below.low = INT64_MIN;
    below.high = cond.low;
    above.low = cond.high;
    above.high = INT64_MAX;
    for (int k = 0; k < 2; k++) {
        struct cond *rest = k ? &above : &below;
        struct side out = other;
        beyond = *r;
        if (k ? rest->low == INT64_MAX : rest->high == INT64_MIN) {
            continue;
        }
        trim(&beyond, var, rest, &out, 0, NULL);
        if (beyond.vars.size[var] > 0) {
            sides[parts++] = reduce(&beyond, out);
        }
    }
    return side_fold(r->p, &r->vars, r->fold, r->kind, parts, sides);
}

/* Of a guard outside of which the fold's neutral element stands. NULL: there is nothing to do. */
static struct side reduce_guard(struct reducing *r, const struct opened *opened) {
    const struct proof_term *neutral = fold_neutral(r->p, r->fold, r->kind), *guard = r->body.term;
    if (opened->sides[1].term != neutral) {
        return split_guard(r, opened);
    }
    struct cond *conds = guard_conds(r->p, guard, opened), *outside;
    uint32_t count = guard->operands - 2, outsides = 0;
    struct side then = opened->sides[0];
    bool changed = false;
    outside = ARENA_ARRAY(r->p->arena, struct cond, count + 1);
    for (uint32_t i = count; i-- > 0;) {
        uint32_t var = only_bound(r, &conds[i]);
        bool out = !cond_varies(r, &conds[i]);
        if (out) {
            outside[outsides++] = conds[i];
        }
        if (out || var != MOST_VARS) {
            struct cond cond = conds[i];
            memmove(&conds[i], &conds[i + 1], (--count - i) * sizeof *conds);
            changed = true;
            if (!out) {
                trim(r, var, &cond, &then, count, conds);
            }
            if (!out && r->vars.size[var] == 0) {
                return side_of_constant(neutral);
            }
        }
    }
    if (!changed) {
        return side_nothing();
    }
    struct side inner = side_guard(r->p, &r->vars, count, conds, then, side_of_constant(neutral));
    return side_guard(r->p, &r->vars, outsides, outside, reduce(r, inner),
                      side_of_constant(neutral));
}

/* --- the variables ---------------------------------------------------------------------------- */

/* Whether i * size[j] + j is all that the body knows of both. */
static bool can_fuse(const struct reducing *r, uint32_t i, uint32_t j) {
    for (uint32_t c = 0; c < r->body.term->frame; c++) {
        if (r->body.at[c].of[i] != r->body.at[c].of[j] * r->vars.size[j]) {
            return false;
        }
    }
    return true;
}

static bool fuse_two(struct reducing *r, struct form *at) {
    for (uint32_t x = 0; x < r->bounds; x++) {
        for (uint32_t y = 0; y < r->bounds; y++) {
            uint32_t i = r->bound[x], j = r->bound[y];
            if (i == j || !can_fuse(r, i, j)) {
                continue;
            }
            r->vars.size[j] *= r->vars.size[i];
            for (uint32_t c = 0; c < r->body.term->frame; c++) {
                at[c].of[i] = 0;
            }
            r->bound[x] = r->bound[--r->bounds];
            return true;
        }
    }
    return false;
}

/* Variables that run downwards run upwards instead. */
static void turn(struct reducing *r, struct form *at, uint32_t var) {
    uint32_t c = 0;
    while (c < r->body.term->frame && at[c].of[var] == 0) {
        c++;
    }
    if (c == r->body.term->frame || at[c].of[var] > 0) {
        return;
    }
    for (c = 0; c < r->body.term->frame; c++) {
        at[c].constant += at[c].of[var] * (r->vars.size[var] - 1);
        at[c].of[var] = -at[c].of[var];
    }
}

static int compare_bounds(const struct reducing *r, uint32_t i, uint32_t j) {
    for (uint32_t c = 0; c < r->body.term->frame; c++) {
        int64_t a = r->body.at[c].of[i], b = r->body.at[c].of[j];
        if (a != b) {
            return a > b ? -1 : 1;
        }
    }
    return r->vars.size[i] < r->vars.size[j] ? -1 : 1;
}

static void sort_bounds(struct reducing *r) {
    for (uint32_t i = 1; i < r->bounds; i++) {
        for (uint32_t k = i; k > 0 && compare_bounds(r, r->bound[k], r->bound[k - 1]) < 0; k--) {
            uint32_t var = r->bound[k];
            r->bound[k] = r->bound[k - 1];
            r->bound[k - 1] = var;
        }
    }
}

static void settle_bounds(struct reducing *r) {
    struct form *at = arena_copy(r->p->arena, r->body.at, r->body.term->frame * sizeof *at);
    r->body.at = at;
    for (uint32_t b = 0; b < r->bounds; b++) {
        turn(r, at, r->bound[b]);
    }
    while (fuse_two(r, at)) {
    }
    sort_bounds(r);
}

/* --- all -------------------------------------------------------------------------------------- */

static bool is_fold(const struct reducing *r, enum term_kind kind) {
    const struct proof_term *term = r->body.term;
    return term->kind == kind && term->word[0] == (int64_t)r->fold && term->word[1] == r->kind;
}

static struct side reduce_factored(struct reducing *r, const struct opened *opened) {
    struct side outside = reduce_product(r, opened);
    return outside.term ? outside : reduce_factors(r, opened);
}

/* What the body's own form allows; NULL: nothing. */
static struct side reduce_by_form(struct reducing *r) {
    const struct proof_term *term = r->body.term;
    struct opened opened;
    bool of_kind = term->words > 0 && term->word[0] == r->kind;
    bool sum = r->fold == FOLD_ADD && of_kind && term->kind == TERM_SUM;
    bool product = r->fold == FOLD_ADD && of_kind && term->kind == TERM_PRODUCT;
    bool folds = r->fold != FOLD_ADD && r->fold != FOLD_MULTIPLY && is_fold(r, TERM_FOLD);
    bool reduced = is_fold(r, TERM_REDUCE);
    bool function = term->kind == TERM_FUNCTION;
    if (!(sum || product || folds || reduced || function || term->kind == TERM_GUARD) ||
        !side_open(r->p, &r->vars, r->body, &opened)) {
        return side_nothing();
    }
    return sum || folds ? reduce_each(r, &opened)
           : product    ? reduce_factored(r, &opened)
           : reduced    ? reduce_reduced(r, &opened)
           : function   ? reduce_choice(r, &opened)
                        : reduce_guard(r, &opened);
}

struct side side_reduce(struct prover *p, const struct vars *vars, enum fold fold, int64_t kind,
                        struct side body, uint32_t bounds, const uint32_t *bound) {
    if (fold == FOLD_MIN && kind == KIND_REAL) {
        struct side turned = side_scaled(p, vars, kind, body, -1);
        turned = side_reduce(p, vars, FOLD_MAX, kind, turned, bounds, bound);
        return side_scaled(p, vars, kind, turned, -1);
    }
    struct reducing r = {p, *vars, fold, kind, side_settle(p, vars, body), bounds, {0}};
    if (!body.term || !r.body.term) {
        return side_nothing();
    }
    if (bounds) {
        memcpy(r.bound, bound, bounds * sizeof *bound);
    }
    int64_t times = drop_idle(&r);
    if (times != 1) {
        if (!is_idempotent(fold) && (fold != FOLD_ADD || kind == KIND_TRUTH)) {
            return side_nothing();
        }
        struct side once = reduce(&r, r.body);
        return fold == FOLD_ADD ? side_scaled(p, vars, kind, once, times) : once;
    }
    if (r.bounds == 0) {
        return r.body;
    }
    settle_bounds(&r);
    struct side known = reduce_by_form(&r);
    if (known.term) {
        return known;
    }
    int64_t words[2] = {fold, kind};
    struct making making = {TERM_REDUCE, 2, 1, r.bounds, words, &r.body, r.bound};
    return side_make(p, &r.vars, &making);
}
