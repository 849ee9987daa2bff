/* Functions of which nothing is known but their names; what they make of constants and places. */
#include <math.h>

#include "ops/attrs/attrs.h"
#include "ops/op_def.h"
#include "verify/relations/terms/side.h"
#include "verify/values/coarse.h"

/* Of an unsigned kind the value has the bits of the number. */
static const struct proof_term *converted_integer(struct prover *p, const struct proof_term *term,
                                                  int64_t kind) {
    int64_t value = term->word[1], most = (int64_t)1 << 53;
    bool is_huge = (term->word[0] & 1) && value < 0;
    if (kind == KIND_TRUTH) {
        return constant_integer(p, kind, value != 0);
    }
    if (kind == KIND_PAIR) {
        return value == 0 || value == 1 ? constant_small(p, kind, (int)value) : NULL;
    }
    if (kind_is_integer(kind)) {
        return constant_integer(p, kind, value);
    }
    return !is_huge && value < most && value > -most ? constant_real(p, (double)value) : NULL;
}

static const struct proof_term *converted_real(struct prover *p, double value, int64_t kind) {
    if (kind == KIND_TRUTH) {
        return isnan(value) ? NULL : constant_integer(p, kind, value != 0);
    }
    if (kind == KIND_PAIR) {
        return value == 0 || value == 1 ? constant_small(p, kind, value == 1) : NULL;
    }
    bool whole = kind_is_integer(kind) && fabs(value) < 1e15;
    return whole && kind_holds(kind, (int64_t)value, (int64_t)value)
               ? constant_integer(p, kind, (int64_t)value)
               : NULL;
}

/* A constant as an element of another kind. NULL: it is not known so. */
static const struct proof_term *converted(struct prover *p, const struct proof_term *term,
                                          int64_t kind) {
    return term_is_integer(term) ? converted_integer(p, term, kind)
           : term_is_real(term)  ? converted_real(p, term_as_real(term), kind)
                                 : NULL;
}

static bool compared(int64_t direction, int64_t kind, int64_t x, int64_t y) {
    bool less = kind & 1 ? (uint64_t)x < (uint64_t)y : x < y;
    switch (direction % 8) {
    case COMPARE_EQ:
        return x == y;
    case COMPARE_NE:
        return x != y;
    case COMPARE_LT:
        return less;
    case COMPARE_LE:
        return less || x == y;
    case COMPARE_GT:
        return !less && x != y;
    default:
        return !less;
    }
}

/* Real numbers that are compared: not by total order, which tells -0 from 0. NULL: it is not known.
 */
static const struct proof_term *compared_reals(struct prover *p, int64_t direction, double x,
                                               double y) {
    if (direction >= 8 || isnan(x) || isnan(y)) {
        return NULL;
    }
    return constant_integer(p, KIND_TRUTH, compared(direction, 0, (x > y) - (x < y), 0));
}

/* A real number to a whole one, or to one of few bits. NULL: the operation does something else. */
static const struct proof_term *rounded(struct prover *p, const int64_t *word, double x) {
    switch (word[0]) {
    case OP_REDUCE_PRECISION:
        return constant_real(p, coarse_round(word[3], x));
    case OP_CEIL:
        return constant_real(p, ceil(x));
    case OP_FLOOR:
        return constant_real(p, floor(x));
    case OP_ROUND_NEAREST_AFZ:
        return constant_real(p, round(x));
    case OP_ROUND_NEAREST_EVEN:
        return constant_real(p, rint(x));
    default:
        return NULL;
    }
}

