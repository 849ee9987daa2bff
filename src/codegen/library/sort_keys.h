/* Keys that a comparator orders by, one after the other.
 *
 * A comparator is a term over the dimensions of the operands and two more, the places along the
 * line of the left and of the right element. */
#ifndef SDYC_SORT_KEYS_H
#define SDYC_SORT_KEYS_H

#include "codegen/graph/graph.h"
#include "sort.h"

struct sort_key {
    const struct term *term; /* of one of the two */
    bool descending;
};
struct sort_comparator {
    uint32_t dim, left; /* the line's dimension; that of the left place: the right one is next */
    uint32_t budget;    /* terms still to be looked at */
    uint32_t count;
    struct sort_key keys[SDYRT_SORT_KEYS];
};

/* The comparator's keys; false where it is of another form. */
bool sort_find_keys(struct sort_comparator *comparator, const struct term *term);

/* The key of each element: an operand, or a tensor of integers. *united: the operand that it is
 * computed of where only zeros and NaN are made equal, with *greatest (struct sdyrt_sort); else
 * NULL. */
struct node *sort_key_node(struct kernel_builder *builder, struct node *operand,
                           const struct sort_comparator *comparator, const struct term *key,
                           struct node **united, int64_t *greatest);

static inline bool is_float_element(enum element element) {
    return element >= ELEMENT_F8E4M3FN && element <= ELEMENT_F64;
}

#endif
