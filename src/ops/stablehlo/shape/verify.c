/* Verifiers and type inference of operations that move elements about. */
#include "ops/checks.h"
#include "ops/verifiers.h"

static const struct type *first(const struct op *op) {
    return op_operand(op, 0)->type;
}

static long long ll(int64_t value) {
    return (long long)value;
}

/* --- slice ------------------------------------------------------------------------------------ */

bool verify_slice(const struct op *op, struct context *context) {
    const struct type *operand = first(op);
    struct int_list start = op_ints(op, "start_indices"), limit = op_ints(op, "limit_indices"),
                    stride = op_ints(op, "strides");
    if (start.count != limit.count || start.count != stride.count) {
        return op_fault(op, context,
                        "failed to verify that all of {start_indices, limit_indices, strides} "
                        "have same size: found %u, %u, %u",
                        start.count, limit.count, stride.count);
    }
    if (start.count != operand->rank) {
        return fault(op, context,
                     "the number of elements in start_indices (%u) does not match the rank of the "
                     "operand (%u)",
                     start.count, operand->rank);
    }
    for (uint32_t i = 0; i < start.count; i++) {
        int64_t from = start.items[i], to = limit.items[i], extent = operand->dims[i];
        if (from < 0) {
            return fault(op, context, "negative start index %lld in dimension %u", ll(from), i);
        }
        const char *what = extent == DIM_DYNAMIC ? "bound" : "size";
        extent = extent == DIM_DYNAMIC ? bound_of(operand, i) : extent;
        if (extent != DIM_DYNAMIC && to > extent) {
            return fault(op, context,
                         "limit index %lld is larger than dimension %s %lld in dimension %u",
                         ll(to), what, ll(extent), i);
        }
        if (from > to) {
            return fault(op, context,
                         "start index %lld is larger than limit index %lld in dimension %u",
                         ll(from), ll(to), i);
        }
        if (stride.items[i] <= 0) {
            return fault(op, context, "stride must be positive but got %lld in dimension %u",
                         ll(stride.items[i]), i);
        }
    }
    return true;
}

bool infer_slice(const struct op *op, struct context *context, const struct type **types) {
    struct int_list start = op_ints(op, "start_indices"), limit = op_ints(op, "limit_indices"),
                    stride = op_ints(op, "strides");
    int64_t dims[MAX_RANK];
    for (uint32_t i = 0; i < start.count; i++) {
        int64_t span = limit.items[i] - start.items[i];
        dims[i] = span / stride.items[i] + (span % stride.items[i] != 0);
    }
    types[0] = type_tensor(context, first(op)->element, start.count, dims, NULL);
    return true;
}

/* --- dynamic_slice, dynamic_update_slice ------------------------------------------------------ */

static bool check_indices(const struct op *op, struct context *context, uint32_t from) {
    for (uint32_t i = from + 1; i < op->operand_count; i++) {
        if (op_operand(op, i)->type != op_operand(op, from)->type) {
            return fault(op, context, "start indices must have same element type");
        }
    }
    return true;
}

bool verify_dynamic_slice(const struct op *op, struct context *context) {
    const struct type *operand = first(op);
    struct int_list sizes = op_ints(op, "slice_sizes");
    uint32_t indices = op->operand_count - 1;
    if (sizes.count != indices) {
        return fault(op, context,
                     "has mismatched number of slice sizes (%u) and number of start indices (%u)",
                     sizes.count, indices);
    }
    if (indices != operand->rank) {
        return fault(op, context,
                     "has mismatched number of start indices (%u) and the rank of operand (%u)",
                     indices, operand->rank);
    }
    if (!check_indices(op, context, 1)) {
        return false;
    }
    for (uint32_t i = 0; i < sizes.count; i++) {
        int64_t size = sizes.items[i], extent = operand->dims[i];
        if (size < 0) {
            return fault(op, context, "has negative size index to dynamic slice: %lld", ll(size));
        }
        if (extent != DIM_DYNAMIC && size > extent) {
            return fault(op, context,
                         "has slice size %lld greater than dimension size %lld in dimension %u of "
                         "operand",
                         ll(size), ll(extent), i);
        }
    }
    return true;
}

bool infer_dynamic_slice(const struct op *op, struct context *context, const struct type **types) {
    struct int_list sizes = op_ints(op, "slice_sizes");
    types[0] = type_tensor(context, first(op)->element, sizes.count, sizes.items, NULL);
    return true;
}

