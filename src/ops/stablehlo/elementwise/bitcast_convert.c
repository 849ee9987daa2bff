/* stablehlo.bitcast_convert */
#include "ops/hooks.h"

/* The smaller elements' shape has one dimension more, which makes up the larger element. */
static bool check_split(const struct op *op, struct context *context, const struct type *small,
                        const struct type *large) {
    const struct type *from = operand_type(op, 0), *to = op_result(op, 0)->type;
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

static bool bitcast_convert_verify(const struct op *op, struct context *context) {
    const struct type *from = operand_type(op, 0), *to = op_result(op, 0)->type;
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

/* The dimension that only the side with the narrower elements has cannot be sharded. */
static bool bitcast_convert_rule(const struct op *op, struct rule_builder *builder) {
    const struct type *in = op_operand(op, 0)->type, *out = op->results[0].type;
    const struct type *shorter = in->rank < out->rank ? in : out;
    rule_add_dims(builder, shorter, shorter->rank);
    if (in->rank < out->rank) {
        rule_add_unary(builder, NO_DIM, out->rank - 1, out->dims[out->rank - 1],
                       FACTOR_NEED_REPLICATION);
    } else if (in->rank > out->rank) {
        rule_add_unary(builder, in->rank - 1, NO_DIM, in->dims[in->rank - 1],
                       FACTOR_NEED_REPLICATION);
    }
    return true;
}

const struct op_def op_bitcast_convert = {
    .name = "stablehlo.bitcast_convert",
    .summary = "reads bits as another type",
    .traits = OP_PURE,
    .operands = OPERANDS({"operand", VALUE_TENSOR_PER_AXIS, OP_ONE}),
    .results = RESULTS({"result", VALUE_TENSOR_PER_AXIS, OP_ONE}),
    .regions = {0, 0},
    .attrs = no_attrs,
    .form = "@operands @attrs : @function_type",
    .parse = parse_by_form,
    .print = print_by_form,
    .verify = bitcast_convert_verify,
    .infer = infer_nothing,
    .schedule = OP_SCHEDULE_ELEMENTWISE,
    .rule = bitcast_convert_rule,
    .partition = partition_by_rule,
    .emit = emit_unsupported,
    .canonicalize = canonicalize_nothing,
};