/* What a function of constants is. NULL: it is not known. */
static const struct proof_term *function_of_constants(struct prover *p, const int64_t *word,
                                                      uint32_t words, uint32_t count,
                                                      const struct side *sides) {
    const struct proof_term *x = count ? sides[0].term : NULL;
    if (count == 1 && x && words > 2 && word[0] == OP_CONVERT) {
        return converted(p, x, word[1]);
    }
    const struct proof_term *y = count == 2 ? sides[1].term : NULL;
    if (x && words == 4 && kind_is_integer(word[1]) && word[1] == word[2]) {
        const struct proof_term *known = function_of_integers(p, word[0], word[1], count, sides);
        if (known) {
            return known;
        }
    }
    if (x && y && words == 4 && word[0] == OP_COMPARE && term_is_integer(x) && term_is_integer(y)) {
        return constant_integer(p, KIND_TRUTH, compared(word[3], word[2], x->word[1], y->word[1]));
    }
    if (x && y && words == 4 && word[0] == OP_COMPARE && term_is_real(x) && term_is_real(y)) {
        return compared_reals(p, word[3], term_as_real(x), term_as_real(y));
    }
    return count == 1 && x && term_is_real(x) && word[1] == KIND_REAL && !isnan(term_as_real(x))
               ? rounded(p, word, term_as_real(x))
               : NULL;
}

/* Bounds of an integer that is compared: a place, or what has a range by what it is made of. */
static bool number_range(const struct vars *vars, struct side side, int64_t *least, int64_t *most) {
    struct form form;
    if (side_as_form(side, &form)) {
        return form_range(&form, vars, least, most);
    }
    *least = side.term->range.least;
    *most = side.term->range.most;
    return term_is_bounded(side.term);
}

/* Bounds of x - y. */
static bool difference_range(struct prover *p, const struct vars *vars, const struct side *sides,
                             int64_t *least, int64_t *most) {
    struct form x, y, difference;
    int64_t low[2], high[2];
    if (side_as_form(sides[0], &x) && side_as_form(sides[1], &y)) {
        return form_mix(p, &difference, &x, 1, &y, -1) &&
               form_range(&difference, vars, least, most);
    }
    for (int i = 0; i < 2; i++) {
        if (!number_range(vars, sides[i], &low[i], &high[i])) {
            return false;
        }
    }
    *least = low[0] - high[1];
    *most = high[0] - low[1];
    return true;
}

/* Of integers that are compared, what that says wherever they are. NULL: it is not the same. */
static const struct proof_term *comparison_by_range(struct prover *p, const struct vars *vars,
                                                    const int64_t *word, uint32_t words,
                                                    uint32_t count, const struct side *sides) {
    int64_t least, most;
    if (words != 4 || word[0] != OP_COMPARE || count != 2 || !kind_is_integer(word[2]) ||
        !sides[0].term || !sides[1].term || !difference_range(p, vars, sides, &least, &most)) {
        return NULL;
    }
    bool first = compared(word[3], 0, least, 0), last = compared(word[3], 0, most, 0);
    bool turns = word[3] % 8 == COMPARE_EQ || word[3] % 8 == COMPARE_NE;
    if (first != last || (turns && least <= 0 && most >= 0 && least != most)) {
        return NULL;
    }
    return constant_integer(p, KIND_TRUTH, first);
}

/* Which operand a choice is, by a number that is known, or because there is no other; 0: it is
 * none, or not known. */
static uint32_t chosen_operand(const int64_t *word, uint32_t words, uint32_t count,
                               const struct side *sides) {
    bool chooses =
        words > 1 && count > 1 && (word[0] == OP_SELECT || word[0] == OP_IF || word[0] == OP_CASE);
    if (!chooses || !sides[0].term) {
        return 0;
    }
    if (term_is_integer(sides[0].term)) {
        int64_t value = sides[0].term->word[1], last = count - 1;
        int64_t number = word[0] == OP_CASE ? 1 + value : value ? 1 : 2;
        return (uint32_t)(number < 1 || number > last ? last : number);
    }
    for (uint32_t i = 2; i < count; i++) {
        if (!sides[1].term || !side_equal(sides[1], sides[i])) {
            return 0;
        }
    }
    return 1;
}

