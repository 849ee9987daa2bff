/* Sides: terms at coordinates, made and taken apart. */
#include "verify/relations/terms/side.h"

#include <math.h>
#include <stdlib.h>

#include "ops/attrs/attrs.h"
#include "ops/op_def.h"

/* Of what is not known nothing is equal. */
bool side_equal(struct side a, struct side b) {
    if (a.term != b.term || !a.term) {
        return false;
    }
    for (uint32_t c = 0; c < a.term->frame; c++) {
        if (!form_equal(&a.at[c], &b.at[c])) {
            return false;
        }
    }
    return true;
}

bool side_has(struct side side, uint32_t var) {
    for (uint32_t c = 0; side.term && c < side.term->frame; c++) {
        if (side.at[c].of[var]) {
            return true;
        }
    }
    return false;
}

bool side_as_form(struct side side, struct form *form) {
    bool is_large = term_is_integer(side.term) && side.term->word[0] & 1 && side.term->word[1] < 0;
    if (term_is_integer(side.term) && side.term->word[1] < FAR && side.term->word[1] > -FAR &&
        !is_large) {
        *form = form_constant(side.term->word[1]);
        return true;
    }
    if (side.term->kind == TERM_PLACE) {
        *form = side.at[0];
        return true;
    }
    return false;
}

struct side side_place(struct prover *p, int64_t kind, const struct form *form) {
    if (form_is_constant(form)) {
        return side_of_constant(constant_integer(p, kind, form->constant));
    }
    return (struct side){term_place(p, kind), arena_copy(p->arena, form, sizeof *form)};
}

/* --- making ----------------------------------------------------------------------------------- */

/* The coordinates of a term that is being made: the different forms of its operands. */
struct frame {
    struct prover *p;
    const struct making *making;
    struct form *forms;
    uint32_t count;
};

static int64_t frame_find(struct frame *frame, const struct form *form, int64_t *offset) {
    if (form_is_constant(form)) {
        *offset = form->constant;
        return -1;
    }
    uint32_t c = 0;
    while (c < frame->count && !form_parallel(&frame->forms[c], form)) {
        c++;
    }
    if (c == frame->count) {
        frame->forms[frame->count++] = *form;
    }
    *offset = form->constant - frame->forms[c].constant;
    return c;
}

static struct coordinate coordinate_of(struct frame *frame, const struct form *form) {
    const struct making *m = frame->making;
    struct coordinate at = {.frame = -1};
    struct form free = *form;
    for (uint32_t b = 0; b < m->bounds; b++) {
        at.of[b] = form->of[m->bound[b]];
        free.of[m->bound[b]] = 0;
    }
    at.frame = frame_find(frame, &free, &at.offset);
    return at;
}

static uint32_t frames_of(const struct making *m) {
    uint32_t count = 0;
    for (uint32_t i = 0; i < m->count; i++) {
        count += m->sides[i].term->frame;
    }
    return count;
}

/* A bound that is never reached is the one that the term in it has by itself. */
static void tighten(const struct vars *vars, const struct frame *frame,
                    const struct proof_term *then, const struct coordinate *at, int64_t coordinate,
                    int64_t *low, int64_t *high) {
    int64_t least, most;
    if (!form_range(&frame->forms[coordinate], vars, &least, &most)) {
        return;
    }
    for (uint32_t c = 0; c < then->frame; c++) {
        if (at[c].frame != coordinate) {
            continue;
        }
        if (*low == INT64_MIN && then->low[c] != INT64_MIN &&
            least >= then->low[c] - at[c].offset) {
            *low = then->low[c] - at[c].offset;
        }
        if (*high == INT64_MAX && then->high[c] != INT64_MAX &&
            most < then->high[c] - at[c].offset) {
            *high = then->high[c] - at[c].offset;
        }
    }
}

