/* What the sharding rules of gather and scatter have in common. */
#ifndef SDYC_OPS_GATHER_RULE_H
#define SDYC_OPS_GATHER_RULE_H

#include "ops/rule_builder.h"

/* Gather takes slices of `input` at `indices`; scatter puts them there. */
struct slicing {
    const struct type *input, *indices, *slices;
    int64_t index_vector_dim;
    struct int_list offset; /* dimensions of the slices that are dimensions of the input */
    struct int_list collapsed, input_batching, indices_batching;
    enum factor_kind implicit_batch; /* of batch dimensions that the input does not have */
    bool is_scatter;
    /* Adds a factor of one dimension each of input, indices and slices. */
    void (*add)(struct rule_builder *builder, const struct op *op, int64_t input, int64_t indices,
                int64_t slices, int64_t size, enum factor_kind kind);
};
void rule_add_slicing(struct rule_builder *builder, const struct op *op,
                      const struct slicing *slicing);

#endif
