/* What a concatenation is made of in the end: boxes of tensors that are no concatenations, behind
 * concatenations along other dimensions and slices and reversals of them. Padding by reflection and
 * rolls along several dimensions are such. */
#ifndef SDYC_OPS_STABLEHLO_SHAPE_JOINED_H
#define SDYC_OPS_STABLEHLO_SHAPE_JOINED_H

#include "ops/hooks.h"

enum { JOINED_MOST = 36 };

/* Point i of the box is element first[d] + i[d] of the concatenation and start[d] + step[d] * i[d]
 * of the source; steps are 1 or -1. */
struct joined_box {
    const struct value *source;
    int64_t first[MAX_RANK], extent[MAX_RANK], start[MAX_RANK], step[MAX_RANK];
};

struct joined {
    uint32_t count;
    struct joined_box boxes[JOINED_MOST];
};

/* The boxes of the operands, which stand side by side along dimension `along`, behind all that can
 * be looked through; none of them empty. False where there are more than JOINED_MOST. */
bool joined_find(struct joined *joined, uint32_t along, uint32_t count,
                 const struct value *const *operands);

#endif
