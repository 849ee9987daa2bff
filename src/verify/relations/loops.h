/* Loops of the global program, as they were found. */
#ifndef SDYC_RELATIONS_LOOPS_H
#define SDYC_RELATIONS_LOOPS_H

#include "verify/relations/places.h"

struct loop {
    int64_t number;
    const struct op *op;
    uint32_t order;                   /* among the loops of the module's text */
    const struct view **init, **turn; /* of each carried value: before, and after a turn */
    bool *is_fixed;                   /* a turn gives back what it was given */
    bool *by_device;                  /* each device has its own value, in a manual computation */
    const int64_t *position;          /* [devices]: which one; equal where the values are */
    const struct view *condition;
    struct loop *next;
};

#endif