/* Bounds of a guard are on coordinates of its own. */
static void align_guard(const struct vars *vars, const struct frame *frame,
                        struct term_operand *operands, int64_t *words) {
    const struct making *m = frame->making;
    for (uint32_t i = 2; i < m->count; i++) {
        struct coordinate *at = (struct coordinate *)operands[i].at;
        int64_t *low = &words[2 * (i - 2)], *high = low + 1;
        *low -= *low == INT64_MIN ? 0 : at->offset;
        *high -= *high == INT64_MAX ? 0 : at->offset;
        at->offset = 0;
        if (at->frame >= 0) {
            tighten(vars, frame, operands[0].term, operands[0].at, at->frame, low, high);
        }
    }
}

static struct side make_settled(struct prover *p, const struct vars *vars, const struct making *m) {
    struct frame frame = {p, m, ARENA_ARRAY(p->arena, struct form, frames_of(m) + 1), 0};
    struct term_operand *operands = memory_array(m->count + 1, sizeof *operands);
    int64_t *words = memory_array(m->words + 1, sizeof *words), bound[MOST_BOUNDS];
    for (uint32_t i = 0; i < m->count; i++) {
        const struct proof_term *term = m->sides[i].term;
        struct coordinate *at = memory_array(term->frame + 1, sizeof *at);
        for (uint32_t c = 0; c < term->frame; c++) {
            at[c] = coordinate_of(&frame, &m->sides[i].at[c]);
        }
        operands[i] = (struct term_operand){term, at};
    }
    for (uint32_t b = 0; b < m->bounds; b++) {
        bound[b] = vars->size[m->bound[b]];
    }
    for (uint32_t w = 0; w < m->words; w++) {
        words[w] = m->word[w];
    }
    if (m->kind == TERM_GUARD) {
        align_guard(vars, &frame, operands, words);
    }
    struct proof_term draft = {.kind = m->kind,
                               .frame = frame.count,
                               .bounds = m->bounds,
                               .operands = m->count,
                               .words = m->words,
                               .operand = operands,
                               .bound = bound,
                               .word = words};
    const struct proof_term *term = term_intern(p, &draft);
    for (uint32_t i = 0; i < m->count; i++) {
        memory_free((void *)operands[i].at);
    }
    memory_free(operands);
    memory_free(words);
    return (struct side){term, frame.forms};
}

struct side side_make(struct prover *p, const struct vars *vars, const struct making *m) {
    struct side *sides = ARENA_ARRAY(p->arena, struct side, m->count + 1);
    if (!prover_goes_on(p)) {
        return side_nothing();
    }
    for (uint32_t i = 0; i < m->count; i++) {
        sides[i] = side_settle(p, vars, m->sides[i]);
        if (!sides[i].term) {
            return sides[i];
        }
    }
    if (m->bounds > MOST_BOUNDS) {
        return side_nothing();
    }
    struct making settled = *m;
    settled.sides = sides;
    return make_settled(p, vars, &settled);
}

/* --- taking apart ----------------------------------------------------------------------------- */

static bool compose(const struct coordinate *at, const struct side *side,
                    const struct opened *opened, struct form *to) {
    *to = at->frame >= 0 ? side->at[at->frame] : form_constant(0);
    to->constant += at->offset;
    for (uint32_t b = 0; b < side->term->bounds; b++) {
        to->of[opened->bound[b]] = at->of[b];
    }
    return to->constant < FAR && to->constant > -FAR;
}

