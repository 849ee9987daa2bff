/* What gather and scatter ask of the dimensions that their indices count in. */
#include "ops/stablehlo/gather/indexing.h"

#include "ops/attrs/attrs.h"
#include "ops/build.h"

static int64_t index_vector_size(const struct indexing *indexing) {
    return indexing->vector_dim == (int64_t)indexing->indices->rank
               ? 1
               : indexing->indices->dims[indexing->vector_dim];
}

static bool check_batching(const struct op *op, struct context *context,
                           const struct indexing *indexing) {
    struct int_list data = indexing->batching, indices = indexing->indices_batching;
    const char *period = indexing->is_scatter ? "." : "";
    if (!ints_distinct(indices)) {
        return fault(op, context,
                     indexing->is_scatter ? "Expects %s to not repeat; got: %s."
                                          : "expects %s to not repeat, got: %s",
                     indexing->indices_batching_name, say_list(context, indices));
    }
    if (!check_dims_in_range(op, context, indexing->indices_batching_name, indices,
                             indexing->indices->rank, indexing->indices_rank_name)) {
        return false;
    }
    if (ints_contain(indices, indexing->vector_dim)) {
        return fault(op, context, "expects %s not to include index_vector_dim %lld%s",
                     indexing->indices_batching_name, (long long)indexing->vector_dim, period);
    }
    if (data.count != indices.count) {
        return fault(op, context, "%s and %s should have the same size%s", indexing->batching_name,
                     indexing->indices_batching_name, period);
    }
    for (uint32_t i = 0; i < data.count; i++) {
        int64_t a = indexing->data->dims[data.items[i]];
        int64_t b = indexing->indices->dims[indices.items[i]];
        if (!dims_compatible(a, b)) {
            return fault(op, context,
                         "%s[%u] and %s[%u] must have compatible sizes, but got %lld and %lld%s",
                         indexing->batching_name, i, indexing->indices_batching_name, i,
                         (long long)a, (long long)b, period);
        }
    }
    return true;
}

static bool check_sorted_in_data(const struct op *op, struct context *context,
                                 const struct indexing *indexing, const char *name,
                                 struct int_list dims) {
    if (!ints_sorted(dims)) {
        return fault(op, context,
                     indexing->is_scatter ? "Expects %s to be sorted; got: %s."
                                          : "expects %s to be sorted, got: %s",
                     name, say_list(context, dims));
    }
    return check_dims_in_range(op, context, name, dims, indexing->data->rank, indexing->data_name);
}

bool check_index_vector(const struct op *op, struct context *context,
                        const struct indexing *indexing) {
    struct int_list map = indexing->index_map;
    int64_t size = index_vector_size(indexing);
    bool good = size == DIM_DYNAMIC || size == (int64_t)map.count;
    if (!good && indexing->is_scatter) {
        return fault(op, context,
                     "Scatter op has %u elements in %s and the bound of dimension "
                     "index_vector_dim=%lld of %s is %lld. These two numbers must be equal.",
                     map.count, indexing->map_name, (long long)indexing->vector_dim,
                     indexing->indices_name, (long long)size);
    }
    if (!good) {
        return fault(op, context,
                     "%s size (%u) is not equal to size of index dimension (%lld) of %s (%lld)",
                     indexing->map_name, map.count, (long long)indexing->vector_dim,
                     indexing->indices_name, (long long)size);
    }
    return true;
}

static bool check_index_map(const struct op *op, struct context *context,
                            const struct indexing *indexing) {
    struct int_list map = indexing->index_map;
    return check_dims_distinct(op, context, map, indexing->batching, indexing->map_name,
                               indexing->batching_name) &&
           check_dims_in_range(op, context, indexing->map_name, map, indexing->data->rank,
                               indexing->data_name);
}

bool check_indexing(const struct op *op, struct context *context, const struct indexing *indexing) {
    return check_dims_distinct(op, context, indexing->collapsed, indexing->batching,
                               indexing->collapsed_name, indexing->batching_name) &&
           check_sorted_in_data(op, context, indexing, indexing->collapsed_name,
                                indexing->collapsed) &&
           check_sorted_in_data(op, context, indexing, indexing->batching_name,
                                indexing->batching) &&
           check_batching(op, context, indexing) &&
           (!indexing->is_scatter || check_index_vector(op, context, indexing)) &&
           check_index_map(op, context, indexing);
}

struct term *read_index(struct kernel_builder *builder, const struct op *op, uint32_t operand,
                        int64_t vector_dim, struct affine *at) {
    const struct op *joined = op_operand(op, operand)->op;
    bool is_joined = joined && joined->block == op->block && op_is(joined, OP_CONCATENATE) &&
                     op_int(joined, "dimension", 0) == vector_dim;
    int64_t component = is_joined ? at[vector_dim].offset : 0;
    for (uint32_t i = 0; is_joined && i < joined->operand_count; i++) {
        struct node *piece = kernel_operand(builder, joined, i);
        int64_t count = node_extent(piece, (uint32_t)vector_dim);
        if (component < count) {
            at[vector_dim] = affine_constant(component);
            return term_read(builder, piece, at);
        }
        component -= count;
    }
    return term_read(builder, kernel_operand(builder, op, operand), at);
}
