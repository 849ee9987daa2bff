/* Bounds of integers by what they are made of, whatever the coordinates are: they are the same of a
 * value and of a part of it. */
#include "ops/op_def.h"
#include "verify/relations/terms/term.h"

int64_t term_element_kind(const struct proof_term *term) {
    switch (term->kind) {
    case TERM_CONSTANT:
    case TERM_TENSOR:
    case TERM_PLACE:
    case TERM_SUM:
    case TERM_PRODUCT:
        return term->word[0];
    case TERM_ARGUMENT:
    case TERM_PARAMETER:
    case TERM_FUNCTION:
    case TERM_FOLD:
    case TERM_REDUCE:
        return term->word[1];
    case TERM_CARRIED:
    case TERM_LOOP:
        return term->word[2];
    case TERM_DILATED:
    case TERM_STRETCHED:
    case TERM_GUARD:
    case TERM_DIGITS:
        return term_element_kind(term->operand[0].term);
    case TERM_WHOLE:
        return 0;
    }
    return 0;
}

static struct range range_of_kind(int64_t kind) {
    uint32_t width = kind_is_integer(kind) ? kind_width(kind) : 64;
    if (width == 0 || width > 62) {
        return (struct range){INT64_MIN, INT64_MAX};
    }
    int64_t half = (int64_t)1 << (width - 1);
    return kind & 1 ? (struct range){0, 2 * half - 1} : (struct range){-half, half - 1};
}

/* Some of the operands, whichever of them it is. */
static struct range range_of_any(const struct proof_term *term, uint32_t from, uint32_t to) {
    struct range range = term->operand[from].term->range;
    for (uint32_t i = from + 1; i < to; i++) {
        const struct range *own = &term->operand[i].term->range;
        range.least = own->least < range.least ? own->least : range.least;
        range.most = own->most > range.most ? own->most : range.most;
    }
    return range;
}

/* The greatest or the smallest of all operands. */
static struct range range_of_extreme(const struct proof_term *term) {
    bool greatest = term->word[0] == FOLD_MAX;
    struct range range = term->operand[0].term->range;
    for (uint32_t i = 1; i < term->operands; i++) {
        const struct range *own = &term->operand[i].term->range;
        range.least = (own->least > range.least) == greatest ? own->least : range.least;
        range.most = (own->most > range.most) == greatest ? own->most : range.most;
    }
    return range;
}

/* Where it cannot wrap around. */
static bool range_of_sum(const struct proof_term *term, struct range *range) {
    struct range sum = {0, 0};
    for (uint32_t i = 0; i < term->operands; i++) {
        const struct range *own = &term->operand[i].term->range;
        int64_t times = term->word[1 + i];
        if (own->least <= -FAR || own->most >= FAR || times < -1024 || times > 1024) {
            return false;
        }
        sum.least += times * (times > 0 ? own->least : own->most);
        sum.most += times * (times > 0 ? own->most : own->least);
        if (sum.least <= -FAR || sum.most >= FAR) {
            return false;
        }
    }
    *range = sum;
    return kind_holds(term->word[0], sum.least, sum.most);
}

static struct range range_of_function(const struct proof_term *term, struct range range) {
    const struct range *own = term->operands ? &term->operand[0].term->range : NULL;
    switch (term->word[0]) {
    case OP_CONVERT:
        return term->words == 3 && kind_is_integer(term->word[2]) && term->word[1] != KIND_TRUTH &&
                       kind_holds(term->word[1], own->least, own->most)
                   ? *own
                   : range;
    case OP_SELECT:
    case OP_IF:
    case OP_CASE:
        return range_of_any(term, 1, term->operands);
    default:
        return range;
    }
}

bool term_is_bounded(const struct proof_term *term) {
    int64_t kind = term_element_kind(term);
    return kind_is_integer(kind) && kind != KIND_UNSIGNED_64 && term->range.least > -FAR &&
           term->range.most < FAR;
}

