/* A set of dimensions of one tensor. */
#ifndef SDYC_OPS_DIM_SET_H
#define SDYC_OPS_DIM_SET_H

#include "ir/ir.h"

typedef uint64_t dim_set;
#define ALL_DIMS (~(dim_set)0)
static inline dim_set dim_set_of(int64_t dim) {
    return (dim_set)1 << dim;
}
/* The dimensions of a list, each below 64. */
dim_set dim_set_of_list(struct int_list dims);
/* The dimensions that two types of one rank have of different lengths. */
dim_set dims_unlike(const struct type *a, const struct type *b);

#endif
