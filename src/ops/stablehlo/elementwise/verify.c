/* Verifiers and type inference of elementwise operations. */
#include "ops/checks.h"
#include "ops/verifiers.h"

static const struct type *type_of(const struct op *op, uint32_t index) {
    return op_operand(op, index)->type;
}

/* --- add: quantized operands and result ------------------------------------------------------- */

static bool check_same_axis(const struct op *op, struct context *context, const char *which,
                            const struct quantized *operand, const struct quantized *result) {
    if (operand->axis == QUANTIZED_PER_TENSOR || operand->axis == result->axis) {
        return true;
    }
    return fault(op, context, "quantization_dimension of %s and result are not same: %d vs %d",
                 which, operand->axis, result->axis);
}

static bool verify_quantized_sum(const struct op *op, struct context *context,
                                 const struct quantized *lhs, const struct quantized *rhs,
                                 const struct quantized *result) {
    if (lhs->storage != rhs->storage || lhs->storage != result->storage) {
        return fault(op, context, "mismatched operands and result quantization storage types");
    }
    if (lhs->expressed != rhs->expressed || lhs->expressed != result->expressed) {
        return fault(op, context, "mismatched operands and result quantization expressed types");
    }
    bool operands = lhs->axis != QUANTIZED_PER_TENSOR || rhs->axis != QUANTIZED_PER_TENSOR;
    bool results = result->axis != QUANTIZED_PER_TENSOR;
    if (operands && !results) {
        return fault(op, context, "result is not per_axis quantized but lhs or rhs are");
    }
    if (!operands && results) {
        return fault(op, context,
                     "result per_axis quantized but none from rhs and lhs are per_axis quantized");
    }
    return check_same_axis(op, context, "lhs", lhs, result) &&
           check_same_axis(op, context, "rhs", rhs, result);
}

bool verify_add(const struct op *op, struct context *context) {
    const struct type *result = op_result(op, 0)->type;
    const struct quantized *l = type_as_quantized(type_of(op, 0)->element),
                           *r = type_as_quantized(type_of(op, 1)->element),
                           *q = type_as_quantized(result->element);
    if (l || r || q) {
        if (!l || !r || !q) {
            return fault(op, context,
                         "expects  all operands and results to be either quantized or "
                         "non-quantized");
        }
        return verify_quantized_sum(op, context, l, r, q);
    }
    if (type_of(op, 0)->element != type_of(op, 1)->element ||
        type_of(op, 0)->element != result->element) {
        return op_fault(op, context,
                        "requires the same element type for all operands and results: found '%s', "
                        "'%s' and '%s'",
                        say_type(context, type_of(op, 0)->element),
                        say_type(context, type_of(op, 1)->element),
                        say_type(context, result->element));
    }
    return true;
}

/* --- compare, complex ------------------------------------------------------------------------- */

bool verify_compare(const struct op *op, struct context *context) {
    if (!elements_compatible(type_of(op, 0), type_of(op, 1))) {
        return op_fault(op, context,
                        "requires compatible element types for all operands: found '%s' and '%s'",
                        say_type(context, type_of(op, 0)), say_type(context, type_of(op, 1)));
    }
    return true;
}

bool infer_compare(const struct op *op, struct context *context, const struct type **types) {
    const struct type *joined = shapes_join(context, type_of(op, 0), type_of(op, 1));
    joined = joined ? joined : type_of(op, 0);
    types[0] = type_with_element(context, joined, type_integer(context, 1, SIGNLESS));
    return true;
}

bool infer_complex(const struct op *op, struct context *context, const struct type **types) {
    const struct type *operand = type_of(op, 0);
    if (operand->element != type_of(op, 1)->element) {
        return op_fault(op, context, "requires the same element type for all operands");
    }
    types[0] = type_with_element(context, operand, type_complex(context, operand->element));
    return true;
}

/* --- select, clamp ---------------------------------------------------------------------------- */

bool verify_select(const struct op *op, struct context *context) {
    const struct type *predicate = type_of(op, 0), *yes = type_of(op, 1), *no = type_of(op, 2);
    if (!types_compatible(yes, no)) {
        return fault(op, context,
                     "requires compatible types for non-predicate operands: found '%s' and '%s'",
                     say_type(context, yes), say_type(context, no));
    }
    if (predicate->rank != 0 && !shapes_compatible(predicate, yes)) {
        return fault(op, context, "requires the same shape for all operands: found '%s' and '%s'",
                     say_type(context, predicate), say_type(context, yes));
    }
    return true;
}