bool term_keeps_number(const struct proof_term *term) {
    return term->kind == TERM_FUNCTION && term->word[0] == OP_CONVERT && term->words == 3 &&
           kind_is_integer(term->word[2]) && term->word[1] != KIND_TRUTH &&
           term->word[1] != KIND_UNSIGNED_64 && term->word[2] != KIND_UNSIGNED_64 &&
           kind_holds(term->word[1], term->operand[0].term->range.least,
                      term->operand[0].term->range.most);
}

bool term_has_few_values(const struct proof_term *term) {
    int64_t kind = term_element_kind(term);
    return term->frame == 0 && term->kind != TERM_CONSTANT && kind_is_integer(kind) &&
           kind != KIND_TRUTH && term->range.least > -FAR && term->range.most < FAR &&
           term->range.most - term->range.least < MOST_VALUES;
}

/* --- real numbers ----------------------------------------------------------------------------- */

enum { DEEPEST = 6 }; /* looks into terms, so that one that is used often costs no more */

static bool is_positive(const struct proof_term *term, int depth);

static bool are_positive(const struct proof_term *term, uint32_t count, int depth) {
    bool all = true;
    for (uint32_t i = 0; i < count && all; i++) {
        double times = 1;
        if (term->kind == TERM_SUM) {
            memcpy(&times, &term->word[1 + i], sizeof times);
        }
        all = times >= 0 && is_positive(term->operand[i].term, depth);
    }
    return all;
}

static bool function_is_positive(const struct proof_term *term, int depth) {
    const struct proof_term *of = term->operands > 0 ? term->operand[0].term : NULL;
    switch (term->word[0]) {
    case OP_EXPONENTIAL:
    case OP_LOGISTIC:
    case OP_SQRT:
    case OP_RSQRT:
    case OP_ABS:
        return of && term_element_kind(of) == KIND_REAL;
    case OP_DIVIDE: /* the inverse */
        return term->words == 2 && is_positive(of, depth);
    case OP_CONVERT:
        return term->words == 3 && of && term_is_bounded(of) && of->range.least >= 0;
    default:
        return false;
    }
}

static bool is_positive(const struct proof_term *term, int depth) {
    if (depth > DEEPEST || term_element_kind(term) != KIND_REAL) {
        return false;
    }
    switch (term->kind) {
    case TERM_CONSTANT:
        return term_as_real(term) >= 0;
    case TERM_FUNCTION:
        return function_is_positive(term, depth + 1);
    case TERM_SUM:
    case TERM_PRODUCT:
    case TERM_FOLD:
        return are_positive(term, term->operands, depth + 1);
    case TERM_REDUCE:
    case TERM_DIGITS:
    case TERM_STRETCHED:
        return are_positive(term, 1, depth + 1);
    case TERM_GUARD:
    case TERM_DILATED:
        return are_positive(term, 2, depth + 1);
    default:
        return false;
    }
}

bool term_is_positive(const struct proof_term *term) {
    return is_positive(term, 0);
}

struct range term_range_of_made(const struct proof_term *term) {
    int64_t kind = term_element_kind(term);
    struct range range = range_of_kind(kind), sum;
    bool is_unsigned_64 = kind == KIND_UNSIGNED_64;
    if (!kind_is_integer(kind) || is_unsigned_64) {
        return range;
    }
    switch (term->kind) {
    case TERM_CONSTANT:
        return (struct range){term->word[1], term->word[1]};
    case TERM_FOLD:
        return term->word[0] == FOLD_MAX || term->word[0] == FOLD_MIN ? range_of_extreme(term)
                                                                      : range;
    case TERM_REDUCE:
        return term->word[0] == FOLD_MAX || term->word[0] == FOLD_MIN ? range_of_any(term, 0, 1)
                                                                      : range;
    case TERM_SUM:
        return range_of_sum(term, &sum) ? sum : range;
    case TERM_FUNCTION:
        return range_of_function(term, range);
    case TERM_GUARD:
    case TERM_DILATED:
        return range_of_any(term, 0, 2);
    case TERM_STRETCHED:
    case TERM_DIGITS:
        return range_of_any(term, 0, 1);
    default:
        return range;
    }
}
