/* Devices in boxes: sets on which some numbers are linear in places. */
#ifndef SDYC_RELATIONS_BOXES_H
#define SDYC_RELATIONS_BOXES_H

#include "verify/relations/forms/prover.h"

#define MOST_BOX_RANK 4 /* of boxes: more axes than any mesh has that is not made of longer ones */

/* Devices that have number i of spread i: first[i], plus a place times step[k][i] for each k. */
struct box {
    uint32_t rank;
    int64_t size[MOST_BOX_RANK]; /* from 2 on */
    const int64_t *first, *step[MOST_BOX_RANK];
};
struct boxes {
    size_t count;
    struct box *items;
};
/* Boxes with the numbers of all devices; memory of the arena. Of devices that have the same numbers
 * one is enough. */
struct boxes boxes_of_spreads(struct prover *p, struct arena *arena, uint32_t count,
                              const struct spread *const *spreads);

#endif
