/* Folds that choose one of several tuples by an order of them: what is chosen among those that were
 * chosen in parts is chosen among all. */
#include "ops/op_def.h"
#include "verify/relations/views/view.h"

enum { MOST_CHOSEN = 4 };

static bool is_choice(const struct proof_term *term) {
    return term->kind == TERM_WHOLE && term->words > WORDS_OF_CHOICE &&
           term->word[0] == OP_REDUCE && term->word[CHOICE_IS] == 1 && term->operands > 0 &&
           term->operands % 2 == 0 && term->operands <= 2 * MOST_CHOSEN;
}

/* Whether operand i is the i-th result of the same choice in parts, of the tuples of which the
 * first one is. */
static bool is_of_parts(const struct proof_term *term, const struct side *sides, uint32_t i) {
    const struct proof_term *own = sides[i].term, *first = sides[0].term;
    const uint64_t result = (uint64_t)1 << CHOICE_RESULT;
    bool same = is_choice(own) && own->operands == term->operands && own->words == term->words &&
                own->word[CHOICE_RESULT] == i && term_equal_but(own, first, result);
    for (uint32_t w = WORDS_OF_CHOICE; same && w < own->words; w++) {
        same = own->word[w] == term->word[w];
    }
    for (uint32_t c = 0; same && c < own->frame; c++) {
        same = form_equal(&sides[i].at[c], &sides[0].at[c]);
    }
    return same;
}

/* Variables that follow each other as one, where that is all that the sides know of them. */
static void fuse_chosen(struct prover *p, struct vars *vars, uint32_t count, struct side *sides,
                        uint32_t *bounds, uint32_t *bound) {
    for (uint32_t b = 0; b + 1 < *bounds;) {
        uint32_t i = bound[b], j = bound[b + 1];
        bool fits = true;
        for (uint32_t k = 0; k < count; k++) {
            for (uint32_t c = 0; c < sides[k].term->frame; c++) {
                const int64_t *of = sides[k].at[c].of;
                fits = fits && of[i] == of[j] * vars->size[j];
            }
        }
        for (uint32_t k = 0; fits && k < count; k++) {
            struct form *at = arena_copy(p->arena, sides[k].at, sides[k].term->frame * sizeof *at);
            for (uint32_t c = 0; c < sides[k].term->frame; c++) {
                at[c].of[i] = 0;
            }
            sides[k].at = at;
        }
        if (!fits) {
            b++;
            continue;
        }
        vars->size[j] *= vars->size[i];
        --*bounds;
        memmove(&bound[b], &bound[b + 1], (*bounds - b) * sizeof *bound);
    }
}

bool view_choice(struct prover *p, struct view *draft) {
    const struct proof_term *term = draft->side.term;
    struct opened outer, inner;
    uint32_t bound[2 * MOST_BOUNDS], bounds = 0, tuple = term->operands / 2;
    if (!is_choice(term) || !side_open(p, &draft->vars, draft->side, &outer)) {
        return false;
    }
    for (uint32_t i = 0; i < tuple; i++) {
        if (!is_of_parts(term, outer.sides, i)) {
            return false;
        }
    }
    if (!side_open(p, &outer.vars, outer.sides[0], &inner)) {
        return false;
    }
    for (uint32_t i = tuple; i < term->operands; i++) {
        if (!side_equal(outer.sides[i], inner.sides[i])) {
            return false;
        }
        for (uint32_t b = 0; b < term->bounds; b++) {
            if (side_has(outer.sides[i], outer.bound[b])) {
                return false;
            }
        }
    }
    for (uint32_t b = 0; b < term->bounds; b++) {
        bound[bounds++] = outer.bound[b];
    }
    for (uint32_t b = 0; b < inner.term->bounds; b++) {
        bound[bounds++] = inner.bound[b];
    }
    fuse_chosen(p, &inner.vars, term->operands, inner.sides, &bounds, bound);
    if (bounds > MOST_BOUNDS) {
        return false;
    }
    struct making making = {TERM_WHOLE, term->words, term->operands, bounds,
                            term->word, inner.sides, bound};
    draft->side = side_make(p, &inner.vars, &making);
    return draft->side.term != NULL;
}