bool infer_select(const struct op *op, struct context *context, const struct type **types) {
    types[0] = shapes_join(context, type_of(op, 1), type_of(op, 2));
    return types[0] != NULL;
}

static bool check_limit(const struct op *op, struct context *context, const char *which,
                        const struct type *limit) {
    if (limit->rank == 0 || shapes_compatible(limit, type_of(op, 1))) {
        return true;
    }
    return fault(op, context, "%s shape %s is not scalar and is not compatible to operand shape %s",
                 which, say_dims(context, limit), say_dims(context, type_of(op, 1)));
}

bool verify_clamp(const struct op *op, struct context *context) {
    return check_limit(op, context, "min", type_of(op, 0)) &&
           check_limit(op, context, "max", type_of(op, 2));
}

bool infer_clamp(const struct op *op, struct context *context, const struct type **types) {
    (void)context;
    types[0] = type_of(op, 1);
    return true;
}

/* --- bitcast_convert -------------------------------------------------------------------------- */

/* The smaller elements' shape has one dimension more, which makes up the larger element. */
static bool check_split(const struct op *op, struct context *context, const struct type *small,
                        const struct type *large) {
    const struct type *from = type_of(op, 0), *to = op_result(op, 0)->type;
    uint32_t small_bits = type_bits(small->element), large_bits = type_bits(large->element);
    if (small->rank != large->rank + 1) {
        return fault(op, context,
                     "rank of smaller element type (%u) should be 1 more than rank of larger "
                     "element type (%u), but %u != %u + 1.",
                     small->rank, large->rank, small->rank, large->rank);
    }
    int64_t last = small->dims[small->rank - 1];
    if (last != DIM_DYNAMIC && extent_product(last, small_bits) != large_bits) {
        return fault(op, context,
                     "requires compatible bit widths. Got: '%s' and '%s', but %u * %lld != %u.",
                     say_type(context, from), say_type(context, to), small_bits, (long long)last,
                     large_bits);
    }
    for (uint32_t i = 0; i < large->rank; i++) {
        if (!dims_compatible(small->dims[i], large->dims[i])) {
            return fault(op, context,
                         "operand and result shapes must match except for the innermost dimension "
                         "of the shape with the smaller element type. Got: '%s' and '%s'.",
                         say_type(context, from), say_type(context, to));
        }
    }
    return true;
}

bool verify_bitcast_convert(const struct op *op, struct context *context) {
    const struct type *from = type_of(op, 0), *to = op_result(op, 0)->type;
    if ((from->element->kind == TYPE_COMPLEX) != (to->element->kind == TYPE_COMPLEX)) {
        return fault(op, context,
                     "cannot convert between real and complex types, but got: '%s' and '%s'",
                     say_type(context, from), say_type(context, to));
    }
    uint32_t from_bits = type_bits(from->element), to_bits = type_bits(to->element);
    if (from_bits != to_bits) {
        return from_bits < to_bits ? check_split(op, context, from, to)
                                   : check_split(op, context, to, from);
    }
    if (!shapes_compatible(from, to)) {
        return fault(op, context,
                     "operand and result shapes must match except for the innermost dimension of "
                     "the shape with the smaller element type. Got: '%s' and '%s'.",
                     say_type(context, from), say_type(context, to));
    }
    return true;
}

/* --- quantize --------------------------------------------------------------------------------- */

bool verify_uniform_quantize(const struct op *op, struct context *context) {
    const struct quantized *from = type_as_quantized(type_of(op, 0)->element);
    const struct type *expected = from ? from->expressed : type_of(op, 0)->element;
    const struct type *found = type_as_quantized(op_result(op, 0)->type->element)->expressed;
    if (expected != found) {
        return fault(op, context, "Expressed type of result expected to be '%s', but got '%s'",
                     say_type(context, expected), say_type(context, found));
    }
    return true;
}

bool infer_uniform_dequantize(const struct op *op, struct context *context,
                              const struct type **types) {
    const struct type *operand = type_of(op, 0);
    types[0] = type_with_element(context, operand, type_as_quantized(operand->element)->expressed);
    return true;
}
