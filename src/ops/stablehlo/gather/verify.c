/* Verifiers and type inference of gather, dynamic_gather and scatter. */
#include "ops/attrs/attrs.h"
#include "ops/checks.h"
#include "ops/verifiers.h"

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

static bool check_index_map(const struct op *op, struct context *context,
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
    return check_dims_distinct(op, context, map, indexing->batching, indexing->map_name,
                               indexing->batching_name) &&
           check_dims_in_range(op, context, indexing->map_name, map, indexing->data->rank,
                               indexing->data_name);
}

static bool check_indexing(const struct op *op, struct context *context,
                           const struct indexing *indexing) {
    return check_dims_distinct(op, context, indexing->collapsed, indexing->batching,
                               indexing->collapsed_name, indexing->batching_name) &&
           check_sorted_in_data(op, context, indexing, indexing->collapsed_name,
                                indexing->collapsed) &&
           check_sorted_in_data(op, context, indexing, indexing->batching_name,
                                indexing->batching) &&
           check_batching(op, context, indexing) && check_index_map(op, context, indexing);
}

/* --- gather ----------------------------------------------------------------------------------- */

static bool check_gather_dims(const struct op *op, struct context *context,
                              const struct gather_dims *dims, int64_t slice_count) {
    const struct type *operand = op_operand(op, 0)->type, *start = op_operand(op, 1)->type;
    uint32_t rank = dims->offset.count + dims->collapsed_slice.count + dims->operand_batching.count;
    if (!check_dim_in_range(op, context, "index_vector_dim", dims->index_vector_dim, start->rank,
                            "rank-of('start_indices')", true)) {
        return false;
    }
    if (rank != operand->rank) {
        return fault(op, context,
                     "offset_dims size (%u) plus collapse_slice_dims size (%u) plus "
                     "operand_batching_dims size (%u) is not equal to operand rank (%u)",
                     dims->offset.count, dims->collapsed_slice.count, dims->operand_batching.count,
                     operand->rank);
    }
    if (!ints_sorted(dims->offset)) {
        return fault(op, context, "expects offset_dims to be sorted, got: %s",
                     say_list(context, dims->offset));
    }
    if (!ints_distinct(dims->offset)) {
        return fault(op, context, "expects offset_dims to not repeat, got: %s",
                     say_list(context, dims->offset));
    }
    struct indexing indexing = {
        .indices = start,
        .data = operand,
        .vector_dim = dims->index_vector_dim,
        .index_map = dims->start_index_map,
        .collapsed = dims->collapsed_slice,
        .batching = dims->operand_batching,
        .indices_batching = dims->start_indices_batching,
        .map_name = "start_index_map",
        .collapsed_name = "collapsed_slice_dims",
        .batching_name = "operand_batching_dims",
        .indices_batching_name = "start_indices_batching_dims",
        .data_name = "rank-of('operand')",
        .indices_name = "start_indices",
        .indices_rank_name = "rank-of('start_indices')",
    };
    if (!check_indexing(op, context, &indexing)) {
        return false;
    }
    if (slice_count != DIM_DYNAMIC && slice_count != (int64_t)operand->rank) {
        return fault(op, context, "slice_sizes size (%lld) not equal to operand rank (%u)",
                     (long long)slice_count, operand->rank);
    }
    return true;
}

static bool check_single(const struct op *op, struct context *context, const char *name,
                         struct int_list dims, struct int_list sizes) {
    for (uint32_t i = 0; i < dims.count; i++) {
        if (sizes.items[dims.items[i]] > 1) {
            return fault(op, context,
                         "Expects that for each dim in %s, slice_sizes[dim] should be <= 1, but "
                         "got %lld",
                         name, (long long)sizes.items[dims.items[i]]);
        }
    }
    return true;
}

static bool check_slice_sizes(const struct op *op, struct context *context,
                              const struct gather_dims *dims, struct int_list sizes) {
    const struct type *operand = op_operand(op, 0)->type;
    if (!check_single(op, context, "collapsed_slice_dims", dims->collapsed_slice, sizes) ||
        !check_single(op, context, "operand_batching_dims", dims->operand_batching, sizes)) {
        return false;
    }
    for (uint32_t i = 0; i < sizes.count; i++) {
        int64_t size = sizes.items[i], extent = operand->dims[i];
        if (size < 0 || (extent != DIM_DYNAMIC && size > extent)) {
            return fault(op, context,
                         "slice size (%lld) is out of bounds for operand dimension (%lld) at index "
                         "%u",
                         (long long)size, (long long)extent, i);
        }
    }
    return true;
}

static bool check_offset_dims(const struct op *op, struct context *context,
                              const struct gather_dims *dims) {
    const struct type *start = op_operand(op, 1)->type;
    bool implicit = dims->index_vector_dim == (int64_t)start->rank;
    int64_t rank = (int64_t)dims->offset.count + start->rank - (implicit ? 0 : 1);
    return check_dims_in_range(op, context, "offset_dims", dims->offset, rank,
                               "implied-result-rank");
}

/* Batch dimensions are those of the indices without the index vector;
 * the others are slice sizes. */
