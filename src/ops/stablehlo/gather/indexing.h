/* What gather and scatter ask of the dimensions that their indices count in. */
#ifndef SDYC_OPS_INDEXING_H
#define SDYC_OPS_INDEXING_H

#include "ops/kernel_builder.h"
#include "ops/verify/checks.h"

/* Indices in a tensor: their shape, the dimension that holds an index vector, and the dimensions of
 * the data that it counts in. */
struct indexing {
    const struct type *indices, *data;
    int64_t vector_dim;
    struct int_list index_map, collapsed, batching, indices_batching;
    /* Names of those lists, and of the tensors, for messages. */
    const char *map_name, *collapsed_name, *batching_name, *indices_batching_name, *data_name,
        *indices_name, *indices_rank_name;
    bool is_scatter; /* whose messages are worded in another way */
};
/* Component `at[vector_dim]` of the index vectors at these places: read from what they were
 * concatenated of, where they were. */
struct term *read_index(struct kernel_builder *builder, const struct op *op, uint32_t operand,
                        int64_t vector_dim, struct affine *at);
/* Dimensions are in range and distinct, batching dimensions agree, and an index vector has as many
 * elements as it counts dimensions. */
bool check_indexing(const struct op *op, struct context *context, const struct indexing *indexing);
/* The last of these by itself. */
bool check_index_vector(const struct op *op, struct context *context,
                        const struct indexing *indexing);

#endif
