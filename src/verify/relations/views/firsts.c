/* The first of a stable sort are the first of the first of its parts: what stands at place p < k is
 * among the first k of its part, and equal elements stay in the order of the parts. */
#include "ops/op_def.h"
#include "verify/relations/views/view.h"

enum { MOST_SORTED = 4 };

/* A sort of what sorts of parts gave. */
struct sorting {
    struct prover *p;
    struct vars vars;
    const struct proof_term *term;
    uint32_t tensors; /* which are sorted; the place follows them */
    struct side given[MOST_SORTED], place;
    uint32_t bounds[MOST_SORTED], bound[MOST_SORTED][MOST_BOUNDS]; /* of each, the smallest last */
};

static bool is_stable_sort(const struct proof_term *term) {
    return term->kind == TERM_WHOLE && term->words > 4 && term->word[0] == OP_SORT &&
           term->word[1] == SORT_BY_ORDER && term->operands > 1 &&
           term->operands <= MOST_SORTED + 1 &&
           term->operand[term->operands - 1].term->kind == TERM_PLACE;
}

/* Each bound variable runs along one of the tensors. */
static bool share_bounds(struct sorting *s, const uint32_t *bound) {
    for (uint32_t b = 0; b < s->term->bounds; b++) {
        uint32_t owners = 0;
        for (uint32_t i = 0; i < s->tensors; i++) {
            if (side_has(s->given[i], bound[b])) {
                s->bound[i][s->bounds[i]++] = bound[b];
                owners++;
            }
        }
        if (owners != 1 || side_has(s->place, bound[b])) {
            return false;
        }
    }
    return true;
}

/* Whether tensor i has the rows of the first one, along variables of its own. */
static bool same_rows(const struct sorting *s, uint32_t i) {
    const struct side *first = &s->given[0], *own = &s->given[i];
    if (s->bounds[i] != s->bounds[0] || !term_equal_but(first->term, own->term, 1 << 2 | 1 << 3)) {
        return false;
    }
    for (uint32_t c = 0; c < first->term->frame; c++) {
        struct form form = own->at[c];
        for (uint32_t b = 0; b < s->bounds[0]; b++) {
            int64_t times = form.of[s->bound[i][b]];
            if (s->vars.size[s->bound[i][b]] != s->vars.size[s->bound[0][b]]) {
                return false;
            }
            form.of[s->bound[i][b]] = form.of[s->bound[0][b]];
            form.of[s->bound[0][b]] = times;
        }
        if (!form_equal(&form, &first->at[c])) {
            return false;
        }
    }
    return true;
}

/* Whether tensor i is the i-th result of a sort of each part, the first of it along its smallest
 * variable. */
static bool is_first_of_parts(const struct sorting *s, uint32_t i) {
    const struct proof_term *own = s->given[i].term;
    if (!is_stable_sort(own) || own->words != s->term->words || own->word[2] != i ||
        own->operands != s->term->operands || s->bounds[i] == 0) {
        return false;
    }
    for (uint32_t w = 4; w < own->words; w++) {
        if (own->word[w] != s->term->word[w]) {
            return false;
        }
    }
    uint32_t smallest = s->bound[i][s->bounds[i] - 1];
    const struct coordinate *place = own->operand[own->operands - 1].at;
    struct form counted = form_var(smallest);
    for (uint32_t c = 0; c < own->frame; c++) {
        bool is_place = place->frame == (int64_t)c && place->offset == 0 &&
                        form_equal(&s->given[i].at[c], &counted);
        if (is_place == (s->given[i].at[c].of[smallest] == 0)) {
            return false;
        }
    }
    return place->frame >= 0;
}

