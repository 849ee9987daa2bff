/* Verifiers and type inference of operations with shapes known at run time. */
#include "ops/checks.h"
#include "ops/verifiers.h"

static const struct type *type_of(const struct op *op, uint32_t index) {
    return op_operand(op, index)->type;
}

static bool any_quantized(const struct type *a, const struct type *b) {
    return type_as_quantized(a->element) || type_as_quantized(b->element);
}

/* A constant shape operand agrees with the result. */
static bool check_shape_operand(const struct op *op, struct context *context, uint32_t operand) {
    const struct type *result = op_result(op, 0)->type;
    struct int_list shape;
    if (result->kind != TYPE_TENSOR || !constant_integers(op_operand(op, operand), &shape)) {
        return true;
    }
    bool good = shape.count == result->rank;
    for (uint32_t i = 0; good && i < shape.count; i++) {
        good = shape.items[i] >= 0 && dims_compatible(shape.items[i], result->dims[i]);
    }
    return good ||
           fault(op, context, "output shape %s is incompatible with return type of operation '%s'",
                 say_list(context, shape), say_type(context, result));
}

bool verify_dynamic_iota(const struct op *op, struct context *context) {
    const struct type *result = op_result(op, 0)->type;
    if (op_int(op, "iota_dimension", 0) >= (int64_t)result->rank) {
        return op_fault(op, context,
                        "iota dimension cannot go beyond the output rank. Got %lld with rank %u",
                        (long long)op_int(op, "iota_dimension", 0), result->rank);
    }
    return check_shape_operand(op, context, 0);
}

bool verify_dynamic_reshape(const struct op *op, struct context *context) {
    const struct type *operand = type_of(op, 0), *result = op_result(op, 0)->type;
    int64_t extents = type_of(op, 1)->dims[0];
    struct int_list shape;
    if (!any_quantized(operand, result) && !elements_compatible(operand, result)) {
        return fault(
            op, context,
            "expects operand and result to have compatible element type. Got: '%s' and '%s'",
            say_type(context, operand), say_type(context, result));
    }
    if (type_is_static(operand) && type_is_static(result) &&
        type_count(operand) != type_count(result)) {
        return fault(op, context,
                     "number of output elements (%lld) doesn't match expected number of elements "
                     "(%lld)",
                     (long long)type_count(result), (long long)type_count(operand));
    }
    if (!check_shape_operand(op, context, 1)) {
        return false;
    }
    if (extents != DIM_DYNAMIC && extents != (int64_t)result->rank) {
        return op_fault(op, context,
                        "result should have a rank equal to the number of elements in "
                        "output_shape: found %u and %lld",
                        result->rank, (long long)extents);
    }
    if (type_is_static(operand) && constant_integers(op_operand(op, 1), &shape) &&
        ints_product(shape) != type_count(operand)) {
        return fault(op, context,
                     "output_shape is incompatible with input type of operation: input has %lld "
                     "elements, but output_shape has %lld",
                     (long long)type_count(operand), (long long)ints_product(shape));
    }
    return verify_reshape_quantization(op, context);
}

/* Every dimension is said to expand or not at most once. */
static bool check_expansion_hints(const struct op *op, struct context *context, uint32_t rank) {
    struct int_list yes = op_ints(op, "known_expanding_dimensions");
    struct int_list no = op_ints(op, "known_nonexpanding_dimensions");
    for (uint32_t i = 0; i < yes.count + no.count; i++) {
        int64_t dim = i < yes.count ? yes.items[i] : no.items[i - yes.count];
        struct int_list before_yes = {yes.items, i < yes.count ? i : yes.count};
        struct int_list before_no = {no.items, i < yes.count ? 0 : i - yes.count};
        if (ints_contain(before_yes, dim) || ints_contain(before_no, dim)) {
            return op_fault(op, context,
                            "duplicate expansion hint for at least one operand dimension: %lld",
                            (long long)dim);
        }
        if (dim < 0 || dim >= (int64_t)rank) {
            return op_fault(op, context,
                            "hint for expanding dimension %lld does not refer to a valid operand "
                            "dimension",
                            (long long)dim);
        }
    }
    return true;
}

bool verify_dynamic_broadcast_in_dim(const struct op *op, struct context *context) {
    const struct type *operand = type_of(op, 0), *result = op_result(op, 0)->type;
    struct int_list dims = op_ints(op, "broadcast_dimensions"), shape = {0};
    bool known = constant_integers(op_operand(op, 1), &shape);
    if (!any_quantized(operand, result) && !elements_compatible(operand, result)) {
        return fault(
            op, context,
            "expects operand and result to have compatible element type. Got: '%s' and '%s'",
            say_type(context, operand), say_type(context, result));
    }
    if (dims.count != operand->rank) {
        return op_fault(op, context,
                        "broadcast_dimensions size (%u) does not match operand rank (%u)",
                        dims.count, operand->rank);
    }
    if (result->rank < operand->rank) {
        return op_fault(op, context, "result rank (%u) is less than operand rank (%u)",
                        result->rank, operand->rank);
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
                            (long long)at, result->rank);
        }
        if (size != 1 && !dims_compatible(size, result->dims[at])) {
            return op_fault(op, context,
                            "size of operand dimension %u (%lld) is not compatible with size of "
                            "result dimension %lld (%lld)",
                            i, (long long)size, (long long)at, (long long)result->dims[at]);
        }
        if (known && at < (int64_t)shape.count && size != 1 &&
            !dims_compatible(size, shape.items[at])) {
            return op_fault(op, context,
                            "size of operand dimension %u (%lld) is not equal to 1 or value of "
                            "shape at index %lld (%lld)",
                            i, (long long)size, (long long)at, (long long)shape.items[at]);
        }
    }
    return check_expansion_hints(op, context, operand->rank) &&
           check_shape_operand(op, context, 1) && verify_broadcast_quantization(op, context);
}

