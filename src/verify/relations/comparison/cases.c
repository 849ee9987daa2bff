/* Values in the case that an integer, which all devices have, is a certain number. */
#include "verify/relations/terms/side.h"

struct fixing {
    struct prover *p;
    const struct proof_term *integer, *value;
    struct bytes_table found; /* what sides are then, by their terms, coordinates and variables */
};

static struct side fix(struct fixing *f, const struct vars *vars, struct side side);

/* Whether an integer of few values is in the term or a coordinate. */
static bool has_few(struct side side) {
    bool any = side.term->few != NULL;
    for (uint32_t c = 0; !any && c < side.term->frame; c++) {
        any = side.at[c].symbol_count > 0;
    }
    return any;
}

/* A coordinate, where symbols are numbers or other symbols. False: it is too large. */
static bool fix_form(struct fixing *f, struct form *form) {
    struct vars none = {.count = 0};
    struct form fixed = *form;
    fixed.symbol_count = 0;
    for (uint32_t i = 0; i < form->symbol_count; i++) {
        struct side symbol = fix(f, &none, side_of_constant(form->symbols[i].term));
        if (!symbol.term || symbol.term->frame) {
            return false;
        }
        struct form own = form_constant(0);
        if (term_is_integer(symbol.term)) {
            own.constant = symbol.term->word[1];
        } else {
            own.symbols[0].term = symbol.term;
            own.symbols[0].times = 1;
            own.symbol_count = 1;
        }
        if (own.constant >= FAR || own.constant <= -FAR ||
            !form_mix(f->p, &fixed, &fixed, 1, &own, form->symbols[i].times)) {
            return false;
        }
    }
    *form = fixed;
    return true;
}

static struct side fix_made(struct fixing *f, const struct vars *vars, struct side side) {
    struct form *at = arena_copy(f->p->arena, side.at, side.term->frame * sizeof *at);
    struct opened opened;
    for (uint32_t c = 0; c < side.term->frame; c++) {
        if (!fix_form(f, &at[c])) {
            return side_nothing();
        }
    }
    side.at = at;
    if (!side.term->few) {
        return side_settle(f->p, vars, side);
    }
    if (!side_open(f->p, vars, side, &opened)) {
        return side_nothing();
    }
    for (uint32_t i = 0; i < side.term->operands; i++) {
        opened.sides[i] = fix(f, &opened.vars, opened.sides[i]);
        if (!opened.sides[i].term) {
            return side_nothing();
        }
    }
    return side_settle(f->p, vars, side_rebuild(f->p, side, &opened));
}

static struct side fix(struct fixing *f, const struct vars *vars, struct side side) {
    if (side.term == f->integer) {
        return side_of_constant(f->value);
    }
    if (!has_few(side)) {
        return side;
    }
    struct side *before = side_found_in(f->p, &f->found, 0, vars, side);
    if (!before->term) {
        struct side fixed = fix_made(f, vars, side);
        before = side_found_in(f->p, &f->found, 0, vars, side);
        *before = fixed;
    }
    return *before;
}

struct side side_where(struct prover *p, const struct vars *vars, struct side side,
                       const struct proof_term *integer, int64_t value) {
    struct fixing fixing = {
        p, integer, constant_integer(p, term_element_kind(integer), value), {0}};
    struct side fixed = fix(&fixing, vars, side);
    memory_free(fixing.found.entries);
    return fixed;
}
