/* Bounded dynamism: programs with dimensions whose sizes are known at run time, but not more than a
 * bound, become static ones. A value of type tensor<?x4xf32> whose first dimension has the bound 8
 * is stored as a tensor<8x4xf32>, with its size as a tensor<i32> beside it. What lies behind the
 * size is padding, of any content: an operation for which it would make a difference has it
 * replaced before.
 *
 * What becomes of an operation its hook `bound` says; the builder for these hooks is
 * implemented here (ops/bound_builder.h). */
#ifndef SDYC_BOUNDED_H
#define SDYC_BOUNDED_H

#include "ops/bound_builder.h"
#include "ops/build.h"
#include "partition/builder.h"

/* The type that a value had, and the size of each dimension (tensor<i32>; NULL: it is static). */
struct bounded_value {
    const struct type *original;
    struct value **sizes;
};

struct bound_builder {
    struct module *module;
    struct arena *arena;                 /* of all that is noted */
    struct builder at;                   /* before the operation at hand */
    VECTOR(struct bounded_value) values; /* by value->note; the first stands for what has none */
    struct partition_builder asking;
};

/* sizes.c: tensor<i32>, which sizes have. */
const struct type *size_type(struct bound_builder *bounder);
/* bounded.c: the operations of a block, but for its terminator. False after an error. */
bool bounded_block(struct bound_builder *bounder, struct block *block);
/* flow.c: what the function is given and returns: bounded tensors as they are stored, and behind
 * all others the sizes. False after an error. */
bool bounded_arguments(struct bound_builder *bounder, struct op *func);
bool bounded_results(struct bound_builder *bounder, struct op *func);

#endif