bool verify_dynamic_update_slice(const struct op *op, struct context *context) {
    const struct type *operand = first(op), *update = op_operand(op, 1)->type;
    uint32_t indices = op->operand_count - 2;
    if (update->rank != operand->rank) {
        return fault(op, context, "update rank does not match operand rank: %u vs %u.",
                     update->rank, operand->rank);
    }
    if (indices != operand->rank) {
        return fault(op, context,
                     "expects number of start_indices to match operand rank: %u vs %u.", indices,
                     operand->rank);
    }
    if (update->element != operand->element) {
        return op_fault(op, context,
                        "failed to verify that all of {operand, update, result} have same element "
                        "type: found '%s' and '%s'",
                        say_type(context, operand), say_type(context, update));
    }
    if (!check_indices(op, context, 2)) {
        return false;
    }
    for (uint32_t i = 0; i < operand->rank; i++) {
        int64_t size = update->dims[i], extent = operand->dims[i];
        if (size != DIM_DYNAMIC && extent != DIM_DYNAMIC && size > extent) {
            return fault(op, context,
                         "expects size at dimension %u of update to be in range [0, %lld]. Got: "
                         "%lld.",
                         i, ll(extent), ll(size));
        }
    }
    return true;
}

/* --- broadcasts ------------------------------------------------------------------------------- */

bool verify_broadcast_sizes(const struct op *op, struct context *context) {
    struct int_list sizes = op_ints(op, "broadcast_sizes");
    for (uint32_t i = 0; i < sizes.count; i++) {
        if (sizes.items[i] < 0) {
            return fault(op, context, "Broadcast with negative dimension size %lld",
                         ll(sizes.items[i]));
        }
    }
    return true;
}

bool infer_broadcast_sizes(const struct op *op, struct context *context,
                           const struct type **types) {
    const struct type *operand = first(op);
    struct int_list sizes = op_ints(op, "broadcast_sizes");
    int64_t dims[MAX_RANK];
    uint32_t rank = 0;
    if (sizes.count + operand->rank > MAX_RANK) {
        return false;
    }
    for (uint32_t i = 0; i < sizes.count; i++) {
        dims[rank++] = sizes.items[i];
    }
    for (uint32_t i = 0; i < operand->rank; i++) {
        dims[rank++] = operand->dims[i];
    }
    types[0] = type_tensor(context, operand->element, rank, dims, NULL);
    return true;
}

bool verify_broadcast_quantization(const struct op *op, struct context *context) {
    const struct quantized *from = type_as_quantized(first(op)->element);
    const struct quantized *to = type_as_quantized(op_result(op, 0)->type->element);
    struct int_list dims = op_ints(op, "broadcast_dimensions");
    if (!from || !to || from->axis == QUANTIZED_PER_TENSOR || to->axis == QUANTIZED_PER_TENSOR) {
        return true;
    }
    if (dims.items[from->axis] != to->axis) {
        return op_fault(op, context,
                        "result quantization_dimension %d not same as broadcast_dimensions[%d] = "
                        "%lld",
                        to->axis, from->axis, ll(dims.items[from->axis]));
    }
    for (uint32_t i = 0; first(op)->dims[from->axis] == 1 && i < to->count; i++) {
        if (to->scales[i] != from->scales[0]) {
            return op_fault(op, context, "mismatch result scale %u (%e) and operand scale 0 (%e)",
                            i, to->scales[i], from->scales[0]);
        }
        if (to->zero_points[i] != from->zero_points[0]) {
            return op_fault(op, context,
                            "mismatch result zero_point %u (%lld) and operand zero_point 0 (%lld)",
                            i, ll(to->zero_points[i]), ll(from->zero_points[0]));
        }
    }
    return true;
}

bool verify_broadcast_in_dim(const struct op *op, struct context *context) {
    const struct type *operand = first(op), *result = op_result(op, 0)->type;
    struct int_list dims = op_ints(op, "broadcast_dimensions");
    const struct quantized *quantized = type_as_quantized(operand->element);
    if (quantized && quantized->axis == QUANTIZED_PER_TENSOR &&
        !check_same_scales(op, context, operand, result)) {
        return false;
    }
    if (dims.count != operand->rank) {
        return op_fault(op, context,
                        "broadcast_dimensions size (%u) does not match operand rank (%u)",
                        dims.count, operand->rank);
    }
    if (!ints_distinct(dims)) {
        return op_fault(op, context, "broadcast_dimensions should not have duplicates: %s",
                        say_list(context, dims));
    }
    for (uint32_t i = 0; i < dims.count; i++) {
        int64_t at = dims.items[i], size = operand->dims[i];
        if (at < 0 || at >= (int64_t)result->rank) {
            return op_fault(op, context,
                            "broadcast_dimensions contains invalid value %lld for result with rank "
                            "%u",
                            ll(at), result->rank);
        }
        if (size != DIM_DYNAMIC && size != 1 && result->dims[at] != DIM_DYNAMIC &&
            size != result->dims[at]) {
            return op_fault(op, context,
                            "size of operand dimension %u (%lld) is not equal to 1 or size of "
                            "result dimension %lld (%lld)",
                            i, ll(size), ll(at), ll(result->dims[at]));
        }
    }
    return verify_broadcast_quantization(op, context);
}

