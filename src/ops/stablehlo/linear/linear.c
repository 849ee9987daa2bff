/* Constraints that products share. */
#include "ops/stablehlo/linear/linear.h"
#include "ops/bound_builder.h"
#include "ops/build.h"

/* The result where the shape follows and the element type is free. */
bool check_result_shape(const struct op *op, struct context *context, uint32_t rank,
                        const int64_t *dims) {
    const struct type *result = op_result(op, 0)->type;
    const struct type *inferred = type_tensor(context, result->element, rank, dims, NULL);
    return shapes_compatible(inferred, result) ||
           fault(op, context,
                 "inferred shape '%s' is incompatible with return type of operation '%s'",
                 say_ints(context, rank, dims), say_type(context, result));
}

bool check_precision(const struct op *op, struct context *context) {
    const struct attr *config = op_attr(op, "precision_config");
    return !config || config->count <= 2 ||
           fault(op, context, "expects precision config to be empty or have <= 2 elements, got %u",
                 config->count);
}

bool asks_for_precision(const struct op *op) {
    const struct attr *config = op_property(op, "precision_config");
    for (uint32_t i = 0; config != NULL && i < config->count; i++) {
        if (attr_case(config->items[i], 0) != 0) {
            return true;
        }
    }
    return op_property(op, "algorithm") != NULL;
}

static bool check_dot_dims(const struct op *op, struct context *context, const char *name,
                           struct int_list dims, uint32_t rank) {
    for (uint32_t i = 0; i < dims.count; i++) {
        if (dims.items[i] < 0 || dims.items[i] >= (int64_t)rank) {
            return fault(op, context, "%s value: %lld is out of range: [0, %u)", name,
                         (long long)dims.items[i], rank);
        }
    }
    return true;
}

static bool check_dot_sizes(const struct op *op, struct context *context, const char *what,
                            struct int_list lhs_dims, struct int_list rhs_dims) {
    const struct type *lhs = operand_type(op, 0), *rhs = operand_type(op, 1);
    for (uint32_t i = 0; i < lhs_dims.count; i++) {
        int64_t a = lhs->dims[lhs_dims.items[i]], b = rhs->dims[rhs_dims.items[i]];
        if (!dims_compatible(a, b)) {
            return fault(op, context, "%s dimension sizes must match for lhs/rhs: %lld and %lld",
                         what, (long long)a, (long long)b);
        }
    }
    return true;
}

/* Also of chlo.ragged_dot. */
bool check_dot_numbers(const struct op *op, struct context *context, const struct dot_dims *dims) {
    const struct type *lhs = operand_type(op, 0), *rhs = operand_type(op, 1);
    if (dims->lhs_batching.count != dims->rhs_batching.count) {
        return fault(op, context,
                     "lhs and rhs should have the same number of batching dimensions: %u and %u",
                     dims->lhs_batching.count, dims->rhs_batching.count);
    }
    if (dims->lhs_contracting.count != dims->rhs_contracting.count) {
        return fault(op, context,
                     "lhs and rhs should have the same number of contracting dimensions: %u and %u",
                     dims->lhs_contracting.count, dims->rhs_contracting.count);
    }
    return check_dims_distinct(op, context, dims->lhs_batching, dims->lhs_contracting,
                               "lhs_batching_dimensions", "lhs_contracting_dimensions") &&
           check_dims_distinct(op, context, dims->rhs_batching, dims->rhs_contracting,
                               "rhs_batching_dimensions", "rhs_contracting_dimensions") &&
           check_dot_dims(op, context, "lhs_batching_dimensions", dims->lhs_batching, lhs->rank) &&
           check_dot_dims(op, context, "lhs_contracting_dimensions", dims->lhs_contracting,
                          lhs->rank) &&
           check_dot_dims(op, context, "rhs_batching_dimensions", dims->rhs_batching, rhs->rank) &&
           check_dot_dims(op, context, "rhs_contracting_dimensions", dims->rhs_contracting,
                          rhs->rank) &&
           check_dot_sizes(op, context, "batching", dims->lhs_batching, dims->rhs_batching) &&
           check_dot_sizes(op, context, "contracting", dims->lhs_contracting,
                           dims->rhs_contracting);
}

struct value *bound_with_identity(struct bound_builder *bounder, struct value *matrices) {
    struct builder *at = bound_at(bounder);
    uint32_t row = matrices->type->rank - 2, column = row + 1;
    dim_set dims = dim_set_of(row) | dim_set_of(column);
    struct value *mask = bound_mask(bounder, matrices, dims);
    if (!mask) {
        return matrices;
    }
    const struct type *numbers = type_with_element(
        bound_context(bounder), matrices->type, type_integer(bound_context(bounder), 32, SIGNLESS));
    struct value *diagonal =
        build_compare(at, build_iota(at, numbers, row), build_iota(at, numbers, column), COMPARE_EQ,
                      COMPARE_NO_TYPE);
    const struct type *element = matrices->type->element;
    struct value *ones = build_convert(at, diagonal, element);
    struct value *whole = build_select(at, mask, matrices, ones);
    whole->note = matrices->note;
    return whole;
}