bool side_open(struct prover *p, const struct vars *vars, struct side side, struct opened *opened) {
    const struct proof_term *term = side.term;
    opened->vars = *vars;
    opened->term = term;
    if (vars->count + term->bounds > MOST_VARS) {
        return false;
    }
    for (uint32_t b = 0; b < term->bounds; b++) {
        opened->bound[b] = opened->vars.count;
        opened->vars.dim[opened->vars.count] = UINT8_MAX;
        opened->vars.size[opened->vars.count++] = term->bound[b];
    }
    opened->sides = ARENA_ARRAY(p->arena, struct side, term->operands + 1);
    for (uint32_t i = 0; i < term->operands; i++) {
        const struct term_operand *operand = &term->operand[i];
        struct form *at = ARENA_ARRAY(p->arena, struct form, operand->term->frame + 1);
        for (uint32_t c = 0; c < operand->term->frame; c++) {
            if (!compose(&operand->at[c], &side, opened, &at[c])) {
                return false;
            }
        }
        opened->sides[i] = (struct side){operand->term, at};
    }
    return true;
}

struct cond *guard_conds(struct prover *p, const struct proof_term *guard,
                         const struct opened *opened) {
    struct cond *conds = ARENA_ARRAY(p->arena, struct cond, guard->operands);
    for (uint32_t i = 2; i < guard->operands; i++) {
        const struct side *place = &opened->sides[i];
        conds[i - 2].form = place->term->frame ? place->at[0] : form_constant(place->term->word[1]);
        conds[i - 2].low = guard->word[2 * (i - 2)];
        conds[i - 2].high = guard->word[2 * (i - 2) + 1];
    }
    return conds;
}

bool side_replace(struct prover *p, struct side *side, uint32_t var, const struct form *form) {
    struct form *at = arena_copy(p->arena, side->at, side->term->frame * sizeof *at);
    for (uint32_t c = 0; c < side->term->frame; c++) {
        int64_t times = at[c].of[var];
        at[c].of[var] = 0;
        if (times && !form_mix(p, &at[c], &at[c], 1, form, times)) {
            return false;
        }
    }
    side->at = at;
    return true;
}

bool side_exchange(struct prover *p, struct side *side, uint32_t var, uint32_t other) {
    struct form *at = arena_copy(p->arena, side->at, side->term->frame * sizeof *at);
    bool any = false;
    for (uint32_t c = 0; c < side->term->frame; c++) {
        int64_t times = at[c].of[var];
        any = any || times != at[c].of[other];
        at[c].of[var] = at[c].of[other];
        at[c].of[other] = times;
    }
    side->at = at;
    return any;
}

/* What has digits, where these are forms. Nothing: they are none. */
static struct side undigit(struct prover *p, const struct opened *opened) {
    const struct proof_term *digits = opened->term;
    const struct side *place = &opened->sides[1];
    struct side side = opened->sides[0];
    struct form left = place->term->frame ? place->at[0] : form_constant(place->term->word[1]);
    for (uint32_t b = digits->bounds; b-- > 1;) {
        struct form more, rest;
        if (!form_split(p, &opened->vars, &left, digits->bound[b], &more, &rest) ||
            !side_replace(p, &side, opened->bound[b], &rest)) {
            return side_nothing();
        }
        left = more;
    }
    return side_replace(p, &side, opened->bound[0], &left) ? side_settle(p, &opened->vars, side)
                                                           : side_nothing();
}

struct side side_rebuild(struct prover *p, struct side side, const struct opened *opened) {
    const struct proof_term *term = side.term;
    const struct vars *vars = &opened->vars;
    switch (term->kind) {
    case TERM_SUM:
        return side_sum(p, vars, term->word[0], term->operands, opened->sides, term->word + 1);
    case TERM_PRODUCT:
        return side_product(p, vars, term->word[0], term->operands, opened->sides);
    case TERM_FOLD:
        return side_fold(p, vars, (enum fold)term->word[0], term->word[1], term->operands,
                         opened->sides);
    case TERM_REDUCE:
        return side_reduce(p, vars, (enum fold)term->word[0], term->word[1], opened->sides[0],
                           term->bounds, opened->bound);
    case TERM_GUARD:
        return side_guard(p, vars, term->operands - 2, guard_conds(p, term, opened),
                          opened->sides[0], opened->sides[1]);
    case TERM_DIGITS: {
        struct side plain = undigit(p, opened);
        struct making making = {TERM_DIGITS,  0, 2, term->bounds, NULL, opened->sides,
                                opened->bound};
        return plain.term ? plain : side_make(p, vars, &making);
    }
    case TERM_FUNCTION:
        return side_function(p, vars, term->words, term->word, term->operands, opened->sides);
    default: {
        struct making making = {term->kind, term->words,   term->operands, term->bounds,
                                term->word, opened->sides, opened->bound};
        struct side piece = side_of_piece(p, opened);
        return piece.term ? piece : side_make(p, vars, &making);
    }
    }
}

