/* What the sharding rules of gather and scatter have in common. */
#include "ops/stablehlo/gather/rule.h"

/* A dimension of the slices that is one of the input, whole or in part. */
static void add_offset_dim(struct rule_builder *builder, const struct op *op,
                           const struct slicing *slicing, int64_t input, int64_t slice) {
    int64_t size = slicing->input->dims[input], part = slicing->slices->dims[slice];
    if (size == part) {
        slicing->add(builder, op, input, NO_DIM, slice, size, FACTOR_PASS_THROUGH);
    } else if (slicing->is_scatter || part == 1) {
        /* Gathering single elements of a sharded dimension can be a sum over the devices. */
        slicing->add(builder, op, input, NO_DIM, NO_DIM, size,
                     slicing->is_scatter ? FACTOR_NEED_REPLICATION : FACTOR_REDUCTION);
        slicing->add(builder, op, NO_DIM, NO_DIM, slice, part, FACTOR_NEED_REPLICATION);
    } else {
        slicing->add(builder, op, input, NO_DIM, slice, size, FACTOR_NEED_REPLICATION);
        rule_block(builder, true);
    }
}

/* A dimension of the slices that is one of the indices, and perhaps of the input too. */
static void add_batch_dim(struct rule_builder *builder, const struct op *op,
                          const struct slicing *slicing, int64_t indices, int64_t slice) {
    int64_t input = NO_DIM;
    for (uint32_t i = 0; i < slicing->indices_batching.count; i++) {
        if (slicing->indices_batching.items[i] == indices) {
            input = slicing->input_batching.items[i];
        }
    }
    slicing->add(builder, op, input, indices, slice, slicing->slices->dims[slice],
                 input == NO_DIM ? slicing->implicit_batch : FACTOR_PASS_THROUGH);
}

void rule_add_slicing(struct rule_builder *builder, const struct op *op,
                      const struct slicing *slicing) {
    int64_t input = 0, batch = 0;
    for (uint32_t slice = 0; slice < slicing->slices->rank; slice++) {
        if (!int_list_has(slicing->offset, slice)) {
            add_batch_dim(builder, op, slicing,
                          batch < slicing->index_vector_dim ? batch : batch + 1, slice);
            batch++;
            continue;
        }
        while (int_list_has(slicing->collapsed, input) ||
               int_list_has(slicing->input_batching, input)) {
            input++;
        }
        add_offset_dim(builder, op, slicing, input++, slice);
    }
    for (uint32_t i = 0; i < slicing->collapsed.count; i++) {
        int64_t dim = slicing->collapsed.items[i], size = slicing->input->dims[dim];
        slicing->add(builder, op, dim, NO_DIM, NO_DIM, size,
                     slicing->is_scatter ? FACTOR_PASS_THROUGH
                     : size == 1         ? FACTOR_NEED_REPLICATION
                                         : FACTOR_REDUCTION);
    }
    if (slicing->index_vector_dim < slicing->indices->rank) {
        slicing->add(builder, op, NO_DIM, slicing->index_vector_dim, NO_DIM,
                     slicing->indices->dims[slicing->index_vector_dim], FACTOR_NEED_REPLICATION);
    }
}
