/* Broadcasting as NumPy does it, for static shapes and those with bounded dimensions. */
#ifndef SDYC_TRANSFORMS_CHLO_NUMPY_H
#define SDYC_TRANSFORMS_CHLO_NUMPY_H

#include "ir/ir.h"

/* Extents; where one is only bounded, the value whose dimension tells the true one. */
struct shape {
    uint32_t rank;
    struct extent {
        int64_t size;            /* or the bound */
        struct value *dimension; /* the value that has it, or NULL */
        int64_t of;              /* which of its dimensions */
    } extents[MAX_RANK];
};

/* Of a ranked tensor, with the bounds that its type has. */
struct shape numpy_shape_of(struct value *value);
/* The shape that all the values broadcast to; false with an error where there is none. */
bool numpy_common_shape(const struct op *op, struct context *context, uint32_t count,
                        struct value *const *values, struct shape *shape);
/* The value in that shape, itself where it has it. */
struct value *numpy_broadcast_to(struct builder *at, struct value *value,
                                 const struct shape *shape);

#endif
