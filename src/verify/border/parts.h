/* Which part of a tensor a device holds. */
#ifndef SDYC_VERIFY_PARTS_H
#define SDYC_VERIFY_PARTS_H

#include "sharding/sharding.h"

/* Where a device stands on a mesh, its last axis fastest; -1: it does not. */
int64_t mesh_position(const struct mesh *mesh, int64_t device);
/* The number of the part along some axes that stands at a position. */
int64_t axes_digit(const struct mesh *mesh, struct axis_list axes, int64_t position);
/* The axes of a list with these names, or without them. */
struct axis_list axes_where(struct arena *arena, struct axis_list axes, struct axis_list names,
                            bool named);

/* What a device holds of each dimension. */
struct part {
    int64_t begin[MAX_RANK], extent[MAX_RANK]; /* without padding; extent 0: padding alone */
    int64_t local[MAX_RANK];                   /* with it */
};
/* Of a tensor whose dimensions are cut along these axes. */
struct part part_of(const struct type *type, const struct mesh *mesh, const struct axis_list *axes,
                    int64_t position);

#endif