/* --- reshape ---------------------------------------------------------------------------------- */

static int64_t product_before(const struct type *type, int32_t axis) {
    struct int_list before = {type->dims, (uint32_t)axis};
    return ints_product(before);
}

bool verify_reshape_quantization(const struct op *op, struct context *context) {
    const struct type *operand = first(op), *result = op_result(op, 0)->type;
    const struct quantized *from = type_as_quantized(operand->element);
    const struct quantized *to = type_as_quantized(result->element);
    if (!check_same_scales(op, context, operand, result)) {
        return false;
    }
    if (!from || !to || from->axis == QUANTIZED_PER_TENSOR || to->axis == QUANTIZED_PER_TENSOR) {
        return true;
    }
    if (!dims_compatible(operand->dims[from->axis], result->dims[to->axis])) {
        return fault(op, context,
                     "expect same quantization dimension size for operand and result '%s' and '%s'",
                     say_type(context, operand), say_type(context, result));
    }
    if (!type_is_static(operand) || !type_is_static(result)) {
        return true;
    }
    int64_t before = product_before(operand, from->axis), after = product_before(result, to->axis);
    return before == after ||
           fault(op, context,
                 "product of dimensions before quantization dimension must match between operand "
                 "and result for %lld and %lld",
                 ll(before), ll(after));
}

bool verify_reshape(const struct op *op, struct context *context) {
    const struct type *operand = first(op), *result = op_result(op, 0)->type;
    if (!type_is_static(operand) || !type_is_static(result)) {
        return true;
    }
    int64_t from = type_count(operand), to = type_count(result);
    if (from != to) {
        return op_fault(op, context,
                        "number of output elements (%lld) doesn't match expected number of "
                        "elements (%lld)",
                        ll(to), ll(from));
    }
    return verify_reshape_quantization(op, context);
}

/* --- concatenate ------------------------------------------------------------------------------ */

bool verify_concatenate(const struct op *op, struct context *context) {
    int64_t dim = op_int(op, "dimension", 0);
    const struct type *witness = first(op);
    if (witness->rank == 0) {
        return fault(op, context, "rank-0 values cannot be concatenated");
    }
    if (dim >= (int64_t)witness->rank) {
        return fault(op, context, "dimension %lld is out-of-bounds for input rank %u", ll(dim),
                     witness->rank);
    }
    for (uint32_t i = 1; i < op->operand_count; i++) {
        const struct type *type = op_operand(op, i)->type;
        if (type->rank != witness->rank) {
            return fault(op, context, "operands (0) and (%u) do not match rank: %u and %u", i,
                         witness->rank, type->rank);
        }
        for (uint32_t d = 0; d < type->rank; d++) {
            if (d != dim && !dims_compatible(type->dims[d], witness->dims[d])) {
                return fault(op, context,
                             "shapes of operand (0) and (%u) are not compatible at non-concat "
                             "index %u: (%s) != (%s)",
                             i, d, say_bare(context, witness->rank, witness->dims),
                             say_bare(context, type->rank, type->dims));
            }
        }
    }
    return true;
}

bool infer_concatenate(const struct op *op, struct context *context, const struct type **types) {
    const struct type *witness = first(op);
    int64_t dim = op_int(op, "dimension", 0), dims[MAX_RANK], sum = 0;
    for (uint32_t d = 0; d < witness->rank; d++) {
        dims[d] = witness->dims[d];
    }
    for (uint32_t i = 0; i < op->operand_count; i++) {
        const struct type *type = op_operand(op, i)->type;
        for (uint32_t d = 0; d < type->rank; d++) {
            dims[d] = dims[d] == DIM_DYNAMIC ? type->dims[d] : dims[d];
        }
        sum = extent_sum(sum, type->dims[dim]);
    }
    dims[dim] = sum;
    types[0] = type_tensor(context, witness->element, witness->rank, dims, NULL);
    return true;
}

/* --- transpose, reverse ----------------------------------------------------------------------- */

