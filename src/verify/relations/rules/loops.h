/* Loops of the global program, as they were found. */
#ifndef SDYC_RELATIONS_LOOPS_H
#define SDYC_RELATIONS_LOOPS_H

#include "verify/relations/rules/places.h"

struct loop {
    int64_t number;
    const struct op *op;
    uint32_t order;                   /* among the loops of the module's text */
    const struct view **init, **turn; /* of each carried value: before, and after a turn */
    bool *is_fixed;                   /* a turn gives back what it was given */
    bool is_manual;                   /* inside of a manual computation: devices have their own */
    const int64_t **class;            /* of each value, [devices]: equal where the values are;
                                         NULL: all devices have the same */
    const struct view *condition;
    struct loop *next;
};

#endif
