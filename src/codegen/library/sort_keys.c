/* Which keys a comparator orders by. One that orders by functions of one element each, one after
 * the other, becomes keys: one that is not an operand is computed before, as integers. */
#include "codegen/library/sort_keys.h"

#include <math.h>
#include <string.h>

/* --- comparators ------------------------------------------------------------------------------ */

static bool same_read(const struct sort_comparator *comparator, const struct term *x,
                      const struct term *y, uint32_t *sides) {
    if (x->node != y->node || x->groups || y->groups) {
        return false;
    }
    for (uint32_t i = 0; i < x->coordinate_count; i++) {
        const struct affine *a = &x->coordinates[i].at, *b = &y->coordinates[i].at;
        bool is_place =
            affine_is_dim(a, comparator->left) || affine_is_dim(a, comparator->left + 1);
        if (x->coordinates[i].dynamic || y->coordinates[i].dynamic) {
            return false;
        }
        if (is_place && i == comparator->dim) {
            bool from_left = affine_is_dim(a, comparator->left);
            if (!affine_is_dim(b, comparator->left + (from_left ? 1 : 0))) {
                return false;
            }
            *sides |= from_left ? 1 : 2;
        } else if (!affine_equal(a, b)) {
            return false;
        }
    }
    return true;
}

/* Whether x and y are one function of an element, of the left one and of the right one; `sides`:
 * bit 0 where x reads the left element, bit 1 where it reads the right one. */
static bool same_function(struct sort_comparator *comparator, const struct term *x,
                          const struct term *y, uint32_t *sides) {
    if (comparator->budget == 0 || x->kind != y->kind || x->element != y->element) {
        return false;
    }
    comparator->budget--;
    if (x->kind == TERM_READ) {
        return same_read(comparator, x, y, sides);
    }
    if (x->kind == TERM_CONSTANT) {
        return x->integer == y->integer && memcmp(&x->real, &y->real, sizeof x->real) == 0;
    }
    bool same = x->kind == TERM_SCALAR && x->op == y->op && x->arg_count == y->arg_count;
    for (uint32_t i = 0; same && i < x->arg_count; i++) {
        same = same_function(comparator, x->args[i], y->args[i], sides);
    }
    return same;
}

static bool is_scalar(const struct term *term, enum scalar_op op) {
    return term->kind == TERM_SCALAR && term->op == op;
}

/* f(left) < f(right), in either direction: a key. */
static bool find_key(struct sort_comparator *comparator, const struct term *term,
                     struct sort_key *key) {
    uint32_t sides = 0;
    bool is_less = is_scalar(term, SCALAR_LT);
    if (!is_less && !is_scalar(term, SCALAR_GT)) {
        return false;
    }
    if (term->args[0]->element >= ELEMENT_C64 || /* which are two numbers */
        !same_function(comparator, term->args[0], term->args[1], &sides) || sides == 0 ||
        sides == 3) {
        return false;
    }
    *key = (struct sort_key){term->args[0], is_less != (sides == 1)};
    return true;
}

/* Whether the term says that the two elements are equal by the key. */
static bool is_tie(struct sort_comparator *comparator, const struct term *term,
                   const struct sort_key *key) {
    uint32_t sides = 0;
    if (!is_scalar(term, SCALAR_EQ) ||
        !same_function(comparator, term->args[0], term->args[1], &sides)) {
        return false;
    }
    const struct term *one = term->args[0];
    struct sort_comparator same = *comparator; /* the key's own side, or the other */
    uint32_t ignored = 0;
    bool equal = same_function(&same, one, key->term, &ignored) ||
                 same_function(&same, term->args[1], key->term, &ignored);
    comparator->budget = same.budget;
    return equal;
}

/* a | (b & rest), where a orders by a key and b says that it ties; which operand is which. */
static const struct term *after_tie(struct sort_comparator *comparator, const struct term *both,
                                    const struct sort_key *key) {
    for (uint32_t i = 0; is_scalar(both, SCALAR_AND) && i < 2; i++) {
        if (is_tie(comparator, both->args[i], key)) {
            return both->args[1 - i];
        }
    }
    return NULL;
}