static bool gather_type(const struct op *op, struct context *context,
                        const struct gather_dims *dims, struct int_list sizes,
                        const struct type **type) {
    const struct type *operand = op_operand(op, 0)->type, *start = op_operand(op, 1)->type;
    int64_t shape[MAX_RANK];
    uint32_t batch = 0, slice = 0;
    bool implicit = dims->index_vector_dim == (int64_t)start->rank;
    uint32_t rank = dims->offset.count + start->rank - (implicit ? 0 : 1);
    if (rank > MAX_RANK) {
        return false;
    }
    for (uint32_t i = 0; i < rank; i++) {
        if (ints_contain(dims->offset, i)) {
            while (ints_contain(dims->collapsed_slice, slice) ||
                   ints_contain(dims->operand_batching, slice)) {
                slice++;
            }
            shape[i] = slice < sizes.count ? sizes.items[slice] : DIM_DYNAMIC;
            slice++;
        } else {
            batch += batch == dims->index_vector_dim;
            shape[i] = batch < start->rank ? start->dims[batch] : DIM_DYNAMIC;
            batch++;
        }
    }
    *type = type_tensor(context, operand->element, rank, shape, NULL);
    return true;
}

bool verify_gather(const struct op *op, struct context *context) {
    const struct gather_dims *dims = attr_as_gather(op_attr(op, "dimension_numbers"));
    struct int_list sizes = op_ints(op, "slice_sizes");
    const struct attr *attr = op_attr(op, "slice_sizes");
    if (attr->type && attr->type->kind == TYPE_TENSOR && attr->type->rank != 1) {
        return fault(op, context, "slice_sizes.rank != 1 (got %u)", attr->type->rank);
    }
    return check_gather_dims(op, context, dims, sizes.count) &&
           check_slice_sizes(op, context, dims, sizes) && check_offset_dims(op, context, dims);
}

bool infer_gather(const struct op *op, struct context *context, const struct type **types) {
    const struct gather_dims *dims = attr_as_gather(op_attr(op, "dimension_numbers"));
    return gather_type(op, context, dims, op_ints(op, "slice_sizes"), &types[0]);
}

bool verify_dynamic_gather(const struct op *op, struct context *context) {
    const struct gather_dims *dims = attr_as_gather(op_attr(op, "dimension_numbers"));
    struct int_list sizes = {0};
    const struct type *type;
    if (!check_gather_dims(op, context, dims, op_operand(op, 2)->type->dims[0])) {
        return false;
    }
    if (constant_integers(op_operand(op, 2), &sizes) &&
        !check_slice_sizes(op, context, dims, sizes)) {
        return false;
    }
    if (!check_offset_dims(op, context, dims) || !gather_type(op, context, dims, sizes, &type)) {
        return false;
    }
    if (!types_compatible(type, op_result(op, 0)->type)) {
        return op_fault(op, context,
                        "inferred type(s) '%s' are incompatible with return type(s) of operation "
                        "'%s'",
                        say_type(context, type), say_type(context, op_result(op, 0)->type));
    }
    return true;
}

/* --- scatter ---------------------------------------------------------------------------------- */

static bool check_update_dims(const struct op *op, struct context *context,
                              const struct scatter_dims *dims, const struct type *input,
                              const struct type *update) {
    uint32_t rank =
        dims->update_window.count + dims->inserted_window.count + dims->input_batching.count;
    if (rank != input->rank) {
        return fault(op, context,
                     "Expects rank-of operand to match size-of('update_window_dims') + "
                     "size-of('inserted_window_dims') + size-of('input_batching_dims') i.e. %u but "
                     "got %u.",
                     rank, input->rank);
    }
    if (!ints_sorted(dims->update_window)) {
        return fault(op, context, "Expects update_window_dims to be sorted; got: %s.",
                     say_list(context, dims->update_window));
    }
    if (!ints_distinct(dims->update_window)) {
        return fault(op, context, "Expects update_window_dims to not repeat; got: %s.",
                     say_list(context, dims->update_window));
    }
    return check_dims_in_range(op, context, "update_window_dims", dims->update_window, update->rank,
                               "rank-of('updates')");
}

/* Window dimensions of the updates fit the operand's; the others are the indices'. */
static bool check_update_shape(const struct op *op, struct context *context,
                               const struct scatter_dims *dims, const struct type *input,
                               const struct type *indices, const struct type *update) {
    uint32_t window = 0, batch = 0;
    for (uint32_t i = 0; i < update->rank; i++) {
        if (ints_contain(dims->update_window, i)) {
            while (ints_contain(dims->inserted_window, window) ||
                   ints_contain(dims->input_batching, window)) {
                window++;
            }
            int64_t limit = window < input->rank ? input->dims[window] : DIM_DYNAMIC;
            window++;
            if (limit != DIM_DYNAMIC && update->dims[i] != DIM_DYNAMIC && update->dims[i] > limit) {
                return fault(op, context,
                             "expects bounds of the window dimensions of updates to not exceed the "
                             "bounds of the corresponding dimensions of operand. For dimension %u, "
                             "updates bound is %lld, operand bound is %lld.",
                             i, (long long)update->dims[i], (long long)limit);
            }
            continue;
        }
        batch += batch == dims->index_vector_dim;
        int64_t expected = batch < indices->rank ? indices->dims[batch] : DIM_DYNAMIC;
        batch++;
        if (!dims_compatible(update->dims[i], expected)) {
            return fault(op, context,
                         "expects bounds of the scatter dimensions of updates to be same as the "
                         "bounds of the corresponding dimensions of scatter indices. For scatter "
                         "dimension %u, updates bound is %lld , scatter_indices bound is "
                         "%lld.",
                         i, (long long)update->dims[i], (long long)expected);
        }
    }
    return true;
}

