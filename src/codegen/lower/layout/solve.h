/* Choices that depend on each other in pairs: one state for each variable, so that the sum of all
 * costs is least. What the layout pass asks; it knows nothing of layouts. */
#ifndef SDYC_LAYOUT_SOLVE_H
#define SDYC_LAYOUT_SOLVE_H

#include "support/support.h"

struct choice_pair {
    uint32_t a, b;      /* two different variables */
    const double *cost; /* [state of a * states of b + state of b] */
};
struct choices {
    uint32_t count;         /* variables */
    const uint32_t *states; /* of each variable: from 1 to 255 */
    double *const *alone;   /* [variable][state] */
    VECTOR(struct choice_pair) pairs;
};

/* The sum of the costs of an assignment, one state per variable. */
double choices_cost(const struct choices *choices, const uint8_t *assignment);

/* Makes the assignment, any one to begin with, the best there is; true where that is certain, as it
 * is on trees, series-parallel graphs and all others that fall apart when few variables at a time
 * are taken away. Else it is made no worse. */
bool choices_solve(const struct choices *choices, uint8_t *assignment);

#endif