/* Bound variables that follow each other as one, where that is all that a side knows of them. */
static void fuse_bounds(struct sorting *s, struct side *side, uint32_t *count, uint32_t *bound) {
    struct form *at = arena_copy(s->p->arena, side->at, side->term->frame * sizeof *at);
    side->at = at;
    for (uint32_t b = 0; b + 1 < *count;) {
        uint32_t i = bound[b], j = bound[b + 1];
        bool fits = true;
        for (uint32_t c = 0; c < side->term->frame; c++) {
            fits = fits && at[c].of[i] == at[c].of[j] * s->vars.size[j];
        }
        if (!fits) {
            b++;
            continue;
        }
        s->vars.size[j] *= s->vars.size[i];
        for (uint32_t c = 0; c < side->term->frame; c++) {
            at[c].of[i] = 0;
        }
        --*count;
        memmove(&bound[b], &bound[b + 1], (*count - b) * sizeof *bound);
    }
}

/* Whether the variable is in one of the tensors of a part, and in no other one. */
static bool has_owner(const struct sorting *s, const struct opened *opened, uint32_t var) {
    uint32_t owners = 0;
    for (uint32_t i = 0; i < s->tensors; i++) {
        owners += side_has(opened->sides[i], var);
    }
    return owners == 1;
}

/* What the parts were of, instead of the first of each. */
static bool open_part(struct sorting *s, uint32_t i) {
    struct opened opened;
    uint32_t count = s->bounds[i] - 1, smallest = s->bound[i][count];
    if (!side_open(s->p, &s->vars, s->given[i], &opened)) {
        return false;
    }
    struct side own = opened.sides[i];
    for (uint32_t b = 0; b < s->given[i].term->bounds; b++) {
        if (!has_owner(s, &opened, opened.bound[b]) || count == MOST_BOUNDS) {
            return false;
        }
        if (side_has(own, opened.bound[b])) {
            s->bound[i][count++] = opened.bound[b];
        }
    }
    if (side_has(own, smallest)) {
        return false;
    }
    s->vars = opened.vars;
    s->bounds[i] = count;
    fuse_bounds(s, &own, &s->bounds[i], s->bound[i]);
    s->given[i] = own;
    return true;
}

static bool open_sort(struct sorting *s, const struct view *view) {
    struct opened opened;
    s->term = view->side.term;
    s->tensors = s->term->operands - 1;
    if (!side_open(s->p, &view->vars, view->side, &opened)) {
        return false;
    }
    s->vars = opened.vars;
    s->place = opened.sides[s->tensors];
    memcpy(s->given, opened.sides, s->tensors * sizeof *s->given);
    return s->term->bounds > 0 && share_bounds(s, opened.bound);
}

bool view_first(struct prover *p, struct view *draft) {
    struct sorting s = {.p = p};
    struct side sides[MOST_SORTED + 1];
    uint32_t bound[MOST_SORTED * MOST_BOUNDS], bounds = 0;
    int64_t least, most;
    if (!is_stable_sort(draft->side.term) || !open_sort(&s, draft)) {
        return false;
    }
    for (uint32_t i = 0; i < s.tensors; i++) {
        if (!is_first_of_parts(&s, i) || !same_rows(&s, i)) {
            return false;
        }
    }
    int64_t kept = s.vars.size[s.bound[0][s.bounds[0] - 1]];
    if (!form_range(&s.place.at[0], &draft->vars, &least, &most) || least < 0 || most >= kept) {
        return false;
    }
    for (uint32_t i = 0; i < s.tensors; i++) {
        if (!open_part(&s, i) || bounds + s.bounds[i] > MOST_BOUNDS) {
            return false;
        }
        memcpy(bound + bounds, s.bound[i], s.bounds[i] * sizeof *bound);
        bounds += s.bounds[i];
        sides[i] = s.given[i];
    }
    sides[s.tensors] = s.place;
    struct making making = {TERM_WHOLE,   s.term->words, s.tensors + 1, bounds,
                            s.term->word, sides,         bound};
    draft->side = side_make(p, &s.vars, &making);
    return draft->side.term != NULL;
}
