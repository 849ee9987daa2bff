/* Folds of sides that are no sums or products, in normal form: flat, without what is neutral,
 * repeated or exceeded. */
#include <math.h>

#include "verify/relations/terms/parts.h"

static int64_t extreme_integer(int64_t kind, bool greatest) {
    uint32_t width = kind_width(kind);
    if (kind & 1) {
        return greatest ? kind_wrap(kind, -1) : 0;
    }
    int64_t least = (int64_t)((uint64_t)-1 << (width - 1));
    return greatest ? -(least + 1) : least;
}

const struct proof_term *fold_neutral(struct prover *p, enum fold fold, int64_t kind) {
    bool integer = kind_is_integer(kind);
    switch (fold) {
    case FOLD_ADD:
        return constant_small(p, kind, 0);
    case FOLD_MULTIPLY:
        return constant_small(p, kind, 1);
    case FOLD_MAX:
    case FOLD_MIN:
        if (integer) {
            return constant_integer(p, kind, extreme_integer(kind, fold == FOLD_MIN));
        }
        return kind == KIND_REAL ? constant_real(p, fold == FOLD_MAX ? -INFINITY : INFINITY) : NULL;
    case FOLD_AND:
        return integer ? constant_integer(p, kind, -1) : NULL;
    case FOLD_OR:
        return integer ? constant_integer(p, kind, 0) : NULL;
    }
    return NULL;
}

static void add_operand(struct parts *parts, enum fold fold, struct side side) {
    struct opened opened;
    side = side_settle(parts->p, parts->vars, side);
    if (!side.term) {
        parts->is_lost = true;
    } else if (side.term->kind == TERM_FOLD && side.term->word[0] == (int64_t)fold &&
               side.term->word[1] == parts->kind &&
               side_open(parts->p, parts->vars, side, &opened)) {
        for (uint32_t i = 0; i < side.term->operands; i++) {
            parts_push(parts, opened.sides[i], 0);
        }
    } else if (side.term != fold_neutral(parts->p, fold, parts->kind)) {
        parts_push(parts, side, 0);
    }
}

static void drop_repeated(struct parts *parts) {
    size_t kept = 0;
    for (size_t i = 0; i < parts->list.count; i++) {
        struct share part = parts->list.items[i];
        if (!kept || sides_compare(part.side, parts->list.items[kept - 1].side) != 0) {
            parts->list.items[kept++] = part;
        }
    }
    parts->list.count = kept;
}

static int64_t fold_integers(enum fold fold, int64_t kind, int64_t a, int64_t b) {
    bool less = kind & 1 ? (uint64_t)a < (uint64_t)b : a < b;
    return fold == FOLD_AND   ? a & b
           : fold == FOLD_OR  ? a | b
           : fold == FOLD_MAX ? (less ? b : a)
                              : (less ? a : b);
}

static const struct proof_term *fold_constants(const struct parts *parts, enum fold fold,
                                               const struct proof_term *a,
                                               const struct proof_term *b) {
    if (term_is_real(a)) {
        double x = term_as_real(a), y = term_as_real(b);
        return (fold == FOLD_MAX ? x < y : y < x) ? b : a;
    }
    return constant_integer(parts->p, parts->kind,
                            fold_integers(fold, parts->kind, a->word[1], b->word[1]));
}

/* Integers, and real numbers, that are constants as one, in the place of the first. */
static void join_constants(struct parts *parts, enum fold fold) {
    struct share *first = NULL;
    size_t kept = 0;
    for (size_t i = 0; i < parts->list.count; i++) {
        struct share part = parts->list.items[i];
        const struct proof_term *term = part.side.term;
        bool known = term_is_integer(term) || (term_is_real(term) && !isnan(term_as_real(term)));
        if (known && first) {
            first->side = side_of_constant(fold_constants(parts, fold, first->side.term, term));
        } else {
            parts->list.items[kept] = part;
            first = known ? &parts->list.items[kept] : first;
            kept++;
        }
    }
    parts->list.count = kept;
}

/* Operands that another one is never less than, of a greatest one; or never greater than. */
static void drop_exceeded(struct parts *parts, bool greatest) {
    for (size_t i = 0; kind_is_integer(parts->kind) && i < parts->list.count; i++) {
        struct range own = parts->list.items[i].side.term->range;
        bool exceeded = false;
        for (size_t k = 0; !exceeded && k < parts->list.count; k++) {
            struct range other = parts->list.items[k].side.term->range;
            exceeded = k != i && (greatest ? other.least >= own.most : other.most <= own.least);
        }
        if (exceeded) {
            memmove(&parts->list.items[i], &parts->list.items[i + 1],
                    (--parts->list.count - i) * sizeof *parts->list.items);
            i--;
        }
    }
}

/* No bits, in a conjunction; all of them, in a disjunction. */
static bool has_absorbing(const struct parts *parts, enum fold fold) {
    int64_t all = kind_is_integer(parts->kind) ? kind_wrap(parts->kind, -1) : 0;
    for (size_t i = 0; i < parts->list.count; i++) {
        const struct proof_term *term = parts->list.items[i].side.term;
        if (term_is_integer(term) && ((fold == FOLD_AND && term->word[1] == 0) ||
                                      (fold == FOLD_OR && term->word[1] == all))) {
            return true;
        }
    }
    return false;
}

/* The least of real numbers is minus the greatest of minus these. */
static struct side fold_turned(struct prover *p, const struct vars *vars, uint32_t count,
                               const struct side *sides) {
    struct side *turned = ARENA_ARRAY(p->arena, struct side, count + 1);
    for (uint32_t i = 0; i < count; i++) {
        turned[i] = side_scaled(p, vars, KIND_REAL, sides[i], -1);
    }
    struct side greatest = side_fold(p, vars, FOLD_MAX, KIND_REAL, count, turned);
    return side_scaled(p, vars, KIND_REAL, greatest, -1);
}

struct side side_fold(struct prover *p, const struct vars *vars, enum fold fold, int64_t kind,
                      uint32_t count, const struct side *sides) {
    if (fold == FOLD_ADD || fold == FOLD_MULTIPLY) {
        return fold == FOLD_ADD ? side_sum(p, vars, kind, count, sides, NULL)
                                : side_product(p, vars, kind, count, sides);
    }
    if (fold == FOLD_MIN && kind == KIND_REAL) {
        return fold_turned(p, vars, count, sides);
    }
    struct parts parts = {.p = p, .vars = vars, .kind = kind};
    for (uint32_t i = 0; i < count; i++) {
        add_operand(&parts, fold, sides[i]);
    }
    if (parts.is_lost) {
        return parts_lose(&parts);
    }
    if (has_absorbing(&parts, fold)) {
        vector_free(&parts.list);
        return side_of_constant(constant_integer(p, kind, fold == FOLD_OR ? -1 : 0));
    }
    join_constants(&parts, fold);
    if (fold == FOLD_MAX || fold == FOLD_MIN) {
        drop_exceeded(&parts, fold == FOLD_MAX);
    }
    parts_sort(&parts);
    drop_repeated(&parts);
    uint32_t operands;
    struct side *list = parts_take(&parts, &operands);
    if (operands < 2) {
        const struct proof_term *neutral = fold_neutral(p, fold, kind);
        return operands ? list[0] : side_of_constant(neutral);
    }
    int64_t words[2] = {fold, kind};
    struct making making = {TERM_FOLD, 2, operands, 0, words, list, NULL};
    return side_make(p, vars, &making);
}