/* A place as a number is the same whatever integer it is converted from. */
static void widen_place(struct prover *p, const int64_t *word, uint32_t words, int64_t *wide,
                        struct side *side) {
    memcpy(wide, word, words * sizeof *word);
    if (words == 3 && word[0] == OP_CONVERT && !kind_is_integer(word[1]) && side->term &&
        side->term->kind == TERM_PLACE) {
        wide[2] = KIND_SIGNED_64;
        *side = side_place(p, wide[2], &side->at[0]);
    }
}

/* Whether integers are compared whose numbers fit in 64 bits with a sign. */
static bool compares_numbers(const int64_t *word, uint32_t words, uint32_t count) {
    return words == 4 && word[0] == OP_COMPARE && count == 2 && kind_is_integer(word[2]) &&
           word[2] != KIND_UNSIGNED_64;
}

/* The same number, of the kind that it had before it was converted; places and constants are of
 * one kind. */
static struct side as_number(struct prover *p, const struct vars *vars, struct side side) {
    struct opened opened;
    struct form form;
    while (side.term && term_keeps_number(side.term) && side_open(p, vars, side, &opened)) {
        side = side_settle(p, vars, opened.sides[0]);
    }
    return side.term && side_as_form(side, &form) ? side_place(p, KIND_SIGNED_64, &form) : side;
}

/* Integers are compared by their numbers, whatever kinds of integers hold them. */
static void compare_numbers(struct prover *p, const struct vars *vars, int64_t *word,
                            struct side *sides) {
    bool has_order = word[3] != COMPARE_EQ && word[3] != COMPARE_NE;
    word[2] = KIND_SIGNED_64;
    for (int i = 0; i < 2; i++) {
        sides[i] = as_number(p, vars, sides[i]);
    }
    if (!has_order && sides[0].term && sides[1].term && sides[0].term->id > sides[1].term->id) {
        struct side first = sides[0];
        sides[0] = sides[1];
        sides[1] = first;
    }
}

/* What is converted twice is converted once, where the first time keeps the number. */
static void convert_once(struct prover *p, const struct vars *vars, int64_t *word, uint32_t words,
                         struct side *side) {
    struct opened opened;
    while (words == 3 && word[0] == OP_CONVERT && side->term && term_keeps_number(side->term) &&
           side_open(p, vars, *side, &opened)) {
        word[2] = side->term->word[2];
        *side = side_settle(p, vars, opened.sides[0]);
    }
}

struct side side_function(struct prover *p, const struct vars *vars, uint32_t words,
                          const int64_t *given_word, uint32_t count, const struct side *given) {
    struct side *sides = ARENA_ARRAY(p->arena, struct side, count + 1);
    int64_t *word = ARENA_ARRAY(p->arena, int64_t, words + 1);
    for (uint32_t i = 0; i < count; i++) {
        sides[i] = side_settle(p, vars, given[i]);
    }
    widen_place(p, given_word, words, word, sides);
    convert_once(p, vars, word, words, sides);
    if (words == 3 && word[0] == OP_CONVERT && word[1] == word[2] && sides[0].term) {
        return sides[0];
    }
    if (compares_numbers(word, words, count)) {
        compare_numbers(p, vars, word, sides);
    }
    uint32_t chosen = chosen_operand(word, words, count, sides);
    if (chosen) {
        return sides[chosen];
    }
    if (count == 1 && words == 4 && word[0] == OP_ABS && word[1] == KIND_REAL && sides[0].term &&
        term_is_positive(sides[0].term)) {
        return sides[0];
    }
    const struct proof_term *constant = function_of_constants(p, word, words, count, sides);
    constant = constant ? constant : comparison_by_range(p, vars, word, words, count, sides);
    if (constant) {
        return side_of_constant(constant);
    }
    struct making making = {TERM_FUNCTION, words, count, 0, word, sides, NULL};
    return side_make(p, vars, &making);
}