static bool has_constant(struct side side) {
    for (uint32_t c = 0; c < side.term->frame; c++) {
        if (form_is_constant(&side.at[c])) {
            return true;
        }
    }
    return false;
}

struct side side_keep(struct prover *p, struct side side) {
    size_t size = side.term ? side.term->frame * sizeof *side.at : 0;
    side.at = arena_copy(p->kept, side.at, size);
    return side;
}

/* What a form is, in as few words as say it. */
static size_t form_words(const struct form *form, uint32_t vars, uintptr_t *words) {
    size_t count = 0;
    words[count++] = (uintptr_t)form->constant;
    words[count++] = (uintptr_t)form->device;
    words[count++] = form->symbol_count;
    for (uint32_t v = 0; v < vars; v++) {
        words[count++] = (uintptr_t)form->of[v];
    }
    for (uint32_t i = 0; i < form->symbol_count; i++) {
        words[count++] = (uintptr_t)form->symbols[i].term;
        words[count++] = (uintptr_t)form->symbols[i].times;
    }
    return count;
}

struct side *side_found_in(struct prover *p, struct bytes_table *table, uint64_t assumption,
                           const struct vars *vars, struct side side) {
    size_t most = 2 + vars->count + side.term->frame * (3 + (size_t)vars->count + 2 * MOST_SYMBOLS);
    uintptr_t *key = memory_array(most, sizeof *key);
    size_t words = 0;
    key[words++] = (assumption << 32) + side.term->id;
    key[words++] = vars->count;
    for (uint32_t v = 0; v < vars->count; v++) {
        key[words++] = (uintptr_t)vars->size[v];
    }
    for (uint32_t c = 0; c < side.term->frame; c++) {
        words += form_words(&side.at[c], vars->count, key + words);
    }
    void **slot = bytes_table_at(table, p->kept, key, words * sizeof *key);
    memory_free(key);
    if (!*slot) {
        *slot = ARENA_NEW(p->kept, struct side);
    }
    return (struct side *)*slot;
}

struct side side_settle(struct prover *p, const struct vars *vars, struct side side) {
    struct opened opened;
    if (p->exceeded[0]) {
        return side_nothing();
    }
    if (!side.term || term_is_leaf(side.term) || !has_constant(side)) {
        if (side.term && side.term->kind == TERM_PLACE && has_constant(side)) {
            return side_of_constant(constant_integer(p, side.term->word[0], side.at[0].constant));
        }
        if (side.term && side.term->kind == TERM_TENSOR && has_constant(side)) {
            const struct proof_term *element = constant_at(p, &side);
            return element ? side_of_constant(element) : side;
        }
        return side;
    }
    struct side *before = side_found_in(p, &p->settled, p->assumption, vars, side);
    if (!before->term) {
        if (!side_open(p, vars, side, &opened)) {
            return side_nothing();
        }
        struct side settled = side_rebuild(p, side, &opened);
        if (settled.term != side.term) { /* what a guard gives has constants of its own */
            settled = side_settle(p, vars, settled);
        }
        before = side_found_in(p, &p->settled, p->assumption, vars, side);
        *before = side_keep(p, settled);
    }
    return *before;
}

/* Stand for an assumption where what was found before is kept. */
static const uint64_t undigited = UINT32_MAX, inside = UINT32_MAX - 1, written = UINT32_MAX - 2;