static const struct term *split_comparator(struct sort_comparator *comparator,
                                           const struct term *term, struct sort_key *key) {
    for (uint32_t i = 0; is_scalar(term, SCALAR_OR) && i < 2; i++) {
        const struct term *rest = find_key(comparator, term->args[i], key)
                                      ? after_tie(comparator, term->args[1 - i], key)
                                      : NULL;
        if (rest) {
            return rest;
        }
    }
    if (is_scalar(term, SCALAR_SELECT) && find_key(comparator, term->args[2], key) &&
        is_tie(comparator, term->args[0], key)) {
        return term->args[1];
    }
    return NULL;
}

bool sort_find_keys(struct sort_comparator *comparator, const struct term *term) {
    while (comparator->count < SDYRT_SORT_KEYS) {
        struct sort_key *key = &comparator->keys[comparator->count];
        if (find_key(comparator, term, key)) {
            comparator->count++;
            return true;
        }
        term = split_comparator(comparator, term, key);
        if (!term) {
            return false;
        }
        comparator->count++;
    }
    return false;
}

/* --- nodes ------------------------------------------------------------------------------------ */

/* The type of elements. */
static const struct type *element_type(struct kernel_builder *builder, enum element element) {
    const struct element_info *info = &element_info[element];
    enum float_kind kind;
    if (float_kind_find(info->name, strlen(info->name), &kind)) {
        return type_float(builder->context, kind);
    }
    bool is_unsigned = !element_is_signed(element) && element != ELEMENT_I1;
    return type_integer(builder->context, info->bits, is_unsigned ? UNSIGNED : SIGNLESS);
}

/* Zeros of either sign are equal to a comparison that is not one of total order. */
static struct term *without_sign(struct kernel_builder *builder, const struct type *element,
                                 struct term *number) {
    const struct type *boolean = type_integer(builder->context, 1, SIGNLESS);
    struct term *zero = term_integer(builder, element, 0);
    struct term *is_zero =
        term_scalar(builder, boolean, SCALAR_EQ, 2, (struct term *[2]){number, zero});
    return term_scalar(builder, element, SCALAR_SELECT, 3,
                       (struct term *[3]){is_zero, zero, number});
}

/* What a term has in total order, as term_total_order writes it; NULL: it is another term. */
static const struct term *in_total_order(const struct term *term) {
    if (!is_scalar(term, SCALAR_XOR) || !is_scalar(term->args[1], SCALAR_SELECT) ||
        !is_scalar(term->args[1]->args[0], SCALAR_GE)) {
        return NULL;
    }
    const struct term *bits = term->args[0], *mask = term->args[1];
    uint64_t top = UINT64_C(1) << (8 * element_info[term->element].bytes - 1);
    bool is_order = bits->kind == TERM_SCALAR && bits->arg_count == 1 &&
                    is_scalar(mask->args[0]->args[0], bits->op) &&
                    mask->args[1]->kind == TERM_CONSTANT && mask->args[2]->kind == TERM_CONSTANT &&
                    (uint64_t)mask->args[1]->integer == top - 1 + top &&
                    (uint64_t)mask->args[2]->integer == top;
    bool is_float = is_order && is_float_element(bits->args[0]->element) &&
                    element_info[bits->args[0]->element].bytes == element_info[term->element].bytes;
    return is_float ? bits->args[0] : NULL;
}

/* Whether both read the same element. */
static bool is_same_read(const struct term *x, const struct term *y) {
    bool same = x->kind == TERM_READ && y->kind == TERM_READ && x->node == y->node && !x->groups &&
                !y->groups;
    for (uint32_t i = 0; same && i < x->coordinate_count; i++) {
        const struct read_coordinate *a = &x->coordinates[i], *b = &y->coordinates[i];
        same = !a->dynamic && !b->dynamic && affine_equal(&a->at, &b->at);
    }
    return same;
}

