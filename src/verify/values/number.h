/* Numbers that programs are evaluated on, in one of two worlds.
 *
 * In the field, floats are numbers modulo a prime, and every function that is no sum, product or
 * quotient is a random function of its operands, by a key. In the reals, floats are doubles. In
 * both, integers are exact, as wide as their type. */
#ifndef SDYC_VERIFY_NUMBER_H
#define SDYC_VERIFY_NUMBER_H

#include "ir/ir.h"

enum world { WORLD_FIELD, WORLD_REALS };

struct arithmetic {
    enum world world;
    uint64_t key;        /* of the random functions and of the random order */
    double applications; /* how often random functions were asked */
    double degree;       /* the highest of what they were asked about */
    bool compares;       /* floats were compared */
};

/* One element: a word, or two of a complex number. A float is a number of the field or the bits of
 * a double; an integer is sign-extended, or zero-extended where its type is unsigned. */
struct number {
    uint64_t re, im;
};
enum kind_class { KIND_FLOAT, KIND_COMPLEX, KIND_INTEGER, KIND_OTHER };
struct kind {
    enum kind_class class;
    bool is_unsigned; /* i1 too */
    uint32_t width;   /* bits of an integer */
};

struct kind kind_of(const struct type *type); /* of the elements of a tensor */
static inline uint32_t kind_words(struct kind kind) {
    return kind.class == KIND_COMPLEX ? 2 : 1;
}

/* --- words of floats -------------------------------------------------------------------------- */

/* A float as a word: its element of the field, or its bits where the arithmetic is that of floats;
 * and sums, opposites and products of such words. */
uint64_t word_of_real(const struct arithmetic *a, double value);
uint64_t word_add(const struct arithmetic *a, uint64_t x, uint64_t y);
uint64_t word_negate(const struct arithmetic *a, uint64_t x);
uint64_t word_multiply(const struct arithmetic *a, uint64_t x, uint64_t y);
/* The value of x[i * stride] * y[i * stride], summed. Strides are given as lists of offsets. */
uint64_t word_dot(const struct arithmetic *a, int64_t count, const uint64_t *x,
                  const int64_t *x_offsets, const uint64_t *y, const int64_t *y_offsets);
static inline double real_of(uint64_t word) {
    double value;
    memcpy(&value, &word, sizeof value);
    return value;
}
static inline uint64_t bits_of(double value) {
    uint64_t word;
    memcpy(&word, &value, sizeof word);
    return word;
}

/* --- numbers ---------------------------------------------------------------------------------- */

/* Numbers of one kind, and what comes of them is of that kind; integers wrap. Division by zero is 0
 * in the field. */
struct number number_add(const struct arithmetic *a, struct kind kind, struct number x,
                         struct number y);
struct number number_negate(const struct arithmetic *a, struct kind kind, struct number x);
struct number number_multiply(const struct arithmetic *a, struct kind kind, struct number x,
                              struct number y);
struct number number_divide(struct arithmetic *a, struct kind kind, struct number x,
                            struct number y);
struct number number_of_integer(const struct arithmetic *a, struct kind kind, int64_t value);
/* Wraps to the width of the kind. */
uint64_t integer_wrap(struct kind kind, uint64_t value);
/* How x stands to y: negative, 0, positive, or ORDER_NONE where one is NaN. Floats of the field are
 * in a random order that negation turns around, integers among them in their own. */
#define ORDER_NONE 2
int number_order(struct arithmetic *a, struct kind kind, struct number x, struct number y);
bool number_is_nan(const struct arithmetic *a, struct kind kind, struct number x);
/* As `convert` does. */
struct number number_convert(struct arithmetic *a, struct kind from, struct kind to,
                             struct number x);

/* --- random functions ------------------------------------------------------------------------- */

/* A random 64-bit word that follows from the key, the name of the function and these words. */
uint64_t keyed_word(const struct arithmetic *a, uint64_t name, uint32_t count,
                    const uint64_t *words);
/* The same as a number of a kind; counted as a random function's application. */
struct number keyed_number(struct arithmetic *a, struct kind kind, uint64_t name, uint32_t count,
                           const uint64_t *words);

#endif
