/* The cost model: what it costs to run a kernel's strips along given dimensions, by the bytes that
 * move through the caches, the operations, and the calls that short strips are made of. */
#ifndef SDYC_COST_H
#define SDYC_COST_H

#include "codegen/program/visit.h"

/* The dimensions that one section of code covers at a time. */
struct strip_shape {
    uint32_t count, dims[KERNEL_DIMS]; /* innermost first; none: point by point */
    uint32_t mask;
    bool sequential; /* the dimensions are the reduction's */
    int64_t inner;   /* points of all dimensions but the outermost */
    int64_t rows;    /* most points of the outermost at a time */
    /* Strips of a reduction that are short, whole rows: so many at a time, along the parallel
     * dimension `across`; else 0. */
    int64_t batch;
    uint32_t across;
    uint32_t next; /* the dimension whose loop is next to the strips, inside that over their pieces;
                      NO_DIMENSION: all loops are outside, in order */
};
enum { NO_DIMENSION = KERNEL_DIMS };

/* Points of a task's tile along each dimension. */
struct tile_shape {
    int64_t size[KERNEL_DIMS];
    uint32_t ragged; /* dimensions whose last tile is smaller */
};

/* Roughly, in additions. */
double operation_cost(enum scalar_op op);

/* Whether people count it apart, as XLA's cost analysis does: powers, roots, exponentials,
 * logarithms and functions of angles. */
bool operation_is_transcendental(enum scalar_op op);

/* About how many cycles a task takes whose strips have this shape, or some number from `enough` on
 * where it takes at least as many. `uses` are the kernel's. */
double strip_cost(const struct kernel *kernel, const struct uses *uses,
                  const struct tile_shape *tile, const struct strip_shape *strip, double enough);

#endif