static struct side simplify(struct prover *p, const struct vars *vars, struct side side);

/* A fold as that of two folds, whose ranges meet where a condition on a variable of it alone says
 * something else. Nothing: there is no such condition. */
static struct side split_range(struct prover *p, const struct vars *vars, struct side side) {
    const struct proof_term *term = side.term;
    struct cutting how = {.from = vars->count,
                          .to = vars->count + term->bounds,
                          .deep = true,
                          .alone = true,
                          .steps = true};
    struct opened opened;
    struct cut cut;
    enum fold fold = (enum fold)term->word[0];
    if (term->kind != TERM_REDUCE || !term->has_inner_guard || fold == FOLD_MULTIPLY ||
        (fold == FOLD_ADD && term->word[1] == KIND_TRUTH) || !side_open(p, vars, side, &opened) ||
        !side_find_cut(p, &opened.vars, opened.sides[0], &how, &cut)) {
        return side_nothing();
    }
    int64_t count = cut_parts(&cut);
    struct side *parts = ARENA_ARRAY(p->arena, struct side, (size_t)count);
    for (int64_t k = 0; k < count; k++) {
        struct vars own = opened.vars;
        struct side body = opened.sides[0];
        if (!cut_take(p, &cut, k, &own, &body)) {
            return side_nothing();
        }
        parts[k] = simplify(
            p, vars, side_reduce(p, &own, fold, term->word[1], body, term->bounds, opened.bound));
    }
    return side_fold(p, vars, fold, term->word[1], (uint32_t)count, parts);
}

/* Folds of few numbers are numbers; others are those of ranges. */
static struct side split_fold(struct prover *p, const struct vars *vars, struct side side) {
    struct side known = side_nothing();
    if ((side.term->is_number || p->assumption == written) && side_is_short(side)) {
        known = side_write_out(p, vars, side);
    }
    return known.term ? known : split_range(p, vars, side);
}

/* A term in steps is what stands there, where that is known. */
static struct side simplify_stepped(struct prover *p, const struct vars *vars, struct side side) {
    struct stepping stepping;
    struct side there = side;
    if (side_step(p, vars, &there, &stepping)) {
        return simplify(p, vars, side_settle(p, vars, there));
    }
    struct side near = stepping.is_between ? side_of_constant(side.term->operand[1].term)
                                           : side_in_reach(p, vars, side);
    return near.term ? simplify(p, vars, side_settle(p, vars, near)) : side;
}

/* Where guards are in the operands these are simplified first. */
static struct side simplify(struct prover *p, const struct vars *vars, struct side side) {
    struct opened opened;
    bool deep = p->assumption == inside || p->assumption == written;
    bool is_late = deep && prover_bytes(p) >= p->inside_end;
    bool is_asked = side.term && (deep ? side.term->has_inner_guard : side.term->has_guard);
    is_asked = is_asked || (side.term && p->assumption == written && side.term->has_fold);
    if (!is_asked || is_late || p->exceeded[0]) {
        return side;
    }
    if (term_is_stepped(side.term)) {
        return deep ? simplify_stepped(p, vars, side) : side;
    }
    struct side *before = side_found_in(p, &p->settled, p->assumption, vars, side);
    if (!before->term) {
        if (!side_open(p, vars, side, &opened)) {
            return side;
        }
        for (uint32_t i = 0; i < side.term->operands; i++) {
            opened.sides[i] = simplify(p, &opened.vars, opened.sides[i]);
        }
        struct side simple = side_rebuild(p, side, &opened);
        struct side split = deep && simple.term && simple.term->kind == TERM_REDUCE
                                ? split_fold(p, vars, simple)
                                : side_nothing();
        simple = split.term ? split : simple;
        before = side_found_in(p, &p->settled, p->assumption, vars, side);
        *before = side_keep(p, simple.term ? simple : side);
    }
    return *before;
}