bool verify_transpose(const struct op *op, struct context *context) {
    const struct type *operand = first(op), *result = op_result(op, 0)->type;
    struct int_list order = op_ints(op, "permutation");
    if (order.count != operand->rank) {
        return fault(op, context, "TransposeOp operand rank %u does not match permutation size %u",
                     operand->rank, order.count);
    }
    bool in_range = ints_distinct(order);
    for (uint32_t i = 0; i < order.count; i++) {
        in_range = in_range && order.items[i] >= 0 && order.items[i] < (int64_t)order.count;
    }
    if (!in_range) {
        int64_t range[MAX_RANK];
        for (uint32_t i = 0; i < order.count; i++) {
            range[i] = i;
        }
        return fault(op, context, "attribute permutation must be a permutation of %s but got %s",
                     say_ints(context, order.count, range),
                     say_bare(context, order.count, order.items));
    }
    if (!check_same_scales(op, context, operand, result)) {
        return false;
    }
    const struct quantized *from = type_as_quantized(operand->element);
    const struct quantized *to = type_as_quantized(result->element);
    if (from && to && from->axis != QUANTIZED_PER_TENSOR && to->axis != QUANTIZED_PER_TENSOR &&
        to->axis < (int32_t)order.count && order.items[to->axis] != from->axis) {
        return fault(op, context,
                     "operand quantization_dimension %d is not same as permutation[%d] = %lld",
                     from->axis, to->axis, ll(order.items[to->axis]));
    }
    return true;
}

bool infer_transpose(const struct op *op, struct context *context, const struct type **types) {
    const struct type *operand = first(op);
    struct int_list order = op_ints(op, "permutation");
    int64_t dims[MAX_RANK];
    for (uint32_t i = 0; i < order.count; i++) {
        dims[i] = operand->dims[order.items[i]];
    }
    types[0] = type_tensor(context, type_element(op_result(op, 0)->type), order.count, dims, NULL);
    return true;
}

bool verify_reverse(const struct op *op, struct context *context) {
    struct int_list dims = op_ints(op, "dimensions");
    uint32_t rank = first(op)->rank;
    if (!ints_distinct(dims)) {
        return fault(op, context, "dimensions should be unique. Got: %s",
                     say_bare(context, dims.count, dims.items));
    }
    for (uint32_t i = 0; i < dims.count; i++) {
        if (dims.items[i] < 0) {
            return fault(op, context, "all dimensions should be non-negative. Got dimension: %lld.",
                         ll(dims.items[i]));
        }
        if (dims.items[i] >= (int64_t)rank) {
            return fault(op, context,
                         "all dimensions should be between [0, %u). Got dimension: %lld.", rank,
                         ll(dims.items[i]));
        }
    }
    return true;
}

/* --- pad -------------------------------------------------------------------------------------- */

bool verify_pad(const struct op *op, struct context *context) {
    const struct type *operand = first(op);
    struct int_list low = op_ints(op, "edge_padding_low"), high = op_ints(op, "edge_padding_high"),
                    interior = op_ints(op, "interior_padding");
    if (low.count != high.count || low.count != interior.count) {
        return op_fault(op, context,
                        "failed to verify that all of {edge_padding_low, edge_padding_high, "
                        "interior_padding} have same size: found %u, %u, %u",
                        low.count, high.count, interior.count);
    }
    if (low.count != operand->rank) {
        return fault(op, context, "edge_padding_low length (%u) must match operand rank (%u)",
                     low.count, operand->rank);
    }
    for (uint32_t i = 0; i < low.count; i++) {
        if (interior.items[i] < 0) {
            return fault(op, context, "Interior padding cannot be negative: %lld",
                         ll(interior.items[i]));
        }
        bool is_dynamic = operand->dims[i] == DIM_DYNAMIC;
        int64_t extent = is_dynamic ? bound_of(operand, i) : operand->dims[i];
        int64_t size;
        if (!padded_extent(extent, low.items[i], high.items[i], interior.items[i], &size)) {
            return fault(op, context, "Padding result too large for dimension %u", i);
        }
        if (size < 0 && size != DIM_DYNAMIC) {
            return fault(op, context, "Padding result in negative %s for dimension %u: %lld",
                         is_dynamic ? "bound" : "size", i, ll(size));
        }
    }
    return true;
}

bool infer_pad(const struct op *op, struct context *context, const struct type **types) {
    const struct type *operand = first(op);
    struct int_list low = op_ints(op, "edge_padding_low"), high = op_ints(op, "edge_padding_high"),
                    interior = op_ints(op, "interior_padding");
    int64_t dims[MAX_RANK];
    for (uint32_t i = 0; i < low.count; i++) {
        if (!padded_extent(operand->dims[i], low.items[i], high.items[i], interior.items[i],
                           &dims[i])) {
            return false;
        }
    }
    types[0] = type_tensor(context, operand->element, low.count, dims, NULL);
    return true;
}

/* --- iota ------------------------------------------------------------------------------------- */

bool verify_iota(const struct op *op, struct context *context) {
    const struct type *result = op_result(op, 0)->type;
    if (result->rank == 0) {
        return op_fault(op, context, "does not support scalars.");
    }
    if (op_int(op, "iota_dimension", 0) >= (int64_t)result->rank) {
        return op_fault(op, context,
                        "iota dimension cannot go beyond the output rank. Got %lld with rank %u",
                        ll(op_int(op, "iota_dimension", 0)), result->rank);
    }
    return true;
}