bool verify_dynamic_pad(const struct op *op, struct context *context) {
    const struct type *operand = type_of(op, 0), *result = op_result(op, 0)->type;
    struct int_list low, high, interior;
    if (operand->element != type_of(op, 1)->element || operand->element != result->element) {
        return op_fault(op, context,
                        "failed to verify that all of {operand, padding_value, "
                        "result} have same element type");
    }
    if (operand->rank != result->rank) {
        return op_fault(op, context,
                        "failed to verify that all of {operand, result} have same rank: %u and %u",
                        operand->rank, result->rank);
    }
    for (uint32_t i = 2; i < 5; i++) {
        if (type_of(op, i) != type_of(op, 2)) {
            return op_fault(op, context,
                            "failed to verify that all of {edge_padding_low, "
                            "edge_padding_high, interior_padding} have same type");
        }
    }
    if (type_of(op, 2)->dims[0] != (int64_t)operand->rank) {
        return fault(op, context, "padding operands size (%lld) must match operand rank (%u)",
                     (long long)type_of(op, 2)->dims[0], operand->rank);
    }
    bool inner = constant_integers(op_operand(op, 4), &interior);
    for (uint32_t i = 0; inner && i < interior.count; i++) {
        if (interior.items[i] < 0) {
            return fault(op, context, "interior_padding must be non-negative, but got %s",
                         say_bare(context, interior.count, interior.items));
        }
    }
    if (!inner || !constant_integers(op_operand(op, 2), &low) ||
        !constant_integers(op_operand(op, 3), &high)) {
        return true;
    }
    for (uint32_t i = 0; i < operand->rank; i++) {
        int64_t size = operand->dims[i], found = result->dims[i];
        int64_t wanted;
        if (!padded_extent(size, low.items[i], high.items[i], interior.items[i], &wanted)) {
            return fault(op, context, "padding result too large for dimension %u", i);
        }
        if (wanted != DIM_DYNAMIC && found != DIM_DYNAMIC && found != wanted) {
            return fault(op, context,
                         "expected output dimension at index %u to equal %lld, but got "
                         "%lld",
                         i, (long long)wanted, (long long)found);
        }
    }
    return true;
}

bool verify_real_dynamic_slice(const struct op *op, struct context *context) {
    static const char *const names[] = {"start_indices", "limit_indices", "strides"};
    const struct type *operand = type_of(op, 0);
    for (uint32_t i = 0; i < 3; i++) {
        int64_t size = type_of(op, i + 1)->dims[0];
        if (type_of(op, i + 1) != type_of(op, 1)) {
            return op_fault(op, context,
                            "failed to verify that all of {start_indices, "
                            "limit_indices, strides} have same type");
        }
        if (size != DIM_DYNAMIC && size != (int64_t)operand->rank) {
            return fault(op, context,
                         "has mismatched number of operand rank (%u) and %s size (%lld)",
                         operand->rank, names[i], (long long)size);
        }
    }
    return true;
}

/* --- sizes of dimensions ---------------------------------------------------------------------- */

static bool check_dimension(const struct op *op, struct context *context) {
    int64_t dim = op_int(op, "dimension", 0);
    if (dim >= (int64_t)type_of(op, 0)->rank) {
        return fault(op, context, "requires dimension attribute in range [0, %u); found (%lld)",
                     type_of(op, 0)->rank, (long long)dim);
    }
    return true;
}

bool verify_get_dimension_size(const struct op *op, struct context *context) {
    return check_dimension(op, context);
}

bool infer_get_dimension_size(const struct op *op, struct context *context,
                              const struct type **types) {
    (void)op;
    types[0] = type_tensor(context, type_integer(context, 32, SIGNLESS), 0, NULL, NULL);
    return true;
}

bool verify_set_dimension_size(const struct op *op, struct context *context) {
    if (type_of(op, 1)->rank != 0) {
        return fault(op, context, "size operand should be of rank-0, but is of rank %u",
                     type_of(op, 1)->rank);
    }
    return check_dimension(op, context);
}

/* The dimension becomes dynamic, unless the size is a constant that fills it. */
bool infer_set_dimension_size(const struct op *op, struct context *context,
                              const struct type **types) {
    const struct type *operand = type_of(op, 0);
    int64_t dim = op_int(op, "dimension", 0), dims[MAX_RANK];
    struct int_list size;
    for (uint32_t i = 0; i < operand->rank; i++) {
        dims[i] = operand->dims[i];
    }
    bool full = constant_integers(op_operand(op, 1), &size) && size.count == 1 &&
                size.items[0] == dims[dim];
    dims[dim] = full ? dims[dim] : DIM_DYNAMIC;
    types[0] = type_tensor(context, operand->element, operand->rank, dims, operand->encoding);
    return true;
}