static bool is_number(const struct term *term, bool is_nan) {
    bool is_nan_itself = term->kind == TERM_CONSTANT && isnan(term->real);
    return term->kind == TERM_CONSTANT && !signbit(term->real) &&
           (is_nan ? is_nan_itself : term->real == 0);
}

/* Of zero or NaN that is chosen where `op` says so of an element: the other choice, and that.
 * NULL: it is another term. */
static const struct term *but_where(const struct term *term, enum scalar_op op, bool is_nan,
                                    const struct term **element) {
    if (!is_scalar(term, SCALAR_SELECT) || !is_scalar(term->args[0], op) ||
        !is_number(term->args[1], is_nan)) {
        return NULL;
    }
    *element = term->args[0]->args[0];
    const struct term *other = term->args[0]->args[1];
    bool is_asked = is_nan ? is_same_read(*element, other) : is_number(other, false);
    return is_asked ? term->args[2] : NULL;
}

/* The bits of infinity, of formats that have one and two zeros; 0: of others. */
static int64_t infinity_of(enum element element) {
    switch (element) {
    case ELEMENT_BF16:
        return (int64_t)float_to_bits(FLOAT_BF16, INFINITY);
    case ELEMENT_F16:
        return (int64_t)float_to_bits(FLOAT_F16, INFINITY);
    case ELEMENT_F32:
        return (int64_t)float_to_bits(FLOAT_F32, INFINITY);
    case ELEMENT_F64:
        return (int64_t)float_to_bits(FLOAT_F64, INFINITY);
    default:
        return 0;
    }
}

/* The operand that a term reads in an order that the runtime knows; NULL: there is none. A zero in
 * the place of all that are equal to it, and NaN in that of all NaN, make *greatest. */
static struct node *ordered_operand(const struct term *term, int64_t *greatest) {
    const struct term *zero_of = NULL, *nan_of = NULL;
    const struct term *but_nan = but_where(term, SCALAR_NE, true, &nan_of);
    const struct term *rest = but_nan ? but_nan : term;
    const struct term *but_zero = but_where(rest, SCALAR_EQ, false, &zero_of);
    const struct term *read = but_zero ? but_zero : rest;
    int64_t infinity = infinity_of(read->element);
    *greatest = 0;
    if (but_zero && infinity != 0 && is_same_read(read, zero_of) &&
        (!but_nan || is_same_read(read, nan_of))) {
        *greatest = but_nan ? infinity : INT64_MAX >> (64 - element_info[read->element].bits);
        return read->node;
    }
    return read == term && read->kind == TERM_READ ? read->node : NULL;
}

struct node *sort_key_node(struct kernel_builder *builder, struct node *operand,
                           const struct sort_comparator *comparator, const struct term *key,
                           struct node **united, int64_t *greatest) {
    struct affine map[KERNEL_DIMS];
    for (uint32_t d = 0; d < comparator->left; d++) {
        map[d] = affine_dim(d, 1, 0);
    }
    map[comparator->left] = map[comparator->left + 1] = map[comparator->dim];
    struct term *term = term_substitute(builder, key, map, comparator->left + 2);
    const struct type *element = element_type(builder, term->element);
    *united = NULL;
    *greatest = 0;
    if (term->kind == TERM_READ && element_is_integer(term->element)) {
        return term->node; /* an operand */
    }
    const struct term *number = in_total_order(term);
    const bool is_float = element->kind == TYPE_FLOAT;
    struct term *with_one_zero = is_float ? without_sign(builder, element, term) : NULL;
    struct node *ordered = number     ? ordered_operand(number, greatest)
                           : is_float ? ordered_operand(with_one_zero, greatest)
                                      : NULL;
    if (ordered && *greatest == 0) {
        return ordered;
    }
    *united = ordered;
    if (is_float) {
        term = term_total_order(builder, element, with_one_zero);
        element = term_bits_type(builder, element);
    }
    return node_compute(builder, type_with_element(builder->context, operand->type, element), term);
}
