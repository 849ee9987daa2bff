/* Regions of scalars by themselves: what they are, as terms of parameters. */
#include "verify/relations/rules/rules.h"

int64_t name_number(struct prover *p, const char *text, size_t length) {
    void **slot = bytes_table_at(&p->names, p->kept, text, length);
    if (!*slot) {
        int64_t *number = ARENA_NEW(p->kept, int64_t);
        *number = ++p->name_count;
        *slot = number;
    }
    return *(int64_t *)*slot;
}

static const struct view *parameter(struct relating *r, const struct type *type, int64_t number) {
    int64_t words[2] = {number, element_kind(type)};
    return view_of_constant(&r->prover, type,
                            term_leaf(&r->prover, TERM_PARAMETER, 2, words, 0, NULL));
}

bool region_terms(struct relating *r, const struct region *region, uint32_t count,
                  const struct proof_term **terms) {
    const struct block *block = region->first;
    const struct view **arguments =
        ARENA_ARRAY(r->prover.arena, const struct view *, block->argument_count + 1);
    const struct view **outputs = ARENA_ARRAY(r->prover.arena, const struct view *, count + 1);
    const struct op *last = block_terminator(block);
    if (block->next || !last || last->operand_count != count || count > 8) {
        return false;
    }
    for (uint32_t i = 0; i < block->argument_count; i++) {
        if (block->arguments[i]->type->rank != 0) {
            return false;
        }
        arguments[i] = parameter(r, block->arguments[i]->type, i);
    }
    verify_listener *listener = r->listener; /* no device holds parameters */
    r->listener = NULL;
    relate_block(r, block, arguments, outputs);
    r->listener = listener;
    for (uint32_t i = 0; i < count; i++) {
        if (!outputs[i] || outputs[i]->conds + outputs[i]->limits || outputs[i]->side.term->frame) {
            return false;
        }
        terms[i] = outputs[i]->side.term;
    }
    return true;
}

static bool is_parameters(const struct proof_term *term, int64_t a, int64_t b) {
    const struct proof_term *x = term->operands == 2 ? term->operand[0].term : NULL,
                            *y = x ? term->operand[1].term : NULL;
    return x && x->kind == TERM_PARAMETER && y->kind == TERM_PARAMETER &&
           ((x->word[0] == a && y->word[0] == b) || (x->word[0] == b && y->word[0] == a));
}

static bool is_plain_sum(struct relating *r, const struct proof_term *term) {
    struct vars none = {.count = 0};
    struct side sides[2] = {side_of_constant(term->operand[0].term),
                            side_of_constant(term->operand[1].term)};
    return side_sum(&r->prover, &none, term->word[0], 2, sides, NULL).term == term;
}

/* The least of two real numbers is written by the greatest. */
static bool is_least(struct relating *r, const struct region *region, const struct proof_term *term,
                     uint32_t a, uint32_t b) {
    const struct value *first = region->first->arguments[a], *second = region->first->arguments[b];
    const struct vars none = {.count = 0};
    const struct side sides[2] = {parameter(r, first->type, a)->side,
                                  parameter(r, second->type, b)->side};
    return element_kind(first->type) == KIND_REAL && element_kind(second->type) == KIND_REAL &&
           side_fold(&r->prover, &none, FOLD_MIN, KIND_REAL, 2, sides).term == term;
}

bool region_fold_of(struct relating *r, const struct region *region, uint32_t i, enum fold *fold) {
    const struct proof_term *terms[8], *term;
    uint32_t count = region->first->argument_count / 2;
    if (region->first->argument_count != 2 * count || count > 8 || i >= count ||
        !region_terms(r, region, count, terms)) {
        return false;
    }
    term = terms[i];
    if (is_least(r, region, term, i, count + i)) {
        *fold = FOLD_MIN;
        return true;
    }
    if (!is_parameters(term, i, count + i)) {
        return false;
    }
    switch (term->kind) {
    case TERM_SUM:
        *fold = FOLD_ADD;
        return is_plain_sum(r, term);
    case TERM_PRODUCT:
        *fold = FOLD_MULTIPLY;
        return true;
    case TERM_FOLD:
        *fold = (enum fold)term->word[0];
        return true;
    default:
        return false;
    }
}

bool region_fold(struct relating *r, const struct region *region, enum fold *fold) {
    return region->first->argument_count == 2 && region_fold_of(r, region, 0, fold);
}
