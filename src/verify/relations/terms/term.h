/* Terms: what one element of a tensor is, as a function of whole numbers, its coordinates.
 *
 * A coordinate of an operand is a coordinate of the term plus a constant, or a constant, plus what
 * is summed over (bound) times coefficients. Terms are interned. */
#ifndef SDYC_RELATIONS_TERM_H
#define SDYC_RELATIONS_TERM_H

#include "verify/relations/forms/form.h"

enum term_kind {
    TERM_ARGUMENT,  /* words: number */
    TERM_CONSTANT,  /* words: kind of element, value; no coordinates */
    TERM_TENSOR,    /* words: kind of element, a constant's bytes (interned), rank */
    TERM_CARRIED,   /* words: loop, number; what a turn of a loop begins with */
    TERM_LOOP,      /* words: loop, number; what a loop gives */
    TERM_PARAMETER, /* words: number, kind; of a region that is looked at by itself */
    TERM_DILATED, /* operands: what is apart, and the constant that stands between; words: factor, a
                       bit for each coordinate that is divided by it, the constant; then m and a
                       for each of these: where the coordinate divided by the factor is a + a
                       multiple of m it is the operand there */
    TERM_STRETCHED, /* words: factor, a bit for each coordinate that is divided by it; then m and a
                       for each of these: its operand at a + m * x, where the coordinate divided by
                       the factor is a + m * y, and x is y rounded down */
    TERM_PLACE,     /* words: kind of element; its coordinate, as an integer */
    TERM_FUNCTION,  /* words: what, kind of element, more */
    TERM_SUM,       /* words: kind of element, a coefficient for each operand */
    TERM_PRODUCT,   /* words: kind of element */
    TERM_FOLD,      /* words: enum fold, kind of element */
    TERM_REDUCE,    /* words: enum fold, kind of element; over bound variables in any order */
    TERM_GUARD,     /* words: low, high of each condition; operands: where all hold, else, then a
                       place for each condition */
    TERM_WHOLE,     /* words: what, more; a function of all that its bound variables run through */
    TERM_DIGITS,    /* its first operand where the bound variables are the digits of the second
                       one, a place, the largest first */
};

enum { MOST_BOUNDS = 10, MOST_WORDS = 12 };

enum fold { FOLD_ADD, FOLD_MULTIPLY, FOLD_MAX, FOLD_MIN, FOLD_AND, FOLD_OR };

/* Of an integer; INT64_MIN and INT64_MAX where nothing is known. */
struct range {
    int64_t least, most;
};

struct coordinate {
    int64_t frame; /* the term's coordinate, or -1 */
    int64_t offset;
    int64_t of[MOST_BOUNDS];
};
struct term_operand {
    const struct proof_term *term;
    const struct coordinate *at; /* [term->frame] */
};

struct proof_term {
    uint32_t id;
    enum term_kind kind;
    uint32_t frame, bounds, operands, words;
    bool has_guard; /* it is a guard or compares places, or is made of such element by element */
    bool has_inner_guard; /* the same, or it is made of such in any way */
    bool has_fold;        /* a fold over bound variables is in it, or it is one */
    bool has_digits;      /* digits of a place are in it */
    bool is_number;       /* it is made of constants and places alone */
    bool is_guess;        /* where it is defined is only what some tensor needs of it */
    struct range range;   /* of its values, wherever the coordinates are */
    /* An integer without coordinates in it, or itself, that has few values; NULL: there is none. */
    const struct proof_term *few;
    const struct term_operand *operand;
    const int64_t *bound; /* sizes */
    const int64_t *word;
    /* [frame]: where it is defined; INT64_MIN, INT64_MAX: everywhere. Where it is defined
     * everywhere, the extents of the first tensor of the global program that is the term: a guess
     * at what bounds are worth a try. */
    int64_t *low, *high;
};

/* Whether its coordinates may be constants: not one that is made of other terms. */
static inline bool term_is_leaf(const struct proof_term *term) {
    return term->kind <= TERM_PLACE;
}

/* Interns; the operands, bounds and words are copied. */
const struct proof_term *term_intern(struct prover *p, const struct proof_term *draft);
/* A leaf defined from 0 to below the extents. */
const struct proof_term *term_leaf(struct prover *p, enum term_kind kind, uint32_t words,
                                   const int64_t *word, uint32_t frame, const int64_t *extents);
const struct proof_term *term_place(struct prover *p, int64_t kind);

/* --- ranges.c --------------------------------------------------------------------------------- */

/* The kind of element that a term is; 0: it is not known. */
int64_t term_element_kind(const struct proof_term *term);
/* The range of a term that has all but that. */
struct range term_range_of_made(const struct proof_term *term);
/* Whether it is an integer, of at most 64 bits with a sign, whose range has two ends. */
bool term_is_bounded(const struct proof_term *term);
/* Whether it is an integer that is converted to one which is the same number. */
bool term_keeps_number(const struct proof_term *term);
/* Whether it is no real number below 0, wherever it is: an exponential, say, or a sum of such. */
bool term_is_positive(const struct proof_term *term);
/* Whether it is an integer without coordinates that has few values. */
enum { MOST_VALUES = 64 };
bool term_has_few_values(const struct proof_term *term);

/* --- kinds of elements ------------------------------------------------------------------------ */

/* Floats are one kind, whatever their width. Integers are by width and sign. */
enum { KIND_REAL = 1, KIND_PAIR = 2, KIND_INTEGERS = 256 };
#define KIND_TRUTH       (KIND_INTEGERS + 2 * 1 + 1)
#define KIND_SIGNED_64   (KIND_INTEGERS + 2 * 64)
#define KIND_UNSIGNED_64 (KIND_INTEGERS + 2 * 64 + 1)
/* 0: elements of which nothing is known. */
int64_t element_kind(const struct type *type);
/* Which bits stand for a number: matters to what looks at bits alone. */
static inline int64_t element_format(const struct type *type) {
    const struct type *element = type_element(type);
    return element->kind == TYPE_FLOAT ? (int64_t)element->float_kind + 1 : 0;
}
static inline bool kind_is_integer(int64_t kind) {
    return kind >= KIND_INTEGERS;
}
/* Bits of a kind of integers. */
static inline uint32_t kind_width(int64_t kind) {
    return (uint32_t)(kind - KIND_INTEGERS) / 2;
}
/* The value as the kind of integer has it. */
int64_t kind_wrap(int64_t kind, int64_t value);
bool kind_holds(int64_t kind, int64_t least, int64_t most);

/* --- constants -------------------------------------------------------------------------------- */

/* Terms of one number: a real one, and one of a kind of integers, as which it wraps. */
const struct proof_term *constant_real(struct prover *p, double value);
const struct proof_term *constant_integer(struct prover *p, int64_t kind, int64_t value);
/* 0 and 1 of a kind. */
const struct proof_term *constant_small(struct prover *p, int64_t kind, int value);
static inline double term_as_real(const struct proof_term *term) {
    double value;
    memcpy(&value, &term->word[1], sizeof value);
    return value;
}
static inline bool term_is_integer(const struct proof_term *term) {
    return term->kind == TERM_CONSTANT && kind_is_integer(term->word[0]);
}
static inline bool term_is_real(const struct proof_term *term) {
    return term->kind == TERM_CONSTANT && term->word[0] == KIND_REAL;
}

/* Whether they are the same of the same operands, but for some words (a bit each). */
bool term_equal_but(const struct proof_term *a, const struct proof_term *b, uint64_t words);

#endif