/* Where places have digits in the operands, too. */
static struct side undigit_each(struct prover *p, const struct vars *vars, struct side side) {
    struct opened opened;
    if (!side_open(p, vars, side, &opened)) {
        return side;
    }
    struct side plain = side.term->kind == TERM_DIGITS ? undigit(p, &opened) : side_nothing();
    if (plain.term) {
        return side_undigit(p, vars, plain);
    }
    bool changed = false;
    for (uint32_t i = 0; i < side.term->operands; i++) {
        struct side own = side_undigit(p, &opened.vars, opened.sides[i]);
        changed = changed || own.term != opened.sides[i].term;
        opened.sides[i] = own;
    }
    return changed ? side_rebuild(p, side, &opened) : side;
}

struct side side_undigit(struct prover *p, const struct vars *vars, struct side side) {
    if (!side.term || !side.term->has_digits || p->exceeded[0]) {
        return side;
    }
    struct side *before = side_found_in(p, &p->settled, undigited, vars, side);
    if (!before->term) {
        struct side plain = undigit_each(p, vars, side);
        before = side_found_in(p, &p->settled, undigited, vars, side);
        *before = side_keep(p, plain.term ? plain : side);
    }
    return *before;
}

struct side side_simplify(struct prover *p, const struct vars *vars, struct side side,
                          uint32_t count, const struct cond *conds) {
    if (!side.term || !side.term->has_guard || p->assumption) {
        return side;
    }
    p->assumed_count = count;
    p->assumed = conds;
    p->assumption = ++p->last_assumption;
    side = simplify(p, vars, side);
    p->assumed_count = 0;
    p->assumption = 0;
    return side;
}

struct side side_simplify_inside(struct prover *p, const struct vars *vars, struct side side,
                                 bool writes_out) {
    bool any = side.term && (side.term->has_inner_guard || (writes_out && side.term->has_fold));
    if (!any || p->assumption) {
        return side;
    }
    p->assumption = writes_out ? written : inside;
    side = simplify(p, vars, side);
    p->assumption = 0;
    return side;
}

/* --- guards ----------------------------------------------------------------------------------- */

static int compare_conds(const void *a, const void *b) {
    const struct cond *x = a, *y = b;
    return form_compare(&x->form, &y->form);
}

/* Those that may be met or not, in one order; NEVER: one is not met, or two cannot be both. */
static enum truth order_conds(struct prover *p, const struct vars *vars, uint32_t *count,
                              struct cond *conds) {
    enum truth truth = conds_settle(p, vars, count, conds);
    for (uint32_t i = 0; i < *count && truth == SOMETIMES; i++) {
        truth = conds[i].low < conds[i].high ? SOMETIMES : NEVER;
    }
    if (truth == SOMETIMES) {
        qsort(conds, *count, sizeof *conds, compare_conds);
    }
    return truth;
}

struct side side_guard(struct prover *p, const struct vars *vars, uint32_t count,
                       const struct cond *given, struct side then, struct side other) {
    if (!then.term || !other.term) {
        return side_nothing();
    }
    struct cond *conds = arena_copy(p->arena, given, count * sizeof *conds);
    enum truth truth = order_conds(p, vars, &count, conds);
    if (truth != SOMETIMES || side_equal(then, other)) {
        return truth == NEVER ? other : then;
    }
    struct side *sides = ARENA_ARRAY(p->arena, struct side, count + 2);
    int64_t *words = ARENA_ARRAY(p->arena, int64_t, 2 * count);
    sides[0] = then;
    sides[1] = other;
    for (uint32_t i = 0; i < count; i++) {
        sides[i + 2] = (struct side){term_place(p, KIND_SIGNED_64), &conds[i].form};
        words[2 * i] = conds[i].low;
        words[2 * i + 1] = conds[i].high;
    }
    struct making making = {TERM_GUARD, 2 * count, count + 2, 0, words, sides, NULL};
    return side_make(p, vars, &making);
}
