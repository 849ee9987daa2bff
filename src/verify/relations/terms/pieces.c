/* Pieces that begin at places of which nothing was known before. */
#include "ops/op_def.h"
#include "verify/relations/terms/side.h"

/* What rules_shapes.c makes of a slice or an update: its words are the operation, a number, the
 * kind, a mask of dimensions and, of each of these, its extent and that of the piece; its operands
 * one or two tensors, and for each of the dimensions where the piece begins, and a place. */
struct piece {
    uint32_t tensors, dims;
    const int64_t *sizes;
    const struct side *starts, *places;
    int64_t start[MOST_WORDS], size[MOST_WORDS], extent[MOST_WORDS];
};

static bool read_piece(const struct opened *opened, struct piece *piece) {
    const struct proof_term *term = opened->term;
    bool is_slice = term->word[0] == OP_DYNAMIC_SLICE;
    if (term->kind != TERM_WHOLE || (!is_slice && term->word[0] != OP_DYNAMIC_UPDATE_SLICE) ||
        term->words < 5) {
        return false;
    }
    *piece = (struct piece){.tensors = is_slice ? 1 : 2, .dims = term->words - 4};
    piece->starts = opened->sides + piece->tensors;
    piece->places = piece->starts + piece->dims;
    return term->operands == piece->tensors + 2 * piece->dims;
}

/* Whether all beginnings are numbers, which are held to where the piece fits. */
static bool find_starts(struct prover *p, const struct opened *opened, struct piece *piece) {
    for (uint32_t i = 0; i < piece->dims; i++) {
        const struct proof_term *start = side_settle(p, &opened->vars, piece->starts[i]).term;
        piece->extent[i] = opened->term->word[4 + i] >> 32;
        piece->size[i] = opened->term->word[4 + i] & INT32_MAX;
        int64_t most = piece->extent[i] - piece->size[i];
        if (!start || !term_is_integer(start)) {
            return false;
        }
        int64_t at = start->word[1];
        bool is_large = start->word[0] & 1 && at < 0; /* of 64 bits without a sign */
        piece->start[i] = is_large || at > most ? most : at < 0 ? 0 : at;
    }
    return true;
}

static struct form place_of(const struct side *place) {
    return place->term->frame ? place->at[0] : form_constant(place->term->word[1]);
}

/* A tensor where each bound variable is the place plus that many times the beginning. */
static struct side at_places(struct prover *p, const struct opened *opened,
                             const struct piece *piece, struct side side, int64_t times) {
    uint32_t next = 0;
    for (uint32_t i = 0; i < piece->dims; i++) {
        struct form form = place_of(&piece->places[i]);
        int64_t extent = piece->tensors == 1 ? piece->extent[i] : piece->size[i];
        form.constant += times * piece->start[i];
        if (extent > 1 && (next == opened->term->bounds || opened->term->bound[next] != extent ||
                           !side_replace(p, &side, opened->bound[next++], &form))) {
            return side_nothing();
        }
    }
    return next == opened->term->bounds ? side : side_nothing();
}

/* --- windows by indices ----------------------------------------------------------------------- */

/* Where an index is known, and the place, the variable is their sum. */
static bool take_window(struct prover *p, const struct vars *vars, struct side *from,
                        const struct side *pair, uint32_t var) {
    struct side index = side_settle(p, vars, pair[0]), place = side_settle(p, vars, pair[1]);
    struct form form, in_window;
    return index.term && place.term && side_as_form(index, &form) &&
           side_as_form(place, &in_window) && form_mix(p, &form, &form, 1, &in_window, 1) &&
           side_replace(p, from, var, &form);
}

struct side side_windows(struct prover *p, const struct vars *vars, struct side from,
                         uint32_t bounds, const struct side *pairs, const uint32_t *bound) {
    struct side sides[1 + 2 * MOST_VARS];
    uint32_t left[MOST_VARS], count = 0;
    for (uint32_t i = 0; from.term && i < bounds; i++) {
        if (!take_window(p, vars, &from, &pairs[2 * i], bound[i])) {
            sides[1 + 2 * count] = pairs[2 * i];
            sides[2 + 2 * count] = pairs[2 * i + 1];
            left[count++] = bound[i];
        }
    }
    if (!from.term || count == 0) {
        return from.term ? side_settle(p, vars, from) : from;
    }
    int64_t words[2] = {OP_GATHER, GATHER_WINDOWS};
    sides[0] = from;
    struct making making = {TERM_WHOLE, 2, 1 + 2 * count, count, words, sides, left};
    return side_make(p, vars, &making);
}

/* What is gathered by elements, where all indices are known. */
static struct side gathered(struct prover *p, const struct opened *opened) {
    struct side side = opened->sides[0];
    for (uint32_t i = 0; i < opened->term->bounds; i++) {
        struct side index = side_settle(p, &opened->vars, opened->sides[1 + i]);
        struct form form;
        if (!index.term || !side_as_form(index, &form) ||
            !side_replace(p, &side, opened->bound[i], &form)) {
            return side_nothing();
        }
    }
    return side_settle(p, &opened->vars, side);
}

static bool is_of_gather(const struct proof_term *term, int64_t how, uint32_t words) {
    return term->kind == TERM_WHOLE && term->words == words && term->word[0] == OP_GATHER &&
           term->word[1] == how;
}

struct side side_of_piece(struct prover *p, const struct opened *opened) {
    struct piece piece;
    struct cond conds[MOST_WORDS];
    if (is_of_gather(opened->term, GATHER_WINDOWS, 2)) {
        return side_windows(p, &opened->vars, opened->sides[0], opened->term->bounds,
                            opened->sides + 1, opened->bound);
    }
    if (is_of_gather(opened->term, GATHER_ELEMENTS, 4)) {
        return gathered(p, opened);
    }
    if (!read_piece(opened, &piece) || !find_starts(p, opened, &piece)) {
        return side_nothing();
    }
    if (piece.tensors == 1) {
        return side_settle(p, &opened->vars, at_places(p, opened, &piece, opened->sides[0], 1));
    }
    struct side update = at_places(p, opened, &piece, opened->sides[1], -1);
    for (uint32_t i = 0; i < piece.dims; i++) {
        conds[i] = (struct cond){place_of(&piece.places[i]), piece.start[i],
                                 piece.start[i] + piece.size[i]};
    }
    return side_guard(p, &opened->vars, piece.dims, conds, side_settle(p, &opened->vars, update),
                      opened->sides[0]);
}
