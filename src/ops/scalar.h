/* Scalar operations and affine functions: the words that operations,
 * kernels and the emitter share. */
#ifndef SDYC_SCALAR_H
#define SDYC_SCALAR_H

#include <stdint.h>

enum scalar_op {
    SCALAR_NONE,
#define SCALAR(id, name, arity) SCALAR_##id,
#include "ops/scalar.def"
#undef SCALAR
    SCALAR_COUNT,
};

/* Most dimensions of an index space: those of a tensor of rank 16, and as many that are folded. */
#define KERNEL_DIMS 32

/* offset + sum(stride[d] * coordinate[d]) */
struct affine {
    int64_t offset;
    int64_t stride[KERNEL_DIMS];
};

#endif