static bool check_update_rank(const struct op *op, struct context *context,
                              const struct scatter_dims *dims, const struct type *indices,
                              const struct type *update) {
    bool implicit = dims->index_vector_dim == (int64_t)indices->rank;
    uint32_t rank = indices->rank - (implicit ? 0 : 1) + dims->update_window.count;
    if (update->rank == rank) {
        return true;
    }
    return fault(op, context,
                 "expects updates tensor must be of rank %u ( == rank-of('scatter_indices') - 1 + "
                 "size-of('update_window_dims'), where 'scatter_indices' is expanded by a trailing "
                 "1 dimension if 'index_vector_dim' == rank-of('scatter_indices')), but got %u.",
                 rank, update->rank);
}

static bool check_scatter_dims(const struct op *op, struct context *context,
                               const struct scatter_dims *dims, const struct type *input,
                               const struct type *indices) {
    struct indexing indexing = {
        .indices = indices,
        .data = input,
        .vector_dim = dims->index_vector_dim,
        .index_map = dims->scatter_dims_to_operand,
        .collapsed = dims->inserted_window,
        .batching = dims->input_batching,
        .indices_batching = dims->scatter_indices_batching,
        .map_name = "scatter_dims_to_operand_dims",
        .collapsed_name = "inserted_window_dims",
        .batching_name = "input_batching_dims",
        .indices_batching_name = "scatter_indices_batching_dims",
        .is_scatter = true,
        .data_name = "rank-of('operand')",
        .indices_name = "scatter_indices",
        .indices_rank_name = "rank-of('scatter_indices')",
    };
    return check_indexing(op, context, &indexing);
}

static bool check_same_shapes(const struct op *op, struct context *context, const char *name,
                              struct op_group group) {
    for (uint32_t i = 1; i < group.count; i++) {
        if (!shapes_compatible(op_operand(op, group.first + i)->type,
                               op_operand(op, group.first)->type)) {
            return fault(op, context, "Not all %s have compatible shapes.", name);
        }
    }
    return true;
}

static bool check_update_region(const struct op *op, struct context *context, uint32_t count) {
    struct arena *scratch = arena_new();
    const struct type **inputs = ARENA_ARRAY(scratch, const struct type *, count + 1);
    const struct type **updates = ARENA_ARRAY(scratch, const struct type *, count + 1);
    for (uint32_t i = 0; i < count; i++) {
        inputs[i] = scalar_of(context, op_operand(op, i)->type);
        updates[i] = scalar_of(context, op_operand(op, count + 1 + i)->type);
    }
    struct fold fold = {.count = count, .inputs = updates, .inits = inputs};
    bool good = check_fold(op, context, &fold);
    arena_free(scratch);
    return good;
}

bool verify_scatter(const struct op *op, struct context *context) {
    const struct scatter_dims *dims = attr_as_scatter(op_attr(op, "scatter_dimension_numbers"));
    struct op_group inputs = op_operand_group(op, "inputs");
    struct op_group updates = op_operand_group(op, "updates");
    if (inputs.count == 0 || inputs.count != updates.count ||
        2 * inputs.count + 1 != op->operand_count) {
        return op_fault(op, context, "expects as many updates as inputs, but found %u operands",
                        op->operand_count);
    }
    const struct type *input = op_operand(op, 0)->type;
    const struct type *indices = op_operand(op, inputs.count)->type;
    const struct type *update = op_operand(op, updates.first)->type;
    return check_same_shapes(op, context, "inputs", inputs) &&
           check_same_shapes(op, context, "updates", updates) &&
           check_dim_in_range(op, context, "index_vector_dim", dims->index_vector_dim,
                              indices->rank, "rank-of('scatter_indices')", true) &&
           check_update_rank(op, context, dims, indices, update) &&
           check_update_dims(op, context, dims, input, update) &&
           check_scatter_dims(op, context, dims, input, indices) &&
           check_update_shape(op, context, dims, input, indices, update) &&
           check_update_region(op, context, inputs.count);
}

/* Shapes of the inputs, elements of what the region returns. */
bool infer_scatter(const struct op *op, struct context *context, const struct type **types) {
    const struct op *end = block_terminator(op->regions[0].first);
    if (!end || end->operand_count != op->result_count) {
        return false;
    }
    for (uint32_t i = 0; i < op->result_count; i++) {
        types[i] = type_with_element(context, op_operand(op, i)->type,
                                     type_element(op_operand(end, i)->type));
    }
    return true;
}
