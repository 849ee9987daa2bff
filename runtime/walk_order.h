/* The dimensions of a walk in the order in which plans want them: the result's slowest first, its
   strides positive, as few as they can be. Internal to the plans. */
#ifndef SDYRT_WALK_ORDER_H
#define SDYRT_WALK_ORDER_H

#include "bounds.h"
#include "walk.h"

#include <stddef.h>

struct walk_order {
    int64_t from, to; /* of the first element, in bytes */
    int64_t rank;
    struct walk_dim dims[SDYRT_RANK + 1]; /* of more than one index each */
};

/* Turns a dimension round: its last index becomes the first. */
static inline void walk_turn(struct walk_order *order, struct walk_dim *dim) {
    order->from += (dim->size - 1) * dim->from;
    order->to += (dim->size - 1) * dim->to;
    dim->from = -dim->from;
    dim->to = -dim->to;
}

/* Puts a dimension where it belongs; one of a single index goes nowhere. */
static inline void walk_insert(struct walk_order *order, struct walk_dim dim) {
    if (dim.size <= 1) {
        return;
    }
    if (dim.to < 0) {
        walk_turn(order, &dim);
    }
    int64_t at = order->rank++;
    for (; at > 0 && order->dims[at - 1].to < dim.to; at--) {
        order->dims[at] = order->dims[at - 1];
    }
    order->dims[at] = dim;
}

/* Makes neighbours one dimension where they are one in both operands. */
static inline void walk_merge(struct walk_order *order) {
    int64_t rank = 0;
    for (int64_t k = 0; k < order->rank; k++) {
        struct walk_dim dim = order->dims[k], *last = rank > 0 ? &order->dims[rank - 1] : NULL;
        if (last != NULL && last->from == dim.size * dim.from && last->to == dim.size * dim.to) {
            *last = (struct walk_dim){last->size * dim.size, dim.from, dim.to};
        } else {
            order->dims[rank++] = dim;
        }
    }
    order->rank = rank;
}

#endif
